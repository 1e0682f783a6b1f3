"""Draw field works as engineers draw them: trenches and positions around the hexes that they hold."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from stavka.data.hexmap import Point
from stavka.mapping.curves import unit
from stavka.mapping.geometry import between
from stavka.mapping.sheet import xy

INSET: Final = 0.13  # distance of the line inside the edge of the hexes, in hex sides
TOOTH: Final = 3.1  # half a period of a trench's teeth, in pixels at size 28
DEEP: Final = 2.3
TICK: Final = 6.2  # distance of the ticks of a position
TRENCHES: Final = ("trench", "trenches", "entrenchment", "entrenchments", "fortified line")
POSITIONS: Final = ("position", "improvised position", "improved position", "field works")


def trench(loop: list[Point], k: float) -> str:
    """A closed line of teeth."""
    return teeth([*loop, loop[0]], k) + "Z"


def teeth(line: Sequence[Point], k: float) -> str:
    """A line of square teeth, like the top of a wall, on the left."""
    path = ""
    for a, b in pairwise(line):
        count = max(1, round(math.dist(a, b) / (2 * TOOTH * k)))
        (ux, uy), deep = unit(a, b), DEEP * k
        out = (uy * deep, -ux * deep)
        for n in range(count):
            p = [between(a, b, (n + part) / count) for part in (0, 0.25, 0.75, 1)]
            high = [(x + out[0], y + out[1]) for x, y in p[1:3]]
            path += ("M" if not path else "L") + "L".join(map(xy, (p[0], p[1], *high, p[2], p[3])))
    return path


def position(loop: list[Point], k: float) -> str:
    """A line with ticks towards the enemy."""
    path = "M" + "L".join(map(xy, loop)) + "Z"
    for a, b in pairwise([*loop, loop[0]]):
        count = max(1, round(math.dist(a, b) / (TICK * k)))
        ux, uy = unit(a, b)
        for n in range(count):
            x, y = between(a, b, (n + 0.5) / count)
            path += f"M{xy((x, y))}L{xy((x + 2.6 * k * uy, y - 2.6 * k * ux))}"
    return path
