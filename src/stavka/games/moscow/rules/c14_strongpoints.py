"""Chapter 14: Strongpoints and Fortified Lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, members, units_in
from stavka.engine.machine import OPTIONS, UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c07_operations.activation import active_units, formation_now, units_with
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def eligible(g: Moscow, s: Position) -> int:
    """Active units that may begin a Strongpoint where they are."""
    kinds = g.engineers if g.is_winter(s) else g.builders  # [5.14c, 14.23, 14.24]
    units = active_units(g, s) & kinds & ~s.disrupted & ~s.building  # [3.72g, 14.21, 14.25a, 14.26a, 14.26d]
    taken = s.forts[GERMAN] | s.forts[SOVIET]
    for unit in units_in(s.building & s.placed):
        taken |= 1 << s.place[unit]
    units &= s.placed  # [14.22a]
    for hex_ in hexes_in(taken & (s.occupied[GERMAN] | s.occupied[SOVIET])):
        units &= ~s.at[hex_]  # [14.22b]
    return units


def limit(g: Moscow, s: Position, formation: int) -> int:
    """The number of Strongpoints that a Formation may begin in one activation with units other than engineers."""
    hqs = g.formation_units[formation] & g.hqs & ~s.disrupted  # [14.27c]
    return sum(g.command_points[hq] for hq in units_in(hqs) if s.place[hq] >= 0)  # [2.2.2j, 14.27a1, 14.27a3, 14.27b]


@frame("engineering")
class Building(Frame):
    """One side's Engineering Phase."""

    side: Side
    first_starts: int = -1  # Strongpoints that the first active Formation may still begin; -1: not found out yet
    second_starts: int = -1  # as `first_starts`, for the second active Formation


class Engineering(BySide["Moscow", Position, Building]):
    """The Engineering Phase of an Assault Sequence."""

    rule = "14.26a"

    def free_picks(self, g: Moscow, s: Position, f: Building, offer: Offer) -> Offer:
        """The picks that can be taken back: all, if a unit moves afterwards; else the builds, if a unit that can build
        in another hex is left, whichever builds now."""
        if g.can_surely_move(s, f.side):
            return offer.only(UNITS | OPTIONS)
        units = self.units(g, s, f)
        groups = [units & g.engineers]
        for formation, starts in zip(members(s.active), (f.first_starts, f.second_starts), strict=False):
            if starts > 1:
                groups.append(units & units_with(g, s, formation))
        return offer.only(UNITS if any(len({s.place[unit] for unit in units_in(group)}) > 1 for group in groups) else 0)

    def proceed(self, g: Moscow, s: Position, f: Building) -> bool:
        if f.first_starts < 0:
            numbers = [limit(g, s, formation) for formation in members(s.active)]
            f.first_starts, f.second_starts = numbers[0], numbers[1] if len(numbers) > 1 else 0
        if self.units(g, s, f):
            return False
        self.end(g, s)
        return True

    def end(self, g: Moscow, s: Position) -> None:
        s.stack.pop()
        raze_occupied(g, s)  # [OPS.B.1b]

    def units(self, g: Moscow, s: Position, f: Building) -> int:
        units = g.engineers  # [14.27a2]
        for formation, starts in zip(members(s.active), (f.first_starts, f.second_starts), strict=False):
            if starts > 0:
                units |= units_with(g, s, formation)  # [14.27a1]
        return eligible(g, s) & units

    def offer(self, g: Moscow, s: Position, f: Building) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [OPS.B.1a]

    def unit(self, g: Moscow, s: Position, f: Building, unit: Unit) -> None:
        if not g.engineers >> unit & 1:
            is_first = formation_now(g, s, unit) == members(s.active)[0]
            f.first_starts, f.second_starts = f.first_starts - is_first, f.second_starts - (not is_first)
        s.building |= 1 << unit  # [14.26a]
        s.tell("builds", ("14.26a",), unit=unit, hex=s.place[unit])

    def option(self, g: Moscow, s: Position, f: Building, option: Option) -> None:
        self.end(g, s)

    def prompt(self, g: Moscow, s: Position, f: Building) -> str:
        return ask("engineering")

    def why(self, g: Moscow, s: Position, f: Building, seat: int, pick: Pick) -> Reason | None:
        return why_not_build(g, s, f.side, pick[1]) if pick[0] == UNIT else None


def why_not_build(g: Moscow, s: Position, side: Side, unit: Unit) -> Reason:
    if g.side[unit] != side or not active_units(g, s) >> unit & 1:
        return because("14.26a", "not active")
    if g.is_winter(s) and g.builders & ~g.engineers & 1 << unit:
        return because("14.24", "engineers in winter")
    if not g.builders >> unit & 1:
        return because("14.23", "no builder")
    if s.disrupted >> unit & 1:
        return because("14.25a", "disrupted")
    if s.place[unit] < 0:
        return because("14.22a", "not on the map")
    if not eligible(g, s) >> unit & 1:
        return because("14.22b", "strongpoint there")
    return because("14.27a1", "no more starts")


def raze_occupied(g: Moscow, s: Position) -> None:
    """Remove Strongpoints and Fortified Lines in hexes that an undisrupted enemy combat unit occupies."""
    for owner in (GERMAN, SOVIET):
        works = s.forts[owner] | g.lines_against(s, 1 - owner)
        enemies = g.combat & g.side_units[1 - owner] & ~s.disrupted  # [3.72g]
        taken = sum(1 << hex_ for hex_ in hexes_in(works & s.occupied[1 - owner]) if s.at[hex_] & enemies)
        lost = s.forts[owner] & taken
        if lost:
            s.forts[owner] &= ~lost  # [14.31, SEQ.C.1b]
            s.tell("strongpoints razed", ("14.31",), hexes=lost)
        fallen = g.lines_against(s, 1 - owner) & taken
        if fallen:
            s.lines_down |= fallen  # [14.36a, 14.36c]
            s.tell("lines fall", ("14.36a",), hexes=fallen)


def complete(g: Moscow, s: Position) -> None:
    """The Engineering Phase of the Reorganization Segment."""
    for unit in units_in(s.building):
        s.forts[g.side[unit]] |= 1 << s.place[unit]  # [14.26c1]
        s.tell("strongpoint", ("14.26c1",), hex=s.place[unit])
    s.building = 0
    raze_occupied(g, s)
    s.forget()
