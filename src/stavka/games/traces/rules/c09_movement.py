"""Chapter 9: movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.traces.rules.c02_components.headquarters import begin_relocation, relocation_hexes
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc, is_in_enemy_zoc
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import Position
from stavka.games.traces.words import ask, because
from stavka.hexes import BARRED, HALT, NEAR, Enemy, Reach, edge

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def movement_allowance(g: Traces, s: Position, unit: int) -> int:
    allowance = g.values[s.converted].move[s.steps[unit]][unit]  # [2.2j]
    return allowance >> 1 if s.isolated >> unit & 1 else allowance  # [8.2c, 1.3a]


def normal_reach(g: Traces, s: Position, unit: int, points: int, origin: int) -> Reach:
    """Normal Movement from where the unit is, `origin` being where its move began. EZOCs cost extra (9.3a)."""
    key = (unit, s.place[unit], points, origin)
    if s.memo is not None and s.memo[0] == key:
        known: Reach = s.memo[1]
        return known
    reach = g.normal.reach(s.place[unit], points, enemy(g, s, g.side[unit]), origin=origin)  # [9.1a, 9.1b]
    s.memo = (key, reach)
    return reach


def enemy(g: Traces, s: Position, side: int) -> Enemy:
    """What the enemy does to the moves of a side: his hexes are closed, his ZOCs cost extra."""
    return Enemy(
        enemy_zoc(g, s, side),
        g.ezoc_leave,  # [9.3a]
        g.ezoc_enter,  # [9.3a]
        s.occupied[1 - side],  # [5.0f, 9.0e]
    )


def normal_path(g: Traces, s: Position, unit: int, points: int, origin: int, target: int) -> list[int]:
    return g.normal.path(s.place[unit], points, target, enemy(g, s, g.side[unit]), origin=origin)


def major_crossings(g: Traces, s: Position, unit: int, origin: int) -> int:
    """Hexes that a unit which has not moved may enter across an unbridged Major River, for all its MPs (9.1d)."""
    hexes: int = g.unbridged_major[origin] & ~s.occupied[1 - g.side[unit]]  # [9.1d]
    if hexes and is_in_enemy_zoc(g, s, g.side[unit], origin):
        hexes &= ~enemy_zoc(g, s, g.side[unit])  # [9.3b]
    return hexes


def may_move_strategically(g: Traces, s: Position, unit: int) -> bool:
    hex_ = s.place[unit]
    on_road = g.road_hexes >> hex_ & 1  # [9.2b]
    return bool(on_road and not is_in_enemy_zoc(g, s, g.side[unit], hex_))  # [9.2c]


def strategic_levels(g: Traces, s: Position, unit: int, half_points: int) -> list[int]:
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


def strategic_path(g: Traces, levels: list[int], target: int) -> list[int]:
    """One shortest way along the Road."""
    far = next(i for i, level in enumerate(levels) if level >> target & 1)
    path = [target]
    for level in reversed(levels[:far]):
        back = g.grid.spread(1 << path[-1], g.road_sides) & level
        path.append((back & -back).bit_length() - 1)
    return path[::-1]


class Movement(ListStep["Traces", Position]):
    """The Movement Segment: activated units move one at a time. Frame: [name, side, units that can (-1: find out)]."""

    rule = "9.0a"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if f[2] < 0:
            f[2] = self.movable(g, s, s.activated)
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Traces, s: Position, f: Frame) -> int:
        """Those, and an HQ that could do nothing but for which another unit's move has opened a way to relocate."""
        known: int = f[2]
        return (known | self.movable(g, s, s.activated & g.hq_units & ~known)) & ~s.moved  # [9.0b]

    def movable(self, g: Traces, s: Position, activated: int) -> int:
        """Activated units that can afford at least one hex. EZOCs do not change in a Movement Segment."""
        units = 0
        for unit in members(activated & ~s.moved):  # [9.0a]
            if s.place[unit] >= 0 and can_move(g, s, unit):
                units |= 1 << unit
        return units

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, f[1]), units=self.units(g, s, f), options=g.DONE)  # [9.0a, 9.0b]

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        allowance = movement_allowance(g, s, unit)
        s.stack.append(["move", unit, 2 * allowance, s.place[unit], 0, 0])

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("movement")

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if g.side[unit] != f[1] or s.place[unit] < 0:
            return because("9.0a", "not yours to move")
        if not s.activated >> unit & 1:
            return because("4.3.1a", "not activated")
        if s.moved >> unit & 1:
            return because("9.0b", "has moved")
        points = movement_allowance(g, s, unit)
        if not points:
            return because("8.2c", "no movement points")
        return because("9.1b", "cannot move at all", points=points)


