"""Chapters 3.4 and 15.2: ER checks, and the CPs that HQs and Leaders spend on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import command, er
from stavka.games.moscow.rules.c07_operations.activation import formation_now
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def hqs_in_range(g: Moscow, s: Position, lead: int) -> int:
    """HQs that can lend CPs to a check of this Lead Unit: of its Formation, and near enough."""
    formation = formation_now(g, s, lead)
    if formation < 0 or s.place[lead] < 0:
        return 0  # [15.13a]
    near = g.grid.range(s.place[lead], g.command_range)  # [15.14a]
    return sum(
        1 << hq
        for hq in members(g.formation_units[formation] & g.hqs)  # [15.13a]
        if s.place[hq] >= 0 and near >> s.place[hq] & 1 and command(g, s, hq)  # [15.14b, 15.15a, 15.21d, 5.27]
    )


def leaders_with(g: Moscow, s: Position, hqs: int, near: int) -> int:
    """Leaders with CPs that are stacked with one of these HQs, in one of these hexes."""
    return sum(
        1 << leader
        for leader in members(g.leaders)
        if s.place[leader] >= 0
        and near >> s.place[leader] & 1
        and command(g, s, leader)
        and s.at[s.place[leader]] & hqs  # [15.32b]
    )


def leaders_in_range(g: Moscow, s: Position, lead: int) -> int:
    """Leaders that can lend CPs to a check of this Lead Unit: stacked with an HQ of its Formation, and near enough."""
    formation = formation_now(g, s, lead)
    if formation < 0 or s.place[lead] < 0:
        return 0
    near = g.grid.range(s.place[lead], g.command_range)  # [15.14a]
    return leaders_with(g, s, g.formation_units[formation] & g.hqs, near)


def helpers(g: Moscow, s: Position, lead: int) -> int:
    """Everybody who can spend CPs on a check of this Lead Unit."""
    return hqs_in_range(g, s, lead) | leaders_in_range(g, s, lead)


def passing(g: Moscow, s: Position, lead: int, drm: int) -> int:
    """How many faces of the die pass a check: the lowest ones."""
    return sum(die + drm <= er(g, s, lead) for die in range(1, len(D10) + 1))


class Check(ListStep["Moscow", Position], ABC):
    """An ER check. Frame: [name, Lead Unit, DRM, units that spend CPs on it, 1 if these are settled, ...]."""

    rule = "3.42"
    asks: ClassVar[str] = "check"
    """The prompt: what is checked, and what for."""

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        """Units that may spend CPs on it."""
        return 0

    def choice(self, g: Moscow, s: Position, f: Frame) -> int:
        """Those that still may: one HQ and one Leader at most."""
        if f[4]:
            return 0
        left: int = self.helpers(g, s, f) & ~f[3]
        if f[3] & g.hqs:
            left &= ~g.hqs  # [15.23b2, 15.23c1]
        return left & ~g.leaders if f[3] & g.leaders else left  # [15.23b2, 15.23c1]

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        units = self.choice(g, s, f)
        if units:
            return Offer(g.side[f[1]], units=units, options=g.ROLL)
        return Offer(CHANCE, chance=D10)  # [2.41, 3.42]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[3] |= 1 << unit

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        f[4] = 1

    def drm(self, g: Moscow, s: Position, f: Frame) -> int:
        """The DRM of the check, with the CPs that are spent on it."""
        drm: int = f[2] - sum(command(g, s, unit) for unit in members(f[3]))  # [15.21c, 2.2.2i]
        return drm

    def roll(self, g: Moscow, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        die = outcome + 1
        modified = die + self.drm(g, s, f)  # [2.42]
        s.spent |= f[3]  # [15.22]
        rating = er(g, s, f[1])
        success = modified <= rating  # [3.42, 2.2.2l]
        if s.events is not None:
            s.tell("check", (self.rule,), unit=f[1], what=f[0], die=die, modified=modified, er=rating, success=success)
        self.done(g, s, f, modified, success=success)

    @abstractmethod
    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        """What follows from it."""

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask(self.asks, unit=g.labels[f[1]])

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if g.command_points[pick[1]]:
            return because("15.23b2", "cannot spend here")
        return because("15.21a", "no command points")


def check_frame(name: str, lead: int, drm: int = 0, *values: object) -> Frame:
    return [name, lead, drm, 0, 0, *values]
