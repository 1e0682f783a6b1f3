"""Reach: where a unit can go, and what that costs.

Costs are whole numbers of 1 or more; a game with half points counts in halves. The search takes one cost after another,
with sets of hexes: all hexes of the same cost are left together, with one masked shift in each direction for each kind
of edge. The answer is a set, as front ends show it. This suits edges with flags, as in Traces of War. Where no edge has
a flag, a queue of hexes is faster, and a `Reacher` goes hex by hex (`stavka.hexes.walk`)."""

from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import or_
from typing import Final, NamedTuple, TypeAlias

from stavka.hexes.grid import Grid, Hexes, Sides
from stavka.hexes.kinds import Column, Hex, Table
from stavka.hexes.walk import Tolls

NEAR: Final = 1
"""An edge that only leads to hexes next to where the whole move began."""
HALT: Final = 2
"""An edge after which the unit goes no further."""
BARRED: Final = 4
"""An edge that cannot be used from one hex in an enemy zone to another."""

Step: TypeAlias = tuple[int, int, Hex]
"""A step as (cost, flags, neighbour)."""


class EdgeKind(NamedTuple):
    """The edges with the same cost and flags: the hexes that have such an edge, for each axis of the grid, up and
    down."""

    cost: int
    flags: int
    any: Hexes
    sides: tuple[Hexes, Hexes, Hexes, Hexes, Hexes, Hexes]


class Edges(NamedTuple):
    """The cost of each step of one kind of unit."""

    grid: Grid
    kinds: tuple[EdgeKind, ...]
    """The kinds of edges, the cheapest first."""
    steps: Table[Hex, tuple[Step, ...]]
    """The edges that lead out of each hex, cheapest first."""


class Reach:
    """The hexes in reach, including the start, and their costs. Callers may share a reach, so they must not change
    it."""

    __slots__ = ("halts", "levels", "mask", "stop")

    def __init__(self, levels: list[Hexes], halts: dict[int, Hexes], mask: Hexes = 0, stop: Hexes = 0) -> None:
        """levels: the hexes at each cost; halts: hexes entered for less, by a unit that must halt there; mask: those of
        them that are in reach (all of them, if it is not given); stop: those of the levels in which it must halt, too.
        """
        self.levels = levels
        self.halts = halts
        self.mask: Hexes = mask or union([*levels, *halts.values()])
        self.stop = stop

    def cost_of(self, i: Hex) -> int:
        """The least cost of a hex in reach."""
        bit = 1 << i
        for cost, level in self.halts.items():
            if level & bit:
                return cost
        cost = len(self.levels)
        for level in reversed(self.levels):  # most hexes are far away
            cost -= 1
            if level & bit:
                return cost
        raise ValueError(f"hex {i} is not in reach")

    def within(self, allowance: int) -> "Reach":
        """The part of the reach that costs no more than a smaller allowance."""
        if len(self.levels) == allowance + 1:
            return self
        halts = {cost: level for cost, level in self.halts.items() if cost <= allowance}
        return Reach(self.levels[: allowance + 1], halts)

    def halts_in(self, i: Hex) -> bool:
        """Whether the cheapest way into a hex ends there."""
        return bool(self.stop >> i & 1) or any(level >> i & 1 for level in self.halts.values())

    @property
    def cost(self) -> dict[Hex, int]:
        """The least cost of every hex in reach."""
        return {i: self.cost_of(i) for i in map(Hex, range(self.mask.bit_length())) if self.mask >> i & 1}


def build_edges(grid: Grid, entry: Mapping[int, Sides], flags: Mapping[int, Sides] | None = None) -> Edges:
    """Build the edges of one kind of unit.

    entry: for each cost, the hexes that can be left at that cost in each direction. Unlike a river, an edge need not
    lead both ways. A side listed at several costs has the lowest; a side that is not listed cannot be crossed. flags:
    for NEAR, HALT and BARRED, the hexes whose edge in each direction has the flag."""
    if any(cost < 1 for cost in entry):
        raise ValueError("an edge costs 1 or more")
    sides: dict[tuple[int, int], list[Hexes]] = {}
    steps: list[list[Step]] = [[] for _ in range(grid.size)]
    for d, every in enumerate(grid.all_sides):
        left = every
        for cost in sorted(entry):
            taken = entry[cost][d] & left
            left ^= taken
            parts = {0: taken}
            for bit, flagged in (flags or {}).items():
                halves = (0, ~flagged[d]), (bit, flagged[d])
                parts = {flag | more: part & half for flag, part in parts.items() for more, half in halves}
            for flag, part in parts.items():
                if part:
                    sides.setdefault((cost, flag), [0] * 6)[d] |= part
                    for i in grid.bits(part):
                        steps[i].append((cost, flag, grid.neighbours[i][d]))
    kinds = [EdgeKind(cost, flag, union(here), _by_axis(grid, here)) for (cost, flag), here in sorted(sides.items())]
    return Edges(grid, tuple(kinds), tuple(tuple(sorted(here)) for here in steps))


