"""The marks of the rules on hexes: field works, zones, and everything else as a ring with a badge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from stavka.data.hexmap import Point
from stavka.mapping import lettering
from stavka.mapping.curves import inset, loops, outline
from stavka.mapping.geometry import Box, between
from stavka.mapping.sheet import ROUND, Sheet, badge, stroke, xy
from stavka.mapping.works import INSET, POSITIONS, TRENCHES, position, trench

MARKED: Final = ("#a4342b", "#b0402f", "#2f5f9e", "#7a4f93", "#3d7a4a", "#b9772a")
MANY: Final = 40  # a feature of more hexes than this is a region, and is not drawn
ZONES: Final = ("zone", "deployment zone")
PATCHES: Final = ("entry",)  # features that have one ring round all their hexes
UNSEEN: Final = ("side", "edge", "start")  # the last words of features that are not drawn
BADGES: Final = ("source",)  # the last words of features that are badges without a ring
WORKS: Final = "#6b4a35"
ZONE: Final = "#7b6a4d"


class Marks:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.map, self.k = sheet, sheet.map, sheet.k

    # ---- field works

    def works(self) -> str:
        out, sheet = "", self.sheet
        for kind, hexes in self.map.features.items():
            if kind in (*TRENCHES, *POSITIONS):
                patches = [[sheet.scaled(p) for p in loop] for loop in loops(sheet.grid, hexes)]
                out += work(kind, patches, sheet.size)
        return out

    # ---- zones

    def zones(self) -> str:
        """The borders of zones, dotted, and their letters, large and pale."""
        out, k = "", self.k
        for kind in ZONES:
            for label, hexes in self.map.labelled(kind).items():
                border = outline(self.sheet.grid, hexes, self.sheet.size)
                dots = f' stroke-dasharray="{0.1 * k:.2f} {4 * k:.1f}" stroke-opacity="0.6"'
                out += stroke(border, ZONE, 1.5 * k, dots + ROUND) + self._letter(label, hexes)
        return out

    def _letter(self, label: str, hexes: Sequence[str]) -> str:
        points = [self.sheet.centre(number) for number in hexes]
        x, y = (sum(p[i] for p in points) / len(points) for i in (0, 1))
        x, y = min(points, key=lambda p: (p[0] - x) ** 2 + (p[1] - y) ** 2)
        height = 24 * self.k
        path = lettering.path(label, x - lettering.width(label, height) / 2, y + height / 2, height)
        return stroke(path, "#b39d6c", 3.2 * self.k, ROUND + ' stroke-opacity="0.5"')

    # ---- rings

    def ringed(self) -> dict[str, str]:
        """The features that are drawn as rings, with their colours."""
        others = {*TRENCHES, *POSITIONS, *ZONES}
        return {
            kind: MARKED[n % len(MARKED)]
            for n, (kind, hexes) in enumerate(self.map.features.items())
            if 0 < len(hexes) <= MANY and kind not in others and kind.split()[-1] not in UNSEEN
        }

    def rings(self) -> str:
        """Rings with badges: one for each hex, or one round each patch of hexes where units enter."""
        out, held = "", dict[str, int]()
        for kind, colour in self.ringed().items():
            if kind in PATCHES:
                for label, hexes in self.map.labelled(kind).items():
                    out += self._patch(hexes, label or kind[:1].upper(), colour)
                continue
            ringed = kind.split()[-1] not in BADGES
            for mark in self.map.marks:
                for number in mark.hexes if mark.kind == kind else ():
                    out += self._ring(number, mark.label or kind[:1].upper(), colour, held.get(number, 0), ringed)
                    held[number] = held.get(number, 0) + 1
        return out

    def _patch(self, hexes: Sequence[str], text: str, colour: str) -> str:
        sheet, out = self.sheet, ""
        for loop in loops(sheet.grid, hexes):
            moved = [xy(sheet.scaled(p)) for p in inset(loop, 0.09)]
            out += stroke("M" + "L".join(moved) + "Z", colour, 1.5 * self.k, ' stroke-linejoin="round"')
            inside = [number for number in hexes if set(sheet.grid.corners(sheet.grid.index(number))) & set(loop)]
            x, y = sheet.centre(inside[len(inside) // 2])
            out += self._badge(text, (x, y + 0.55 * sheet.size), colour)
        return out

    def _badge(self, text: str, at: Point, colour: str) -> str:
        k = self.k
        self.sheet.clutter.add_box(Box(at[0] - 5 * k, at[1] - 5 * k, at[0] + 5 * k, at[1] + 5 * k))
        return badge(text, at, colour, k)

    def _ring(self, number: str, text: str, colour: str, nth: int, ringed: bool) -> str:
        sheet, k = self.sheet, self.k
        x, y = sheet.centre(number)
        corners = map(sheet.scaled, sheet.grid.corners(sheet.grid.index(number)))
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (between((x, y), c, 0.91 - 0.1 * nth) for c in corners))
        at = x + (0.52 - 1.04 * nth) * sheet.size, y + 0.5 * sheet.size
        ring = f'<polygon points="{points}" fill="none" stroke="{colour}" stroke-width="{1.5 * k:.1f}"/>'
        return (ring if ringed else "") + self._badge(text, at, colour)


def work(kind: str, patches: list[list[Point]], size: float) -> str:
    """Field works of a kind around patches of hexes, each a loop of corners."""
    k = size / 28
    moved = [inset(loop, INSET * size) for loop in patches]
    if kind in TRENCHES:
        return stroke("".join(trench(loop, k) for loop in moved), WORKS, 1.25 * k, ' stroke-linejoin="miter"')
    return stroke("".join(position(loop, k) for loop in moved), WORKS, 0.85 * k, ' stroke-opacity="0.85"')
