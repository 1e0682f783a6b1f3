"""Chapters 10.0 and 10.1: the movement phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import EMPTY_HAND, UNITS, Hand
from stavka.engine.offer import OPTION, UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c08_stacking import Arranging, RemovingExcess, has_ties, tied
from stavka.games.luki.rules.c10_movement.moves import EVENT, PAID, Moving, can_move, movers, points
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import LIMITED, Position
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


@frame("movement")
class MovementPhase(Frame):
    """A movement phase."""

    side: Side
    how: int  # the way in which the move is paid for
    able: int = -1  # units that can move; -1: to be found out
    released: int = 0  # the value of `released` when that was found out
    is_arranged: int = 0  # whether the stacks have been arranged


class Movement(BySide["Luki", Position, MovementPhase]):
    """A movement phase."""

    rule = "10.0b"
    free = UNITS

    def proceed(self, g: Luki, s: Position, f: MovementPhase) -> bool:
        if f.able < 0:
            s.moved = 0
            self.look(g, s, f)
        elif f.released != s.released:
            self.look(g, s, f)
        f.able &= ~s.moved  # [10.2e]
        spent = f.how == PAID and s.ap < g.move_ap  # [10.0b, 10.0c]
        if f.able and not spent and not (f.how == EVENT and s.moved):  # [13.1g]
            return False
        s.reveal(f.side)  # whether anybody could move may depend on units that the enemy does not see
        self.end(s, f)
        return True

    def look(self, g: Luki, s: Position, f: MovementPhase) -> None:
        """Find the units that can move. EZOCs do not change while a side moves, so this is done once, and again if the
        garrison is released."""
        f.released = s.released
        units = 0
        for unit in units_in(g.side_units[f.side] & movers(g, s)):  # [10.2d]
            if s.place[unit] >= 0 and can_move(g, s, unit):  # [6.0b, 10.0d]
                units |= 1 << unit
        f.able = units

    def end(self, s: Position, f: MovementPhase) -> None:
        s.stack.pop()  # [4.0d]
        s.moved = 0
        s.stack.append(RemovingExcess(f.side))  # [8.0b]

    def hand(self, g: Luki, s: Position, f: MovementPhase) -> Hand:
        return EMPTY_HAND

    def offer(self, g: Luki, s: Position, f: MovementPhase) -> Offer:
        options: int = g.DONE
        if not f.is_arranged and has_ties(g, s, f.side):
            options |= g.ARRANGE  # [3.6d]
        return Offer(self.seat(g, s, f), units=f.able, options=options)  # [10.0b, 11.0h]

    def unit(self, g: Luki, s: Position, f: MovementPhase, unit: Unit) -> None:
        s.stack.append(Moving(1 << unit, [points(g, s, unit)], how=f.how))  # [10.2g, 10.2h]

    def option(self, g: Luki, s: Position, f: MovementPhase, option: Option) -> None:
        if 1 << option == g.ARRANGE:
            f.is_arranged = 1
            s.stack.append(Arranging(f.side, tied(g, s, f.side)))  # [3.6d]
        else:
            self.end(s, f)

    def prompt(self, g: Luki, s: Position, f: MovementPhase) -> str:
        if f.how == PAID:
            return ask("movement", points=s.ap)
        return ask("movement one" if f.how == EVENT else "movement free")

    def why(self, g: Luki, s: Position, f: MovementPhase, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] == g.ARRANGE:
            return because("3.6d", "nothing to arrange")
        return why_not_movable(g, s, f.side, pick[1]) if pick[0] == UNIT else None


def why_not_movable(g: Luki, s: Position, side: Side, unit: Unit) -> Reason:
    bit = 1 << unit
    if g.side[unit] != side:
        return because("10.2d", "not yours")
    if s.place[unit] < 0:
        return because("10.2d", "not on the map")
    if g.stationary & bit:
        return because("10.2a", "strongpoint")
    if s.moved & bit:
        return because("10.2e", "has moved")
    if s.posted & bit:
        return because("10.4h", "posted")
    if s.segment == LIMITED and s.used & bit:
        return because("12.0a", "not available")
    if not points(g, s, unit):
        return because("6.43a", "cannot move in kessel")
    if garrison.bound(g, s) & bit:
        return because("13.41b", "garrison bound")
    return because("5.0g", "nowhere to go")


MOVEMENT: Final = Movement()
