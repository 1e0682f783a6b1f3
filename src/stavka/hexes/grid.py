"""The hex grid: printed numbers at the edges, bit indices inside, and sets of hexes as Python integers.

A map is a stack of straight *lines* of hexes: its rows where hexes stand on a point, its columns where they stand on a
side. Line `k` starts at bit `k * width - (k + s) // 2`, where `s` is 1 if line 0 is a shifted one. That shear turns the
zigzag of an offset map into an axial one, so a step in any of the six directions is the same shift everywhere:
1, `width` or `width - 1`, up or down. `width` is two more than a line is long, which leaves at least one bit between
any two lines that is never a hex: a step over the edge of the map leads to it and is masked away.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from typing import Any, Final, TypeAlias

from stavka.hexes.kinds import NO_HEX, Hex, Table
from stavka.hexes.spec import GridSpec

Hexes: TypeAlias = int
"""A set of hexes: bit i is set when hex i is in it."""

Sides: TypeAlias = tuple[Hexes, ...]
"""Hexsides as six sets, one for each direction; bit i of set d is the side of hex i that faces direction d."""

ROW_DIRECTIONS: Final = ("NE", "E", "SE", "SW", "W", "NW")
COLUMN_DIRECTIONS: Final = ("N", "NE", "SE", "S", "SW", "NW")
HALF_WIDTH: Final = 3**0.5 / 2

# Corners around the centre, clockwise on the page, in half units along the lines' shift lattice (see Grid.corners).
POINTED: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
FLAT: Final = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

FEW: Final = 16  # up to here, picking bits off one by one is faster than walking over the bytes
FEW_FIRST: Final = 6  # up to here, dropping the lowest bit k times is faster than halving
BETWEEN: Final = 4  # distance of two sheets on the page, in half hexes
APART: Final = 10_000  # more than the distance of any two hexes of a sheet
NO_NEIGHBOURS: Final = (NO_HEX,) * 6


class Grid:
    """The hexes of a map, on one sheet or on several that do not touch. A grid is immutable, and all threads may share
    it.

    Sheets lie side by side on the page. In the numbering of bits they follow each other, with an empty line between
    them, or two where the shear needs it. So a step in a direction is the same shift on each sheet, and nothing ever
    steps, spreads or floods from one sheet to another.
    """

    def __init__(self, *sheets: GridSpec, exists: Iterable[str] | None = None) -> None:
        """`exists`: the printed numbers of the hexes that exist; if None, all hexes of every sheet."""
        self.sheets = sheets
        first = sheets[0]
        if any((sheet.orientation, sheet.up) != (first.orientation, first.up) for sheet in sheets):
            raise ValueError("sheets of one grid need the same orientation and the same direction of rows")
        if len({sheet.prefix for sheet in sheets}) < len(sheets):
            raise ValueError("sheets of one grid need prefixes that differ")
        self.orientation, self.up = first.orientation, first.up
        self.rows, self.columns = max(sheet.rows for sheet in sheets), max(sheet.columns for sheet in sheets)
        self.width = max(sheet.length for sheet in sheets) + 2
        self._first_shifted = int(first.first_shifted)
        self._firsts = tuple(self._first_lines())
        self._corners = tuple(self._page_corners())
        self.lines = self._firsts[-1] + sheets[-1].lines
        self._starts = tuple(k * self.width - (k + self._first_shifted) // 2 for k in range(self.lines))
        self.size = self._starts[-1] + sheets[-1].length
        self.direction_names = ROW_DIRECTIONS if self.orientation == "rows" else COLUMN_DIRECTIONS
        self.offset = self._offsets()
        self.axes = self.offset.index(1), self.offset.index(self.width), self.offset.index(self.width - 1)
        self._number_hexes(exists)
        self._join_hexes()
        self._ranges: dict[tuple[Hex, int], Hexes] = {}
        self._halves = _halves(self.size)
        self._byte_rows = tuple(map(_byte_row, range(self.size + 7 >> 3)))

    # -- laying out -------------------------------------------------------------------------------------------------

    def _first_lines(self) -> Iterator[int]:
        """The line with which each sheet begins: after an empty line, and shifted if the sheet requires it."""
        line = 0
        for sheet in self.sheets:
            line += (line + self._first_shifted) % 2 != sheet.first_shifted
            yield line
            line += sheet.lines + 1

    def _page_corners(self) -> Iterator[int]:
        """Where each sheet begins on the page, in the units of the lattice (see `_lattice`)."""
        left = 0
        for sheet in self.sheets:
            yield left
            left += (2 * sheet.length + 1 if self.orientation == "rows" else 3 * sheet.lines + 1) + BETWEEN

    def _offsets(self) -> tuple[int, ...]:
        """The shift of each direction, clockwise on the page."""
        w = self.width
        if self.orientation == "rows":
            return (w, 1, 1 - w, -w, -1, w - 1) if self.up else (1 - w, 1, w, w - 1, -1, -w)
        return (1, w, w - 1, -1, -w, 1 - w) if self.up else (-1, w - 1, w, 1, 1 - w, -w)

    def _number_hexes(self, exists: Iterable[str] | None) -> None:
        wanted = None if exists is None else set(exists)
        self._number = [""] * self.size
        self._index: dict[str, Hex] = {}
        self._line, self._across, self._sheet = [0] * self.size, [0] * self.size, [0] * self.size
        self._far = [0] * self.size
        for which, (sheet, first) in enumerate(zip(self.sheets, self._firsts, strict=True)):
            for line in range(first, first + sheet.lines):
                start = self._starts[line]
                for i in map(Hex, range(start, start + sheet.length)):
                    self._line[i], self._across[i], self._sheet[i] = line, i - line * self.width, which
                    self._far[i] = line + APART * which
                    number = sheet.number(*sheet.row_column(line - first, i - start))
                    if wanted is None or number in wanted:
                        self._number[i] = number
                        self._index[number] = i
        if wanted is not None and len(wanted) != len(self._index):
            strange = min(wanted - set(self._index))
            raise ValueError(f"{strange!r} in the list of existing hexes is not a hex of {self._describe()}")
        self.all: Hexes = self.hexes(self._index.values())
        self.on_sheet: tuple[Hexes, ...] = tuple(
            self.hexes(i for i in self._index.values() if self._sheet[i] == which) for which in range(len(self.sheets))
        )

    def _join_hexes(self) -> None:
        there = self.all
        self.all_sides: Sides = tuple(there & (there >> o if o > 0 else there << -o) for o in self.offset)
        self.neighbours: Table[Hex, tuple[Hex, ...]] = tuple(
            tuple(
                Hex(i + o) if sides >> i & 1 else NO_HEX for o, sides in zip(self.offset, self.all_sides, strict=True)
            )
            if there >> i & 1
            else NO_NEIGHBOURS
            for i in range(self.size)
        )

    def __reduce__(self) -> tuple[Callable[[], "Grid"], tuple[()]]:
        """Pickle a grid as the sheets from which it was made: the tables are large, and all grids of a process share
        some."""
        return partial(Grid, *self.sheets, exists=tuple(self._index)), ()

    # -- printed numbers --------------------------------------------------------------------------------------------

    def index(self, number: str) -> Hex:
        """The hex with this printed number; ValueError says what is wrong with it."""
        i = self._index.get(number)
        if i is None:
            raise ValueError(self._why_not(number))
        return i

    def _why_not(self, number: str) -> str:
        sheets = sorted(self.sheets, key=lambda sheet: -len(sheet.prefix))
        sheet = next((sheet for sheet in sheets if number.startswith(sheet.prefix)), None)
        digits = number.removeprefix(sheet.prefix) if sheet else ""
        if sheet and len(digits) == 2 * sheet.digits and digits.isascii() and digits.isdecimal():
            return f"hex {number} does not exist on {sheet.describe()}"
        before = " or ".join(repr(sheet.prefix) for sheet in self.sheets if sheet.prefix)
        needed = f"{2 * self.sheets[0].digits} digits are needed" + (f" after {before}" if before else "")
        return f"{number!r} is not a hex number: {needed} ({self.sheets[0].numbering})"

    def _describe(self) -> str:
        return " beside ".join(sheet.describe() for sheet in self.sheets)

    def number(self, i: Hex) -> str:
        """The printed number of hex i."""
        return self._number[i]

    def has(self, number: str) -> bool:
        """Whether a hex with this printed number exists."""
        return number in self._index

    def sheet(self, i: Hex) -> int:
        """The number of the sheet that hex i is on, from 0."""
        return self._sheet[i]

    def row_column(self, i: Hex) -> tuple[int, int]:
        """The printed row and column of hex i on its sheet."""
        line, which = self._line[i], self._sheet[i]
        return self.sheets[which].row_column(line - self._firsts[which], i - self._starts[line])

    def cell(self, i: Hex) -> tuple[int, int]:
        """The line of hex i, counted over all sheets with the empty lines between them, and its place in the line."""
        return self._line[i], i - self._starts[self._line[i]]

    def at(self, row: int, column: int, sheet: int = 0) -> Hex:
        """The hex in this printed row and column of a sheet, -1 if there is none."""
        spec = self.sheets[sheet]
        line, position = spec.place(row, column)
        if not (0 <= line < spec.lines and 0 <= position < spec.length):
            return NO_HEX
        i = Hex(self._starts[self._firsts[sheet] + line] + position)
        return i if self.all >> i & 1 else NO_HEX

    # -- the page ---------------------------------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height of the page filled by the hexes, from (0, 0), in the units of `centre`."""
        boxes = [self.sheet_box(which) for which in range(len(self.sheets))]
        return max(box[2] for box in boxes), max(box[3] for box in boxes)

    def sheet_box(self, sheet: int) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of a sheet on the page."""
        spec, left = self.sheets[sheet], self._corners[sheet]
        along, across = 2 * spec.length + 1, 3 * spec.lines + 1
        wide, high = (along, across) if self.orientation == "rows" else (across, along)
        return (*self._point(left, 0), *self._point(left + wide, high))

    def centre(self, i: Hex) -> tuple[float, float]:
        """The centre of hex i on the page: x grows to the right, y downwards, and 1 is the distance from a centre to a
        corner."""
        return self._point(*self._lattice(i))

    def corners(self, i: Hex) -> tuple[tuple[float, float], ...]:
        """The six corners of hex i, clockwise on the page, so that side d runs from corner d to corner d + 1.

        Hexes that share a corner give exactly the same floats for it, so that outlines can be joined by comparing
        them."""
        x, y = self._lattice(i)
        around = POINTED if self.orientation == "rows" else FLAT
        return tuple(self._point(x + dx, y + dy) for dx, dy in around)

    def side(self, i: Hex, direction: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of a hexside, clockwise round hex i."""
        corners = self.corners(i)
        return corners[direction], corners[(direction + 1) % 6]

    def _lattice(self, i: Hex) -> tuple[int, int]:
        """The centre of hex i on the whole-number lattice of half widths and half sizes, on which all corners lie."""
        line, which = self._line[i], self._sheet[i]
        spec = self.sheets[which]
        along = 2 * (i - self._starts[line]) + (line + self._first_shifted) % 2 + 1
        across = 3 * (line - self._firsts[which]) + 2
        left = self._corners[which]
        if self.orientation == "rows":
            return left + along, 3 * spec.lines + 1 - across if self.up else across
        return left + across, 2 * spec.length + 1 - along if self.up else along

    def _point(self, x: int, y: int) -> tuple[float, float]:
        return (x * HALF_WIDTH, y * 0.5) if self.orientation == "rows" else (x * 0.5, y * HALF_WIDTH)

    # -- two hexes --------------------------------------------------------------------------------------------------

    def distance(self, a: Hex, b: Hex) -> int:
        """The number of hexes from a to b in a straight line (also over hexes that do not exist).

        APART or more if the two are on different sheets."""
        lines = self._far[b] - self._far[a]
        across = self._across[b] - self._across[a]
        if (lines > 0) == (across > 0):
            return abs(lines + across)
        return max(abs(lines), abs(across))

    def distances(self, a: Hex) -> Table[Hex, int]:
        """The distance of each hex from a in a straight line, up to 255, as if all sheets were one."""
        line, across = self._line[a], self._across[a]
        most = self.width + self.size // self.width + 1
        nowhere = min(255, max(line, abs(across), abs(line + across)))  # places that are no hex count as the first
        found = bytearray((nowhere,)) * self.size
        for first, spec in zip(self._firsts, self.sheets, strict=True):
            for other in range(first, first + spec.lines):
                start = self._starts[other]
                low = start - other * self.width - across + most
                found[start : start + spec.length] = _ruler(other - line, most)[low : low + spec.length]
        return bytes(found)

    def direction(self, a: Hex, b: Hex) -> int:
        """The direction from a to an adjacent hex b, -1 if b is not adjacent."""
        around = self.neighbours[a]
        return around.index(b) if b >= 0 and b in around else -1

    def between(self, sides: Sides, a: Hex, b: Hex) -> bool:
        """Whether the side between two hexes is one of these. False if the hexes are not adjacent."""
        d = self.direction(a, b)
        return d >= 0 and bool(sides[d] >> a & 1)

    # -- sets of hexes ----------------------------------------------------------------------------------------------

    def step(self, hexes: Hexes, direction: int) -> Hexes:
        """The hexes one step away in a direction."""
        offset = self.offset[direction]
        return (hexes << offset if offset > 0 else hexes >> -offset) & self.all

    def spread(self, hexes: Hexes, open: Sides | None = None) -> Hexes:
        """All hexes adjacent to these, reached through open sides only."""
        w, v = self.width, self.width - 1
        if open is None:
            wide = hexes | hexes << 1
            return (hexes << 1 | hexes >> 1 | wide << v | wide >> w) & self.all
        a, b, c = self.axes
        up = (hexes & open[a]) << 1 | (hexes & open[b]) << w | (hexes & open[c]) << v
        down = (hexes & open[a - 3]) >> 1 | (hexes & open[b - 3]) >> w | (hexes & open[c - 3]) >> v
        return (up | down) & self.all

    def ring(self, i: Hex, n: int) -> Hexes:
        """The hexes at a distance of exactly n from hex i."""
        return self.range(i, n) ^ self.range(i, n - 1)

    def range(self, i: Hex, n: int) -> Hexes:
        """The hexes within distance n of hex i, including hex i."""
        found = self._ranges.get((i, n))
        if found is None:
            found = self._ranges[i, n] = self._disc(i, n)
        return found

    def _disc(self, i: Hex, n: int) -> Hexes:
        """The hexes within a distance, as one run of hexes for each line, cut where the line ends (so no run spills
        over into the next line)."""
        line, across, which, disc = self._line[i], self._across[i], self._sheet[i], 0
        first, spec = self._firsts[which], self.sheets[which]
        for other in range(max(first, line - n), min(first + spec.lines, line + n + 1)):
            lines = other - line
            zero = other * self.width + across
            low = max(zero + max(-n, -n - lines), self._starts[other])
            high = min(zero + min(n, n - lines) + 1, self._starts[other] + spec.length)
            if low < high:
                disc |= (1 << high) - (1 << low)
        return disc & self.all

    def bits(self, hexes: Hexes) -> list[Hex]:
        """The hexes of a set, in order. This takes microseconds, so code stays with sets and lists only what must be
        listed."""
        if hexes.bit_count() < FEW:
            return _few_bits(hexes)
        first = ((hexes & -hexes).bit_length() - 1) >> 3
        data = (hexes >> 8 * first).to_bytes((hexes.bit_length() + 7 >> 3) - first, "little")
        out: list[Any] = []
        for row, byte in zip(self._byte_rows[first:], data, strict=False):
            if byte:
                out += row[byte]
        return out

    def nth(self, hexes: Hexes, k: int) -> Hex:
        """The k-th hex of a set, from 0, in order; IndexError if there is none. The search halves the set down to one
        byte."""
        if k < FEW_FIRST:
            return _nth_of_first(hexes, k)
        base = 0
        for half, mask in self._halves:
            low = hexes & mask
            count = low.bit_count()
            if k < count:
                hexes = low
            else:
                k -= count
                base += half
                hexes >>= half
        found: Any = base + self._byte_rows[0][hexes][k]
        hex_: Hex = found
        return hex_

    def hexes(self, indices: Iterable[Hex]) -> Hexes:
        """The set of these hexes."""
        out = 0
        for i in indices:
            out |= 1 << i
        return out

    def from_numbers(self, *numbers: str) -> Hexes:
        """The set of the hexes with these printed numbers."""
        return self.hexes(map(self.index, numbers))

    def numbers(self, hexes: Hexes) -> list[str]:
        """The printed numbers of a set, sorted."""
        return sorted(map(self._number.__getitem__, self.bits(hexes)))

    # -- hexsides ---------------------------------------------------------------------------------------------------

    def sides(self, pairs: Iterable[tuple[Hex, Hex]]) -> Sides:
        """The sides between pairs of hexes, noted on both hexes of each."""
        out = [0] * 6
        for a, b in pairs:
            d = self.direction(a, b)
            if d < 0:
                raise ValueError(f"hexes {self._number[a]} and {self._number[b]} are not next to each other")
            out[d] |= 1 << a
            out[(d + 3) % 6] |= 1 << b
        return tuple(out)

    def sides_between(self, pairs: Iterable[tuple[str, str]]) -> Sides:
        """The hexsides between neighbours, from pairs of printed numbers."""
        return self.sides((self.index(a), self.index(b)) for a, b in pairs)

    def into(self, hexes: Hexes) -> Sides:
        """For each direction the hexes from which a step leads into `hexes`."""
        return tuple(self.step(hexes, (d + 3) % 6) for d in range(6))

    def closed(self, sides: Sides) -> Sides:
        """All sides between two existing hexes that are not in this set: for rivers, all sides without a river."""
        return tuple(every & ~some for every, some in zip(self.all_sides, sides, strict=True))


