"""Chapter 7.4: Army units are activated by an active Formation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts.values import command
from stavka.games.moscow.rules.c06_supply.fuel import feed, is_hungry, needs_fuel
from stavka.games.moscow.rules.c07_operations.activation import join, note_activation
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, check_frame
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def army_units(g: Moscow, s: Position, side: int) -> int:
    """Army units on the map that may still be activated."""
    return g.army & g.side_units[side] & s.placed & ~s.twice & ~s.attached  # [7.44a]


def in_command(g: Moscow, s: Position, formation: int) -> int:
    """The hexes in the Command Range of the HQs of a Formation."""
    hexes = 0
    for hq in members(g.formation_units[formation] & g.hqs & s.placed):
        hexes |= g.grid.range(s.place[hq], g.command_range)  # [15.14a]
    return hexes


def within(g: Moscow, s: Position, side: int, formation: int) -> int:
    """Army units in the Command Range of a Formation, as it is now."""
    hexes = in_command(g, s, formation)
    return sum(1 << unit for unit in members(army_units(g, s, side)) if hexes >> s.place[unit] & 1)  # [7.44b]


class Army(ListStep["Moscow", Position]):
    """A Formation activates Army units: those in range as it likes, others by a check.

    Frame: [name, side, formation, attempts left outside, units in range when it was activated]."""

    rule = "7.44"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if f[4] < 0:
            f[4] = within(g, s, f[1], f[2])  # [7.44b, 7.45]
        if self.units(g, s, f):
            return False
        s.stack.pop()
        return True

    def units(self, g: Moscow, s: Position, f: Frame) -> int:
        """Those in range, and as long as there are attempts left all others."""
        return army_units(g, s, f[1]) & (-1 if f[3] else f[4])  # [7.45]

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        units = self.units(g, s, f)
        return Offer(f[1], units=units, options=g.DONE | g.ALL if units & f[4] else g.DONE)  # [7.41, 7.44, 7.45]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        if f[4] >> unit & 1:
            activate(g, s, unit, f[2])  # [7.44]
        else:
            f[3] -= 1
            s.stack.append(check_frame("army_check", unit, 0, f[2]))  # [7.45, 7.45c]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.ALL:
            for unit in members(army_units(g, s, f[1]) & f[4]):
                activate(g, s, unit, f[2])
        else:
            s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("army", formation=g.formations[f[2]].label, number=f[3])

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not g.army & g.side_units[f[1]] & 1 << unit:
            return because("7.4", "no army unit")
        if s.place[unit] < 0:
            return because("7.46", "not on the map")
        if s.joined[unit] or s.twice >> unit & 1:
            return because("7.44a", "activated before")
        return because("7.45", "two outside")


def activate(g: Moscow, s: Position, unit: int, formation: int) -> None:
    """An Army unit is active with a Formation, and has its fuel."""
    note_activation(g, s, unit)  # [7.42a, 7.43]
    join(g, s, unit, formation)
    s.tell("army unit", ("7.44",), unit=unit, formation=formation)
    if needs_fuel(g, s, unit):
        if is_hungry(g, s, unit):
            s.fed &= ~(1 << unit)
        else:
            feed(s, unit)  # [6.43e]


class ArmyCheck(Check):
    """The check of an Army unit outside Command Range. Frame: [name, unit, DRM, HQs that help, settled, formation]."""

    rule = "7.45"
    asks = "check army"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        """HQs of the Formation that have CPs, wherever they are on the map."""
        hqs = g.formation_units[f[5]] & g.hqs
        return sum(1 << hq for hq in members(hqs) if s.place[hq] >= 0 and command(g, s, hq))  # [7.45b, 15.23d]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        if success:
            activate(g, s, f[1], f[5])
        else:
            note_activation(g, s, f[1])  # [7.45a]


def entering_army(g: Moscow, s: Position, side: int) -> int:
    """Army units that may enter as reinforcements with any active Formation."""
    return g.army & g.side_units[side] & s.due  # [7.46]
