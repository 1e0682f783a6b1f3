"""The contents of a compiled map. `stavka.data.hexmap` reads and writes them; import these names from there.

The map itself defines its words for terrain, hexsides, networks, places and features (`Kinds`)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import Protocol, TypeAlias

from stavka.data.errors import DataError
from stavka.data.provenance import KINDS, Item
from stavka.hexes import Grid, GridSpec

Side: TypeAlias = tuple[str, str]
"""The side between two adjacent hexes, by their printed numbers, the lower first."""

Point: TypeAlias = tuple[float, float]
"""A point of the page, in the units of `Grid.centre`."""


class MapError(DataError):
    """A map or theatre file cannot be used."""


def side(a: str, b: str) -> Side:
    return (a, b) if a < b else (b, a)


def read_side(text: str) -> Side:
    """Read a hexside as it is written by hand: 0102/0103."""
    a, slash, b = text.partition("/")
    if not slash:
        raise ValueError(f"expected a hexside such as 0102/0103, found {text!r}")
    return side(a, b)


def spread_out(hexes: str) -> list[str]:
    """The hex numbers of a text such as "1438-1440 1738", or "N1438-1440" on a sheet with a prefix."""
    out: list[str] = []
    for word in hexes.split():
        first, dash, last = word.partition("-")
        prefix, digits = _parted(first)
        half = len(digits) // 2
        if not dash:
            out.append(word)
        elif (
            digits[:half] == last[:half] and (digits + last).isdecimal() and digits < last and len(digits) == len(last)
        ):
            out += [f"{prefix}{n:0{len(digits)}d}" for n in range(int(digits), int(last) + 1)]
        else:
            raise ValueError(f"{word!r}, which is not a range within one line of hexes")
    return out


def drawn_together(hexes: Iterable[str]) -> str:
    """The shortest text for these hexes, in their order."""
    runs: list[list[str]] = []
    for number in hexes:
        (prefix, digits), before = _parted(number), _parted(runs[-1][-1]) if runs else ("", "")
        half = len(digits) // 2
        follows = before[1] and before[1][:half] == digits[:half] and int(digits) == int(before[1]) + 1
        if follows and prefix == before[0]:
            runs[-1].append(number)
        else:
            runs.append([number])
    return " ".join(f"{run[0]}-{_parted(run[-1])[1]}" if len(run) > 2 else " ".join(run) for run in runs)


def _parted(number: str) -> tuple[str, str]:
    """The prefix and the digits of a number."""
    prefix = number.rstrip("0123456789")
    return prefix, number[len(prefix) :]


@dataclass(frozen=True)
class Kinds:
    """The words that a map uses."""

    terrain: dict[str, str]
    """Each terrain with its character in the picture."""
    hexsides: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Each layer of hexsides with its kinds; empty for a layer of only one kind."""
    networks: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    """The kinds of places, from the largest to the smallest."""
    features: tuple[str, ...] = ()


@dataclass(frozen=True)
class Area:
    """Terrain with a name."""

    terrain: str
    name: str
    hexes: tuple[str, ...]
    source: str
    names: dict[str, str] = field(default_factory=dict)
    """The name in other languages, by their two letters."""


@dataclass(frozen=True)
class Place:
    hex: str
    name: str
    kind: str
    names: dict[str, str]
    """The name in other languages, by their two letters."""
    source: str


@dataclass(frozen=True)
class Line:
    """A run of hexsides, each touching the next; those of a river run downstream."""

    layer: str
    kind: str
    name: str
    sides: tuple[Side, ...]
    source: str
    names: dict[str, str] = field(default_factory=dict)
    """The name in other languages, by their two letters."""


@dataclass(frozen=True)
class Chain:
    """A stretch of a network, from hex to neighbouring hex."""

    network: str
    name: str
    hexes: tuple[str, ...]
    source: str

    @property
    def sides(self) -> tuple[Side, ...]:
        return tuple(side(a, b) for a, b in pairwise(self.hexes))


@dataclass(frozen=True)
class Mark:
    """Hexes that share a feature."""

    kind: str
    hexes: tuple[str, ...]
    source: str
    label: str = ""
    """The text that tells a mark from others of its kind: the letter of a zone, the value of a victory hex."""


class Goal(Protocol):
    """A hex that is worth points."""

    @property
    def hex(self) -> str: ...
    @property
    def value(self) -> int: ...
    @property
    def source(self) -> str: ...


