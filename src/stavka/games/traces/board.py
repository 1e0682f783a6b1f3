"""The map of Traces of War as the rules use it: sets of hexes, hexside masks, edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.hexes import BARRED, HALT, NEAR, Column, Grid, Hex, Hexes, Reacher, Sides, build_edges, distances
from stavka.hexes.sides import both, either, hexes_of, without

if TYPE_CHECKING:
    from stavka.games.traces.files import Files, Tables


class Board:
    """Everything printed on the map."""

    grid: Grid

    def load_board(self, files: Files) -> None:
        hexmap, tables = files.hexmap, files.tables
        self.hexmap = hexmap
        self.grid = hexmap.grid  # [2.1a]
        self.place_hexes(files)
        self.draw_hexsides(files)
        self.cost_edges(tables)
        self.prepare_combat(tables)
        self.prepare_crossings(tables)
        self._command: dict[tuple[int, int], Hexes] = {}
        self._alert: dict[int, Hexes] = {}

    # -- hexes ------------------------------------------------------------------------------------------------------

    def place_hexes(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        by_terrain: dict[str, list[str]] = {}
        for number, terrain in hexmap.terrain.items():
            by_terrain.setdefault(terrain, []).append(number)
        self.terrain = {name: grid.from_numbers(*numbers) for name, numbers in by_terrain.items()}
        self.swamp: Hexes = self.terrain.get("swamp", 0)
        kinds = {kind: [p.hex for p in hexmap.places if p.kind == kind] for kind in ("major city", "city")}
        self.major_cities: Hexes = grid.from_numbers(*kinds["major city"])
        self.cities: Hexes = self.major_cities | grid.from_numbers(*kinds["city"])
        self.place_names = {grid.index(p.hex): p.name for p in hexmap.places}
        self.place_languages = {grid.index(p.hex): p.names for p in hexmap.places}
        self.place_kinds = {grid.index(p.hex): p.kind for p in hexmap.places}
        features = hexmap.features
        self.sources = (
            grid.from_numbers(*features["supply source soviet"]),  # [2.1h]
            grid.from_numbers(*features["supply source axis"]),  # [2.1h]
        )
        self.crossings: Hexes = grid.from_numbers(*features["crossing point"])  # [2.1j, 12.3a]
        self.breakthrough: Hexes = grid.from_numbers(*features["breakthrough"])  # [2.1g]
        self.west_bank: Hexes = grid.from_numbers(*features["west of the Dnipro"])

    # -- hexsides ---------------------------------------------------------------------------------------------------

    def draw_hexsides(self, files: Files) -> None:
        hexmap, grid = files.hexmap, self.grid
        self.blocked: Sides = self.grid.sides_between(hexmap.blocked)
        self.unblocked: Sides = grid.closed(self.blocked)  # [6.0b, 9.0e]
        self.road_sides: Sides = both(self.grid.sides_between(hexmap.roads), self.unblocked)
        self.rail_sides: Sides = both(self.grid.sides_between(hexmap.rails), self.unblocked)
        self.lines: Sides = either(self.road_sides, self.rail_sides)
        self.major: Sides = self.grid.sides_between(s for s, (kind, _) in hexmap.rivers.items() if kind == "major")
        self.minor: Sides = self.grid.sides_between(s for s, (kind, _) in hexmap.rivers.items() if kind == "minor")
        self.unbridged: Sides = without(self.major, self.lines)  # [2.1i]
        self.supply_open: Sides = without(self.unblocked, self.unbridged)  # [8.1d]
        self.road_hexes: Hexes = hexes_of(self.road_sides)
        self.rail_hexes: Hexes = hexes_of(self.rail_sides)
        self.unbridged_major = [0] * grid.size
        for hex_ in grid.bits(grid.all):
            near = grid.neighbours[hex_]
            self.unbridged_major[hex_] = sum(
                1 << near[d] for d in range(6) if self.unbridged[d] & self.unblocked[d] & 1 << hex_
            )

    def cost_edges(self, tables: Tables) -> None:
        """The cost of each step of Normal Movement (TEC), and the steps that the Swamp and river rules restrict.

        Unbridged Major Rivers are not edges: crossing one is a separate move (9.1d)."""
        grid = self.grid
        costs: dict[str, int] = {terrain.id: terrain.cost for terrain in tables.terrain}
        river = {hexside.id: hexside.cost for hexside in tables.hexside}
        entry: dict[int, list[Hexes]] = {}
        rate = tables.constants.road_cost.value
        offroad = without(without(self.unblocked, self.lines), self.major)
        minor_cost = river["minor river"]
        assert isinstance(minor_cost, int)
        for name, hexes in self.terrain.items():
            into = self.grid.into(hexes)
            for d in range(6):
                dry = into[d] & offroad[d] & ~self.minor[d]
                wet = into[d] & offroad[d] & self.minor[d]
                entry.setdefault(costs[name], [0] * 6)[d] |= dry  # [9.1b]
                entry.setdefault(costs[name] + minor_cost, [0] * 6)[d] |= wet  # [9.1c]
        for d in range(6):
            entry.setdefault(rate, [0] * 6)[d] |= self.lines[d]  # [9.1e, 9.1f]
        mud = without(self.grid.into(self.swamp), self.road_sides)  # [9.3e]
        barred = either(self.major, mud)  # [9.3b, 9.3d]
        edges = build_edges(
            grid,
            {cost: tuple(sides) for cost, sides in entry.items()},
            {NEAR: mud, HALT: mud, BARRED: barred},  # [9.3b, 9.3c, 9.3d]
        )
        self.normal = Reacher(edges)

    def prepare_combat(self, tables: Tables) -> None:
        grid = self.grid
        shifts: dict[str, int] = {terrain.id: terrain.shift for terrain in tables.terrain}
        halved: dict[str, int] = {terrain.id: terrain.halvings for terrain in tables.terrain}
        city = {item.id: item for item in tables.city}
        river: dict[str, int] = {hexside.id: hexside.halvings for hexside in tables.hexside}
        self.terrain_shift = bytearray(grid.size)
        self.attack_sides: list[tuple[tuple[Hex, int], ...]] = [()] * grid.size
        self.retreat_sides: Column[Hex, tuple[tuple[Hex, bool, bool], ...]] = [()] * grid.size
        self.advance_on = [0] * grid.size
        for name, hexes in self.terrain.items():
            for hex_ in grid.bits(hexes):
                layer = city["major city"] if self.major_cities >> hex_ & 1 else city["city"]
                on_top = bool(self.cities >> hex_ & 1)
                self.terrain_shift[hex_] = shifts[name] + on_top * layer.shift  # [10.2i, 10.2k]
                self._neighbour_tables(hex_, halved[name] + on_top * layer.halvings, river)

    def _neighbour_tables(self, hex_: Hex, halvings: int, river: dict[str, int]) -> None:
        attack, retreat = [], []
        for d, near in enumerate(self.grid.neighbours[hex_]):
            if near < 0 or not self.unblocked[d] >> hex_ & 1:  # [10.0i, 10.4m, 10.5m]
                continue
            major, minor = bool(self.major[d] >> hex_ & 1), bool(self.minor[d] >> hex_ & 1)
            bridged = bool(self.lines[d] >> hex_ & 1)
            name = ("bridged " if bridged else "") + ("major river" if major else "minor river")
            attack.append((near, halvings + (river[name] if major or minor else 0)))  # [10.2b]
            retreat.append((near, major, bridged))  # [10.4j]
            if not major or bridged:
                self.advance_on[hex_] |= 1 << near  # [10.5k]
        self.attack_sides[hex_], self.retreat_sides[hex_] = tuple(attack), tuple(retreat)

    def prepare_crossings(self, tables: Tables) -> None:
        """Find where Soviet units must be for each CP to change hands, and which hexes are nearer to a Supply
        Source."""
        self.crossing_triggers = tuple(self._trigger(hex_, tables) for hex_ in self.grid.bits(self.crossings))
        self.closer = tuple(self._closer(self.sources[side]) for side in (SOVIET, AXIS))

    def _trigger(self, hex_: Hex, tables: Tables) -> tuple[Hexes, Hexes, str]:
        """A CP, the hexes from which a Soviet unit takes it while it is empty, and the rule that says so."""
        town = tables.kremenchuk
        if hex_ in map(self.grid.index, town.crossings):  # [12.3e]
            return 1 << hex_, 1 << self.grid.index(town.hex), "12.3e"  # [12.3e]
        return 1 << hex_, self.grid.range(hex_, tables.constants.cp_proximity.value), "12.3d"  # [12.3d]

    def _closer(self, sources: Hexes) -> list[Hexes]:
        """For each hex its neighbours that are nearer to at least one of the Supply Sources."""
        grid = self.grid
        closer = [0] * grid.size
        for source in grid.bits(sources):
            for hex_ in grid.bits(grid.all):
                away = grid.distance(hex_, source)
                for near in grid.neighbours[hex_]:
                    if near >= 0 and grid.distance(near, source) < away:  # [10.4f]
                        closer[hex_] |= 1 << near
        return closer

    # -- questions --------------------------------------------------------------------------------------------------

    def is_blocked(self, a: Hex, b: Hex) -> bool:
        return self.grid.between(self.blocked, a, b)

    def is_major(self, a: Hex, b: Hex) -> bool:
        return self.grid.between(self.major, a, b)

    def is_unbridged_major(self, a: Hex, b: Hex) -> bool:
        return self.grid.between(self.unbridged, a, b)

    def command_hexes(self, hex_: Hex, reach: int) -> Hexes:
        """Hexes within a Command Range, counted around Blocked hexsides and nothing else."""
        key = (hex_, reach)
        known = self._command.get(key)
        if known is None:
            known = 0
            for level in distances(self.grid, 1 << hex_, self.grid.all, self.unblocked, reach):  # [2.3h, 2.3i]
                known |= level
            self._command[key] = known
        return known

    def alert(self, s: Position, side: Side) -> Hexes:
        """Hexes whose mere entry by a unit of the side changes something."""
        if side == AXIS:
            return s.cities | (1 << s.bridgehead if s.bridgehead >= 0 else 0)
        known = self._alert.get(s.crossings)
        if known is None:
            known = 0
            for bit, near, _ in self.crossing_triggers:
                if not bit & s.crossings:
                    known |= bit | near
            self._alert[s.crossings] = known
        return known | self.cities & ~s.cities
