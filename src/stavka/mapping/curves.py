"""Smooth lines: rivers along hexsides, roads and railways from centre to centre."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from stavka.data.hexmap import HexMap, Point, Side, side
from stavka.hexes.grid import Grid
from stavka.mapping.geometry import between

WOBBLE: Final = 0.1  # how far the bends of a river wander, in hex sides
EASE: Final = 0.5  # how far a bend of a road is eased: 0 goes through the centre, 1 straight from hex to hex
STIFF: Final = 0.38  # how far along a link a road keeps its direction


class Curve(NamedTuple):
    """A path in SVG's words, with points along it so that names can keep off it."""

    path: str
    points: list[Point]


def corner_run(grid: Grid, sides: Sequence[Side]) -> list[Point]:
    """The corners along a run of hexsides."""
    ends = [side_ends(grid, s) for s in sides]
    if len(ends) == 1:
        return list(ends[0])
    run = [next((p for p in ends[0] if p not in ends[1]), ends[0][0])]
    for a, b in ends:
        run.append(b if run[-1] == a else a)
    return run


def side_ends(grid: Grid, s: Side) -> tuple[Point, Point]:
    a, b = grid.index(s[0]), grid.index(s[1])
    return grid.side(a, grid.direction(a, b))


class River:
    """A river's line through the middles of its hexsides, bending near their corners."""

    def __init__(self, grid: Grid, sides: Sequence[Side], seed: str) -> None:
        dice = random.Random(seed)
        self.corners = corner_run(grid, sides)
        self.middles = [between(a, b) for a, b in pairwise(self.corners)]
        self.bends = [(x + dice.uniform(-WOBBLE, WOBBLE), y + dice.uniform(-WOBBLE, WOBBLE)) for x, y in self.corners]
        self.bends[0], self.bends[-1] = self.corners[0], self.corners[-1]

    def passes(self) -> dict[Point, Point]:
        """The real place of the river near each corner that it passes."""
        inner = zip(self.corners[1:-1], self.bends[1:-1], pairwise(self.middles), strict=True)
        return {corner: between(between(*middles), bend) for corner, bend, middles in inner}

    def ends_at(self, others: dict[Point, Point]) -> None:
        """Extend the ends to the points where other rivers are."""
        for i in (0, -1):
            self.bends[i] = others.get(self.corners[i], self.bends[i])

    def curve(self, scale: float) -> Curve:
        start, *inner, end = [(x * scale, y * scale) for x, y in self.bends]
        middles = [(x * scale, y * scale) for x, y in self.middles]
        path, points = f"M{_xy(start)}L{_xy(middles[0])}", [start]
        for bend, (a, b) in zip(inner, pairwise(middles), strict=True):
            path += f"Q{_xy(bend)} {_xy(b)}"
            points += [a, between(between(a, b), bend)]
        return Curve(f"{path}L{_xy(end)}", [*points, middles[-1], end])


def links(sides: Iterable[Side]) -> dict[str, list[str]]:
    """The neighbours of each hex along these sides."""
    around: dict[str, list[str]] = {}
    for a, b in sorted(sides):
        around.setdefault(a, []).append(b)
        around.setdefault(b, []).append(a)
    return around


def side_by_side(m: HexMap, shared: Iterable[Side], far: float) -> dict[str, Point]:
    """How far to the left a network has to be moved so that two networks that share links are both visible."""
    around, out = links(shared), dict[str, Point]()
    fixed = {place.hex for place in m.places} | {number for number, near in around.items() if len(near) != 2}
    left = {number for number in around if number not in fixed}
    while left:
        run = _run(around, left, min(left))
        for before, number, after in zip(run, run[1:], run[2:], strict=False):
            a, b = (m.grid.centre(m.grid.index(n)) for n in (before, after))
            length = math.dist(a, b) or 1.0
            out[number] = far * (b[1] - a[1]) / length, far * (a[0] - b[0]) / length
        left.difference_update(run)
    return out


def _run(around: dict[str, list[str]], loose: set[str], number: str) -> list[str]:
    """The hexes along a chain of links from one end to the other; hexes that are not loose are ends."""
    run = [number]
    for _ in range(2):
        run.reverse()
        while run[-1] in loose and (onward := [n for n in around[run[-1]] if n not in run]):
            run.append(onward[0])
    return run


def loops(grid: Grid, hexes: Iterable[str]) -> list[list[Point]]:
    """The edges of patches of hexes, each a closed run of corners with the hexes on the right."""
    inside = {grid.index(number) for number in hexes}
    after: dict[Point, list[Point]] = {}
    for i in sorted(inside):
        for d, j in enumerate(grid.neighbours[i]):
            if j not in inside:
                a, b = grid.side(i, d)
                after.setdefault(a, []).append(b)
    found = []
    while after:
        loop = [next(iter(after))]
        while loop[-1] in after:
            ways = after[loop[-1]]
            loop.append(ways.pop())
            if not ways:
                del after[loop[-2]]
        found.append(loop[:-1])
    return found


