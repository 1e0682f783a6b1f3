"""The sheet on which a map is drawn, and small drawings that are used everywhere."""

from __future__ import annotations

import math
from html import escape
from typing import Final

from stavka.data.hexmap import HexMap, Place, Point, Shape
from stavka.mapping import lettering
from stavka.mapping.geometry import Box
from stavka.mapping.ground import DOT, HILL, INK, PAPER, VILLAGE
from stavka.mapping.labels import Clutter

SIZE: Final = 28.0  # pixels from the centre of a hex to its corner; all other measures are for this size
RIVER: Final = "#4f7f97"
SEPIA: Final = "#8a6a43"


APART: Final = 0.36  # distance of places that share a hex from its middle, in hex sides
VILLAGES: Final = ("village", "hamlet")
HILLS: Final = ("hill", "height")


class Sheet:
    def __init__(self, m: HexMap, size: float, language: str) -> None:
        self.map, self.grid, self.size, self.k, self.language = m, m.grid, size, size / SIZE, language
        self.width, self.height = (length * size for length in m.grid.extent)
        sheets = range(len(m.sheets))
        self.boxes = [Box(*(length * size for length in m.grid.sheet_box(which))) for which in sheets]
        """The areas of the map's sheets on the page."""
        self.clutter = Clutter(self.boxes)

    def centre(self, number: str) -> Point:
        return self.scaled(self.grid.centre(self.grid.index(number)))

    def spot(self, place: Place) -> Point:
        """The point at which a place is drawn: several places in one hex are put around its middle."""
        x, y = self.centre(place.hex)
        here = [other.name for other in self.map.places if other.hex == place.hex]
        if len(here) == 1:
            return x, y
        turn = math.tau * here.index(place.name) / len(here) + math.pi / 5
        return x - APART * self.size * math.cos(turn), y - APART * self.size * math.sin(turn)

    def scaled(self, p: Point) -> Point:
        return p[0] * self.size, p[1] * self.size

    def shapes(self, kind: str) -> list[Shape]:
        return [shape for shape in self.map.shapes if shape.kind == kind]

    def rank(self, kind: str) -> int:
        """The size at which a kind of place is drawn: villages and hills by their name, others from the greatest to the
        least; a map with a single kind has towns of the middle size."""
        if kind in VILLAGES:
            return VILLAGE
        if kind in HILLS:
            return HILL
        kinds = self.map.kinds.places
        return min(DOT, kinds.index(kind) + (1 if len(kinds) == 1 else 0))


def xy(p: Point) -> str:
    return f"{p[0]:.1f} {p[1]:.1f}"


def safe(text: str) -> str:
    return escape(text, quote=True)


def stroke(path: str, colour: str, pen: float, more: str = "") -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{pen:.2f}"{more}/>' if path else ""


ROUND: Final = ' stroke-linecap="round" stroke-linejoin="round"'


def written(path: str, colour: str, pen: float, halo: str = PAPER) -> str:
    """Lettering on a patch of paper colour that covers what lies below."""
    return stroke(path, halo, pen * 2 + 1.8, ROUND + ' stroke-opacity="0.85"') + stroke(path, colour, pen, ROUND)


def badge(text: str, centre: Point, colour: str, k: float) -> str:
    """A small disc with a letter or a short number."""
    (x, y), height = centre, 5.6 * k
    wide = lettering.width(text, height)
    half = max(5 * k, wide / 2 + 2.6 * k)
    disc = (
        f'<rect x="{x - half:.1f}" y="{y - 5 * k:.1f}" width="{2 * half:.1f}" height="{10 * k:.1f}" rx="{5 * k:.1f}" '
        f'fill="{colour}" stroke="{PAPER}" stroke-width="{k:.1f}"/>'
    )
    return disc + stroke(lettering.path(text, x - wide / 2, y + height / 2, height), "#fff8ea", 1.1 * k, ROUND)


def counter(centre: Point, label: str, colours: tuple[str, str], size: float) -> str:
    """A square counter with a label, with its middle at `centre`."""
    (x, y), half, k = centre, 0.56 * size, size / SIZE
    height = min(9 * k, 1.7 * half / max(0.1, lettering.width(label, 1.0)))
    wide = lettering.width(label, height)
    box = f'x="{x - half:.1f}" y="{y - half:.1f}" width="{2 * half:.1f}" height="{2 * half:.1f}" rx="{0.08 * half:.1f}"'
    return (
        f'<rect {box} fill="#000000" fill-opacity="0.2" transform="translate({1.2 * k:.1f} {1.4 * k:.1f})"/>'
        f'<rect {box} fill="{safe(colours[0])}" stroke="#000000" stroke-opacity="0.5" stroke-width="{0.8 * k:.1f}"/>'
        + stroke(lettering.path(label, x - wide / 2, y + height / 2, height), safe(colours[1]), 1.3 * k, ROUND)
    )


__all__ = ["INK", "PAPER", "RIVER", "ROUND", "SEPIA", "SIZE", "Sheet"]
__all__ += ["badge", "counter", "safe", "stroke", "written", "xy"]
