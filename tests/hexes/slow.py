"""The obvious hex map, to compare the kernel with: (row, column) pairs, sets, dicts, and a table of neighbours.

Nothing here shares a line of thought with the kernel: no bits, no axial coordinates, no buckets.
"""

import heapq
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from hypothesis import strategies as st

from stavka.hexes import BARRED, HALT, NEAR, Edges, Grid, GridSpec, Hexes, Sides, build_edges
from stavka.hexes import Hex as Bit

Hex = tuple[int, int]
Side = frozenset[Hex]
Step = tuple[Hex, Hex]

# (row, column) added to reach each neighbour, clockwise as the direction names run: in a shifted line, in another one.
TABLES: dict[tuple[str, bool], tuple[tuple[Hex, ...], tuple[Hex, ...]]] = {
    ("rows", True): (
        ((1, 1), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, 0)),
        ((1, 0), (0, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)),
    ),
    ("rows", False): (
        ((-1, 1), (0, 1), (1, 1), (1, 0), (0, -1), (-1, 0)),
        ((-1, 0), (0, 1), (1, 0), (1, -1), (0, -1), (-1, -1)),
    ),
    ("columns", True): (
        ((1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)),
        ((1, 0), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1)),
    ),
    ("columns", False): (
        ((-1, 0), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)),
        ((-1, 0), (-1, 1), (0, 1), (1, 0), (0, -1), (-1, -1)),
    ),
}

# Seen in a mirror, north-east is north-west: the direction whose neighbour takes the place of each.
MIRRORED = {"rows": (5, 4, 3, 2, 1, 0), "columns": (0, 5, 4, 3, 2, 1)}


@dataclass(frozen=True)
class Slow:
    """A map as its printed description, and every question answered the long way."""

    rows: int
    columns: int
    orientation: Literal["rows", "columns"]
    shifted: Literal["odd", "even"]
    numbering: Literal["row-column", "column-row"]
    first_row: int
    first_column: int
    up: bool
    westward: bool
    prefix: str
    there: frozenset[Hex]

    def spec(self) -> GridSpec:
        return GridSpec(
            self.rows,
            self.columns,
            orientation=self.orientation,
            shifted=self.shifted,
            numbering=self.numbering,
            first_row=self.first_row,
            first_column=self.first_column,
            up=self.up,
            westward=self.westward,
            prefix=self.prefix,
        )

    def grid(self) -> Grid:
        return Grid(self.spec(), exists=map(self.number, self.there))

    def number(self, at: Hex) -> str:
        row, column = at
        return self.prefix + (f"{row:02}{column:02}" if self.numbering == "row-column" else f"{column:02}{row:02}")

    def around(self, at: Hex) -> list[Hex]:
        """The six neighbours on an endless map."""
        row, column = at
        line = row if self.orientation == "rows" else column
        is_shifted = line % 2 == (1 if self.shifted == "odd" else 0)
        table = TABLES[self.orientation, self.up][0 if is_shifted else 1]
        if self.westward:
            table = tuple(table[d] for d in MIRRORED[self.orientation])
        return [(row + r, column + c) for r, c in table]

    def neighbours(self, at: Hex) -> list[Hex]:
        return [n for n in self.around(at) if n in self.there]

    def all_sides(self) -> set[Side]:
        return {frozenset((a, b)) for a in self.there for b in self.neighbours(a)}

    def all_steps(self) -> list[Step]:
        return [(a, b) for a in sorted(self.there) for b in self.neighbours(a)]

    def distances(self, start: Hex, limit: int) -> dict[Hex, int]:
        """Steps to every hex within the limit, on an endless map."""
        return walk({start}, limit, self.around)

    def spread(self, hexes: set[Hex], open_sides: set[Side]) -> set[Hex]:
        return {b for a in hexes for b in self.neighbours(a) if frozenset((a, b)) in open_sides}

    def connected(self, start: set[Hex], through: set[Hex], open_sides: set[Side], limit: int) -> dict[Hex, int]:
        def on(a: Hex) -> list[Hex]:
            return [b for b in self.neighbours(a) if b in through and frozenset((a, b)) in open_sides]

        return walk(start & through, limit, on)


def walk(start: set[Hex], limit: int, on: Callable[[Hex], Iterable[Hex]]) -> dict[Hex, int]:
    found = dict.fromkeys(start, 0)
    todo = sorted(start)
    for a in todo:
        for b in on(a):
            if b not in found and found[a] < limit:
                found[b] = found[a] + 1
                todo.append(b)
    return found


class Rules(NamedTuple):
    """Everything that a move depends on."""

    cost: dict[Step, int]
    flags: dict[Step, int]
    zone: set[Hex]
    leave: int
    enter: int
    closed: set[Hex]
    stop: set[Hex]
    near: set[Hex]


