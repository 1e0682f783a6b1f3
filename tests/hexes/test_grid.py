"""The grid against the obvious map, and against what is printed on the map of Traces of War."""

import pickle
from collections import Counter
from itertools import pairwise
from math import cos, dist, hypot, pi, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.slow import Pair, pairs
from stavka.hexes import NO_HEX, Grid, GridSpec, Hex

TRACES = Grid(GridSpec(35, 44))


def around(number: str) -> list[str]:
    return [TRACES.number(i) for i in TRACES.neighbours[TRACES.index(number)]]


def test_printed_neighbours_in_a_shifted_row() -> None:
    assert around("1731") == ["1832", "1732", "1632", "1631", "1730", "1831"]
    assert {"1826", "1827"} <= set(around("1926"))


def test_printed_neighbours_in_a_row_that_is_not_shifted() -> None:
    assert around("1831") == ["1931", "1832", "1731", "1730", "1830", "1930"]


def test_directions_run_clockwise_from_the_first_right_of_north() -> None:
    assert TRACES.direction_names == ("NE", "E", "SE", "SW", "W", "NW")
    assert Grid(GridSpec(2, 2, orientation="columns")).direction_names == ("N", "NE", "SE", "S", "SW", "NW")


def test_the_corner_of_the_map_has_only_the_neighbours_that_exist() -> None:
    i = TRACES.index("0101")
    assert TRACES.neighbours[i].count(-1) == 2 + 1
    assert TRACES.numbers(TRACES.spread(1 << i)) == ["0102", "0201", "0202"]


def test_a_step_of_half_a_hex_is_seen_on_the_page() -> None:
    x, y = TRACES.centre(TRACES.index("1731"))
    x2, y2 = TRACES.centre(TRACES.index("1831"))
    assert x - x2 == pytest.approx(3**0.5 / 2)
    assert y - y2 == pytest.approx(1.5)


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        ("3601", "hex 3601 does not exist on a map of rows 1 to 35 and columns 1 to 44"),
        ("0045", "hex 0045 does not exist on a map of rows 1 to 35 and columns 1 to 44"),
        ("173", "'173' is not a hex number: 4 digits are needed (row-column)"),
        ("17x1", "'17x1' is not a hex number: 4 digits are needed (row-column)"),
        ("١٧٣١", "'١٧٣١' is not a hex number: 4 digits are needed (row-column)"),
    ],
)
def test_a_wrong_number_is_refused_with_a_sentence(number: str, sentence: str) -> None:
    with pytest.raises(ValueError) as refused:
        TRACES.index(number)
    assert str(refused.value) == sentence
    assert not TRACES.has(number)


def test_a_grid_that_cannot_be_printed_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one row and one column, not 0 x 3"):
        Grid(GridSpec(0, 3))
    with pytest.raises(ValueError, match="up to 100 do not fit in 2 digits"):
        Grid(GridSpec(3, 100))
    with pytest.raises(ValueError, match="'0299' in the list of existing hexes"):
        Grid(GridSpec(3, 3), exists=["0101", "0299"])
    assert Grid(GridSpec(3, 100, digits=3)).has("003100")


def test_sides_are_only_between_neighbours() -> None:
    with pytest.raises(ValueError, match="hexes 0101 and 0103 are not next to each other"):
        TRACES.sides([(TRACES.index("0101"), TRACES.index("0103"))])


@given(pairs())
def test_numbers_name_the_hexes_that_exist(pair: Pair) -> None:
    slow, grid, _ = pair
    assert grid.numbers(grid.all) == sorted(map(slow.number, slow.there))
    for row in range(-1, 14):
        for column in range(-1, 14):
            number = slow.number((row, column))
            assert grid.has(number) == ((row, column) in slow.there)
            if grid.has(number):
                i = grid.index(number)
                assert grid.at(row, column) == i
                assert grid.number(i) == number
                assert grid.row_column(i) == (row, column)
            else:
                assert grid.at(row, column) == -1