def join_edges(*many: Edges) -> Edges:
    """Join several sets of edges: a side may then be crossed in several ways, at different costs and with different
    flags."""
    grid = many[0].grid
    sides: dict[tuple[int, int], list[Hexes]] = {}
    for kind in (kind for edges in many for kind in edges.kinds):
        here = sides.setdefault((kind.cost, kind.flags), [0] * 6)
        here[:] = [a | b for a, b in zip(here, kind.sides, strict=True)]
    steps = tuple(
        tuple(sorted({step for edges in many for step in edges.steps[i]})) for i in map(Hex, range(grid.size))
    )
    return Edges(grid, edge_kinds(sides), steps)


def edge_kinds(sides: Mapping[tuple[int, int], list[Hexes]]) -> tuple[EdgeKind, ...]:
    """The kinds of edges, cheapest first, from the sides by axis for each cost and flags."""
    return tuple(
        EdgeKind(cost, flags, union(here), (here[0], here[1], here[2], here[3], here[4], here[5]))
        for (cost, flags), here in sorted(sides.items())
        if any(here)
    )


Change: TypeAlias = tuple[Hex, int, int, int, int]
"""A change of an edge: (hex, direction, cost, flags, new cost)."""


def change_costs(edges: Edges, changes: Iterable[Change]) -> Edges:
    """A copy of the edges with other costs for a few of them. This is much quicker than building all edges."""
    grid = edges.grid
    along, steep, slant = grid.axes
    axis = {d: i for i, d in enumerate([*grid.axes, *((d + 3) % 6 for d in (along, steep, slant))])}
    sides = {(kind.cost, kind.flags): list(kind.sides) for kind in edges.kinds}
    steps: Column[Hex, tuple[Step, ...]] = list(edges.steps)
    for i, d, cost, flags, new in changes:
        sides[cost, flags][axis[d]] &= ~(1 << i)
        sides.setdefault((new, flags), [0] * 6)[axis[d]] |= 1 << i
        there = grid.neighbours[i][d]
        rest = [step for step in steps[i] if step != (cost, flags, there)]
        steps[i] = tuple(sorted([*rest, (new, flags, there)]))
    return Edges(grid, edge_kinds(sides), tuple(steps))


def _by_axis(grid: Grid, sides: list[Hexes]) -> tuple[Hexes, Hexes, Hexes, Hexes, Hexes, Hexes]:
    along, steep, slant = grid.axes
    up = sides[along], sides[steep], sides[slant]
    return *up, sides[(along + 3) % 6], sides[(steep + 3) % 6], sides[(slant + 3) % 6]


def union(sides: Iterable[Hexes]) -> Hexes:
    """The hexes that are in at least one of the sets."""
    together = 0
    for hexes in sides:
        together |= hexes
    return together


def edge(edges: Edges, a: Hex, b: Hex) -> tuple[int, int] | None:
    """Cost and flags of the (cheapest) edge from a to b; None if there is none."""
    return next(((cost, flags) for cost, flags, there in edges.steps[a] if there == b), None)


def exits(edges: Edges, free: Hexes, most: int) -> list[Hexes]:
    """For each number of points up to `most`, the hexes from which a step into one of the hexes `free` costs no
    more."""
    w, v = edges.grid.width, edges.grid.width - 1
    east, steep, slant, west, back, down = free >> 1, free >> w, free >> v, free << 1, free << w, free << v
    found = [0] * (most + 1)
    for cost, _, _, (a, b, c, x, y, z) in edges.kinds:
        if cost <= most:
            found[cost] |= a & east | b & steep | c & slant | x & west | y & back | z & down
    return list(accumulate(found, or_))


class Enemy(NamedTuple):
    """How the enemy hinders a move."""

    zone: Hexes = 0
    """Hexes in enemy zones: leaving one costs `leave` more, entering one `enter` more (neither is negative)."""
    leave: int = 0
    enter: int = 0
    closed: Hexes = 0
    """Hexes that cannot be entered."""
    stop: Hexes = 0
    """Hexes in which every unit must stop. A unit that starts in one may leave it."""
    tolls: Tolls = ()
    """The sets of hexes that cost more to enter, and how much more; no hex is in two of the sets."""


NOBODY: Final[Enemy] = Enemy()


def reach(edges: Edges, start: Hex, allowance: int, enemy: Enemy = NOBODY, *, near: Hexes = 0) -> Reach:
    """The hexes that a unit at `start` can reach for `allowance`, with the least cost of each.

    near: the hexes that edges flagged NEAR may enter: those next to the hex where the whole move began."""
    return search(edges.grid, edges.kinds, start, allowance, enemy, near, 0)


