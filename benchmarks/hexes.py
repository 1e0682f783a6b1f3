"""How fast the hex kernel is, beside the obvious way to do the same: `python benchmarks/hexes.py`.

Prints microseconds: the median over some positions of the best of some runs each. Both ways take turns, so that a busy
machine slows both alike, and their answers are compared first.
"""

import heapq
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from stavka.hexes import (
    BARRED,
    HALT,
    NEAR,
    Enemy,
    Grid,
    GridSpec,
    Hexes,
    Reacher,
    Sides,
    build_edges,
    distances,
    flood,
    reach,
)

ROWS, COLUMNS, POSITIONS, RUNS = 35, 44, 24, 60
LEAVE, ENTER = 2, 2
GRID = Grid(GridSpec(ROWS, COLUMNS))

Calls = list[Callable[[], Any]]
Step = tuple[int, int, int]  # cost, flags, neighbour


class Case(NamedTuple):
    """The same questions to the kernel and to the obvious implementation (which may be left out)."""

    name: str
    ours: Calls
    naive: Calls


class Board(NamedTuple):
    """A front across a map with rivers, woods and roads. Costs are in half points."""

    open: Sides
    entry: dict[int, Sides]
    flags: dict[int, Sides]
    enemy: Hexes
    zone: Hexes


def main() -> None:
    boards = [make_board(random.Random(seed)) for seed in range(POSITIONS)]
    print(f"{f'{ROWS} x {COLUMNS} hexes, microseconds':46}{'ours':>9}{'naive':>9}{'ratio':>8}")
    for cases in (flood_cases, reach_cases, set_cases):
        for case in cases(boards):
            show(case)


# -- the questions ----------------------------------------------------------------------------------------------------


def flood_cases(boards: list[Board]) -> Iterator[Case]:
    sources = GRID.hexes(GRID.at(row, 1) for row in range(1, ROWS + 1, 6))
    supplied = Case("flood: supply of a side over the whole map", [], [])
    for board in boards:
        through = GRID.all & ~board.enemy & ~board.zone
        supplied.ours.append(partial(flood, GRID, sources, through, board.open))
        start, inside = set(GRID.bits(sources & through)), set(GRID.bits(through))
        supplied.naive.append(partial(naive_flood, start, inside, neighbours_across(board.open)))
    yield supplied
    centre = 1 << GRID.at(17, 15)
    yield Case(
        "distances: 5 hexes round closed sides",
        [partial(distances, GRID, centre, GRID.all, b.open, 5) for b in boards],
        [],
    )


def reach_cases(boards: list[Board]) -> Iterator[Case]:
    front = [GRID.at(1 + n % ROWS, 19 + n % 5) for n in range(POSITIONS)]
    rear = [GRID.at(1 + n % ROWS, 8) for n in range(POSITIONS)]
    yield reach_case("reach: 4-5 points at the front", boards, front, (8, 10))
    yield reach_case("reach: 8 points at the front", boards, front, (16,))
    yield reach_case("reach: 4-5 points, no enemy near, kept", boards, rear, (8, 10), is_kept=True)
    open_ground = [board._replace(entry={2: GRID.all_sides}, flags={}, enemy=0, zone=0) for board in boards]
    yield reach_case("reach: 8 points, open ground", open_ground, rear, (16,))


def reach_case(
    name: str, boards: list[Board], starts: list[int], allowances: tuple[int, ...], *, is_kept: bool = False
) -> Case:
    case = Case(name, [], [])
    for n, (board, start) in enumerate(zip(boards, starts, strict=True)):
        edges = build_edges(GRID, board.entry, board.flags)
        allowance, near = allowances[n % len(allowances)], GRID.ring(start, 1)
        enemy = Enemy(board.zone, LEAVE, ENTER, board.enemy)
        if is_kept:
            case.ours.append(partial(Reacher(edges).reach, start, allowance, enemy))
        else:
            case.ours.append(partial(reach, edges, start, allowance, enemy, near=near))
        zone, closed = as_bytes(board.zone), as_bytes(board.enemy)
        case.naive.append(partial(naive_reach, edges.steps, start, allowance, zone, closed, set(GRID.bits(near))))
    return case


def set_cases(boards: list[Board]) -> Iterator[Case]:
    enemies = [board.enemy for board in boards]
    yield Case(
        "spread: zone of 80 units",
        [partial(GRID.spread, enemy) for enemy in enemies],
        [partial(naive_spread, GRID.bits(enemy)) for enemy in enemies],
    )
    yield Case("spread: the same through open sides", [partial(GRID.spread, b.enemy, b.open) for b in boards], [])
    zones = [board.zone for board in boards]
    yield Case("bits: list a zone", [partial(GRID.bits, z) for z in zones], [partial(naive_bits, z) for z in zones])
    yield Case("bits: list the whole map", [partial(GRID.bits, GRID.all)], [partial(naive_bits, GRID.all)])
    yield Case("nth: a hex of the whole map", [partial(GRID.nth, GRID.all, 60 * n) for n in range(POSITIONS)], [])
    yield Case("distance", [partial(GRID.distance, GRID.at(3, 4), GRID.at(20, 5 + n)) for n in range(POSITIONS)], [])


# -- the obvious implementation ---------------------------------------------------------------------------------------


