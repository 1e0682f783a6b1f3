"""Convert chains of places to chains of hexes: the courses of roads and railways."""

from __future__ import annotations

import heapq
from collections.abc import Collection

from stavka.data.hexmap import Side, side
from stavka.hexes import Hex
from stavka.hexes.grid import Grid
from stavka.mapping.geometry import distance_to_segment


def route(grid: Grid, start: str, goal: str, closed: Collection[Side]) -> list[str] | None:
    """The shortest way that crosses no closed hexside; of equally short ways, the one nearest to the straight line."""
    first, last = grid.index(start), grid.index(goal)
    a, b = grid.centre(first), grid.centre(last)
    before: dict[Hex, Hex] = {}
    queue = [(0, 0.0, first, first)]
    while queue:
        steps, off, i, from_i = heapq.heappop(queue)
        if i in before:
            continue
        before[i] = from_i
        if i == last:
            return _back(grid, before, last)
        for j in grid.neighbours[i]:
            if j >= 0 and j not in before and side(grid.number(i), grid.number(j)) not in closed:
                heapq.heappush(queue, (steps + 1, off + distance_to_segment(grid.centre(j), a, b), j, i))
    return None


def _back(grid: Grid, before: dict[Hex, Hex], i: Hex) -> list[str]:
    path = [i]
    while before[path[-1]] != path[-1]:
        path.append(before[path[-1]])
    return [grid.number(j) for j in reversed(path)]
