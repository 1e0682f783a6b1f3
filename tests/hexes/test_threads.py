"""Grids and reachers are shared by all tables, whose rules run in threads."""

import pytest

from stavka.hexes import HALT, Edges, Enemy, Grid, GridSpec, Reacher, build_edges, reach
from threads import at_once

THREADS = 8


def test_grids_that_are_made_at_once_list_their_own_hexes() -> None:
    for rows in range(20, 80, 5):  # larger each time, so that every round has something to work out

        def make(i: int, rows: int = rows) -> Grid:
            return Grid(GridSpec(rows + i % 4, 60))

        for grid in at_once(THREADS, make):
            hexes = [i for i in range(grid.size) if grid.all >> i & 1]
            assert grid.bits(grid.all) == hexes
            assert [grid.nth(grid.all, k) for k in range(len(hexes))] == hexes


def edges(*, halting: bool = False) -> Edges:
    """Every step costs 2 or 3; with `halting` those to the east end the move, so that a search goes cost by cost."""
    grid = Grid(GridSpec(12, 12))
    cheap, dear = grid.hexes(grid.bits(grid.all)[::2]), grid.hexes(grid.bits(grid.all)[1::2])
    east = tuple(grid.all if name == "E" else 0 for name in grid.direction_names)
    return build_edges(grid, {2: grid.into(cheap), 3: grid.into(dear)}, {HALT: east} if halting else {})


@pytest.mark.parametrize("halting", [False, True])
def test_what_is_kept_of_searches_at_once_is_exact(halting: bool) -> None:
    """The search of another thread must not shorten an answer."""
    ways = edges(halting=halting)
    middle, every = ways.grid.at(6, 6), ways.grid.bits(ways.grid.all)
    enemy = Enemy(closed=ways.grid.hexes(every[::7]) & ~(1 << middle))
    wanted = [reach(ways, middle, 2 + 3 * i, enemy).mask for i in range(THREADS)]
    for _ in range(300):
        shared = Reacher(ways)

        def ask(i: int, shared: Reacher = shared) -> int:
            return shared.reach(middle, 2 + 3 * i, enemy).mask

        assert at_once(THREADS, ask) == wanted
        assert [ask(i) for i in range(THREADS)] == wanted, "what was kept for those who ask later"


def test_what_is_kept_may_be_forgotten_while_others_search() -> None:
    ways = edges()
    starts = ways.grid.bits(ways.grid.all)[:40]
    closed = ways.grid.hexes(ways.grid.bits(ways.grid.all)[::7])
    enemy = Enemy(closed=closed)
    wanted = {(start, points): reach(ways, start, points, enemy).cost for start in starts for points in (4, 7, 10)}
    for _ in range(10):
        shared = Reacher(ways, limit=3)

        def ask(i: int, shared: Reacher = shared) -> None:
            for start, points in list(wanted)[i::2]:
                assert shared.reach(start, points, enemy).cost == wanted[start, points]

        at_once(THREADS, ask)
