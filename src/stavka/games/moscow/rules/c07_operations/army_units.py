"""Chapter 7.4: Army units are activated by an active Formation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import OPTIONS, UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import command
from stavka.games.moscow.rules.c06_supply.fuel import feed, is_hungry, needs_fuel
from stavka.games.moscow.rules.c07_operations.activation import join, note_activation
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def army_units(g: Moscow, s: Position, side: Side) -> int:
    """Army units on the map that may still be activated."""
    return g.army & g.side_units[side] & s.placed & ~s.twice & ~s.attached  # [7.44a]


def in_command(g: Moscow, s: Position, formation: int) -> int:
    """The hexes in the Command Range of the HQs of a Formation."""
    hexes = 0
    for hq in units_in(g.formation_units[formation] & g.hqs & s.placed):
        hexes |= g.grid.range(s.place[hq], g.command_range)  # [15.14a]
    return hexes


def within(g: Moscow, s: Position, side: Side, formation: int) -> int:
    """Army units in the present Command Range of a Formation."""
    hexes = in_command(g, s, formation)
    return sum(1 << unit for unit in units_in(army_units(g, s, side)) if hexes >> s.place[unit] & 1)  # [7.44b]


def helping_hqs(g: Moscow, s: Position, formation: int) -> int:
    """HQs of a Formation that have CP for its checks, wherever they are on the map."""
    hqs = g.formation_units[formation] & g.hqs
    return sum(1 << hq for hq in units_in(hqs) if s.place[hq] >= 0 and command(g, s, hq))  # [7.45b, 15.23d]


@frame("army")
class ActivatingArmy(Frame):
    """The Army units that one Formation activates."""

    side: Side
    formation: int
    attempts: int  # checks left of units outside Command Range
    in_range: int = -1  # units in Command Range when it was activated; -1: not found out yet


class Army(BySide["Moscow", Position, ActivatingArmy]):
    """A Formation activates Army units: those in range as it likes, others by a check."""

    rule = "7.44"

    def free_picks(self, g: Moscow, s: Position, f: ActivatingArmy, offer: Offer) -> Offer:
        """The picks that can be taken back: if a unit moves afterwards, or as long as there is another unit to
        activate; and as long as no unit has to check, or an HQ may spend CP on it."""
        units, goes_on = self.units(g, s, f), g.can_surely_move(s, f.side)
        is_checked = bool(units & ~f.in_range) and not helping_hqs(g, s, f.formation)
        free = UNITS if not is_checked and (goes_on or units & (units - 1)) else 0
        return offer.only(free | OPTIONS if goes_on else free)

    def proceed(self, g: Moscow, s: Position, f: ActivatingArmy) -> bool:
        if f.in_range < 0:
            f.in_range = within(g, s, f.side, f.formation)  # [7.44b, 7.45]
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Moscow, s: Position, f: ActivatingArmy) -> int:
        """The units in range, and all others as long as attempts are left."""
        return army_units(g, s, f.side) & (-1 if f.attempts else f.in_range)  # [7.45]

    def offer(self, g: Moscow, s: Position, f: ActivatingArmy) -> Offer:
        units = self.units(g, s, f)
        every = g.ALL if units & f.in_range else 0
        return Offer(self.seat(g, s, f), units=units, options=g.DONE | every)  # [7.41, 7.44, 7.45]

    def every_unit(self, g: Moscow, s: Position, f: ActivatingArmy, offer: Offer) -> int:
        return offer.units & f.in_range

    def unit(self, g: Moscow, s: Position, f: ActivatingArmy, unit: Unit) -> None:
        if f.in_range >> unit & 1:
            activate(g, s, unit, f.formation)  # [7.44]
        else:
            f.attempts -= 1
            s.stack.append(CheckingArmy(unit, formation=f.formation))  # [7.45, 7.45c]

    def option(self, g: Moscow, s: Position, f: ActivatingArmy, option: Option) -> None:
        if 1 << option == g.ALL:
            for unit in units_in(army_units(g, s, f.side) & f.in_range):
                activate(g, s, unit, f.formation)
        else:
            s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: ActivatingArmy) -> str:
        return ask("army", formation=g.formations[f.formation].label, number=f.attempts)

    def why(self, g: Moscow, s: Position, f: ActivatingArmy, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not g.army & g.side_units[f.side] & 1 << unit:
            return because("7.4", "no army unit")
        if s.place[unit] < 0:
            return because("7.46", "not on the map")
        if s.joined[unit] or s.twice >> unit & 1:
            return because("7.44a", "activated before")
        return because("7.45", "two outside")


def activate(g: Moscow, s: Position, unit: Unit, formation: int) -> None:
    """An Army unit is active with a Formation, and has its fuel."""
    note_activation(g, s, unit)  # [7.42a, 7.43]
    join(g, s, unit, formation)
    s.tell("army unit", ("7.44",), unit=unit, formation=formation)
    if needs_fuel(g, s, unit):
        if is_hungry(g, s, unit):
            s.fed &= ~(1 << unit)
        else:
            feed(s, unit)  # [6.43e]


@frame("army_check")
class CheckingArmy(Checking):
    """The check of an Army unit outside Command Range."""

    formation: int = -1  # the Formation that activates it


class ArmyCheck(Check[CheckingArmy]):
    """The check of an Army unit outside Command Range."""

    rule = "7.45"
    asks = "check army"

    def helpers(self, g: Moscow, s: Position, f: CheckingArmy) -> int:
        return helping_hqs(g, s, f.formation)

    def done(self, g: Moscow, s: Position, f: CheckingArmy, modified: int, *, success: bool) -> None:
        if success:
            activate(g, s, f.lead, f.formation)
        else:
            note_activation(g, s, f.lead)  # [7.45a]


def entering_army(g: Moscow, s: Position, side: Side) -> int:
    """Army units that may enter as reinforcements with any active Formation."""
    return g.army & g.side_units[side] & s.due  # [7.46]
