"""Chapter 8: movement. Chance is in it: mines, breakdowns and the minimum move roll in the middle of a move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

from stavka.engine.deciding import ByOwner
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in
from stavka.engine.machine import HEXES, OPTIONS, Hand
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, why_crowded
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import zoc_against
from stavka.games.zitadelle.rules.c07_assault.morale import movement_allowance
from stavka.games.zitadelle.rules.c08_movement.frames import LeavingMines, TryingStep
from stavka.games.zitadelle.rules.c12_victory import control
from stavka.games.zitadelle.state import SOVIET, Position
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Enemy, Hex, Reach, Tolls, edge, exits

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.games.zitadelle.rules.c08_movement.movement_phase import MovingUnits
    from stavka.games.zitadelle.rules.c11_reinforcements import Entering

MOVED, LEFT_ZONE = 1, 2
"""Flags of a move: it has begun; it has left an EZOC hex."""

# -- what a step costs ----------------------------------------------------------------------------------------------


def find_tolls(g: Zitadelle, bombers: tuple[Hex, ...]) -> Tolls:
    """The additional costs of air interdiction for Soviet units, by hexes: the zones of several dive bombers add up.

    bombers: the hexes of the dive bombers; negative ones are not on the map."""
    layers: list[int] = []
    for hex_ in bombers:
        if hex_ < 0:
            continue
        zone = g.grid.range(hex_, g.interdiction_range)  # [8.42a]
        for i, layer in enumerate(layers):
            layers[i], zone = layer | zone, layer & zone
        if zone:
            layers.append(zone)
    return tuple(
        (g.interdiction_cost * (i + 1), layer & ~below)  # [8.42b]
        for i, (layer, below) in enumerate(pairwise([*layers, 0]))
    )


def enemy(g: Zitadelle, s: Position, f: Moving | Entering) -> Enemy:
    """The effect of the enemy on a move."""
    unit = f.unit
    side, here = g.side[unit], s.place[unit]
    zone = zoc_against(g, s, unit)  # [5.28b]
    closed = s.occupied[1 - side]  # [8.21]
    tolls = s.tolls if side == SOVIET else ()  # [8.42c]
    in_zone = here >= 0 and zone >> here & 1
    barred = s.disrupted >> unit & 1 and g.uses(s, "disrupted_zoc")
    if f.flags & LEFT_ZONE or barred or in_zone:  # [8.24a, 8.24b, 13.51a]
        closed, zone = closed | zone, 0
    if in_zone:
        return Enemy(1 << here, f.half_allowance, 0, closed, 0, tolls)  # [5.22, 8.23]
    return Enemy(0, 0, 0, closed, zone, tolls)  # [8.22a]


def toll(there: Enemy, hex_: Hex) -> int:
    return sum(cost for cost, hexes in there.tolls if hexes >> hex_ & 1) if there.tolls else 0


def single_steps(g: Zitadelle, s: Position, f: Moving) -> Iterator[tuple[int, int]]:
    """(hex, MP without a minefield) of every legal single step, at any cost."""
    unit, here = f.unit, s.place[f.unit]
    there = enemy(g, s, f)
    leave = there.leave if there.zone >> here & 1 else 0
    for cost, _, near in g.reacher_of[unit].edges.steps[here]:
        if not there.closed >> near & 1:
            yield near, cost + leave + toll(there, near)  # [8.31]


def is_mined(g: Zitadelle, s: Position, unit: Unit) -> bool:
    return bool(s.place[unit] >= 0 and g.mines >> s.place[unit] & 1)


# -- ways through minefields ------------------------------------------------------------------------------------------


class Leg(NamedTuple):
    """A part of a way: up to the next minefield, or out of one and on to the first hex in which the unit may stay."""

    start: Hex
    spent: int  # MP before it, with a 1 for every die
    dice: int  # number of these that are dice, including that of its own start
    found: Reach
    before: Leg | None

    def cost_of(self, hex_: Hex) -> int:
        """MP to a hex from where the whole way begins, with a 1 for every die."""
        return self.spent + self.found.cost_of(hex_)


def legs(g: Zitadelle, s: Position, f: Moving) -> list[Leg]:
    """All parts of the ways that a unit can go without staying anywhere, the one from its own hex first. Where it may
    not stay it need not: it passes works with mines, too, and rolls for each (Z1)."""
    key = (f.unit, s.place[f.unit], f.points, f.flags)
    if s.memo is None or s.memo[0] != key:
        s.memo = (key, find_legs(g, s, f))
    known: list[Leg] = s.memo[1]
    return known


def find_legs(g: Zitadelle, s: Position, f: Moving) -> list[Leg]:
    unit, here, left = f.unit, s.place[f.unit], f.points
    there = enemy(g, s, f)
    if g.mines >> here & 1:
        found = [out_of_mines(g, f, staying(g, s, unit, there), here, 0, None)]
    else:
        found = [Leg(here, 0, 0, g.reacher_of[unit].reach(here, left, there), None)]  # [8.0, 8.25, 8.26a, 8.27a, 8.31]
    if not found[0].found.mask & g.mines:
        return found
    passed = g.mines & crowded(g, s, unit)
    passed ^= passed & there.stop
    if not found[0].found.mask & passed:
        return found
    stays = staying(g, s, unit, there)
    least = {here: 0}
    for leg in found:  # legs that are found on the way are examined in their turn
        for hex_ in hexes_in(leg.found.mask & passed):
            cost = leg.cost_of(hex_)
            if cost < min(least.get(hex_, left), left):
                least[hex_] = cost
                found.append(out_of_mines(g, f, stays, hex_, cost, leg))  # [5.11b, 8.27a, 8.33]
    return found


def best_leg(known: list[Leg], hex_: Hex) -> Leg:
    """The part of a way that ends in a hex: with the fewest dice, then for the fewest MP."""
    if len(known) == 1:
        return known[0]
    return min((leg for leg in known if leg.found.mask >> hex_ & 1), key=lambda leg: (leg.dice, leg.cost_of(hex_)))


def out_of_mines(g: Zitadelle, f: Moving, stays: Enemy, start: Hex, spent: int, before: Leg | None) -> Leg:
    """The part of a way that leads out of a minefield: it ends where the unit may stay."""
    found = g.reacher_of[f.unit].reach(start, f.points - spent - 1, stays)
    return Leg(start, spent + 1, before.dice + 1 if before else 1, found, before)


def staying(g: Zitadelle, s: Position, unit: Unit, there: Enemy) -> Enemy:
    """The enemy as it is for a unit whose move ends in the first hex where it may stay."""
    zone, leave, enter, closed, stop, tolls = there
    return Enemy(zone, leave, enter, closed, stop | g.grid.all ^ crowded(g, s, unit), tolls)


def way_by(g: Zitadelle, s: Position, f: Moving, leg: Leg, hex_: Hex) -> list[Hex]:
    """All hexes of a way whose last part is `leg`, from the unit's own hex."""
    unit, there = f.unit, enemy(g, s, f)
    if g.mines >> leg.start & 1:
        there = staying(g, s, unit, there)
    part = g.reacher_of[unit].way(leg.found, leg.start, hex_, there)
    return [*way_by(g, s, f, leg.before, leg.start), *part[1:]] if leg.before else part


