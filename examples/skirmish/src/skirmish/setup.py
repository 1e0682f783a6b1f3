"""The set-up: the units in their hexes, the columns still to come, both players about to plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.c03_sequence import Turns
from skirmish.rules.c06_reinforcements import Planning
from skirmish.state import COMING, Position, blank, put
from stavka.engine.kinds import numbered

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def set_up(g: Skirmish, scenario: str) -> Position:
    s = blank(g, scenario)
    for unit, counter in numbered(g.units):
        if counter.hex is not None and g.grid.has(counter.hex):
            put(g, s, unit, g.grid.index(counter.hex))  # [3.4]
        elif counter.enters is not None:
            s.place[unit] = COMING
    s.stack = [Turns(), Planning([0, 0])]  # [6.1]
    return s
