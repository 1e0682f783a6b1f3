"""Chapter 8.1: the Movement Phase of an Operations Sequence, and stacking at the end of phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c06_supply import fuel
from stavka.games.moscow.rules.c07_operations.activation import is_active
from stavka.games.moscow.rules.c08_ground_movement.movers import movers
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate
from stavka.games.moscow.state import DUE, Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


class Movement(ListStep["Moscow", Position]):
    """Units and stacks move one after the other. Frame: [name, side]."""

    rule = "8.0"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.choice(g, s, f[1]):
            return False
        self.end(g, s)
        return True

    def choice(self, g: Moscow, s: Position, side: int) -> int:
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
        s.memo = s.goals = None
        s.surroundings = None

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        units, works = self.choice(g, s, f[1]), s.forts[f[1]]
        hexes = works and works & ~s.occupied[f[1]]  # [14.34]
        return Offer(f[1], units=units, hexes=hexes, options=g.DONE)  # [8.0, 8.13b, OPS.A.1b, OPS.B.2b]

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        s.forts[f[1]] &= ~(1 << hex_)  # [14.34]
        s.tell("strongpoints razed", ("14.34",), hexes=1 << hex_)

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        s.memo = s.goals = None
        if s.place[unit] == DUE:
            s.stack.append(["enter", unit])
        else:
            s.stack.append(["move", 1 << unit, 0, 0, s.place[unit]])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        self.end(g, s)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("movement")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_movable(g, s, f[1], pick[1])
        return because("14.34", "no empty strongpoint") if pick[0] == HEX else None


def why_not_movable(g: Moscow, s: Position, side: int, unit: int) -> Reason:
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


class Excess(ListStep["Moscow", Position]):
    """At the end of a phase nobody may have more than nine stacking points in a hex. Frame: [name]."""

    rule = "3.33"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if self.units(g, s):
            return False
        s.stack.pop()
        return True

    def units(self, g: Moscow, s: Position) -> int:
        """The units of the first hex that holds too many; those that would make no room are not among them."""
        if not s.crowded:
            return 0
        here = s.at[(s.crowded & -s.crowded).bit_length() - 1] & g.combat
        return sum(1 << unit for unit in members(here) if g.points_of[unit])

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        units = self.units(g, s)
        return Offer(g.side_of_units(units), units=units)  # [3.33]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        s.tell("excess", ("3.33",), unit=unit, hex=s.place[unit])
        eliminate(g, s, unit)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("excess")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("3.33", "not too many") if pick[0] == UNIT else None