def can_move(g: Traces, s: Position, unit: int) -> bool:
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


class Move(ListStep["Traces", Position]):
    """One unit's move, hex by hex or many hexes at once.

    Frame: [name, unit, half MPs left, hex where the move began, 1 if strategic, 1 if it has left that hex]."""

    rule = "9.1b"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        unit = f[1]
        if s.place[unit] >= 0 and (not f[5] or self.hexes(g, s, f)):
            return False
        self.finish(s, unit)
        return True

    def finish(self, s: Position, unit: int) -> None:
        s.stack.pop()
        s.moved |= 1 << unit  # [9.0b, 9.1a]

    def hexes(self, g: Traces, s: Position, f: Frame) -> int:
        """Where the unit may go: every hex in reach in which it might also end."""
        _, unit, points, origin, strategic, has_left = f
        if not points:
            return 0
        if strategic:
            hexes = 0
            for level in strategic_levels(g, s, unit, points):
                hexes |= level
        else:
            hexes = normal_reach(g, s, unit, points >> 1, origin).mask
            if not has_left:
                hexes |= major_crossings(g, s, unit, origin)  # [9.1d]
        return hexes & ~crowded(g, s, unit) & ~(1 << s.place[unit])  # [2.3b, 5.0b, 9.0d]

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        _, unit, _, origin, strategic, has_left = f
        options: int = g.STOP  # [9.0a, 9.1a]
        if not has_left and not strategic:
            if may_move_strategically(g, s, unit):
                options |= g.STRATEGIC  # [9.0c]
            if g.hq_units >> unit & 1 and relocation_hexes(g, s, unit, origin):
                options |= g.RELOCATE  # [2.3d, 9.4]
        return Offer(g.seat(s, g.side[unit]), hexes=self.hexes(g, s, f), options=options)

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        if f[4]:
            levels = strategic_levels(g, s, f[1], f[2])
            path = strategic_path(g, levels, hex_)
            f[2] -= g.strategic_rate * (len(path) - 1)  # [9.2a]
            rules = ("9.2a", "9.2b")
        else:
            path = self.normal_move(g, s, f, hex_)
            rules = ("9.1b", "9.3a")
        f[5] = 1
        s.tell("moves", rules, unit=f[1], path=path, left=f[2])
        control.walk(g, s, f[1], path[1:])

    def normal_move(self, g: Traces, s: Position, f: Frame, hex_: int) -> list[int]:
        """Pay for a Normal move; returns the way taken, shortened to its end where nothing on it can matter."""
        _, unit, points, origin, _, has_left = f
        reach = normal_reach(g, s, unit, points >> 1, origin)
        if not has_left and major_crossings(g, s, unit, origin) & ~reach.mask & 1 << hex_:
            f[2] = 0  # [9.1d]
            return [origin, hex_]
        f[2] -= 2 * reach.cost_of(hex_)  # [9.1b]
        swamp = g.swamp >> hex_ & 1
        if s.events is None and not swamp and not reach.mask & g.alert(s, g.side[unit]):
            return [s.place[unit], hex_]
        path = normal_path(g, s, unit, points >> 1, origin, hex_)
        if swamp:
            last = edge(g.normal.edges, path[-2], hex_)
            if last is not None and last[1] & HALT:  # [9.3c]
                f[2] = 0
        return path

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        bit = 1 << option
        if bit == g.STRATEGIC:
            f[4] = 1  # [9.0c]
        elif bit == g.RELOCATE:
            self.finish(s, f[1])
            begin_relocation(g, s, f[1], rules=("2.3d", "9.4"))
        else:
            self.finish(s, f[1])

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("move", unit=g.label(s, f[1]), points=f[2] / 2)

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == HEX:
            return why_not_move(g, s, f, index)
        if kind == OPTION:
            return why_not_option(g, s, f, 1 << index)
        if kind == UNIT:
            return because("9.0b", "other unit moves", unit=g.label(s, f[1]))
        return None


def why_not_option(g: Traces, s: Position, f: Frame, bit: int) -> Reason | None:
    unit = f[1]
    if bit not in (g.STRATEGIC, g.RELOCATE):
        return None
    if bit == g.RELOCATE and not g.hq_units >> unit & 1:
        return because("2.3d", "only hqs relocate")
    if bit == g.STRATEGIC and f[4]:
        return because("9.0c", "strategic already")
    if f[4] or f[5]:
        return because("9.0c", "other movement begun")
    if bit == g.RELOCATE:
        return because("2.3e", "no hex to relocate")
    if not g.road_hexes >> s.place[unit] & 1:
        return because("9.2b", "strategic off road")
    return because("9.2c", "strategic from zone")


