"""Chapter 8.1: the Movement Phase."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import EMPTY_HAND, UNITS, Hand
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.zitadelle.board import FOOT, MOTORISED
from stavka.games.zitadelle.rules import c11_reinforcements as reinforcements
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import zoc_against
from stavka.games.zitadelle.rules.c07_assault.morale import movement_allowance, recover_morale
from stavka.games.zitadelle.rules.c08_movement.unit_moves import (
    Moving,
    can_move,
    easy_exits,
    frozen,
    is_frozen,
    is_pinned,
)
from stavka.games.zitadelle.rules.c10_special_german_units import BreakingDown
from stavka.games.zitadelle.state import DUE, Position
from stavka.games.zitadelle.words import ask, because

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def sure_to_move(g: Zitadelle, s: Position, side: Side, units: int) -> int:
    """Those of some units on the map that can certainly move: most need not be tested one by one."""
    found, ways_out = 0, [ready_hexes(g, easy_exits(g, s, side, kind)) for kind in (MOTORISED, FOOT)]
    units &= ~s.disrupted & ~frozen(g, s)
    for formation, foot, those in g.marchers[side]:
        sure = those & units
        if not sure:
            continue
        unit = last_unit(sure)  # any of them: all have the same MP
        hexes = ways_out[foot][movement_allowance(g, s, unit)] & ~zoc_against(g, s, unit)
        for hex_ in hexes_in(s.groups[formation] & ~hexes):
            sure &= ~s.at[hex_]
        found |= sure
    return found


def ready_hexes(g: Zitadelle, ways: list[int]) -> list[int]:
    """For each number of MP, the hexes from which an easy step can be paid, with a 1 for the die of a minefield."""
    return [here ^ (here ^ before) & g.mines for before, here in pairwise([0, *ways])]  # [8.33]


@frame("movement")
class MovingUnits(Frame):
    """A Movement Phase."""

    side: Side
    units: int = -1  # units that can still move (-1: find out)


class Movement(BySide["Zitadelle", Position, MovingUnits]):
    """A Movement Phase: units move one at a time."""

    rule = "8.11a"

    def proceed(self, g: Zitadelle, s: Position, f: MovingUnits) -> bool:
        side = f.side
        if f.units < 0:
            s.moved = 0
            s.forget()  # disruption and dive bombers come and go without a move
            reinforcements.arrive(g, s, side)
            f.units = self.movable(g, s, side)
        if f.units:
            return False
        self.end(g, s, f)
        return True

    def movable(self, g: Zitadelle, s: Position, side: Side) -> int:
        """The units that can move. EZOCs do not change in a Movement Phase, so they are found only once."""
        own = g.combat_units & g.side_units[side]
        there = reduce(or_, s.at.values(), 0) & own  # [8.0, 8.11a]
        units = sure_to_move(g, s, side, there)
        for unit in units_in(there & ~units):
            units |= can_move(g, s, unit) << unit
        for unit in units_in(s.due & own):
            units |= bool(reinforcements.entries(g, s, unit, movement_allowance(g, s, unit))) << unit
        return units

    def end(self, g: Zitadelle, s: Position, f: MovingUnits) -> None:
        s.stack.pop()
        if g.uses(s, "recovery"):
            recover_morale(g, s, f.side)  # [13.81a]
        s.arrived[:] = bytes(len(s.arrived))
        s.moved = 0

    def free_picks(self, g: Zitadelle, s: Position, f: MovingUnits, offer: Offer) -> Offer:
        """A unit that is picked can be moved, unless it breaks down first."""
        return offer.only(UNITS, units=~g.fragile)

    def hand(self, g: Zitadelle, s: Position, f: MovingUnits) -> Hand:
        return EMPTY_HAND

    def offer(self, g: Zitadelle, s: Position, f: MovingUnits) -> Offer:
        full = reinforcements.shut_out(g, s, f.side, f.units)
        return Offer(self.seat(g, s, f), units=f.units & ~full, options=g.DONE)  # [8.11a, 11.11b, 11.12a]

    def unit(self, g: Zitadelle, s: Position, f: MovingUnits, unit: Unit) -> None:
        f.units &= ~(1 << unit)  # [8.16]
        points = movement_allowance(g, s, unit)  # [8.15]
        if s.place[unit] == DUE:
            s.stack.append(reinforcements.Entering(unit, points, half_allowance=points >> 1))
        else:
            s.stack.append(Moving(unit, points, half_allowance=points >> 1))
        if g.fragile >> unit & 1:
            s.stack.append(BreakingDown(unit))  # [10.32]

    def option(self, g: Zitadelle, s: Position, f: MovingUnits, option: Option) -> None:
        self.end(g, s, f)

    def prompt(self, g: Zitadelle, s: Position, f: MovingUnits) -> str:
        return ask("movement")

    def why(self, g: Zitadelle, s: Position, f: MovingUnits, seat: int, pick: Pick) -> Reason | None:
        return why_not_movable(g, s, f.side, pick[1]) if pick[0] == UNIT else None


def why_not_movable(g: Zitadelle, s: Position, side: Side, unit: Unit) -> Reason:
    if g.side[unit] != side:
        return because("8.11a", "not yours to move")
    if not g.combat_units >> unit & 1:
        return because("8.11a", "does not move")
    if s.place[unit] == DUE:
        return because("11.11b", "entry blocked") if not s.moved >> unit & 1 else because("8.16", "has moved")
    if s.place[unit] < 0:
        return because("11.0", "not on the map")
    if s.moved >> unit & 1:
        return because("8.16", "has moved")
    if is_frozen(g, s, unit):
        return because("8.5", "frozen")
    if is_pinned(g, s, unit):
        return because("13.51b", "disrupted pinned")
    return because("8.25", "cannot move at all", points=movement_allowance(g, s, unit))