@dataclass(frozen=True)
class Shape:
    """A shape that is only drawn (a coast, a lake, a label): no rule uses it."""

    kind: str
    name: str
    points: tuple[Point, ...]
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class HexMap:
    title: str
    sheets: tuple[GridSpec, ...]
    """The sheet, or the several sheets of a joined map."""
    kinds: Kinds
    source: str
    """The source of the plain terrain."""
    terrain: dict[str, str]
    """Every hex that exists, with its terrain."""
    areas: tuple[Area, ...] = ()
    places: tuple[Place, ...] = ()
    lines: tuple[Line, ...] = ()
    chains: tuple[Chain, ...] = ()
    marks: tuple[Mark, ...] = ()
    shapes: tuple[Shape, ...] = ()

    @cached_property
    def grid(self) -> Grid:
        return Grid(*self.sheets, exists=self.terrain)

    def layer(self, layer: str) -> dict[Side, tuple[str, str]]:
        """The hexsides of a layer, each with its kind and the name of its line."""
        return {s: (line.kind, line.name) for line in self.lines if line.layer == layer for s in line.sides}

    def behind(self, layer: str) -> dict[Side, str]:
        """For a layer whose hexsides have two faces, such as slopes: the hex behind each. The feature "LAYER side" has
        these hexes, and its labels are the names of the lines."""
        behind = {name: set(hexes) for name, hexes in self.labelled(f"{layer} side").items()}
        return {
            s: number for s, (_, name) in self.layer(layer).items() for number in s if number in behind.get(name, ())
        }

    def network(self, network: str) -> frozenset[Side]:
        """The hexsides that a network crosses, from centre to centre."""
        return frozenset(s for chain in self.chains if chain.network == network for s in chain.sides)

    @cached_property
    def rivers(self) -> dict[Side, tuple[str, str]]:
        return self.layer("river")

    @cached_property
    def blocked(self) -> frozenset[Side]:
        return frozenset(self.layer("blocked"))

    @cached_property
    def roads(self) -> frozenset[Side]:
        return self.network("road")

    @cached_property
    def rails(self) -> frozenset[Side]:
        return self.network("rail")

    @cached_property
    def features(self) -> dict[str, tuple[str, ...]]:
        """The hexes of every feature that the map declares, in the order of the file."""
        found: dict[str, list[str]] = {kind: [] for kind in self.kinds.features}
        for mark in self.marks:
            found[mark.kind] += mark.hexes
        return {kind: tuple(hexes) for kind, hexes in found.items()}

    def labelled(self, kind: str) -> dict[str, tuple[str, ...]]:
        """The hexes of a feature, label by label."""
        found: dict[str, list[str]] = {}
        for mark in self.marks:
            if mark.kind == kind:
                found.setdefault(mark.label, []).extend(mark.hexes)
        return {label: tuple(hexes) for label, hexes in found.items()}

    def marked(self, kind: str, goals: Iterable[Goal]) -> HexMap:
        """The map with a mark on each hex that has a value in another file of the game."""
        marks = tuple(Mark(kind, (goal.hex,), goal.source, str(goal.value)) for goal in goals)
        return replace(self, marks=(*self.marks, *marks))

    def listing(self) -> list[Item]:
        """The sources of the map: for each item its source, and the hexes and hexsides that come from it."""
        special = {h for area in self.areas for h in area.hexes}
        plain = tuple(h for h in self.terrain if h not in special)
        return [
            Item("terrain", self.source, plain),
            *(Item(f"{area.terrain} {area.name}", area.source, area.hexes) for area in self.areas),
            *(Item(f"{place.kind} {place.name}", place.source, (place.hex,)) for place in self.places),
            *(
                Item(f"{line.kind} {line.layer} {line.name}".strip(), line.source, _texts(line.sides))
                for line in self.lines
            ),
            *(Item(f"{chain.network} {chain.name}", chain.source, _texts(chain.sides)) for chain in self.chains),
            *(Item(f"{mark.kind} {mark.label}".strip(), mark.source, mark.hexes) for mark in self.marks),
        ]

    def provenance(self) -> dict[str, int]:
        """The number of items from each source."""
        counts = dict.fromkeys(KINDS, 0)
        for item in self.listing():
            counts[item.kind] += len(item.values)
        return counts


def _texts(sides: Iterable[Side]) -> tuple[str, ...]:
    return tuple("/".join(s) for s in sides)
