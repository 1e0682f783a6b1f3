"""Chapter 8.1: the Movement Phase of an Operations Sequence, and stacking at the end of phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, last_hex, units_in
from stavka.engine.machine import EMPTY_HAND, HEXES, UNITS, Hand, Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import Entering
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import is_active
from stavka.games.moscow.rules.c08_ground_movement.going import Moving
from stavka.games.moscow.rules.c08_ground_movement.movers import movers
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate
from stavka.games.moscow.state import DUE, Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


@frame("movement")
class MovementPhase(Frame):
    """One side's Movement Phase."""

    side: Side


class Movement(BySide["Moscow", Position, MovementPhase]):
    """Units and stacks move one after the other."""

    rule = "8.0"
    free = UNITS | HEXES

    def proceed(self, g: Moscow, s: Position, f: MovementPhase) -> bool:
        if self.choice(g, s, f.side):
            return False
        self.end(g, s)
        return True

    def choice(self, g: Moscow, s: Position, side: Side) -> int:
        key = ("movable", side, s.moved)
        if s.memo is not None and s.memo[0] == key:
            known: int = s.memo[1]
            return known
        units = movers(g, s, side)
        s.memo = (key, units)
        return units

    def end(self, g: Moscow, s: Position) -> None:
        s.stack.pop()
        fuel.burn(g, s)  # [6.42]
        s.forget()
        s.surroundings = None

    def hand(self, g: Moscow, s: Position, f: MovementPhase) -> Hand:
        return EMPTY_HAND

    def offer(self, g: Moscow, s: Position, f: MovementPhase) -> Offer:
        units, works = self.choice(g, s, f.side), s.forts[f.side]
        hexes = works and works & ~s.occupied[f.side]  # [14.34]
        return Offer(self.seat(g, s, f), units=units, hexes=hexes, options=g.DONE)  # [8.0, 8.13b, OPS.A.1b, OPS.B.2b]

    def hex(self, g: Moscow, s: Position, f: MovementPhase, hex_: Hex) -> None:
        s.forts[f.side] &= ~(1 << hex_)  # [14.34]
        s.tell("strongpoints razed", ("14.34",), hexes=1 << hex_)

    def unit(self, g: Moscow, s: Position, f: MovementPhase, unit: Unit) -> None:
        s.forget()
        if s.place[unit] == DUE:
            s.stack.append(Entering(unit))
        else:
            s.stack.append(Moving(1 << unit, origin=s.place[unit]))

    def option(self, g: Moscow, s: Position, f: MovementPhase, option: Option) -> None:
        self.end(g, s)

    def prompt(self, g: Moscow, s: Position, f: MovementPhase) -> str:
        return ask("movement")

    def why(self, g: Moscow, s: Position, f: MovementPhase, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_movable(g, s, f.side, pick[1])
        return because("14.34", "no empty strongpoint") if pick[0] == HEX else None


def why_not_movable(g: Moscow, s: Position, side: Side, unit: Unit) -> Reason:
    if g.side[unit] != side:
        return because("8.0", "not yours to move")
    if g.air >> unit & 1:
        return because("13.0", "air does not move")
    if s.place[unit] == DUE:
        return because("5.22a", "cannot enter now")
    if s.place[unit] < 0:
        return because("5.2", "not on the map")
    if s.moved >> unit & 1:
        return because("8.13", "has moved")
    if s.burns[unit]:
        return because("6.42", "being spent")
    if not g.combat >> unit & 1:
        if s.twice >> unit & 1:
            return because("15.31", "activated twice")
    elif not is_active(g, s, unit):
        return because("7.48" if g.army >> unit & 1 else "4.23b", "not active")
    return because("8.13a", "cannot move at all")


@fixed_frame("excess")
class CheckingStacks(Frame):
    """The stacking limit at the end of a phase."""


class Excess(Step["Moscow", Position, CheckingStacks]):
    """At the end of a phase no hex may have more than nine stacking points."""

    rule = "3.33"

    def seat(self, g: Moscow, s: Position, f: CheckingStacks) -> int:
        return g.side_of_units(s.at[last_hex(s.crowded & -s.crowded)])

    def proceed(self, g: Moscow, s: Position, f: CheckingStacks) -> bool:
        if self.units(g, s):
            return False
        s.stack.pop()
        return True

    def units(self, g: Moscow, s: Position) -> int:
        """The units of the first hex that holds too many; those that would make no room are not among them."""
        if not s.crowded:
            return 0
        here = s.at[last_hex(s.crowded & -s.crowded)] & g.combat
        return sum(1 << unit for unit in units_in(here) if g.points_of[unit])

    def offer(self, g: Moscow, s: Position, f: CheckingStacks) -> Offer:
        units = self.units(g, s)
        return Offer(self.seat(g, s, f), units=units)  # [3.33]

    def unit(self, g: Moscow, s: Position, f: CheckingStacks, unit: Unit) -> None:
        s.tell("excess", ("3.33",), unit=unit, hex=s.place[unit])
        eliminate(g, s, unit)

    def prompt(self, g: Moscow, s: Position, f: CheckingStacks) -> str:
        return ask("excess")

    def why(self, g: Moscow, s: Position, f: CheckingStacks, seat: int, pick: Pick) -> Reason | None:
        return because("3.33", "not too many") if pick[0] == UNIT else None
