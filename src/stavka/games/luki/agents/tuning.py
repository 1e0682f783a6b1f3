"""The data for tuning the script of Velikye Luki: the weights that a side uses, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.tables import Ending, Tuning
from stavka.games.luki.agents.scripted import LukiPlayer
from stavka.games.luki.agents.weights import SCRIPTED, SCRIPTED_1

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki
    from stavka.games.luki.state import Position


def ending(g: Luki, s: Position) -> Ending:
    """Soviet VP over the middle of a draw."""
    winner = s.result.partition("-")[0]
    levels = {each.id.partition("-")[0]: each.least or 0 for each in reversed(g.scenarios[s.scenario].victory)}
    return Ending("" if winner == "draw" else winner, s.points - (levels["draw"] + levels["soviet"] - 1) / 2)


TUNING: Final = Tuning(LukiPlayer, SCRIPTED, SCRIPTED_1, ending, margin=10.0)
