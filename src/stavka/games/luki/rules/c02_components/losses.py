"""Chapter 2.48: step losses and eliminations, from any cause; 11.7: how hits are spread over a force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side, Unit, members, units_in
from stavka.engine.machine import UNITS
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.luki.rules.c11_combat.fight import fight_of
from stavka.games.luki.state import ELIMINATED, Position, lift
from stavka.games.luki.words import ask, because

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def lose_step(g: Luki, s: Position, unit: Unit) -> None:
    """Lose one step: the next face or counter comes up (U69), or the unit is eliminated."""
    if s.steps[unit] > 1:
        s.steps[unit] -= 1  # [2.48b, 2.48e, 2.48f]
        s.forget()
        s.tell("step lost", ("2.48b",), unit=unit, hex=s.place[unit], steps=s.steps[unit])
    else:
        eliminate(g, s, unit)  # [2.48c]


def eliminate(g: Luki, s: Position, unit: Unit) -> None:
    """A unit leaves the game for good."""
    s.tell("eliminated", ("2.48c",), unit=unit, hex=s.place[unit])
    lift(g, s, unit, ELIMINATED)  # [2.48c]
    s.steps[unit] = 0
    s.kessel[unit] = 0
    s.front &= ~(1 << unit)


def survivors(s: Position, units: int) -> int:
    return sum(1 << unit for unit in units_in(units) if s.place[unit] != ELIMINATED)


@frame("losses")
class Losing(Frame):
    """A force that takes step losses."""

    side: Side
    units: int
    losses: int  # still to be taken


class Losses(BySide["Luki", Position, Losing]):
    """A force takes step losses, spread evenly over the combat."""

    rule = "11.7f"

    def proceed(self, g: Luki, s: Position, f: Losing) -> bool:
        units = self.next(s, f)
        if not f.losses or not units:  # hits beyond the last step are lost (U52)
            s.stack.pop()
            return True
        return self.only_unit(g, s, f, units)

    def next(self, s: Position, f: Losing) -> int:
        """The surviving units that have lost least so far."""
        left, lost = list(members(survivors(s, f.units))), fight_of(s).lost
        least = min((lost.count(unit) for unit in left), default=0)
        return sum(1 << unit for unit in left if lost.count(unit) == least)  # [11.7f]

    def offer(self, g: Luki, s: Position, f: Losing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.next(s, f))  # [11.7f]

    def free_picks(self, g: Luki, s: Position, f: Losing, offer: Offer) -> Offer:
        """Units, while another loss follows and two other units have lost as little."""
        return offer.only(UNITS if f.losses > 1 and self.next(s, f).bit_count() > 2 else 0)

    def unit(self, g: Luki, s: Position, f: Losing, unit: Unit) -> None:
        f.losses -= 1  # [11.7b]
        fight_of(s).lost.append(unit)
        lose_step(g, s, unit)  # [11.7b]

    def prompt(self, g: Luki, s: Position, f: Losing) -> str:
        return ask("losses", number=f.losses)

    def why(self, g: Luki, s: Position, f: Losing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit = pick[1]
        if not survivors(s, f.units) >> unit & 1:
            return because("11.7f", "not of this force")
        return because("11.7f", "others first")