def search(
    grid: Grid, kinds: tuple[EdgeKind, ...], start: Hex, allowance: int, enemy: Enemy, near: Hexes, halts: Hexes
) -> Reach:
    """The hexes that a unit at `start` can reach for `allowance` over some kinds of edges. halts: hexes in which every
    unit must stop, whatever the enemy does."""
    zone, leave, enter, closed, stop, tolls = enemy
    stop |= halts
    w, v = grid.width, grid.width - 1
    pending = [0] * (allowance + 1)
    pending[0] = 1 << start
    halting = [0] * (allowance + 1)
    free = grid.all & ~closed | 1 << start
    for spent in range(allowance + 1):
        level = pending[spent] = pending[spent] & free
        if not level:
            continue
        free ^= level
        guarded = level & zone
        for part, base, matters in (
            (level ^ guarded, spent, NEAR | HALT),
            (guarded, spent + leave, NEAR | HALT | BARRED),
        ):
            if not part:
                continue
            for cost, flags, there, (a, b, c, x, y, z) in kinds:
                total = base + cost
                if total > allowance:
                    break
                if not part & there:
                    continue
                out = (part & a) << 1 | (part & b) << w | (part & c) << v
                out |= (part & x) >> 1 | (part & y) >> w | (part & z) >> v
                out &= free
                into = pending
                if flags & matters:
                    out = _flagged(out, flags, near, zone if matters & BARRED else 0)
                    into = halting if flags & HALT else pending
                for toll, dear in tolls:
                    if tolled := out & dear:
                        out ^= tolled
                        _enter(halting, tolled & stop, total + toll, zone, enter)
                        _enter(into, tolled & ~stop, total + toll, zone, enter)
                if stop and (stopped := out & stop):
                    _enter(halting, stopped, total, zone, enter)
                    out ^= stopped
                trouble = out & zone
                into[total] |= out ^ trouble
                if trouble and total + enter <= allowance:
                    into[total + enter] |= trouble
    return Reach(pending, _sooner(pending, halting))


def _flagged(out: Hexes, flags: int, near: Hexes, shut: Hexes) -> Hexes:
    """The hexes to which edges with flags lead: only `near` hexes if NEAR, no `shut` hexes if BARRED."""
    if flags & NEAR:
        out &= near
    return out & ~shut if flags & BARRED else out


def _enter(into: list[Hexes], hexes: Hexes, total: int, zone: Hexes, enter: int) -> None:
    if total < len(into):
        into[total] |= hexes & ~zone
    if total + enter < len(into):
        into[total + enter] |= hexes & zone


def _sooner(levels: list[Hexes], halting: list[Hexes]) -> dict[int, Hexes]:
    """The hexes that a unit that must halt there reaches for less than a unit that can go on."""
    halts: dict[int, Hexes] = {}
    before = 0
    for cost, hexes in enumerate(halting):
        before |= levels[cost]
        hexes &= ~before  # noqa: PLW2901 (what is left of the level)
        if hexes:
            halts[cost] = hexes
            before |= hexes
    return halts


def path(edges: Edges, start: Hex, allowance: int, target: Hex, enemy: Enemy = NOBODY, *, near: Hexes = 0) -> list[Hex]:
    """One of the cheapest ways from `start` to `target`, including both; always the same one. Empty if out of reach."""
    return trace(edges, reach(edges, start, allowance, enemy, near=near), start, target, enemy, near)


def trace(edges: Edges, found: Reach, start: Hex, target: Hex, enemy: Enemy, near: Hexes) -> list[Hex]:
    """The way back from a hex in reach."""
    if not found.mask >> target & 1:
        return []
    way = [target]
    cost = found.cost_of(target)
    halted = found.halts_in(target)
    while (here := way[-1]) != start:
        if enemy.zone >> here & 1:
            cost -= enemy.enter
        for toll, hexes in enemy.tolls:
            if hexes >> here & 1:
                cost -= toll
        before, cost = _before(edges, found, here, cost, enemy, near, halted=halted)
        way.append(before)
        halted = False
    way.reverse()
    return way


def _before(
    edges: Edges, found: Reach, here: Hex, cost: int, enemy: Enemy, near: Hexes, *, halted: bool
) -> tuple[Hex, int]:
    """The hex from which a hex was entered at this cost (without the cost of entering a zone), and the cost of that
    hex."""
    onward = found.mask & ~found.stop
    for i in edges.grid.neighbours[here]:
        if i < 0 or not onward >> i & 1:
            continue
        guarded = enemy.zone >> i & 1
        for price, flags, there in edges.steps[i]:
            if there != here:
                continue
            spent = cost - price - (enemy.leave if guarded else 0)
            if spent < 0 or not found.levels[spent] >> i & 1:
                continue
            if flags & NEAR and not near >> here & 1:
                continue
            if flags & BARRED and guarded and enemy.zone >> here & 1:
                continue
            if halted == bool(flags & HALT or enemy.stop >> here & 1):
                return i, spent
    raise AssertionError("a hex in reach was entered from somewhere")
