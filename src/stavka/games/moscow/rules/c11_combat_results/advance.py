"""Chapter 11.6: advance after combat, and after a Combat Refusal."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, BySide
from stavka.engine.frames import Frame, TailFrame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.engine.state import below, top
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import hush
from stavka.games.moscow.rules.c10_combat.battleframe import Fighting
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.rules.c11_combat_results.retreat import has_room
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def begin(g: Moscow, s: Position, b: Fighting) -> None:
    """If the Defender hex is empty, the units that attacked it may advance."""
    units = sum(1 << unit for unit in units_in(b.units) if s.place[unit] >= 0)
    start(g, s, units, b.hex, two=bool(b.is_mobile), counts=True)


def start(g: Moscow, s: Position, units: int, hex_: Hex, *, two: bool, counts: bool) -> None:
    """Start an advance. two: Red-Box units may go on to a second hex; counts: a full advance helps the next initiative
    roll."""
    if not units or s.at.get(hex_, 0) & g.combat:
        return  # [11.6a]
    fit = units & ~g.stays  # [9.11b2, 11.61e, 11.63a]
    s.stack.append(Advancing(g.side_of_units(units), fit, hex_, int(two), int(counts)))  # [11.61a, 11.62a]


def can_cross(g: Moscow, unit: Unit, here: Hex, there: Hex) -> bool:
    """Whether a unit may advance over a hexside."""
    return not (g.river_barred >> unit & 1 and g.grid.between(g.unbridged_river, here, there))  # [8.36c2, 11.6b]


def is_swift(g: Moscow, s: Position, unit: Unit) -> bool:
    """Whether a unit may advance two hexes."""
    return bool(g.red_box & ~s.disrupted & 1 << unit)  # [3.72f, 11.61b2, 11.61d]


def second_hexes(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> int:
    """The hexes to which a unit may go on from the vacated hex."""
    side = g.side[unit]
    hexes = g.grid.ring(hex_, 1) & g.on_map(s) & ~s.occupied[1 - side] & ~barred_ends(g, s, side)  # [11.6b, 11.64]
    return sum(
        1 << there
        for there in hexes_in(hexes)
        if can_cross(g, unit, hex_, there) and has_room(g, s, 1 << unit, there)  # [11.65]
    )


def enters(g: Moscow, s: Position, unit: Unit, hex_: Hex, *, two: bool) -> bool:
    """Whether a unit may advance into the vacated hex, or through it. It may cross the hexside over which it
    attacked."""
    side = g.side[unit]
    if barred_ends(g, s, side) >> hex_ & 1:
        return False  # [5.21]
    if has_room(g, s, 1 << unit, hex_):
        return True  # [11.65]
    return two and is_swift(g, s, unit) and bool(second_hexes(g, s, unit, hex_))  # [3.32a]


def companions(g: Moscow, s: Position, unit: Unit) -> int:
    """The Leaders and Fuel units that are stacked with a combat unit."""
    return s.at[s.place[unit]] & ~g.combat if g.combat >> unit & 1 else 0


def goals_of_stack(f: Advancing, hex_: Hex) -> int:
    """The second hexes to which units have gone from a hex, as far as the frame of an advance has kept them."""
    return sum({1 << there for here, there in f.followed if here == hex_})


def why_apart(g: Moscow, unit: Unit) -> Reason:
    """The reason why a Leader or a Fuel unit does not go to a hex: it goes with its stack."""
    return because("16.22a" if g.fuel_units >> unit & 1 else "15.33a", "goes with its stack")


@frame("advance")
class Advancing(TailFrame):
    """The advance into one vacated hex."""

    side: Side
    units: int  # units that may advance
    hex: Hex  # the vacated hex
    is_double: int  # 1: Red-Box units may go on to a second hex
    is_counted: int  # 1: a full advance helps the next initiative roll
    has_begun: int = 0
    followed: list[list[int]] = field(default_factory=list)
    """[hex, second hex] of each unit that has left a Leader or Fuel unit in the first hex."""


class Advance(BySide["Moscow", Position, Advancing]):
    """Units advance one after the other."""

    rule = "11.62a"

    def proceed(self, g: Moscow, s: Position, f: Advancing) -> bool:
        if self.units(g, s, f):
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Moscow, s: Position, f: Advancing) -> None:
        s.stack.pop()
        if f.has_begun:
            hush(g, s, f.side)  # [12.25]

    def units(self, g: Moscow, s: Position, f: Advancing) -> int:
        """Units that can go into the vacated hex."""
        return sum(1 << unit for unit in units_in(f.units) if enters(g, s, unit, f.hex, two=bool(f.is_double)))

    def offer(self, g: Moscow, s: Position, f: Advancing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [11.61f, 11.62a]

    def unit(self, g: Moscow, s: Position, f: Advancing, unit: Unit) -> None:
        here = s.place[unit]
        f.units = f.units & ~(1 << unit) | companions(g, s, unit)  # [15.33a, 16.22a]
        f.has_begun = 1
        s.tell("advances", ("11.6a",), units=1 << unit, path=[here, f.hex])
        give_up_works(s, 1 << unit)  # [14.33]
        control.walk(g, s, 1 << unit, [f.hex])  # [11.61a, 11.64]
        if f.is_double and is_swift(g, s, unit):
            s.stack.append(SecondAdvance(unit, here, f.is_counted))  # [11.61b1]

    def option(self, g: Moscow, s: Position, f: Advancing, option: Option) -> None:
        self.end(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Advancing) -> str:
        return ask("advance", hex=g.place(f.hex))

    def why(self, g: Moscow, s: Position, f: Advancing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if g.stays >> pick[1] & 1:
            return because("11.61e", "heavy weapons stay")
        if g.apart >> pick[1] & 1 and g.side[pick[1]] == f.side:
            return why_apart(g, pick[1])
        return because("11.65", "no room to advance") if f.units >> pick[1] & 1 else because("11.63a", "did not attack")


@fixed_frame("second_hex")
class SecondAdvance(Frame):
    """The second hex of one unit; the frame below is the advance."""

    unit: Unit
    origin: Hex  # the hex where it stood before the advance
    is_counted: int  # 1: a full advance helps the next initiative roll


class SecondHex(ByOwner["Moscow", Position, SecondAdvance]):
    """A Red-Box unit may go on to a second hex."""

    rule = "11.61b1"

    def proceed(self, g: Moscow, s: Position, f: SecondAdvance) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: SecondAdvance) -> int:
        """The hexes to which the unit may go on; for a Leader or a Fuel unit only those where its stack went."""
        hexes = second_hexes(g, s, f.unit, s.place[f.unit])
        if g.apart >> f.unit & 1:
            hexes &= goals_of_stack(below(s, Advancing), f.origin)  # [15.33a, 16.22a]
        return hexes

    def offer(self, g: Moscow, s: Position, f: SecondAdvance) -> Offer:
        stop = g.STOP if has_room(g, s, 1 << f.unit, s.place[f.unit]) else 0  # [11.65]
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f), options=stop)

    def hex(self, g: Moscow, s: Position, f: SecondAdvance, hex_: Hex) -> None:
        s.stack.pop()
        unit = f.unit
        s.tell("advances", ("11.61b1",), units=1 << unit, path=[s.place[unit], hex_])
        control.walk(g, s, 1 << unit, [hex_])  # [11.61b1, 11.64]
        advance = top(s, Advancing)
        if advance.units & s.at.get(f.origin, 0) & ~g.combat:
            advance.followed.append([f.origin, hex_])  # [15.33a, 16.22a]
        if f.is_counted and advance.is_counted and g.grid.distance(f.origin, hex_) == g.advance:
            advance.is_counted = 0
            s.initiative[g.side[unit]] += 1  # [7.12c, 11.61c]
            s.tell("full advance", ("11.61c",), side=g.side[unit])

    def option(self, g: Moscow, s: Position, f: SecondAdvance, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: SecondAdvance) -> str:
        return ask("second hex", unit=g.labels[f.unit])

    def why(self, g: Moscow, s: Position, f: SecondAdvance, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        return why_apart(g, f.unit) if g.apart >> f.unit & 1 else because("11.61b1", "no second hex")
