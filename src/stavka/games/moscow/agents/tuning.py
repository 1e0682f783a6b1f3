"""The data for tuning the script of Roads to Moscow: the weights that a side uses, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.tables import Ending, Tuning
from stavka.games.moscow.agents.scripted import MoscowPlayer
from stavka.games.moscow.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.moscow.rules.c01_introduction.victory import attacker, victory_points
from stavka.games.moscow.state import GERMAN

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.state import Position


def ending(g: Moscow, s: Position) -> Ending:
    """How a game ended, by the VP over the threshold, counted for the German side; half a VP separates the least
    victory from the best defeat."""
    over = victory_points(g, s) - g.scenarios[s.scenario].threshold + 0.5
    return Ending(s.result, over if attacker(g, s) == GERMAN else -over)


TUNING: Final = Tuning(MoscowPlayer, SCRIPTED, SCRIPTED_1, ending, margin=6.0)
