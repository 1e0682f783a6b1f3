"""Lines of hexsides with a face and a back: slopes and fortified lines. The back is on the right."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from stavka.data.hexmap import HexMap, Line, Point
from stavka.mapping.curves import side_ends, unit
from stavka.mapping.geometry import between
from stavka.mapping.sheet import stroke, xy
from stavka.mapping.works import DEEP, teeth

APART: Final = 2.7  # distance of the strokes of a slope, in pixels at size 28
BROWN: Final = "#7d6231"
WORKS: Final = "#7a2f22"


def runs(m: HexMap, line: Line) -> list[list[Point]]:
    """The corners along a line, with the hexes behind it on the right."""
    behind, found = m.behind(line.layer), list[list[Point]]()
    ends = [_turned(m, s, behind[s]) for s in line.sides]
    if len(ends) > 1 and ends[0][0] in ends[1]:
        ends.reverse()
    for a, b in ends:
        if found and found[-1][-1] == a:
            found[-1].append(b)
        else:
            found.append([a, b])
    return found


def _turned(m: HexMap, s: tuple[str, str], behind: str) -> tuple[Point, Point]:
    (a, b), c = side_ends(m.grid, s), m.grid.centre(m.grid.index(behind))
    right = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (a, b) if right > 0 else (b, a)


def moved(run: Sequence[Point], far: float) -> list[Point]:
    """A run moved to its right; an open run keeps square ends, and a closed one stays closed."""
    steps = [unit(a, b) for a, b in pairwise(run)]
    first, last = (steps[-1], steps[0]) if run[0] == run[-1] else (steps[0], steps[-1])
    out = []
    for (x, y), (ux, uy), (vx, vy) in zip(run, [first, *steps], [*steps, last], strict=True):
        scale = far / (1 + ux * vx + uy * vy)
        out.append((x - scale * (uy + vy), y + scale * (ux + vx)))
    return out


def faced(layer: str, lines: Iterable[Sequence[Point]], k: float) -> str:
    """Slopes as strokes that run downhill, other such lines as walls with teeth towards the enemy."""
    if layer == "slope":
        hachures = "".join(_hachures(line, k) for line in lines)
        return f'<path d="{hachures}" fill="{BROWN}" fill-opacity="0.85"/>'
    walls = "".join(teeth(moved(line, (DEEP + 1.2) * k), k) for line in lines)
    return stroke(walls, "#f3ead4", 3.4 * k, ' stroke-opacity="0.8"') + stroke(walls, WORKS, 1.5 * k)


def _hachures(line: Sequence[Point], k: float) -> str:
    path = ""
    for a, b in pairwise(line):
        dice, count = random.Random(f"{a}"), max(3, round(math.dist(a, b) / (APART * k)))
        ux, uy = unit(a, b)
        for n in range(count):
            x, y = between(a, b, (n + dice.uniform(0.35, 0.65)) / count)
            long, half = dice.uniform(5.2, 8.4) * k, 0.75 * k
            tip = x + long * uy, y - long * ux
            path += f"M{xy((x - half * ux, y - half * uy))}L{xy((x + half * ux, y + half * uy))}L{xy(tip)}Z"
    return path
