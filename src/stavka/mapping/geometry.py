"""Points, lines and rings on the page."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from stavka.data.hexmap import Point


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, p: Point) -> bool:
        return self.left <= p[0] <= self.right and self.top <= p[1] <= self.bottom

    def wider(self, by: float) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)


def distance_to_segment(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length)) if length else 0.0
    return math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


def distance_to_line(p: Point, line: Sequence[Point]) -> float:
    """The distance of a point from a polyline of at least two points."""
    return min(distance_to_segment(p, a, b) for a, b in pairwise(line))


def between(a: Point, b: Point, t: float = 0.5) -> Point:
    return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])


def simplified(line: Sequence[Point], tolerance: float) -> list[Point]:
    """A simplified line with fewer points, nowhere further off than `tolerance` (Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    far, at = max((distance_to_segment(p, line[0], line[-1]), i) for i, p in enumerate(line))
    if far <= tolerance:
        return [line[0], line[-1]]
    return simplified(line[: at + 1], tolerance)[:-1] + simplified(line[at:], tolerance)


class Region:
    """The area inside an odd number of rings. For queries line by line, it looks at each ring once for each line."""

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self.edges = [(a, b) for ring in rings for a, b in pairwise([*ring, ring[0]]) if a[1] != b[1]]
        self._crossings: dict[float, list[float]] = {}

    def holds(self, p: Point) -> bool:
        return bisect_left(self._at(p[1]), p[0]) % 2 == 1

    def _at(self, y: float) -> list[float]:
        if y not in self._crossings:
            self._crossings[y] = sorted(
                a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in self.edges if (a[1] > y) != (b[1] > y)
            )
        return self._crossings[y]


def clipped_ring(ring: Sequence[Point], box: Box) -> list[Point]:
    """The part of a ring inside a box (Sutherland and Hodgman)."""
    out = list(ring)
    for axis, limit, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        points, out = out, []
        for a, b in pairwise([*points[-1:], *points]):
            a_in, b_in = sign * (a[axis] - limit) >= 0, sign * (b[axis] - limit) >= 0
            if a_in != b_in:
                out.append(between(a, b, (limit - a[axis]) / (b[axis] - a[axis])))
            if b_in:
                out.append(b)
    return out


def clipped_line(line: Sequence[Point], box: Box) -> list[Point]:
    """The part of a polyline from where it first enters a box to where it last leaves it."""
    inside = [span for a, b in pairwise(line) if (span := _span(a, b, box))]
    return [p for i, (a, b) in enumerate(inside) for p in ((a, b) if i == 0 or inside[i - 1][1] != a else (b,))]


def _span(a: Point, b: Point, box: Box) -> tuple[Point, Point] | None:
    """The part of a segment inside a box."""
    low, high = 0.0, 1.0
    for axis, least, most in ((0, box.left, box.right), (1, box.top, box.bottom)):
        d = b[axis] - a[axis]
        if d == 0:
            if not least <= a[axis] <= most:
                return None
            continue
        t, u = sorted(((least - a[axis]) / d, (most - a[axis]) / d))
        low, high = max(low, t), min(high, u)
    if low > high:
        return None
    return a if low == 0 else between(a, b, low), b if high == 1 else between(a, b, high)
