"""Rule 10.5: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, ByOwners
from stavka.engine.frames import Frame, TailFrame, fixed_frame, frame
from stavka.engine.kinds import Option, Unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.engine.state import below, top
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import Position
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


@frame("advance")
class Advancing(TailFrame):
    """Units advance after a combat."""

    target: Hex  # the attacked hex
    units: int  # units that may still advance
    trail: list[Hex]  # start and end of each advance made


def second_hexes(g: Traces, s: Position, unit: Unit, target: int) -> int:
    """The hexes in which a Mechanised unit may end beyond the attacked hex: any free adjacent hex with room (10.5h to
    10.5n)."""
    side = g.side[unit]
    hexes: int = g.advance_on[target]  # [10.5h, 10.5k, 10.5l, 10.5m]
    full = crowded(g, s, unit) & ~(1 << s.place[unit])  # the unit may return to its own hex
    return hexes & ~s.occupied[1 - side] & ~full  # [5.0f, 6.0d, 10.5n]


def may_go_on(g: Traces, unit: Unit, origin: Hex, target: Hex) -> bool:
    """Whether a unit that advances from origin into the attacked hex may leave it again."""
    mechanised = g.mechanised >> unit & 1  # [10.5b, 10.5c]
    return bool(mechanised and not g.is_unbridged_major(origin, target))  # [10.5j]


def ends(g: Traces, s: Position, unit: Unit, f: Advancing) -> int:
    """The hexes in which a unit may end its advance."""
    target, origin = f.target, s.place[unit]
    if g.hq_units >> unit & 1:
        return hq_ends(g, s, unit, f)
    hexes = 1 << target & ~crowded(g, s, unit)  # [10.5g, 10.5n]
    if may_go_on(g, unit, origin, target):
        hexes |= second_hexes(g, s, unit, target)  # [10.5c]
    return hexes


def hq_ends(g: Traces, s: Position, hq: Unit, f: Advancing) -> int:
    """An HQ goes with a Combat Unit that started in its hex, on the same path and no further (U28)."""
    hexes = 0
    for origin, end in zip(f.trail[::2], f.trail[1::2], strict=True):
        if origin == s.place[hq]:  # [10.5d]
            hexes |= 1 << f.target | 1 << end
    return hexes & ~crowded(g, s, hq)  # [10.5n]


class Advance(ByOwners["Traces", Position, Advancing]):
    """Attackers may advance into the emptied hex and Mechanised ones beyond, unit by unit."""

    rule = "10.5e"

    def proceed(self, g: Traces, s: Position, f: Advancing) -> bool:
        if not f.trail and not self.begin(g, s, f):
            s.stack.pop()
            return True
        if not self.units(g, s, f):
            s.stack.pop()
            return True
        return False

    def begin(self, g: Traces, s: Position, f: Advancing) -> bool:
        """Add the HQs that are stacked with attackers and may come along. False if the attacked hex is not empty."""
        if f.target in s.at:  # [10.5a]
            return False
        for unit in units_in(f.units):
            if s.place[unit] < 0:
                f.units &= ~(1 << unit)
            else:
                f.units |= s.at[s.place[unit]] & g.hq_units  # [10.5d]
        return True

    def units(self, g: Traces, s: Position, f: Advancing) -> int:
        return sum(1 << unit for unit in units_in(f.units) if ends(g, s, unit, f))

    def offer(self, g: Traces, s: Position, f: Advancing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [10.5e]

    def unit(self, g: Traces, s: Position, f: Advancing, unit: Unit) -> None:
        s.stack.append(AdvancingUnit(unit))  # [10.5i]

    def option(self, g: Traces, s: Position, f: Advancing, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Traces, s: Position, f: Advancing) -> str:
        return ask("advance", hex=g.grid.number(f.target))

    def why(self, g: Traces, s: Position, f: Advancing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not f.units >> unit & 1:
            return because("10.5a", "not of this advance")
        if g.hq_units >> unit & 1 and s.place[unit] not in f.trail[::2]:
            return because("10.5d", "hq advances with")
        return because("10.5n", "advance too many")


@fixed_frame("advance_unit")
class AdvancingUnit(Frame):
    """One unit advances; the frame below is the advance."""

    unit: Unit


class AdvanceUnit(ByOwner["Traces", Position, AdvancingUnit]):
    """One unit advances."""

    rule = "10.5g"

    def proceed(self, g: Traces, s: Position, f: AdvancingUnit) -> bool:
        return self.only_hex(g, s, f, ends(g, s, f.unit, below(s, Advancing)))

    def offer(self, g: Traces, s: Position, f: AdvancingUnit) -> Offer:
        return Offer(self.seat(g, s, f), hexes=ends(g, s, f.unit, below(s, Advancing)), options=g.STAY)  # [10.5e]

    def option(self, g: Traces, s: Position, f: AdvancingUnit, option: Option) -> None:
        """Keep the unit where it is."""
        s.stack.pop()
        advance = top(s, Advancing)
        advance.units &= ~(1 << f.unit)  # [10.5e]

    def hex(self, g: Traces, s: Position, f: AdvancingUnit, hex_: Hex) -> None:
        s.stack.pop()
        unit = f.unit
        advance = top(s, Advancing)
        target = advance.target
        advance.units &= ~(1 << unit)
        advance.trail += [s.place[unit], hex_]
        path = [target] if hex_ == target else [target, hex_]  # [10.5g]
        s.tell("advances", ("10.5a", "10.5c" if len(path) > 1 else "10.5b"), unit=unit, path=path)
        for step in path:
            control.step(g, s, unit, step)  # [10.5f]
            if s.result:
                return

    def prompt(self, g: Traces, s: Position, f: AdvancingUnit) -> str:
        return ask("advance unit", unit=g.label(s, f.unit))

    def why(self, g: Traces, s: Position, f: AdvancingUnit, seat: int, pick: Pick) -> Reason | None:
        return why_not_end(g, s, f.unit, below(s, Advancing), pick[1]) if pick[0] == HEX else None


def why_not_end(g: Traces, s: Position, unit: Unit, f: Advancing, hex_: Hex) -> Reason:
    target, origin, side = f.target, s.place[unit], g.side[unit]
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
