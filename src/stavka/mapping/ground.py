"""The look of the ground: stippled hills, trees, marsh, towns."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from stavka.data.hexmap import HexMap, Point
from stavka.mapping.curves import inset, loops, outline
from stavka.mapping.geometry import between

PAPER: Final = "#efe8d6"
BEYOND: Final = "#e3d9c1"  # land outside the hexes of the map
SEA: Final = "#a9c3cf"
SHORE: Final = "#5f8496"
INK: Final = "#2d261c"

CITY, TOWN, DOT, VILLAGE, HILL = range(5)  # the looks of places

OPEN: Final = {"clear", "open", "plain", "steppe", "hamlet", "village", "town"}  # paper; places are drawn on it


LOOKS: Final = {
    "rough": ("rough", "broken"),
    "heights": ("hill", "hills", "height", "heights", "ridge"),
    "woods": ("wood", "woods", "forest"),
    "marsh": ("swamp", "marsh", "bog"),
    "water": ("lake", "water", "sea"),
    "built": ("city", "urban"),
}
Segment: TypeAlias = tuple[Point, Point]


class Ground:
    """Paints the hexes of one map at one size."""

    def __init__(self, m: HexMap, size: float) -> None:
        self.map, self.size, self.k = m, size, size / 28

    def paint(self) -> str:
        """All terrain except bare paper; words that look alike are one patch, even if only a part of the word is
        alike."""
        painters: dict[str, list[str]] = {}
        for word in self.map.kinds.terrain:
            for look in _looks(word):
                painters.setdefault(look, []).append(word)
        order = [look for look in (*LOOKS, "plain") if look in painters]
        return "".join(self._painted(look, painters[look]) for look in order)

    def _painted(self, look: str, words: list[str]) -> str:
        hexes = [number for number, found in self.map.terrain.items() if found in words]
        painter: Callable[[list[str]], str] = getattr(self, f"_{look}")
        return painter(hexes) if hexes else ""

    def centre(self, number: str) -> Point:
        x, y = self.map.grid.centre(self.map.grid.index(number))
        return x * self.size, y * self.size

    def _scattered(self, number: str, count: int, reach: float = 0.93, apart: float = 0.2) -> list[Point]:
        """Points in a hex that keep their distance from each other; always the same points for a hex."""
        dice, (x, y) = random.Random(f"{number} {count}"), self.centre(number)
        found: list[Point] = []
        for _ in range(count * 12):
            far, turn = reach * math.sqrt(dice.random()), dice.random() * math.tau
            p = x + self.size * far * math.cos(turn), y + self.size * far * math.sin(turn)
            if all(math.dist(p, q) > apart * self.size for q in found):
                found.append(p)
            if len(found) == count:
                break
        return found

    def _patch(self, hexes: Iterable[str], colour: str, opacity: float) -> str:
        """Colour under some hexes, its edges rounded."""
        return f'<path d="{outline(self.map.grid, hexes, self.size)}" fill="{colour}" fill-opacity="{opacity}"/>'

    def _heights(self, hexes: list[str]) -> str:
        """Contours: a tint, a line round it, and another further up; short strokes run down between them."""
        grid, size, k = self.map.grid, self.size, self.k
        lower, upper, strokes = "", "", ""
        for loop in loops(grid, hexes):
            foot = [(x * size, y * size) for x, y in inset(loop, 0.1)]
            top = [(x * size, y * size) for x, y in inset(loop, 0.34)]
            lower, upper = lower + rounded(foot), upper + rounded(top)
            strokes += "".join(self._slope(pair, n) for n, pair in enumerate(_sides(foot, top)))
        pen = f'fill="none" stroke="#8d7340" stroke-width="{0.8 * k:.2f}" stroke-linecap="round"'
        return (
            f'<path d="{lower}" fill="#dccb9c" fill-opacity="0.6"/>'
            f'<path d="{upper}" fill="#d3bd86" fill-opacity="0.6"/>'
            f'<path d="{lower}{upper}" {pen} stroke-opacity="0.75"/><path d="{strokes}" {pen} stroke-opacity="0.8"/>'
        )

    def _slope(self, pair: tuple[Segment, Segment], n: int) -> str:
        (a, b), (c, d) = pair
        dice, count = random.Random(f"{a}{n}"), max(3, round(math.dist(a, b) / (2.6 * self.k)))
        path = ""
        for i in range(count):
            t = (i + dice.uniform(0.2, 0.8)) / count
            foot, top = between(a, b, t), between(c, d, t)
            end = between(top, foot, dice.uniform(0.45, 0.8))
            path += f"M{top[0]:.1f} {top[1]:.1f}L{end[0]:.1f} {end[1]:.1f}"
        return path

    def _rough(self, hexes: list[str]) -> str:
        fine = "".join(f"M{x:.1f} {y:.1f}h0" for h in hexes for x, y in self._scattered(h, 34, apart=0.15))
        coarse = "".join(self._hachure(p, h) for h in hexes for p in self._scattered(h, 5, 0.72, 0.5))
        return (
            self._patch(hexes, "#d9c79a", 0.75)
            + f'<path d="{fine}" stroke="#a98d52" stroke-width="{1.5 * self.k:.2f}" stroke-linecap="round"/>'
            + f'<path d="{coarse}" stroke="#8d7340" stroke-width="{0.75 * self.k:.2f}" stroke-linecap="round"/>'
        )

    def _hachure(self, p: Point, seed: str) -> str:
        """A small slope: strokes running down from an edge."""
        dice, k = random.Random(f"{seed}{p}"), self.k
        lean = dice.uniform(-0.5, 0.5)
        return "".join(
            f"M{p[0] + i * 2.1 * k:.1f} {p[1] + 0.16 * i * i * k:.1f}"
            f"l{(lean + i * 0.35) * k:.1f} {dice.uniform(3.2, 4.6) * k:.1f}"
            for i in range(-3, 4)
        )

    def _woods(self, hexes: list[str]) -> str:
        k = self.k
        trees = "".join(
            f"M{x - 2 * k:.1f} {y:.1f}a{2 * k:.1f} {2.4 * k:.1f} 0 1 1 {4 * k:.1f} 0M{x:.1f} {y - k:.1f}v{3 * k:.1f}"
            for h in hexes
            for x, y in self._scattered(h, 13, 0.8, 0.3)
        )
        return (
            self._patch(hexes, "#b9c59a", 0.7)
            + f'<path d="{trees}" fill="none" stroke="#71814e" stroke-width="{0.8 * k:.2f}"/>'
        )

    def _marsh(self, hexes: list[str]) -> str:
        k = self.k
        long = "".join(
            f"M{x - 4.6 * k:.1f} {y:.1f}h{9.2 * k:.1f}" for h in hexes for x, y in self._scattered(h, 13, 0.84, 0.3)
        )
        tufts = "".join(
            f"M{x + dx * k:.1f} {y:.1f}l{dx * 0.35 * k:.1f} {-3.4 * k:.1f}"
            for h in hexes
            for x, y in self._scattered(h, 13, 0.84, 0.3)[::2]
            for dx in (-1.6, 0, 1.6)
        )
        return (
            self._patch(hexes, "#c9d8cb", 0.55)
            + f'<path d="{long}{tufts}" fill="none" stroke="#5c8f8b" stroke-width="{0.85 * k:.2f}" '
            + 'stroke-linecap="round"/>'
        )

    def _water(self, hexes: list[str]) -> str:
        shore = outline(self.map.grid, hexes, self.size)
        return (
            f'<path d="{shore}" fill="{SEA}" stroke="{SHORE}" stroke-width="{0.9 * self.k:.2f}" '
            'stroke-linejoin="round"/>'
        )

    def _built(self, hexes: list[str]) -> str:
        """Quarters of a city: a warm ground, and rows of houses on it."""
        houses = "".join(
            _blocks(p, 3, 2.6 * self.k, random.Random(f"{h}{n}"))
            for h in hexes
            for n, p in enumerate(self._scattered(h, 9, 0.72, 0.38))
        )
        return self._patch(hexes, "#cf9f85", 0.75) + f'<path d="{houses}" fill="#4a3a2e" fill-opacity="0.85"/>'

    def _plain(self, hexes: list[str]) -> str:
        return self._patch(hexes, "#d5d0b4", 0.6)


def _looks(word: str) -> tuple[str, ...]:
    """The painters of a word, its own or those of its parts ("rough-woods", "heights-village"); empty for paper."""
    parts = [part for part in (word, *word.replace("-", " ").split()) if part not in OPEN]
    found = [look for part in parts for look, words in LOOKS.items() if part in words]
    return tuple(dict.fromkeys(found)) or (("plain",) if word not in OPEN else ())


def terrain_shown(words: Iterable[str]) -> list[str]:
    """Those of these words that are painted, one for each look."""
    looks: dict[object, str] = {}
    for n, word in enumerate(words):
        if word not in OPEN and n:
            looks.setdefault(word if _looks(word) == ("plain",) else _looks(word), word)
    return list(looks.values())


def _sides(foot: list[Point], top: list[Point]) -> list[tuple[Segment, Segment]]:
    """The sides of a loop and of the one inside it, pair by pair."""
    return [((a, b), (c, d)) for a, b, c, d in zip(foot, [*foot[1:], foot[0]], top, [*top[1:], top[0]], strict=True)]


def rounded(loop: list[Point]) -> str:
    """A closed path through the middles of a loop's sides, bending at its corners."""
    path = "M{:.1f} {:.1f}".format(*between(loop[-1], loop[0]))
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        x, y = between(a, b)
        path += f"Q{a[0]:.1f} {a[1]:.1f} {x:.1f} {y:.1f}"
    return path + "Z"