def why_not_move(g: Traces, s: Position, f: Frame, hex_: int) -> Reason:
    _, unit, points, origin, strategic, _ = f
    side, bit = g.side[unit], 1 << hex_
    if hex_ == s.place[unit]:
        return because("9.1b", "unit is there")
    if bit & s.occupied[1 - side]:
        return because("5.0f", "enemy there")
    if strategic:
        return why_not_strategic(g, s, f, hex_)
    if bit & crowded(g, s, unit) and normal_reach(g, s, unit, points >> 1, origin).mask & bit:
        return because("9.0d", "too many there")
    if g.grid.direction(s.place[unit], hex_) >= 0:
        return why_not_step(g, s, f, hex_)
    return why_not_last_step(g, s, f, hex_) or because("9.1b", "too far", points=points / 2)


def why_not_last_step(g: Traces, s: Position, f: Frame, hex_: int) -> Reason | None:
    """The rule that keeps a unit out of a hex although it can come next to it and has the MPs for one more step."""
    _, unit, points, origin, _, _ = f
    reach = normal_reach(g, s, unit, points >> 1, origin)
    for near in g.grid.neighbours[hex_]:
        if near < 0 or not reach.mask >> near & 1 or reach.halts_in(near):
            continue
        cost = step_cost(g, s, g.side[unit], near, hex_)
        if cost is None or reach.cost_of(near) + sum(cost) <= points >> 1:
            reason = forbidden_step(g, s, f, near, hex_)
            if reason is not None and reason.rule != "9.0e":
                return reason
    return None


def forbidden_step(g: Traces, s: Position, f: Frame, here: int, hex_: int) -> Reason | None:
    """The rule that forbids a step of Normal Movement, whatever it costs."""
    _, unit, _, origin, _, has_left = f
    side = g.side[unit]
    both = is_in_enemy_zoc(g, s, side, here) and is_in_enemy_zoc(g, s, side, hex_)
    if g.is_blocked(here, hex_):
        return because("9.0e", "blocked")
    if g.is_major(here, hex_) and both:
        return because("9.3b", "river zone to zone")
    if g.is_unbridged_major(here, hex_) and (has_left or here != origin):
        return because("9.1d", "river not at start")
    found = edge(g.normal.edges, here, hex_)
    if found is None or not found[1] & NEAR:
        return None
    if both:
        return because("9.3d", "swamp zone to zone")
    if not g.grid.ring(origin, 1) >> hex_ & 1:
        return because("9.3c", "swamp not at start")
    return None


def step_cost(g: Traces, s: Position, side: int, here: int, hex_: int) -> tuple[int, int, int] | None:
    """MPs for the hex, for leaving an EZOC and for entering one; None across a River that takes all of them."""
    found = edge(g.normal.edges, here, hex_)
    if found is None:
        return None
    leave = g.ezoc_leave if is_in_enemy_zoc(g, s, side, here) else 0
    enter = g.ezoc_enter if is_in_enemy_zoc(g, s, side, hex_) else 0
    return found[0], leave, enter


def why_not_step(g: Traces, s: Position, f: Frame, hex_: int) -> Reason:
    """Why a unit may not take the step into an adjacent hex."""
    _, unit, points, _, _, _ = f
    reason = forbidden_step(g, s, f, s.place[unit], hex_)
    if reason is not None:
        return reason
    found = step_cost(g, s, g.side[unit], s.place[unit], hex_)
    if found is None:
        return because("9.0d", "too many there")
    cost, leave, enter = found
    if not leave and not enter:
        return because("9.1b", "step price", cost=cost, points=points / 2)
    return because("9.3a", "step price in zones", cost=cost, leave=leave, enter=enter, points=points / 2)


def why_not_strategic(g: Traces, s: Position, f: Frame, hex_: int) -> Reason:
    _, unit, points, _, _, _ = f
    if not g.road_hexes >> hex_ & 1:
        return because("9.2b", "strategic on road")
    if enemy_zoc(g, s, g.side[unit]) >> hex_ & 1:
        return because("9.2c", "strategic into zone")
    if any(level >> hex_ & 1 for level in strategic_levels(g, s, unit, points)):
        return because("9.0d", "too many there")
    return because("9.2a", "road too far", points=points / 2)
