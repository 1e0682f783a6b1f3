"""Distances of hexes from goals over a network of steps with costs, for any game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stavka.engine.kinds import hexes_in

DUSTY: Final = 64
"""The number of fields of goals with handicaps that are kept before all are forgotten."""
SETS: Final = 1024
"""The number of fields of plain sets of hexes that are kept before all are forgotten."""

Ways = Sequence[Sequence[tuple[int, int]]]
"""For each hex, the hexes from which a step leads into it, with the cost of the step."""
Field = Sequence[int]
"""For each hex, its distance in Movement Points."""
Goals = tuple[tuple[int, int], ...]
"""Goals: hexes, each with a handicap."""


class Fields:
    """Distances over the empty map, computed on first use and kept."""

    def __init__(self, ways: Ways, far: int) -> None:
        """far: the distance of hexes that cannot be reached, or are too far away to matter."""
        self.ways, self.far = ways, far
        self._known: dict[Goals, Field] = {}
        self._sets: dict[int, Field] = {}

    def toward(self, hexes: int) -> Field:
        """The distance of each hex from the nearest of some hexes."""
        found = self._sets.get(hexes)
        if found is None:
            if len(self._sets) >= SETS:
                self._sets.clear()
            found = self._sets[hexes] = self.search(tuple((hex_, 0) for hex_ in hexes_in(hexes)))
        return found

    def field(self, goals: Goals) -> Field:
        """The distance of each hex from the best of the goals."""
        found = self._known.get(goals)
        if found is None:
            if len(self._known) >= DUSTY:
                self._known.clear()
            found = self._known[goals] = self.search(goals)
        return found

    def search(self, goals: Goals, extra: Sequence[int] = ()) -> Field:
        """The distance of each hex from the best of the goals, without keeping the answer. extra: the additional cost
        of entering each hex.

        This is Dial's search, with one list of hexes for each distance; most of them are never needed."""
        best = [self.far] * len(self.ways)
        least = min((handicap for _, handicap in goals), default=0)
        lists: list[list[int] | None] = [None] * (self.far - least)
        for hex_, handicap in goals:
            if handicap <= best[hex_]:
                best[hex_] = handicap
                found = lists[handicap - least]
                if found is None:
                    lists[handicap - least] = [hex_]
                else:
                    found.append(hex_)
        ways = self.ways
        for far, hexes in enumerate(lists, least):
            if hexes is None:
                continue
            for hex_ in hexes:
                if best[hex_] < far:
                    continue
                here = far + extra[hex_] if extra else far
                for near, price in ways[hex_]:
                    total = here + price
                    if total < best[near]:
                        best[near] = total
                        found = lists[total - least]
                        if found is None:
                            lists[total - least] = [near]
                        else:
                            found.append(near)
        return best


class Roads:
    """Distances over the map for each class of movement, in halves of MP."""

    def __init__(self, ways: Sequence[Ways], far: int) -> None:
        self.fields = tuple(Fields(each, far) for each in ways)
        self.kinds = len(self.fields)

    def toward(self, hexes: int, kind: int) -> Field:
        """The distance of each hex from the nearest of some hexes, for a class of movement."""
        return self.fields[kind].toward(hexes)
