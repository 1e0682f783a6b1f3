"""The compiled map of a game, as text that shows the map in an editor.

`read` and `write` are inverse to each other: `read(write(m)) == m`. A file that is not right is refused as a whole,
with one sentence that names file, line, what was found and what was expected. docs/maps.md describes the format.

The head of the file declares its own words for terrain, hexsides, networks, places and features, and the rest of the
file is checked against them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn

from stavka.data.mapmodel import (
    Area,
    Chain,
    HexMap,
    Kinds,
    Line,
    MapError,
    Mark,
    Place,
    Point,
    Shape,
    Side,
    drawn_together,
    side,
    spread_out,
)
from stavka.data.sheets import joined
from stavka.hexes import Grid, GridSpec
from stavka.hexes.grid import HALF_WIDTH

__all__ = [
    "Area", "Chain", "GridSpec", "HexMap", "Kinds", "Line", "MapError", "Mark", "Place", "Point", "Shape", "Side",
    "drawn_together", "joined", "read", "side", "spread_out", "write",
]  # fmt: skip

HEAD: Final = """\
# A compiled map. Do not edit it: correct the theatre file it was built from, and build it again (docs/maps.md).
# `name: hexes ; source`, the source where it is not that of the section; 1438-1440 stands for 1438 1439 1440.
"""
WIDTH: Final = 120
SOURCE: Final = r"rule \S|history\b|reconstructed\b"
CHOICES: Final = {
    "orientation": ("rows", "columns"),
    "shifted": ("odd", "even"),
    "numbering": ("row-column", "column-row"),
    "up": ("yes", "no"),
    "westward": ("yes", "no"),
}
FLAGS: Final = ("up", "westward")
SELDOM: Final = ("westward", "prefix")  # written only if they are not the default
LISTS: Final = ("networks", "places", "features")


def picture(spec: GridSpec) -> Iterator[tuple[str, dict[int, str]]]:
    """The lines of the picture of the terrain, from the top: the label of a row, and the hex at each character."""
    grid = Grid(spec)
    lines: dict[tuple[float, int], dict[int, str]] = {}
    for i in grid.bits(grid.all):
        row, column = grid.row_column(i)
        x, y = grid.centre(i)
        at = round(x / HALF_WIDTH) - 1 if spec.orientation == "rows" else 2 * spec.place(row, column)[0]
        lines.setdefault((round(y, 3), row), {})[at] = grid.number(i)
    for (_, row), hexes in sorted(lines.items()):
        yield f"{row:0{spec.digits}d}", hexes


# -- writing ----------------------------------------------------------------------------------------------------------


def write(m: HexMap) -> str:
    """Write the map as text; a map of several sheets is written as the maps from which it was joined."""
    parts = [HEAD, _section("map", "", [(k, v, "") for k, v in _head(m)]), _terrain(m)]
    areas = [(f"{a.terrain} {_names(a)}", drawn_together(a.hexes), a.source) for a in m.areas]
    parts.append(_section("areas", m.source, areas))
    parts.append(_section("places", m.source, [(f"{p.hex} {p.kind}", _names(p), p.source) for p in m.places]))
    for layer in m.kinds.hexsides:
        lines = [(f"{x.kind} {_names(x)}", _sides(x.sides), x.source) for x in m.lines if x.layer == layer]
        parts.append(_section(f"hexsides {layer}", m.source, lines))
    for network in m.kinds.networks:
        chains = [(x.name, " ".join(x.hexes), x.source) for x in m.chains if x.network == network]
        parts.append(_section(f"network {network}", m.source, chains))
    parts.append(
        _section("features", m.source, [(f"{x.kind} {x.label}", drawn_together(x.hexes), x.source) for x in m.marks])
    )
    shapes = [(f"{x.kind} {_names(x)}", " ".join(f"{a:g},{b:g}" for a, b in x.points), "") for x in m.shapes]
    parts.append(_section("drawing", "", shapes))
    return "\n".join(filter(None, parts))


def _head(m: HexMap) -> Iterator[tuple[str, str]]:
    yield "title", m.title
    (sheet,) = m.sheets
    for entry in fields(GridSpec):
        value = getattr(sheet, entry.name)
        if value or entry.name not in SELDOM:
            yield entry.name.replace("_", " "), ("yes" if value else "no") if entry.name in FLAGS else str(value)
    yield "terrain", ", ".join(f"{symbol} {word}" for word, symbol in m.kinds.terrain.items())
    for layer, kinds in m.kinds.hexsides.items():
        yield f"hexsides {layer}", ", ".join(kinds)
    yield "networks", ", ".join(m.kinds.networks)
    yield "places", ", ".join(m.kinds.places)
    yield "features", ", ".join(m.kinds.features)
    yield "source", m.source


def _terrain(m: HexMap) -> str:
    out = ["[terrain]"]
    for label, hexes in picture(*m.sheets):
        row = [" "] * (max(hexes) + 1)
        for at, number in hexes.items():
            row[at] = m.kinds.terrain[m.terrain[number]] if number in m.terrain else " "
        out.append(f"{label}  {''.join(row)}".rstrip())
    return "\n".join(out) + "\n"


def _sides(sides: Iterable[Side]) -> str:
    return " ".join("/".join(s) for s in sides)


def _names(named: Place | Area | Line | Shape) -> str:
    return ", ".join([named.name, *(f"{language} {name}" for language, name in named.names.items())])


def _section(title: str, default: str, items: list[tuple[str, str, str]]) -> str:
    if not items:
        return ""
    out = [f"[{title}] {default}".rstrip()]
    for head, body, source in items:
        text = f"{head.strip()}: {body}" + (f" ; {source}" if source != default else "")
        out += textwrap.wrap(text, WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
    return "\n".join(out) + "\n"


# -- reading ----------------------------------------------------------------------------------------------------------


def read(source: Path | str, name: str = "") -> HexMap:
    """Read the map in a file or, if `source` is a str, in that text; errors call it `name`."""
    if isinstance(source, str):
        return _Reader(source, name or "map").map()
    try:
        text = source.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise MapError(name or source.name, 0, f"cannot be read as a map ({error})") from None
    return _Reader(text, name or source.name).map()


class _Item(NamedTuple):
    head: str
    body: str
    source: str


class _Reader:
    """One reading of one file. A failure is a MapError for the line to which `self.line` points."""

    def __init__(self, text: str, name: str) -> None:
        self.name, self.line, self.default = name, 0, ""
        self.sections: dict[str, list[tuple[int, str]]] = {}
        self.header: dict[str, tuple[int, str]] = {}
        title = ""
        for self.line, line in enumerate(text.split("\n"), 1):
            if header := re.fullmatch(r"\[([^\]]+)\] *(.*)", line):
                title = header[1]
                if title in self.sections:
                    self.fail(f"a second [{title}]", "each section once")
                self.sections[title], self.header[title] = [], (self.line, header[2].strip())
            elif line.strip() and not line.startswith("#"):
                if not title:
                    self.fail(repr(line.strip()), "a section such as [map]")
                self.sections[title].append((self.line, line.rstrip()))

    def fail(self, found: str, expected: str) -> NoReturn:
        raise MapError(self.name, self.line, f"found {found}, expected {expected}")

    def map(self) -> HexMap:
        head = self.head()
        kinds, terrain = head.kinds, self.terrain(head)
        self.grid = Grid(*head.sheets, exists=terrain)
        m = replace(
            head,
            terrain=terrain,
            areas=tuple(self.areas(kinds, terrain)),
            places=tuple(self.places(kinds)),
            lines=tuple(line for layer in kinds.hexsides for line in self.lines(layer, kinds.hexsides[layer])),
            chains=tuple(chain for network in kinds.networks for chain in self.chains(network)),
            marks=tuple(self.marks(kinds)),
            shapes=tuple(self.shapes()),
        )
        for title in self.sections:
            self.line = self.header[title][0]
            self.fail(f"[{title}]", "only the sections that [map] declares")
        return m

    # ---- sections and items

    def take(self, title: str, *, needed: bool = False) -> list[tuple[int, str]]:
        """Take the lines of a section, which is then used up."""
        if needed and title not in self.sections:
            self.line = 0
            self.fail(f"no [{title}]", "that section")
        self.line = self.header.get(title, (self.line, ""))[0]
        return self.sections.pop(title, [])

    def items(self, title: str, *, needed: bool = False) -> Iterator[_Item]:
        joined: list[tuple[int, str]] = []
        for line, text in self.take(title, needed=needed):
            if text[0] == " " and joined:
                joined[-1] = joined[-1][0], f"{joined[-1][1]} {text.strip()}"
            else:
                joined.append((line, text))
        default = self.header.get(title, (0, ""))[1]
        for self.line, text in joined:
            head, colon, body = text.partition(":")
            if not colon:
                self.fail(repr(text), "`name: content`")
            body, _, source = body.partition(" ; ")
            yield _Item(head.strip(), body.strip(), source.strip() or default)

    def worded(self, title: str, kinds: Iterable[str]) -> Iterator[tuple[str, str, _Item]]:
        """The items whose head is one of these words, or such a word and a name."""
        words = sorted(kinds, key=len, reverse=True)
        for item in self.items(title):
            for word in words:
                if not word or f"{item.head} ".startswith(f"{word} "):
                    yield word, item.head[len(word) :].strip(), item
                    break
            else:
                self.fail(repr(item.head), f"one of {', '.join(sorted(words))} first")

    # ---- the head and the picture

    def head(self) -> HexMap:
        found: dict[str, str] = {}
        for item in self.items("map", needed=True):
            if item.head in found:
                self.fail(f"a second {item.head!r}", "each once")
            found[item.head] = item.body
            self.check_head(item)
        for needed in ("title", "rows", "columns", "terrain", "source"):
            if needed not in found:
                self.line = self.header["map"][0]
                self.fail(f"no `{needed}` in [map]", "one")
        layers = {key[9:]: _words(body) for key, body in found.items() if key.startswith("hexsides ")}
        terrain = {word[2:].strip(): word[0] for word in _words(found["terrain"])}
        lists = {key: _words(found.get(key, "")) for key in LISTS}
        self.default = self.source(_Item("", "", found["source"]))
        return HexMap(found["title"], (self.spec(found),), Kinds(terrain, layers, **lists), self.default, {})

    def check_head(self, item: _Item) -> None:
        key = item.head
        whole = {entry.name.replace("_", " ") for entry in fields(GridSpec)} - CHOICES.keys() - {"prefix"}
        if key in CHOICES and item.body not in CHOICES[key]:
            self.fail(f"{key} {item.body!r}", " or ".join(CHOICES[key]))
        elif key in whole and not item.body.isdecimal():
            self.fail(f"{key} {item.body!r}", "a whole number")
        elif key == "terrain":
            words = _words(item.body)
            alike = len(words) - min(len({word[0] for word in words}), len({word[1:].strip() for word in words}))
            if not words or alike or any(not re.fullmatch(r"\S \S.*", word) for word in words):
                self.fail(repr(item.body), "characters and their terrain, such as `. clear, ^ rough`")
        elif key in LISTS or key.startswith("hexsides "):
            if len({*_words(item.body)}) < len(_words(item.body)):
                self.fail(repr(item.body), "every word once")
        elif key not in {*CHOICES, *whole, "title", "source", "prefix"}:
            self.fail(repr(key), "something that [map] knows (docs/maps.md)")

    def spec(self, found: dict[str, str]) -> GridSpec:
        values: dict[str, Any] = {}
        for entry in fields(GridSpec):
            text = found.get(entry.name.replace("_", " "))
            if text is not None:
                values[entry.name] = text == "yes" if entry.name in FLAGS else int(text) if text.isdecimal() else text
        try:
            return GridSpec(**values)
        except ValueError as error:
            self.line = self.header["map"][0]
            self.fail(f"a grid that cannot be ({error})", "one that can")

    def terrain(self, head: HexMap) -> dict[str, str]:
        rows, found = self.take("terrain", needed=True), {}
        words = {symbol: word for word, symbol in head.kinds.terrain.items()}
        wanted = list(picture(*head.sheets))
        if len(rows) != len(wanted):
            self.fail(f"{len(rows)} lines of terrain", str(len(wanted)))
        for (self.line, text), (label, hexes) in zip(rows, wanted, strict=True):
            start = len(label) + 2
            if text[:start].rstrip() != label:
                self.fail(repr(text[:start].strip()), f"row {label} here")
            for at, symbol in enumerate(text[start:]):
                if symbol == " ":
                    continue
                if at not in hexes or symbol not in words:
                    self.fail(f"{symbol!r} at character {start + at + 1}", f"one of {' '.join(words)} at a hex")
                found[hexes[at]] = words[symbol]
        return found

    # ---- what lies on the hexes

    def areas(self, kinds: Kinds, terrain: dict[str, str]) -> Iterator[Area]:
        for word, text, item in self.worded("areas", kinds.terrain):
            hexes = self.hexes(item.body)
            for number in hexes:
                if terrain[number] != word:
                    self.fail(f"{number}, which is {terrain[number]}", f"{word} hexes")
            name, others = self.names(text)
            yield Area(word, name, hexes, self.source(item), others)

    def places(self, kinds: Kinds) -> Iterator[Place]:
        for item in self.items("places"):
            number, _, kind = item.head.partition(" ")
            self.hexes(number)
            if kind not in kinds.places:
                self.fail(repr(kind), f"one of {', '.join(kinds.places)}")
            name, others = self.names(item.body)
            if not name:
                self.fail(repr(item.body), "a name")
            yield Place(number, name, kind, others, self.source(item))

    def names(self, text: str) -> tuple[str, dict[str, str]]:
        """Read a name, and its forms in other languages."""
        name, *others = [part.strip() for part in text.split(",")]
        if any(not re.fullmatch("[a-z]{2} .+", other) for other in others):
            self.fail(repr(text), "a name, and others such as `fr Kharkiv`")
        return name, {other[:2]: other[3:] for other in others}

    def lines(self, layer: str, kinds: tuple[str, ...]) -> Iterator[Line]:
        taken: set[Side] = set()
        for kind, text, item in self.worded(f"hexsides {layer}", kinds or ("",)):
            sides = tuple(self.side(word) for word in item.body.split())
            for s in sides:
                if s in taken:
                    self.fail(f"{'/'.join(s)} a second time", f"a hexside once in [hexsides {layer}]")
                taken.add(s)
            name, others = self.names(text)
            yield Line(layer, kind, name, sides, self.source(item), others)

    def chains(self, network: str) -> Iterator[Chain]:
        for item in self.items(f"network {network}"):
            hexes = tuple(item.body.split())
            for a, b in pairwise(hexes):
                self.side(f"{a}/{b}")
            if len(hexes) < 2:
                self.fail(repr(item.body), "at least two hexes")
            yield Chain(network, item.head, hexes, self.source(item))

    def marks(self, kinds: Kinds) -> Iterator[Mark]:
        for kind, label, item in self.worded("features", kinds.features):
            yield Mark(kind, self.hexes(item.body), self.source(item), label)

    def shapes(self) -> Iterator[Shape]:
        for item in self.items("drawing"):
            kind, _, text = item.head.partition(" ")
            pairs = [word.split(",") for word in item.body.split()]
            try:
                points = tuple((float(x), float(y)) for x, y in pairs)
            except ValueError:
                self.fail(repr(item.body[:40]), "points such as 3.2,4.75")
            name, others = self.names(text)
            yield Shape(kind, name, points, others)

    # ---- their parts

    def hexes(self, text: str) -> tuple[str, ...]:
        try:
            numbers = spread_out(text)
            self.grid.from_numbers(*numbers)
        except ValueError as error:
            self.fail(str(error), "hexes of this map")
        return tuple(numbers)

    def side(self, text: str) -> Side:
        a, _, b = text.partition("/")
        if not (self.grid.has(a) and self.grid.has(b)) or self.grid.direction(*map(self.grid.index, (a, b))) < 0:
            self.fail(repr(text), "two neighbouring hexes of this map, such as 1826/1926")
        return side(a, b)

    def source(self, item: _Item) -> str:
        source = item.source or self.default
        if not re.match(SOURCE, source):
            self.fail(f"source {source!r}", "one that begins with rule, history or reconstructed")
        return source


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(",") if word.strip())
