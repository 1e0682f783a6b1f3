"""Chapter 13.21: ski troops refuse combat. A force that refuses goes back as one stack (U86)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, HEX, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c11_combat.fight import ATTACKERS, DEFENDERS, REFUSED, SIDE, TARGET, fight_of
from stavka.games.luki.rules.c11_combat.retreat import homeward, permitted
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import Position, move
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def free_hexes(g: Luki, s: Position, fight: Frame, hex_: int, *, last: bool) -> int:
    """Where a force that refuses combat could go next, whatever the direction."""
    hexes = permitted(g, s, fight[DEFENDERS], hex_, fight[TARGET], last=last)
    return hexes & ~enemy_zoc(g, s, 1 - fight[SIDE])  # [13.21c]


def second_steps(g: Luki, s: Position, fight: Frame, hex_: int) -> int:
    return homeward(g, s, 1 - fight[SIDE], hex_, free_hexes(g, s, fight, hex_, last=True))  # [13.21d]


def first_steps(g: Luki, s: Position, fight: Frame) -> int:
    """Of the hexes from which the force can go on to a second one, those that the direction leaves (U100)."""
    there = free_hexes(g, s, fight, fight[TARGET], last=False)
    fit = sum(1 << hex_ for hex_ in members(there) if free_hexes(g, s, fight, hex_, last=True))  # [13.21d]
    return homeward(g, s, 1 - fight[SIDE], fight[TARGET], fit)


def can_refuse(g: Luki, s: Position, fight: Frame) -> bool:
    """Whether the defender may refuse this combat."""
    units = fight[DEFENDERS]
    if units & ~g.ski or fight[ATTACKERS] & g.ski:  # [13.21a, 13.21b]
        return False
    if units & garrison.bound(g, s):
        return False
    return bool(first_steps(g, s, fight))  # [13.21c, 13.21d]


class Shown(ListStep["Luki", Position]):
    """The stacks are looked at before anybody is asked, so that what an attack would lead to tells nothing about a
    stack with ski troops on top. Frame: [name]."""

    rule = "3.6b"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=(("shown", 1),))

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("shown")


class Refuse(ListStep["Luki", Position]):
    """The defender may refuse combat. Frame: [name]."""

    rule = "13.21a"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(1 - fight_of(s)[SIDE], options=g.REFUSE | g.STAND)  # [13.21a]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        if 1 << option == g.REFUSE:
            fight_of(s)[REFUSED] = 1  # [13.21a]
            s.tell("refuses", ("13.21a",), units=fight_of(s)[DEFENDERS])
            s.stack[-1] = ["refusal", g.refusal]  # [13.21a, 13.21d]
        else:
            s.stack.pop()

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("refuse")


class Refusal(ListStep["Luki", Position]):
    """The force goes back, hex by hex. Frame: [name, hexes left]."""

    rule = "13.21d"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        if not f[1]:
            s.stack.pop()
            return True
        hexes = self.hexes(g, s, f)
        if hexes & (hexes - 1):
            return False
        self.hex(g, s, f, hexes.bit_length() - 1)
        return True

    def hexes(self, g: Luki, s: Position, f: Frame) -> int:
        fight = fight_of(s)
        if f[1] == g.refusal:
            return first_steps(g, s, fight)
        return second_steps(g, s, fight, s.place[fight[DEFENDERS].bit_length() - 1])

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(1 - fight_of(s)[SIDE], hexes=self.hexes(g, s, f))  # [13.21d]

    def hex(self, g: Luki, s: Position, f: Frame, hex_: int) -> None:
        f[1] -= 1
        units = fight_of(s)[DEFENDERS]
        s.tell("retreats", ("13.21a",), units=units, path=[s.place[units.bit_length() - 1], hex_])
        for unit in members(units):
            move(g, s, unit, hex_)  # [13.21a]
            garrison.relieve(g, s, unit)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("refusal")

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        if enemy_zoc(g, s, 1 - fight_of(s)[SIDE]) >> pick[1] & 1:
            return because("13.21c", "zone of the enemy")
        return because("13.21d", "no such retreat")
