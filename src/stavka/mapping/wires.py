"""Draw what runs across the map: rivers and other hexsides, roads, railways, bridges."""

from __future__ import annotations

import math
from typing import Final

from stavka.data.hexmap import Line, Point
from stavka.mapping.curves import Curve, River, Roads, bezier, side_by_side
from stavka.mapping.faces import faced, runs
from stavka.mapping.ground import INK, PAPER, SEA, SHORE
from stavka.mapping.sheet import RIVER, ROUND, SEPIA, Sheet, stroke, xy

WATER: Final = ("river", "stream", "creek")
FORD: Final = "ford"  # hexsides of a river that a network crosses without a bridge
PENS: Final = (1.6, 3.5, 4.5)  # rivers, from the least kind to the greatest


class Wires:
    def __init__(self, sheet: Sheet) -> None:
        self.sheet, self.map = sheet, sheet.map
        self.rivers = self._rivers()
        self.roads = self._roads()

    def rank(self, line: Line) -> int:
        """The rank of a kind of hexside; kinds are declared from the least to the greatest."""
        kinds = self.map.kinds.hexsides[line.layer]
        return min(kinds.index(line.kind), len(PENS) - 1) if kinds else 0

    # ---- hexsides

    def _rivers(self) -> list[tuple[Line, Curve]]:
        """Draw rivers, the greater first, so that the lesser can end at their real course."""
        lines = sorted((x for x in self.map.lines if x.layer in WATER), key=lambda line: -self.rank(line))
        found, known = [], dict[Point, Point]()
        for n, line in enumerate(lines):
            river = River(self.sheet.grid, line.sides, f"{line.name}{n}")
            river.ends_at(known)
            known.update(river.passes())
            curve = river.curve(self.sheet.size)
            found.append((line, curve))
            self.sheet.clutter.add_line(curve.points, 3.0)
        return found

    def hexsides(self) -> str:
        k = self.sheet.k
        out = "".join(self._barrier(line) for line in self.map.lines if line.layer not in (*WATER, FORD))
        for line, curve in reversed(self.rivers):
            pen = PENS[self.rank(line)] * k
            if self.rank(line):
                out += stroke(curve.path, "#dde6e0", pen + 2.4 * k, ROUND)
            out += stroke(curve.path, RIVER, pen, ROUND)
        return out

    def _barrier(self, line: Line) -> str:
        curve = River(self.sheet.grid, line.sides, line.name).curve(self.sheet.size)
        self.sheet.clutter.add_line(curve.points, 3.0)
        if self._has_face(line):
            lines = [[self.sheet.scaled(p) for p in run] for run in runs(self.map, line)]
            return faced(line.layer, lines, self.sheet.k)
        return barrier(line.layer, curve.path, self.sheet.k)

    def _has_face(self, line: Line) -> bool:
        return f"{line.layer} side" in self.map.kinds.features

    def sample(self, line: Line, path: str) -> str:
        """A path drawn in the manner of this line, at the size for which all measures are made."""
        if line.layer == FORD:
            return stroke(path, RIVER, PENS[0], ROUND) + _ford(((14, 0), (14, 4), (14, 8), (14, 12)), 1.0)
        if self._has_face(line):
            return faced(line.layer, [[(0.0, 7.0), (28.0, 7.0)]], 1.0)
        if line.layer not in WATER:
            return barrier(line.layer, path, 1.0)
        return stroke(path, RIVER, PENS[self.rank(line)], ROUND)

    # ---- networks

    def _roads(self) -> dict[str, Roads]:
        """Draw networks; railways and roads that share links are drawn side by side."""
        kinds, m = self.map.kinds.networks, self.map
        rails, roads = (
            {s for kind in kinds if is_rail(kind) == rail for s in m.network(kind)} for rail in (True, False)
        )
        aside = side_by_side(m, rails & roads, 0.1 * self.sheet.size)
        other = {number: (-x, -y) for number, (x, y) in aside.items()}
        return {kind: Roads(m, kind, self.sheet.size, aside if is_rail(kind) else other) for kind in kinds}

    def networks(self) -> str:
        out = ""
        for kind in sorted(self.roads, key=_layer):
            curve = self.roads[kind].curve(chain.hexes for chain in self.map.chains if chain.network == kind)
            self.sheet.clutter.add_points(curve.points, 2.0)
            out += network(kind, curve.path, self.sheet.k)
        return out

    def bridges(self) -> str:
        """Draw a mark on both sides of every road or railway where it crosses a river, or stones at a ford."""
        wet, path, stones, k = {s for line, _ in self.rivers for s in line.sides}, "", "", self.sheet.k
        fords = self.map.layer(FORD)
        for kind, roads in sorted(self.roads.items(), key=lambda item: -_layer(item[0])):
            crossed = sorted(self.map.network(kind) & wet)
            wet -= set() if is_rail(kind) else set(crossed)
            for a, b in crossed:
                if (a, b) in fords:
                    stones += _ford(roads.link(a, b), k)
                else:
                    path += _bridge(roads.link(a, b), k)
        return stones + stroke(path, INK, 1.15 * k, ROUND)


