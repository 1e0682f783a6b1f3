"""How fast programs are seen to play."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

from stavka.server.match import ROLL, Done

CALM: Final = 6
"""So many things in a row are shown at the full pace; then they follow each other faster and faster."""
LEAST: Final = 0.15
"""The part of the pace that is always left."""
QUIET: Final = 0.5
"""Seconds for which a position stands on the screen where programs play without a pause."""


class Pacing:
    """What is told is given its time, less when much of the same follows; dice, and people who decide, begin anew. What
    tells nothing is given none."""

    def __init__(self) -> None:
        self.told = self.read = self.run = 0
        self.shown = float("-inf")

    def begin_anew(self) -> None:
        self.run = 0

    def share(self, told: int, rows: Sequence[Done]) -> float:
        """The part of the pace for what has been told since this was asked last: so many entries there are now."""
        rolled = any(row.kind == ROLL for row in rows[self.read :])
        news, self.told, self.read = told != self.told, told, len(rows)
        if rolled:
            self.begin_anew()
        if not news:
            return 0.0
        self.run += 1
        return max(LEAST, min(1.0, CALM / self.run))

    def may_show(self) -> bool:
        """Whether what was shown last has stood long enough where nothing waits."""
        return time.monotonic() - self.shown >= QUIET

    def show(self) -> None:
        self.shown = time.monotonic()
