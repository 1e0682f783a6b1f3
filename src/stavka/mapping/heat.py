"""A map with a figure for each hex, as heat on the printed map.

svg = heat_svg(hex_map, {"1731": 2.5}, {"1731": "2.5 combats a game"})
"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

from stavka.data.hexmap import HexMap
from stavka.mapping.draw import part_svg
from stavka.mapping.sheet import Sheet, safe, xy
from stavka.scenes.scene import HEX_SIZE

COOL: Final = (242, 178, 51)
HOT: Final = (158, 18, 22)
"""The colours of the least and of the greatest figure, red, green and blue."""
AROUND: Final = 3.0
"""The margin around the hexes with a figure, in hex sides."""


def heat_svg(m: HexMap, values: Mapping[str, float], says: Mapping[str, str], language: str = "en") -> str:
    """The part of the map in which hexes have figures above 0, with those hexes coloured. says: what is shown when the
    pointer rests on a hex. Nothing in the SVG refers to anything outside."""
    sheet = Sheet(m, HEX_SIZE, language)
    hot = {number: value for number, value in values.items() if value > 0}
    most = max(hot.values(), default=1.0)
    cells = "".join(cell(sheet, number, value / most, says.get(number, "")) for number, value in sorted(hot.items()))
    picture = part_svg(sheet, box(sheet, hot))
    return picture.removesuffix("</svg>\n") + f'<g stroke="#00000055">{cells}</g></svg>\n'


def cell(sheet: Sheet, number: str, share: float, text: str) -> str:
    """A hex in the colour of a share, 0 to 1, of the greatest figure. Colours go by its root, so that small figures
    can be told apart."""
    depth = sqrt(share)
    colour = "".join(f"{round(cool + (hot - cool) * depth):02x}" for cool, hot in zip(COOL, HOT, strict=True))
    corners = " ".join(xy(sheet.scaled(corner)) for corner in sheet.grid.corners(sheet.grid.index(number)))
    return (
        f'<polygon points="{corners}" fill="#{colour}" fill-opacity="{0.25 + 0.55 * depth:.2f}">'
        f"<title>{safe(text)}</title></polygon>"
    )


def box(sheet: Sheet, values: Mapping[str, float]) -> tuple[float, float, float, float]:
    """The part of the page around some hexes: left, top, width, height."""
    if not values:
        return 0.0, 0.0, sheet.width, sheet.height
    xs, ys = zip(*(sheet.centre(number) for number in values), strict=True)
    margin = AROUND * sheet.size
    left, top = max(0.0, min(xs) - margin), max(0.0, min(ys) - margin)
    return left, top, min(sheet.width, max(xs) + margin) - left, min(sheet.height, max(ys) + margin) - top
