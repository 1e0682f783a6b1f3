"""Reach and supply of Traces of War written the obvious way: dictionaries, a heap, sets of hex numbers, rules read off
the map.

This shares no code with the kernel or the rule modules: the tests compare the two, and the benchmark shows the gain of
the bit sets."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush
from typing import NamedTuple

from stavka.data.hexmap import HexMap, side


class Table(NamedTuple):
    """A position reduced to what movement and supply need, by hex number."""

    own: set[str]
    enemy: set[str]
    enemy_cities: set[str]
    sources: set[str]


class NaiveMap:
    def __init__(self, hexmap: HexMap, costs: dict[str, int]) -> None:
        self.costs = costs
        self.terrain = hexmap.terrain
        self.blocked = hexmap.blocked
        self.roads, self.rails = hexmap.roads, hexmap.rails
        self.rivers = {pair: kind for pair, (kind, _) in hexmap.rivers.items()}
        self.near = {number: self.neighbours(number) for number in self.terrain}

    def neighbours(self, number: str) -> list[str]:
        row, column = int(number[:2]), int(number[2:])
        east = row % 2
        near = [(row, column - 1), (row, column + 1)]
        for other in (row - 1, row + 1):
            near += [(other, column - 1 + east), (other, column + east)]
        found = [f"{r:02}{c:02}" for r, c in near if r > 0 and c > 0]
        return [other for other in found if other in self.terrain]

    def is_bridged(self, a: str, b: str) -> bool:
        return side(a, b) in self.roads or side(a, b) in self.rails

    def zone(self, units: set[str]) -> set[str]:
        return {b for a in units for b in self.near[a] if side(a, b) not in self.blocked}

    def reach(self, table: Table, start: str, points: int) -> dict[str, int]:
        """The cost of every hex that a unit may enter by Normal Movement, including rivers and swamps."""
        zone = self.zone(table.enemy)
        best = {start: 0}
        heap = [(0, start, False)]
        stuck: dict[str, int] = {}
        while heap:
            spent, here, _ = heappop(heap)
            if spent > best.get(here, points):
                continue
            for there in self.near[here]:
                price, halts = self.price(zone, start, here, there, points)
                total = spent + price
                if there in table.enemy or total > points:
                    continue
                if halts:
                    stuck[there] = min(stuck.get(there, points), total)
                elif total < best.get(there, points + 1):
                    best[there] = total
                    heappush(heap, (total, there, False))
        for there, total in stuck.items():
            best[there] = min(best.get(there, points), total)
        return best

    def price(self, zone: set[str], start: str, here: str, there: str, points: int) -> tuple[int, bool]:
        """The cost of one step and whether the unit must stop after it; more than `points` if the step is not
        allowed."""
        pair, never = side(here, there), points + 1
        river, both = self.rivers.get(pair), here in zone and there in zone
        if pair in self.blocked or (river == "major" and both):
            return never, False
        if river == "major" and not self.is_bridged(here, there):
            return (points, True) if here == start and points else (never, False)
        muddy = self.terrain[there] == "swamp" and pair not in self.roads
        if muddy and (both or there not in self.near[start]):
            return never, False
        price = 1 if self.is_bridged(here, there) else self.costs[self.terrain[there]] + (river == "minor")
        return price + 2 * (here in zone) + 2 * (there in zone), muddy

    def supplied(self, table: Table) -> set[str]:
        """Hexes from which a Supply Line can be traced."""
        zone = self.zone(table.enemy)

        def carries(hex_: str) -> bool:
            free = hex_ not in table.enemy and hex_ not in table.enemy_cities
            return free and (hex_ not in zone or hex_ in table.own)

        found = {source for source in table.sources if carries(source)}
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in self.near[here]:
                pair = side(here, there)
                cut = self.rivers.get(pair) == "major" and not self.is_bridged(here, there)
                if there not in found and pair not in self.blocked and not cut and carries(there):
                    found.add(there)
                    queue.append(there)
        return found
