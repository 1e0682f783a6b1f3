"""Chapter 10: the legal moves. Costs are halves of MP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from stavka.engine.deciding import ByOwners
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Hand
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c06_supply.kessel import condition
from stavka.games.luki.rules.c08_stacking import rooms, top
from stavka.games.luki.rules.c13_miscellaneous import garrison, infiltration
from stavka.games.luki.state import LIMITED, Position, move
from stavka.games.luki.words import ask, because
from stavka.hexes import Enemy, Hex, Reach, edge

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki
    from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
    from stavka.hexes import Reacher

PAID, FREE, EVENT = 0, 1, 2
"""How a phase is paid for: by AP, not at all, or not at all and for one move or attack only."""
ONE_HEX: Final = -1
"""The MP of a unit that may move one hex at any cost (U57)."""
FULL, HALF, HEX_ONLY = "full", "half", "hex"


# -- what a unit has ------------------------------------------------------------------------------------------------


def points(g: Luki, s: Position, unit: Unit) -> int:
    """The halves of MP that a unit may spend in a movement phase; ONE_HEX: one hex instead."""
    if g.stationary >> unit & 1:
        return 0  # [10.2a, 13.3b]
    whole: int = g.allowance[unit]  # [2.43b, 10.2b]
    space = condition(g, s, unit)
    if not space:
        return whole
    limits = g.conditions[space]
    limit = limits.motorized if g.motorized >> unit & 1 else limits.foot  # [6.4, 6.43a]
    if limit == FULL:
        return whole
    if limit == HALF:
        return whole // 4 * 2  # [6.43a]
    return ONE_HEX if limit == HEX_ONLY else 0  # [6.43a, 6.43b]


def closed(g: Luki, s: Position, unit: Unit) -> int:
    """Hexes that a unit may not enter."""
    side = g.side[unit]
    shut = s.occupied[1 - side]  # [10.2f]
    if s.segment == LIMITED:
        shut |= enemy_zoc(g, s, side)  # [12.2a]
    if side and garrison.bound(g, s) >> unit & 1:
        shut |= g.grid.all & ~g.luki  # [13.41b]
    return shut


def open_steps(g: Luki, s: Position, unit: Unit, hex_: Hex, *, first: bool) -> int:
    """The neighbours that a unit may enter next, at any cost and without crossing the Lowat."""
    near: int = g.near[hex_] & ~g.swim[hex_] & ~closed(g, s, unit)  # [10.2c, 10.2f, 10.31a]
    zone = enemy_zoc(g, s, g.side[unit])
    if first and zone >> hex_ & 1:
        near &= ~zone  # [5.0g, 5.0h]
    return near


def crossings(g: Luki, s: Position, unit: Unit, hex_: Hex) -> int:
    """The neighbours across the Lowat, without a bridge, that a unit may enter as its whole move."""
    near: int = g.swim[hex_] & ~closed(g, s, unit)  # [10.31a]
    zone = enemy_zoc(g, s, g.side[unit])
    return near & ~zone if zone >> hex_ & 1 else near  # [5.0g]


def reacher(g: Luki, s: Position, unit: Unit, hex_: Hex) -> Reacher:
    """The reacher with the costs of steps. For a unit in an EZOC, the first step may not lead into another EZOC."""
    zone = enemy_zoc(g, s, g.side[unit])
    return (g.leavers if zone >> hex_ & 1 else g.reachers)[g.move_class[unit]]  # [5.0g, 10.3b]


def enemy(g: Luki, s: Position, units: int) -> Enemy:
    """The hindrances to units that move together: those of each of them."""
    zone = enemy_zoc(g, s, g.side[last_unit(units)])  # [5.0h]
    shut, stop = 0, zone  # [5.0f]
    for unit in units_in(units):
        shut |= closed(g, s, unit)
        stop |= garrison.stops(g, s, unit)  # [13.41b, 13.41d]
    return Enemy(zone=zone, closed=shut, stop=stop)


def step_cost(g: Luki, unit: Unit, a: Hex, b: Hex) -> int:
    """The cost of one step of a unit, -1 across the Lowat without a bridge."""
    found = edge(g.reachers[g.move_class[unit]].edges, a, b)
    return -1 if found is None else found[0]


def can_move(g: Luki, s: Position, unit: Unit) -> bool:
    """Whether a unit on the map has anywhere to go."""
    left, here = points(g, s, unit), s.place[unit]
    if not left:
        return False
    steps = open_steps(g, s, unit, here, first=True)
    if steps and left == ONE_HEX:
        return True
    if any(cost <= left and steps >> near & 1 for cost, _, near in g.reachers[g.move_class[unit]].edges.steps[here]):
        return True
    if crossings(g, s, unit, here) or infiltration.can_infiltrate(g, s, unit):
        return True
    return unit == g.infiltrator and infiltration.can_guide(g, s, PAID)


# -- one move -------------------------------------------------------------------------------------------------------

Goals = tuple[int, int, Reach | None]
"""The hexes in reach; those of them that take one step and all MP; and the costs of the others."""
NOWHERE: Final[Goals] = (0, 0, None)


@frame("move")
class Moving(Frame):
    """The move of a unit, or of several of a formation together."""

    units: int
    half_points: list[int]  # halves of MP left of each unit
    has_begun: int = 0
    how: int = PAID  # the way in which the move is paid for


class Move(ByOwners["Luki", Position, Moving]):
    """A unit moves, or several of a formation together."""

    rule = "10.2c"

    def proceed(self, g: Luki, s: Position, f: Moving) -> bool:
        if not f.has_begun or self.hexes(g, s, f):
            return False
        self.finish(s, f)
        return True

    def finish(self, s: Position, f: Moving) -> None:
        s.stack.pop()
        s.moved |= f.units  # [10.2e, 10.2i]

    def hexes(self, g: Luki, s: Position, f: Moving) -> int:
        """The hexes to which the units may go."""
        return self.found(g, s, f)[0]

    def found(self, g: Luki, s: Position, f: Moving) -> Goals:
        key = (f.units, f.has_begun, *f.half_points)
        if s.goals is None or s.goals[0] != key:
            s.goals = (key, self.find(g, s, f))
        goals: Goals = s.goals[1]
        return goals

    def find(self, g: Luki, s: Position, f: Moving) -> Goals:
        units, first = list(units_in(f.units)), not f.has_begun
        here = s.place[units[0]]
        zone = enemy_zoc(g, s, g.side[units[0]])
        if f.has_begun and (zone >> here & 1 or not min(f.half_points)):
            return NOWHERE  # [5.0f]
        whole = -1
        for unit in units:
            whole &= crossings(g, s, unit, here) if first else 0  # [10.31a]
        if min(f.half_points) > 0 and len({g.move_class[unit] for unit in units}) == 1:
            found = reacher(g, s, units[0], here).reach(here, min(f.half_points), enemy(g, s, f.units))  # [10.2b]
            return (found.mask | whole) & ~(1 << here), whole, found  # [8.0c, 8.0d]
        steps = -1
        for unit, left in zip(units, f.half_points, strict=True):
            near = open_steps(g, s, unit, here, first=first)
            steps &= near if left == ONE_HEX else self.affordable(g, unit, here, near, left)
        return steps | whole, whole, None

    def affordable(self, g: Luki, unit: Unit, here: Hex, near: int, left: int) -> int:
        return sum(1 << hex_ for hex_ in hexes_in(near) if 0 <= step_cost(g, unit, here, hex_) <= left)  # [10.2b]

    def mates(self, g: Luki, s: Position, f: Moving) -> int:
        """Units of the formation that may come along: not moved yet, so they began the phase in this hex (U42)."""
        unit = last_unit(f.units)
        formation = g.formation[unit]
        if f.has_begun or formation < 0:
            return 0
        here = s.at[s.place[unit]] & g.members_of[formation] & ~f.units  # [10.1a]
        return sum(1 << mate for mate in units_in(here & movers(g, s)) if can_move(g, s, mate))

    def hand(self, g: Luki, s: Position, f: Moving) -> Hand:
        unit, hexes = last_unit(f.units), self.hexes(g, s, f)
        edges = g.reachers[g.move_class[unit]].edges
        return Hand(f.units, s.place[unit], bool(f.has_begun), edges, hexes & ~rooms(g, s, f.units, hexes))

    def offer(self, g: Luki, s: Position, f: Moving) -> Offer:
        mates = self.mates(g, s, f)
        options: int = g.STOP | (g.ALL if mates else 0)
        if f.units == 1 << g.infiltrator and not f.has_begun:
            if infiltration.can_infiltrate(g, s, g.infiltrator):
                options |= g.INFILTRATE  # [13.5a]
            if infiltration.can_guide(g, s, f.how):
                options |= g.GUIDE  # [13.5h]
        return Offer(self.seat(g, s, f), units=mates, hexes=self.hexes(g, s, f), options=options)

    def free_picks(self, g: Luki, s: Position, f: Moving, offer: Offer) -> Offer:
        """Units that come along; where the units go and whether they stop, while other units can move after them."""
        ap = 0 if f.has_begun else g.move_ap
        hexes = HEXES if goes_on(g, s, f.units, f.how, ap) else 0
        return offer.only(UNITS | hexes | (OPTIONS if goes_on(g, s, f.units, f.how, 0) else 0))

    def unit(self, g: Luki, s: Position, f: Moving, unit: Unit) -> None:
        f.units |= 1 << unit
        f.half_points = [points(g, s, each) for each in units_in(f.units)]

    def hex(self, g: Luki, s: Position, f: Moving, hex_: Hex) -> None:
        here = s.place[last_unit(f.units)]
        _, whole, found = self.found(g, s, f)
        if whole >> hex_ & 1:
            self.go(g, s, f, [here, hex_], [0] * len(f.half_points))  # [10.31a]
            return
        units = list(units_in(f.units))
        if found is not None:
            path = [here, hex_]
            if s.events is not None:
                path = reacher(g, s, units[0], here).path(here, min(f.half_points), hex_, enemy(g, s, f.units))
            cost = found.cost_of(hex_)  # [10.3a]
            self.go(g, s, f, path, [left - cost for left in f.half_points])
            return
        spent = [step_cost(g, unit, here, hex_) for unit in units]
        left = [0 if own == ONE_HEX else own - cost for own, cost in zip(f.half_points, spent, strict=True)]
        self.go(g, s, f, [here, hex_], left)  # [6.43b]

    def go(self, g: Luki, s: Position, f: Moving, path: list[Hex], left: list[int]) -> None:
        if not f.has_begun:
            pay(g, s, f.units, f.how, g.move_ap)  # [10.0a, 10.1b]
            f.has_begun = 1
        f.half_points = left
        side = g.side[last_unit(f.units)]
        told_move(g, s, side, f.units, path)
        for unit in units_in(f.units):
            move(g, s, unit, path[-1])  # [10.1a]
            garrison.relieve(g, s, unit)

    def option(self, g: Luki, s: Position, f: Moving, option: Option) -> None:
        chosen = 1 << option
        if chosen == g.ALL:
            f.units |= self.mates(g, s, f)  # [10.1a]
            f.half_points = [points(g, s, each) for each in units_in(f.units)]
        elif chosen == g.INFILTRATE:
            s.stack[-1] = infiltration.new_infiltration(g, s, f.how)
        elif chosen == g.GUIDE:
            s.stack[-1] = infiltration.Guiding(f.units, f.how)
        else:
            self.finish(s, f)

    def prompt(self, g: Luki, s: Position, f: Moving) -> str:
        names = g.named(s, f.units)
        if min(f.half_points) == ONE_HEX:
            return ask("move one hex", units=names)
        return ask("move", units=names, points=min(f.half_points) / 2)

    def why(self, g: Luki, s: Position, f: Moving, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_hex(g, s, f, pick[1])
        if pick[0] == UNIT:
            return why_not_mate(g, s, f, pick[1])
        if pick[0] == OPTION and 1 << pick[1] in (g.INFILTRATE, g.GUIDE):
            return infiltration.why_not(g, s, f, 1 << pick[1])
        return because("10.1a", "nobody comes along") if pick[0] == OPTION and 1 << pick[1] == g.ALL else None


def movers(g: Luki, s: Position) -> int:
    """Units that have not moved in this phase and may move in it at all."""
    units = g.movable_units & ~s.moved & ~s.posted  # [10.2a, 10.2e, 10.4h]
    return units & ~s.used if s.segment == LIMITED else units  # [12.0a]


def goes_on(g: Luki, s: Position, units: int, how: int, ap: int) -> bool:
    """Whether other units can certainly move after these, whose move still costs `ap`. Brd-803 does not count: when the
    garrison is released, the phase checks again who can move, and Brd-803 may have no unit to guide."""
    if how == EVENT or (how == PAID and s.ap < ap + g.move_ap):
        return False
    return bool(cast("MovementPhase", s.stack[-2]).able & ~s.moved & ~units & ~(1 << g.infiltrator))


def pay(g: Luki, s: Position, units: int, how: int, ap: int) -> None:
    """AP for a move or an attack, and the mark that a unit was active in a segment of its side."""
    if how == PAID:
        s.ap -= ap  # [7.3a, 10.0a, 11.0e]
    if 0 < s.segment < LIMITED and g.side[last_unit(units)] == (s.segment + 1) % 2:
        s.used |= units  # [12.0a, 13.21g]


def told_move(g: Luki, s: Position, side: Side, units: int, path: list[Hex]) -> None:
    """Tell a move: everybody sees the top unit of those that move, its owner all of them."""
    if s.events is None:
        return
    first = top(g, s, units)  # [3.6a]
    s.tell("moves", ("10.2c",), unit=first, path=path)
    if units != 1 << first:
        s.tell("moves with", ("10.1a",), seats=(side,), units=units & ~(1 << first), hex=path[-1])


# -- why not --------------------------------------------------------------------------------------------------------


def why_not_mate(g: Luki, s: Position, f: Moving, unit: Unit) -> Reason:
    leader = last_unit(f.units)
    if f.units >> unit & 1:
        return because("10.2h", "moves already")
    if g.side[unit] != g.side[leader] or s.place[unit] != s.place[leader] or f.has_begun:
        return because("10.2h", "other unit moves", unit=g.labels[leader])
    if g.formation[unit] < 0 or g.formation[unit] != g.formation[leader]:
        return because("10.1a", "other formation")
    if s.moved >> unit & 1:
        return because("10.2e", "has moved")
    return because("10.1a", "cannot come along")


def why_not_hex(g: Luki, s: Position, f: Moving, hex_: Hex) -> Reason:
    unit = last_unit(f.units)
    here, side = s.place[unit], g.side[unit]
    zone = enemy_zoc(g, s, side)
    if hex_ == here:
        return because("10.2c", "unit is there")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("10.2f", "enemy there")
    if side and garrison.bound(g, s) & f.units and not g.luki >> hex_ & 1:
        return because("13.41b", "garrison bound")
    if s.segment == LIMITED and zone >> hex_ & 1:
        return because("12.2a", "no zone in las")
    if min(f.half_points) == ONE_HEX and not g.near[here] >> hex_ & 1:
        return because("6.43b", "one hex only")
    if g.near[here] >> hex_ & 1:
        return why_not_step(g, s, f, hex_)
    return because("10.2b", "too far", points=max(min(f.half_points), 0) / 2)


def why_not_step(g: Luki, s: Position, f: Moving, hex_: Hex) -> Reason:
    unit = last_unit(f.units)
    here, zone = s.place[unit], enemy_zoc(g, s, g.side[unit])
    if zone >> here & 1 and zone >> hex_ & 1 and not f.has_begun:
        return because("5.0g", "zone to zone")
    if g.swim[here] >> hex_ & 1:
        return because("10.31a", "lowat not from here")
    left = min(f.half_points)
    if left == ONE_HEX:
        return because("6.43b", "one hex only")
    return because("10.2b", "step price", cost=step_cost(g, unit, here, hex_) / 2, points=left / 2)


MOVE: Final = Move()
