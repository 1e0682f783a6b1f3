"""Chapter 8.1: which units can move or enter in a Movement Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.offer import members
from stavka.games.moscow import fuel, overrun
from stavka.games.moscow.activation import formation_now, movable_units
from stavka.games.moscow.army import entering_army
from stavka.games.moscow.going import (
    can_leave,
    can_step,
    enemy,
    going,
    near_enemies,
    stack_allowance,
    trouble,
    whole_steps,
)
from stavka.games.moscow.position import Position
from stavka.games.moscow.reinforcements import entries
from stavka.games.moscow.supply import open_hexes
from stavka.games.moscow.values import allowance
from stavka.games.moscow.zoc import enemy_zone

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def entering(g: Moscow, s: Position, side: int) -> int:
    """Reinforcements that may come onto the map now."""
    units = g.leaders | g.fuel_units
    for formation in members(s.active):
        units |= g.formation_units[formation]  # [5.22a]
    units &= g.side_units[side]
    return units & s.due & ~s.burning | entering_army(g, s, side)


def can_move(g: Moscow, s: Position, unit: int) -> bool:
    """Whether a unit has anywhere to go, alone or by an Overrun."""
    units, here = 1 << unit, s.place[unit]
    points = stack_allowance(g, s, units)
    if can_step(g, s, units, points, enemy(g, s, units)):
        return True
    frame = ["move", units, 0, 0, here]
    return bool(points and whole_steps(g, s, units, here, points)) or bool(overrun.targets(g, s, frame))


class Kind:
    """What units of a class know of the map: where the enemy is near, what a step out of each hex costs elsewhere."""

    def __init__(self, g: Moscow, s: Position, unit: int) -> None:
        self.near = g.grid.spread(trouble(g, s, 1 << unit))
        self.steps = g.reacher(going(g, s, 1 << unit)).edges.steps
        self.ways_out: list[int] = []
        self.allowances: dict[int, int] = {}


class Easy:
    """Tells which units can surely move, whatever their own side does: most need not be asked one by one."""

    def __init__(self, g: Moscow, s: Position) -> None:
        self.g, self.s = g, s
        self.special = s.disrupted | s.oos | s.low_fuel | g.fuel_users[s.scenario]
        self.kinds: dict[int, Kind] = {}
        self.fuelled: dict[int, int] = {}

    def can_move(self, unit: int) -> bool:
        g, s = self.g, self.s
        kind = self.kinds.get(g.going_class[unit])
        if kind is None:
            kind = self.kinds[g.going_class[unit]] = Kind(g, s, unit)
        points, here = self.points(kind, unit), s.place[unit]
        if not kind.near >> here & 1:
            return bool(kind.steps[here]) and kind.steps[here][0][0] <= points
        kind.ways_out = kind.ways_out or can_leave(g, s, 1 << unit)
        return kind.ways_out[points] >> here & 1 == 1

    def points(self, kind: Kind, unit: int) -> int:
        """The MA of a unit: the same for all that are printed alike, if nothing is the matter with them."""
        g, s = self.g, self.s
        if self.special >> unit & 1:
            return allowance(g, s, unit, hungry=self.is_hungry(unit))
        printed = g.move_halves[unit]
        if printed not in kind.allowances:
            kind.allowances[printed] = allowance(g, s, unit)
        return kind.allowances[printed]

    def is_hungry(self, unit: int) -> bool:
        """As `fuel.is_hungry`: all that need fuel have it in the same hexes as the others of their Formation."""
        g, s = self.g, self.s
        if not fuel.needs_fuel(g, s, unit):
            return False
        formation = formation_now(g, s, unit)
        if formation not in self.fuelled:
            self.fuelled[formation] = fuel.fuelled(g, s, unit)
        return not self.fuelled[formation] >> s.place[unit] & 1


def surroundings(g: Moscow, s: Position, side: int) -> tuple[int, ...]:
    """What decides, besides themselves, whether units of a side that have not moved surely can in this phase."""
    ground = open_hexes(g, s, side) if s.burning else 0
    other = 1 - side
    return enemy_zone(g, s, side), s.occupied[other], s.apart[other], s.forts[other], s.lines_down, ground


def movers(g: Moscow, s: Position, side: int) -> int:
    """All units that can move or enter now. Most of those that could before somebody else moved still can."""
    movable, due, around = movable_units(g, s), entering(g, s, side), surroundings(g, s, side)
    sure = s.sure if s.surroundings == around else 0
    found, easy = sure & (movable | due), Easy(g, s)
    for unit in members(movable & ~sure):
        if easy.can_move(unit):
            found |= 1 << unit
            sure |= 1 << unit
        elif can_move(g, s, unit):
            found |= 1 << unit
    for unit in members(due & ~sure):
        hexes = entries(g, s, unit)
        if hexes:
            found |= 1 << unit
            if hexes & ~near_enemies(g, s, side):
                sure |= 1 << unit & g.fixed_entry[s.scenario]
    s.sure, s.surroundings = sure, around
    return found
