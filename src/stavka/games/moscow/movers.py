"""Chapter 8.1: which units can move or enter in a Movement Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.offer import members
from stavka.games.moscow import fuel, overrun
from stavka.games.moscow.activation import formation_now, movable_units
from stavka.games.moscow.army import entering_army
from stavka.games.moscow.front import Front, Kind, front, kind
from stavka.games.moscow.going import can_step, enemy, near_enemies, stack_allowance, whole_steps
from stavka.games.moscow.position import Position
from stavka.games.moscow.reinforcements import all_entries
from stavka.games.moscow.supply import open_hexes
from stavka.games.moscow.values import allowance

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def entering(g: Moscow, s: Position, side: int) -> int:
    """Reinforcements that may come onto the map now."""
    if not s.due:
        return 0
    units = (g.apart | g.units_of(s.active)) & g.side_units[side]  # [5.22a]
    return units & s.due & ~s.burning | entering_army(g, s, side)


def can_move(g: Moscow, s: Position, unit: int) -> bool:
    """Whether a unit has anywhere to go, alone or by an Overrun."""
    units, here = 1 << unit, s.place[unit]
    points = stack_allowance(g, s, units)
    if can_step(g, s, units, points, enemy(g, s, units)):
        return True
    frame = ["move", units, 0, 0, here]
    return bool(points and whole_steps(g, s, units, here, points)) or bool(overrun.targets(g, s, frame))


class Easy:
    """Tells which units can surely move, whatever their own side does: most need not be asked one by one."""

    def __init__(self, g: Moscow, s: Position, there: Front) -> None:
        self.g, self.s, self.there = g, s, there
        self.special = s.disrupted | s.oos | s.low_fuel
        self.users = g.fuel_users[s.scenario]
        self.alike: dict[tuple[int, int, bool], tuple[Kind, int]] = {}
        self.fuelled: dict[int, int] = {}

    def find(self, units: int) -> int:
        """Those of some units that surely can move."""
        place, found = self.s.place, 0
        for unit in members(units):
            here = place[unit]
            known, points = self.known(unit)
            if known.near >> here & 1:
                if known.ways_out(self.g, self.s, 1 << unit)[points] >> here & 1:
                    found |= 1 << unit
            elif known.steps[here] and known.steps[here][0][0] <= points:
                found |= 1 << unit
        return found

    def known(self, unit: int) -> tuple[Kind, int]:
        """What a unit knows of the map, and its MA: the same for all that are printed alike and have fuel, or none, if
        nothing is the matter with them."""
        g, s = self.g, self.s
        hungry = self.users >> unit & 1 == 1 and self.is_hungry(unit)
        if self.special >> unit & 1:
            return kind(g, s, self.there, 1 << unit), allowance(g, s, unit, hungry=hungry)
        alike = (*g.printed_move[unit], hungry)
        found = self.alike.get(alike)
        if found is None:
            found = self.alike[alike] = kind(g, s, self.there, 1 << unit), allowance(g, s, unit, hungry=hungry)
        return found

    def is_hungry(self, unit: int) -> bool:
        """As `fuel.is_hungry`, of a unit that needs fuel: it has it in the same hexes as the others of its
        Formation."""
        g, s = self.g, self.s
        if not s.burning:
            return True
        formation = formation_now(g, s, unit)
        if formation not in self.fuelled:
            self.fuelled[formation] = fuel.fuelled(g, s, unit)
        return not self.fuelled[formation] >> s.place[unit] & 1


def movers(g: Moscow, s: Position, side: int) -> int:
    """All units that can move or enter now. Most of those that could before somebody else moved still can."""
    movable, due, there = movable_units(g, s), entering(g, s, side), front(g, s, side)
    around = (there, open_hexes(g, s, side) if s.burning else 0)  # what decides it besides the units themselves
    sure = s.sure if s.surroundings == around else 0
    found, asked = sure & (movable | due), movable & ~sure
    if asked:
        easy = Easy(g, s, there).find(asked)
        sure |= easy
        found |= easy
        for unit in members(asked & ~easy):
            if can_move(g, s, unit):
                found |= 1 << unit
    if due & ~sure:
        near = near_enemies(g, s, side)
        for unit, hexes in all_entries(g, s, due & ~sure):
            if hexes:
                found |= 1 << unit
                if hexes & ~near:
                    sure |= 1 << unit & g.fixed_entry[s.scenario]
    s.sure, s.surroundings = sure, around
    return found
