"""Chapter 7.9: advance after combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, ByOwners
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded, why_crowded
from stavka.games.zitadelle.rules.c07_assault.duties import bands, open_hexes
from stavka.games.zitadelle.rules.c12_victory import control
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def emptied(s: Position, side: Side, hexes: int) -> int:
    """The attacked hexes in which no unit is left, not even armour."""
    return hexes & ~s.occupied[1 - side]  # [7.91a, 7.98]


def ends(g: Zitadelle, s: Position, unit: Unit, hexes: int) -> int:
    """The emptied hexes into which a unit may advance."""
    return emptied(s, g.side[unit], hexes) & ~crowded(g, s, unit) & ~(1 << s.place[unit])  # [5.11a, 7.91b]


def fights_on(g: Zitadelle, s: Position, side: Side) -> bool:
    """Whether the attacker has more assaults to make in this phase. No advance changes that: a unit that advances has
    attacked, and the enemy does not move."""
    return bool(bands(g, s, side, open_hexes(g, s, side)))


@frame("advance")
class Advancing(Frame):
    """An advance after combat."""

    units: int  # units that may still advance
    hexes: int  # attacked hexes


class Advance(ByOwners["Zitadelle", Position, Advancing]):
    """Attackers may advance into the hexes that they have emptied."""

    rule = "7.91a"

    def proceed(self, g: Zitadelle, s: Position, f: Advancing) -> bool:
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Zitadelle, s: Position, f: Advancing) -> int:
        fit = f.units & ~s.disrupted & ~s.retreated  # [7.87d, 7.96a, 7.97a, 7.97b]
        return sum(1 << unit for unit in units_in(fit) if s.place[unit] >= 0 and ends(g, s, unit, f.hexes))

    def free_picks(self, g: Zitadelle, s: Position, f: Advancing, offer: Offer) -> Offer:
        return offer.only(UNITS | OPTIONS if fights_on(g, s, g.side_of(s, self.seat(g, s, f))) else 0)

    def offer(self, g: Zitadelle, s: Position, f: Advancing) -> Offer:
        units = self.units(g, s, f)
        return Offer(self.seat(g, s, f), units=units, options=g.DONE)  # [7.92b]

    def unit(self, g: Zitadelle, s: Position, f: Advancing, unit: Unit) -> None:
        f.units &= ~(1 << unit)
        s.stack.append(AdvancingUnit(unit, f.hexes))

    def option(self, g: Zitadelle, s: Position, f: Advancing, option: Option) -> None:
        s.stack.pop()  # [7.92a]

    def prompt(self, g: Zitadelle, s: Position, f: Advancing) -> str:
        return ask("advance")

    def why(self, g: Zitadelle, s: Position, f: Advancing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        bit = 1 << unit
        if not f.units & bit or s.place[unit] < 0:
            return because("7.91a", "not of this advance")
        if bit & s.disrupted:
            return because("7.96a", "disrupted no advance")
        if bit & s.retreated:
            return because("7.97b", "retreated no advance")
        return because("5.11a", "advance too many")


@fixed_frame("advance_unit")
class AdvancingUnit(Frame):
    """A unit that advances."""

    unit: Unit
    hexes: int  # attacked hexes


class AdvanceUnit(ByOwner["Zitadelle", Position, AdvancingUnit]):
    """One unit advances by one hex."""

    rule = "7.98"

    def proceed(self, g: Zitadelle, s: Position, f: AdvancingUnit) -> bool:
        return self.only_hex(g, s, f, ends(g, s, f.unit, f.hexes))

    def free_picks(self, g: Zitadelle, s: Position, f: AdvancingUnit, offer: Offer) -> Offer:
        return offer.only(HEXES if fights_on(g, s, g.side_of(s, self.seat(g, s, f))) else 0)

    def offer(self, g: Zitadelle, s: Position, f: AdvancingUnit) -> Offer:
        return Offer(self.seat(g, s, f), hexes=ends(g, s, f.unit, f.hexes))  # [7.98]

    def hex(self, g: Zitadelle, s: Position, f: AdvancingUnit, hex_: Hex) -> None:
        s.stack.pop()
        s.tell("advances", ("7.91a",), unit=f.unit, path=[s.place[f.unit], hex_])
        control.walk(g, s, f.unit, [hex_])  # [7.93b, 7.95]

    def prompt(self, g: Zitadelle, s: Position, f: AdvancingUnit) -> str:
        return ask("advance unit", unit=g.labels[f.unit])

    def why(self, g: Zitadelle, s: Position, f: AdvancingUnit, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if emptied(s, g.side[f.unit], f.hexes) >> pick[1] & 1:
            return why_crowded(g, s, f.unit, pick[1])
        return because("7.91a", "not emptied")
