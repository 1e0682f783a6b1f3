"""The maps of Roads to Moscow as the rules use them: sets of hexes, hexside masks, what each step costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache, partial, reduce
from itertools import accumulate, product
from operator import or_
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.hexes import BARRED, Edges, Grid, Hex, Hexes, Reacher, Sides, build_edges, change_costs, join_edges
from stavka.hexes.reach import Change
from stavka.hexes.sides import add_at, both, either, without

if TYPE_CHECKING:
    from stavka.games.moscow.files import Files, Tables

CONTENTS: Final = {
    "clear": ("clear",),
    "rough": ("rough",),
    "clear-woods": ("clear", "woods"),
    "rough-woods": ("rough", "woods"),
    "marsh-woods": ("marsh", "woods"),
    "hamlet": ("clear", "hamlet"),
    "village": ("clear", "village"),
    "town": ("clear", "town"),
}
"""The features of each terrain of the map, by the rows of the TEC."""
OPEN_GROUND: Final = ("clear", "hamlet", "village", "town")
"""Terrain that is Clear for Trails (8.33b)."""
ROADS: Final = ("main road", "minor road")
NETWORKS: Final = (*ROADS, "trail", "railway")
COLUMNS: Final = ("foot_halves", "foot_rain_halves", "motorized_halves", "motorized_rain_halves")
KEPT: Final = 64  # sets of edges that are kept: they change when works are built, razed or overcome


class Going(NamedTuple):
    """The conditions of movement apart from the hexes: the class of the mover, the weather, and the enemy's works."""

    motorized: bool
    red_box: bool
    rain: bool
    lines: Hexes
    """Hexes whose Fortified Line hinders the mover."""
    forts: Hexes
    """Enemy Strongpoints in Clear hexes, which are no Clear hexes for a Trail."""

    @property
    def column(self) -> int:
        """The column of the TEC, as in COLUMNS."""
        return 2 * self.motorized + self.rain


class StepCosts(NamedTuple):
    """The costs of steps: for each cost, the hexsides off the road and along it."""

    off: dict[int, Sides]
    along: dict[int, Sides]


