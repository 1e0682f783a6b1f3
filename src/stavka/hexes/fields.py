"""Distances to a hex from everywhere, over edges with costs."""

from heapq import heappop, heappush

from stavka.hexes.reach import Edges

FAR = 1 << 30
"""The distance of hexes from which no way leads to the target."""


def far_from(edges: Edges, target: int) -> list[int]:
    """The least cost from each hex to the target on an empty map; `FAR` for a hex from which no way leads there."""
    into: list[list[tuple[int, int]]] = [[] for _ in edges.steps]
    for hex_, steps in enumerate(edges.steps):
        for cost, _, near in steps:
            into[near].append((cost, hex_))
    best = [FAR] * len(edges.steps)
    best[target], queue = 0, [(0, target)]
    while queue:
        far, hex_ = heappop(queue)
        if far > best[hex_]:
            continue
        for cost, before in into[hex_]:
            if far + cost < best[before]:
                best[before] = far + cost
                heappush(queue, (far + cost, before))
    return best
