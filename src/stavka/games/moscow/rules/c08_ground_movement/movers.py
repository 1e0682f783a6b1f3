"""Chapter 8.1: which units can move or enter in a Movement Phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit, last_unit, units_in
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import entries, sure_entries
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import movable_units
from stavka.games.moscow.rules.c07_operations.army_units import entering_army
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.front import Front, front, kind
from stavka.games.moscow.rules.c08_ground_movement.going import (
    Moving,
    can_step,
    enemy,
    near_enemies,
    stack_allowance,
    whole_steps,
)
from stavka.games.moscow.state import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def entering(g: Moscow, s: Position, side: Side) -> int:
    """Reinforcements that may come onto the map now."""
    if not s.due:
        return 0
    units = (g.apart | g.units_of(s.active)) & g.side_units[side]  # [5.22a]
    return units & s.due & ~s.burning | entering_army(g, s, side)


def can_move(g: Moscow, s: Position, unit: Unit) -> bool:
    """Whether a unit has anywhere to go, alone or by an Overrun."""
    units, here = 1 << unit, s.place[unit]
    points = stack_allowance(g, s, units)
    if can_step(g, s, units, points, enemy(g, s, units)):
        return True
    move = Moving(units, origin=here)
    return bool(points and whole_steps(g, s, units, here, points)) or bool(overrun.targets(g, s, move))


def can_surely_move(g: Moscow, s: Position, there: Front, units: int) -> int:
    """The units, out of the given ones, that can move whatever their own side does, and without fuel: most need not be
    tested one by one. Units that are printed alike move alike, if nothing hinders them."""
    special = units & (s.disrupted | s.oos | s.low_fuel)
    found = 0
    for unit in units_in(special):
        found |= can_leave_now(g, s, there, 1 << unit)
    units ^= special
    for alike in g.move_alike:
        if units & alike:
            found |= can_leave_now(g, s, there, units & alike)
    return found


def can_leave_now(g: Moscow, s: Position, there: Front, units: int) -> int:
    """The units, out of some that move alike, that can leave their hexes now."""
    last = last_unit(units)
    known = kind(g, s, there, 1 << last)
    points = allowance(g, s, last, hungry=fuel.needs_fuel(g, s, last))
    near, far, place, found = known.near, known.far(points), s.place, 0
    for unit in units_in(units):
        here = place[unit]
        if far >> here & 1 or (near >> here & 1 and known.ways_out(g)[points] >> here & 1):
            found |= 1 << unit
    return found


def is_anyone_sure(g: Moscow, s: Position, side: Side, but: int) -> bool:
    """Whether any unit can certainly move, for the other chapters: see `Moscow.can_surely_move`."""
    movable = movable_units(g, s) & g.combat & ~(but | s.disrupted | s.oos | s.low_fuel)
    there = front(g, s, side)
    if any(can_leave_now(g, s, there, movable & alike) for alike in g.move_alike if movable & alike):
        return True
    due = entering(g, s, side) & g.combat & g.fixed_entry[s.scenario] & ~but
    return any(hexes for _, hexes in sure_entries(g, s, due))


def movers(g: Moscow, s: Position, side: Side) -> int:
    """All units that can move or enter now. Most of those that could before another unit moved still can."""
    movable, due, there = movable_units(g, s), entering(g, s, side), front(g, s, side)
    sure = s.sure if s.surroundings is there else 0
    found, asked = sure & (movable | due), movable & ~sure
    if asked:
        easy = can_surely_move(g, s, there, asked)
        sure |= easy
        found |= easy
        for unit in units_in(asked & ~easy):
            if can_move(g, s, unit):
                found |= 1 << unit
    if due & ~sure:
        near, fixed = near_enemies(g, s, side), g.fixed_entry[s.scenario]
        for unit, hexes in sure_entries(g, s, due & ~sure):
            if hexes or entries(g, s, unit):
                found |= 1 << unit
            if hexes if g.combat >> unit & 1 else hexes & ~near:  # others need friends to come near an enemy
                sure |= 1 << unit & fixed
    s.sure, s.surroundings = sure, there
    return found
