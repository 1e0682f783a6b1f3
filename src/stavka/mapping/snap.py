"""Convert lines on the page to runs of hexsides.

The corners of the hexes are the nodes of a graph and the hexsides its edges. A river is the path through it that stays
nearest to the river on the ground, and so becomes one line of hexsides, each touching the next."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from stavka.data.hexmap import Point, Side, side
from stavka.hexes.grid import Grid
from stavka.mapping.geometry import between, distance_to_line

Edge: TypeAlias = tuple[Point, Point]
"""A hexside by its corners, the lower first."""

LENGTH: Final = 0.25  # cost of a hexside that lies on the line
FAR: Final = 3.0  # factor for the square of its distance from the line
SLACK: Final = 4.0  # how much more than the best end other ends may cost and still matter later
BORDER: Final = 2.0  # additional cost along the edge of the map, where there is no hexside


def edge(a: Point, b: Point) -> Edge:
    return (a, b) if a < b else (b, a)


class Wish(NamedTuple):
    """The requirements on a line."""

    points: Sequence[Point]
    keep: Sequence[Edge] = ()
    """Hexsides that the line must take, in this order."""
    banned: frozenset[Edge] = frozenset()
    mouth: frozenset[Point] = frozenset()
    """Corners at one of which the line ends; near the last point if empty."""


class Mesh:
    """The corners and sides of a full rectangle of hexes."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.side_of: dict[Edge, Side | None] = {}
        self.edge_of: dict[Side, Edge] = {}
        self.around: dict[Point, list[Point]] = {}
        for i in grid.bits(grid.all):
            for d, j in enumerate(grid.neighbours[i]):
                self._add(edge(*grid.side(i, d)), side(grid.number(i), grid.number(j)) if j >= 0 else None)

    def _add(self, e: Edge, s: Side | None) -> None:
        if e not in self.side_of:
            for a, b in (e, e[::-1]):
                self.around.setdefault(a, []).append(b)
        self.side_of[e] = s
        if s:
            self.edge_of[s] = e

    def corners(self, sides: Iterable[Side]) -> frozenset[Point]:
        return frozenset(p for s in sides for p in self.edge_of[s])

    def snapped(self, wish: Wish) -> list[Side | None]:
        """The path nearest to a line, with None for each stretch along the edge of the map; [] if there is no way."""
        return [self.side_of[edge(a, b)] for a, b in pairwise(_Search(self, wish).path())]

    def in_order(self, sides: Iterable[Side]) -> list[list[Side]]:
        """Sort sides into runs in which each touches the next, from the end that is highest on the page."""
        left = {self.edge_of[s] for s in sides}
        runs = []
        while left:
            ends = [p for p, n in _degrees(left).items() if n == 1] or [p for e in left for p in e]
            runs.append([self.side_of[e] for e in self._walk(min(ends, key=lambda p: (p[1], p[0])), left)])
        return [[s for s in run if s] for run in runs]

    def _walk(self, at: Point, left: set[Edge]) -> Iterator[Edge]:
        while found := next((e for p in self.around[at] if (e := edge(at, p)) in left), None):
            left.remove(found)
            yield found
            at = found[1] if found[0] == at else found[0]


def _degrees(edges: Iterable[Edge]) -> dict[Point, int]:
    count: dict[Point, int] = {}
    for e in edges:
        for p in e:
            count[p] = count.get(p, 0) + 1
    return count


class _Search:
    """A shortest-path search with one stage for each required hexside and one for the way to the mouth."""

    def __init__(self, mesh: Mesh, wish: Wish) -> None:
        self.mesh, self.wish = mesh, wish
        self.costs: dict[Edge, float] = {}
        self.far: dict[Point, float] = {}

    def path(self) -> list[Point]:
        wish, came = self.wish, []
        heads = self._near(wish.points[0], self.mesh.around)
        for kept in wish.keep:
            found, before = self._spread(heads, dict.fromkeys(kept, 0.0), frozenset(kept))
            came.append((before, kept))
            heads = {b: found[a] for a, b in (kept, kept[::-1]) if a in found}
        goals = self._near(wish.points[-1], wish.mouth or self.mesh.around)
        found, before = self._spread(heads, goals, wish.mouth)
        ends = [(found[p] + extra, p) for p, extra in goals.items() if p in found]
        return self._back(min(ends)[1], before, came) if ends else []

    def _near(self, place: Point, corners: Iterable[Point]) -> dict[Point, float]:
        """Corners with the cost of beginning or ending there instead of at the place itself."""
        far = {p: FAR * math.dist(p, place) ** 2 for p in corners}
        return dict(sorted(far.items(), key=lambda item: item[1])[:12])

    def _spread(
        self, heads: dict[Point, float], goals: dict[Point, float], stops: frozenset[Point]
    ) -> tuple[dict[Point, float], dict[Point, Point]]:
        """The cost of reaching corners, and their predecessors, until no goal can be reached for less.

        A path that has come to one of `stops` goes no further."""
        found: dict[Point, float] = {}
        before: dict[Point, Point] = {}
        queue = [(cost, p, p) for p, cost in heads.items()]
        heapq.heapify(queue)
        enough = math.inf
        while queue and queue[0][0] < enough:
            cost, p, from_p = heapq.heappop(queue)
            if p in found:
                continue
            found[p] = cost
            enough = min(enough, cost + goals.get(p, math.inf) + SLACK)
            if from_p != p:
                before[p] = from_p
                if p in stops:
                    continue
            for q in self.mesh.around[p]:
                if q not in found and self._open(edge(p, q)):
                    heapq.heappush(queue, (cost + self._cost(edge(p, q)), q, p))
        return found, before

    def _open(self, e: Edge) -> bool:
        return e not in self.wish.banned and e not in self.wish.keep

    def _cost(self, e: Edge) -> float:
        if e not in self.costs:
            far = sum(self._off(p) for p in (e[0], between(*e), e[1])) / 3
            self.costs[e] = LENGTH + FAR * far + BORDER * (self.mesh.side_of[e] is None)
        return self.costs[e]

    def _off(self, p: Point) -> float:
        """The square of the distance from the line, cached since up to three hexsides ask for each corner."""
        if p not in self.far:
            self.far[p] = distance_to_line(p, self.wish.points) ** 2
        return self.far[p]

    def _back(self, p: Point, before: dict[Point, Point], came: list[tuple[dict[Point, Point], Edge]]) -> list[Point]:
        path = [p]
        for earlier, kept in [*reversed(came), ({}, None)]:
            while path[-1] in before:
                path.append(before[path[-1]])
            if kept:
                path.append(kept[0] if path[-1] == kept[1] else kept[1])
            before = earlier
        return path[::-1]