def outline(grid: Grid, hexes: Iterable[str], scale: float) -> str:
    """The edge of a patch of hexes, rounded: through the middles of its hexsides, bending at their corners."""
    path = ""
    for loop in loops(grid, hexes):
        corners = [(x * scale, y * scale) for x, y in [*loop, loop[0]]]
        path += "M" + _xy(between(corners[0], corners[1]))
        for a, b in pairwise([*corners[1:], corners[1]]):
            path += f"Q{_xy(a)} {_xy(between(a, b))}"
        path += "Z"
    return path


def inset(loop: list[Point], far: float) -> list[Point]:
    """The loop moved inwards by `far`: each corner is where its two sides meet after the move."""
    out = []
    for a, b, c in zip([loop[-1], *loop], loop, [*loop[1:], loop[0]], strict=False):
        (ux, uy), (vx, vy) = unit(a, b), unit(b, c)
        nx, ny = -uy - vy, ux + vx
        scale = 1 + (ux * vx + uy * vy)
        out.append((b[0] + far * nx / scale, b[1] + far * ny / scale))
    return out


def unit(a: Point, b: Point) -> Point:
    """The direction from one point to another, of length 1."""
    length = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / length, (b[1] - a[1]) / length


def _junctions(m: HexMap) -> set[str]:
    """The hexes where a network ends or branches, so that others have to meet it."""
    around = [links(m.network(network)) for network in m.kinds.networks]
    return {number for each in around for number, near in each.items() if len(near) != 2}


class Roads:
    """A network whose links bend gently near the centres of hexes, and go through the centre if there is a place or
    another network joins there."""

    def __init__(self, m: HexMap, network: str, scale: float, aside: dict[str, Point]) -> None:
        """`aside` says which hexes the network passes beside the middle, and how far."""
        self.around = links(m.network(network))
        middle = {number: m.grid.centre(m.grid.index(number)) for number in self.around}
        stops = {place.hex for place in m.places} | _junctions(m)
        self.at: dict[str, Point] = {}
        for number, centre in middle.items():
            a, b = (*self.around[number], number)[:2]
            bend = number not in stops and len(self.around[number]) == 2
            x, y = between(centre, between(middle[a], middle[b]), EASE if bend else 0.0)
            dx, dy = aside.get(number, (0.0, 0.0))
            self.at[number] = x * scale + dx, y * scale + dy

    def link(self, a: str, b: str) -> tuple[Point, Point, Point, Point]:
        """The four points of the curve between two neighbours."""
        pa, pb = self.at[a], self.at[b]
        ta, tb = self._direction(a, b), self._direction(b, a)
        reach = STIFF * math.dist(pa, pb)
        return pa, (pa[0] + reach * ta[0], pa[1] + reach * ta[1]), (pb[0] + reach * tb[0], pb[1] + reach * tb[1]), pb

    def _direction(self, a: str, b: str) -> Point:
        """The direction in which the way to b leaves a: straight on from the straightest other way."""
        pa, pb = self.at[a], self.at[b]
        others = [self.at[n] for n in self.around[a] if n != b]
        back = min(others, key=lambda p: _dot(pa, p, pb), default=None)
        if back is None or _dot(pa, back, pb) > 0:
            back = pa
        length = math.dist(back, pb)
        return (pb[0] - back[0]) / length, (pb[1] - back[1]) / length

    def curve(self, chains: Iterable[Sequence[str]]) -> Curve:
        """All links of some chains, each once."""
        path, points, drawn = "", [], set()
        for chain in chains:
            pen = ""
            for a, b in pairwise(chain):
                if side(a, b) in drawn:
                    continue
                drawn.add(side(a, b))
                four = self.link(a, b)
                path += ("" if pen == a else f"M{_xy(four[0])}") + "C" + " ".join(map(_xy, four[1:]))
                points += [bezier(four, t / 6) for t in range(7)]
                pen = b
        return Curve(path, points)


def bezier(four: tuple[Point, Point, Point, Point], t: float) -> Point:
    a, b, c, d = four
    u = 1 - t
    w = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return sum(w[i] * p[0] for i, p in enumerate((a, b, c, d))), sum(w[i] * p[1] for i, p in enumerate((a, b, c, d)))


def _dot(centre: Point, a: Point, b: Point) -> float:
    return (a[0] - centre[0]) * (b[0] - centre[0]) + (a[1] - centre[1]) * (b[1] - centre[1])


def _xy(p: Point) -> str:
    return f"{p[0]:.1f} {p[1]:.1f}"
