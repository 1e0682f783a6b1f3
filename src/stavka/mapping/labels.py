"""Places for names: beside what they name, off each other, and off rivers and railways if possible."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from stavka.data.hexmap import Point
from stavka.mapping.geometry import Box, between

CELL: Final = 16.0
WIDE_CELL: Final = 64.0
UNDER_COUNTER: Final = 24.0  # cost of a name under counters, by the share that is covered
OVER_LABEL: Final = 60.0  # cost of lying over another label or a town
TOO_BAD: Final = 55.0  # the cost at which an optional name is left out
RIVER_TOO_BAD: Final = 95.0  # the cost at which a river's name, which is hard to place, is left out


class Clutter:
    """The clutter that is already on the page. Each point has a cost for a label that covers it."""

    def __init__(self, pages: Sequence[Box]) -> None:
        self.pages = pages
        self.boxes: dict[tuple[int, int], list[Box]] = {}
        self.points: dict[tuple[int, int], list[tuple[Point, float]]] = {}

    def add_box(self, box: Box) -> None:
        for cell in _cells(box, WIDE_CELL):
            self.boxes.setdefault(cell, []).append(box)

    def add_points(self, points: Iterable[Point], weight: float) -> None:
        for p in points:
            self.points.setdefault((int(p[0] // CELL), int(p[1] // CELL)), []).append((p, weight))

    def add_line(self, line: Sequence[Point], weight: float, step: float = 5.0) -> None:
        for a, b in pairwise(line):
            count = max(1, round(math.dist(a, b) / step))
            self.add_points((between(a, b, n / count) for n in range(count)), weight)

    def cost(self, box: Box) -> float:
        ends = (box.left, box.top), (box.right, box.bottom)
        if not any(all(map(page.holds, ends)) for page in self.pages):
            return 1000.0
        near = {other for cell in _cells(box, WIDE_CELL) for other in self.boxes.get(cell, ())}
        cost = sum(OVER_LABEL * _overlap(box, other) for other in near)
        for cell in _cells(box, CELL):
            cost += sum(weight for p, weight in self.points.get(cell, ()) if box.holds(p))
        return cost


def _cells(box: Box, cell: float) -> Iterator[tuple[int, int]]:
    for i in range(int(box.left // cell), int(box.right // cell) + 1):
        for j in range(int(box.top // cell), int(box.bottom // cell) + 1):
            yield i, j


def _overlap(a: Box, b: Box) -> float:
    """The overlap of two boxes: 0 for none, from 1 to 2 by how much of the smaller is covered."""
    w = min(a.right, b.right) - max(a.left, b.left)
    h = min(a.bottom, b.bottom) - max(a.top, b.top)
    if w <= 0 or h <= 0:
        return 0.0
    return 1 + w * h / min((x.right - x.left) * (x.bottom - x.top) for x in (a, b))


class Spot(NamedTuple):
    """The place of a label: its lower left corner, and the cost of that place."""

    x: float
    y: float
    cost: float


def beside(
    clutter: Clutter, centre: Point, width: float, height: float, reach: float, counters: Sequence[Box] = ()
) -> Spot:
    """The best spot for a name around a point that is `reach` wide to each side. `counters` are where counters may lie:
    that of the point's own hex comes first."""
    x, y = centre
    low, mid, high = y + reach + height, y + height / 2, y - reach
    spots = [
        (x + reach, mid, 0.0),
        (x + reach * 0.8, high + height * 0.3, 2.0),
        (x + reach * 0.8, low - height * 0.3, 2.0),
        (x - width / 2, high - 1, 4.0),
        (x - width / 2, low + 1, 4.0),
        (x - reach - width, mid, 5.0),
        (x - reach * 0.8 - width, high + height * 0.3, 6.0),
        (x - reach * 0.8 - width, low - height * 0.3, 6.0),
        (x - width * 0.2, high - 1, 7.0),
        (x - width * 0.8, low + 1, 7.0),
        (x - width * 0.2, low + 1, 7.0),
        (x - width * 0.8, high - 1, 7.0),
    ]
    for own in counters[:1]:
        under, over = own.bottom + height + 1.5, own.top - 2.5
        spots += [(x - width * share, foot, 3.0) for foot in (under, over) for share in (0.5, 0.2, 0.8)]

    def cost(sx: float, sy: float) -> float:
        box = _box(sx, sy, width, height)
        return clutter.cost(box) + UNDER_COUNTER * sum(_covered(box, counter) for counter in counters)

    return min((Spot(sx, sy, extra + cost(sx, sy)) for sx, sy, extra in spots), key=_price)


def _covered(box: Box, counter: Box) -> float:
    """The share of a box that lies under a counter, 0 to 1."""
    w = min(box.right, counter.right) - max(box.left, counter.left)
    h = min(box.bottom, counter.bottom) - max(box.top, counter.top)
    return max(0.0, w) * max(0.0, h) / ((box.right - box.left) * (box.bottom - box.top))


def taken(clutter: Clutter, spot: Spot, width: float, height: float) -> None:
    clutter.add_box(_box(spot.x, spot.y, width, height))


def _box(x: float, y: float, width: float, height: float) -> Box:
    return Box(x - 1.5, y - height - 1.5, x + width + 1.5, y + 1.5)


def _price(spot: Spot) -> float:
    return spot.cost


def along(clutter: Clutter, line: Sequence[Point], width: float, lift: float) -> list[Point] | None:
    """The stretch of a line on which a name of this width is best written, from left to right; None if there is
    none."""
    smooth = smoothed(line)
    best: tuple[float, list[Point]] | None = None
    for start in range(len(smooth)):
        stretch = _stretch(smooth, start, width * 1.15)
        if stretch is None:
            break
        if stretch[-1][0] < stretch[0][0]:
            stretch = stretch[::-1]
        cost = _bent(stretch) + sum(clutter.cost(box) for box in _boxes(stretch, lift))
        if best is None or cost < best[0]:
            best = cost, stretch
    if best is None or best[0] > RIVER_TOO_BAD:
        return None
    for box in _boxes(best[1], lift):
        clutter.add_box(box)
    return best[1]


def smoothed(line: Sequence[Point], times: int = 6) -> list[Point]:
    """The line without its zigzag."""
    points = list(line)
    for _ in range(times):
        inner = [between(between(a, c), b) for a, b, c in zip(points, points[1:], points[2:], strict=False)]
        points = [points[0], *inner, points[-1]]
    return points


def _stretch(line: list[Point], start: int, long: float) -> list[Point] | None:
    far = 0.0
    for end in range(start + 1, len(line)):
        far += math.dist(line[end - 1], line[end])
        if far >= long:
            return line[start : end + 1]
    return None


def _bent(line: list[Point]) -> float:
    """How far a stretch is from straight, and from level."""
    chord = math.dist(line[0], line[-1]) or 1.0
    far = sum(math.dist(a, b) for a, b in pairwise(line))
    steep = abs(line[-1][1] - line[0][1]) / chord
    return 160 * (far / chord - 1) + 6 * steep


def _boxes(line: list[Point], lift: float) -> list[Box]:
    """Small boxes where the letters will be."""
    out = []
    for a, b in pairwise(line):
        length = math.dist(a, b) or 1.0
        x, y = between(a, b)
        x, y = x + (b[1] - a[1]) / length * lift * 2, y - (b[0] - a[0]) / length * lift * 2
        out.append(Box(x - 5, y - 4, x + 5, y + 4))
    return out
