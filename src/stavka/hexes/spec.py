"""A sheet of hexes as it is printed: its size, its orientation and its numbering."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class GridSpec:
    """One sheet of hexes, as it is printed.

    orientation: the lines that run straight. "rows": hexes stand on a point; "columns": hexes stand on a side. shifted:
    which printed rows (columns) are pushed half a hex towards higher column (row) numbers. up: row numbers grow towards
    the top of the page. westward: column numbers grow to the left. prefix: what stands before the digits of a number,
    "N" in N2317; sheets of one grid differ in it."""

    rows: int
    columns: int
    orientation: Literal["rows", "columns"] = "rows"
    shifted: Literal["odd", "even"] = "odd"
    numbering: Literal["row-column", "column-row"] = "row-column"
    first_row: int = 1
    first_column: int = 1
    digits: int = 2
    up: bool = True
    westward: bool = False
    prefix: str = ""

    def __post_init__(self) -> None:
        if self.rows < 1 or self.columns < 1:
            raise ValueError(f"a grid needs at least one row and one column, not {self.rows} x {self.columns}")
        last = max(self.first_row + self.rows, self.first_column + self.columns) - 1
        if min(self.first_row, self.first_column) < 0 or last >= 10**self.digits:
            raise ValueError(f"rows and columns up to {last} do not fit in {self.digits} digits")
        if self.prefix and not (self.prefix.isascii() and self.prefix.isalpha() and self.prefix.isupper()):
            raise ValueError(f"a prefix is made of capital letters, unlike {self.prefix!r}")

    @property
    def lines(self) -> int:
        """The number of straight lines of hexes."""
        return self.rows if self.orientation == "rows" else self.columns

    @property
    def length(self) -> int:
        """The number of hexes in a line."""
        return self.columns if self.orientation == "rows" else self.rows

    @property
    def first_shifted(self) -> bool:
        """Whether line 0, the first row or the leftmost column, is half a hex further along than the next line."""
        if self.orientation == "rows":
            return ((self.first_row % 2 == 1) == (self.shifted == "odd")) != self.westward
        left = self.first_column + (self.columns - 1 if self.westward else 0)
        return (left % 2 == 1) == (self.shifted == "odd")

    def row_column(self, line: int, position: int) -> tuple[int, int]:
        """The printed row and column of a hex, by its line from 0 and its place in it."""
        row, column = (line, position) if self.orientation == "rows" else (position, line)
        return row + self.first_row, (self.columns - 1 - column if self.westward else column) + self.first_column

    def place(self, row: int, column: int) -> tuple[int, int]:
        """The line, from 0, and the place in it of a printed row and column; either may lie off the sheet."""
        row, column = row - self.first_row, column - self.first_column
        column = self.columns - 1 - column if self.westward else column
        return (row, column) if self.orientation == "rows" else (column, row)

    def number(self, row: int, column: int) -> str:
        """The printed number of the hex at a printed row and column."""
        first, second = (row, column) if self.numbering == "row-column" else (column, row)
        return f"{self.prefix}{first:0{self.digits}d}{second:0{self.digits}d}"

    def describe(self) -> str:
        """The rows and columns of the sheet, as text for an error."""
        last_row, last_column = self.first_row + self.rows - 1, self.first_column + self.columns - 1
        return f"a map of rows {self.first_row} to {last_row} and columns {self.first_column} to {last_column}"
