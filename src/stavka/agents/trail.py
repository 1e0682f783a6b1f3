"""Where units came from, for any game: a move that only undoes the last one can then be made to earn it."""

from __future__ import annotations

from collections.abc import Iterable

from stavka.engine.kinds import Unit, units_in
from stavka.hexes import NO_HEX, Hex


class Trail:
    """The last move of each unit of a side, as far as its commander has ordered it."""

    def __init__(self) -> None:
        self._last: dict[Unit, tuple[Hex, Hex]] = {}

    def clear(self) -> None:
        self._last.clear()

    def note(self, units: Iterable[Unit], here: Hex, end: Hex) -> None:
        """Note the hex that units leave and the hex to which they are sent."""
        if here != end:
            self._last.update(dict.fromkeys(units, (here, end)))

    def back(self, units: int, here: Hex) -> Hex:
        """The hex from which units came with their last move; `NO_HEX` if they are not where it took them."""
        found = {self._last.get(unit, (NO_HEX, NO_HEX)) for unit in units_in(units)}
        ways = {start for start, end in found if end == here}
        return ways.pop() if len(ways) == 1 else NO_HEX
