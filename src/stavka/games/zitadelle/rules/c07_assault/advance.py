"""Chapter 7.9: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, why_crowded
from stavka.games.zitadelle.rules.c12_victory import control
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask, because

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def emptied(s: Position, side: int, hexes: int) -> int:
    """The attacked hexes in which nobody is left, not even armour."""
    return hexes & ~s.occupied[1 - side]  # [7.91a, 7.98]


def ends(g: Zitadelle, s: Position, unit: int, hexes: int) -> int:
    """The emptied hexes into which a unit may advance."""
    return emptied(s, g.side[unit], hexes) & ~crowded(g, s, unit) & ~(1 << s.place[unit])  # [5.11a, 7.91b]


class Advance(ListStep["Zitadelle", Position]):
    """Attackers may advance into what they have emptied. Frame: [name, units that may still, hexes]."""

    rule = "7.91a"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Zitadelle, s: Position, f: Frame) -> int:
        fit = f[1] & ~s.disrupted & ~s.retreated  # [7.87d, 7.96a, 7.97a, 7.97b]
        return sum(1 << unit for unit in members(fit) if s.place[unit] >= 0 and ends(g, s, unit, f[2]))

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        units = self.units(g, s, f)
        return Offer(g.side[units.bit_length() - 1], units=units, options=g.DONE)  # [7.92b]

    def unit(self, g: Zitadelle, s: Position, f: Frame, unit: int) -> None:
        f[1] &= ~(1 << unit)
        s.stack.append(["advance_unit", unit, f[2]])

    def option(self, g: Zitadelle, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()  # [7.92a]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("advance")

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, unit = pick
        if kind != UNIT:
            return None
        bit = 1 << unit
        if not f[1] & bit or s.place[unit] < 0:
            return because("7.91a", "not of this advance")
        if bit & s.disrupted:
            return because("7.96a", "disrupted no advance")
        if bit & s.retreated:
            return because("7.97b", "retreated no advance")
        return because("5.11a", "advance too many")


class AdvanceUnit(ListStep["Zitadelle", Position]):
    """One unit advances by one hex. Frame: [name, unit, hexes]."""

    rule = "7.98"

    def proceed(self, g: Zitadelle, s: Position, f: Frame) -> bool:
        hexes = ends(g, s, f[1], f[2])
        if hexes & (hexes - 1):
            return False
        self.hex(g, s, f, hexes.bit_length() - 1)
        return True

    def offer(self, g: Zitadelle, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=ends(g, s, f[1], f[2]))  # [7.98]

    def hex(self, g: Zitadelle, s: Position, f: Frame, hex_: int) -> None:
        s.stack.pop()
        s.tell("advances", ("7.91a",), unit=f[1], path=[s.place[f[1]], hex_])
        control.walk(g, s, f[1], [hex_])  # [7.93b, 7.95]

    def prompt(self, g: Zitadelle, s: Position, f: Frame) -> str:
        return ask("advance unit", unit=g.labels[f[1]])

    def why(self, g: Zitadelle, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if emptied(s, g.side[f[1]], f[2]) >> pick[1] & 1:
            return why_crowded(g, s, f[1], pick[1])
        return because("7.91a", "not emptied")
