"""The data for tuning the script of Zitadelle: the weights that a side uses, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.tables import Ending, Tuning
from stavka.games.zitadelle.agents.scripted import ZitadellePlayer
from stavka.games.zitadelle.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.zitadelle.rules.c12_victory.victory_points import total

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.games.zitadelle.state import Position


MIDDLE: Final = -14.5
"""German VP at the border of a Soviet tactical and operational victory: German victories are rare, so the value of a
game depends on this border and not on the winner."""
GERMAN_ONLY: Final = ("progress", "breach", "pull", "foot_pull", "advance", "forced")
SOVIET_ONLY: Final = ("refuge", "exposed", "hot")


def ending(g: Zitadelle, s: Position) -> Ending:
    """German VP over the middle result."""
    over = total(g, s) - MIDDLE
    return Ending("german" if over > 0 else "soviet", over)


TUNING: Final = Tuning(
    ZitadellePlayer,
    SCRIPTED,
    SCRIPTED_1,
    ending,
    margin=20.0,
    foreign={"german": SOVIET_ONLY, "soviet": GERMAN_ONLY},
)
