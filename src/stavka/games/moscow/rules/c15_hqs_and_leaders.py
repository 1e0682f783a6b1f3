"""Chapters 3.4 and 15.2: ER checks, and the CP that HQs and Leaders spend on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeVar

from stavka.engine.frames import Frame
from stavka.engine.kinds import Option, Unit, units_in
from stavka.engine.machine import UNITS, Step
from stavka.engine.offer import CHANCE, UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import command, er
from stavka.games.moscow.rules.c07_operations.activation import formation_now
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def hqs_in_range(g: Moscow, s: Position, lead: Unit) -> int:
    """HQs that can lend CP to a check of this Lead Unit: of its Formation, and near enough."""
    formation = formation_now(g, s, lead)
    if formation < 0 or s.place[lead] < 0:
        return 0  # [15.13a]
    near = g.grid.range(s.place[lead], g.command_range)  # [15.14a]
    return sum(
        1 << hq
        for hq in units_in(g.formation_units[formation] & g.hqs)  # [15.13a]
        if s.place[hq] >= 0 and near >> s.place[hq] & 1 and command(g, s, hq)  # [15.14b, 15.15a, 15.21d, 5.27]
    )


def leaders_with(g: Moscow, s: Position, hqs: int, near: int) -> int:
    """Leaders with CP that are stacked with one of these HQs, in one of these hexes."""
    return sum(
        1 << leader
        for leader in units_in(g.leaders)
        if s.place[leader] >= 0
        and near >> s.place[leader] & 1
        and command(g, s, leader)
        and s.at[s.place[leader]] & hqs  # [15.32b]
    )


def leaders_in_range(g: Moscow, s: Position, lead: Unit) -> int:
    """Leaders that can lend CP to a check of this Lead Unit: stacked with an HQ of its Formation, and near enough."""
    formation = formation_now(g, s, lead)
    if formation < 0 or s.place[lead] < 0:
        return 0
    near = g.grid.range(s.place[lead], g.command_range)  # [15.14a]
    return leaders_with(g, s, g.formation_units[formation] & g.hqs, near)


def helpers(g: Moscow, s: Position, lead: Unit) -> int:
    """All units that can spend CP on a check of this Lead Unit."""
    return hqs_in_range(g, s, lead) | leaders_in_range(g, s, lead)


def passing(g: Moscow, s: Position, lead: Unit, drm: int) -> int:
    """The number of faces of the die that pass a check: the lowest ones."""
    return sum(die + drm <= er(g, s, lead) for die in range(1, len(D10) + 1))


@dataclass(slots=True)
class Checking(Frame):
    """An ER check. Each kind of check has a frame of its own."""

    lead: Unit  # the Lead Unit
    drm: int = 0  # without CP
    helpers: int = 0  # units that spend CP on it
    is_settled: int = 0  # 1: no other unit spends CP on it


C = TypeVar("C", bound=Checking)


class Check(Step["Moscow", Position, C], ABC):
    """An ER check."""

    rule = "3.42"
    asks: ClassVar[str] = "check"
    """The prompt: the unit to check, and the purpose."""

    def helpers(self, g: Moscow, s: Position, f: C) -> int:
        """Units that may spend CP on the check."""
        return 0

    def choice(self, g: Moscow, s: Position, f: C) -> int:
        """The units that may still spend: one HQ and one Leader at most."""
        if f.is_settled:
            return 0
        left = self.helpers(g, s, f) & ~f.helpers
        if f.helpers & g.hqs:
            left &= ~g.hqs  # [15.23b2, 15.23c1]
        return left & ~g.leaders if f.helpers & g.leaders else left  # [15.23b2, 15.23c1]

    def seat(self, g: Moscow, s: Position, f: C) -> int:
        return g.side[f.lead] if self.choice(g, s, f) else CHANCE

    def free_picks(self, g: Moscow, s: Position, f: C, offer: Offer) -> Offer:
        """The picks that can be taken back: units, if an HQ and a Leader may both spend CP, one after the other."""
        units = self.choice(g, s, f)
        return offer.only(UNITS if units & g.hqs and units & g.leaders else 0)

    def offer(self, g: Moscow, s: Position, f: C) -> Offer:
        units = self.choice(g, s, f)
        if units:
            return Offer(g.side[f.lead], units=units, options=g.ROLL)
        return Offer(CHANCE, chance=D10)  # [2.41, 3.42]

    def unit(self, g: Moscow, s: Position, f: C, unit: Unit) -> None:
        f.helpers |= 1 << unit

    def option(self, g: Moscow, s: Position, f: C, option: Option) -> None:
        f.is_settled = 1

    def drm(self, g: Moscow, s: Position, f: C) -> int:
        """The DRM of the check, with the CP that are spent on it."""
        return f.drm - sum(command(g, s, unit) for unit in units_in(f.helpers))  # [15.21c, 2.2.2i]

    def roll(self, g: Moscow, s: Position, f: C, outcome: int) -> None:
        s.stack.pop()
        die = outcome + 1
        modified = die + self.drm(g, s, f)  # [2.42]
        s.spent |= f.helpers  # [15.22]
        rating = er(g, s, f.lead)
        success = modified <= rating  # [3.42, 2.2.2l]
        if s.events is not None:
            s.tell(
                "check", (self.rule,), unit=f.lead, what=f.step, die=die, modified=modified, er=rating, success=success
            )
        self.done(g, s, f, modified, success=success)

    @abstractmethod
    def done(self, g: Moscow, s: Position, f: C, modified: int, *, success: bool) -> None:
        """Carry out what follows from the check."""

    def prompt(self, g: Moscow, s: Position, f: C) -> str:
        return ask(self.asks, unit=g.labels[f.lead])

    def why(self, g: Moscow, s: Position, f: C, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if g.command_points[pick[1]]:
            return because("15.23b2", "cannot spend here")
        return because("15.21a", "no command points")
