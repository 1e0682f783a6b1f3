"""Chapter 7: movement."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.rules.c02_units import full_hexes
from skirmish.rules.c04_zones import enemy_zones
from skirmish.rules.c09_victory import take
from skirmish.state import OFF, Position, lift, put
from skirmish.words import ask, because
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, units_in
from stavka.engine.machine import EMPTY_HAND, HEXES, UNITS, Hand, Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.hexes import Enemy, Hex

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def allowance(g: Skirmish, s: Position, unit: Unit) -> int:
    full = g.allowance[unit]
    return full // 2 if s.unsupplied >> unit & 1 else full  # [5.4]


def enemy(g: Skirmish, s: Position, side: Side) -> Enemy:
    """The effect of the enemy on a move."""
    return Enemy(closed=s.occupied[1 - side], stop=enemy_zones(g, s, side))  # [7.5, 4.3]


def costs(g: Skirmish, s: Position, unit: Unit) -> dict[Hex, int]:
    """The hexes in which a unit can end its move, and what each costs."""
    here = s.place[unit]
    found = g.reacher.reach(here, allowance(g, s, unit), enemy(g, s, g.side[unit]))  # [7.1]
    ends = found.mask & ~full_hexes(g, s) & ~(1 << here)  # [2.4]
    return {hex_: found.cost_of(hex_) for hex_ in hexes_in(ends)}


def path(g: Skirmish, s: Position, unit: Unit, hex_: Hex) -> list[Hex]:
    return g.reacher.path(s.place[unit], allowance(g, s, unit), hex_, enemy(g, s, g.side[unit]))


def movable(g: Skirmish, s: Position) -> int:
    """The units of the phasing side that have not moved and can go somewhere."""
    own = units_in(g.side_units[s.phasing] & ~s.moved)  # [7.1]
    return sum(1 << unit for unit in own if s.place[unit] >= 0 and costs(g, s, unit))


@frame("movement")
class Marching(Frame):
    pass


class Movement(Step["Skirmish", Position, Marching]):
    """The movement phase: units move one after the other until the player is done."""

    rule = "7.1"
    free = UNITS

    def seats(self, g: Skirmish, s: Position, f: Marching) -> tuple[int, ...]:
        return (s.phasing,)

    def hand(self, g: Skirmish, s: Position, f: Marching) -> Hand:
        return EMPTY_HAND

    def offer(self, g: Skirmish, s: Position, f: Marching) -> Offer:
        return Offer(s.phasing, units=movable(g, s), options=g.DONE)

    def unit(self, g: Skirmish, s: Position, f: Marching, unit: Unit) -> None:
        s.stack.append(Moving(unit))

    def option(self, g: Skirmish, s: Position, f: Marching, option: Option) -> None:
        s.stack.pop()
        s.moved = 0

    def prompt(self, g: Skirmish, s: Position, f: Marching) -> str:
        return ask("movement")

    def why(self, g: Skirmish, s: Position, f: Marching, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if g.side[unit] != seat or s.place[unit] < 0:
            return because("7.1", "not yours on the map")
        return because("7.1", "has moved") if s.moved >> unit & 1 else because("7.2", "nowhere to go")


@frame("move")
class Moving(Frame):
    unit: Unit


class Move(Step["Skirmish", Position, Moving]):
    """Move one unit, as far as one pick takes it."""

    rule = "7.1"
    free = HEXES

    def seats(self, g: Skirmish, s: Position, f: Moving) -> tuple[int, ...]:
        return (s.phasing,)

    def hand(self, g: Skirmish, s: Position, f: Moving) -> Hand:
        return Hand(1 << f.unit, s.place[f.unit], has_set_out=False, edges=g.reacher.edges)

    def offer(self, g: Skirmish, s: Position, f: Moving) -> Offer:
        return Offer(s.phasing, hexes=sum(1 << hex_ for hex_ in costs(g, s, f.unit)), options=g.STOP)

    def hex(self, g: Skirmish, s: Position, f: Moving, hex_: Hex) -> None:
        way = path(g, s, f.unit, hex_)
        s.stack.pop()
        lift(g, s, f.unit, OFF)
        put(g, s, f.unit, hex_)
        s.moved |= 1 << f.unit  # [7.1]
        s.tell("moves", ("7.1",), unit=f.unit, path=way)
        for passed in way:
            take(g, s, f.unit, passed)

    def option(self, g: Skirmish, s: Position, f: Moving, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Skirmish, s: Position, f: Moving) -> str:
        return ask("move", unit=g.labels[f.unit], points=allowance(g, s, f.unit))

    def why(self, g: Skirmish, s: Position, f: Moving, seat: int, pick: Pick) -> Reason | None:
        kind, hex_ = pick
        if kind == UNIT:
            return because("7.1", "move first", unit=g.labels[f.unit])
        if kind != HEX:
            return None
        if s.occupied[1 - g.side[f.unit]] >> hex_ & 1:
            return because("7.5", "enemy there")
        if hex_ == s.place[f.unit]:
            return because("7.1", "unit is there")
        if full_hexes(g, s) >> hex_ & 1:
            return because("2.4", "stack full")
        return because("7.2", "too far", points=allowance(g, s, f.unit))