def _halves(size: int) -> tuple[tuple[int, int], ...]:
    """The (bits, mask) of each step in which a set of `size` bits is halved down to one byte."""
    bits, out = 8, []
    while bits < size:
        out.append((bits, (1 << bits) - 1))
        bits *= 2
    return tuple(reversed(out))


def _few_bits(hexes: Hexes) -> list[Hex]:
    out: list[Any] = []
    while hexes:
        highest = hexes.bit_length() - 1
        out.append(highest)
        hexes ^= 1 << highest
    out.reverse()
    return out


def _nth_of_first(hexes: Hexes, k: int) -> Hex:
    for _ in range(k):
        hexes &= hexes - 1
    if k < 0 or not hexes:
        raise IndexError("a set of hexes has no element of that number")
    found: Any = (hexes & -hexes).bit_length() - 1
    lowest: Hex = found
    return lowest


@cache
def _ruler(lines: int, most: int) -> bytes:
    """The distances of the hexes of a line from a hex so many lines away, up to 255: of those from `most` hexes before
    it to `most` behind it."""
    return bytes(min(255, max(abs(lines), abs(across), abs(lines + across))) for across in range(-most, most + 1))


@cache
def _byte_row(byte: int) -> tuple[tuple[int, ...], ...]:
    """For each value of a byte of a set, the hexes that it contains. All grids share these rows of 20 kB each."""
    row: tuple[tuple[int, ...], ...] = ((),)
    for bit in range(8 * byte, 8 * byte + 8):
        row += tuple((*lower, bit) for lower in row)
    return row