def step_cost(rules: Rules, a: Hex, b: Hex) -> int | None:
    """The cost of the step; None if it may not be made."""
    flags = rules.flags[a, b]
    barred = flags & BARRED and a in rules.zone and b in rules.zone
    if (a, b) not in rules.cost or b in rules.closed or barred or (flags & NEAR and b not in rules.near):
        return None
    return rules.cost[a, b] + rules.leave * (a in rules.zone) + rules.enter * (b in rules.zone)


def must_halt(rules: Rules, a: Hex, b: Hex) -> bool:
    return bool(rules.flags[a, b] & HALT) or b in rules.stop


def slow_reach(slow: Slow, rules: Rules, start: Hex, allowance: int) -> dict[Hex, int]:
    """Least costs over pairs (hex, has it halted?)."""
    settled: dict[tuple[Hex, bool], int] = {}
    queue: list[tuple[int, Hex, bool]] = [(0, start, False)]
    while queue:
        spent, a, halted = heapq.heappop(queue)
        if (a, halted) in settled:
            continue
        settled[a, halted] = spent
        for b in [] if halted else slow.neighbours(a):
            cost = step_cost(rules, a, b)
            if cost is not None and spent + cost <= allowance:
                heapq.heappush(queue, (spent + cost, b, must_halt(rules, a, b)))
    return {a: min(c for (b, _), c in settled.items() if b == a) for a, _ in settled}


# -- from one to the other ----------------------------------------------------------------------------------------


class Pair(NamedTuple):
    """Two copies of the same map, and a source of choices."""

    slow: Slow
    grid: Grid
    rng: random.Random

    def bit(self, at: Hex) -> Bit:
        return self.grid.index(self.slow.number(at))

    def hexes(self, them: Iterable[Hex]) -> Hexes:
        return self.grid.hexes(map(self.bit, them))

    def sides(self, them: Iterable[Side]) -> Sides:
        pairs = map(sorted, them)
        return self.grid.sides((self.bit(a), self.bit(b)) for a, b in pairs)

    def steps(self, them: Iterable[Step]) -> Sides:
        """One-way sides."""
        out = [0] * 6
        for a, b in them:
            out[self.slow.around(a).index(b)] |= 1 << self.bit(a)
        return tuple(out)

    def edges(self, rules: Rules) -> Edges:
        entry = {c: self.steps(s for s, cost in rules.cost.items() if cost == c) for c in set(rules.cost.values())}
        flags = {bit: self.steps(s for s, f in rules.flags.items() if f & bit) for bit in (NEAR, HALT, BARRED)}
        return build_edges(self.grid, entry, flags)

    def some(self, share: float) -> set[Hex]:
        return {at for at in sorted(self.slow.there) if self.rng.random() < share}

    def some_sides(self, share: float) -> set[Side]:
        return {side for side in sorted(self.slow.all_sides(), key=sorted) if self.rng.random() < share}

    def one(self) -> Hex:
        return self.rng.choice(sorted(self.slow.there))

    def rules(self, origin: Hex) -> Rules:
        """Some rules of movement: rivers, roads, one-way costs, zones, and every flag."""
        share = self.rng.choice((0.05, 0.15, 0.35))
        steps = self.slow.all_steps()
        return Rules(
            cost={s: self.rng.choice((1, 1, 1, 2, 2, 3, 5)) for s in steps if self.rng.random() < 0.9},
            flags={s: sum(f for f in (NEAR, HALT, BARRED) if self.rng.random() < share) for s in steps},
            zone=self.some(share),
            leave=self.rng.choice((0, 1, 3)),
            enter=self.rng.choice((0, 1, 2)),
            closed=self.some(share / 2),
            stop=self.some(share / 2),
            near=set(self.slow.neighbours(origin)),
        )


@st.composite
def pairs(draw: st.DrawFn, longest: int = 9, shortest: int = 1) -> Pair:
    """Maps of every kind, whole or with holes."""
    rows, columns = draw(st.integers(shortest, longest)), draw(st.integers(shortest, longest))
    rng = random.Random(draw(st.integers(0, 2**32)))
    first_row, first_column = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    rectangle = [(first_row + r, first_column + c) for r in range(rows) for c in range(columns)]
    holes = draw(st.sampled_from((0.0, 0.0, 0.2)))
    slow = Slow(
        rows,
        columns,
        draw(st.sampled_from(("rows", "columns"))),
        draw(st.sampled_from(("odd", "even"))),
        draw(st.sampled_from(("row-column", "column-row"))),
        first_row,
        first_column,
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.sampled_from(("", "N"))),
        frozenset(at for at in rectangle if rng.random() >= holes) or frozenset(rectangle),
    )
    return Pair(slow, slow.grid(), rng)