@given(pairs())
def test_neighbours(pair: Pair) -> None:
    slow, grid, _ = pair
    for at in slow.there:
        i = pair.bit(at)
        expected = tuple(pair.bit(n) if n in slow.there else NO_HEX for n in slow.around(at))
        assert grid.neighbours[i] == expected
        assert [grid.direction(i, n) for n in expected if n >= 0] == [d for d in range(6) if expected[d] >= 0]
        assert grid.numbers(grid.spread(1 << i)) == sorted(map(slow.number, slow.neighbours(at)))
        for d, n in enumerate(expected):
            assert grid.step(1 << i, d) == (1 << n if n >= 0 else 0)
            assert n < 0 or n - i == grid.offset[d]
            assert grid.all_sides[d] >> i & 1 == (n >= 0)


@given(pairs())
def test_what_is_no_hex_has_no_neighbours(pair: Pair) -> None:
    grid = pair.grid
    assert len(grid.neighbours) == grid.size >= grid.all.bit_length()
    for i in range(grid.size):
        assert grid.all >> i & 1 or grid.neighbours[Hex(i)] == (-1,) * 6


@given(pairs(longest=7))
def test_distance_ring_and_range(pair: Pair) -> None:
    slow, grid, _ = pair
    a = pair.one()
    i = pair.bit(a)
    steps = slow.distances(a, 14)
    found = {b: steps[b] for b in slow.there}
    row = grid.distances(i)
    assert len(row) == grid.size
    for b, n in found.items():
        assert row[pair.bit(b)] == n
        assert grid.distance(i, pair.bit(b)) == grid.distance(pair.bit(b), i) == n
        assert grid.direction(i, pair.bit(b)) >= 0 if n == 1 else grid.direction(i, pair.bit(b)) == -1
    for n in (0, 1, 2, 3, 5, 14):
        assert grid.ring(i, n) == pair.hexes(b for b in found if found[b] == n)
        assert grid.range(i, n) == pair.hexes(b for b in found if found[b] <= n)


def test_nothing_is_next_to_no_hex() -> None:
    corner = TRACES.index("0101")
    assert TRACES.direction(corner, NO_HEX) == -1


@given(pairs())
def test_a_direction_points_where_it_should_on_the_page(pair: Pair) -> None:
    """Clockwise from north, 60 degrees a direction, y down, neighbours two half heights apart."""
    grid = pair.grid
    first = pi / 6 if grid.orientation == "rows" else 0.0
    for i in grid.bits(grid.all):
        x, y = grid.centre(i)
        for d, n in enumerate(grid.neighbours[i]):
            if n >= 0:
                angle = first + d * pi / 3
                expected = (x + 3**0.5 * sin(angle), y - 3**0.5 * cos(angle))
                assert grid.centre(n) == pytest.approx(expected)


@given(pairs())
def test_corners_and_sides_fit_together(pair: Pair) -> None:
    grid = pair.grid
    width, height = grid.extent
    for i in grid.bits(grid.all):
        centre, corners = grid.centre(i), grid.corners(i)
        assert [dist(centre, corner) for corner in corners] == pytest.approx([1.0] * 6)
        assert [dist(a, b) for a, b in pairwise(corners)] == pytest.approx([1.0] * 5)
        assert all(-1e-9 < x < width + 1e-9 and -1e-9 < y < height + 1e-9 for x, y in corners)
        for d, n in enumerate(grid.neighbours[i]):
            (x, y), (x2, y2) = grid.side(i, d)
            assert (x - centre[0]) * (y2 - centre[1]) - (x2 - centre[0]) * (y - centre[1]) > 0  # clockwise, y down
            if n >= 0:
                assert grid.side(n, (d + 3) % 6) == ((x2, y2), (x, y))
                assert hypot(x + x2 - 2 * centre[0], y + y2 - 2 * centre[1]) == pytest.approx(3**0.5)


