"""Draw places, the marks of the rules, and all names."""

from __future__ import annotations

from typing import Final

from stavka.data.hexmap import Area, Line, Place, Point, Shape
from stavka.mapping import lettering
from stavka.mapping.geometry import Box
from stavka.mapping.ground import CITY, DOT, HILL, INK, TOWN, VILLAGE, town
from stavka.mapping.labels import TOO_BAD, along, beside, taken
from stavka.mapping.sheet import ROUND, Sheet, stroke, written
from stavka.mapping.wires import Wires

# lists by the rank of a place
LETTERS: Final = ((10.4, 1.5), (7.4, 1.1), (5.8, 0.8), (5.9, 0.85), (5.0, 0.75))  # height and pen of the name
REACH: Final = (14.0, 8.0, 4.4, 6.4, 4.6)  # distance of the name from the place
FILLED: Final = (11.0, 5.0, 2.5, 4.2, 3.0)  # radius of the place itself
BROWN: Final = "#74592a"
COUNTER: Final = 0.585  # half the side of a counter on the page, in sizes of a hex
AGAIN: Final = 30  # the name of a great river is repeated after this many hexsides


class Names:
    def __init__(self, sheet: Sheet, wires: Wires) -> None:
        self.sheet, self.map, self.wires = sheet, sheet.map, wires
        self.clutter, self.k = sheet.clutter, sheet.k

    def places(self) -> str:
        out = ""
        for place in reversed(self.map.places):
            rank, (x, y) = self.sheet.rank(place.kind), self.sheet.spot(place)
            reach = FILLED[rank] * self.k
            self.clutter.add_box(Box(x - reach, y - reach, x + reach, y + reach))
            out += town((x, y), rank, self.k, place.name)
        return out

    def names(self) -> str:
        """Draw names, the most important first: they take the best spots, and are written on top."""
        seas = "".join(self._sea(shape) for shape in self.sheet.shapes("label"))
        places = {rank: [p for p in self.map.places if self.sheet.rank(p.kind) == rank] for rank in range(5)}
        cities = "".join(self._place(place) for rank in (CITY, TOWN, VILLAGE) for place in places[rank])
        rivers = self._rivers()
        named = {place.name for place in self.map.places}
        areas = "".join(self._area(area) for area in self.map.areas if area.name not in named)
        towns = "".join(self._place(place) for rank in (DOT, HILL) for place in places[rank])
        return seas + areas + rivers + towns + cities

    def _name(self, named: Place | Area | Line | Shape) -> str:
        return named.names.get(self.sheet.language, named.name)

    def _place(self, place: Place) -> str:
        rank = self.sheet.rank(place.kind)
        height, pen = (value * self.k for value in LETTERS[rank])
        text = self._name(place)
        wide = lettering.width(text, height)
        counters = self._counters(place.hex)
        spot = beside(self.clutter, self.sheet.spot(place), wide, height, REACH[rank] * self.k, counters)
        if rank in (DOT, HILL) and spot.cost > TOO_BAD:
            return ""
        taken(self.clutter, spot, wide, height)
        return written(lettering.path(text, spot.x, spot.y, height), BROWN if rank == HILL else INK, pen)

    def _counters(self, number: str) -> list[Box]:
        """The places of counters that could cover a name: in its hex, and in the hexes around it."""
        grid, half = self.sheet.grid, COUNTER * self.sheet.size
        hex_ = grid.index(number)
        middles = [self.sheet.scaled(grid.centre(near)) for near in (hex_, *grid.neighbours[hex_]) if near >= 0]
        return [Box(x - half, y - half, x + half, y + half) for x, y in middles]

    def _rivers(self) -> str:
        out, done = "", set[str]()
        for line, curve in sorted(self.wires.rivers, key=lambda item: -len(item[0].sides)):
            rank = min(1, self.wires.rank(line))
            for part in _stretches(curve.points, 2 * AGAIN if rank else len(curve.points)):
                if rank or line.name not in done:
                    name = self._river(self._name(line), part, rank)
                    out += name
                    done |= {line.name} if name else set()
        return out

    def _river(self, name: str, line: list[Point], rank: int) -> str:
        height, spacing, lift = ((5.4, 1.2, 2.4), (7.4, 6.0, 4.0))[rank]
        height, lift = height * self.k, lift * self.k
        stretch = along(self.clutter, line, lettering.width(name, height, spacing), lift)
        if not stretch:
            return ""
        return written(
            lettering.path_along(name, stretch, height, spacing=spacing, lift=lift), "#2c586e", 0.85 * self.k
        )

    def _area(self, area: Area) -> str:
        name = self._name(area)
        points = [self.sheet.centre(number) for number in area.hexes]
        x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
        height, spacing = 6.4 * self.k, 3.0
        wide = lettering.width(name, height, spacing)
        spot = beside(self.clutter, (x - wide / 2, y), wide, height, 1.0)
        if len(area.hexes) < 3 or spot.cost > TOO_BAD:
            return ""
        taken(self.clutter, spot, wide, height)
        path = lettering.path(name, spot.x, spot.y, height, spacing=spacing, slant=0.22)
        return written(path, BROWN, 0.85 * self.k)

    def _sea(self, shape: Shape) -> str:
        path, box = self._centred(shape, 11 * self.k, 7.0, 0.22)
        self.clutter.add_box(box)
        return stroke(path, "#3f6b80", 1.2 * self.k, ROUND)

    def regions(self) -> str:
        """Draw the names of countries, pale, under everything that matters."""
        paths = "".join(self._centred(shape, 15 * self.k, 16.0, 0.0)[0] for shape in self.sheet.shapes("region"))
        return stroke(paths, "#b39d6c", 2.0 * self.k, ROUND + ' stroke-opacity="0.55"')

    def _centred(self, shape: Shape, height: float, spacing: float, slant: float) -> tuple[str, Box]:
        x, y = self.sheet.scaled(shape.points[0])
        name = self._name(shape)
        half = lettering.width(name, height, spacing) / 2
        path = lettering.path(name, x - half, y + height / 2, height, spacing=spacing, slant=slant)
        return path, Box(x - half, y - height / 2, x + half, y + height / 2)


def _stretches(points: list[Point], long: int) -> list[list[Point]]:
    return [points[i : i + long + 1] for i in range(0, max(1, len(points) - long // 2), long)]
