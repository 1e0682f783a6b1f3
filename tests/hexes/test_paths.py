"""Paths under preferences against all arrangements of hexes."""

from collections.abc import Iterable
from itertools import pairwise, permutations

from hypothesis import given
from hypothesis import strategies as st

from hexes.slow import Pair, pairs
from stavka.hexes import Grid, GridSpec, Hex, best_paths


@given(pairs(longest=3), st.integers(0, 3), st.sampled_from((1, 2, 9)))
def test_best_paths(pair: Pair, length: int, variety: int) -> None:
    grid = pair.grid
    start, barred = pair.bit(pair.one()), pair.hexes(pair.some(0.2))
    worth = {i: (pair.rng.randrange(variety), pair.rng.randrange(variety)) for i in grid.bits(grid.all)}

    def steps(path: tuple[Hex, ...]) -> Iterable[Hex]:
        return (n for n in grid.neighbours[path[-1]] if n >= 0 and not barred >> n & 1)

    def key(path: tuple[Hex, ...]) -> tuple[int, ...]:
        return sum(worth[i][0] for i in path[1:]), worth[path[-1]][1]

    others = [i for i in grid.bits(grid.all & ~barred) if i != start]
    every = [(start, *rest) for rest in permutations(others, length)]
    legal = [way for way in every if all(b in grid.neighbours[a] for a, b in pairwise(way))]
    lowest = min(map(key, legal), default=())
    found = best_paths(start, length, steps, key)
    assert sorted(found) == sorted(way for way in legal if key(way) == lowest)


def test_paths_come_in_the_order_of_their_steps() -> None:
    grid = Grid(GridSpec(3, 3))
    start = grid.index("0202")
    found = best_paths(start, 1, lambda path: [n for n in grid.neighbours[path[-1]] if n >= 0], lambda _: ())
    assert found == [(start, n) for n in grid.neighbours[start]]


def test_the_way_so_far_is_seen_by_the_steps() -> None:
    """A retreat that must go on in the same direction."""
    grid = Grid(GridSpec(5, 5))
    start = grid.index("0303")

    def steps(path: tuple[Hex, ...]) -> list[Hex]:
        around = grid.neighbours[path[-1]]
        return list(around) if len(path) == 1 else [around[grid.direction(*path[-2:])]]

    found = best_paths(start, 2, steps, lambda path: (0,))
    assert [grid.distance(start, path[-1]) for path in found] == [2] * 6


def test_the_first_preference_comes_first() -> None:
    grid = Grid(GridSpec(1, 3))
    west, middle, east = map(grid.index, ("0101", "0102", "0103"))
    rank = {west: (1, 0), east: (0, 9)}
    assert best_paths(middle, 1, lambda _: (west, east), lambda path: rank[path[-1]]) == [(middle, east)]


def test_no_way_is_no_path() -> None:
    assert best_paths(Hex(0), 2, lambda _: (), lambda _: (0,)) == []
