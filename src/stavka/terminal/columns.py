"""The map in text where columns of hexes run straight. In the close view, a hex is a cell of two lines, one line
lower in every other column:

    │≈≈≈≈≈   its upper left hexside, then what lies on the upper one: ≈ ~ rivers, ┃ a road, ┊ a railway
    ║17Pz²   its lower left hexside (║ │ rivers, ─ ┄ lines, ╫ ┼ both), then its first unit and how many there are

From afar, where a hex is two characters, no column is lower than another."""

from __future__ import annotations

from typing import Final

from stavka.hexes import Hex
from stavka.terminal import chart
from stavka.terminal.chart import BESIDE, RAILS, ROADS, RULER, WATER
from stavka.terminal.face import GREATER, NOTHING

N, NE, SE, S, SW, NW = range(6)
UPRIGHT: Final = " ┊┃"
"""The characters of a line that leads up, by its level."""


class ColumnChart(chart.Chart):
    lower: int
    """How much lower shifted columns are."""

    def corner(self, row: int, column: int) -> tuple[int, int]:
        shifted = (column % 2 == 1) == (self.sheet.shifted == "odd")
        across = column - self.part.first_column
        if self.sheet.westward:
            across = self.part.columns - 1 - across
        y = 1 + self.tall * self.rows().index(row) + shifted * self.lower
        return RULER + across * self.part.cell, y


class Close(ColumnChart, chart.Close):
    lower = 1

    def hex(self, hex_: Hex, x: int, y: int) -> None:
        self.upper(hex_, x + 1, y, self.part.cell - 1)
        for direction, at in ((NW, y), (SW, y + 1)):
            self.canvas.put(x, at, *self.beside(hex_, direction))
        for direction, at in ((NE, y), (SE, y + 1)):
            near = self.grid.neighbours[hex_][direction]
            if near < 0 or not self.part.shows(self.grid, [near]):
                self.canvas.put(x + self.part.cell, at, *self.beside(hex_, direction))
        self.inside(hex_, x, y)

    def upper(self, hex_: Hex, x: int, y: int, wide: int) -> None:
        river, line = self.face.river(hex_, N), self.face.line(hex_, N)
        if river:
            self.canvas.put(x, y, ("≈" if river == GREATER else "~") * wide, WATER)
        if line:
            self.canvas.put(x + wide // 2, y, UPRIGHT[line], ROADS if line == GREATER else RAILS)

    def across(self, hex_: Hex, x: int, y: int, wide: int) -> None:
        """Draw nothing: lines lead up and down here, not from left to right."""


class Afar(ColumnChart, chart.Afar):
    lower = 0

    def hex(self, hex_: Hex, x: int, y: int) -> None:
        self.canvas.put(x, y, self.letter(hex_), self.letter_style(hex_))
        if GREATER in (self.face.river(hex_, NE), self.face.river(hex_, SE)):
            self.canvas.put(x + 1, y, BESIDE[NOTHING][GREATER], WATER)
        if self.face.river(hex_, S) == GREATER:
            self.canvas.styles[y][x] += " underline"
