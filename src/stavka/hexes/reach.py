"""Reach: where one unit can go, and what it costs.

Costs are whole numbers; a game that knows half points counts in halves. The search is Dial's: one bucket of hexes for
each cost, emptied from the cheapest on. Edges lie ready, cheapest first, those of one cost and kind together, so that a
hex drops all edges it can no longer pay with one comparison.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from stavka.hexes.grid import Grid, Hexes, Sides

NEAR: Final = 1
"""An edge that only leads to hexes next to where the whole move began."""
HALT: Final = 2
"""An edge after which the unit goes no further."""
BARRED: Final = 4
"""An edge that cannot be used from one hex in an enemy zone to another."""

Edges: TypeAlias = tuple[tuple[tuple[int, int, tuple[int, ...]], ...], ...]
"""For each hex ((cost, flags, (neighbour, ...)), ...), cheapest first."""

_powers: list[int] = []  # 1 << i for every hex seen so far: looking it up beats making it


class Reach:
    """The hexes in reach. `cost` (start among them, at 0) is shared between callers: look, do not change."""

    __slots__ = ("_mask", "cost")

    def __init__(self, cost: Mapping[int, int]) -> None:
        self.cost = cost
        self._mask = 0

    @property
    def mask(self) -> Hexes:
        """The hexes in reach as a set, start among them."""
        if not self._mask:
            try:
                self._mask = reduce(or_, map(_powers.__getitem__, self.cost))
            except IndexError:
                _powers.extend(1 << i for i in range(len(_powers), max(self.cost) + 1))
                return self.mask
        return self._mask


def build_edges(grid: Grid, entry: Mapping[int, Sides], flags: Mapping[int, Sides] | None = None) -> Edges:
    """The edges of one kind of unit.

    entry: for each cost the hexes that can be left at that cost in each direction. Unlike a river, an edge need not
    lead both ways. A side listed at several costs has the lowest; one that is not listed cannot be crossed.
    flags: for NEAR, HALT, BARRED the hexes that have it when left in each direction.
    """
    groups: list[dict[tuple[int, int], list[int]]] = [{} for _ in range(grid.size)]
    for d, every in enumerate(grid.all_sides):
        left = every
        for cost in sorted(entry):
            taken = entry[cost][d] & left
            left ^= taken
            for i in grid.bits(taken):
                flag = sum(bit for bit, sides in (flags or {}).items() if sides[d] >> i & 1)
                groups[i].setdefault((cost, flag), []).append(grid.neighbours[i][d])
    return tuple(tuple((*key, tuple(there)) for key, there in sorted(group.items())) for group in groups)


def edge(edges: Edges, a: int, b: int) -> tuple[int, int] | None:
    """Cost and flags of the edge from a to b; None if there is none."""
    return next(((cost, flags) for cost, flags, there in edges[a] if b in there), None)


def reach(
    edges: Edges,
    start: int,
    allowance: int,
    *,
    zone: Sequence[int] | None = None,
    leave: int = 0,
    enter: int = 0,
    closed: Sequence[int] | None = None,
    stop: Sequence[int] | None = None,
    near: Hexes = 0,
) -> Reach:
    """Where a unit at `start` can go for `allowance`, and the least cost of each hex.

    `zone`, `closed` and `stop` say for each hex, by anything but 0, that
    zone: it is in an enemy zone: leaving it costs `leave` more, entering it `enter` more (neither below 0);
    closed: it cannot be entered;
    stop: who enters it goes no further (who starts there may leave).
    near: the hexes that edges flagged NEAR may enter: those next to where the whole move began.
    """
    return Reach(_search(edges, start, allowance, zone, leave, enter, closed, stop, near, None))


def path(
    edges: Edges,
    start: int,
    allowance: int,
    target: int,
    *,
    zone: Sequence[int] | None = None,
    leave: int = 0,
    enter: int = 0,
    closed: Sequence[int] | None = None,
    stop: Sequence[int] | None = None,
    near: Hexes = 0,
) -> list[int]:
    """One of the cheapest ways from `start` to `target`, both included, always the same one; empty if out of reach."""
    came: dict[int, int] = {}
    cost = _search(edges, start, allowance, zone, leave, enter, closed, stop, near, came)
    if target not in cost:
        return []
    way = [target]
    if ~target in came:
        way.append(came[~target])
    while way[-1] != start:
        way.append(came[way[-1]])
    way.reverse()
    return way


def _search(  # noqa: PLR0912 one loop, kept whole: a call for each edge would cost as much as all the rest
    edges: Edges,
    start: int,
    allowance: int,
    zone: Sequence[int] | None,
    leave: int,
    enter: int,
    closed: Sequence[int] | None,
    stop: Sequence[int] | None,
    near: Hexes,
    came: dict[int, int] | None,
) -> dict[int, int]:
    """The cost of each hex in reach; `came`, if given, learns from where each was entered.

    A unit that must halt in a hex is kept apart (`halts`, and `~hex` in `came`) from one that can go on: it may be
    there sooner, but goes nowhere from there, so it must not keep the other out. The cheaper one counts at the end.
    """
    if zone is None or closed is None:
        nothing = bytes(len(edges))
        zone, closed = zone or nothing, closed or nothing
    beyond = allowance + 1
    best = [beyond] * len(edges)
    best[start] = 0
    cost: dict[int, int] = {}
    halts: dict[int, int] = {}
    buckets: list[list[int]] = [[] for _ in range(beyond)]
    buckets[0].append(start)
    for spent, bucket in enumerate(buckets):
        for i in bucket:  # grows while it is walked over where an edge costs nothing
            if best[i] < spent:
                continue
            cost[i] = spent
            guarded = zone[i]
            base = spent + leave if guarded else spent
            for price, flags, there in edges[i]:
                total = base + price
                if total > allowance:
                    break
                special = flags or stop is not None
                for j in there:
                    if total >= best[j] or closed[j]:
                        continue
                    now = total
                    watched = zone[j]
                    if watched or special:
                        if watched:
                            now += enter
                            if now >= best[j] or (flags & BARRED and guarded):
                                continue
                        if flags & NEAR and not near >> j & 1:
                            continue
                        if flags & HALT or (stop is not None and stop[j]):
                            if now < halts.get(j, beyond):
                                halts[j] = now
                                if came is not None:
                                    came[~j] = i
                            continue
                    best[j] = now
                    buckets[now].append(j)
                    if came is not None:
                        came[j] = i
    for j, now in halts.items():
        if now < best[j]:
            cost[j] = now
        elif came is not None:
            del came[~j]
    return cost


class Reacher:
    """Reach over one set of edges, with the answers for an empty board kept.

    Most units of most turns have no enemy near. Their answer depends on nothing but where they are and what they may
    spend, and it holds exactly as long as no zone, closed or stop hex lies in it: a hex outside it was too dear without
    them, and they make nothing cheaper. That is one `&` of sets to find out.
    """

    def __init__(self, grid: Grid, edges: Edges, *, limit: int = 20_000) -> None:
        """limit: how many answers are kept before all are forgotten (an answer takes a few kilobytes)."""
        self.grid = grid
        self.edges = edges
        self.limit = limit
        self._undisturbed: dict[tuple[int, int, int], tuple[Reach, Hexes, Hexes, Hexes]] = {}

    def reach(
        self,
        start: int,
        allowance: int,
        *,
        zone: Sequence[int] | None = None,
        zone_hexes: Hexes = 0,
        leave: int = 0,
        enter: int = 0,
        closed: Sequence[int] | None = None,
        closed_hexes: Hexes = 0,
        stop: Sequence[int] | None = None,
        stop_hexes: Hexes = 0,
        origin: int = -1,
    ) -> Reach:
        """As the function `reach`, for a move that began in `origin` (in `start` if not given).

        `zone_hexes` must hold exactly the hexes for which `zone` is not 0, and so on.
        """
        if origin < 0:
            origin = start
        known = self._undisturbed.get((start, allowance, origin))
        if known is None:
            known = self._search_undisturbed(start, allowance, origin)
        found, mask, others, near = known
        if not (zone_hexes & mask or (closed_hexes | stop_hexes) & others):
            return found
        return Reach(_search(self.edges, start, allowance, zone, leave, enter, closed, stop, near, None))

    def path(
        self,
        start: int,
        allowance: int,
        target: int,
        *,
        zone: Sequence[int] | None = None,
        leave: int = 0,
        enter: int = 0,
        closed: Sequence[int] | None = None,
        stop: Sequence[int] | None = None,
        origin: int = -1,
    ) -> list[int]:
        """As the function `path`, for a move that began in `origin` (in `start` if not given)."""
        near = self.grid.ring(start if origin < 0 else origin, 1)
        enemy = {"zone": zone, "closed": closed, "stop": stop}
        return path(self.edges, start, allowance, target, leave=leave, enter=enter, near=near, **enemy)

    def _search_undisturbed(self, start: int, allowance: int, origin: int) -> tuple[Reach, Hexes, Hexes, Hexes]:
        """The answer for an empty board, its hexes, those without `start`, and the hexes that NEAR edges may enter."""
        if len(self._undisturbed) >= self.limit:
            self._undisturbed.clear()
        near = self.grid.ring(origin, 1)
        found = reach(self.edges, start, allowance, near=near)
        known = self._undisturbed[start, allowance, origin] = found, found.mask, found.mask ^ 1 << start, near
        return known
