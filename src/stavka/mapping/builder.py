"""Build a hex map from a theatre file."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from stavka.data.hexmap import Area, Chain, HexMap, Place, Point, Shape, Side, read, write
from stavka.data.lines import KeyPath
from stavka.mapping.bench import Bench
from stavka.mapping.corrections import corrected, repainted
from stavka.mapping.features import Features
from stavka.mapping.geometry import Region, clipped_ring, simplified
from stavka.mapping.hexlines import HexLines
from stavka.mapping.routes import route
from stavka.mapping.theatre import AreaTable, ChainTable, DrawingTable, PlaceTable, load

MARGIN: Final = 2.0  # how far land and water extend beyond the page
FINE: Final = 0.03  # tolerance of their shores, in hex sides


def build(theatre: Path | str) -> HexMap:
    """Build the map of a theatre file. The map has been written and read once, so `read` accepts it."""
    path = Path(theatre)
    return read(write(_Builder(Bench(load(path))).map()), f"the map built from {path.name}")


class _Builder:
    def __init__(self, bench: Bench) -> None:
        self.bench, self.theatre, self.kinds = bench, bench.theatre, bench.kinds
        self.places = self._places()
        self.hexlines = HexLines(bench)

    def map(self) -> HexMap:
        areas = list(self._areas())
        features = Features(self.bench, self.hexlines.lines, self._way)
        terrain = dict.fromkeys(sorted(self.bench.exists), next(iter(self.kinds.terrain)))
        for area in areas:
            terrain.update(dict.fromkeys(area.hexes, area.terrain))
        made = HexMap(
            title=self.theatre.title,
            sheets=(self.bench.spec,),
            kinds=self.kinds,
            source=self.theatre.source,
            terrain=terrain,
            areas=tuple(areas),
            places=tuple(self.places.values()),
            lines=tuple(line for layer in self.kinds.hexsides for line in self.hexlines.lines if line.layer == layer),
            chains=tuple(self._chains()),
            marks=(*features.marks, *self.hexlines.banks),
            shapes=tuple(self._shapes()),
        )
        return corrected(self.bench, self._settled(made))

    # ---- places, areas and features

    def _places(self) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for kind, group in self.theatre.places.items():
            self.bench.word(("places", kind), kind, self.kinds.places)
            for name, given in group.items():
                if name in found:
                    self.bench.fail(("places", kind, name), "expected a name that no other place has")
                found[name] = self._place(kind, name, given)
        return found

    def _place(self, kind: str, name: str, given: PlaceTable | tuple[float, float] | str) -> Place:
        table = given
        if isinstance(table, str):
            table = PlaceTable(hex=table)
        elif not isinstance(table, PlaceTable):
            table = PlaceTable(at=table)
        number = table.hex or (self.bench.frame.hex(table.at) if table.at else None) or "a place that is off it"
        if not self.bench.grid.has(number):
            self.bench.fail(("places", kind, name), f"expected a hex of this map, found {number}")
        return Place(number, name, kind, table.names, self.bench.source_of(table.source))

    def _areas(self) -> Iterator[Area]:
        for n, table in enumerate(self.theatre.areas):
            self.bench.word(("areas", n, "terrain"), table.terrain, self.kinds.terrain)
            hexes = tuple(self._area(("areas", n), table))
            yield Area(table.terrain, table.name, hexes, self.bench.source_of(table.source), table.names)

    def _area(self, path: KeyPath, table: AreaTable) -> list[str]:
        if table.hexes:
            return self.bench.hexes((*path, "hexes"), table.hexes)
        ring = list(table.polygon)
        if table.box:
            west, south, east, north = table.box
            ring = [(west, south), (east, south), (east, north), (west, north)]
        if not ring:
            self.bench.fail(path, "expected hexes, box or polygon, found none of them")
        region, grid = Region([[self.bench.frame.page(p) for p in ring]]), self.bench.grid
        return [number for number in sorted(self.bench.exists) if region.holds(grid.centre(grid.index(number)))]

    def _settled(self, made: HexMap) -> HexMap:
        """Turn places into terrain where the theatre says so: a village on heights, for example, has its own
        terrain."""
        for kind, becomes in self.theatre.settled.items():
            self.bench.word(("settled", kind), kind, self.kinds.places)
            for old, new in becomes.items():
                for word in (old, new):
                    self.bench.word(("settled", kind, old), word, self.kinds.terrain)
        for place in made.places:
            becomes = self.theatre.settled.get(place.kind, {})
            if made.terrain[place.hex] in becomes:
                made = repainted(made, [place.hex], becomes[made.terrain[place.hex]])
        return made

    # ---- networks

    def _chains(self) -> Iterator[Chain]:
        closed = self._closed()
        for network in self.theatre.networks:
            self.bench.word(("networks", network), network, self.kinds.networks)
        for network in self.kinds.networks:
            for n, given in enumerate(self.theatre.networks.get(network, ())):
                table = ChainTable(via=given) if isinstance(given, str) else given
                yield self._chain(("networks", network, n), network, table, closed)

    def _closed(self) -> set[Side]:
        """The hexsides that networks do not cross."""
        lines = self.hexlines.lines
        closed = {s for line in lines if line.layer in self.theatre.closed for s in line.sides}
        for n, bridges in enumerate(self.theatre.bridges):
            sides = {s for line in lines if line.name == bridges.line for s in line.sides}
            open_sides = set(self.bench.sides(("bridges", n, "sides"), bridges.sides))
            if strange := open_sides - sides:
                self.bench.fail(("bridges", n), f"expected sides of {bridges.line}, found {'/'.join(min(strange))}")
            closed |= sides - open_sides
        return closed

    def _chain(self, path: KeyPath, network: str, table: ChainTable, closed: set[Side]) -> Chain:
        stops = table.via.split(" - ")
        name = table.name or f"{stops[0]} - {stops[-1]}"
        return Chain(network, name, tuple(self._way(path, table.via, closed)), self.bench.source_of(table.source))

    def _way(self, path: KeyPath, via: str, closed: Collection[Side] = ()) -> list[str]:
        """The hexes of a chain of places and hexes."""
        stops = via.split(" - ")
        hexes = [self._hex_of(path, stops[0])]
        for stop in stops[1:]:
            way = route(self.bench.grid, hexes[-1], self._hex_of(path, stop), closed)
            if way is None:
                self.bench.fail(path, f"expected a way to {stop}, found none")
            hexes += way[1:]
        return hexes

    def _hex_of(self, path: KeyPath, name: str) -> str:
        if name in self.places:
            return self.places[name].hex
        if not self.bench.grid.has(name):
            self.bench.fail(path, f"expected a place or a hex of this map, found {name!r}")
        return name

    # ---- what is only drawn

    def _shapes(self) -> Iterator[Shape]:
        for ring in self.bench.land:
            yield from self._shape("land", ring)
        for n, table in enumerate(self.theatre.drawing):
            for ring in self._drawn(("drawing", n), table):
                for shape in self._shape(table.kind, ring):
                    yield replace(shape, name=table.name, names=table.names)

    def _drawn(self, path: KeyPath, table: DrawingTable) -> list[list[Point]]:
        parts = [list(table.at)] if table.at else []
        if table.geojson:
            parts += self.bench.source.geojson((*path, "geojson"), table.geojson, table.feature)
        return [[self.bench.frame.page(p) for p in part] for part in parts]

    def _shape(self, kind: str, points: list[Point]) -> Iterator[Shape]:
        if kind in ("land", "water"):
            ring = clipped_ring(points, self.bench.frame.box.wider(MARGIN))
            points = simplified([*ring, *ring[:1]], FINE)[:-1] if ring else []
        if points:
            yield Shape(kind, "", tuple((round(x, 2), round(y, 2)) for x, y in points))
