"""Lettering in a draughtsman's manner: every letter is a few strokes of one pen.

Text in an SVG needs a font on the machine that shows it, and vanishes if there is none. Strokes do not. The letters are
capitals; in small capitals a lower-case letter is a smaller capital."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from stavka.data.hexmap import Point

CAP: Final = 10.0  # height of a capital in the units of the table, from 0 at the top to CAP at the bottom
SMALL: Final = 0.8  # small capitals
GAP: Final = 2.6  # space between two letters
SPACE: Final = 4.0

# For each character, its width and its strokes.
GLYPHS: Final[dict[str, tuple[float, str]]] = {
    "A": (8, "M0 10L4 0L8 10M1.4 6.6L6.6 6.6"),
    "B": (6.4, "M0 0L0 10L3.3 10C7.5 10 7.5 4.8 3.3 4.8L0 4.8M0 0L3 0C6.6 0 6.6 4.8 3 4.8"),
    "C": (7.6, "M7.5 2.1C5 -1.2 0 -0.4 0 5C0 10.4 5 11.2 7.5 7.9"),
    "D": (7.4, "M0 0L0 10L2.4 10C9.1 10 9.1 0 2.4 0L0 0"),
    "E": (5.8, "M5.8 0L0 0L0 10L5.8 10M0 4.8L4.8 4.8"),
    "F": (5.6, "M5.6 0L0 0L0 10M0 4.8L4.6 4.8"),
    "G": (7.8, "M7.5 2.1C5 -1.2 0 -0.4 0 5C0 10.4 5 11.2 7.7 8L7.7 5.4L4.8 5.4"),
    "H": (7, "M0 0L0 10M7 0L7 10M0 4.8L7 4.8"),
    "I": (0.4, "M0.2 0L0.2 10"),
    "J": (4.4, "M4.4 0L4.4 7C4.4 11 0.4 11 0 7.8"),
    "K": (6.8, "M0 0L0 10M6.4 0L0 6M2.3 3.9L6.8 10"),
    "L": (5.4, "M0 0L0 10L5.4 10"),
    "M": (8.6, "M0 10L0 0L4.3 6.8L8.6 0L8.6 10"),
    "N": (7, "M0 10L0 0L7 10L7 0"),
    "O": (8, "M4 0C9.33 0 9.33 10 4 10C-1.33 10 -1.33 0 4 0"),
    "P": (6.4, "M0 10L0 0L3.3 0C7.4 0 7.4 5.4 3.3 5.4L0 5.4"),
    "Q": (8, "M4 0C9.33 0 9.33 10 4 10C-1.33 10 -1.33 0 4 0M4.8 7.2L8 10.8"),
    "R": (6.6, "M0 10L0 0L3.3 0C7.4 0 7.4 5.2 3.3 5.2L0 5.2M3 5.2L6.6 10"),
    "S": (6.6, "M6.1 1.7C4.4 -0.8 0.3 -0.5 0.4 2.5C0.5 5.7 6.6 4.3 6.6 7.4C6.6 10.7 1.6 11 0 8.1"),
    "T": (7, "M0 0L7 0M3.5 0L3.5 10"),
    "U": (7, "M0 0L0 6.4C0 11.2 7 11.2 7 6.4L7 0"),
    "V": (7.8, "M0 0L3.9 10L7.8 0"),
    "W": (11, "M0 0L2.7 10L5.5 1.5L8.3 10L11 0"),
    "X": (7, "M0 0L7 10M7 0L0 10"),
    "Y": (7.4, "M0 0L3.7 5L7.4 0M3.7 5L3.7 10"),
    "Z": (6.6, "M0.2 0L6.4 0L0 10L6.6 10"),
    "0": (6.4, "M3.2 0C7.47 0 7.47 10 3.2 10C-1.07 10 -1.07 0 3.2 0"),
    "1": (2.8, "M0.2 2L2.6 0L2.6 10"),
    "2": (6.2, "M0.2 2.6C0.4 -0.9 6 -0.9 6 2.7C6 5 2.4 6.6 0 10L6.2 10"),
    "3": (6.2, "M0.3 1.3C2.4 -1 5.8 0 5.7 2.4C5.6 4.3 4 4.8 2.4 4.8C4.5 4.8 6.3 5.5 6.2 7.4C6 10.5 2 11 0 8.6"),
    "4": (6.6, "M4.9 10L4.9 0L0 7L6.6 7"),
    "5": (6.3, "M5.7 0L1 0L0.5 4.5C3 3 6.3 4.1 6.3 7C6.3 10.4 2 11 0 8.8"),
    "6": (6.3, "M5.5 0.3C2.2 1 0 3.8 0 7C0 11 6.3 11 6.3 7C6.3 3.2 1 3 0.1 6.6"),
    "7": (6.2, "M0 0L6.2 0L2.4 10"),
    "8": (6.2, "M3.1 4.7C-0.4 4.3 -0.2 0 3.1 0C6.4 0 6.6 4.3 3.1 4.7C-1 5.2 -1 10 3.1 10C7.2 10 7.2 5.2 3.1 4.7"),
    "9": (6.3, "M0.8 9.7C4.1 9 6.3 6.2 6.3 3C6.3 -1 0 -1 0 3C0 6.8 5.3 7 6.2 3.4"),
    "-": (3.6, "M0 5.6L3.6 5.6"),
    ".": (0.6, "M0.1 9.8L0.4 9.8"),
    ",": (1, "M0.8 9.2L0.2 11.6"),
    "'": (0.6, "M0.3 0L0.3 2.6"),
    ":": (0.6, "M0.1 4L0.4 4M0.1 9.8L0.4 9.8"),
    "/": (5, "M0 11L5 -1"),
    "(": (2.4, "M2.4 -1C-0.6 2.4 -0.6 7.6 2.4 11"),
    ")": (2.4, "M0 -1C3 2.4 3 7.6 0 11"),
    "+": (6, "M0 5.4L6 5.4M3 2.4L3 8.4"),
    "*": (5, "M2.5 1L2.5 6M0.3 2.2L4.7 4.8M4.7 2.2L0.3 4.8"),
}
GLYPHS["\N{RIGHT SINGLE QUOTATION MARK}"] = GLYPHS["'"]
GLYPHS["\N{EN DASH}"] = GLYPHS["-"]
UNKNOWN: Final = (6.0, "M0 0L6 0L6 10L0 10L0 0")

# Marks above and below a letter, drawn around the middle of it.
MARKS: Final = {
    "\N{COMBINING ACUTE ACCENT}": "M-0.6 -1.6L1.2 -3.8",
    "\N{COMBINING GRAVE ACCENT}": "M0.6 -1.6L-1.2 -3.8",
    "\N{COMBINING CIRCUMFLEX ACCENT}": "M-1.8 -1.6L0 -3.8L1.8 -1.6",
    "\N{COMBINING CARON}": "M-1.8 -3.8L0 -1.6L1.8 -3.8",
    "\N{COMBINING TILDE}": "M-2 -2.2C-0.8 -4 0.8 -1 2 -2.8",
    "\N{COMBINING DIAERESIS}": "M-1.7 -2.2L-1.4 -2.2M1.4 -2.2L1.7 -2.2",
    "\N{COMBINING BREVE}": "M-1.8 -3.6C-1.4 -1.2 1.4 -1.2 1.8 -3.6",
    "\N{COMBINING CEDILLA}": "M0 10C2 11 1.4 13 -0.8 12.6",
    "\N{COMBINING COMMA BELOW}": "M0.4 11.4L-0.4 13.4",
}


class Stroke(NamedTuple):
    """A path command and its points: M and L have one, C has three."""

    command: str
    points: tuple[Point, ...]


class Letter(NamedTuple):
    at: float  # from the start of the text
    scale: float
    strokes: tuple[Stroke, ...]


@lru_cache(maxsize=512)
def _strokes(path: str) -> tuple[Stroke, ...]:
    out = []
    for command, numbers in re.findall(r"([MLC])([-0-9. ]+)", path):
        values = [float(number) for number in numbers.split()]
        out.append(Stroke(command, tuple(zip(values[::2], values[1::2], strict=True))))
    return tuple(out)


def _moved(strokes: tuple[Stroke, ...], dx: float) -> tuple[Stroke, ...]:
    return tuple(Stroke(s.command, tuple((x + dx, y) for x, y in s.points)) for s in strokes)


def letters(text: str, spacing: float = 0.0) -> tuple[list[Letter], float]:
    """The letters of a text in small capitals, in units of a tenth of a capital's height, and the length of the
    text."""
    out: list[Letter] = []
    at = last = 0.0
    for character in unicodedata.normalize("NFD", text):
        if character in MARKS and out:
            mark = _moved(_strokes(MARKS[character]), last / 2)
            out[-1] = out[-1]._replace(strokes=out[-1].strokes + mark)
        elif character.isspace():
            at += SPACE + spacing
        elif not unicodedata.combining(character):
            scale = SMALL if character.islower() else 1.0
            last, path = GLYPHS.get(character.upper(), UNKNOWN)
            out.append(Letter(at, scale, _strokes(path)))
            at += (last + GAP) * scale + spacing
    return out, max(0.0, at - GAP - spacing)


def width(text: str, size: float, spacing: float = 0.0) -> float:
    """The length of a text whose capitals are `size` high."""
    return letters(text, spacing)[1] * size / CAP


def path(text: str, x: float, y: float, size: float, *, spacing: float = 0.0, slant: float = 0.0) -> str:
    """A text whose baseline begins at (x, y), to be drawn with a pen and not filled."""
    k = size / CAP

    def place(letter: Letter) -> Callable[[Point], Point]:
        def on_page(p: Point) -> Point:
            up = (CAP - p[1]) * letter.scale
            return x + k * (letter.at + p[0] * letter.scale + slant * up), y - k * up

        return on_page

    return "".join(_drawn(letter, place(letter)) for letter in letters(text, spacing)[0])


def path_along(text: str, line: list[Point], size: float, *, spacing: float = 0.0, lift: float = 0.0) -> str:
    """A text that follows a line, centred on it and `lift` above it; "" if the line is too short."""
    k = size / CAP
    found, long = letters(text, spacing)
    lengths = [math.dist(a, b) for a, b in pairwise(line)]
    start = (sum(lengths) - long * k) / 2
    if start < 0:
        return ""

    def place(letter: Letter) -> Callable[[Point], Point]:
        (px, py), (dx, dy) = _along(line, lengths, start + k * (letter.at + 3 * letter.scale))

        def on_page(p: Point) -> Point:
            right = k * (p[0] - 3) * letter.scale
            up = lift + k * (CAP - p[1]) * letter.scale
            return px + right * dx + up * dy, py + right * dy - up * dx

        return on_page

    return "".join(_drawn(letter, place(letter)) for letter in found)


def _along(line: list[Point], lengths: list[float], far: float) -> tuple[Point, Point]:
    """The point at a distance along a line, and the direction there, averaged over a stretch so that letters do not
    jerk."""
    a, b = _at(line, lengths, far - 6), _at(line, lengths, far + 6)
    length = math.dist(a, b) or 1.0
    return _at(line, lengths, far), ((b[0] - a[0]) / length, (b[1] - a[1]) / length)


def _at(line: list[Point], lengths: list[float], far: float) -> Point:
    for (a, b), length in zip(pairwise(line), lengths, strict=True):
        if far <= length and length:
            t = max(0.0, far / length)
            return a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
        far -= length
    return line[-1]


def _drawn(letter: Letter, on_page: Callable[[Point], Point]) -> str:
    return "".join(_commands(letter, on_page))


def _commands(letter: Letter, on_page: Callable[[Point], Point]) -> Iterator[str]:
    for command, points in letter.strokes:
        yield command + " ".join(f"{x:.1f} {y:.1f}" for x, y in map(on_page, points))
