"""Chapter 8: stacking, and which unit of a stack is on top (3.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_hex, last_unit, units_in
from stavka.engine.machine import OPTIONS, UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c02_components.losses import eliminate
from stavka.games.luki.state import SOVIET, Position
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def is_legal(g: Luki, units: int) -> bool:
    """Whether units of one side may be together in a hex."""
    number = units.bit_count()  # [2.4, 8.0e]
    if number <= 1:
        return True
    if g.side[last_unit(units)] == SOVIET:
        if number <= g.stack_soviet:  # [8.1]
            return True
        whole = max((own.bit_count() for own in formations_in(g, units) if own & units == own), default=0)
        return number <= whole + g.stack_extra  # [8.1]
    if number <= g.stack_german:  # [8.2]
        return True
    return any(units & own == units for own in formations_in(g, units))  # [8.2]


def formations_in(g: Luki, units: int) -> list[int]:
    """All units of each formation that has one among these."""
    return [g.members_of[f] for f in {g.formation[unit] for unit in units_in(units)} if f >= 0]


def has_room(g: Luki, s: Position, units: int, hex_: Hex) -> bool:
    """Whether units may end in a hex in which they are not."""
    return is_legal(g, s.at.get(hex_, 0) | units)


def rooms(g: Luki, s: Position, units: int, hexes: int) -> int:
    """The hexes, out of the given ones, in which units may end together."""
    side = g.side[last_unit(units)]
    full = 0
    for hex_ in hexes_in(hexes & s.occupied[side]):
        if not has_room(g, s, units, hex_):
            full |= 1 << hex_
    return hexes & ~full


def fit_somewhere(g: Luki, s: Position, units: int, hexes: int) -> bool:
    """Whether there is one of the hexes in which units may end together."""
    empty = hexes & ~s.occupied[g.side[last_unit(units)]]
    if empty and is_legal(g, units):
        return True
    return any(has_room(g, s, units, hex_) for hex_ in hexes_in(hexes & ~empty))


def overstacked(g: Luki, s: Position, side: Side) -> int:
    """The hexes in which a side has too many units."""
    found = 0
    for hex_ in hexes_in(s.occupied[side]):
        if not is_legal(g, s.at[hex_]):
            found |= 1 << hex_
    return found


@fixed_frame("excess")
class RemovingExcess(Frame):
    """A side that may have too many units in a hex."""

    side: Side


class Excess(BySide["Luki", Position, RemovingExcess]):
    """Units too many in a hex are eliminated."""

    rule = "8.3"

    def proceed(self, g: Luki, s: Position, f: RemovingExcess) -> bool:
        if overstacked(g, s, f.side):
            return False
        s.stack.pop()
        return True

    def units(self, g: Luki, s: Position, f: RemovingExcess) -> int:
        hexes = overstacked(g, s, f.side)
        return s.at[last_hex(hexes)] if hexes else 0

    def offer(self, g: Luki, s: Position, f: RemovingExcess) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f))  # [8.3]

    def free_picks(self, g: Luki, s: Position, f: RemovingExcess, offer: Offer) -> Offer:
        """Units, while another hex is overstacked too."""
        hexes = overstacked(g, s, f.side)
        return offer.only(UNITS if hexes & (hexes - 1) else 0)

    def unit(self, g: Luki, s: Position, f: RemovingExcess, unit: Unit) -> None:
        s.tell("excess", ("8.3",), unit=unit, hex=s.place[unit])
        eliminate(g, s, unit)  # [8.3]

    def prompt(self, g: Luki, s: Position, f: RemovingExcess) -> str:
        hexes = overstacked(g, s, f.side)
        return ask("excess", hex=g.grid.number(last_hex(hexes)) if hexes else "")

    def why(self, g: Luki, s: Position, f: RemovingExcess, seat: int, pick: Pick) -> Reason | None:
        return because("8.3", "not in that stack") if pick[0] == UNIT else None


# -- on top -----------------------------------------------------------------------------------------------------------


def leaders(g: Luki, units: int) -> int:
    """The units of a stack that may be on top: those of the highest rank in the stack."""
    best, found = 99, 0
    for unit in units_in(units):
        rank = g.rank[unit]
        if rank < best:  # [3.6c]
            best, found = rank, 1 << unit
        elif rank == best:
            found |= 1 << unit
    return found


def top(g: Luki, s: Position, units: int) -> Unit:
    """The unit on top of a stack: of the highest rank, and of several the one that its owner has laid there."""
    first = leaders(g, units)  # [3.6c, 3.6e]
    first = first & s.front or first  # [3.6d]
    return last_unit(first & -first)


def who_sees(g: Luki, s: Position, unit: Unit) -> tuple[int, ...] | None:
    """The seats that see a unit where it is; None: everybody."""
    own = g.side_units[g.side[unit]]
    return None if top(g, s, s.at[s.place[unit]] & own) == unit else (g.side[unit],)  # [3.6a]


def tied(g: Luki, s: Position, side: Side) -> int:
    """Units that are not on top of their stacks and may be laid there."""
    found, own = 0, g.side_units[side]
    for units in s.at.values():
        here = units & own
        if here & (here - 1):
            found |= leaders(g, here) & ~(1 << top(g, s, here))
    return found


def has_ties(g: Luki, s: Position, side: Side) -> bool:
    """Whether there is a stack in which the owner has a choice."""
    own = g.side_units[side]
    for units in s.at.values():
        here = units & own
        if here & (here - 1):
            first = leaders(g, here)
            if first & (first - 1):
                return True
    return False


@frame("arrange")
class Arranging(Frame):
    """An owner who arranges the units of a stack."""

    side: Side
    units: int  # units that the owner may still put on top


class Arrange(BySide["Luki", Position, Arranging]):
    """The owner lays units on top of others of their rank."""

    rule = "3.6d"
    free = UNITS | OPTIONS  # the phase goes on

    def proceed(self, g: Luki, s: Position, f: Arranging) -> bool:
        if f.units:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: Arranging) -> Offer:
        return Offer(self.seat(g, s, f), units=f.units, options=g.DONE)  # [3.6d]

    def unit(self, g: Luki, s: Position, f: Arranging, unit: Unit) -> None:
        here = s.at[s.place[unit]]
        s.front = s.front & ~here | 1 << unit  # [3.6d]
        f.units &= ~here
        s.tell("on top", ("3.6d",), seats=(f.side,), unit=unit, hex=s.place[unit])

    def option(self, g: Luki, s: Position, f: Arranging, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Arranging) -> str:
        return ask("arrange")

    def why(self, g: Luki, s: Position, f: Arranging, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if g.side[unit] != f.side or s.place[unit] < 0:
            return because("3.6d", "not in your stacks")
        here = s.at[s.place[unit]]
        if not leaders(g, here) >> unit & 1:
            return because("3.6c", "lower rank")
        return because("3.6d", "arranged already")