def town(centre: Point, rank: int, k: float, seed: str) -> str:
    """Draw a place: 0 is a city with its quarters, 1 a cluster of blocks, 2 a dot, 3 a few houses, 4 the top of a
    hill."""
    x, y = centre
    if rank == HILL:
        peak = f"M{x - 3 * k:.1f} {y + 2.2 * k:.1f}L{x:.1f} {y - 3 * k:.1f}L{x + 3 * k:.1f} {y + 2.2 * k:.1f}Z"
        return f'<path d="{peak}" fill="{PAPER}" stroke="{INK}" stroke-width="{0.9 * k:.1f}" stroke-linejoin="round"/>'
    if rank == VILLAGE:
        return f'<path fill="{INK}" d="{_blocks(centre, 3, 2.5 * k, random.Random(seed))}"/>'
    if rank == DOT:
        pen = f'fill="{PAPER}" stroke="{INK}" stroke-width="{k:.1f}"'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{1.9 * k:.1f}" {pen}/>'
    dice = random.Random(seed)
    quarters = _quarters(centre, 11 * k, dice) if rank == 0 else ""
    return quarters + f'<path fill="{INK}" d="{_blocks(centre, 5 if rank == 0 else 3, 2.9 * k, dice)}"/>'


def _quarters(centre: Point, reach: float, dice: random.Random) -> str:
    corners = [
        (centre[0] + far * math.cos(turn), centre[1] + far * math.sin(turn))
        for n in range(14)
        for far, turn in [(reach * dice.uniform(0.8, 1.18), n * math.tau / 14)]
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    return f'<polygon points="{points}" fill="#b9836a" stroke="{INK}" stroke-width="0.8" stroke-linejoin="round"/>'


def _blocks(centre: Point, across: int, step: float, dice: random.Random) -> str:
    """Houses along streets that stand a little askew."""
    turn = dice.uniform(-0.35, 0.35)
    cos, sin = math.cos(turn), math.sin(turn)
    out = ""
    for i in range(across):
        for j in range(across):
            u, v = (i - (across - 1) / 2) * step, (j - (across - 1) / 2) * step
            if math.hypot(u, v) > across * step * 0.52 or dice.random() < 0.12:
                continue
            w, h = step * dice.uniform(0.55, 0.8), step * dice.uniform(0.55, 0.8)
            out += _rectangle((centre[0] + u * cos - v * sin, centre[1] + u * sin + v * cos), w, h, cos, sin)
    return out


def _rectangle(p: Point, w: float, h: float, cos: float, sin: float) -> str:
    corners = [(p[0] + a * w * cos - b * h * sin, p[1] + a * w * sin + b * h * cos) for a, b in SQUARE]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in corners) + "Z"


SQUARE: Final = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
