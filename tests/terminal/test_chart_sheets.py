"""The map in a terminal, on grids of several sheets and with columns that are counted from the east."""

from types import SimpleNamespace
from typing import Any

from stavka.engine.kinds import Side
from stavka.hexes import Grid, GridSpec
from stavka.terminal.chart import RULER, Afar, Marks, Window, window

NORTH = GridSpec(4, 5, first_row=10, shifted="even", up=False, prefix="N")
BOTH = Grid(NORTH, GridSpec(6, 8, shifted="even", up=False, prefix="S"))
WESTWARD = Grid(GridSpec(3, 4, up=False, westward=True))


def chart(grid: Grid, part: Window) -> Afar:
    face: Any = SimpleNamespace(game=SimpleNamespace(grid=grid))
    sight: Any = None
    return Afar(face, sight, part, Marks(Side(0)), colour=False, plain=True)


def test_the_window_is_on_the_sheet_of_the_hexes_that_are_asked_for() -> None:
    north, south = [BOTH.index("N1103")], [BOTH.index("S0506")]
    assert window(BOTH, north, 80, 40, 2) == Window(10, 1, 4, 5, 2, 0)
    part = window(BOTH, south, 80, 40, 2)
    assert part == Window(1, 1, 6, 8, 2, 1)
    assert part.shows(BOTH, south) and not part.shows(BOTH, north) and not part.shows(BOTH, [*south, *north])


def test_without_a_hex_the_larger_sheet_is_shown() -> None:
    assert window(BOTH, [], 80, 40, 2).sheet == 1


def test_columns_from_the_east_run_to_the_left() -> None:
    part = window(WESTWARD, [], 80, 40, 2)
    corners = [chart(WESTWARD, part).corner(2, column)[0] for column in (1, 2, 3, 4)]
    assert corners == [RULER + 1 + 6, RULER + 1 + 4, RULER + 1 + 2, RULER + 1]  # even rows lie half a cell further east
    assert chart(WESTWARD, part).corner(1, 4)[0] == RULER
