"""Chapter 8: movement of a unit or a stack, in as many legs as its owner likes."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.deciding import ByOwners
from stavka.engine.kinds import Option, Unit, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Hand
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import movable_units
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.front import Front, front, kind, pace
from stavka.games.moscow.rules.c08_ground_movement.going import (
    MOVED,
    OVERRAN,
    Moving,
    barred_ends,
    begin,
    closed,
    points_left,
    stack_allowance,
    stay,
    step_cost,
    whole_steps,
)
from stavka.games.moscow.state import Position, overfull
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex, Reach

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

# -- a move ---------------------------------------------------------------------------------------------------------


class Outlook(NamedTuple):
    """The present possibilities of the units of a move."""

    points: int
    """The halves of an MP that they have."""
    found: Reach | None
    """Their reach; None if they have none for a single step."""
    hexes: int
    """The hexes to which they may go, without Overruns."""
    overruns: int


def outlook(g: Moscow, s: Position, f: Moving) -> Outlook:
    key = (f.units, f.half_points, f.flags)
    if s.goals is None or s.goals[0] != key:
        s.goals = (key, find_outlook(g, s, f))
    known: Outlook = s.goals[1]
    return known


def find_outlook(g: Moscow, s: Position, f: Moving) -> Outlook:
    units, moved = f.units, f.flags & MOVED
    last = last_unit(units)
    here, side = s.place[last], g.side[last]
    there = front(g, s, side)
    points = f.half_points if moved else stack_allowance(g, s, units)
    found, hexes = None, 0
    if points:
        if not moved or not is_spent(g, s, f):
            found = find_reach(g, s, there, units, here, points)
            hexes = found.mask if found is not None else 0
        if not moved and there.whole >> here & 1:
            hexes |= whole_steps(g, s, units, here, points)
        hexes ^= hexes & (1 << here | there.ends_barred(g, s, side))
    return Outlook(points, found, hexes, overrun.targets(g, s, f) if there.contact >> here & 1 else 0)


def find_goals(g: Moscow, s: Position, f: Moving) -> int:
    """The hexes to which the stack may go now, without Overruns."""
    return find_outlook(g, s, f).hexes


def find_reach(g: Moscow, s: Position, there: Front, units: int, here: Hex, points: int) -> Reach | None:
    """The reach of units by ordinary steps; None if they cannot pay for any."""
    known = kind(g, s, there, units)
    steps = known.steps[here]
    if not steps or steps[0][0] > points:
        return None
    found = known.free.undisturbed(here, points, known.trouble, here)
    return known.disturbed(g, s, units, here, points) if found is None else found  # [8.11, 8.13a]


def is_spent(g: Moscow, s: Position, f: Moving) -> bool:
    """Whether units have entered EZOC and stop: those that are no Red-Box units, and all after an Overrun."""
    if not f.units & ~g.red_box and not f.flags & OVERRAN:  # [8.22, 8.56i]
        return False
    return bool(f.flags & MOVED and enemy_zone(g, s, g.side_of_units(f.units)) >> g.place_of(s, f.units) & 1)


def is_quiet(g: Moscow, s: Position, units: int, found: Reach, hex_: Hex, cost: int) -> bool:
    """Whether units change only their place on the way to a hex in reach: it leads through hexes that cost less."""
    restless = control.restless(g, s, g.side_of_units(units))
    return not found.mask & restless or not reduce(or_, found.levels[:cost], 1 << hex_) & restless


class Move(ByOwners["Moscow", Position, Moving]):
    """A move. Before it begins, units of the same hex may join the stack; on the way units may be left behind."""

    rule = "8.11"

    def free_picks(self, g: Moscow, s: Position, f: Moving, offer: Offer) -> Offer:
        """Before it begins a move can be given up. Afterwards, and in each hex, others go on; an Overrun is fought."""
        if not g.can_surely_move(s, g.side_of_units(f.units), f.units):
            return offer.only(0 if f.flags & MOVED else UNITS | OPTIONS)
        return offer.only(UNITS | OPTIONS | HEXES, hexes=~outlook(g, s, f).overruns)

    def proceed(self, g: Moscow, s: Position, f: Moving) -> bool:
        if f.flags & OVERRAN:
            f.units = sum(1 << unit for unit in units_in(f.units) if s.place[unit] >= 0)  # lost in the Overrun
        if not f.units:
            s.stack.pop()
            return True
        if not f.flags & MOVED:
            return False
        if f.half_points:
            ahead = outlook(g, s, f)
            if ahead.hexes or ahead.overruns:
                return False
        self.finish(g, s, f)
        return True

    def finish(self, g: Moscow, s: Position, f: Moving) -> None:
        s.stack.pop()
        if f.flags & MOVED:
            stay(g, s, f.units)

    def companions(self, g: Moscow, s: Position, f: Moving) -> int:
        """Units that may join a stack that has not moved."""
        place = g.place_of(s, f.units)
        here: int = s.at[place] & ~f.units if place >= 0 else 0
        return movable_units(g, s) & here if here else 0  # [8.12, 8.12a, 8.12d]

    def dropped(self, f: Moving) -> int:
        """Units that a moving stack may leave where it is."""
        return f.units if f.units & (f.units - 1) else 0  # [8.12c]

    def hand(self, g: Moscow, s: Position, f: Moving) -> Hand:
        units, edges = f.units, pace(g, s, f.units).free.edges
        return Hand(units, g.place_of(s, units), bool(f.flags & MOVED), edges, overfull(g, s, units))

    def offer(self, g: Moscow, s: Position, f: Moving) -> Offer:
        ahead = outlook(g, s, f)
        units = self.dropped(f) if f.flags & MOVED else self.companions(g, s, f)
        return Offer(self.seat(g, s, f), units, ahead.hexes | ahead.overruns, g.STOP)  # [8.13b]

    def unit(self, g: Moscow, s: Position, f: Moving, unit: Unit) -> None:
        if f.flags & MOVED:
            f.units &= ~(1 << unit)
            stay(g, s, 1 << unit)  # [8.12c]
        else:
            f.units |= 1 << unit

    def hex(self, g: Moscow, s: Position, f: Moving, hex_: Hex) -> None:
        points, found, _, overruns = outlook(g, s, f)
        if overruns >> hex_ & 1:
            overrun.begin(g, s, f, hex_)
            return
        units = f.units
        if not f.flags & MOVED:
            begin(g, s, units)
        f.half_points, f.flags = 0, MOVED
        if found is None or not found.mask >> hex_ & 1:
            self.go(g, s, f, [g.place_of(s, units), hex_])  # [8.23b, 8.36c1]
            return
        cost = found.cost_of(hex_)
        f.half_points = points - cost
        if s.events is None and is_quiet(g, s, units, found, hex_, cost):
            control.slip(g, s, units, hex_)
            return
        side, here = g.side_of_units(units), g.place_of(s, units)
        known = kind(g, s, front(g, s, side), units)
        way = known.reacher(g, here, points).way(found, here, hex_, known.enemy(g, s, units))
        self.go(g, s, f, way)

    def go(self, g: Moscow, s: Position, f: Moving, way: list[Hex]) -> None:
        if s.events is not None:
            s.tell("moves", ("8.11",), units=f.units, path=way, left=f.half_points / 2)
        control.walk(g, s, f.units, way[1:])

    def option(self, g: Moscow, s: Position, f: Moving, option: Option) -> None:
        self.finish(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Moving) -> str:
        return ask("move", units=g.named(s, f.units), points=points_left(g, s, f) / 2)

    def why(self, g: Moscow, s: Position, f: Moving, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_move(g, s, f, pick[1])
        if pick[0] == UNIT:
            return self.why_not_unit(g, s, f, pick[1])
        return because("8.0", "stop or go on") if pick[0] == OPTION else None

    def why_not_unit(self, g: Moscow, s: Position, f: Moving, unit: Unit) -> Reason:
        if f.flags & MOVED:
            return because("8.12a", "no picking up")
        if s.place[unit] != g.place_of(s, f.units):
            return because("8.12", "stack of one hex")
        return because("8.0", "not to be moved")


# -- why not --------------------------------------------------------------------------------------------------------


def why_not_move(g: Moscow, s: Position, f: Moving, hex_: Hex) -> Reason:
    units = f.units
    here, side = g.place_of(s, units), g.side_of_units(units)
    if hex_ == here:
        return because("8.11", "units are there")
    if not g.on_map(s) >> hex_ & 1:
        return because("2.0a", "other map")
    if s.occupied[1 - side] >> hex_ & 1:
        return overrun.why_not(g, s, f, hex_)
    if barred_ends(g, s, side) >> hex_ & 1:
        return because("5.21", "enemy entry")
    if closed(g, s, units) >> hex_ & 1:
        if s.apart[1 - side] >> hex_ & 1:
            return because("3.14g3", "enemy apart there")
        return because("8.15", "apart from the enemy")
    if g.grid.direction(here, hex_) >= 0:
        return why_not_step(g, s, f, hex_)
    return because("8.13a", "too far", points=points_left(g, s, f) / 2)


def why_not_step(g: Moscow, s: Position, f: Moving, hex_: Hex) -> Reason:
    """The reason why units may not take the step into an adjacent hex."""
    units = f.units
    here, points = g.place_of(s, units), points_left(g, s, f)
    cost = step_cost(g, s, units, here, hex_)
    if g.grid.between(g.unbridged_river, here, hex_):
        if units & g.river_barred:
            return because("8.36c", "river barred")
        if f.flags & MOVED:
            return because("8.36c1", "river first")
        return because("8.36c1", "step price", cost=cost / 2, points=points / 2)
    zone = enemy_zone(g, s, g.side_of_units(units))
    if zone >> here & 1 and f.flags & MOVED and units & ~g.red_box:
        return because("8.22", "stop in zone")
    return because("8.13a", "step price", cost=cost / 2, points=points / 2)
