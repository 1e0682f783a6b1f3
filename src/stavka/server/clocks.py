"""Clocks: time for each person, and an increment after each decision. Computer players do not have clocks."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple, Self


class Clock(NamedTuple):
    """The time that a seat had left when its clock was last started or stopped, and since when the clock runs."""

    left: float
    since: float | None


class Clocks:
    """The clocks of a game. They are rebuilt from the times of the moves: only their setting is stored."""

    def __init__(self, start: float, increment: float, seats: Iterable[int]) -> None:
        self.increment = increment
        self.left = dict.fromkeys(seats, start)
        self.since: dict[int, float] = {}
        """The time at which each running clock was last started."""

    def copy(self) -> Self:
        other = type(self)(0, self.increment, ())
        other.left, other.since = dict(self.left), dict(self.since)
        return other

    def turn(self, at: float, deciding: Set[int]) -> None:
        """Start the clocks of these seats, which think from now on, and stop the others."""
        for seat in list(self.since):
            if seat not in deciding:
                self.left[seat] = self.remaining(seat, at) + self.increment
                del self.since[seat]
        for seat in deciding & self.left.keys():
            self.since.setdefault(seat, at)

    def of(self, seat: int | None) -> Clock | None:
        return None if seat is None or seat not in self.left else Clock(self.left[seat], self.since.get(seat))

    def put(self, seat: int, clock: Clock) -> None:
        """Restore the clock of a seat whose decision is taken back: it has been running all the time and gains
        nothing."""
        self.left[seat] = clock.left
        self.since.pop(seat, None)
        if clock.since is not None:
            self.since[seat] = clock.since

    def start_again(self, at: float) -> None:
        """Restart the running clocks without charging anybody for the time since they were started."""
        self.since = dict.fromkeys(self.since, at)

    def remaining(self, seat: int, at: float) -> float:
        return self.left[seat] - max(0.0, at - self.since.get(seat, at))

    def deadline(self) -> float | None:
        """The time at which the first clock runs out if nobody does anything."""
        return min((since + self.left[seat] for seat, since in self.since.items()), default=None)

    def fallen(self, at: float) -> int | None:
        """The seat that has no time left; if there are several, the one whose clock ran out first."""
        out = {since + self.left[seat]: seat for seat, since in self.since.items() if self.remaining(seat, at) <= 0}
        return out[min(out)] if out else None
