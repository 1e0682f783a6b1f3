"""The map in text. In the close view, a hex is a cell of two lines:

    ≈≈≈⋰     what lies on its upper hexsides: ≈ ~ rivers, a slanting stroke for a road, ⋰ ⋱ railways
    ║17Pz²   its left hexside (║ │ rivers, ─ ┄ lines, ╫ ┼ both), then its first unit and how many there are

In the view from afar it is two characters. The rulers give row and column of a hex. This chart draws maps whose rows
run straight; columns.py draws those whose columns do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from rich.text import Text

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, Unit
from stavka.hexes import Grid, Hex
from stavka.terminal.canvas import FALLING, RISING, Canvas, small
from stavka.terminal.face import GREATER, NOTHING, Face

NE, E, SE, SW, W, NW = range(6)
RULER: Final = 3
WATER: Final = "bold dodger_blue1"
RAILS, ROADS, DIM = "grey58", "orange3", "grey42"
OFFERED_UNIT, OFFERED_HEX = "bold grey0 on gold1", "bold grey0 on green3"
TARGET, CHOSEN = "bold grey100 on magenta3", "bold grey100 on blue3"
BESIDE: Final = {NOTHING: (" ", "│", "║"), 1: ("┄", "┼", "╫"), 2: ("─", "┼", "╫")}
"""The characters of the left hexside, by the line across it and the river along it."""
SLOPES: Final = {NW: f" ⋱{FALLING}", NE: f" ⋰{RISING}"}


@dataclass
class Marks:
    """The marks on the map: offered hexes with their costs, offered units by hex, and the choices so far."""

    side: Side
    """The side that decides."""
    hexes: set[Hex] = field(default_factory=set)
    costs: Mapping[Hex, int] = field(default_factory=dict)
    units: Mapping[Hex, Unit] = field(default_factory=dict)
    chosen: Mapping[Hex, Unit] = field(default_factory=dict)
    """Units chosen, by hex."""
    targets: set[Hex] = field(default_factory=set)


class Window(NamedTuple):
    """The part of the map that is shown, by printed rows and columns of a sheet."""

    first_row: int
    first_column: int
    rows: int
    columns: int
    cell: int
    """The width of a cell; 2 in the view from afar."""
    sheet: int = 0

    def shows(self, grid: Grid, hexes: Iterable[Hex]) -> bool:
        hexes = list(hexes)
        return all(grid.sheet(hex_) == self.sheet for hex_ in hexes) and all(
            self.first_row <= row < self.first_row + self.rows
            and self.first_column <= column < self.first_column + self.columns
            for row, column in map(grid.row_column, hexes)
        )


def window(grid: Grid, around: Iterable[Hex], width: int, height: int, cell: int) -> Window:
    """The part around some hexes that fits into this many columns and lines, on the sheet that has most of them."""
    tall = 1 if cell == 2 else 2
    around_them = 1 if grid.orientation == "rows" else 2  # the ruler, and half a hex where columns are shifted
    rows, columns = max(1, (height - around_them) // tall), max(1, (width - RULER - cell // 2 - 1) // cell)
    hexes = list(around) or grid.bits(grid.all)
    on = [grid.sheet(hex_) for hex_ in hexes]
    which = max(range(len(grid.sheets)), key=on.count)
    sheet = grid.sheets[which]
    places = [grid.row_column(hex_) for hex_ in hexes if grid.sheet(hex_) == which]
    spans = [(min(part), max(part)) for part in zip(*places, strict=True)]
    row = _start(spans[0], rows, sheet.first_row, sheet.rows)
    column = _start(spans[1], columns, sheet.first_column, sheet.columns)
    return Window(row, column, min(rows, sheet.rows), min(columns, sheet.columns), cell, which)


def _start(span: tuple[int, int], shown: int, first: int, there: int) -> int:
    """The start of a window whose middle is the middle of a span, and which shows nothing beyond the map."""
    middle = (span[0] + span[1] - shown + 1) // 2
    return max(first, min(middle, first + there - shown))


class Chart:
    """The sheet on which a part of the map is drawn."""

    tall: int

    def __init__(self, face: Face, sight: Sight[Any], part: Window, marks: Marks, *, colour: bool, plain: bool) -> None:
        self.face, self.sight, self.part, self.marks = face, sight, part, marks
        self.colour, self.plain = colour, plain
        self.grid = face.game.grid
        self.sheet = self.grid.sheets[part.sheet]
        shifted = self.grid.orientation == "columns"
        self.canvas = Canvas(RULER + part.cell * part.columns + part.cell // 2 + 1, 1 + self.tall * part.rows + shifted)

    def drawn(self) -> list[Text]:
        self.rulers()
        for row in self.rows():
            for column in range(self.part.first_column, self.part.first_column + self.part.columns):
                hex_ = self.grid.at(row, column, self.part.sheet)
                if hex_ >= 0:
                    self.hex(hex_, *self.corner(row, column))
        return self.canvas.lines()

    def rows(self) -> range:
        """The printed rows from the top of the page."""
        first, last = self.part.first_row, self.part.first_row + self.part.rows - 1
        return range(last, first - 1, -1) if self.sheet.up else range(first, last + 1)

    def corner(self, row: int, column: int) -> tuple[int, int]:
        """The place on the sheet where the cell of a hex begins."""
        shifted = (row % 2 == 1) == (self.sheet.shifted == "odd")
        across = column - self.part.first_column
        if self.sheet.westward:
            across, shifted = self.part.columns - 1 - across, not shifted
        x = RULER + across * self.part.cell + shifted * (self.part.cell // 2)
        return x, 1 + self.tall * self.rows().index(row)

    def rulers(self) -> None:
        every = 5 if self.part.cell == 2 else 1
        for column in range(self.part.first_column, self.part.first_column + self.part.columns):
            if column % every == 0:
                self.canvas.put(self.corner(self.rows()[0], column)[0], 0, f"{column:02}".center(self.part.cell), DIM)
        for row in self.rows():
            y = self.corner(row, self.part.first_column)[1] + self.tall - 1
            self.canvas.put(0, y, f"{row:02}", DIM)

    def hex(self, hex_: Hex, x: int, y: int) -> None:
        raise NotImplementedError

    def first_unit(self, hex_: Hex) -> Unit | None:
        """The unit to show for a hex: an offered or chosen unit before all others."""
        for units in (self.marks.units, self.marks.chosen):
            if hex_ in units:
                return units[hex_]
        return next(iter(self.face.stack(self.sight, hex_)), None)

    def style(self, hex_: Hex, unit: Unit | None) -> str:
        if hex_ in self.marks.targets:
            return TARGET
        if hex_ in self.marks.hexes:
            return OFFERED_HEX if unit is None or not self.is_enemy(unit) else TARGET
        if hex_ in self.marks.units:
            return OFFERED_UNIT
        if hex_ in self.marks.chosen:
            return CHOSEN
        return "" if unit is None else self.face.colours[self.face.side(unit)]

    def is_enemy(self, unit: Unit) -> bool:
        return self.face.side(unit) != self.marks.side

    def mark(self, hex_: Hex, unit: Unit) -> str:
        """The letter before a unit if there are no colours."""
        if hex_ in self.marks.targets or (hex_ in self.marks.hexes and self.is_enemy(unit)):
            return "!"
        if hex_ in self.marks.units:
            return ">"
        return "@" if hex_ in self.marks.chosen else self.face.marks[self.face.side(unit)]


class Close(Chart):
    tall = 2

    def hex(self, hex_: Hex, x: int, y: int) -> None:
        half = self.part.cell // 2
        self.slope(hex_, NW, x, y, half)
        self.slope(hex_, NE, x + half, y, self.part.cell - half)
        beside, style = self.beside(hex_, W)
        self.canvas.put(x, y + 1, beside, style)
        if self.grid.neighbours[hex_][E] < 0 or not self.part.shows(self.grid, [self.grid.neighbours[hex_][E]]):
            beside, style = self.beside(hex_, E)
            self.canvas.put(x + self.part.cell, y + 1, beside, style)
        self.inside(hex_, x, y)

    def slope(self, hex_: Hex, direction: int, x: int, y: int, wide: int) -> None:
        """Draw an upper hexside."""
        river, line = self.face.river(hex_, direction), self.face.line(hex_, direction)
        if river:
            self.canvas.put(x, y, ("≈" if river == GREATER else "~") * wide, WATER)
        if line:
            self.canvas.put(x + wide // 2, y, SLOPES[direction][line], ROADS if line == GREATER else RAILS)

    def beside(self, hex_: Hex, direction: int) -> tuple[str, str]:
        river, line = self.face.river(hex_, direction), self.face.line(hex_, direction)
        return BESIDE[line][river], WATER if river else ROADS if line == GREATER else RAILS

    def inside(self, hex_: Hex, x: int, y: int) -> None:
        wide = self.part.cell - 1
        unit = self.first_unit(hex_)
        style = self.style(hex_, unit)
        if unit is None:
            if style:
                self.canvas.put(x + 1, y + 1, f"{self.number(hex_):<{wide}}"[:wide], style)
            else:
                self.empty(hex_, x + 1, y + 1, wide)
            return
        if hex_ in self.marks.hexes | self.marks.targets:
            self.canvas.put(x + 1, y, self.number(hex_), style)
        self.canvas.put(x + 1, y + 1, self.counter(hex_, unit, wide), style)

    def number(self, hex_: Hex) -> str:
        """Draw the number of a hex and the cost of going there."""
        number = self.grid.number(hex_).removeprefix(self.sheet.prefix)
        return number + (self.small(self.marks.costs[hex_]) if hex_ in self.marks.costs else "")

    def small(self, number: int) -> str:
        return f":{number}" if self.plain else small(number)

    def counter(self, hex_: Hex, unit: Unit, wide: int) -> str:
        here = len(self.face.stack(self.sight, hex_))
        label, count = self.face.label(self.sight, unit), self.small(here) if here > 1 else ""
        if not self.colour:
            label = self.mark(hex_, unit) + label
        return f"{label[: wide - len(count)]}{count}".ljust(wide)

    def empty(self, hex_: Hex, x: int, y: int, wide: int) -> None:
        badge, town = self.face.badge(self.sight, hex_), self.face.town(hex_)
        if town or badge:
            name = town.name if town else ""
            text = (name.upper() if town and town.rank == 2 else name)[: wide - len(badge)] + badge
            self.canvas.put(x, y, text, self.town_style(hex_))
            return
        ground = self.face.ground(hex_)
        middle = wide // 2
        self.canvas.put(x + middle, y, "·" if ground == " " else ground * 2, DIM if ground == " " else "green4")
        self.across(hex_, x, y, wide)

    def across(self, hex_: Hex, x: int, y: int, wide: int) -> None:
        """Draw the lines that lead through an empty hex, from left to right."""
        middle = wide // 2
        for direction, start, length in ((W, x, middle), (E, x + middle + 1, wide - middle - 1)):
            line = self.face.line(hex_, direction)
            if line:
                self.canvas.put(start, y, ("┄" if line == 1 else "─") * length, RAILS if line == 1 else ROADS)

    def town_style(self, hex_: Hex) -> str:
        town, owner = self.face.town(hex_), self.face.owner(self.sight, hex_)
        colour = "grey62" if owner < 0 else self.face.inks[owner]
        return f"bold {colour}" if town and town.rank == 2 else f"italic {colour}" if town and not town.rank else colour


class Afar(Chart):
    tall = 1

    def hex(self, hex_: Hex, x: int, y: int) -> None:
        """Draw a hex as a letter, with only the major rivers."""
        self.canvas.put(x, y, self.letter(hex_), self.letter_style(hex_))
        if self.face.river(hex_, E) == GREATER:
            self.canvas.put(x + 1, y, BESIDE[NOTHING][GREATER], WATER)
        for direction, at in ((SW, x), (SE, x + 1)):
            if self.face.river(hex_, direction) == GREATER:
                self.canvas.styles[y][at] += f" {WATER} underline" if at > x else " underline"

    def letter(self, hex_: Hex) -> str:
        unit = self.first_unit(hex_)
        if unit is not None:
            return self.mark(hex_, unit)
        if hex_ in self.marks.hexes:
            return "x"
        town = self.face.town(hex_)
        if town and town.rank:
            return "oO"[town.rank - 1]
        ground = self.face.ground(hex_)
        return "·" if ground == " " else ground

    def letter_style(self, hex_: Hex) -> str:
        style = self.style(hex_, self.first_unit(hex_))
        return style or ("bold" if self.face.town(hex_) else DIM)