@given(pairs())
def test_no_two_hexes_lie_in_one_place_and_the_page_is_full(pair: Pair) -> None:
    slow = pair.slow
    whole = Grid(slow.spec())
    lying = [whole.corners(i) for i in whole.bits(whole.all)]
    assert max(Counter(lying).values()) == 1
    xs, ys = [x for hexagon in lying for x, _ in hexagon], [y for hexagon in lying for _, y in hexagon]
    width, height = whole.extent
    if whole.lines > 1:
        assert (min(xs), min(ys), max(xs), max(ys)) == pytest.approx((0, 0, width, height), abs=1e-9)


@given(pairs(), st.sampled_from((0.0, 0.3, 0.7)), st.sampled_from((0.0, 0.3, 1.0)))
def test_spread_leaves_through_open_sides_only(pair: Pair, share: float, closed_share: float) -> None:
    slow, grid, _ = pair
    closed = pair.some_sides(closed_share)
    open_sides = grid.closed(pair.sides(closed))
    assert open_sides == pair.sides(slow.all_sides() - closed)
    start = pair.some(share)
    assert grid.spread(pair.hexes(start), open_sides) == pair.hexes(slow.spread(start, slow.all_sides() - closed))
    assert grid.spread(pair.hexes(start)) == pair.hexes(slow.spread(start, slow.all_sides()))


@given(pairs())
def test_spread_keeps_to_the_map_whatever_the_sides_say(pair: Pair) -> None:
    everywhere = ((1 << pair.grid.size) - 1,) * 6
    start = pair.hexes(pair.some(0.5))
    assert pair.grid.spread(start, everywhere) == pair.grid.spread(start)


@given(pairs(), st.sampled_from((0.1, 0.5)))
def test_sides_are_noted_on_both_hexes(pair: Pair, share: float) -> None:
    slow, grid, _ = pair
    some = pair.some_sides(share)
    sides = pair.sides(some)
    for a in slow.there:
        i = pair.bit(a)
        for d, b in enumerate(slow.around(a)):
            assert bool(sides[d] >> i & 1) == (frozenset((a, b)) in some)
            if b in slow.there:
                assert grid.between(sides, i, pair.bit(b)) == (frozenset((a, b)) in some)
    far = [b for b in slow.there if b not in slow.around(min(slow.there))]
    assert not any(grid.between(grid.all_sides, pair.bit(min(slow.there)), pair.bit(b)) for b in far)


@given(st.integers(0, 2**TRACES.size - 1), st.sampled_from((0, 1, 2, 4)))
def test_bits_and_nth_and_back(drawn: int, thinner: int) -> None:
    hexes = drawn & TRACES.all
    for n in range(thinner):
        hexes &= hexes >> (3 + n)
    hexes &= TRACES.all
    listed = [i for i in map(Hex, range(TRACES.size)) if hexes >> i & 1]
    assert TRACES.bits(hexes) == listed
    assert TRACES.hexes(listed) == hexes
    assert [TRACES.nth(hexes, k) for k in range(len(listed))] == listed
    assert TRACES.from_numbers(*TRACES.numbers(hexes)) == hexes
    for k in (-1, len(listed), len(listed) + 1, len(listed) + 9):
        with pytest.raises(IndexError):
            TRACES.nth(hexes, k)


@given(pairs())
def test_nth_on_grids_of_every_size(pair: Pair) -> None:
    hexes = pair.hexes(pair.some(0.7))
    assert [pair.grid.nth(hexes, k) for k in range(hexes.bit_count())] == pair.grid.bits(hexes)


@given(pairs(longest=4))
def test_a_grid_survives_pickling(pair: Pair) -> None:
    copy = pickle.loads(pickle.dumps(pair.grid))
    assert copy.neighbours == pair.grid.neighbours
    assert copy.numbers(copy.all) == pair.grid.numbers(pair.grid.all)
    assert copy.orientation == pair.grid.orientation
    assert [copy.centre(i) for i in copy.bits(copy.all)] == [pair.grid.centre(i) for i in copy.bits(copy.all)]


def test_distances_from_a_hex_are_those_to_each() -> None:
    grid = Grid(GridSpec(9, 12))
    for a in (Hex(0), Hex(7), Hex(50)):
        assert list(grid.distances(a)) == [grid.distance(a, Hex(b)) for b in range(grid.size)]
