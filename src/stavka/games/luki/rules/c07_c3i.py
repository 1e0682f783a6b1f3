"""Chapters 4.3 and 7: the order of the phases, C3I points and activity points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice, BySide
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Option, Side
from stavka.engine.machine import OPTIONS
from stavka.engine.offer import OPTION, Offer, Pick, Reason
from stavka.games.luki.rules.c03_standard_procedures.dice import TWO_DICE
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import PAID
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.state import Position
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


@fixed_frame("declare")
class Declaring(Frame):
    """A player who declares the order of the phases."""

    side: Side


class Declare(BySide["Luki", Position, Declaring]):
    """The player declares the order of the phases."""

    rule = "4.3a"
    free = OPTIONS

    def offer(self, g: Luki, s: Position, f: Declaring) -> Offer:
        return Offer(self.seat(g, s, f), options=g.MOVE_FIGHT | g.FIGHT_MOVE)  # [4.2h, 4.3a]

    def option(self, g: Luki, s: Position, f: Declaring, option: Option) -> None:
        moves_first = 1 << option == g.MOVE_FIGHT
        s.tell("order", ("4.3a",), side=f.side, first=int(moves_first))
        s.stack[-1] = Spending(f.side, int(moves_first))  # [4.2i, 4.3b]

    def prompt(self, g: Luki, s: Position, f: Declaring) -> str:
        return ask("declare")


@fixed_frame("spend")
class Spending(Frame):
    """A player who spends C3I points."""

    side: Side
    moves_first: int


class Spend(BySide["Luki", Position, Spending]):
    """The player spends C3I points."""

    rule = "7.2a"

    def offer(self, g: Luki, s: Position, f: Spending) -> Offer:
        most = min(s.c3i[f.side], g.c3i_most)  # [7.2a]
        return Offer(self.seat(g, s, f), options=sum(g.SPEND[: most + 1]))  # [4.2i, 7.2a]

    def option(self, g: Luki, s: Position, f: Spending, option: Option) -> None:
        s.stack.pop()
        number = g.SPEND.index(1 << option)
        s.c3i[f.side] -= number  # [7.2c]
        s.tell("spends", ("7.2a",), side=f.side, number=number, left=s.c3i[f.side])
        if not number:
            return  # [4.2i, 7.0, 7.2b]
        phases = [MovementPhase(f.side, PAID), CombatPhase(f.side, PAID)]  # [4.2j, 4.3c]
        if not f.moves_first:
            phases.reverse()  # [4.3a]
        s.stack += reversed([RollingActivity(f.side, number), *phases])

    def prompt(self, g: Luki, s: Position, f: Spending) -> str:
        return ask("spend", number=s.c3i[f.side])

    def why(self, g: Luki, s: Position, f: Spending, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == OPTION and 1 << pick[1] in g.SPEND:
            return because("7.2a", "not enough c3i", number=s.c3i[f.side])
        return None


@fixed_frame("activity")
class RollingActivity(Frame):
    """The dice of the Activity Table."""

    side: Side
    c3i_points: int  # spent


class Activity(ByDice["Luki", Position, RollingActivity]):
    """The dice of the Activity Table."""

    rule = "7.2c"

    def offer(self, g: Luki, s: Position, f: RollingActivity) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [7.2c]

    def roll(self, g: Luki, s: Position, f: RollingActivity, outcome: int) -> None:
        s.stack.pop()
        s.ap = g.activity[f.c3i_points][outcome]  # [7.2c]
        s.tell("activity", ("7.2c",), side=f.side, dice=outcome + 2, points=s.ap)

    def prompt(self, g: Luki, s: Position, f: RollingActivity) -> str:
        return ask("activity")
