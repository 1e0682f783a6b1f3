"""Chapter 8: movement. Chance is in it: mines, breakdowns and the minimum move roll in the middle of a move."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from stavka.engine.machine import Step
from stavka.engine.offer import CHANCE, DIE, HEX, UNIT, Offer, Pick, Reason
from stavka.engine.state import Frame
from stavka.games.zitadelle import control
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.morale import level, movement_allowance
from stavka.games.zitadelle.position import SOVIET, Position
from stavka.games.zitadelle.stacking import crowded, why_crowded
from stavka.games.zitadelle.words import ask, because
from stavka.games.zitadelle.zoc import zoc_against
from stavka.hexes import Enemy, Reach, edge

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.hexes import Reacher

MOVED, LEFT_ZONE = 1, 2
"""Flags of a move: it has begun; it has left an EZOC hex."""


# -- what a step costs ----------------------------------------------------------------------------------------------


def reacher(g: Zitadelle, unit: int) -> Reacher:
    return g.reachers[g.side[unit]][g.foot >> unit & 1]  # [2.3f, 2.3h, 2.22d, 8.12b, 13.48]


def interdiction(g: Zitadelle, s: Position) -> tuple[tuple[int, int], ...]:
    """What air interdiction adds for Soviet units, and where: zones of several dive bombers add up."""
    place = s.place
    return g.tolls(tuple([place[bomber] for bomber in g.dive_list if place[bomber] >= 0]))


def find_tolls(g: Zitadelle, bombers: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    layers: list[int] = []
    for hex_ in bombers:
        zone = g.grid.range(hex_, g.interdiction_range)  # [8.42a]
        for i, layer in enumerate(layers):
            layers[i], zone = layer | zone, layer & zone
        if zone:
            layers.append(zone)
    return tuple(
        (g.interdiction_cost * (i + 1), layer & ~below)  # [8.42b]
        for i, (layer, below) in enumerate(pairwise([*layers, 0]))
    )


def enemy(g: Zitadelle, s: Position, unit: int, f: Frame) -> Enemy:
    """What the enemy does to a move. f: a frame [name, unit, MPs left, half the MA, flags]."""
    side, here = g.side[unit], s.place[unit]
    zone = zoc_against(g, s, unit)  # [5.28b]
    closed = s.occupied[1 - side]  # [8.21]
    tolls = interdiction(g, s) if side == SOVIET else ()  # [8.42c]
    barred = g.uses(s, "disrupted_zoc") and s.disrupted >> unit & 1
    if f[4] & LEFT_ZONE or barred:  # [8.24b, 13.51a]
        closed, zone = closed | zone & ~(1 << here), zone & 1 << here
    if here >= 0 and zone >> here & 1:
        return Enemy(1 << here, f[3], 0, closed | zone & ~(1 << here), 0, tolls)  # [5.22, 8.23, 8.24a]
    return Enemy(0, 0, 0, closed, zone, tolls)  # [8.22a]


def reach(g: Zitadelle, s: Position, f: Frame) -> Reach:
    """Where a unit can go without stepping out of a minefield."""
    unit = f[1]
    key = (unit, s.place[unit], f[2], f[4])
    if s.memo is not None and s.memo[0] == key:
        known: Reach = s.memo[1]
        return known
    found = reacher(g, unit).reach(s.place[unit], f[2], enemy(g, s, unit, f))  # [8.0, 8.25, 8.26a, 8.27a, 8.31]
    s.memo = (key, found)
    return found


def toll(there: Enemy, hex_: int) -> int:
    return sum(cost for cost, hexes in there.tolls if hexes >> hex_ & 1)


def single_steps(g: Zitadelle, s: Position, f: Frame) -> list[tuple[int, int]]:
    """(hex, MPs without a minefield) of every legal single step, whatever it costs."""
    unit, here = f[1], s.place[f[1]]
    there = enemy(g, s, unit, f)
    leave = there.leave if there.zone >> here & 1 else 0
    return [
        (near, cost + leave + toll(there, near))  # [8.31]
        for cost, _, near in reacher(g, unit).edges.steps[here]
        if not there.closed >> near & 1
    ]


def is_mined(g: Zitadelle, s: Position, unit: int) -> bool:
    return bool(s.place[unit] >= 0 and g.mines >> s.place[unit] & 1)


# -- who can move ---------------------------------------------------------------------------------------------------


def is_frozen(g: Zitadelle, s: Position, unit: int) -> bool:
    """Rokossovsky's reserve in the first turn."""
    return bool(g.reserve >> unit & 1 and s.turn == 1 and not s.model)  # [8.5, 11.23]


