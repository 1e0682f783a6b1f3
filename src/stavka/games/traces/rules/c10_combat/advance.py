"""Rule 10.5: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import Position
from stavka.games.traces.words import ask, because

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def second_hexes(g: Traces, s: Position, unit: int, target: int) -> int:
    """Where a Mechanised unit may end beyond the attacked hex: any free adjacent hex with room (10.5h to 10.5n)."""
    side = g.side[unit]
    hexes: int = g.advance_on[target]  # [10.5h, 10.5k, 10.5l, 10.5m]
    full = crowded(g, s, unit) & ~(1 << s.place[unit])  # its own place it may come back to
    return hexes & ~s.occupied[1 - side] & ~full  # [5.0f, 6.0d, 10.5n]


def may_go_on(g: Traces, unit: int, origin: int, target: int) -> bool:
    """Whether a unit that advances from origin into the attacked hex may leave it again."""
    mechanised = g.mechanised >> unit & 1  # [10.5b, 10.5c]
    return bool(mechanised and not g.is_unbridged_major(origin, target))  # [10.5j]


def ends(g: Traces, s: Position, unit: int, f: Frame) -> int:
    """The hexes in which a unit may end its advance. Frame [advance, target, units, origin, end, ...]."""
    target: int = f[1]
    origin = s.place[unit]
    if g.hq_units >> unit & 1:
        return hq_ends(g, s, unit, f)
    hexes = 1 << target & ~crowded(g, s, unit)  # [10.5g, 10.5n]
    if may_go_on(g, unit, origin, target):
        hexes |= second_hexes(g, s, unit, target)  # [10.5c]
    return hexes


def hq_ends(g: Traces, s: Position, hq: int, f: Frame) -> int:
    """An HQ goes with a Combat Unit that started in its hex, on the same path and no further (U28)."""
    target, trail = f[1], f[3:]
    hexes = 0
    for origin, end in zip(trail[::2], trail[1::2], strict=True):
        if origin == s.place[hq]:  # [10.5d]
            hexes |= 1 << target | 1 << end
    return hexes & ~crowded(g, s, hq)  # [10.5n]


class Advance(ListStep["Traces", Position]):
    """Attackers may advance into the emptied hex and Mechanised ones beyond, unit by unit.

    Frame: [name, target, units that may still advance, then start and end of each advance made ...]."""

    rule = "10.5e"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        if len(f) == 3 and not self.begin(g, s, f):
            s.stack.pop()
            return True
        if not self.units(g, s, f):
            s.stack.pop()
            return True
        return False

    def begin(self, g: Traces, s: Position, f: Frame) -> bool:
        """Whether the attacked hex is empty; HQs stacked with attackers may come along."""
        target: int = f[1]
        if target in s.at:  # [10.5a]
            return False
        attackers: int = f[2]
        for unit in members(attackers):
            if s.place[unit] < 0:
                f[2] &= ~(1 << unit)
            else:
                f[2] |= s.at[s.place[unit]] & g.hq_units  # [10.5d]
        return True

    def units(self, g: Traces, s: Position, f: Frame) -> int:
        return sum(1 << unit for unit in members(f[2]) if ends(g, s, unit, f))

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        units = self.units(g, s, f)
        side = g.side[units.bit_length() - 1]
        return Offer(g.seat(s, side), units=units, options=g.DONE)  # [10.5e]

    def unit(self, g: Traces, s: Position, f: Frame, unit: int) -> None:
        s.stack.append(["advance_unit", unit])  # [10.5i]

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("advance", hex=g.grid.number(f[1]))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not f[2] >> unit & 1:
            return because("10.5a", "not of this advance")
        if g.hq_units >> unit & 1 and s.place[unit] not in f[3::2]:
            return because("10.5d", "hq advances with")
        return because("10.5n", "advance too many")


class AdvanceUnit(ListStep["Traces", Position]):
    """One unit advances. Frame: [name, unit]; the frame below is the advance."""

    rule = "10.5g"

    def proceed(self, g: Traces, s: Position, f: Frame) -> bool:
        hexes = ends(g, s, f[1], s.stack[-2])
        if hexes & (hexes - 1) == 0:
            self.hex(g, s, f, hexes.bit_length() - 1)
            return True
        return False

    def offer(self, g: Traces, s: Position, f: Frame) -> Offer:
        return Offer(g.seat(s, g.side[f[1]]), hexes=ends(g, s, f[1], s.stack[-2]), options=g.STAY)  # [10.5e]

    def option(self, g: Traces, s: Position, f: Frame, option: int) -> None:
        """It stays where it is."""
        s.stack.pop()
        s.stack[-1][2] &= ~(1 << f[1])  # [10.5e]

    def hex(self, g: Traces, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        unit = f[1]
        advance = s.stack[-1]
        target = advance[1]
        advance[2] &= ~(1 << unit)
        advance += [s.place[unit], hex_]
        path = [target] if hex_ == target else [target, hex_]  # [10.5g]
        s.tell("advances", ("10.5a", "10.5c" if len(path) > 1 else "10.5b"), unit=unit, path=path)
        for step in path:
            control.step(g, s, unit, step)  # [10.5f]
            if s.result:
                return

    def prompt(self, g: Traces, s: Position, f: Frame) -> str:
        return ask("advance unit", unit=g.label(s, f[1]))

    def why(self, g: Traces, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return why_not_end(g, s, f[1], s.stack[-2], pick[1]) if pick[0] == HEX else None


def why_not_end(g: Traces, s: Position, unit: int, f: Frame, hex_: int) -> Reason:
    target, origin, side = f[1], s.place[unit], g.side[unit]
    if crowded(g, s, unit) >> hex_ & 1 and (hex_ == target or g.grid.direction(target, hex_) >= 0):
        return because("10.5n", "too many there")
    if g.grid.direction(target, hex_) < 0:
        return because("10.5g", "advance too far")
    if g.hq_units >> unit & 1:
        return because("10.5d", "hq follows")
    if not g.mechanised >> unit & 1:
        return because("10.5b", "advance one hex")
    if g.is_unbridged_major(origin, target):
        return because("10.5j", "advance crossed river")
    if s.occupied[1 - side] >> hex_ & 1:
        return because("5.0f", "enemy there")
    if g.is_unbridged_major(target, hex_):
        return because("10.5k", "advance second river")
    return because("10.5m", "blocked")
