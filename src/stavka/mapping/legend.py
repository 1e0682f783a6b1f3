"""The cartouche: the map's title and the meaning of its signs."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.data.hexmap import GridSpec, HexMap, Kinds
from stavka.hexes import Hex
from stavka.mapping import lettering
from stavka.mapping.geometry import Box
from stavka.mapping.ground import INK, PAPER, Ground, terrain_shown, town
from stavka.mapping.marks import Marks, work
from stavka.mapping.sheet import ROUND, SIZE, Sheet, badge, stroke
from stavka.mapping.wires import WATER, Wires, network
from stavka.mapping.works import POSITIONS, TRENCHES

LINE = 15.0  # height of a line with a sign
TITLE = 46.0  # height of the title
COLUMN = 124.0
ROOM = 120.0  # the least height of a room for it
ROOMY = 1.8  # how much larger the cartouche is in that room


def legend(sheet: Sheet, wires: Wires) -> tuple[str, float]:
    """The cartouche, and how much the page grows by it. It lies in its box on the map if the map has one, else in the
    room beside a shorter sheet, else below the map."""
    listed = list(signs(sheet, wires))
    for shape in sheet.shapes("legend"):
        (left, top), (right, bottom) = (sheet.scaled(p) for p in shape.points[:2])
        box = Box(min(left, right), min(top, bottom), max(left, right), max(top, bottom))
        return _cartouche(sheet, box, listed, sheet.k), 0.0
    if room := _room(sheet):
        return _cartouche(sheet, room, listed, ROOMY * sheet.k), 0.0
    columns = max(1, int((sheet.width - 20 * sheet.k) // (COLUMN * sheet.k)))
    height = (TITLE + 14 + LINE * -(-len(listed) // columns)) * sheet.k
    top = sheet.height + 14 * sheet.k
    return _cartouche(sheet, Box(0, top, sheet.width, top + height), listed, sheet.k), height + 14 * sheet.k


def _room(sheet: Sheet) -> Box | None:
    """The largest room below a sheet that is shorter than the page."""
    k = sheet.k
    rooms = [Box(box.left, box.bottom + 21 * k, box.right, sheet.height) for box in sheet.boxes]
    largest = max(rooms, key=lambda room: room.bottom - room.top)
    return largest if largest.bottom - largest.top > ROOM * k else None


def _cartouche(sheet: Sheet, box: Box, signs: list[tuple[str, str]], k: float) -> str:
    wide, high = box.right - box.left, box.bottom - box.top
    out = "".join(
        f'<rect x="{box.left + d:.1f}" y="{box.top + d:.1f}" width="{wide - 2 * d:.1f}" height="{high - 2 * d:.1f}" '
        f'fill="{fill}" stroke="{INK}" stroke-width="{pen * k:.1f}"/>'
        for d, fill, pen in ((0, PAPER, 1.8), (4 * k, "none", 0.6))
    )
    out += _title(sheet, box, k)
    columns = max(1, int((wide / k - 10) // COLUMN))
    rows = max(1, -(-len(signs) // columns))
    step, line = wide / columns, min(1.7 * LINE * k, (high - (TITLE + 8) * k) / rows)
    for n, (sign, text) in enumerate(signs):
        x = box.left + 14 * k + step * (n // rows)
        y = box.top + TITLE * k + line * (n % rows)
        out += f'<g transform="translate({x:.1f} {y:.1f}) scale({k:.3f})">{sign}</g>'
        out += stroke(lettering.path(text, x + 35 * k, y + 8.6 * k, 6 * k), INK, 0.85 * k, ROUND)
    return out


def _title(sheet: Sheet, box: Box, k: float) -> str:
    middle = (box.left + box.right) / 2
    title, _, below = sheet.map.title.partition(": ")
    out = ""
    for text, height, pen, y, spacing in ((title, 12.0, 1.7, 22.0, 4.0), (below, 7.0, 1.0, 34.0, 4.0)):
        wide = lettering.width(text, height * k, spacing)
        out += stroke(
            lettering.path(text, middle - wide / 2, box.top + y * k, height * k, spacing=spacing), INK, pen * k, ROUND
        )
    return out


def signs(sheet: Sheet, wires: Wires) -> Iterator[tuple[str, str]]:
    """Each sign in a box of 28 by 12, with its meaning."""
    kinds = sheet.map.kinds
    for rank_kind in kinds.places:
        yield town((14, 6), sheet.rank(rank_kind), 0.62, rank_kind), rank_kind
    for word in (each for each in terrain_shown(kinds.terrain) if each not in kinds.places):
        yield _sample(word, kinds.terrain[word]), word
    wave = "M0 8Q5 2 10 6T20 6T28 4"
    for line in {(x.layer, x.kind): x for x in sheet.map.lines}.values():
        yield wires.sample(line, wave), line.kind if line.kind in WATER else f"{line.kind} {line.layer}".strip()
    for kind in kinds.networks:
        yield network(kind, "M0 7C9 3 19 9 28 5", 1.0), kind
    for kind in kinds.features:
        if kind in (*TRENCHES, *POSITIONS) and sheet.map.features[kind]:
            yield work(kind, [[(4.0, 1.0), (24.0, 1.0), (24.0, 11.0), (4.0, 11.0)]], 28.0), kind
    for kind, colour in Marks(sheet).ringed().items():
        yield badge(kind[:1].upper(), (14, 6), colour, 1.0), kind


def _sample(word: str, symbol: str) -> str:
    """A hex of some terrain, small."""
    one = HexMap("", (GridSpec(1, 1),), Kinds({word: symbol}), "history", {"0101": word})
    x, y = one.grid.centre(Hex(0))
    scale = 0.42
    move = f"translate({14 - x * SIZE * scale:.1f} {6 - y * SIZE * scale:.1f}) scale({scale})"
    return f'<g transform="{move}">{Ground(one, SIZE).paint()}</g>'
