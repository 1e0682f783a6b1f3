"""Clocks: time for each person, and an increment whenever he has finished deciding. Programs have none."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple, Self


class Clock(NamedTuple):
    """What a seat had left when its clock was last started or stopped, and since when it runs."""

    left: float
    since: float | None


class Clocks:
    """Made again from the times of the moves: nothing about clocks is stored but their setting."""

    def __init__(self, start: float, increment: float, seats: Iterable[int]) -> None:
        self.increment = increment
        self.left = dict.fromkeys(seats, start)
        self.since: dict[int, float] = {}
        """When the clocks that run were last started."""

    def copy(self) -> Self:
        other = type(self)(0, self.increment, ())
        other.left, other.since = dict(self.left), dict(self.since)
        return other

    def turn(self, at: float, deciding: Set[int]) -> None:
        """From now on these seats are thinking."""
        for seat in list(self.since):
            if seat not in deciding:
                self.left[seat] = self.remaining(seat, at) + self.increment
                del self.since[seat]
        for seat in deciding & self.left.keys():
            self.since.setdefault(seat, at)

    def of(self, seat: int | None) -> Clock | None:
        return None if seat is None or seat not in self.left else Clock(self.left[seat], self.since.get(seat))

    def put(self, seat: int, clock: Clock) -> None:
        """What a seat decided is taken back: its clock has been running all the time, and nothing was gained."""
        self.left[seat] = clock.left
        self.since.pop(seat, None)
        if clock.since is not None:
            self.since[seat] = clock.since

    def start_again(self, at: float) -> None:
        """The time since the clocks that run were started counts for nobody."""
        self.since = dict.fromkeys(self.since, at)

    def remaining(self, seat: int, at: float) -> float:
        return self.left[seat] - max(0.0, at - self.since.get(seat, at))

    def deadline(self) -> float | None:
        """When the first of them runs out, if nobody does anything."""
        return min((since + self.left[seat] for seat, since in self.since.items()), default=None)

    def fallen(self, at: float) -> int | None:
        """The seat that has no time left; of several the one that ran out first."""
        out = {since + self.left[seat]: seat for seat, since in self.since.items() if self.remaining(seat, at) <= 0}
        return out[min(out)] if out else None
