"""The data for tuning the script of Traces of War: the weights that a side uses, and how a game ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.tables import Ending, Tuning
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1, Weights
from stavka.games.traces.rules.c13_victory import total

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces
    from stavka.games.traces.state import Position


HANDICAP: Final = 2.5
"""How far the handicap of a goal is changed, in hexes."""
AUTOMATIC: Final = 30.0
"""VP that an automatic victory counts."""
FIELDS: Final = Weights._fields
SOVIET_ONLY: Final = FIELDS[FIELDS.index("crowd") : FIELDS.index("danger")]
AXIS_ONLY: Final = FIELDS[FIELDS.index("danger") :]


def ending(g: Traces, s: Position) -> Ending:
    """Soviet VP over the threshold."""
    if s.result == "soviet automatic":
        return Ending("soviet", AUTOMATIC)
    points = total(g, s, final=s.turn >= g.scenario(s).turns)
    return Ending(s.result.split()[0], (points - s.threshold) / 4)


TUNING: Final = Tuning(
    ScriptedPlayer,
    SCRIPTED,
    SCRIPTED_1,
    ending,
    margin=15.0,
    foreign={"soviet": AXIS_ONLY, "axis": SOVIET_ONLY},
    shifts={name: HANDICAP for name in FIELDS if name.endswith("_goal")} | {"touch": 0.6, "advance": 0.6},
)
