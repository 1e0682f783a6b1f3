"""The lines of hexsides of a theatre: rivers, ridges, blocked sides."""

from __future__ import annotations

from typing import Final

from stavka.data.hexmap import Line, Mark, Point, Side, side
from stavka.data.lines import KeyPath
from stavka.mapping.bench import Bench
from stavka.mapping.geometry import clipped_line, simplified
from stavka.mapping.snap import Edge, Wish
from stavka.mapping.theatre import LineTable

FINE: Final = 0.05  # tolerance of courses, in hex sides


class HexLines:
    """Lines of hexsides. Each line may run into earlier lines, and otherwise keeps off them."""

    def __init__(self, bench: Bench) -> None:
        self.bench = bench
        self.lines: list[Line] = []
        self.banks: list[Mark] = []
        for n, table in enumerate(bench.theatre.lines):
            self._add(("lines", n), table)

    def _add(self, path: KeyPath, table: LineTable) -> None:
        layers = self.bench.kinds.hexsides
        self.bench.word((*path, "layer"), table.layer, layers)
        self.bench.word((*path, "kind"), table.kind, layers[table.layer] or ("",))
        source = self.bench.source_of(table.source)
        self.lines += [
            Line(table.layer, table.kind, table.name, tuple(run), source, table.names)
            for run in self._runs(path, table)
            if run
        ]

    def _runs(self, path: KeyPath, table: LineTable) -> list[list[Side]]:
        if table.bank:
            return self._bank(path, table)
        if table.behind:
            return self._faces(path, table)
        if table.sides:
            return self.bench.mesh.in_order(self.bench.sides((*path, "sides"), table.sides))
        return self._snapped(path, table, self._course(path, table))

    # ---- along a course

    def _course(self, path: KeyPath, table: LineTable) -> list[Point]:
        points = list(table.points)
        if table.geojson:
            parts = self.bench.source.geojson((*path, "geojson"), table.geojson, table.feature or table.name)
            points = max(parts, key=len)
        if len(points) < 2:
            self.bench.fail(path, "expected points, geojson, sides, bank or behind, found none of them")
        frame = self.bench.frame
        course = clipped_line([frame.page(p) for p in points], frame.box)
        if len(course) < 2:
            self.bench.fail(path, "expected a line that crosses the map, found one that is off it")
        return simplified(course, FINE)

    def _snapped(self, path: KeyPath, table: LineTable, course: list[Point]) -> list[list[Side]]:
        mesh = self.bench.mesh
        keep = [mesh.edge_of[s] for s in self.bench.sides((*path, "keep"), table.keep)]
        sides = mesh.snapped(Wish(course, keep, self._banned(path, table), self._mouth(path, table)))
        if not sides:
            self.bench.fail(path, f"expected a way for {table.name}, found none")
        if twice := {s for s in sides if s and sides.count(s) > 1}:
            again = "/".join(min(twice))
            self.bench.fail(
                (*path, "keep"), f"expected hexsides in their order, found a way that comes back to {again}"
            )
        runs: list[list[Side]] = [[]]
        for s in sides:
            if s and self.bench.exists.issuperset(s):
                runs[-1].append(s)
            elif runs[-1]:
                runs.append([])
        return runs

    def _banned(self, path: KeyPath, table: LineTable) -> frozenset[Edge]:
        taken = {s for line in self.lines if not table.shared or line.layer == table.layer for s in line.sides}
        taken |= self.bench.sides_around((*path, "avoid"), table.avoid)
        return frozenset(self.bench.mesh.edge_of[s] for s in taken)

    def _mouth(self, path: KeyPath, table: LineTable) -> frozenset[Point]:
        if not table.into:
            return frozenset()
        sides = [s for line in self.lines if line.name == table.into for s in line.sides]
        if not sides:
            self.bench.fail((*path, "into"), f"expected a line above this one, found {table.into!r}")
        return self.bench.mesh.corners(sides)

    # ---- before hexes

    def _faces(self, path: KeyPath, table: LineTable) -> list[list[Side]]:
        """The sides of some hexes that face some directions; the hexes are marked as being behind them."""
        grid, kind = self.bench.grid, f"{table.layer} side"
        self.bench.word((*path, "layer"), kind, self.bench.kinds.features)
        for n, word in enumerate(table.facing):
            self.bench.word((*path, "facing", n), word, grid.direction_names)
        hexes = self.bench.hexes((*path, "behind"), table.behind)
        sides = set[Side]()
        for number in hexes:
            for word, j in zip(grid.direction_names, grid.neighbours[grid.index(number)], strict=True):
                if j >= 0 and word in table.facing and grid.number(j) not in hexes:
                    sides.add(side(number, grid.number(j)))
        faced = tuple(number for number in hexes if any(number in s for s in sides))
        self.banks.append(Mark(kind, faced, self.bench.source_of(table.source), table.name))
        return self.bench.mesh.in_order(sides)

    # ---- between two banks

    def _bank(self, path: KeyPath, table: LineTable) -> list[list[Side]]:
        """The sides between two banks, which a table gives row by row: the first column of the far bank."""
        bench, first = self.bench, self._first_columns(path, table)
        near = {n for n in bench.exists for row, column in [bench.row_column(n)] if column < first.get(row, 0)}
        if table.this_side:
            bench.word((*path, "this_side"), table.this_side, bench.kinds.features)
            self.banks.append(Mark(table.this_side, tuple(sorted(near)), bench.source_of(table.source)))
        low, high = table.rows or (min(first), max(first))
        sides = {
            s
            for s in bench.mesh.edge_of
            if bench.exists.issuperset(s)
            and (s[0] in near) != (s[1] in near)
            and all(low <= bench.row_column(number)[0] <= high for number in s)
        }
        return bench.mesh.in_order(sides.union(bench.sides((*path, "also"), table.also)))

    def _first_columns(self, path: KeyPath, table: LineTable) -> dict[int, int]:
        first: dict[int, int] = {}
        for rows, column in table.bank.items():
            words = rows.split("-")
            if not all(word.isdecimal() for word in words) or len(words) > 2:
                self.bench.fail((*path, "bank", rows), f"expected a row, or rows such as 27-35, found {rows!r}")
            first.update(dict.fromkeys(range(int(words[0]), int(words[-1]) + 1), column))
        return first
