"""Chapter 9: movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, last_hex, units_in
from stavka.engine.machine import EMPTY_HAND, HEXES, OPTIONS, UNITS, Hand
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.engine.state import below
from stavka.games.traces.rules.c02_components.headquarters import begin_relocation, relocation_hexes
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc, is_in_enemy_zoc
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import ask, because
from stavka.hexes import BARRED, HALT, NEAR, Enemy, Hex, Reach, edge

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def movement_allowance(g: Traces, s: Position, unit: Unit) -> int:
    allowance = g.values[s.converted].move[s.steps[unit]][unit]  # [2.2j]
    return allowance >> 1 if s.isolated >> unit & 1 else allowance  # [8.2c, 1.3a]


def normal_reach(g: Traces, s: Position, unit: Unit, points: int, origin: Hex) -> Reach:
    """Normal Movement from where the unit is, `origin` being where its move began. EZOCs cost extra (9.3a)."""
    key = (unit, s.place[unit], points, origin)
    if s.memo is not None and s.memo[0] == key:
        known: Reach = s.memo[1]
        return known
    reach = g.normal.reach(s.place[unit], points, enemy(g, s, g.side[unit]), origin=origin)  # [9.1a, 9.1b]
    s.memo = (key, reach)
    return reach


def enemy(g: Traces, s: Position, side: Side) -> Enemy:
    """The effect of the enemy on the moves of a side: enemy hexes are closed, enemy ZOCs cost extra."""
    return Enemy(
        enemy_zoc(g, s, side),
        g.ezoc_leave,  # [9.3a]
        g.ezoc_enter,  # [9.3a]
        s.occupied[1 - side],  # [5.0f, 9.0e]
    )


def normal_path(g: Traces, s: Position, unit: Unit, points: int, origin: Hex, target: Hex) -> list[Hex]:
    return g.normal.path(s.place[unit], points, target, enemy(g, s, g.side[unit]), origin=origin)


def major_crossings(g: Traces, s: Position, unit: Unit, origin: Hex) -> int:
    """Hexes that a unit which has not moved may enter across an unbridged Major River, for all its MP (9.1d)."""
    hexes: int = g.unbridged_major[origin] & ~s.occupied[1 - g.side[unit]]  # [9.1d]
    if hexes and is_in_enemy_zoc(g, s, g.side[unit], origin):
        hexes &= ~enemy_zoc(g, s, g.side[unit])  # [9.3b]
    return hexes


def may_move_strategically(g: Traces, s: Position, unit: Unit) -> bool:
    hex_ = s.place[unit]
    on_road = g.road_hexes >> hex_ & 1  # [9.2b]
    return bool(on_road and not is_in_enemy_zoc(g, s, g.side[unit], hex_))  # [9.2c]


def strategic_levels(g: Traces, s: Position, unit: Unit, half_points: int) -> list[int]:
    """Strategic Movement: the hexes at 0, 1, 2 ... hexes along the Road, never in an EZOC."""
    through = g.road_hexes & ~s.occupied[1 - g.side[unit]] & ~enemy_zoc(g, s, g.side[unit])  # [9.2c, 5.0f]
    level = seen = 1 << s.place[unit]
    levels = [level]
    for _ in range(half_points // g.strategic_rate):  # [9.2a]
        level = g.grid.spread(level, g.road_sides) & through & ~seen  # [9.2a, 9.2b]
        if not level:
            break
        seen |= level
        levels.append(level)
    return levels


def strategic_path(g: Traces, levels: list[int], target: Hex) -> list[Hex]:
    """One shortest way along the Road."""
    far = next(i for i, level in enumerate(levels) if level >> target & 1)
    path = [target]
    for level in reversed(levels[:far]):
        back = g.grid.spread(1 << path[-1], g.road_sides) & level
        path.append(last_hex(back & -back))
    return path[::-1]


@frame("movement")
class MovementSegment(Frame):
    """The Movement Segment of an activation."""

    side: Side
    movable: int = -1  # units that can move; -1: still to be found out


class Movement(BySide["Traces", Position, MovementSegment]):
    """The Movement Segment: activated units move one at a time."""

    rule = "9.0a"
    free = UNITS  # the unit that is picked is asked where it goes

    def proceed(self, g: Traces, s: Position, f: MovementSegment) -> bool:
        if f.movable < 0:
            f.movable = self.movable(g, s, s.activated)
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Traces, s: Position, f: MovementSegment) -> int:
        """Units still to move, and any HQ that can now relocate because another unit moved."""
        known = f.movable
        return (known | self.movable(g, s, s.activated & g.hq_units & ~known)) & ~s.moved  # [9.0b]

    def movable(self, g: Traces, s: Position, activated: int) -> int:
        """Activated units that can afford at least one hex. EZOCs do not change in a Movement Segment."""
        units = 0
        for unit in units_in(activated & ~s.moved):  # [9.0a]
            if s.place[unit] >= 0 and can_move(g, s, unit):
                units |= 1 << unit
        return units

    def hand(self, g: Traces, s: Position, f: MovementSegment) -> Hand:
        return EMPTY_HAND

    def offer(self, g: Traces, s: Position, f: MovementSegment) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [9.0a, 9.0b]

    def unit(self, g: Traces, s: Position, f: MovementSegment, unit: Unit) -> None:
        allowance = movement_allowance(g, s, unit)
        s.stack.append(Moving(unit, half_points=2 * allowance, origin=s.place[unit]))

    def option(self, g: Traces, s: Position, f: MovementSegment, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: MovementSegment) -> str:
        return ask("movement")

    def why(self, g: Traces, s: Position, f: MovementSegment, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if g.side[unit] != f.side or s.place[unit] < 0:
            return because("9.0a", "not yours to move")
        if not s.activated >> unit & 1:
            return because("4.3.1a", "not activated")
        if s.moved >> unit & 1:
            return because("9.0b", "has moved")
        points = movement_allowance(g, s, unit)
        if not points:
            return because("8.2c", "no movement points")
        return because("9.1b", "cannot move at all", points=points)


def can_move(g: Traces, s: Position, unit: Unit) -> bool:
    """Whether a unit has anywhere to go at all."""
    points = movement_allowance(g, s, unit)
    if not points:
        return False
    hex_, closed = s.place[unit], s.occupied[1 - g.side[unit]]
    zone = enemy_zoc(g, s, g.side[unit])
    guarded = zone >> hex_ & 1
    left = points - g.ezoc_leave if guarded else points
    for price, flags, near in g.normal.edges.steps[hex_]:
        if price > left:
            break
        if closed >> near & 1:
            continue
        if not zone >> near & 1 or (price + g.ezoc_enter <= left and not (guarded and flags & BARRED)):
            return True
    if major_crossings(g, s, unit, hex_):
        return True
    if may_move_strategically(g, s, unit) and len(strategic_levels(g, s, unit, g.strategic_rate)) > 1:
        return True
    return bool(g.hq_units >> unit & 1 and relocation_hexes(g, s, unit, hex_))


@frame("move")
class Moving(Frame):
    """One unit's move."""

    unit: Unit
    half_points: int  # MP left, in halves
    origin: Hex  # the hex where the move began
    is_strategic: int = 0
    has_left: int = 0  # 1: it has left the hex where its move began


