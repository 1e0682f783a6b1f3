"""Chapter 5: supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.c04_zones import enemy_zones
from skirmish.state import Position
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side, units_in
from stavka.engine.machine import Step
from stavka.hexes import flood

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def supplied_hexes(g: Skirmish, s: Position, side: Side) -> int:
    """The hexes from which a supply line leads to a source of a side."""
    open_ = g.grid.all & ~s.occupied[1 - side]  # [5.2]
    open_ &= ~enemy_zones(g, s, side) | s.occupied[side]  # [5.2]
    return flood(g.grid, g.sources[side], open_, g.grid.all_sides)  # [5.1]


@frame("supply")
class Checking(Frame):
    pass


class SupplyCheck(Step["Skirmish", Position, Checking]):
    rule = "5.3"

    def proceed(self, g: Skirmish, s: Position, f: Checking) -> bool:
        s.stack.pop()
        fed, own = supplied_hexes(g, s, s.phasing), g.side_units[s.phasing]
        without = sum(1 << unit for unit in units_in(own) if s.place[unit] >= 0 and not fed >> s.place[unit] & 1)
        s.unsupplied = s.unsupplied & ~own | without  # [5.3]
        if without:
            s.tell("unsupplied", ("5.3",), units=without)
        return True
