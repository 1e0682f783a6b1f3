"""Floods against a walk over sets."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexes.slow import Hex, Pair, Slow, pairs
from stavka.hexes import distances, flood

SHARES = st.sampled_from((0.02, 0.2, 0.5, 0.9, 1.0))
FAR = 10_000


@given(pairs(longest=14), SHARES, SHARES, SHARES)
def test_flood(pair: Pair, start_share: float, through_share: float, open_share: float) -> None:
    slow, grid, _ = pair
    start, through, sides = pair.some(start_share), pair.some(through_share), pair.some_sides(open_share)
    expected = pair.hexes(slow.connected(start, through, sides, FAR))
    assert flood(grid, pair.hexes(start), pair.hexes(through), pair.sides(sides)) == expected


@given(pairs(longest=9), SHARES, SHARES, SHARES)
def test_flood_until(pair: Pair, start_share: float, through_share: float, until_share: float) -> None:
    """Stopping early may leave hexes out, never one of those asked for."""
    slow, grid, _ = pair
    start, through, sides = pair.some(start_share), pair.some(through_share), pair.some_sides(0.8)
    until = pair.hexes(pair.some(until_share))
    everything = pair.hexes(slow.connected(start, through, sides, FAR))
    found = flood(grid, pair.hexes(start), pair.hexes(through), pair.sides(sides), until)
    assert found & ~everything == 0
    assert found & until == everything & until
    assert found == everything or found & until == until


def test_flood_stops_when_it_has_what_was_asked_for() -> None:
    slow = whole(1, 9)
    pair = Pair(slow, slow.grid(), random.Random(1))
    last, second_last = (1, 9), (1, 8)
    found = flood(pair.grid, pair.hexes([last]), pair.grid.all, pair.grid.all_sides, pair.hexes([second_last]))
    assert found != pair.grid.all


@given(pairs(longest=9))
def test_a_flood_keeps_to_the_map_whatever_it_is_given(pair: Pair) -> None:
    """Open hexes are often computed by subtraction from everything: stray bits, or a negative number."""
    start, enemy = pair.hexes(pair.some(0.1)), pair.hexes(pair.some(0.3))
    everywhere = ((1 << pair.grid.size) - 1,) * 6
    expected = flood(pair.grid, start, pair.grid.all & ~enemy, pair.grid.all_sides)
    assert flood(pair.grid, start, ~enemy, everywhere) == expected
    levels = distances(pair.grid, start, pair.grid.all & ~enemy, pair.grid.all_sides, 3)
    assert distances(pair.grid, start, ~enemy, everywhere, 3) == levels


@given(pairs(longest=9), SHARES, SHARES, SHARES, st.integers(0, 12))
def test_distances(pair: Pair, start_share: float, through_share: float, open_share: float, limit: int) -> None:
    slow, grid, _ = pair
    start, through, sides = pair.some(start_share), pair.some(through_share), pair.some_sides(open_share)
    steps = slow.connected(start, through, sides, limit)
    expected = [pair.hexes(a for a, n in steps.items() if n == level) for level in range(limit + 1)]
    assert distances(grid, pair.hexes(start), pair.hexes(through), pair.sides(sides), limit) == expected


@pytest.mark.parametrize("seed", range(4))
def test_flood_of_a_whole_map_full_of_rivers(seed: int) -> None:
    slow = whole(35, 44)
    pair = Pair(slow, slow.grid(), random.Random(seed))
    start, through, sides = pair.some(0.01), pair.some(0.93), pair.some_sides(0.5)
    expected = pair.hexes(slow.connected(start, through, sides, FAR))
    assert flood(pair.grid, pair.hexes(start), pair.hexes(through), pair.sides(sides)) == expected


@pytest.mark.parametrize("orientation", ["rows", "columns"])
@pytest.mark.parametrize("shifted", ["odd", "even"])
def test_flood_along_a_winding_valley(orientation: str, shifted: str) -> None:
    """The map has one way through, back and forth line by line: no fill gets far in one go."""
    slow = whole(9, 9, orientation, shifted)
    pair = Pair(slow, slow.grid(), random.Random(0))
    lines = [[(line, p) if orientation == "rows" else (p, line) for p in range(1, 10)] for line in range(1, 10)]
    way: list[Hex] = [at for n, line in enumerate(lines) for at in (line if n % 2 else line[::-1])]
    sides = {frozenset(two) for two in pairwise(way)} & slow.all_sides()
    assert len(sides) == 80
    assert flood(pair.grid, pair.hexes(way[:1]), pair.grid.all, pair.sides(sides)) == pair.grid.all
    assert flood(pair.grid, pair.hexes(way[-1:]), pair.grid.all, pair.sides(sides)) == pair.grid.all
    cut = sides - {frozenset(way[40:42])}
    assert flood(pair.grid, pair.hexes(way[:1]), pair.grid.all, pair.sides(cut)) == pair.hexes(way[:41])


def whole(rows: int, columns: int, orientation: str = "rows", shifted: str = "odd") -> Slow:
    there = frozenset((r, c) for r in range(1, rows + 1) for c in range(1, columns + 1))
    return Slow(
        rows,
        columns,
        "rows" if orientation == "rows" else "columns",
        "odd" if shifted == "odd" else "even",
        "row-column",
        1,
        1,
        True,
        False,
        "",
        there,
    )
