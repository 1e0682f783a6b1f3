"""Chapter 13.21: ski troops refuse combat. A force that refuses goes back as one stack (U86)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, hexes_in, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of
from stavka.games.luki.rules.c11_combat.retreat import homeward, permitted
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import Position, move
from stavka.games.luki.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def free_hexes(g: Luki, s: Position, fight: Fight, hex_: Hex, *, last: bool) -> int:
    """The hexes to which a force that refuses combat could go next, in any direction."""
    hexes = permitted(g, s, fight.defenders, hex_, fight.hex, last=last)
    return hexes & ~enemy_zoc(g, s, 1 - fight.side)  # [13.21c]


def second_steps(g: Luki, s: Position, fight: Fight, hex_: Hex) -> int:
    return homeward(g, s, 1 - fight.side, hex_, free_hexes(g, s, fight, hex_, last=True))  # [13.21d]


def first_steps(g: Luki, s: Position, fight: Fight) -> int:
    """Those of the hexes from which the force can go on to a second one that agree with the direction (U100)."""
    there = free_hexes(g, s, fight, fight.hex, last=False)
    fit = sum(1 << hex_ for hex_ in hexes_in(there) if free_hexes(g, s, fight, hex_, last=True))  # [13.21d]
    return homeward(g, s, 1 - fight.side, fight.hex, fit)


def can_refuse(g: Luki, s: Position, fight: Fight) -> bool:
    """Whether the defender may refuse this combat."""
    units = fight.defenders
    if units & ~g.ski or fight.attackers & g.ski:  # [13.21a, 13.21b]
        return False
    if units & garrison.bound(g, s):
        return False
    return bool(first_steps(g, s, fight))  # [13.21c, 13.21d]


@fixed_frame("shown")
class ShowingStacks(Frame):
    """Stacks that are shown to the enemy."""


class Shown(ByDice["Luki", Position, ShowingStacks]):
    """The stacks are shown before any player is asked, so that the odds of an attack reveal nothing about a stack with
    ski troops on top."""

    rule = "3.6b"

    def offer(self, g: Luki, s: Position, f: ShowingStacks) -> Offer:
        return Offer(self.seat(g, s, f), chance=(("shown", 1),))

    def roll(self, g: Luki, s: Position, f: ShowingStacks, outcome: int) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: ShowingStacks) -> str:
        return ask("shown")


@fixed_frame("refuse")
class AskingRefusal(Frame):
    """A defender who may refuse combat."""


class Refuse(Step["Luki", Position, AskingRefusal]):
    """The defender may refuse combat."""

    rule = "13.21a"

    def seat(self, g: Luki, s: Position, f: AskingRefusal) -> int:
        return 1 - fight_of(s).side

    def offer(self, g: Luki, s: Position, f: AskingRefusal) -> Offer:
        return Offer(self.seat(g, s, f), options=g.REFUSE | g.STAND)  # [13.21a]

    def option(self, g: Luki, s: Position, f: AskingRefusal, option: Option) -> None:
        if 1 << option == g.REFUSE:
            fight_of(s).is_refused = 1  # [13.21a]
            s.tell("refuses", ("13.21a",), units=fight_of(s).defenders)
            s.stack[-1] = Refusing(g.refusal)  # [13.21a, 13.21d]
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: AskingRefusal) -> str:
        return ask("refuse")


@frame("refusal")
class Refusing(Frame):
    """A force that goes back."""

    hexes_left: int


class Refusal(Step["Luki", Position, Refusing]):
    """The force goes back, hex by hex."""

    rule = "13.21d"

    def seat(self, g: Luki, s: Position, f: Refusing) -> int:
        return 1 - fight_of(s).side

    def proceed(self, g: Luki, s: Position, f: Refusing) -> bool:
        if not f.hexes_left:
            s.stack.pop()
            return True
        return self.only_hex(g, s, f, self.hexes(g, s, f))

    def hexes(self, g: Luki, s: Position, f: Refusing) -> int:
        fight = fight_of(s)
        if f.hexes_left == g.refusal:
            return first_steps(g, s, fight)
        return second_steps(g, s, fight, s.place[last_unit(fight.defenders)])

    def offer(self, g: Luki, s: Position, f: Refusing) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f))  # [13.21d]

    def hex(self, g: Luki, s: Position, f: Refusing, hex_: Hex) -> None:
        f.hexes_left -= 1
        units = fight_of(s).defenders
        s.tell("retreats", ("13.21a",), units=units, path=[s.place[last_unit(units)], hex_])
        for unit in units_in(units):
            move(g, s, unit, hex_)  # [13.21a]
            garrison.relieve(g, s, unit)

    def prompt(self, g: Luki, s: Position, f: Refusing) -> str:
        return ask("refusal")

    def why(self, g: Luki, s: Position, f: Refusing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if enemy_zoc(g, s, 1 - fight_of(s).side) >> pick[1] & 1:
            return because("13.21c", "zone of the enemy")
        return because("13.21d", "no such retreat")
