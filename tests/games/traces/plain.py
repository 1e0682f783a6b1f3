"""A position of Traces of War by printed hex numbers and unit ids, and slow answers to questions about it.

Nothing here shares a line with the rule modules: no bit sets, no derived columns, no tables made at load. It reads the
data files and the raw columns of a position, and follows the words of the rules."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cached_property
from itertools import pairwise

from stavka.engine import kinds
from stavka.engine.kinds import Side, numbered
from stavka.games.traces.files import Unit
from stavka.games.traces.game import Traces
from stavka.games.traces.state import Position
from stavka.hexes import Hex

SIDES = ("soviet", "axis")
ELIMINATED = -2
MECHANISED = ("armour", "mechanised infantry")
NEIGHBOURS: dict[int, dict[str, list[str]]] = {}  # by map, cached


class Plain:
    def __init__(self, g: Traces, s: Position) -> None:
        self.g, self.s = g, s
        self.map = g.files.hexmap
        self.terrain = self.map.terrain
        self.unit: dict[str, Unit] = {unit.id: unit for unit in g.files.units}
        ids = [unit.id for unit in g.files.units]
        self.number = {unit: i for i, unit in enumerate(ids)}
        self.where = {ids[i]: g.grid.number(place) for i, place in numbered(s.place) if place >= 0}
        self.lost = {ids[i] for i, place in numbered(s.place) if place == ELIMINATED}
        self.here: dict[str, list[str]] = {}
        for unit, number in self.where.items():
            self.here.setdefault(number, []).append(unit)
        numbers = [g.grid.number(Hex(i)) for i in range(g.grid.size)]
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
        """[13.2, 13.3] Soviet VP in quarters."""
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
        for i, side in numbered(SIDES):
            moved = self.s.relocations[Side(i)] + sum(self.side(unit) == side for unit in hqs)
            total += 2 * 4 * moved if side == "axis" else -2 * 4 * moved
        for unit, a in self.where.items():
            if self.side(unit) == "soviet" and a in self.map.features["breakthrough"] and unit not in cut_off:
                total += 5 * 4
        return total

    # -- what counters show -----------------------------------------------------------------------------------------

    def steps(self, unit: str) -> int:
        return self.s.steps[kinds.Unit(self.number[unit])]

    def printed(self, unit: str, what: str) -> int:
        """attack, defence or move as it is printed on the side of the counter that lies up."""
        card = self.unit[unit]
        if self.s.converted and card.ukrainian is not None:
            return int(getattr(card.ukrainian, what))
        if card.steps == 2 and self.steps(unit) == 1:
            return int(getattr(card, what + "2"))
        return int(getattr(card, what))

    def has(self, marker: str, unit: str) -> bool:
        return bool(getattr(self.s, marker) >> self.number[unit] & 1)

    def attack(self, unit: str) -> int:
        return max(0, self.printed(unit, "attack") - (2 if self.marked(unit) else 0))

    def defence(self, unit: str) -> int:
        return max(0, self.printed(unit, "defence") - (2 if self.has("isolated", unit) else 0))

    # -- combat -----------------------------------------------------------------------------------------------------

    def totals(self, attackers: list[str], target: str) -> tuple[int, int, int]:
        """[10.2] Attack, defence, and shifts to the left of an attack."""
        total = 0
        for a in {self.where[unit] for unit in attackers}:
            strength = sum(self.attack(unit) for unit in attackers if self.where[unit] == a)
            total += strength // 2 if self.river(a, target) else strength
        tables = self.g.files.tables
        shift = next(row.shift for row in tables.terrain if row.id == self.terrain[target])
        shift += sum(row.shift for row in tables.city if row.id == self.places.get(target))
        return total, sum(self.defence(unit) for unit in self.here[target]), shift

    def may_be_attacked(self, attackers: list[str], target: str) -> bool:
        attack, defence, shift = self.totals(attackers, target)
        if not defence:
            return attack > 0
        columns = [row.halves for row in self.g.files.tables.crt if 2 * attack >= row.halves * defence]
        return len(columns) > shift

    # -- movement ---------------------------------------------------------------------------------------------------

    def price(self, side: str, a: str, b: str) -> int:
        """[9.1, 9.3a] MP of a step that no rule forbids."""
        tables = self.g.files.tables
        cost = 1 if self.line(a, b) else next(row.cost for row in tables.terrain if row.id == self.terrain[b])
        if self.river(a, b) == "minor" and not self.line(a, b):
            cost += 1
        return cost + 2 * self.in_ezoc(side, a) + 2 * self.in_ezoc(side, b)

    def bar(self, side: str, origin: str, a: str, b: str, *, has_left: bool) -> str:
        """The rule that forbids a step of Normal Movement whatever it costs; empty when none does."""
        both = self.in_ezoc(side, a) and self.in_ezoc(side, b)
        swamp = self.terrain[b] == "swamp" and not self.road(a, b)
        if self.enemy_in(side, b):
            return "5.0f"
        if self.blocked(a, b):
            return "9.0e"
        if self.river(a, b) == "major" and both:
            return "9.3b"
        if self.unbridged(a, b) and (has_left or a != origin):
            return "9.1d"
        if swamp and both:
            return "9.3d"
        if swamp and b not in self.neighbours(origin):
            return "9.3c"
        return ""

    def reach(self, side: str, here: str, origin: str, points: int, *, has_left: bool) -> dict[str, int]:
        """Every hex that Normal Movement leads to from `here`, with its cost; `origin` is where the move began.

        A Swamp entered off the Road and an unbridged Major River end the move."""
        best, ends = {here: 0}, {here: 0}
        todo = [here]
        while todo:
            a = min(todo, key=best.__getitem__)
            todo.remove(a)
            for b in self.neighbours(a):
                if self.bar(side, origin, a, b, has_left=has_left):
                    continue
                if self.unbridged(a, b):
                    if points:
                        ends[b] = min(ends.get(b, points), points)
                    continue
                cost = best[a] + self.price(side, a, b)
                if cost > points:
                    continue
                ends[b] = min(ends.get(b, cost), cost)
                halts = self.terrain[b] == "swamp" and not self.road(a, b)
                if not halts and cost < best.get(b, points + 1):
                    best[b] = cost
                    todo.append(b)
        return ends

    def roads(self, side: str, here: str, length: int) -> set[str]:
        """[9.2] Hexes within so many steps along the Road, out of EZOCs."""
        level, seen = {here}, {here}
        for _ in range(length):
            level = {
                b
                for a in level
                for b in self.neighbours(a)
                if self.road(a, b) and not self.enemy_in(side, b) and not self.in_ezoc(side, b)
            } - seen
            seen |= level
        return seen

    # -- placement --------------------------------------------------------------------------------------------------

    def railhead(self, side: str) -> set[str]:
        """[11.0b] Railroad hexes joined by free Railroad to a Supply Source on the map."""

        def free(a: str) -> bool:
            enemy_city = self.places.get(a) == "major city" and self.owner(a) != side
            return self.rail_hex(a) and not self.enemy_in(side, a) and not self.in_ezoc(side, a) and not enemy_city

        start = {a for a in self.map.features[f"supply source {side}"] if free(a)}
        return self.flood(start, lambda a, b: free(b) and self.pair(a, b) in self.map.rails and not self.blocked(a, b))

    def may_trace_from(self, side: str, a: str) -> bool:
        """[2.3e, 8.1] Whether a unit that came to a hex could trace a Supply Line from it: it would negate the EZOC and
        take the City there."""
        if self.enemy_in(side, a):
            return False
        linked = self.linked(side)
        ways = [b for b in self.neighbours(a) if not self.blocked(a, b) and not self.unbridged(a, b)]
        return a in linked or a in self.sources(side) or any(b in linked for b in ways)

    # -- retreat ----------------------------------------------------------------------------------------------------

    def retreat_bar(self, side: str, been: list[str], b: str) -> str:
        """The rule that forbids a retreat to go on into a hex."""
        a = been[-1]
        if self.enemy_in(side, b) or self.blocked(a, b):
            return "10.4m"
        if b in been:
            return "10.4d"
        if self.river(a, b) == "major":
            if self.in_ezoc(side, a) and self.in_ezoc(side, b):
                return "10.4l"
            if self.unbridged(a, b) and len(been) > 1:
                return "10.4k"
        return ""

    def closer(self, side: str, a: str, b: str) -> bool:
        return any(self.distance(b, source) < self.distance(a, source) for source in self.sources(side))

    def retreats(
        self, unit: str, been: list[str], length: int, leg: int
    ) -> list[tuple[tuple[int, bool, bool], list[str]]]:
        """[10.4] All whole paths, each with what it is judged by: EZOC hexes, not closer, too many in the last hex."""
        side = self.side(unit)
        if not length:
            path = been[leg:]
            in_ezoc = sum(self.in_ezoc(side, a) for a in path[1:])
            far = not all(self.closer(side, a, b) for a, b in pairwise(path))
            return [((in_ezoc, far, self.is_full(unit, path[-1])), been)]
        ways = [b for b in self.neighbours(been[-1]) if not self.retreat_bar(side, been, b)]
        return [found for b in ways for found in self.retreats(unit, [*been, b], length - 1, leg)]
