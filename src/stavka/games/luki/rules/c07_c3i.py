"""Chapters 4.3 and 7: the order of the phases, C3I points and activity points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, OPTION, Offer, Pick, Reason
from stavka.engine.state import Frame
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c10_movement.movement_phase import new_movement
from stavka.games.luki.rules.c10_movement.moves import PAID
from stavka.games.luki.rules.c11_combat.combat_phase import new_combat
from stavka.games.luki.state import Position
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


class Declare(ListStep["Luki", Position]):
    """The player declares the order of his phases. Frame: [name, side]."""

    rule = "4.3a"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(f[1], options=g.MOVE_FIGHT | g.FIGHT_MOVE)  # [4.2h, 4.3a]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        moves_first = 1 << option == g.MOVE_FIGHT
        s.tell("order", ("4.3a",), side=f[1], first=int(moves_first))
        s.stack[-1] = ["spend", f[1], int(moves_first)]  # [4.2i, 4.3b]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("declare")


class Spend(ListStep["Luki", Position]):
    """The player spends C3I points. Frame: [name, side, whether he moves first]."""

    rule = "7.2a"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        most = min(s.c3i[f[1]], g.c3i_most)  # [7.2a]
        return Offer(f[1], options=sum(g.SPEND[: most + 1]))  # [4.2i, 7.2a]

    def option(self, g: Luki, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()
        number = g.SPEND.index(1 << option)
        s.c3i[f[1]] -= number  # [7.2c]
        s.tell("spends", ("7.2a",), side=f[1], number=number, left=s.c3i[f[1]])
        if not number:
            return  # [4.2i, 7.0, 7.2b]
        phases = [new_movement(f[1], PAID), new_combat(f[1], PAID)]  # [4.2j, 4.3c]
        if not f[2]:
            phases.reverse()  # [4.3a]
        s.stack += reversed([["activity", f[1], number], *phases])

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("spend", number=s.c3i[f[1]])

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] in g.SPEND:
            return because("7.2a", "not enough c3i", number=s.c3i[f[1]])
        return None


class Activity(ListStep["Luki", Position]):
    """The dice of the Activity Table. Frame: [name, side, C3I points spent]."""

    rule = "7.2c"

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=TWO_DICE)  # [7.2c]

    def roll(self, g: Luki, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        s.ap = g.activity[f[2]][outcome]  # [7.2c]
        s.tell("activity", ("7.2c",), side=f[1], dice=outcome + 2, points=s.ap)

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("activity")
