"""The line that a scripted Axis player of Traces of War wants to hold: the cheapest way from the north to the sea."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from stavka.agents.traces_sense import Sense
from stavka.games.traces.position import AXIS, SOVIET
from stavka.games.traces.zoc import is_in_enemy_zoc

TOO_FAR: Final = 16
SLOPE: Final = 2
CHEAPEST: Final = 0.15


def front(sense: Sense) -> list[int]:
    """For each row the first column that is not behind the Axis front: the enemy holds it, or a cone before him."""
    grid = sense.g.grid
    limit = [99] * (grid.rows + 1)
    for hex_ in grid.bits(sense.s.occupied[SOVIET]):
        row, column = grid.row_column(hex_)
        limit[row] = min(limit[row], column)
    for row in range(2, grid.rows + 1):
        limit[row] = min(limit[row], limit[row - 1] + SLOPE)
    for row in range(grid.rows - 1, 0, -1):
        limit[row] = min(limit[row], limit[row + 1] + SLOPE)
    return limit


def hex_cost(sense: Sense, hex_: int) -> float:
    """What a hex of the line costs: nearness to the enemy, ground given up, less what terrain and units help."""
    g, s, w, from_foe = sense.g, sense.s, sense.w, sense.from_foe
    away = from_foe[hex_]
    off = away - w.line_near
    cost = 1.0 + (w.line_further * off if off >= 0 else -w.line_nearer * off)
    facing = [worth for near, worth in sense.chart.sides[hex_] if from_foe[near] < away]
    if facing:
        cost -= w.line_river * sum(facing) / len(facing)
    cost -= w.line_terrain * g.terrain_shift[hex_]
    if s.occupied[AXIS] >> hex_ & 1:
        cost -= w.line_held
    elif is_in_enemy_zoc(g, s, SOVIET, hex_):
        cost -= 0.1
    if not sense.secure >> hex_ & 1:
        cost += w.line_insecure
    if s.orders & ~s.cities & 1 << hex_:
        cost -= w.line_order
    return max(CHEAPEST, cost)


def find_line(sense: Sense) -> list[int]:
    """The hexes of the line from north to south."""
    grid = sense.g.grid
    limit = front(sense)
    heap: list[tuple[float, int, int]] = []
    came: dict[int, int] = {}
    best: dict[int, float] = {}
    costs: dict[int, float] = {}
    for column in range(1, min(limit[grid.rows], grid.columns + 1)):
        hex_ = grid.at(grid.rows, column)
        if hex_ >= 0 and sense.from_foe[hex_] <= TOO_FAR:
            best[hex_] = hex_cost(sense, hex_)
            heappush(heap, (best[hex_], hex_, -1))
    while heap:
        cost, hex_, before = heappop(heap)
        if hex_ in came:
            continue
        came[hex_] = before
        row, _ = grid.row_column(hex_)
        if is_south_edge(sense, hex_, row):
            return way(came, hex_)
        for near in grid.neighbours[hex_]:
            if near < 0 or near in came:
                continue
            row, column = grid.row_column(near)
            if column >= limit[row] or sense.from_foe[near] > TOO_FAR:
                continue
            if near not in costs:
                costs[near] = hex_cost(sense, near)
            onward = cost + costs[near]
            if onward < best.get(near, 1e9):
                best[near] = onward
                heappush(heap, (onward, near, hex_))
    return []


def is_south_edge(sense: Sense, hex_: int, row: int) -> bool:
    """The coast, or the map's edge: nothing lies south of it."""
    around = sense.g.grid.neighbours[hex_]
    return row <= 8 and (around[2] < 0 or around[3] < 0)


def way(came: dict[int, int], hex_: int) -> list[int]:
    found = [hex_]
    while came[found[-1]] >= 0:
        found.append(came[found[-1]])
    return found[::-1]
