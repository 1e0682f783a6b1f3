"""Chapter 4: the sequence of play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Side, indices
from stavka.engine.machine import Step
from stavka.games.luki.rules.c06_supply.kessel import JudgingSupply
from stavka.games.luki.rules.c07_c3i import Declaring
from stavka.games.luki.rules.c09_reinforcements import EDGE, EDGE_OR_RAIL, RAIL, Arriving, Reinforcing, RollingVariable
from stavka.games.luki.rules.c10_movement.administrative import EnteringBox, LeavingBox
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.rules.c12_limited_activity import StartingLimited
from stavka.games.luki.rules.c13_miscellaneous.garrison import Converting
from stavka.games.luki.rules.c14_scenarios import victory
from stavka.games.luki.state import COMING, DUE, GERMAN, INTRODUCTORY, LIMITED, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

ARRIVALS: Final = {2: ("1-III", RAIL), 3: ("1-IV", EDGE_OR_RAIL), 5: ("1-VI", EDGE_OR_RAIL)}
"""The arrivals at the start of segments of turn 1, and their places (14.2)."""


def segments() -> list[Frame]:
    """The six player segments, the limited activity segment and the victory check."""
    players: list[Frame] = [StartingSegment(number) for number in range(1, LIMITED)]  # [4.1, 4.2k]
    return [*players, StartingLimited(), CheckingVictory()]  # [4.1]


def administrative() -> list[Frame]:
    """The administrative segment from turn 2 on, step by step after the turn marker."""
    units: list[Frame] = [RollingVariable(), Arriving(SOVIET), Arriving(GERMAN)]  # [4.2c, 4.2d, 4.2e]
    return [JudgingSupply(), *units, StaffWork()]  # [4.1, 4.2b, 4.2f]


def opening() -> list[Frame]:
    """Turn 1: the introductory segment, then the turn from step F."""
    introductory: list[Frame] = [
        WaveComing("start", SOVIET, EDGE),  # [14.1e]
        MovementPhase(SOVIET, FREE),  # [14.1f]
        CombatPhase(SOVIET, FREE),  # [14.1f]
        WaveComing("intro", SOVIET, EDGE_OR_RAIL),  # [14.1g]
    ]
    return [*introductory, StaffWork(), *segments()]  # [14.0b, 14.1h]


@fixed_frame("game")
class BetweenTurns(Frame):
    """The bottom of the stack."""


class GameTurns(Step["Luki", Position, BetweenTurns]):
    """The bottom of the stack: whenever it is reached a turn begins, or the game ends."""

    rule = "4.1"

    def proceed(self, g: Luki, s: Position, f: BetweenTurns) -> bool:
        if s.turn == g.scenarios[s.scenario].turns:  # [4.0c, 14.4a, 14.5a]
            victory.end(g, s)  # [4.2m]
            return True
        s.turn += 1  # [4.2a]
        s.segment, s.used = INTRODUCTORY, 0
        s.tell("turn", ("4.1", "4.2a"), turn=s.turn, points=s.points)
        s.stack += reversed([*administrative(), *segments()])  # [4.1, 14.2d]
        return True


@fixed_frame("wave")
class WaveComing(Frame):
    """Units of turn 1 that come."""

    which: str  # the part of turn 1 in which they come
    side: Side
    where: str  # EDGE, EDGE_OR_RAIL or RAIL


class Wave(Step["Luki", Position, WaveComing]):
    """Units of turn 1 come."""

    rule = "14.2b"

    def proceed(self, g: Luki, s: Position, f: WaveComing) -> bool:
        s.stack.pop()
        units = g.arrivals.get(f.which, 0)
        for unit in indices(s.place):
            if units >> unit & 1 and s.place[unit] == COMING:
                s.place[unit] = DUE
        s.forget()
        s.stack.append(Reinforcing(f.side, units, f.where))  # [9.1d, 14.1e, 14.1g, 14.2a, 14.2b, 14.2c]
        return True


@fixed_frame("staff")
class StaffWork(Frame):
    """The staff step (I.F) of a turn."""


class Staff(Step["Luki", Position, StaffWork]):
    """Step I.F: chits and C3I points."""

    rule = "4.2f"

    def proceed(self, g: Luki, s: Position, f: StaffWork) -> bool:
        s.stack.pop()
        for i, chit in enumerate(g.chits):
            if chit.enters == s.turn:
                s.cup |= 1 << i  # [4.2f, 11.3b]
            if chit.leaves == s.turn:
                s.cup &= ~(1 << i)  # [4.2f, 11.3b]
        for side, number in zip((SOVIET, GERMAN), g.c3i_track[s.turn], strict=True):
            s.c3i[side] += number  # [4.2f, 7.1a, 7.1b]
        s.tell("staff", ("4.2f", "7.1a"), soviet=s.c3i[SOVIET], german=s.c3i[GERMAN])
        return True


@fixed_frame("segment")
class StartingSegment(Frame):
    """A player segment that begins."""

    number: int  # from 1 to 6


class Segment(Step["Luki", Position, StartingSegment]):
    """A player segment begins."""

    rule = "4.2k"

    def proceed(self, g: Luki, s: Position, f: StartingSegment) -> bool:
        s.stack.pop()
        number = f.number
        side = SOVIET if number % 2 else GERMAN  # [4.1]
        s.segment, s.posted, s.ap = number, 0, 0  # [7.3b]
        s.forget()
        s.tell("segment", ("4.1",), side=side, number=(number + 1) // 2)
        steps: list[Frame] = []
        if s.turn == 1 and number in ARRIVALS:
            which, where = ARRIVALS[number]
            steps.append(WaveComing(which, side, where))  # [14.2a, 14.2b, 14.2c]
        if side == GERMAN:
            steps.append(Converting())  # [13.42a]
        steps += [LeavingBox(side), EnteringBox(side), Declaring(side)]  # [4.2g, 4.2h, 4.2k]
        s.stack += reversed(steps)
        return True


@fixed_frame("check")
class CheckingVictory(Frame):
    """The victory check of a turn."""


class Check(Step["Luki", Position, CheckingVictory]):
    """The victory check of a turn."""

    rule = "4.2m"

    def proceed(self, g: Luki, s: Position, f: CheckingVictory) -> bool:
        s.stack.pop()
        victory.score(g, s)  # [4.2m, 14.3a]
        return True
