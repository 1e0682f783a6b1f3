"""The map as a picture, in the manner of a printed operational map of the 1940s.

svg(hex_map)                             # SVG text; nothing in it refers to anything outside
svg(hex_map, counters=[Counter("1731", "46", "#a9aea4")], size=40, language="fr")
board_svg(hex_map, "fr", "dark")         # for a client that lays its own counters on it: no frame, no legend
png(svg(hex_map))                        # bytes; needs no font, all lettering is strokes
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import resvg_py

from stavka.data.hexmap import HexMap
from stavka.mapping.backdrop import clips, hex_lines, idle_clips, numbers, water_and_land
from stavka.mapping.geometry import Box
from stavka.mapping.ground import INK, Ground
from stavka.mapping.legend import legend
from stavka.mapping.marks import Marks
from stavka.mapping.names import Names
from stavka.mapping.sheet import SIZE, Sheet, counter, safe
from stavka.mapping.wires import Wires
from stavka.scenes.scene import HEX_SIZE

MARGIN: Final = 26.0
COVER: Final = (360, 225)  # how much of the map is on a box, in board coordinates
THEMES: Final = ("light", "dark")
DIMMED: Final = 0.8  # brightness of the dark theme
PALE: Final = 110  # colours darker than this are ink and do not change


class Counter(NamedTuple):
    """A square counter to draw on a hex; several on one hex are stacked."""

    hex: str
    label: str
    colour: str = "#a9aea4"
    ink: str = INK


def svg(m: HexMap, *, counters: Sequence[Counter] = (), size: float = SIZE, language: str = "en") -> str:
    """The map as SVG, `size` pixels from the centre of a hex to its corner, with names in a language if they have a
    form in it."""
    sheet = Sheet(m, size, language)
    wires = Wires(sheet)
    return _page(sheet, _body(sheet, wires, counters), *legend(sheet, wires))


def board_svg(m: HexMap, language: str = "en", theme: str = "light") -> str:
    """The map alone, in board coordinates (`stavka.scenes.scene`): (0, 0) is its upper left corner, a hex has HEX_SIZE.

    Drawing takes about a second and the result never changes, so callers keep it."""
    sheet = Sheet(m, HEX_SIZE, language)
    return part_svg(sheet, (0, 0, sheet.width, sheet.height), theme)


def cover_svg(m: HexMap, centre: str, language: str = "en", theme: str = "light") -> str:
    """The map around a hex, as the picture on a box."""
    sheet = Sheet(m, HEX_SIZE, language)
    (x, y), w, h = sheet.centre(centre), min(COVER[0], sheet.width), min(COVER[1], sheet.height)
    left, top = min(max(x - w / 2, 0), sheet.width - w), min(max(y - h / 2, 0), sheet.height - h)
    picture = part_svg(sheet, (left, top, w, h), theme)
    for name in idle_clips(sheet, Box(left, top, left + w, top + h)):
        picture = picture.replace(f' clip-path="url(#{name})"', "")
    return picture


def part_svg(sheet: Sheet, box: tuple[float, float, float, float], theme: str = "light") -> str:
    """The part of the map that is in a box (left, top, width, height)."""
    if theme not in THEMES:
        raise ValueError(f"no theme {theme!r}; there are {', '.join(THEMES)}")
    view = f"{box[0]:g} {box[1]:g} {box[2]:.1f} {box[3]:.1f}"
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{box[2]:.1f}" height="{box[3]:.1f}" viewBox="{view}">'
        f"<title>{safe(sheet.map.title)}</title><defs>{clips(sheet)}</defs>{_body(sheet, Wires(sheet), ())}</svg>\n"
    )
    return dimmed(picture) if theme == "dark" else picture


def dimmed(picture: str) -> str:
    """The picture for the dark theme: paper and colours are a little darker, ink is unchanged."""

    def darker(found: re.Match[str]) -> str:
        parts = [int(found[1][i : i + 2], 16) for i in (0, 2, 4)]
        if max(parts) < PALE:
            return found[0]
        return '"#' + "".join(f"{round(DIMMED * part):02x}" for part in parts) + '"'

    return re.sub('"#([0-9a-f]{6})"', darker, picture)


def _body(sheet: Sheet, wires: Wires, counters: Sequence[Counter]) -> str:
    names, marks = Names(sheet, wires), Marks(sheet)
    body = (
        water_and_land(sheet)
        + f'<g clip-path="url(#land)">{Ground(sheet.map, sheet.size).paint()}</g>'
        + names.regions()
        + marks.zones()
        + hex_lines(sheet)
        + marks.works()
        + wires.hexsides()
        + wires.networks()
        + wires.bridges()
        + marks.rings()
        + numbers(sheet)
        + names.places()
        + names.names()
        + _counters(sheet, counters)
    )
    return f'<g clip-path="url(#page)">{body}</g>'


def png(picture: str, zoom: int = 1) -> bytes:
    """An SVG as PNG."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=zoom, skip_system_fonts=True))


def _counters(sheet: Sheet, counters: Sequence[Counter]) -> str:
    out, under = "", dict[str, int]()
    for each in counters:
        (x, y), n = sheet.centre(each.hex), under.get(each.hex, 0)
        out += counter((x + 3 * sheet.k * n, y - 3 * sheet.k * n), each.label, (each.colour, each.ink), sheet.size)
        under[each.hex] = n + 1
    return out


def _page(sheet: Sheet, inner: str, cartouche: str, more: float) -> str:
    w, h, k = sheet.width, sheet.height, sheet.k
    left, wide, high = -MARGIN * k, w + 2 * MARGIN * k, h + 2 * MARGIN * k + more
    frame = "".join(
        f'<rect x="{box.left - d:.1f}" y="{box.top - d:.1f}" width="{box.right - box.left + 2 * d:.1f}" '
        f'height="{box.bottom - box.top + 2 * d:.1f}" fill="none" stroke="{INK}" stroke-width="{pen * k:.1f}"/>'
        for box in sheet.boxes
        for d, pen in ((0.0, 0.8), (7 * k, 2.6))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide:.0f}" height="{high:.0f}" '
        f'viewBox="{left:.1f} {left:.1f} {wide:.1f} {high:.1f}"><title>{safe(sheet.map.title)}</title>'
        f"<defs>{clips(sheet)}</defs>"
        f'<rect x="{left:.1f}" y="{left:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="#e9e0ca"/>'
        f"{inner}{frame}{cartouche}</svg>\n"
    )
