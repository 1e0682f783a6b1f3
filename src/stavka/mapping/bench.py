"""The workbench for building a map: the theatre file, the frame, the land, and the hexes that the words of the file
mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NoReturn

from stavka.data.hexmap import Point, Side, side, spread_out
from stavka.data.lines import KeyPath
from stavka.hexes import Grid, Hex
from stavka.mapping.geometry import Region, between
from stavka.mapping.projection import Affine, LonLat, MapFrame, fitted
from stavka.mapping.snap import Mesh
from stavka.mapping.theatre import PlaceTable, Source

SAMPLES: Final = 4  # rings of sample points in a hex, to find its share of land


class Bench:
    def __init__(self, source: Source) -> None:
        self.source, self.theatre = source, source.theatre
        self.spec, self.kinds = self.theatre.grid, self.theatre.kinds
        self.frame = self._frame()
        self.mesh = Mesh(self.frame.grid)
        self.land = self._land()
        self.exists = self._existing()
        self.grid = Grid(self.spec, exists=self.exists)

    # ---- the frame and the land

    def _frame(self) -> MapFrame:
        given = self.theatre.projection
        if given:
            return MapFrame(self.spec, Affine(given.origin, given.row, given.column))
        anchors = [
            (place.at, place.hex)
            for group in self.theatre.places.values()
            for place in group.values()
            if isinstance(place, PlaceTable) and place.at and place.hex
        ]
        try:
            return MapFrame(self.spec, fitted(self.spec, anchors))
        except ValueError as error:
            self.fail(("places",), f"found {error}")

    def _land(self) -> list[list[Point]]:
        """The rings of the land, on the page."""
        table = self.theatre.land
        rings: list[list[LonLat]] = [list(ring) for ring in table.polygons]
        if table.geojson:
            rings += self.source.geojson(("land", "geojson"), table.geojson)
        return [[self.frame.page(p) for p in ring] for ring in rings]

    def _existing(self) -> set[str]:
        table, grid = self.theatre.land, self.frame.grid
        exists = set(grid.numbers(grid.all))
        if self.land:
            region = Region(self.land)
            exists = {grid.number(i) for i in grid.bits(grid.all) if self._share(i, region) >= table.share}
        exists |= set(self.hexes(("land", "present"), table.present, anywhere=True))
        return exists - set(self.hexes(("land", "absent"), table.absent, anywhere=True))

    def _share(self, i: Hex, region: Region) -> float:
        """The share of a hex that is in a region, by points on rings around the centre, each for an equal part of the
        hex."""
        centre, corners = self.frame.grid.centre(i), self.frame.grid.corners(i)
        points = [centre]
        for ring in range(1, SAMPLES + 1):
            reach = ring / (SAMPLES + 0.5)
            for a, b in zip(corners, (*corners[1:], corners[0]), strict=True):
                points += [between(centre, between(a, b, n / ring), reach) for n in range(ring)]
        return sum(map(region.holds, points)) / len(points)

    # ---- the words of the file

    def fail(self, path: KeyPath, text: str) -> NoReturn:
        self.source.fail(path, text)

    def word(self, path: KeyPath, word: str, words: Iterable[str]) -> str:
        if word not in words:
            self.fail(path, f"expected one of {', '.join(words)}, found {word!r}")
        return word

    def hexes(self, path: KeyPath, text: str, *, anywhere: bool = False) -> list[str]:
        """The hexes of a text: those of the map or, with `anywhere`, of the whole rectangle."""
        grid = self.frame.grid if anywhere else self.grid
        try:
            numbers = spread_out(text)
            grid.from_numbers(*numbers)
        except ValueError as error:
            self.fail(path, f"expected hexes of this map, found {error}")
        return numbers

    def sides(self, path: KeyPath, text: str) -> list[Side]:
        sides = [side(a, b) for a, _, b in (word.partition("/") for word in text.split())]
        for s in sides:
            if s not in self.mesh.edge_of:
                self.fail(path, f"expected sides between neighbours, such as 1826/1926, found {'/'.join(s)!r}")
        return sides

    def sides_around(self, path: KeyPath, text: str) -> set[Side]:
        """The sides in a text, and all sides of the hexes in it."""
        words = text.split()
        hexes = set(self.hexes(path, " ".join(word for word in words if "/" not in word), anywhere=True))
        sides = self.sides(path, " ".join(word for word in words if "/" in word))
        return {*sides, *(s for s in self.mesh.edge_of if not hexes.isdisjoint(s))}

    def source_of(self, source: str) -> str:
        return source or self.theatre.source

    def row_column(self, number: str) -> tuple[int, int]:
        return self.frame.grid.row_column(self.frame.grid.index(number))