def is_pinned(g: Zitadelle, s: Position, unit: int) -> bool:
    """A disrupted unit in EZOC that may not leave."""
    if not (g.uses(s, "disrupted_zoc") and s.disrupted >> unit & 1):
        return False
    return bool(zoc_against(g, s, unit) >> s.place[unit] & 1)  # [13.51b]


def can_move(g: Zitadelle, s: Position, unit: int) -> bool:
    """Whether a unit on the map has anywhere to go at all."""
    if is_frozen(g, s, unit) or is_pinned(g, s, unit):
        return False
    here, side, points = s.place[unit], g.side[unit], movement_allowance(g, s, unit)
    zone, left = zoc_against(g, s, unit), points - (g.mines >> here & 1)
    if not zone >> here & 1 and not s.disrupted >> unit & 1:
        shut = s.occupied[1 - side] | (g.tolled(s) if side == SOVIET else 0)
        for cost, _, near in reacher(g, unit).edges.steps[here]:
            if not shut >> near & 1:
                if cost <= left:
                    return True
                break
    steps = single_steps(g, s, ["move", unit, points, points >> 1, 0])
    return bool(steps) and (g.uses(s, "minimum_move") or any(cost <= left for _, cost in steps))  # [13.71a]


# -- one move -------------------------------------------------------------------------------------------------------


