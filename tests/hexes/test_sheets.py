"""Grids of several sheets, and sheets whose columns are numbered westwards."""

import pickle
from itertools import product

import pytest
from hypothesis import given

from hexes.slow import Pair, pairs
from stavka.hexes import Grid, GridSpec, distances, flood
from stavka.hexes.grid import APART

NORTH = GridSpec(4, 5, first_row=10, shifted="even", up=False, prefix="N")
SOUTH = GridSpec(6, 3, shifted="even", up=False, prefix="S")
BOTH = Grid(NORTH, SOUTH)


def around(grid: Grid, number: str) -> set[str]:
    return set(grid.numbers(grid.spread(1 << grid.index(number))))


def test_each_sheet_has_its_own_neighbours_and_none_of_the_other() -> None:
    assert around(BOTH, "N1103") == {"N1102", "N1104", "N1002", "N1003", "N1202", "N1203"}  # an odd line: q - 1 and q
    assert around(BOTH, "N1203") == {"N1202", "N1204", "N1103", "N1104", "N1303", "N1304"}  # an even line: q and q + 1
    assert around(BOTH, "S0102") == {"S0101", "S0103", "S0201", "S0202"}
    assert around(BOTH, "N1303") == {"N1302", "N1304", "N1202", "N1203"}


def test_sheets_are_told_apart() -> None:
    i, j = BOTH.index("N1301"), BOTH.index("S0101")
    assert (BOTH.sheet(i), BOTH.sheet(j)) == (0, 1)
    assert BOTH.on_sheet[0] | BOTH.on_sheet[1] == BOTH.all
    assert [hexes.bit_count() for hexes in BOTH.on_sheet] == [20, 18]
    assert BOTH.at(1, 1, 1) == j and BOTH.at(13, 1) == i and BOTH.at(1, 1) == -1
    assert BOTH.row_column(j) == (1, 1)


def test_no_range_and_no_distance_leads_from_one_sheet_to_another() -> None:
    i, j = BOTH.index("N1301"), BOTH.index("S0101")
    assert BOTH.distance(i, j) >= APART and BOTH.distance(j, i) >= APART
    assert BOTH.range(i, 99) == BOTH.on_sheet[0]
    assert BOTH.range(j, 99) == BOTH.on_sheet[1]
    assert flood(BOTH, 1 << j, BOTH.all, BOTH.all_sides) == BOTH.on_sheet[1]
    assert sum(level.bit_count() for level in distances(BOTH, 1 << i, BOTH.all, BOTH.all_sides, 99)) == 20


def test_on_the_page_they_lie_side_by_side() -> None:
    (left, top, right, bottom), other = BOTH.sheet_box(0), BOTH.sheet_box(1)
    assert (left, top) == (0, 0) and other[1] == 0
    assert right < other[0]
    assert BOTH.extent == (other[2], max(bottom, other[3]))
    for which, box in enumerate((BOTH.sheet_box(0), other)):
        corners = [corner for i in BOTH.bits(BOTH.on_sheet[which]) for corner in BOTH.corners(i)]
        assert all(box[0] - 1e-9 < x < box[2] + 1e-9 and box[1] - 1e-9 < y < box[3] + 1e-9 for x, y in corners)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("1103", "'1103' is not a hex number: 4 digits are needed after 'N' or 'S' (row-column)"),
        ("N110", "'N110' is not a hex number: 4 digits are needed after 'N' or 'S' (row-column)"),
        ("S1103", "hex S1103 does not exist on a map of rows 1 to 6 and columns 1 to 3"),
    ],
)
def test_a_wrong_number_is_refused_with_a_sentence(number: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        BOTH.index(number)
    assert str(refused.value) == sentence


def test_sheets_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(ValueError, match="need prefixes that differ"):
        Grid(NORTH, GridSpec(2, 2, up=False, prefix="N"))
    with pytest.raises(ValueError, match="the same orientation and the same direction"):
        Grid(NORTH, GridSpec(2, 2, prefix="S"))


def test_a_grid_of_sheets_survives_pickling() -> None:
    copy = pickle.loads(pickle.dumps(BOTH))
    assert copy.sheets == BOTH.sheets
    assert copy.neighbours == BOTH.neighbours


@given(pairs(longest=5), pairs(longest=5))
def test_a_sheet_is_what_it_would_be_alone(one: Pair, two: Pair) -> None:
    """Any two sheets of one kind: neighbours, distances and shape of the second are those it has by itself."""
    first, second = one.slow.spec(), two.slow.spec()
    spec = GridSpec(
        second.rows,
        second.columns,
        first.orientation,
        second.shifted,
        second.numbering,
        second.first_row,
        second.first_column,
        2,
        first.up,
        second.westward,
        "XY",
    )
    alone, both = Grid(spec), Grid(first, spec)
    left = both.sheet_box(1)[0]
    for i in alone.bits(alone.all):
        j = both.index(alone.number(i))
        assert [both.number(n) if n >= 0 else "" for n in both.neighbours[j]] == [
            alone.number(n) if n >= 0 else "" for n in alone.neighbours[i]
        ]
        x, y = alone.centre(i)
        assert both.centre(j) == pytest.approx((x + left, y))
    for a, b in product(alone.numbers(alone.all)[:4], repeat=2):
        assert both.distance(both.index(a), both.index(b)) == alone.distance(alone.index(a), alone.index(b))


# -- westwards

LUKI = Grid(GridSpec(25, 29, first_row=10, first_column=0, up=False, westward=True))
MOZHAYSK = Grid(GridSpec(32, 42, "columns", "odd", "column-row", up=False, westward=True))


def test_columns_may_grow_westwards() -> None:
    """Velikye Luki: position 00 in the east, odd rows half a hex further west."""
    assert around(LUKI, "2005") == {"2004", "2006", "1904", "1905", "2104", "2105"}
    assert around(LUKI, "1905") == {"1904", "1906", "1805", "1806", "2005", "2006"}
    east, west = LUKI.centre(LUKI.index("2004")), LUKI.centre(LUKI.index("2006"))
    assert east[0] > west[0] and east[1] == west[1]
    assert LUKI.direction(LUKI.index("2005"), LUKI.index("2006")) == LUKI.direction_names.index("W")
    even, odd = LUKI.centre(LUKI.index("2005")), LUKI.centre(LUKI.index("2105"))
    assert even[0] - odd[0] == pytest.approx(3**0.5 / 2)


def test_straight_columns_may_be_counted_from_the_east() -> None:
    """Roads to Moscow: column 42 is the west edge; an even column is half a hex lower, towards row 01."""
    assert around(MOZHAYSK, "2631") == {"2630", "2632", "2730", "2731", "2530", "2531"}
    x = [MOZHAYSK.centre(MOZHAYSK.index(number))[0] for number in ("4224", "0124")]
    assert x[0] < x[1]
    even, odd = MOZHAYSK.centre(MOZHAYSK.index("2631")), MOZHAYSK.centre(MOZHAYSK.index("2731"))
    assert odd[1] - even[1] == pytest.approx(3**0.5 / 2)
