"""Chapter 8: the cost of a move, its hindrances, and its effects on the units that begin it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, units_in
from stavka.games.moscow.board import Going
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import note_activation
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.state import RAIN, Position
from stavka.hexes import BARRED, NO_HEX, Enemy, Hex, Tolls, exits

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

MOVED, OVERRAN = 1, 2
"""Flags of a move: it has begun; its last step was an Overrun."""


@frame("move")
class Moving(Frame):
    """The move of one unit or stack."""

    units: int
    half_points: int = 0  # MP left, in halves, once it has begun
    flags: int = 0  # MOVED, OVERRAN
    origin: Hex = NO_HEX  # the hex where the units began the Movement Phase; -1: they entered the map


def going(g: Moscow, s: Position, units: int) -> Going:
    """The movement of units together: motorized if any of them is, as Red-Box units only if all are."""
    side = g.side[last_unit(units)]
    motorized = bool(units & g.motorized)  # [3.35d, 8.12, 8.17]
    red_box = not units & ~g.red_box  # [8.22]
    rain = s.weather == RAIN  # [5.13a, 8.41, 7.21A5]
    forts = 0 if rain else s.forts[1 - side] & g.on_trail  # [8.33c]
    return Going(motorized, red_box, rain, g.lines_against(s, side), forts)


def enemy(g: Moscow, s: Position, units: int, *, defender: int = 0) -> Enemy:
    """The effect of the enemy on a move. defender: hexes whose EZOC costs a reacting unit nothing, and where it
    stops."""
    side = g.side[last_unit(units)]
    zone = enemy_zone(g, s, side)
    stop = zone if units & ~g.red_box else 0  # [8.22, 8.22a]
    tolls = ((g.fort_halves, s.forts[1 - side]),) if s.forts[1 - side] else ()  # [8.31c, 14.11b]
    return Enemy(
        zone & ~defender, 0, g.zoc_halves, closed(g, s, units), stop | defender, tolls
    )  # [8.21, 9.36, 3.25a, 3.25b, 8.23c]


def closed(g: Moscow, s: Position, units: int) -> int:
    """Hexes that units may not enter at any cost."""
    side = g.side[last_unit(units)]
    shut = s.occupied[1 - side] | g.elsewhere[s.scenario]  # [8.14]
    if not units & g.combat:
        near = g.grid.spread(s.occupied[1 - side])
        shut |= near & ~s.occupied[side] | s.apart[1 - side]  # [3.14g3, 8.15]
    return shut


def near_enemies(g: Moscow, s: Position, side: Side) -> int:
    """Hexes that Leaders and Fuel units may not enter, or only while combat units of their side are there."""
    return g.grid.spread(s.occupied[1 - side]) | s.apart[1 - side]


def trouble(g: Moscow, s: Position, units: int) -> int:
    """Hexes in which the enemy may hinder a move in any way."""
    side = g.side[last_unit(units)]
    hexes = enemy_zone(g, s, side) | g.elsewhere[s.scenario] | s.forts[1 - side]
    return hexes if units & g.combat else hexes | near_enemies(g, s, side)


def step_cost(g: Moscow, s: Position, units: int, hex_: Hex, there: Hex) -> int:
    """The cost of a single step off the road, with works and EZOC, but without water that has no bridge."""
    how, d = going(g, s, units), g.grid.direction(hex_, there)
    cost = g.step_cost(how.column, hex_, d)[0]
    if g.line_sides(how.lines)[d] >> hex_ & 1:
        cost += g.line_halves  # [8.37]
    return cost + entry_tolls(g, s, units, there)


def entry_tolls(g: Moscow, s: Position, units: int, there: int) -> int:
    """The additional costs of enemy works and EZOC for units that enter a hex."""
    return sum(toll for toll, hexes in tolls(g, s, g.side_of_units(units)) if hexes >> there & 1)


def tolls(g: Moscow, s: Position, side: Side) -> Tolls:
    """The additional costs of enemy works and EZOC, and the hexes in which they apply."""
    zone, works = enemy_zone(g, s, side), s.forts[1 - side]
    both = g.zoc_halves + g.fort_halves
    return (g.zoc_halves, zone & ~works), (g.fort_halves, works & ~zone), (both, zone & works)  # [8.21, 8.31c, 14.11b]


def whole_steps(g: Moscow, s: Position, units: int, hex_: Hex, points: int) -> int:
    """Hexes that units which have not moved can enter for their whole MA: from EZOC to EZOC, or across a river."""
    zone, found = enemy_zone(g, s, g.side_of_units(units)), 0
    river = g.over_river.get(hex_, 0)
    near = 0 if units & g.river_barred else river  # [8.36c]
    if units & ~g.red_box and zone >> hex_ & 1:
        near |= g.grid.ring(hex_, 1) & zone & ~river  # [8.23b]
    for there in hexes_in(near & ~closed(g, s, units)) if near else ():
        if step_cost(g, s, units, hex_, there) <= points:
            found |= 1 << there  # [8.23b, 8.36c1]
    return found


def can_step(g: Moscow, s: Position, units: int, points: int, there: Enemy) -> bool:
    """Whether units can take at least one ordinary step for this many halves of an MP."""
    here = g.place_of(s, units)
    zone = there.zone | there.stop
    works = s.forts[1 - g.side_of_units(units)]
    for cost, flags, near in g.reacher(going(g, s, units)).edges.steps[here]:
        if cost > points:
            return False
        if there.closed >> near & 1 or (flags & BARRED and zone >> here & zone >> near & 1):
            continue
        price = cost + (there.enter if there.zone >> near & 1 else 0) + (g.fort_halves if works >> near & 1 else 0)
        if price <= points:
            return True
    return False


def find_exits(g: Moscow, how: Going, free: int) -> list[int]:
    """For each number of halves, the hexes from which a step into a free hex costs no more (kept: `Moscow.exits`)."""
    return exits(g.reacher(how).edges, free, max(g.move_halves))


def stack_allowance(g: Moscow, s: Position, units: int) -> int:
    """The MA of a stack that is about to move, as fuel allows."""
    last = last_unit(units)
    if units == 1 << last:
        return allowance(g, s, last, hungry=fuel.is_hungry(g, s, last))
    return min([allowance(g, s, unit, hungry=fuel.is_hungry(g, s, unit)) for unit in units_in(units)])  # [8.12, 3.35c]


def would_starve(g: Moscow, s: Position, f: Moving, unit: Unit) -> bool:
    """Whether a unit that has not moved yet would be Low Fuel as soon as it does."""
    return not f.flags & MOVED and fuel.is_hungry(g, s, unit)


def points_left(g: Moscow, s: Position, f: Moving) -> int:
    return f.half_points if f.flags & MOVED else stack_allowance(g, s, f.units)


def barred_ends(g: Moscow, s: Position, side: Side) -> int:
    """Entry hexes of enemy reinforcements, where no unit of the side may stay."""
    return g.closed_entries(s.scenario, 1 - side, s.awaited)  # [5.21, 5.21a]


def begin(g: Moscow, s: Position, units: int) -> None:
    """Begin the move of units: everything that happens at that moment."""
    if units & g.fuel_users[s.scenario]:
        for unit in units_in(units):
            fuel.start_moving(g, s, unit)
    if units & ~g.combat:
        for unit in units_in(units & ~g.combat):
            note_activation(g, s, unit)  # [15.31, 16.21a]
    s.moved |= units  # [8.13]
    give_up_works(s, units)  # [14.33]


def stay(g: Moscow, s: Position, units: int) -> None:
    """End the move of units: units that join others in a hex end their No Retreat."""
    hex_ = g.place_of(s, units)
    if s.holding >> hex_ & 1 and s.at[hex_] & g.combat & ~units:
        s.holding &= ~(1 << hex_)  # [9.45a]
