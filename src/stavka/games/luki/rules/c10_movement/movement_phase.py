"""Chapters 10.0 and 10.1: the movement phase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.machine import ListStep
from stavka.engine.offer import OPTION, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c08_stacking import has_ties, tied
from stavka.games.luki.rules.c10_movement.moves import EVENT, PAID, can_move, movers, points
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import LIMITED, Position
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

SIDE, HOW, ABLE, RELEASED, ARRANGED = 1, 2, 3, 4, 5


def new_movement(side: int, how: int) -> Frame:
    return ["movement", side, how, -1, 0, 0]


class Movement(ListStep["Luki", Position]):
    """A movement phase. Frame: [name, side, how it is paid for, units that can move (-1: find out), what `released` was
    when that was found out, whether the stacks have been arranged]."""

    rule = "10.0b"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if f[ABLE] < 0:
            s.moved = 0
            self.look(g, s, f)
        elif f[RELEASED] != s.released:
            self.look(g, s, f)
        f[ABLE] &= ~s.moved  # [10.2e]
        spent = f[HOW] == PAID and s.ap < g.move_ap  # [10.0b, 10.0c]
        if f[ABLE] and not spent and not (f[HOW] == EVENT and s.moved):  # [13.1g]
            return False
        s.reveal(f[SIDE])  # whether anybody could move may depend on units that the enemy does not see
        self.end(s, f)
        return True

    def look(self, g: Luki, s: Position, f: Frame) -> None:
        """EZOCs do not change while a side moves, so this need be found out once; the garrison may be released."""
        f[RELEASED] = s.released
        units = 0
        for unit in members(g.side_units[f[SIDE]] & movers(g, s)):  # [10.2d]
            if s.place[unit] >= 0 and can_move(g, s, unit):  # [6.0b, 10.0d]
                units |= 1 << unit
        f[ABLE] = units

    def end(self, s: Position, f: Frame) -> None:
        s.stack.pop()  # [4.0d]
        s.moved = 0
        s.stack.append(["excess", f[SIDE]])  # [8.0b]

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        options: int = g.DONE
        if not f[ARRANGED] and has_ties(g, s, f[SIDE]):
            options |= g.ARRANGE  # [3.6d]
        return Offer(f[SIDE], units=f[ABLE], options=options)  # [10.0b, 11.0h]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        s.stack.append(["move", 1 << unit, [points(g, s, unit)], 0, f[HOW]])  # [10.2g, 10.2h]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.ARRANGE:
            f[ARRANGED] = 1
            s.stack.append(["arrange", f[SIDE], tied(g, s, f[SIDE])])  # [3.6d]
        else:
            self.end(s, f)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        if f[HOW] == PAID:
            return ask("movement", points=s.ap)
        return ask("movement one" if f[HOW] == EVENT else "movement free")

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, index = pick
        if kind == OPTION and 1 << index == g.ARRANGE:
            return because("3.6d", "nothing to arrange")
        return why_not_movable(g, s, f[SIDE], index) if kind == UNIT else None


def why_not_movable(g: Luki, s: Position, side: int, unit: int) -> Reason:
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
