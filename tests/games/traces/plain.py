"""A position of Traces of War by printed hex numbers and unit ids, and slow answers to questions about it.

Nothing here shares a line with the rule modules: no bit sets, no derived columns, no tables made at load. It reads the
data files and the raw columns of a position, and follows the words of the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property

from stavka.games.traces.files import Unit
from stavka.games.traces.game import Traces
from stavka.games.traces.position import Position

SIDES = ("soviet", "axis")
ELIMINATED = -2
MECHANISED = ("armour", "mechanised infantry")
NEIGHBOURS: dict[int, dict[str, list[str]]] = {}  # by map: asked for very often


class Plain:
    def __init__(self, g: Traces, s: Position) -> None:
        self.g, self.s = g, s
        self.map = g.files.hexmap
        self.terrain = self.map.terrain
        self.unit: dict[str, Unit] = {unit.id: unit for unit in g.files.units}
        ids = [unit.id for unit in g.files.units]
        self.number = {unit: i for i, unit in enumerate(ids)}
        self.where = {ids[i]: g.grid.number(place) for i, place in enumerate(s.place) if place >= 0}
        self.lost = {ids[i] for i, place in enumerate(s.place) if place == ELIMINATED}
        self.here: dict[str, list[str]] = {}
        for unit, number in self.where.items():
            self.here.setdefault(number, []).append(unit)
        numbers = [g.grid.number(i) for i in range(g.grid.size)]
        self.soviet_cities = {numbers[i] for i in range(len(numbers)) if s.cities >> i & 1}
        self.soviet_crossings = {numbers[i] for i in range(len(numbers)) if s.crossings >> i & 1}
        self.bridgehead = numbers[s.bridgehead] if s.bridgehead >= 0 else ""

    # -- the map ----------------------------------------------------------------------------------------------------

    def neighbours(self, a: str) -> list[str]:
        return NEIGHBOURS.setdefault(id(self.map), {}).get(a) or self.find_neighbours(a)

    def find_neighbours(self, a: str) -> list[str]:
        """Odd rows are pushed half a hex to the east."""
        row, column = int(a[:2]), int(a[2:])
        side = column + 1 if row % 2 else column - 1
        near = [(row, column - 1), (row, column + 1)]
        near += [(r, c) for r in (row - 1, row + 1) for c in (column, side)]
        found = [b for b in (f"{r:02d}{c:02d}" for r, c in near if r >= 0 and c >= 0) if b in self.terrain]
        NEIGHBOURS[id(self.map)][a] = found
        return found

    def distance(self, a: str, b: str) -> int:
        """Plain hexes: walk the rows, each of which moves half a hex sideways, then along the row."""
        (r1, x1), (r2, x2) = self.centre(a), self.centre(b)
        rows, across = abs(r1 - r2), abs(x1 - x2)
        return rows + max(0, across - rows) // 2

    def centre(self, a: str) -> tuple[int, int]:
        row, column = int(a[:2]), int(a[2:])
        return row, 2 * column + row % 2

    def pair(self, a: str, b: str) -> tuple[str, str]:
        return min(a, b), max(a, b)

    def adjacent(self, a: str, b: str) -> bool:
        return b in self.neighbours(a)

    def blocked(self, a: str, b: str) -> bool:
        return self.pair(a, b) in self.map.blocked

    def river(self, a: str, b: str) -> str:
        kind, _ = self.map.rivers.get(self.pair(a, b), ("", ""))
        return kind

    def road(self, a: str, b: str) -> bool:
        return self.pair(a, b) in self.map.roads and not self.blocked(a, b)

    def line(self, a: str, b: str) -> bool:
        """A Road or a Railroad crosses the side."""
        return self.road(a, b) or (self.pair(a, b) in self.map.rails and not self.blocked(a, b))

    def unbridged(self, a: str, b: str) -> bool:
        return self.river(a, b) == "major" and not self.line(a, b)

    def rail_hex(self, a: str) -> bool:
        return any(self.pair(a, b) in self.map.rails and not self.blocked(a, b) for b in self.neighbours(a))

    def road_hex(self, a: str) -> bool:
        return any(self.road(a, b) for b in self.neighbours(a))

    @cached_property
    def places(self) -> dict[str, str]:
        return {place.hex: place.kind for place in self.map.places}

    def is_city(self, a: str) -> bool:
        return self.places.get(a) in ("city", "major city")

    def owner(self, a: str) -> str:
        return "soviet" if a in self.soviet_cities else "axis"

    # -- who is where -----------------------------------------------------------------------------------------------

    def side(self, unit: str) -> str:
        return self.unit[unit].side

    def units_of(self, side: str, a: str) -> list[str]:
        return [unit for unit in self.here.get(a, []) if self.side(unit) == side]

    def enemy_in(self, side: str, a: str) -> bool:
        return any(self.side(unit) != side for unit in self.here.get(a, []))

    def in_ezoc(self, side: str, a: str) -> bool:
        """[6.0] Next to an enemy unit of any kind, but not across a Blocked hexside."""
        return any(self.enemy_in(side, b) and not self.blocked(a, b) for b in self.neighbours(a))

    def is_full(self, unit: str, a: str) -> bool:
        """[5.0] No room for this unit: two other Combat Units, or for an HQ another HQ."""
        others = [u for u in self.units_of(self.side(unit), a) if u != unit]
        if self.unit[unit].type == "hq":
            return any(self.unit[u].type == "hq" for u in others)
        return sum(self.unit[u].type != "hq" for u in others) >= 2

    def marked(self, unit: str) -> bool:
        return bool((self.s.oos | self.s.isolated) >> self.number[unit] & 1)

    def sources(self, side: str) -> set[str]:
        hexes = set(self.map.features[f"supply source {side}"])
        return hexes | {self.bridgehead} - {""} if side == "soviet" else hexes

    def passes(self, side: str, a: str) -> bool:
        """[8.1] Whether a Supply Line may run through a hex."""
        if self.enemy_in(side, a) or (self.is_city(a) and self.owner(a) != side):
            return False
        return bool(self.units_of(side, a)) or not self.in_ezoc(side, a)

    def linked(self, side: str) -> set[str]:
        """Hexes joined to a Source of the side by a Supply Line, all of which let it pass."""
        start = {a for a in self.sources(side) if self.passes(side, a)}
        return self.flood(
            start, lambda a, b: self.passes(side, b) and not self.blocked(a, b) and not self.unbridged(a, b)
        )

    def flood(self, start: set[str], may: Callable[[str, str], bool]) -> set[str]:
        found, todo = set(start), deque(start)
        while todo:
            a = todo.popleft()
            for b in self.neighbours(a):
                if b not in found and may(a, b):
                    found.add(b)
                    todo.append(b)
        return found

    def supplied(self, side: str) -> set[str]:
        """The side's units that can trace now: the hex of a unit never blocks its own line."""
        linked = self.linked(side)
        return {unit for unit, a in self.where.items() if self.side(unit) == side and a in linked}

    # -- victory ----------------------------------------------------------------------------------------------------

    def points(self, *, final: bool) -> int:
        """[13.2, 13.3] Soviet VPs in quarters."""
        return self.race_points() if self.s.scenario == "race" else self.campaign_points(final=final)

    def race_points(self) -> int:
        supplied = self.supplied("soviet")
        total = 5 * 4 * len(self.soviet_crossings)
        for unit, a in self.where.items():
            if self.side(unit) != "soviet" or self.unit[unit].type == "hq" or a not in self.west:
                continue
            worth = 4 if self.unit[unit].type in MECHANISED else 2
            total += worth if unit in supplied else worth // 2
        return total

    @property
    def west(self) -> set[str]:
        return set(self.map.features["west of the Dnipro"])

    def campaign_points(self, *, final: bool) -> int:
        cut_off = set(self.where) - self.supplied("soviet") - self.supplied("axis") if final else set()
        total = 0
        for a, kind in self.places.items():
            total += 8 * 4 if kind == "major city" and a in self.soviet_cities else 0
        for unit in self.lost | {unit for unit in cut_off if self.unit[unit].type != "hq"}:
            card = self.unit[unit]
            if card.nation == "german":
                total += 2 * 4 if card.type == "armour" else 1 * 4
        hqs = [unit for unit in cut_off if self.unit[unit].type == "hq"]
        for i, side in enumerate(SIDES):
            moved = self.s.relocations[i] + sum(self.side(unit) == side for unit in hqs)
            total += 2 * 4 * moved if side == "axis" else -2 * 4 * moved
        for unit, a in self.where.items():
            if self.side(unit) == "soviet" and a in self.map.features["breakthrough"] and unit not in cut_off:
                total += 5 * 4
        return total