class Board:
    """Everything printed on the maps."""

    grid: Grid

    def load_board(self, files: Files) -> None:
        self.hexmap = files.hexmap
        self.grid = files.hexmap.grid  # [2.0a, 2.1a]
        self.place_hexes(files)
        self.draw_hexsides(files)
        self.cost_steps(files.tables)
        self.prepare_combat(files.tables)
        self.mark_out(files)
        self.line_sides = lru_cache(KEPT)(self._line_sides)
        self.dear_hexes = lru_cache(KEPT)(self._dear_hexes)
        self.free_edges = lru_cache(None)(self._free_edges)
        self.free_reacher = lru_cache(None)(self.make_free_reacher)
        self.plain_edges = lru_cache(None)(self._plain_edges)
        self.reacher = lru_cache(KEPT)(self.make_reacher)

    # -- hexes ------------------------------------------------------------------------------------------------------

    def place_hexes(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        by_terrain: dict[str, list[str]] = {name: [] for name in CONTENTS}
        for number, terrain in hexmap.terrain.items():
            by_terrain[terrain].append(number)
        self.terrain = {name: grid.from_numbers(*numbers) for name, numbers in by_terrain.items()}
        self.holds: dict[str, Hexes] = {}
        for name, rows in CONTENTS.items():
            for row in rows:
                self.holds[row] = self.holds.get(row, 0) | self.terrain[name]
        self.towns, self.marsh = self.holds["town"], self.holds["marsh"]
        self.open_ground: Hexes = sum(self.terrain[name] for name in OPEN_GROUND)
        self.map_hexes = {
            sheet.prefix: grid.hexes(i for i in grid.bits(grid.all) if grid.sheet(i) == number)
            for number, sheet in enumerate(grid.sheets)
        }  # [2.0a]
        self.edge = grid.hexes(i for i in grid.bits(grid.all) if -1 in grid.neighbours[i])
        self.place_names = {grid.index(p.hex): p.name for p in hexmap.places}
        self.place_languages = {grid.index(p.hex): p.names for p in hexmap.places}

    def mark_out(self, files: Files) -> None:
        """Mark Supply Sources, entry areas, and the set-up of the scenarios."""
        labelled, marked = self.hexmap.labelled, self.grid.from_numbers
        sources = labelled("supply source")
        self.sources = (marked(*sources.get("G", ())), marked(*sources.get("S", ())))  # [6.31, 6.32]
        self.entry_areas = {area: marked(*hexes) for area, hexes in labelled("entry").items()}  # [5.2]
        self.german_start = {label: marked(*hexes) for label, hexes in labelled("german start").items()}  # [3.12a1]
        self.fort_start = {label: marked(*hexes) for label, hexes in labelled("strongpoint start").items()}
        self.fallen_start = {label: marked(*hexes) for label, hexes in labelled("fallen line start").items()}

    # -- hexsides ---------------------------------------------------------------------------------------------------

    def draw_hexsides(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        rivers = hexmap.layer("river")
        water = {
            kind: self.grid.sides_between(s for s, (what, _) in rivers.items() if what == kind)
            for kind in ("stream", "river")
        }
        self.stream, self.river = water["stream"], water["river"]
        fords = self.grid.sides_between(hexmap.layer("ford"))
        self.links = {network: self.grid.sides_between(hexmap.network(network)) for network in NETWORKS}
        linked = either(*self.links.values())
        self.bridged = without(both(linked, either(self.stream, self.river)), fords)  # [8.36b, 8.36b1]
        self.unbridged_stream = without(self.stream, self.bridged)
        self.unbridged_river = without(self.river, self.bridged)
        self.riverside: Hexes = reduce(or_, self.unbridged_river)
        self.over_river = {
            i: grid.hexes(grid.neighbours[i][d] for d in range(6) if self.unbridged_river[d] >> i & 1)
            for i in grid.bits(self.riverside)
        }
        self.dry_sides: Sides = grid.closed(self.unbridged_river)  # [3.26, 8.36c]
        self.line_open: Sides = grid.closed(either(self.unbridged_river, self.unbridged_stream))  # [6.21d, 6.21e]
        roads = both(either(*(self.links[road] for road in ROADS)), self.line_open)  # [6.22, 6.22a]
        tracks = either(roads, both(self.links["trail"], self.line_open))  # [6.23]
        self.supply_links = (tracks, roads)
        self.uphill = self._faces("slope")
        self.line_front = self._faces("fortified line")
        self.line_hexes: Hexes = sum({1 << grid.index(h) for h in hexmap.behind("fortified line").values()})  # [14.0b]

    def _faces(self, layer: str) -> Sides:
        """For each direction the hexes from which a step leads over such a hexside to the hex behind it."""
        faces = [0] * 6
        for (a, b), behind in self.hexmap.behind(layer).items():
            front, back = (self.grid.index(b if behind == a else a), self.grid.index(behind))
            faces[self.grid.direction(front, back)] |= 1 << front
        return tuple(faces)

    def _line_sides(self, lines: Hexes) -> Sides:
        """The hexsides of the Fortified Lines of these hexes, from both sides."""
        fronts = [self.line_front[d] & self.grid.step(lines, (d + 3) % 6) for d in range(6)]
        return tuple(fronts[d] | self.grid.step(fronts[(d + 3) % 6], (d + 3) % 6) for d in range(6))

    def _dear_hexes(self, lines: Hexes) -> Hexes:
        """The hexes into which a step may lead over the Fortified Lines of these hexes."""
        sides = self.line_sides(lines)
        return reduce(or_, (self.grid.step(sides[d], d) for d in range(6)))

    # -- movement ---------------------------------------------------------------------------------------------------

    def cost_steps(self, tables: Tables) -> None:
        """Set what works and roads add to the cost of a step; the steps themselves are costed on demand, by class and
        weather (`step_costs`, `edge_costs`)."""
        self.line_halves, self.fort_halves = (
            next(row.halves for row in tables.work if row.id == what) for what in ("fortified line", "strongpoint")
        )
        self.step_costs = lru_cache(None)(partial(self._step_costs, tables))
        self.step_cost = lru_cache(None)(self._step_cost)
        self.edge_costs = lru_cache(None)(partial(self._edge_costs, tables))
        self.edge_within = lru_cache(None)(self._edge_within)
        roads = {road.id: road for road in tables.road}
        clear, other = roads["trail into clear"], roads["trail into other"]
        trails = self.links["trail"]
        paved = either(*(self.links[name] for name in ROADS))
        muddy: Hexes = 0
        for sides in without(trails, paved):
            muddy |= sides
        self.on_trail = muddy & self.open_ground
        self.fort_on_trail = (other.foot_halves - clear.foot_halves, other.motorized_halves - clear.motorized_halves)

    def _step_costs(self, tables: Tables, kind: int) -> StepCosts:
        """The costs of steps in a column of the TEC."""
        grid, column, rain = self.grid, COLUMNS[kind], bool(kind & 1)
        cost: dict[str, int] = {row.id: getattr(row, column) for row in tables.terrain}
        side: dict[str, int] = {row.id: getattr(row, column) for row in tables.hexside}
        road: dict[str, int] = {row.id: getattr(row, column) for row in tables.road}
        streams = (side["stream"], self.unbridged_stream), (0, grid.closed(self.unbridged_stream))  # [8.36a, 8.36b]
        slopes = (side["slope"], self.uphill), (0, grid.closed(self.uphill))  # [8.37, 8.37b]
        off: dict[int, list[Hexes]] = {}
        along: dict[int, list[Hexes]] = {}
        for name, rows in CONTENTS.items():
            whole = sum(cost[row] for row in rows)  # [8.11, 8.31a, 8.31b, 8.35a]
            bare = sum(cost[row] for row in rows if row != "woods")
            into = grid.into(self.terrain[name])
            for (wade, wet), (climb, steep) in product(streams, slopes):
                here = both(into, both(wet, steep))
                add_at(off, whole + wade + climb, here)  # [8.32]
                for price, links in sorted(self._ways(road, name, bare, climb, rain=rain)):
                    add_at(along, price + wade, both(here, links))
                    here = without(here, links)
        return StepCosts(_frozen(off), _frozen(along))

    def _hex_costs(self, tables: Tables, column: str) -> tuple[list[int], list[int]]:
        """The cost of each hex off the road, with and without its woods."""
        cost: dict[str, int] = {row.id: getattr(row, column) for row in tables.terrain}
        whole, bare = [0] * self.grid.size, [0] * self.grid.size
        for name, rows in CONTENTS.items():
            for hex_ in self.grid.bits(self.terrain[name]):
                whole[hex_] = sum(cost[row] for row in rows)  # [8.11, 8.31a, 8.31b, 8.35a]
                bare[hex_] = sum(cost[row] for row in rows if row != "woods")
        return whole, bare

    def _edge_costs(self, tables: Tables, kind: int) -> list[int]:
        """The cost of a hex at the edge for units from off the map, by a Road, Trail or Railway that ends there."""
        column = COLUMNS[kind]
        whole, bare = self._hex_costs(tables, column)
        road: dict[str, int] = {row.id: getattr(row, column) for row in tables.road}
        costs = whole[:]
        for chain in self.hexmap.chains:
            for end in (chain.hexes[0], chain.hexes[-1]):
                hex_ = self.grid.index(end)
                if not self.edge >> hex_ & 1:
                    continue
                name = chain.network
                if name == "trail":
                    name = "trail into clear" if self.open_ground >> hex_ & 1 else "trail into other"
                price = road[name] if isinstance(road[name], int) else bare[hex_]
                costs[hex_] = min(costs[hex_], price)  # [5.22b]
        return costs

    def _edge_within(self, kind: int) -> list[Hexes]:
        """For each number of points, the hexes that cost no more for units from off the map."""
        costs = self.edge_costs(kind)
        within = [0] * (max(costs) + 1)
        for hex_ in self.grid.bits(self.grid.all):
            within[costs[hex_]] |= 1 << hex_
        return list(accumulate(within, or_))

    def _ways(
        self, road: dict[str, int], terrain: str, bare: int, climb: int, *, rain: bool
    ) -> list[tuple[int, Sides]]:
        """The costs of Roads, Trails and Railways into hexes of a terrain, without water, and their hexsides."""
        ways = [(road[name], self.links[name]) for name in ROADS]  # [8.33, 8.33a, 8.35b, 8.37a]
        trail = road["trail into clear" if terrain in OPEN_GROUND else "trail into other"]  # [8.33b]
        ways.append((bare + climb if rain else trail, self.links["trail"]))  # [8.33d, 8.37a, 8.42, 8.42a]
        ways.append(((bare if rain else road["railway"]) + climb, self.links["railway"]))  # [8.34, 8.35b]
        return ways

    def _step_cost(self, kind: int, hex_: Hex, d: int) -> tuple[int, int]:
        """The cost of one step off the road, and along it (0: there is none), in a column of the TEC (kept:
        `step_cost`)."""
        off, along = (
            next((cost for cost, sides in entry.items() if sides[d] >> hex_ & 1), 0) for entry in self.step_costs(kind)
        )
        return off, along

    def make_reacher(self, going: Going) -> Reacher:
        """Make the reacher for movers of a kind. No unit goes from EZOC to EZOC by Road, Trail or Railway (8.22a), and
        only Red-Box units do so by an ordinary step (8.23b)."""
        edges = self.plain_edges(motorized=going.motorized, red_box=going.red_box, rain=going.rain)
        plain = self.free_reacher(going.column)
        if not going.lines and not going.forts:
            return Reacher(edges, plain=plain)
        works = list(self._works(going))
        dearer = self.grid.hexes(self.grid.neighbours[hex_][d] for hex_, d, *_ in works)
        return Reacher(change_costs(edges, works), plain=plain, dearer=dearer)

    def make_free_reacher(self, kind: int) -> Reacher:
        """Make the reacher for a map without enemies, in a column of the TEC, shared by all units that use the
        column."""
        return Reacher(join_edges(*self.free_edges(kind)))

    def _free_edges(self, kind: int) -> tuple[Edges, Edges]:
        """The edges off the road, and those along it that cost less, without the enemy and its works."""
        off, along = self.step_costs(kind)
        less: dict[int, Sides] = {}
        for cost, sides in along.items():
            slower = both(sides, self.dry_sides)  # [8.36c1]
            for other, elsewhere in off.items():
                slower = without(slower, elsewhere) if other <= cost else slower
            less[cost] = slower
        dry = {cost: both(sides, self.dry_sides) for cost, sides in off.items()}  # [8.36c1]
        return build_edges(self.grid, dry), build_edges(self.grid, less)

    def _plain_edges(self, *, motorized: bool, red_box: bool, rain: bool) -> Edges:
        """The edges without the enemy's works."""
        slow, fast = self.free_edges(2 * motorized + rain)
        return join_edges(slow if red_box else _barred(slow), _barred(fast))  # [8.22, 8.22a, 8.23a, 8.23b]

    def _works(self, going: Going) -> Iterable[Change]:
        """The additional costs of the enemy's Fortified Lines, and of enemy Strongpoints in Clear hexes for units that
        come by Trail."""
        grid = self.grid
        lines = self.line_sides(going.lines)
        into = tuple(grid.step(going.forts, (d + 3) % 6) for d in range(6))
        for d in range(6):
            for hex_ in grid.bits(lines[d] | into[d]):
                if self.unbridged_river[d] >> hex_ & 1:
                    continue
                line = self.line_halves if lines[d] >> hex_ & 1 else 0  # [8.37, 8.37a, 14.11c]
                plain, linked = self.step_cost(going.column, hex_, d)
                if line:
                    yield hex_, d, plain, 0 if going.red_box else BARRED, plain + line
                extra = line + (self.trail_extra(going, hex_, d) if into[d] >> hex_ & 1 else 0)  # [8.33c]
                if linked and linked < plain and extra:
                    yield hex_, d, linked, BARRED, linked + extra

    def trail_extra(self, going: Going, hex_: Hex, d: int) -> int:
        """The additional cost of a Strongpoint in a Clear hex for units that come by Trail: the hex is no longer
        Clear."""
        paved = any(self.links[name][d] >> hex_ & 1 for name in ROADS)
        if going.rain or paved or not self.links["trail"][d] >> hex_ & 1:
            return 0
        return self.fort_on_trail[going.motorized]

    # -- combat -----------------------------------------------------------------------------------------------------

    def prepare_combat(self, tables: Tables) -> None:
        size = self.grid.size
        self.hex_drm, self.overrun_drm = [0] * size, [0] * size
        for name, rows in CONTENTS.items():
            held = [row for row in tables.terrain if row.id in rows]
            for hex_ in self.grid.bits(self.terrain[name]):
                self.hex_drm[hex_] = max(row.drm for row in held)  # [10.22a]
                values = [row.overrun_drm for row in held]
                self.overrun_drm[hex_] = max(0 if value == "barred" else value for value in values)
        self.town_drm = next(row.drm for row in tables.terrain if row.id == "town")
        sides = {row.id: row for row in tables.hexside}
        self.side_drms = [
            (self.stream, sides["stream"].drm, _number(sides["stream"].overrun_drm)),
            (self.river, sides["river"].drm, 0),
            (self.uphill, sides["slope"].drm, _number(sides["slope"].overrun_drm)),
        ]  # [10.22b, 10.22c]
        works = {row.id: row.drm for row in tables.work}
        self.fort_drm, self.line_drm = works["strongpoint"], works["fortified line"]  # [14.12c1, 14.12c2]


def _number(value: int | str) -> int:
    return value if isinstance(value, int) else 0


def _frozen(entry: dict[int, list[Hexes]]) -> dict[int, Sides]:
    return {cost: tuple(sides) for cost, sides in entry.items()}


def _barred(edges: Edges) -> Edges:
    """Edges without those that lead from EZOC to EZOC."""
    kinds = tuple(kind._replace(flags=BARRED) for kind in edges.kinds)
    return Edges(edges.grid, kinds, tuple(tuple((cost, BARRED, to) for cost, _, to in here) for here in edges.steps))