def naive_flood(start: set[int], inside: set[int], across: dict[int, list[int]]) -> set[int]:
    seen, todo = set(start), list(start)
    while todo:
        for n in across[todo.pop()]:
            if n in inside and n not in seen:
                seen.add(n)
                todo.append(n)
    return seen


def naive_reach(
    steps: tuple[tuple[Step, ...], ...], start: int, allowance: int, zone: bytearray, closed: bytearray, near: set[int]
) -> dict[int, int]:
    went: dict[int, int] = {}
    halted: dict[int, int] = {}
    queue = [(0, start, False)]
    while queue:
        spent, i, is_halted = heapq.heappop(queue)
        known = halted if is_halted else went
        if i in known:
            continue
        known[i] = spent
        for cost, flags, j in () if is_halted else steps[i]:
            total = spent + cost + (LEAVE if zone[i] else 0) + (ENTER if zone[j] else 0)
            barred = flags & BARRED and zone[i] and zone[j]
            if total <= allowance and not closed[j] and not barred and not (flags & NEAR and j not in near):
                heapq.heappush(queue, (total, j, bool(flags & HALT)))
    return went | {i: spent for i, spent in halted.items() if spent < went.get(i, allowance + 1)}


def naive_spread(hexes: Iterable[int]) -> set[int]:
    return {n for i in hexes for n in GRID.neighbours[i] if n >= 0}


def naive_bits(hexes: Hexes) -> list[int]:
    return [i for i in range(GRID.size) if hexes >> i & 1]


def neighbours_across(sides: Sides) -> dict[int, list[int]]:
    return {i: [n for n in GRID.neighbours[i] if n >= 0 and GRID.between(sides, i, n)] for i in GRID.bits(GRID.all)}


# -- boards ---------------------------------------------------------------------------------------------------------


def make_board(rng: random.Random) -> Board:
    """Make a board with three rivers from south to north with few crossings, woods, roads, and two enemies a row along
    the front."""
    rivers = GRID.sides([*river(rng, 11, 0.5), *river(rng, 22, 0.92), *river(rng, 33, 0.5)])
    open_sides = GRID.closed(rivers)
    columns = [(row, 29 + rng.randint(-4, 4)) for row in range(1, ROWS + 1) for _ in range(2)]
    strays = [(rng.randint(1, ROWS), rng.randint(15, COLUMNS)) for _ in range(10)]
    enemy = GRID.hexes(GRID.at(*place) for place in columns + strays)
    flags = {NEAR: rivers, HALT: some_sides(rng, 0.02), BARRED: rivers}
    return Board(open_sides, terrain(rng, rivers), flags, enemy, GRID.spread(enemy, open_sides))


def river(rng: random.Random, column: int, share: float) -> list[tuple[int, int]]:
    banks = {}
    for row in range(1, ROWS + 1):
        column += rng.choice((-1, 0, 0, 1))
        banks[row] = column
    west = {i for i in GRID.bits(GRID.all) if GRID.row_column(i)[1] <= banks[GRID.row_column(i)[0]]}
    pairs = [(i, n) for i in sorted(west) for n in GRID.neighbours[i] if n >= 0 and n not in west]
    return [pair for pair in pairs if rng.random() < share]


def terrain(rng: random.Random, rivers: Sides) -> dict[int, Sides]:
    """The costs of terrain: Clear 1, woods 2, hills 3 points; a road half a point; a river 1 more."""
    ground = {i: rng.choices((2, 4, 6), (60, 30, 10))[0] for i in GRID.bits(GRID.all)}
    entry: dict[int, list[int]] = {}
    for i in ground:
        for d, n in enumerate(GRID.neighbours[i]):
            if n >= 0:
                cost = 1 if rng.random() < 0.1 else ground[n] + 2 * (rivers[d] >> i & 1)
                entry.setdefault(cost, [0] * 6)[d] |= 1 << i
    return {cost: tuple(sides) for cost, sides in entry.items()}


def some_sides(rng: random.Random, share: float) -> Sides:
    return tuple(GRID.hexes(i for i in GRID.bits(sides) if rng.random() < share) for sides in GRID.all_sides)


def as_bytes(hexes: Hexes) -> bytearray:
    return bytearray(hexes >> i & 1 for i in range(GRID.size))


# -- measuring ------------------------------------------------------------------------------------------------------


def show(case: Case) -> None:
    if case.naive:
        assert [plain(call()) for call in case.ours] == [plain(call()) for call in case.naive], case.name
    best: dict[Callable[[], Any], float] = {}
    for _ in range(RUNS):
        for call in [*case.ours, *case.naive]:
            best[call] = min(seconds(call), best.get(call, 1.0))
    ours = statistics.median(best[call] for call in case.ours) * 1e6
    print(f"{case.name:46}{ours:9.2f}", end="")
    naive = statistics.median([best[call] for call in case.naive] or [0.0]) * 1e6
    print(f"{naive:9.1f}{naive / ours:7.1f}x" if naive else "")


def seconds(call: Callable[[], Any]) -> float:
    begun = time.perf_counter()
    call()
    return time.perf_counter() - begun


def plain(answer: Any) -> Any:
    """Kernel and naive answers in one form."""
    if isinstance(answer, set):
        return GRID.hexes(answer)
    return getattr(answer, "cost", answer)


if __name__ == "__main__":
    main()
