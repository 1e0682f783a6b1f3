"""Chapter 2.48: step losses and eliminations, from whatever cause; 11.7: how hits are spread over a force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.luki.rules.c11_combat.fight import LOST, fight_of
from stavka.games.luki.state import ELIMINATED, Position, lift
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def lose_step(g: Luki, s: Position, unit: int) -> None:
    """One step lost: the next face or counter comes up (U69), or the unit is eliminated."""
    if s.steps[unit] > 1:
        s.steps[unit] -= 1  # [2.48b, 2.48e, 2.48f]
        s.memo = None
        s.tell("step lost", ("2.48b",), unit=unit, hex=s.place[unit], steps=s.steps[unit])
    else:
        eliminate(g, s, unit)  # [2.48c]


def eliminate(g: Luki, s: Position, unit: int) -> None:
    """A unit leaves the game for good."""
    s.tell("eliminated", ("2.48c",), unit=unit, hex=s.place[unit])
    lift(g, s, unit, ELIMINATED)  # [2.48c]
    s.steps[unit] = 0
    s.kessel[unit] = 0
    s.front &= ~(1 << unit)


def survivors(s: Position, units: int) -> int:
    return sum(1 << unit for unit in members(units) if s.place[unit] != ELIMINATED)


class Losses(ListStep["Luki", Position]):
    """A force takes step losses, spread evenly over the combat. Frame: [name, side, units, losses left]."""

    rule = "11.7f"

    def proceed(self, g: Luki, s: Position, f: Frame) -> bool:
        units = self.next(s, f)
        if not f[3] or not units:  # hits beyond the last step are lost (U52)
            s.stack.pop()
            return True
        if units & (units - 1):
            return False
        self.unit(g, s, f, units.bit_length() - 1)
        return True

    def next(self, s: Position, f: Frame) -> int:
        """The surviving units that have lost least so far."""
        left, lost = list(members(survivors(s, f[2]))), fight_of(s)[LOST]
        least = min((lost.count(unit) for unit in left), default=0)
        return sum(1 << unit for unit in left if lost.count(unit) == least)  # [11.7f]

    def offer(self, g: Luki, s: Position, f: Frame) -> Offer:
        return Offer(f[1], units=self.next(s, f))  # [11.7f]

    def unit(self, g: Luki, s: Position, f: Frame, unit: int) -> None:
        f[3] -= 1  # [11.7b]
        fight_of(s)[LOST].append(unit)
        lose_step(g, s, unit)  # [11.7b]

    def prompt(self, g: Luki, s: Position, f: Frame) -> str:
        return ask("losses", number=f[3])

    def why(self, g: Luki, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        kind, unit = pick
        if kind != UNIT:
            return None
        if not survivors(s, f[2]) >> unit & 1:
            return because("11.7f", "not of this force")
        return because("11.7f", "others first")
