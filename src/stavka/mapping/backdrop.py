"""Draw sea, land, the grid and the numbers of the hexes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from stavka.data.hexmap import Point
from stavka.mapping import lettering
from stavka.mapping.geometry import Box, Region
from stavka.mapping.ground import BEYOND, PAPER, SEA, SHORE
from stavka.mapping.sheet import ROUND, Sheet, stroke, xy

# The sea grows lighter towards the shore in steps with a line at each, in the manner of engravers.
WAVES: Final = (
    (34, "#9dbac8"),
    (33, "#aec8d3"),
    (22, "#9dbac8"),
    (21, "#b6ced8"),
    (11, "#9dbac8"),
    (10, "#c0d5dc"),
)


def ring(sheet: Sheet, points: tuple[tuple[float, float], ...]) -> str:
    return "M" + "L".join(xy(sheet.scaled(p)) for p in points) + "Z"


def rings(sheet: Sheet, kind: str) -> str:
    return "".join(ring(sheet, shape.points) for shape in sheet.shapes(kind))


def rectangles(sheet: Sheet) -> str:
    return "".join(
        f'<rect x="{box.left:.1f}" y="{box.top:.1f}" width="{box.right - box.left:.1f}" '
        f'height="{box.bottom - box.top:.1f}"/>'
        for box in sheet.boxes
    )


def clips(sheet: Sheet) -> str:
    """The outlines of the page and the land, to which other drawings are clipped."""
    land = rings(sheet, "land")
    return (
        f'<clipPath id="page">{rectangles(sheet)}</clipPath>'
        f'<clipPath id="land">{f"""<path d="{land}"/>""" if land else rectangles(sheet)}</clipPath>'
    )


def idle_clips(sheet: Sheet, view: Box) -> list[str]:
    """The names of the clips that cut nothing away within a part of the map. Clips cost most of the time that it takes
    to paint a part."""
    corners = (view.left, view.top), (view.right, view.bottom)
    if not any(all(map(box.holds, corners)) for box in sheet.boxes):
        return []
    land = [[sheet.scaled(p) for p in shape.points] for shape in sheet.shapes("land")]
    has_no_sea = not land or (Region(land).holds(corners[0]) and not any(_may_enter(ring, view) for ring in land))
    return ["page", "land"] if has_no_sea else ["page"]


def _may_enter(ring: Sequence[Point], view: Box) -> bool:
    """Whether the box around a side of a ring overlaps a part of the map; where none does, no side leads through it."""
    return any(
        min(a[0], b[0]) <= view.right
        and max(a[0], b[0]) >= view.left
        and min(a[1], b[1]) <= view.bottom
        and max(a[1], b[1]) >= view.top
        for a, b in pairwise([*ring, ring[0]])
    )


def water_and_land(sheet: Sheet) -> str:
    land, lakes = rings(sheet, "land"), rings(sheet, "water")
    hexes = "".join(ring(sheet, sheet.grid.corners(i)) for i in sheet.grid.bits(sheet.grid.all))
    paper = f'<g clip-path="url(#land)"><path d="{hexes}" fill="{PAPER}"/></g>'
    shore = f'stroke="{SHORE}" stroke-width="{1.1 * sheet.k:.1f}" stroke-linejoin="round"'
    water = f'<path d="{lakes}" fill="{SEA}" {shore}/>' if lakes else ""
    if not land:
        return f'<g fill="{BEYOND}">{rectangles(sheet)}</g>{paper}{water}'
    waves = "".join(stroke(land, colour, pen * sheet.k, ' stroke-linejoin="round"') for pen, colour in WAVES)
    return f'<g fill="{SEA}">{rectangles(sheet)}</g>{waves}<path d="{land}" fill="{BEYOND}" {shore}/>{paper}{water}'


def hex_lines(sheet: Sheet) -> str:
    grid = sheet.grid
    edges = {tuple(sorted(grid.side(i, d))) for i in grid.bits(grid.all) for d in range(6)}
    path = "".join(f"M{xy(sheet.scaled(a))}L{xy(sheet.scaled(b))}" for a, b in sorted(edges))
    return stroke(path, "#000000", 0.8 * sheet.k, ' stroke-opacity="0.15"')


def numbers(sheet: Sheet) -> str:
    """Every hex's number at its top; the part for each row and column is drawn once and used many times."""
    half, height = sheet.map.sheets[0].digits, 4.2 * sheet.k
    halves = {number: (number[-2 * half : -half], number[-half:]) for number in sheet.map.terrain}
    parts = {part for pair in halves.values() for part in enumerate(pair)}
    made = ""
    for which, text in sorted(parts):
        left = -lettering.width(text, height) - 0.6 * sheet.k if which == 0 else 0.6 * sheet.k
        made += f'<path id="n{which}{text}" d="{lettering.path(text, left, 0, height)}"/>'
    drop = (0.7 if sheet.grid.orientation == "rows" else 0.62) * sheet.size - height / 2
    uses = ""
    for number, (first, second) in halves.items():
        x, y = sheet.centre(number)
        at = f'x="{x:.1f}" y="{y - drop:.1f}"'
        uses += f'<use href="#n0{first}" {at}/><use href="#n1{second}" {at}/>'
    pen = f'fill="none" stroke="#4a3f2e" stroke-opacity="0.6" stroke-width="{0.55 * sheet.k:.2f}"{ROUND}'
    return f"<defs>{made}</defs><g {pen}>{uses}</g>"
