"""The maps of Zitadelle as the rules use them: sets of hexes, hexside masks, edges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.zitadelle.state import GERMAN, SOVIET
from stavka.hexes import HALT, Grid, Hex, Hexes, Reacher, Sides, build_edges
from stavka.hexes.sides import add_at, both, hexes_of, without

if TYPE_CHECKING:
    from stavka.games.zitadelle.files import Files, Tables

MOTORISED, FOOT = 0, 1
CLASSES = ("motorised", "foot")
SIDE_NAMES = ("german", "soviet")
MODEL_BARRED = ("A", "B", "D")
"""Deployment zones that the divisions of the Model option may not use (11.22a)."""


class Board:
    """Everything printed on the maps."""

    grid: Grid

    def load_board(self, files: Files) -> None:
        self.hexmap = files.hexmap
        self.grid = files.hexmap.grid  # [2.1a, 2.1b, 2.1c]
        self.place_hexes(files)
        self.draw_hexsides(files)
        self.cost_edges(files.tables)
        self.prepare_combat(files.tables)
        self.mark_out(files)

    # -- hexes ------------------------------------------------------------------------------------------------------

    def place_hexes(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        by_terrain: dict[str, list[str]] = {}
        for number, terrain in hexmap.terrain.items():
            by_terrain.setdefault(terrain, []).append(number)
        self.terrain = {name: grid.from_numbers(*numbers) for name, numbers in by_terrain.items()}
        self.towns: Hexes = self.terrain.get("town", 0)
        self.place_names = {grid.index(p.hex): p.name for p in hexmap.places}
        self.place_languages = {grid.index(p.hex): p.names for p in hexmap.places}
        self.forts: dict[str, Hexes] = {
            fort.id: grid.from_numbers(*hexmap.features.get(fort.id, ())) for fort in files.tables.fortification
        }
        self.entrenchments = self.forts["entrenchment"]
        mined = [fort.id for fort in files.tables.fortification if fort.mines]
        self.mines: Hexes = sum(self.forts[name] for name in mined)  # [8.33]
        self.works: Hexes = sum(self.forts.values())
        self.refuges: Hexes = self.towns | self.works  # [7.13a]

    def mark_out(self, files: Files) -> None:
        """Mark the front line, deployment zones, entry areas and the German map edge."""
        hexmap, grid = files.hexmap, self.grid
        german: Hexes = grid.from_numbers(*hexmap.features.get("german side", ()))
        self.own_side = (german, grid.all & ~german)
        front = hexes_of(self.grid.sides_between(hexmap.layer("front")))
        self.front = (front & german, front & ~german)  # [3.13]
        self.edge: Hexes = grid.from_numbers(*hexmap.features.get("german edge", ()))  # [12.12]
        self.deployment = {name: grid.from_numbers(*hexes) for name, hexes in hexmap.labelled("zone").items()}  # [3.12]
        self.all_zones = tuple(
            sum(hexes for hexes in self.deployment.values() if hexes & own) & own for own in self.own_side
        )
        self.barred_to_model: Hexes = sum(self.deployment.get(name, 0) for name in MODEL_BARRED)  # [11.22a]
        self.entry_areas = {
            name: grid.from_numbers(*hexes) for name, hexes in hexmap.labelled("entry").items()
        }  # [11.11b]

    # -- hexsides ---------------------------------------------------------------------------------------------------

    def draw_hexsides(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        self.lakes: Sides = self.grid.sides_between(hexmap.layer("lake"))
        self.open_sides: Sides = grid.closed(self.lakes)  # [5.26, 6.56, 8.26b]
        rivers = hexmap.layer("river")
        self.water: dict[str, Sides] = {
            kind: both(
                self.grid.sides_between(side for side, (what, _) in rivers.items() if what == kind), self.open_sides
            )
            for kind in ("stream", "river")
        }
        self.crossings = {
            (hex_, grid.neighbours[hex_][d]): kind
            for kind, sides in self.water.items()
            for d, hexes in enumerate(sides)
            for hex_ in grid.bits(hexes)
        }
        self.roads: dict[str, Sides] = {
            road.id: both(self.grid.sides_between(hexmap.network(road.id)), self.open_sides)
            for road in files.tables.road
        }  # [8.34]
        dry = without(without(self.open_sides, self.water["stream"]), self.water["river"])
        self.adjacent: list[list[Hex]] = [[] for _ in range(grid.size)]  # neighbours, not across a lake
        self.near = [0] * grid.size  # as sets
        self.dry = [0] * grid.size  # and those not across water
        self.rings = [0] * grid.size  # all neighbours, lakes or not
        for hex_ in grid.bits(grid.all):
            around = grid.neighbours[hex_]
            self.adjacent[hex_] = [around[d] for d in range(6) if self.open_sides[d] >> hex_ & 1]
            self.near[hex_] = grid.hexes(self.adjacent[hex_])
            self.rings[hex_] = grid.ring(hex_, 1)
            self.dry[hex_] = sum(1 << around[d] for d in range(6) if dry[d] >> hex_ & 1)

    # -- movement ---------------------------------------------------------------------------------------------------

    def cost_edges(self, tables: Tables) -> None:
        """The cost of each step (TEC), by side and class; a unit that enters mined works moves on only after a roll
        (8.33)."""
        self.entry_cost = tuple(
            tuple(self._entry_costs(tables, side, kind) for kind in (MOTORISED, FOOT)) for side in (GERMAN, SOVIET)
        )
        self.reachers = tuple(
            tuple(self._edges(tables, side, kind) for kind in (MOTORISED, FOOT)) for side in (GERMAN, SOVIET)
        )

    def _entry_costs(self, tables: Tables, side: Side, kind: int) -> list[int]:
        """The MP for each hex with its works, without what its hexsides add."""
        costs = [0] * self.grid.size
        for terrain in tables.terrain:
            for hex_ in self.grid.bits(self.terrain.get(terrain.id, 0)):
                costs[hex_] = getattr(terrain, CLASSES[kind])  # [8.12a, 8.12b]
        for fort in tables.fortification:
            for hex_ in self.grid.bits(self.forts[fort.id]):
                costs[hex_] += getattr(fort, f"{SIDE_NAMES[side]}_{CLASSES[kind]}")  # [8.31]
        return costs

    def _edges(self, tables: Tables, side: Side, kind: int) -> Reacher:
        grid = self.grid
        crossing: dict[str, int] = {hexside.id: getattr(hexside, CLASSES[kind]) for hexside in tables.hexside}
        entry: dict[int, list[Hexes]] = {}
        hexes_at: dict[int, Hexes] = {}
        for hex_ in grid.bits(grid.all):
            cost = self.entry_cost[side][kind][hex_]
            hexes_at[cost] = hexes_at.get(cost, 0) | 1 << hex_
        for cost, hexes in hexes_at.items():
            for sides, extra in self._crossings(crossing, ()):
                add_at(entry, cost + extra, both(self.grid.into(hexes), sides))  # [8.12a, 8.31]
        for road in tables.road:
            for sides, extra in self._crossings(crossing, road.bridges):
                add_at(entry, getattr(road, CLASSES[kind]) + extra, both(self.roads[road.id], sides))  # [8.32]
        halt = self.grid.into(self.mines)
        return Reacher(build_edges(grid, {cost: tuple(sides) for cost, sides in entry.items()}, {HALT: halt}))  # [8.33]

    def _crossings(self, cost: dict[str, int], bridges: Iterable[str]) -> list[tuple[Sides, int]]:
        """Kinds of hexsides that can be crossed, and what each adds."""
        stream, river = self.water["stream"], self.water["river"]
        dry = without(without(self.open_sides, stream), river)
        return [
            (dry, 0),
            (stream, 0 if "stream" in bridges else cost["stream"]),
            (river, 0 if "river" in bridges else cost["river"]),
        ]

    # -- combat -----------------------------------------------------------------------------------------------------

    def prepare_combat(self, tables: Tables) -> None:
        size = self.grid.size
        self.terrain_shift, self.at_drm, self.bomb_drm = bytearray(size), [0] * size, [0] * size
        for terrain in tables.terrain:
            for hex_ in self.grid.bits(self.terrain.get(terrain.id, 0)):
                self.terrain_shift[hex_] = terrain.shift  # [7.41, 7.42]
                self.at_drm[hex_] = terrain.at_drm  # [6.51]
                self.bomb_drm[hex_] = terrain.bomb_drm  # [9.31e2]
        self.fort_shift: dict[str, int] = {fort.id: fort.shift for fort in tables.fortification}  # [7.43]
        self.firing_drm = [0] * size
        for fort in tables.fortification:
            for hex_ in self.grid.bits(self.forts[fort.id]):
                self.firing_drm[hex_] = fort.firing_drm  # [6.52]
        self.water_shift: dict[str, int] = {hexside.id: hexside.shift for hexside in tables.hexside}  # [7.44]
        self.water_drm: dict[str, int] = {hexside.id: hexside.at_drm for hexside in tables.hexside}  # [6.53, 6.54]

    def water_between(self, a: Hex, b: Hex) -> str:
        """ "stream", "river", or nothing between two neighbours."""
        return self.crossings.get((a, b), "")
