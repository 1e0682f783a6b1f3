"""How fast the moves of computer players are shown."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from stavka.server.match import ROLL, Done

CALM: Final = 6
"""The number of things in a row that are shown at the full pace; further ones follow each other faster and faster."""
LEAST: Final = 0.15
"""The least part of the pace that remains."""
QUIET: Final = 0.5
"""Seconds for which a position stays on the screen when computer players play without a pause."""


class Pacing:
    """The pace of what is shown. Every event is given its time, less if many similar ones follow. Dice, and decisions
    of people, restart the count. What tells nothing takes no time."""

    def __init__(self) -> None:
        self.told = self.read = self.run = 0
        self.shown = float("-inf")

    def begin_anew(self) -> None:
        self.run = 0

    def share(self, told: int, rows: Sequence[Done]) -> float:
        """The part of the pace for the events since the last call; `entries` is their present number."""
        rolled = any(row.kind == ROLL for row in rows[self.read :])
        news, self.told, self.read = told != self.told, told, len(rows)
        if rolled:
            self.begin_anew()
        if not news:
            return 0.0
        self.run += 1
        return max(LEAST, min(1.0, CALM / self.run))

    def may_show(self) -> bool:
        """Whether the last scene has been shown long enough, if nothing waits."""
        return time.monotonic() - self.shown >= QUIET

    def show(self) -> None:
        self.shown = time.monotonic()
