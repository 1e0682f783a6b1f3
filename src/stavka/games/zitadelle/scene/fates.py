"""The fates of units that retreat from an assault: those of one hex compete for the hexes where they may end."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from stavka.engine.kinds import Unit
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c07_assault.retreat import retreat_paths
from stavka.games.zitadelle.state import RETREATING, Position, lift, put
from stavka.hexes import Hex

MOST_UNITS: Final = 4
"""The most units of a hex of which each combination is looked at."""
MOST_TRIED: Final = 60
"""The most positions that are tried for one combination; then the best one so far counts."""


class Stack:
    """Units of one hex that take part in an assault."""

    def __init__(self, g: Zitadelle, s: Position, hex_: Hex, units: Sequence[Unit]) -> None:
        self.g, self.s, self.hex, self.units = g, s, hex_, tuple(units)
        self.known: dict[frozenset[Unit], int] = {frozenset(): 0}
        self.tried = 0
        self.has_room = self.stranded(self.units) == 0

    def stranded(self, units: Sequence[Unit]) -> int:
        """The steps that are eliminated at least if these units retreat together (7.83c)."""
        key = frozenset(units)
        if key not in self.known:
            after = self.s.clone()
            for unit in units:
                lift(self.g, after, unit, RETREATING)
            self.tried = 0
            self.known[key] = self.least(after, tuple(units))
        return self.known[key]

    def least(self, s: Position, units: tuple[Unit, ...]) -> int:
        """The fewest steps that are eliminated, whichever unit goes first and wherever it ends."""
        found = sum(self.s.steps[unit] for unit in units)
        for unit in units:
            rest = tuple(other for other in units if other != unit)
            ends = dict.fromkeys(path[-1] for path in retreat_paths(self.g, s, unit, self.hex))
            if not ends:
                found = min(found, self.s.steps[unit] + self.least(s, rest))
            for end in ends:
                if not found or self.tried >= MOST_TRIED:
                    break
                self.tried += 1
                after = s.clone()
                put(self.g, after, unit, end)
                found = min(found, self.least(after, rest))
        return found

    def expected(self, shares: Sequence[float]) -> float:
        """The steps that are eliminated on average, if each unit has to retreat with its own chance."""
        if self.has_room:
            return 0.0
        if len(self.units) > MOST_UNITS:
            return sum(share * self.stranded((unit,)) for unit, share in zip(self.units, shares, strict=True))
        total = 0.0
        for number in range(1, len(self.units) + 1):
            for some in combinations(range(len(self.units)), number):
                chance = 1.0
                for at, share in enumerate(shares):
                    chance *= share if at in some else 1 - share
                total += chance * self.stranded([self.units[at] for at in some])
        return total
