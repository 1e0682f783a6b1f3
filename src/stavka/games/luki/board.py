"""The map of Velikye Luki as the rules use it: sets of hexes, hexside masks, edges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.hexes import BARRED, Grid, Hex, Hexes, Reacher, Sides, build_edges
from stavka.hexes.sides import add_at, both, hexes_of, without

if TYPE_CHECKING:
    from stavka.games.luki.files import Files, Tables

MOTORIZED, FOOT = 0, 1
CLASSES: Final = ("motorized_halves", "foot_halves")
SIDE_NAMES: Final = ("soviet", "german")
CITY: Final = "Velikye Luki"
"""The city of the garrison, as the map names its hexes."""
RAILWAY: Final = "Vitebsk - Leningrad"
"""The line that the Soviet side is to cut, as the map names it."""
PRECEDENCE: Final = ("city", "village", "lake", "swamp", "forest", "clear")


class Board:
    """Everything printed on the map."""

    grid: Grid

    def load_board(self, files: Files) -> None:
        self.hexmap = files.hexmap
        self.grid = files.hexmap.grid  # [2.2b]
        self.place_hexes(files)
        self.draw_hexsides(files)
        self.cost_edges(files.tables)
        self.prepare_combat(files.tables)

    # -- hexes ------------------------------------------------------------------------------------------------------

    def place_hexes(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        by_terrain: dict[str, list[str]] = {name: [] for name in PRECEDENCE}
        for number, terrain in hexmap.terrain.items():
            by_terrain[terrain].append(number)
        self.terrain = {name: grid.from_numbers(*numbers) for name, numbers in by_terrain.items()}
        self.cities: Hexes = self.terrain["city"]  # [2.2c]
        self.settled: Hexes = self.cities | self.terrain["village"]
        self.place_names = {grid.index(p.hex): p.name for p in hexmap.places}
        self.place_languages = {grid.index(p.hex): p.names for p in hexmap.places}
        self.luki: Hexes = self.cities & grid.from_numbers(
            *(h for area in hexmap.areas if area.terrain == "city" and area.name == CITY for h in area.hexes)
        )
        self.railway: Hexes = grid.from_numbers(
            *(h for chain in hexmap.chains if chain.name == RAILWAY for h in chain.hexes)
        )
        self.sources = tuple(
            grid.from_numbers(*hexmap.features.get(f"{side} source", ())) for side in SIDE_NAMES
        )  # [6.3a, 6.3b]

    # -- hexsides ---------------------------------------------------------------------------------------------------

    def draw_hexsides(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        rivers = hexmap.layer("river")
        self.creeks: Sides = self.grid.sides_between(side for side, (kind, _) in rivers.items() if kind == "creek")
        self.lowat: Sides = self.grid.sides_between(side for side, (kind, _) in rivers.items() if kind == "lowat")
        roads, rails = hexmap.network("road"), hexmap.network("railway")
        self.rails: Sides = self.grid.sides_between(rails)
        self.roads: Sides = self.grid.sides_between(roads | rails)  # [10.32b]
        self.rail_hexes: Hexes = hexes_of(self.rails)
        self.bridges: Sides = both(self.roads, self.lowat)
        self.unbridged: Sides = without(self.lowat, self.bridges)  # [10.31b]
        self.near = [0] * grid.size  # all neighbours
        self.across = [0] * grid.size  # neighbours across the Lowat
        self.swim = [0] * grid.size  # hexes across the Lowat, without a bridge
        for hex_ in grid.bits(grid.all):
            around = grid.neighbours[hex_]
            self.near[hex_] = sum(1 << there for there in around if there >= 0)
            self.across[hex_] = sum(1 << around[d] for d in range(6) if self.lowat[d] >> hex_ & 1)
            self.swim[hex_] = sum(1 << around[d] for d in range(6) if self.unbridged[d] >> hex_ & 1)

    # -- movement ---------------------------------------------------------------------------------------------------

    def cost_edges(self, tables: Tables) -> None:
        """The cost of each step, in halves of MP, by class, without crossings of the Lowat, which do not cost MP."""
        self.road_halves = tables.constants.road_halves.value
        self.entry_halves = [self._entry_costs(tables, kind) for kind in CLASSES]
        self.creek_halves = [self._creek_cost(tables, kind) for kind in CLASSES]
        entries = [self._entries(kind) for kind in (MOTORIZED, FOOT)]
        self.reachers = [Reacher(build_edges(self.grid, entry)) for entry in entries]
        everywhere = {BARRED: self.grid.all_sides}
        self.leavers = [Reacher(build_edges(self.grid, entry, everywhere)) for entry in entries]

    def _entry_costs(self, tables: Tables, kind: str) -> list[int]:
        costs = [0] * self.grid.size
        for terrain in tables.terrain:
            for hex_ in self.grid.bits(self.terrain[terrain.id]):
                costs[hex_] = getattr(terrain, kind)  # [10.3a, 10.3b]
        return costs

    def _creek_cost(self, tables: Tables, kind: str) -> int:
        cost: int = next(getattr(hexside, kind) for hexside in tables.hexside if hexside.id == "creek")
        return cost

    def _entries(self, kind: int) -> dict[int, Sides]:
        grid = self.grid
        entry: dict[int, list[Hexes]] = {}
        hexes_at: dict[int, Hexes] = {}
        for hex_ in grid.bits(grid.all):
            cost = self.entry_halves[kind][hex_]
            hexes_at[cost] = hexes_at.get(cost, 0) | 1 << hex_
        dry = without(without(grid.all_sides, self.creeks), self.unbridged)
        for cost, hexes in hexes_at.items():
            into = grid.into(hexes)
            add_at(entry, cost, both(into, dry))  # [10.3a, 10.31b]
            add_at(entry, cost + self.creek_halves[kind], both(into, self.creeks))  # [10.3a]
        add_at(entry, self.road_halves, without(self.roads, self.unbridged))  # [10.32a, 10.32b]
        return {cost: tuple(sides) for cost, sides in entry.items()}

    # -- combat -----------------------------------------------------------------------------------------------------

    def prepare_combat(self, tables: Tables) -> None:
        size = self.grid.size
        self.terrain_drm, self.attack_ap, self.city_halvings = [0] * size, bytearray(size), bytearray(size)
        self.second_advance: Hexes = 0
        for terrain in tables.terrain:
            for hex_ in self.grid.bits(self.terrain[terrain.id]):
                self.terrain_drm[hex_] = terrain.drm  # [11.61, 11.611a]
                self.attack_ap[hex_] = terrain.attack_ap  # [11.0e, 11.614a]
                self.city_halvings[hex_] = terrain.halvings  # [11.614b]
            if terrain.second_advance:
                self.second_advance |= self.terrain[terrain.id]  # [11.72e, 11.72f]
        sides = {hexside.id: hexside for hexside in tables.hexside}
        self.creek_drm = sides["creek"].all_drm, sides["creek"].some_drm  # [11.612a, 11.612b]
        self.lowat_drm = sides["lowat"].all_drm, sides["lowat"].some_drm
        self.lowat_halvings = sides["lowat"].halvings  # [11.613a]

    def terrain_of(self, hex_: Hex) -> str:
        return next(name for name, hexes in self.terrain.items() if hexes >> hex_ & 1)
