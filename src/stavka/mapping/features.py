"""The marks of a theatre file: hexes by their numbers, in boxes or polygons, along a way, by a line, on a side of
it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stavka.data.hexmap import Line, Mark, Side, side
from stavka.data.lines import KeyPath
from stavka.hexes import Grid
from stavka.mapping.bench import Bench
from stavka.mapping.geometry import Region
from stavka.mapping.theatre import FeatureTable, LonLat

Way = Callable[[KeyPath, str], list[str]]
"""The hexes of a chain of places, such as a network's."""


class Features:
    """The marks of a theatre, each of which may be bounded by those above it."""

    def __init__(self, bench: Bench, lines: Iterable[Line], way: Way) -> None:
        self.bench, self.lines, self.way = bench, tuple(lines), way
        self.marks: list[Mark] = []
        for n, table in enumerate(bench.theatre.features):
            bench.word(("features", n, "kind"), table.kind, bench.kinds.features)
            hexes = self._bounded(("features", n), table, self._hexes(("features", n), table))
            self.marks.append(Mark(table.kind, tuple(hexes), bench.source_of(table.source), table.label))

    def _hexes(self, path: KeyPath, table: FeatureTable) -> list[str]:
        if table.hexes:
            return self.bench.hexes((*path, "hexes"), table.hexes)
        if table.via:
            return self.way((*path, "via"), table.via)[:: table.every]
        if table.flood:
            return self._flood(path, table)
        if table.beside:
            return sorted({number for s in self._line((*path, "beside"), table.beside) for number in s})
        if table.polygon:
            return self._inside([table.polygon])
        if table.boxes:
            return sorted(self.bench.exists)
        self.bench.fail(path, "expected hexes, boxes, polygon, via, beside or flood, found none of them")

    def _bounded(self, path: KeyPath, table: FeatureTable, hexes: list[str]) -> list[str]:
        """Those of the hexes that are in the boxes, inside another feature, and outside a third."""
        if table.boxes:
            boxed = set(self._inside([[(w, s), (e, s), (e, n), (w, n)] for w, s, e, n in table.boxes]))
            hexes = [number for number in hexes if number in boxed]
        if table.within:
            inside = self._feature((*path, "within"), table.within)
            hexes = [number for number in hexes if number in inside]
        for kind in table.without:
            outside = self._feature((*path, "without"), kind)
            hexes = [number for number in hexes if number not in outside]
        return list(dict.fromkeys(hexes))

    def _inside(self, rings: Iterable[Iterable[LonLat]]) -> list[str]:
        """The hexes whose centres lie in one of these rings."""
        grid, page = self.bench.grid, self.bench.frame.page
        regions = [Region([[page(corner) for corner in ring]]) for ring in rings]
        return [
            number
            for number in sorted(self.bench.exists)
            if any(region.holds(grid.centre(grid.index(number))) for region in regions)
        ]

    def _feature(self, path: KeyPath, kind: str) -> set[str]:
        self.bench.word(path, kind, {mark.kind: None for mark in self.marks})
        return {number for mark in self.marks if mark.kind == kind for number in mark.hexes}

    def _line(self, path: KeyPath, name: str) -> set[Side]:
        self.bench.word(path, name, {line.name: None for line in self.lines})
        return {s for line in self.lines if line.name == name for s in line.sides}

    def _flood(self, path: KeyPath, table: FeatureTable) -> list[str]:
        """All hexes that can be reached from some hexes without crossing a line."""
        start = self.bench.hexes((*path, "flood"), table.flood)
        closed = self._line((*path, "line"), table.line) if table.line else set()
        return sorted(flooded(self.bench.grid, start, closed))


def flooded(grid: Grid, start: Iterable[str], closed: set[Side]) -> set[str]:
    found, queue = set(start), list(start)
    while queue:
        number = queue.pop()
        for j in grid.neighbours[grid.index(number)]:
            other = grid.number(j) if j >= 0 else number
            if other not in found and side(number, other) not in closed:
                found.add(other)
                queue.append(other)
    return found