class Move(ByOwner["Traces", Position, Moving]):
    """One unit's move, hex by hex or many hexes at once."""

    rule = "9.1b"

    def proceed(self, g: Traces, s: Position, f: Moving) -> bool:
        unit = f.unit
        if s.place[unit] >= 0 and (not f.has_left or self.hexes(g, s, f)):
            return False
        self.finish(s, unit)
        return True

    def finish(self, s: Position, unit: Unit) -> None:
        s.stack.pop()
        s.moved |= 1 << unit  # [9.0b, 9.1a]

    def reach(self, g: Traces, s: Position, f: Moving) -> int:
        """Every hex that the unit could enter or pass through."""
        unit, origin = f.unit, f.origin
        if not f.half_points:
            return 0
        if f.is_strategic:
            hexes = 0
            for level in strategic_levels(g, s, unit, f.half_points):
                hexes |= level
        else:
            hexes = normal_reach(g, s, unit, f.half_points >> 1, origin).mask
            if not f.has_left:
                hexes |= major_crossings(g, s, unit, origin)  # [9.1d]
        return hexes

    def hexes(self, g: Traces, s: Position, f: Moving) -> int:
        """The hexes to which the unit may go: every hex in reach in which it might also end."""
        unit, hexes = f.unit, self.reach(g, s, f)
        return hexes & ~crowded(g, s, unit) & ~(1 << s.place[unit])  # [2.3b, 5.0b, 9.0d]

    def free_picks(self, g: Traces, s: Position, f: Moving, offer: Offer) -> Offer:
        """All picks, if another unit can still move; not the hexes, if this move could win the game (13.1)."""
        segment = below(s, MovementSegment)
        if not segment.movable & ~s.moved & ~(1 << f.unit):
            return offer.only(0)
        prizes = s.orders & ~s.occupied[AXIS] if segment.side == SOVIET else 0
        return offer.only(OPTIONS if prizes and prizes & self.reach(g, s, f) else HEXES | OPTIONS)

    def hand(self, g: Traces, s: Position, f: Moving) -> Hand:
        return Hand(1 << f.unit, s.place[f.unit], bool(f.has_left), g.normal.edges)

    def offer(self, g: Traces, s: Position, f: Moving) -> Offer:
        unit = f.unit
        options: int = g.STOP  # [9.0a, 9.1a]
        if not f.has_left and not f.is_strategic:
            if may_move_strategically(g, s, unit):
                options |= g.STRATEGIC  # [9.0c]
            if g.hq_units >> unit & 1 and relocation_hexes(g, s, unit, f.origin):
                options |= g.RELOCATE  # [2.3d, 9.4]
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=options)

    def hex(self, g: Traces, s: Position, f: Moving, hex_: Hex) -> None:
        if f.is_strategic:
            levels = strategic_levels(g, s, f.unit, f.half_points)
            path = strategic_path(g, levels, hex_)
            f.half_points -= g.strategic_rate * (len(path) - 1)  # [9.2a]
            rules = ("9.2a", "9.2b")
        else:
            path = self.normal_move(g, s, f, hex_)
            rules = ("9.1b", "9.3a")
        f.has_left = 1
        s.tell("moves", rules, unit=f.unit, path=path, left=f.half_points)
        control.walk(g, s, f.unit, path[1:])

    def normal_move(self, g: Traces, s: Position, f: Moving, hex_: Hex) -> list[Hex]:
        """Pay for a Normal move; returns the way taken, or only its end if no hex on it can matter."""
        unit, points, origin = f.unit, f.half_points >> 1, f.origin
        reach = normal_reach(g, s, unit, points, origin)
        if not f.has_left and major_crossings(g, s, unit, origin) & ~reach.mask & 1 << hex_:
            f.half_points = 0  # [9.1d]
            return [origin, hex_]
        f.half_points -= 2 * reach.cost_of(hex_)  # [9.1b]
        swamp = g.swamp >> hex_ & 1
        if s.events is None and not swamp and not reach.mask & g.alert(s, g.side[unit]):
            return [s.place[unit], hex_]
        path = normal_path(g, s, unit, points, origin, hex_)
        if swamp:
            last = edge(g.normal.edges, path[-2], hex_)
            if last is not None and last[1] & HALT:  # [9.3c]
                f.half_points = 0
        return path

    def option(self, g: Traces, s: Position, f: Moving, option: Option) -> None:
        bit = 1 << option
        if bit == g.STRATEGIC:
            f.is_strategic = 1  # [9.0c]
        elif bit == g.RELOCATE:
            self.finish(s, f.unit)
            begin_relocation(g, s, f.unit, rules=("2.3d", "9.4"))
        else:
            self.finish(s, f.unit)

    def prompt(self, g: Traces, s: Position, f: Moving) -> str:
        return ask("move", unit=g.label(s, f.unit), points=f.half_points / 2)

    def why(self, g: Traces, s: Position, f: Moving, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == HEX:
            return why_not_move(g, s, f, pick[1])
        if pick[0] == OPTION:
            return why_not_option(g, s, f, 1 << pick[1])
        if pick[0] == UNIT:
            return because("9.0b", "other unit moves", unit=g.label(s, f.unit))
        return None


def why_not_option(g: Traces, s: Position, f: Moving, bit: int) -> Reason | None:
    unit = f.unit
    if bit not in (g.STRATEGIC, g.RELOCATE):
        return None
    if bit == g.RELOCATE and not g.hq_units >> unit & 1:
        return because("2.3d", "only hqs relocate")
    if bit == g.STRATEGIC and f.is_strategic:
        return because("9.0c", "strategic already")
    if f.is_strategic or f.has_left:
        return because("9.0c", "other movement begun")
    if bit == g.RELOCATE:
        return because("2.3e", "no hex to relocate")
    if not g.road_hexes >> s.place[unit] & 1:
        return because("9.2b", "strategic off road")
    return because("9.2c", "strategic from zone")


def why_not_move(g: Traces, s: Position, f: Moving, hex_: Hex) -> Reason:
    unit = f.unit
    side, bit = g.side[unit], 1 << hex_
    if hex_ == s.place[unit]:
        return because("9.1b", "unit is there")
    if bit & s.occupied[1 - side]:
        return because("5.0f", "enemy there")
    if f.is_strategic:
        return why_not_strategic(g, s, f, hex_)
    if bit & crowded(g, s, unit) and normal_reach(g, s, unit, f.half_points >> 1, f.origin).mask & bit:
        return because("9.0d", "too many there")
    if g.grid.direction(s.place[unit], hex_) >= 0:
        return why_not_step(g, s, f, hex_)
    return why_not_last_step(g, s, f, hex_) or because("9.1b", "too far", points=f.half_points / 2)


def why_not_last_step(g: Traces, s: Position, f: Moving, hex_: Hex) -> Reason | None:
    """The rule that keeps a unit out of a hex although it can come next to it and has the MP for one more step."""
    unit, points = f.unit, f.half_points >> 1
    reach = normal_reach(g, s, unit, points, f.origin)
    for near in g.grid.neighbours[hex_]:
        if near < 0 or not reach.mask >> near & 1 or reach.halts_in(near):
            continue
        cost = step_cost(g, s, g.side[unit], near, hex_)
        if cost is None or reach.cost_of(near) + sum(cost) <= points:
            reason = forbidden_step(g, s, f, near, hex_)
            if reason is not None and reason.rule != "9.0e":
                return reason
    return None


def forbidden_step(g: Traces, s: Position, f: Moving, here: Hex, hex_: Hex) -> Reason | None:
    """The rule that forbids a step of Normal Movement at any cost."""
    side = g.side[f.unit]
    both = is_in_enemy_zoc(g, s, side, here) and is_in_enemy_zoc(g, s, side, hex_)
    if g.is_blocked(here, hex_):
        return because("9.0e", "blocked")
    if g.is_major(here, hex_) and both:
        return because("9.3b", "river zone to zone")
    if g.is_unbridged_major(here, hex_) and (f.has_left or here != f.origin):
        return because("9.1d", "river not at start")
    found = edge(g.normal.edges, here, hex_)
    if found is None or not found[1] & NEAR:
        return None
    if both:
        return because("9.3d", "swamp zone to zone")
    if not g.grid.ring(f.origin, 1) >> hex_ & 1:
        return because("9.3c", "swamp not at start")
    return None


def step_cost(g: Traces, s: Position, side: Side, here: Hex, hex_: Hex) -> tuple[int, int, int] | None:
    """MP for the hex, for leaving an EZOC and for entering one; None across a River that takes all of them."""
    found = edge(g.normal.edges, here, hex_)
    if found is None:
        return None
    leave = g.ezoc_leave if is_in_enemy_zoc(g, s, side, here) else 0
    enter = g.ezoc_enter if is_in_enemy_zoc(g, s, side, hex_) else 0
    return found[0], leave, enter


def why_not_step(g: Traces, s: Position, f: Moving, hex_: Hex) -> Reason:
    """The reason why a unit may not take the step into an adjacent hex."""
    unit, points = f.unit, f.half_points / 2
    reason = forbidden_step(g, s, f, s.place[unit], hex_)
    if reason is not None:
        return reason
    found = step_cost(g, s, g.side[unit], s.place[unit], hex_)
    if found is None:
        return because("9.0d", "too many there")
    cost, leave, enter = found
    if not leave and not enter:
        return because("9.1b", "step price", cost=cost, points=points)
    return because("9.3a", "step price in zones", cost=cost, leave=leave, enter=enter, points=points)


def why_not_strategic(g: Traces, s: Position, f: Moving, hex_: Hex) -> Reason:
    if not g.road_hexes >> hex_ & 1:
        return because("9.2b", "strategic on road")
    if enemy_zoc(g, s, g.side[f.unit]) >> hex_ & 1:
        return because("9.2c", "strategic into zone")
    if any(level >> hex_ & 1 for level in strategic_levels(g, s, f.unit, f.half_points)):
        return because("9.0d", "too many there")
    return because("9.2a", "road too far", points=f.half_points / 2)
