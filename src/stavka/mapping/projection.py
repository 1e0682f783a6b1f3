"""Convert longitude and latitude to the page, and to the hexes on it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from stavka.data.hexmap import GridSpec, Point
from stavka.hexes.grid import HALF_WIDTH, Grid
from stavka.mapping.geometry import Box

LonLat = tuple[float, float]


class Affine(NamedTuple):
    """A printed row or column as a linear function of the place: its value at the origin, and the change for one
    degree."""

    origin: LonLat
    row: tuple[float, float, float]
    column: tuple[float, float, float]

    def row_column(self, place: LonLat) -> Point:
        east, north = place[0] - self.origin[0], place[1] - self.origin[1]
        row, column = (c[0] + c[1] * east + c[2] * north for c in (self.row, self.column))
        return row, column


class MapFrame:
    """The rectangle of hexes of a map and its position in geography."""

    def __init__(self, spec: GridSpec, affine: Affine) -> None:
        self.spec, self.affine, self.grid = spec, affine, Grid(spec)
        self.box = Box(0, 0, *self.grid.extent)
        self._centres = [(self.grid.centre(i), i) for i in self.grid.bits(self.grid.all)]

    def page(self, place: LonLat) -> Point:
        return page_of(self.spec, *self.affine.row_column(place))

    def hex(self, place: LonLat) -> str | None:
        """The hex in which a place lies; None if it is off the map."""
        x, y = self.page(place)
        far, i = min((math.hypot(x - cx, y - cy), i) for (cx, cy), i in self._centres)
        return self.grid.number(i) if far <= 1 else None


def page_of(spec: GridSpec, row: float, column: float) -> Point:
    """The point at a printed row and column, a shifted line counting half a hex more."""
    grid_row, grid_column = row - spec.first_row, column - spec.first_column
    if spec.orientation == "rows":
        x, y = (2 * grid_column + 1) * HALF_WIDTH, (3 * grid_row + 2) / 2
        wide, high = (2 * spec.columns + 1) * HALF_WIDTH, (3 * spec.rows + 1) / 2
    else:
        x, y = (3 * grid_column + 2) / 2, (2 * grid_row + 1) * HALF_WIDTH
        wide, high = (3 * spec.columns + 1) / 2, (2 * spec.rows + 1) * HALF_WIDTH
    return wide - x if spec.westward else x, high - y if spec.up else y


def row_column_of(spec: GridSpec, number: str) -> Point:
    """The printed row and column of a hex, with half a hex added in a shifted line: the inverse of `page_of`."""
    grid = Grid(spec)
    row, column = grid.row_column(grid.index(number))
    line = row if spec.orientation == "rows" else column
    half = 0.5 if (line % 2 == 1) == (spec.shifted == "odd") else 0.0
    return (row, column + half) if spec.orientation == "rows" else (row + half, column)


def fitted(spec: GridSpec, anchors: Sequence[tuple[LonLat, str]]) -> Affine:
    """The affine map that brings the anchors nearest to their hexes (least squares). ValueError if the anchors do not
    determine it."""
    if len(anchors) < 3:
        raise ValueError(f"{len(anchors)} places with both `at` and `hex`; three fix the projection")
    origin = anchors[0][0]
    terms = [(1.0, lon - origin[0], lat - origin[1]) for (lon, lat), _ in anchors]
    goals = [row_column_of(spec, number) for _, number in anchors]
    normal = [[sum(t[i] * t[j] for t in terms) for j in range(3)] for i in range(3)]
    row, column = (
        _solved(normal, [sum(t[i] * goal[k] for t, goal in zip(terms, goals, strict=True)) for i in range(3)])
        for k in range(2)
    )
    return Affine(origin, row, column)


def _solved(matrix: list[list[float]], right: list[float]) -> tuple[float, float, float]:
    """Solve three equations by Cramer's rule."""
    whole = _determinant(matrix)
    if abs(whole) < 1e-9:
        raise ValueError("places with both `at` and `hex` on one line; three that are not fix the projection")
    parts = [[[right[i] if j == k else matrix[i][j] for j in range(3)] for i in range(3)] for k in range(3)]
    x, y, z = (_determinant(part) / whole for part in parts)
    return x, y, z


def _determinant(m: list[list[float]]) -> float:
    return sum(
        m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3)
    )