def price_of(g: Zitadelle, s: Position, f: Moving, way: list[Hex]) -> int:
    """The cost of the steps of a way without dice."""
    there = enemy(g, s, f)
    total = 0
    for a, b in pairwise(way):
        found = edge(g.reacher_of[f.unit].edges, a, b)
        assert found is not None, "a way leads from neighbour to neighbour"
        total += found[0] + toll(there, b) + (there.leave if there.zone >> a & 1 else 0)  # [8.23, 8.31]
    return total


# -- who can move ---------------------------------------------------------------------------------------------------


def frozen(g: Zitadelle, s: Position) -> int:
    """Rokossovsky's reserve in the first turn."""
    return g.reserve if s.turn == 1 and not s.model else 0  # [8.5, 11.23]


def is_frozen(g: Zitadelle, s: Position, unit: Unit) -> bool:
    return bool(frozen(g, s) >> unit & 1)


def is_pinned(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """A disrupted unit in EZOC that may not leave."""
    if not (g.uses(s, "disrupted_zoc") and s.disrupted >> unit & 1):
        return False
    return bool(zoc_against(g, s, unit) >> s.place[unit] & 1)  # [13.51b]


def easy_exits(g: Zitadelle, s: Position, side: Side, kind: int) -> list[int]:
    """For each number of MP, the hexes from which a step without additional costs costs no more."""
    shut = s.occupied[1 - side] | (g.tolled(s) if side == SOVIET else 0)
    return exits(g.reachers[side][kind].edges, g.grid.all & ~shut, g.most_points)


def can_move(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether a unit on the map has anywhere to go at all."""
    if is_frozen(g, s, unit) or is_pinned(g, s, unit):
        return False
    points = movement_allowance(g, s, unit)
    steps = single_steps(g, s, Moving(unit, points, half_allowance=points >> 1))
    if g.uses(s, "minimum_move"):
        return next(steps, None) is not None  # [13.71a]
    left = points - is_mined(g, s, unit)
    return any(cost <= left for _, cost in steps)


# -- one move -------------------------------------------------------------------------------------------------------


def others_can_move(s: Position) -> bool:
    """Whether the Movement Phase continues after the move on top of the stack."""
    phase = cast("MovingUnits", s.stack[-2])
    return bool(phase.units)


@frame("move")
class Moving(Frame):
    """One unit's move."""

    unit: Unit
    points: int  # MP left
    half_allowance: int
    flags: int = 0  # MOVED, LEFT_ZONE


class Move(ByOwner["Zitadelle", Position, Moving]):
    """One unit's move."""

    rule = "8.11b"

    def proceed(self, g: Zitadelle, s: Position, f: Moving) -> bool:
        if not f.flags & MOVED or (f.points and self.hexes(g, s, f)):
            return False
        self.finish(s, f.unit)
        return True

    def finish(self, s: Position, unit: Unit) -> None:
        s.stack.pop()
        s.moved |= 1 << unit  # [8.16]

    def hexes(self, g: Zitadelle, s: Position, f: Moving) -> int:
        """The hexes to which the unit may go: every hex in reach in which it might also end."""
        key = (f.unit, f.points, f.flags)
        if s.goals is not None and s.goals[0] == key:
            return s.goals[1]
        hexes = self.find_hexes(g, s, f)
        s.goals = (key, hexes)
        return hexes

    def find_hexes(self, g: Zitadelle, s: Position, f: Moving) -> int:
        unit = f.unit
        hexes = self.tries(g, s, f) | self.payable(g, s, f)
        return hexes ^ hexes & crowded(g, s, unit) if hexes else 0  # [5.11b, 5.17, 8.28]

    def payable(self, g: Zitadelle, s: Position, f: Moving) -> int:
        """Other hexes for which the MP may be enough: each die on the way could be a 1."""
        here = s.place[f.unit]
        steps = g.reacher_of[f.unit].edges.steps[here]
        if not steps or f.points < steps[0][0]:  # the cost of the cheapest step
            return 0
        hexes = 0
        for leg in legs(g, s, f):
            hexes |= leg.found.mask  # [8.33]
        return hexes ^ 1 << here

    def tries(self, g: Zitadelle, s: Position, f: Moving) -> int:
        """Hexes that cost too much, which a unit that has not moved may try to enter."""
        if f.flags & MOVED or not g.uses(s, "minimum_move"):
            return 0
        left = f.points - is_mined(g, s, f.unit)
        dear = sum(1 << near for near, cost in single_steps(g, s, f) if cost > left)  # [13.71a, 13.71c]
        return dear & ~self.payable(g, s, f)

    def free_picks(self, g: Zitadelle, s: Position, f: Moving, offer: Offer) -> Offer:
        """The picks that roll no dice, as long as other units of the phase can still move."""
        if not others_can_move(s):
            return offer.only(0)
        safe = 0
        for leg in legs(g, s, f):
            if not leg.dice:
                safe |= leg.found.mask
        return offer.only(HEXES | OPTIONS, hexes=safe & ~self.tries(g, s, f))

    def hand(self, g: Zitadelle, s: Position, f: Moving) -> Hand:
        return Hand(1 << f.unit, s.place[f.unit], bool(f.flags & MOVED), g.reacher_of[f.unit].edges)

    def offer(self, g: Zitadelle, s: Position, f: Moving) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=g.STOP)  # [8.0]

    def hex(self, g: Zitadelle, s: Position, f: Moving, hex_: Hex) -> None:
        unit = f.unit
        if self.tries(g, s, f) >> hex_ & 1:
            s.stack.append(TryingStep(unit, hex_))  # [13.71b]
            return
        leg = best_leg(legs(g, s, f), hex_)
        if leg.dice:
            begin_mines(g, s, f, way_by(g, s, f, leg, hex_))  # [8.33]
        else:
            self.go(g, s, f, self.way(g, s, f, leg, hex_), leg.cost_of(hex_))

    def way(self, g: Zitadelle, s: Position, f: Moving, leg: Leg, hex_: Hex) -> list[Hex]:
        """The way taken, or only its end if no hex on it can matter."""
        unit = f.unit
        if s.events is None and not leg.found.mask & control.alert(g, s, g.side[unit]):
            return [s.place[unit], hex_]
        return way_by(g, s, f, leg, hex_)

    def go(self, g: Zitadelle, s: Position, f: Moving, path: list[Hex], cost: int) -> None:
        unit = f.unit
        zone = zoc_against(g, s, unit)
        if zone >> path[0] & 1:
            f.flags |= LEFT_ZONE  # [8.24b]
        f.flags |= MOVED
        f.points = 0 if zone >> path[-1] & 1 else f.points - cost  # [8.0, 8.22a]
        if s.events is not None:
            s.tell("moves", ("8.11b", "8.12a"), unit=unit, path=path, left=f.points)
        control.walk(g, s, unit, path[1:])  # [8.11b]

    def option(self, g: Zitadelle, s: Position, f: Moving, option: Option) -> None:
        self.finish(s, f.unit)

    def prompt(self, g: Zitadelle, s: Position, f: Moving) -> str:
        return ask("move", unit=g.labels[f.unit], points=f.points)

    def why(self, g: Zitadelle, s: Position, f: Moving, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_move(g, s, f, pick[1])
        if pick[0] == UNIT:
            return because("8.16", "other unit moves", unit=g.labels[f.unit])
        return None


MOVE = Move()


def begin_mines(g: Zitadelle, s: Position, f: Moving, way: list[Hex]) -> None:
    """The die for the first minefield that a way leaves. f: the frame of the move."""
    first = next(i for i, hex_ in enumerate(way) if g.mines >> hex_ & 1)
    s.stack.append(LeavingMines(f.unit, way, first, price_of(g, s, f, way[: first + 1])))


# -- why not --------------------------------------------------------------------------------------------------------


def why_not_move(g: Zitadelle, s: Position, f: Moving, hex_: Hex) -> Reason:
    unit, here = f.unit, s.place[f.unit]
    side = g.side[unit]
    if hex_ == here:
        return because("8.11b", "unit is there")
    if g.grid.sheet(hex_) != g.grid.sheet(here):
        return because("8.26a", "other sector")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("8.21", "enemy there")
    if g.grid.direction(here, hex_) >= 0:
        return why_not_step(g, s, f, hex_)
    if crowded(g, s, unit) >> hex_ & 1 and MOVE.payable(g, s, f) >> hex_ & 1:
        return why_crowded(g, s, unit, hex_)
    if is_mined(g, s, unit):
        return because("8.33", "mines first")
    if zoc_against(g, s, unit) >> hex_ & 1 and in_zone_or_left(g, s, f):
        return because("8.24b", "no second zone")
    return because("8.25", "too far", points=f.points)


def in_zone_or_left(g: Zitadelle, s: Position, f: Moving) -> bool:
    return bool(f.flags & LEFT_ZONE or zoc_against(g, s, f.unit) >> s.place[f.unit] & 1)


def why_not_step(g: Zitadelle, s: Position, f: Moving, hex_: Hex) -> Reason:
    """The reason why a unit may not take the step into an adjacent hex."""
    unit, here = f.unit, s.place[f.unit]
    if g.grid.between(g.lakes, here, hex_):
        return because("8.26b", "lake")
    zone = zoc_against(g, s, unit)
    if zone >> hex_ & 1:
        if zone >> here & 1:
            return because("8.24a", "zone to zone")
        if f.flags & LEFT_ZONE:
            return because("8.24b", "no second zone")
        if g.uses(s, "disrupted_zoc") and s.disrupted >> unit & 1:
            return because("13.51a", "disrupted no zone")
    if crowded(g, s, unit) >> hex_ & 1:
        return why_crowded(g, s, unit, hex_)
    there = enemy(g, s, f)
    found = edge(g.reacher_of[unit].edges, here, hex_)
    assert found is not None, "a step between neighbours that no lake divides has a cost"
    leave = there.leave if there.zone >> here & 1 else 0
    if leave:
        return because("8.23", "step price leaving", cost=found[0], leave=leave, points=f.points)
    if is_mined(g, s, unit):
        return because("8.33", "step price mines", cost=found[0] + toll(there, hex_), points=f.points)
    return because("8.25", "step price", cost=found[0] + toll(there, hex_), points=f.points)
