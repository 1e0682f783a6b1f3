"""Chapter 11.6: advance after combat, and after a Combat Refusal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import hush
from stavka.games.moscow.rules.c10_combat.battleframe import PLACE, TABLE, UNITS
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.rules.c11_combat_results.retreat import has_room
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

GOALS: Final = 7
"""Where the frame of an advance begins to keep the second hexes to which Leaders and Fuel units may follow."""


def begin(g: Moscow, s: Position, b: Frame) -> None:
    """If the Defender hex is empty, those who attacked it may advance."""
    units = sum(1 << unit for unit in members(b[UNITS]) if s.place[unit] >= 0)
    start(g, s, units, b[PLACE], two=bool(b[TABLE]), counts=True)


def start(g: Moscow, s: Position, units: int, hex_: int, *, two: bool, counts: bool) -> None:
    """two: Red-Box units may go on to a second hex; counts: a full advance helps the next initiative roll."""
    if not units or s.at.get(hex_, 0) & g.combat:
        return  # [11.6a]
    fit = units & ~g.stays  # [9.11b2, 11.61e, 11.63a]
    s.stack.append(["advance", g.side_of_units(units), fit, hex_, int(two), int(counts), 0])  # [11.61a, 11.62a]


def can_cross(g: Moscow, unit: int, here: int, there: int) -> bool:
    """Whether a unit may advance over a hexside."""
    return not (g.river_barred >> unit & 1 and g.grid.between(g.unbridged_river, here, there))  # [8.36c2, 11.6b]


def is_swift(g: Moscow, s: Position, unit: int) -> bool:
    """Whether a unit may advance two hexes."""
    return bool(g.red_box & ~s.disrupted & 1 << unit)  # [3.72f, 11.61b2, 11.61d]


def second_hexes(g: Moscow, s: Position, unit: int, hex_: int) -> int:
    """Where a unit may go on from the vacated hex."""
    side = g.side[unit]
    hexes = g.grid.ring(hex_, 1) & g.on_map(s) & ~s.occupied[1 - side] & ~barred_ends(g, s, side)  # [11.6b, 11.64]
    return sum(
        1 << there
        for there in members(hexes)
        if can_cross(g, unit, hex_, there) and has_room(g, s, 1 << unit, there)  # [11.65]
    )


def enters(g: Moscow, s: Position, unit: int, hex_: int, *, two: bool) -> bool:
    """Whether a unit may advance into the vacated hex, or through it. What it attacked over it may cross."""
    side = g.side[unit]
    if barred_ends(g, s, side) >> hex_ & 1:
        return False  # [5.21]
    if has_room(g, s, 1 << unit, hex_):
        return True  # [11.65]
    return two and is_swift(g, s, unit) and bool(second_hexes(g, s, unit, hex_))  # [3.32a]


def companions(g: Moscow, s: Position, unit: int) -> int:
    """The Leaders and Fuel units that are stacked with a combat unit."""
    return s.at[s.place[unit]] & ~g.combat if g.combat >> unit & 1 else 0


def goals_of_stack(f: Frame, hex_: int) -> int:
    """The second hexes to which units have gone from a hex, as far as the frame of an advance has kept them."""
    return sum({1 << there for here, there in f[GOALS:] if here == hex_})


def why_apart(g: Moscow, unit: int) -> Reason:
    """Why a Leader or a Fuel unit does not go somewhere: it goes with its stack."""
    return because("16.22a" if g.fuel_units >> unit & 1 else "15.33a", "goes with its stack")


class Advance(ListStep["Moscow", Position]):
    """Units advance one after the other.

    Frame: [name, side, units that may, vacated hex, 1 if two hexes, 1 if it counts for the initiative, 1 if begun];
    then [hex where it stood, second hex] for each unit that has left a Leader or Fuel unit behind."""

    rule = "11.62a"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.units(g, s, f):
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Moscow, s: Position, f: Frame) -> None:
        s.stack.pop()
        if f[6]:
            hush(g, s, f[1])  # [12.25]

    def units(self, g: Moscow, s: Position, f: Frame) -> int:
        """Units that can go into the vacated hex."""
        return sum(1 << unit for unit in members(f[2]) if enters(g, s, unit, f[3], two=bool(f[4])))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], units=self.units(g, s, f), options=g.DONE)  # [11.61f, 11.62a]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        here = s.place[unit]
        f[2] = f[2] & ~(1 << unit) | companions(g, s, unit)  # [15.33a, 16.22a]
        f[6] = 1
        s.tell("advances", ("11.6a",), units=1 << unit, path=[here, f[3]])
        give_up_works(s, 1 << unit)  # [14.33]
        control.walk(g, s, 1 << unit, [f[3]])  # [11.61a, 11.64]
        if f[4] and is_swift(g, s, unit):
            s.stack.append(["second_hex", unit, here, f[5]])  # [11.61b1]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        self.end(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("advance", hex=g.place_text(f[3]))

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if g.stays >> pick[1] & 1:
            return because("11.61e", "heavy weapons stay")
        if g.apart >> pick[1] & 1 and g.side[pick[1]] == f[1]:
            return why_apart(g, pick[1])
        return because("11.65", "no room to advance") if f[2] >> pick[1] & 1 else because("11.63a", "did not attack")


class SecondHex(ListStep["Moscow", Position]):
    """A Red-Box unit may go on to a second hex.

    Frame: [name, unit, hex where it stood, 1 if it counts]; the advance is below."""

    rule = "11.61b1"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.hexes(g, s, f):
            return False
        s.stack.pop()
        return True

    def hexes(self, g: Moscow, s: Position, f: Frame) -> int:
        """Where the unit may go on; a Leader or a Fuel unit only where its stack went."""
        hexes = second_hexes(g, s, f[1], s.place[f[1]])
        if g.apart >> f[1] & 1:
            hexes &= goals_of_stack(s.stack[-2], f[2])  # [15.33a, 16.22a]
        return hexes

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        stop = g.STOP if has_room(g, s, 1 << f[1], s.place[f[1]]) else 0  # [11.65]
        return Offer(g.side[f[1]], hexes=self.hexes(g, s, f), options=stop)

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        unit = f[1]
        s.tell("advances", ("11.61b1",), units=1 << unit, path=[s.place[unit], hex_])
        control.walk(g, s, 1 << unit, [hex_])  # [11.61b1, 11.64]
        below = s.stack[-1]
        if below[2] & s.at.get(f[2], 0) & ~g.combat:
            below.append([f[2], hex_])  # [15.33a, 16.22a]
        if f[3] and below[5] and g.grid.distance(f[2], hex_) == g.advance:
            below[5] = 0
            s.initiative[g.side[unit]] += 1  # [7.12c, 11.61c]
            s.tell("full advance", ("11.61c",), side=g.side[unit])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("second hex", unit=g.labels[f[1]])

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        return why_apart(g, f[1]) if g.apart >> f[1] & 1 else because("11.61b1", "no second hex")
