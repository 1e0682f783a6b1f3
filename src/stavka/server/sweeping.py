"""When Python looks for garbage that refers to itself.

Left alone, Python looks through everything in memory whenever a quarter of it is new. With hundreds of games that took
a fifth of the server's time, and each look stopped it for a quarter of a second. Almost all of our garbage is
freed without a look. The exceptions are a table that is dropped and a connection that has ended, whose parts refer to
each other. The server counts these and looks through everything when there may be much garbage. Otherwise it looks only
at young objects."""

from __future__ import annotations

import gc
from typing import Final

YOUNG: Final = 10_000
"""The number of new objects after which the young ones are looked at."""
MIDDLING: Final = 5
"""The number of looks at the young objects after which those that stayed are looked at once more."""
SELDOM: Final = 200
"""The number of such looks after which Python looks through everything in any case: some ten million new objects, as
many as thousands of games have."""
TABLE: Final = 300
CONNECTION: Final = 2
"""What a dropped table and an ended connection leave behind, in KiB."""
LEAST: Final = 32 * 1024
"""The least garbage for which the server looks through everything, in KiB."""
SHARE: Final = 0.25
"""The same, as a share of what the tables in memory take."""


def settle() -> None:
    """Count everything that is in memory now as there for good: no later look passes through it. Called when the server
    can answer, and again when it has loaded the games. Nothing is looked at here, since people may be waiting."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLING, SELDOM)
    gc.enable()


class Sweeper:
    """Estimates the garbage, and frees it when there may be much."""

    def __init__(self) -> None:
        self.garbage = self.tables = 0

    def drop_table(self, present: int) -> None:
        """A table has been dropped; so many are in memory now."""
        self.tables = present
        self.note(TABLE)

    def end_connection(self) -> None:
        self.note(CONNECTION)

    def note(self, garbage: int) -> None:
        self.garbage += garbage
        if self.garbage >= max(LEAST, SHARE * TABLE * self.tables):
            self.garbage = 0
            gc.collect()