class Move(Step["Zitadelle", Position]):
    """One unit's move. Frame: [name, unit, MPs left, half its MA, flags]."""

    rule = "8.11b"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if not f[4] & MOVED or self.hexes(g, s, f):
            return False
        self.finish(s, f[1])
        return True

    def finish(self, s: Position, unit: int) -> None:
        s.stack.pop()
        s.moved |= 1 << unit  # [8.16]

    def hexes(self, g: Zitadelle, s: Position, f: Frame) -> int:
        """Where the unit may go: every hex in reach in which it might also end."""
        key = (f[1], f[2], f[4])
        if s.goals is not None and s.goals[0] == key:
            return s.goals[1]
        hexes = self.find_hexes(g, s, f)
        s.goals = (key, hexes)
        return hexes

    def find_hexes(self, g: Zitadelle, s: Position, f: Frame) -> int:
        unit = f[1]
        hexes = self.tries(g, s, f)
        steps = reacher(g, unit).edges.steps[s.place[unit]]
        if steps and f[2] >= steps[0][0]:  # what the cheapest step costs
            if is_mined(g, s, unit):
                hexes |= sum(1 << near for near, cost in single_steps(g, s, f) if cost < f[2])  # [8.33]
            else:
                hexes |= reach(g, s, f).mask
        return hexes & ~crowded(g, s, unit) & ~(1 << s.place[unit])  # [5.11b, 5.17, 8.28]

    def tries(self, g: Zitadelle, s: Position, f: Frame) -> int:
        """Hexes that cost too much, which a unit that has not moved may try to enter."""
        if f[4] & MOVED or not g.uses(s, "minimum_move"):
            return 0
        left = f[2] - is_mined(g, s, f[1])
        return sum(1 << near for near, cost in single_steps(g, s, f) if cost > left)  # [13.71a, 13.71c]

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=self.hexes(g, s, f), options=g.STOP)  # [8.0]

    def hex(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> None:
        unit = f[1]
        if self.tries(g, s, f) >> hex_ & 1:
            s.stack.append(["minimum", unit, hex_])  # [13.71b]
        elif is_mined(g, s, unit):
            cost = next(cost for near, cost in single_steps(g, s, f) if near == hex_)
            s.stack.append(["mines", unit, hex_, cost])  # [8.33]
        else:
            found = reach(g, s, f)
            self.go(g, s, f, self.way(g, s, f, found, hex_), found.cost_of(hex_))

    def way(self, g: Zitadelle, s: Position, f: Frame, found: Reach, hex_: int) -> list[int]:
        """The way taken, shortened to its end where nothing on it can matter."""
        unit = f[1]
        if s.events is None and not found.mask & control.alert(g, s, g.side[unit]):
            return [s.place[unit], hex_]
        return reacher(g, unit).path(s.place[unit], f[2], hex_, enemy(g, s, unit, f))

    def go(self, g: Zitadelle, s: Position, f: Frame, path: list[int], cost: int) -> None:
        unit = f[1]
        zone = zoc_against(g, s, unit)
        if zone >> path[0] & 1:
            f[4] |= LEFT_ZONE  # [8.24b]
        f[4] |= MOVED
        f[2] = 0 if zone >> path[-1] & 1 else f[2] - cost  # [8.0, 8.22a]
        s.tell("moves", ("8.11b", "8.12a"), unit=unit, path=path, left=f[2])
        control.walk(g, s, unit, path[1:])  # [8.11b]

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        self.finish(s, f[1])

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("move", unit=g.labels[f[1]], points=f[2])

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == HEX:
            return why_not_move(g, s, f, index)
        if kind == UNIT:
            return because("8.16", "other unit moves", unit=g.labels[f[1]])
        return None


class Breakdown(Step["Zitadelle", Position]):
    """A Panther or Ferdinand unit may lose MPs before it moves. Frame: [name, unit]; the move is below."""

    rule = "10.32"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        move = s.stack[-1]
        move[2] = max(0, move[2] - outcome - 1)  # [10.32]
        s.tell("breakdown", ("10.32",), unit=f[1], die=outcome + 1, left=move[2])
        if not move[2] and not g.uses(s, "minimum_move"):
            s.stack.pop()
            s.moved |= 1 << f[1]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("breakdown", unit=g.labels[f[1]])


class Mines(Step["Zitadelle", Position]):
    """A unit leaves an entrenchment. Frame: [name, unit, hex, MPs of the step without the mines]; the move is below."""

    rule = "8.33"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, unit, hex_, cost = f
        move = s.stack[-1]
        total = cost + outcome + 1  # [8.33]
        s.tell("mines", ("8.33",), unit=unit, die=outcome + 1)
        if total <= move[2]:  # [8.25]
            MOVE.go(g, s, move, [s.place[unit], hex_], total)
        else:
            s.tell("mines stop", ("8.25", "8.33"), unit=unit, hex=s.place[unit])
            MOVE.finish(s, unit)

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("mines", unit=g.labels[f[1]])


class Minimum(Step["Zitadelle", Position]):
    """A unit tries a step for which it has not the MPs. Frame: [name, unit, hex]; the move is below."""

    rule = "13.71b"

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=TWO_DICE)

    def roll(self, g: Zitadelle, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        _, unit, hex_ = f
        dice = outcome + 2
        success = dice <= level(g, s, unit)  # [13.71b]
        s.tell("minimum move", ("13.71b",), unit=unit, hex=hex_, dice=dice, success=success)
        if success:
            MOVE.go(g, s, s.stack[-1], [s.place[unit], hex_], 0)
        MOVE.finish(s, unit)  # [13.71a]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("minimum", unit=g.labels[f[1]])


MOVE = Move()


# -- why not --------------------------------------------------------------------------------------------------------


def why_not_move(g: Zitadelle, s: Position, f: Frame, hex_: int) -> Reason:
    unit, here = f[1], s.place[f[1]]
    side = g.side[unit]
    if hex_ == here:
        return because("8.11b", "unit is there")
    if g.grid.sheet(hex_) != g.grid.sheet(here):
        return because("8.26a", "other sector")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("8.21", "enemy there")
    if g.grid.direction(here, hex_) >= 0:
        return why_not_step(g, s, f, hex_)
    if is_mined(g, s, unit):
        return because("8.33", "mines first")
    if crowded(g, s, unit) >> hex_ & 1 and f[2] and reach(g, s, f).mask >> hex_ & 1:
        return why_crowded(g, s, unit, hex_)
    if zoc_against(g, s, unit) >> hex_ & 1 and in_zone_or_left(g, s, f):
        return because("8.24b", "no second zone")
    return because("8.25", "too far", points=f[2])


def in_zone_or_left(g: Zitadelle, s: Position, f: Frame) -> bool:
    return bool(f[4] & LEFT_ZONE or zoc_against(g, s, f[1]) >> s.place[f[1]] & 1)


def why_not_step(g: Zitadelle, s: Position, f: Frame, hex_: int) -> Reason:
    """Why a unit may not take the step into an adjacent hex."""
    unit, here = f[1], s.place[f[1]]
    if g.grid.between(g.lakes, here, hex_):
        return because("8.26b", "lake")
    zone = zoc_against(g, s, unit)
    if zone >> hex_ & 1:
        if zone >> here & 1:
            return because("8.24a", "zone to zone")
        if f[4] & LEFT_ZONE:
            return because("8.24b", "no second zone")
        if g.uses(s, "disrupted_zoc") and s.disrupted >> unit & 1:
            return because("13.51a", "disrupted no zone")
    if crowded(g, s, unit) >> hex_ & 1:
        return why_crowded(g, s, unit, hex_)
    there = enemy(g, s, unit, f)
    found = edge(reacher(g, unit).edges, here, hex_)
    assert found is not None, "a step between neighbours that no lake divides has a cost"
    leave = there.leave if there.zone >> here & 1 else 0
    if leave:
        return because("8.23", "step price leaving", cost=found[0], leave=leave, points=f[2])
    if is_mined(g, s, unit):
        return because("8.33", "step price mines", cost=found[0] + toll(there, hex_), points=f[2])
    return because("8.25", "step price", cost=found[0] + toll(there, hex_), points=f[2])
