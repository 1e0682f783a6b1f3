"""The line that a scripted Axis player of Traces of War wants to hold: the cheapest way from the north to the sea."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.state import AXIS, SOVIET
from stavka.hexes import NO_HEX, Hex

TOO_FAR: Final = 16
SLOPE: Final = 2
CHEAPEST: Final = 0.15


def front(sense: Sense) -> list[int]:
    """For each row, the first column that is not behind the Axis front: the enemy holds it, or a cone before the
    enemy."""
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


class Costs(dict[int, float]):
    """The cost of a hex for the line: nearness to the enemy and ground given up, less the help of terrain and units."""

    def __init__(self, sense: Sense) -> None:
        s = sense.s
        self.w, self.from_foe, self.sides, self.shift = (
            sense.w,
            sense.from_foe,
            sense.chart.sides,
            sense.g.terrain_shift,
        )
        self.held, self.zone = s.occupied[AXIS], enemy_zoc(sense.g, s, SOVIET)
        self.secure, self.ordered = sense.secure, s.orders & ~s.cities

    def __missing__(self, hex_: Hex) -> float:
        w, from_foe, bit = self.w, self.from_foe, 1 << hex_
        away = from_foe[hex_]
        off = away - w.line_near
        cost = 1.0 + (w.line_further * off if off >= 0 else -w.line_nearer * off)
        facing = [worth for near, worth in self.sides[hex_] if from_foe[near] < away]
        if facing:
            cost -= w.line_river * sum(facing) / len(facing)
        cost -= w.line_terrain * self.shift[hex_]
        if self.held & bit:
            cost -= w.line_held
        elif self.zone & bit:
            cost -= 0.1
        if not self.secure & bit:
            cost += w.line_insecure
        if self.ordered & bit:
            cost -= w.line_order
        self[hex_] = cost = max(CHEAPEST, cost)
        return cost


def find_line(sense: Sense) -> list[Hex]:
    """The hexes of the line from north to south."""
    grid, from_foe, around = sense.g.grid, sense.from_foe, sense.g.grid.neighbours
    where = sense.chart.where
    limit = front(sense)
    heap: list[tuple[float, Hex, Hex]] = []
    came: dict[Hex, Hex] = {}
    best: dict[Hex, float] = {}
    costs = Costs(sense)
    for column in range(1, min(limit[grid.rows], grid.columns + 1)):
        hex_ = grid.at(grid.rows, column)
        if hex_ >= 0 and from_foe[hex_] <= TOO_FAR:
            best[hex_] = costs[hex_]
            heappush(heap, (best[hex_], hex_, NO_HEX))
    while heap:
        cost, hex_, before = heappop(heap)
        if hex_ in came:
            continue
        came[hex_] = before
        if is_south_edge(sense, hex_, where[hex_][0]):
            return way(came, hex_)
        for near in around[hex_]:
            if near < 0 or near in came:
                continue
            row, column = where[near]
            if column >= limit[row] or from_foe[near] > TOO_FAR:
                continue
            onward = cost + costs[near]
            if near not in best or onward < best[near]:
                best[near] = onward
                heappush(heap, (onward, near, hex_))
    return []


def is_south_edge(sense: Sense, hex_: Hex, row: int) -> bool:
    """Whether a hex lies on the coast or on the southern map edge, where the line ends."""
    around = sense.g.grid.neighbours[hex_]
    return row <= 8 and (around[2] < 0 or around[3] < 0)


def way(came: dict[Hex, Hex], hex_: Hex) -> list[Hex]:
    found = [hex_]
    while came[found[-1]] >= 0:
        found.append(came[found[-1]])
    return found[::-1]
