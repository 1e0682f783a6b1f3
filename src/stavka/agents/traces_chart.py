"""What the scripted players of Traces of War know of map and tables before the first pick: distances, CRT averages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from stavka.hexes import edge

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

FAR = 999
FERRY = 4
"""What crossing an unbridged Major River counts in a distance: a whole move, more or less."""
DUSTY = 64
"""Fields that are kept before all are forgotten."""

Field = Sequence[float]
"""For each hex how far it is from something, in Movement Points."""


class Chart:
    """Distances over the empty map, made when first asked for and kept."""

    def __init__(self, g: Traces) -> None:
        self.g = g
        self._fields: dict[tuple[tuple[int, float], ...], Field] = {}
        self.ways: list[list[tuple[int, int]]] = [[] for _ in range(g.grid.size)]
        for hex_ in g.grid.bits(g.grid.all):
            for near in g.grid.neighbours[hex_]:
                found = edge(g.normal.edges, hex_, near) if near >= 0 else None
                if found is not None:
                    self.ways[hex_].append((near, found[0]))
            self.ways[hex_] += [(near, FERRY) for near in g.grid.bits(g.unbridged_major[hex_])]
        self.severity = [sum(r.defender + r.retreat for r in column) / 6 for column in g.crt]
        """Steps and hexes that a column costs the defender on average."""
        river = 0
        for sides in g.major:
            river |= sides
        self.bank = river & g.west_bank
        """Hexes of the right bank along a Major River."""

    def field(self, goals: tuple[tuple[int, float], ...]) -> Field:
        """How far each hex is from the best of the goals, each goal being (hex, handicap)."""
        found = self._fields.get(goals)
        if found is None:
            if len(self._fields) >= DUSTY:
                self._fields.clear()
            found = self._fields[goals] = self._search(goals)
        return found

    def to(self, hex_: int) -> Field:
        return self.field(((hex_, 0.0),))

    def _search(self, goals: tuple[tuple[int, float], ...]) -> Field:
        best = [float(FAR)] * self.g.grid.size
        heap = [(handicap, hex_) for hex_, handicap in goals]
        heapify(heap)
        for handicap, hex_ in heap:
            best[hex_] = min(best[hex_], handicap)
        while heap:
            far, hex_ = heappop(heap)
            if far > best[hex_]:
                continue
            for near, price in self.ways[hex_]:
                if far + price < best[near]:
                    best[near] = far + price
                    heappush(heap, (far + price, near))
        return best


@cache
def chart_of(g: Traces) -> Chart:
    return Chart(g)