def is_rail(kind: str) -> bool:
    return kind.rsplit(maxsplit=1)[-1] in ("rail", "railway", "railroad")


def is_minor(kind: str) -> bool:
    return kind.split(maxsplit=1)[0] in ("secondary", "minor") and "road" in kind.split()


def _layer(kind: str) -> int:
    """The order of drawing, from below: trails, lesser roads, roads, railways."""
    if is_rail(kind):
        return 3
    return 1 if is_minor(kind) else 2 if "road" in kind.split() else 0


def _ford(link: tuple[Point, Point, Point, Point], k: float) -> str:
    stones = "".join(f"M{xy(bezier(link, t))}h0" for t in (0.41, 0.5, 0.59))
    return stroke(stones, INK, 3.2 * k, ROUND) + stroke(stones, PAPER, 1.9 * k, ROUND)


def _bridge(link: tuple[Point, Point, Point, Point], k: float) -> str:
    (x, y), p, q = bezier(link, 0.5), bezier(link, 0.4), bezier(link, 0.6)
    far = math.dist(p, q)
    u, v = (q[0] - p[0]) / far * k, (q[1] - p[1]) / far * k
    path = ""
    for turn in (-1, 1):
        cx, cy = x - v * 3 * turn, y + u * 3 * turn
        ends = [
            (cx + u * a - v * b * turn, cy + v * a + u * b * turn)
            for a, b in ((-5, 1.6), (-3.4, 0), (3.4, 0), (5, 1.6))
        ]
        path += "M" + "L".join(map(xy, ends))
    return path


def barrier(layer: str, path: str, k: float) -> str:
    """Draw blocked hexsides and lakes as water, a front as a broad band, and others as sepia ticks."""
    if layer == "front":
        band = stroke(path, "#b0402f", 10 * k, ROUND + ' stroke-opacity="0.32"')
        return band + stroke(path, "#8e2f22", 1.3 * k, ROUND)
    if layer not in ("blocked", "lake"):
        return stroke(path, SEPIA, 3 * k, f' stroke-dasharray="{k:.1f} {3 * k:.1f}"')
    waves = f' stroke-dasharray="{5 * k:.1f} {4 * k:.1f}"'
    water = stroke(path, SHORE, 8.8 * k, ROUND) + stroke(path, SEA, 6.8 * k, ROUND)
    return water + stroke(path, "#3c5f73", 1.1 * k, waves)


def network(kind: str, path: str, k: float) -> str:
    """Draw railways, roads and lesser roads in their own manner, and any other network as a trail."""
    if is_rail(kind):
        ties = f' stroke-dasharray="{1.1 * k:.2f} {4.96 * k:.2f}" stroke-dashoffset="{-2.4 * k:.2f}"'
        return stroke(path, INK, 1.15 * k, ' stroke-linejoin="round"') + stroke(path, INK, 4.4 * k, ties)
    if is_minor(kind):
        return stroke(path, "#f3ead4", 2.6 * k, ROUND) + stroke(path, SEPIA, 1.35 * k, ROUND)
    if "road" in kind.split():
        return stroke(path, SEPIA, 3.1 * k, ROUND) + stroke(path, "#f8f0dc", 1.5 * k, ROUND)
    return stroke(path, SEPIA, 1.3 * k, f' stroke-dasharray="{3 * k:.1f}"')
