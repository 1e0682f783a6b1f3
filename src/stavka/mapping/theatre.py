"""The theatre file, from which a map is built, in longitude and latitude. docs/maps.md describes it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal, NoReturn

import msgspec

from stavka.data.document import Document, read
from stavka.data.errors import DataError
from stavka.data.hexmap import GridSpec, Kinds, MapError
from stavka.data.lines import KeyPath

LonLat = tuple[float, float]
Ring = tuple[LonLat, ...]


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of the file, in which an unknown key is an error."""


class Projection(Strict, frozen=True):
    origin: LonLat
    row: tuple[float, float, float]
    column: tuple[float, float, float]


class Land(Strict, frozen=True):
    polygons: tuple[Ring, ...] = ()
    geojson: str = ""
    share: float = 0.5
    """A hex exists if at least this share of it is land."""
    present: str = ""
    absent: str = ""


class PlaceTable(Strict, frozen=True):
    at: LonLat | None = None
    hex: str = ""
    names: dict[str, str] = {}
    source: str = ""


class AreaTable(Strict, frozen=True):
    terrain: str
    name: str
    names: dict[str, str] = {}
    hexes: str = ""
    box: tuple[float, float, float, float] | None = None
    polygon: Ring = ()
    source: str = ""


class LineTable(Strict, frozen=True):
    """One line of hexsides. Exactly one of points, geojson, sides, bank and behind gives its place."""

    name: str
    names: dict[str, str] = {}
    layer: str = "river"
    kind: str = ""
    points: Ring = ()
    geojson: str = ""
    feature: str = ""
    sides: str = ""
    bank: dict[str, int] = {}
    rows: tuple[int, int] | None = None
    also: str = ""
    this_side: str = ""
    behind: str = ""
    facing: tuple[str, ...] = ()
    """The directions of the sides of the hexes `behind` the line that belong to it and lead out of these hexes."""
    into: str = ""
    keep: str = ""
    avoid: str = ""
    shared: bool = False
    """Whether the line may use hexsides that a line of another layer has."""
    source: str = ""


class Bridges(Strict, frozen=True):
    line: str
    sides: str


class ChainTable(Strict, frozen=True):
    via: str
    name: str = ""
    source: str = ""


class FeatureTable(Strict, frozen=True):
    """Marked hexes. One of hexes, boxes, polygon, via, beside and flood gives them; the other keys narrow them down."""

    kind: str
    label: str = ""
    hexes: str = ""
    boxes: tuple[tuple[float, float, float, float], ...] = ()
    polygon: Ring = ()
    via: str = ""
    every: int = 1
    beside: str = ""
    flood: str = ""
    line: str = ""
    within: str = ""
    without: tuple[str, ...] = ()
    source: str = ""


class DrawingTable(Strict, frozen=True):
    kind: Literal["water", "label", "region", "legend"]
    name: str = ""
    names: dict[str, str] = {}
    at: tuple[LonLat, ...] = ()
    geojson: str = ""
    feature: str = ""


class Correction(Strict, frozen=True):
    why: str
    terrain: dict[str, str] = {}
    remove: dict[str, str] = {}


class Theatre(Strict, frozen=True):
    title: str
    source: str
    grid: GridSpec
    kinds: Kinds
    projection: Projection | None = None
    land: Land = Land()
    places: dict[str, dict[str, PlaceTable | LonLat | str]] = {}
    areas: tuple[AreaTable, ...] = ()
    lines: tuple[LineTable, ...] = ()
    closed: tuple[str, ...] = ()
    """Layers of hexsides that no network crosses."""
    bridges: tuple[Bridges, ...] = ()
    """The only places where networks cross these lines."""
    networks: dict[str, tuple[ChainTable | str, ...]] = {}
    features: tuple[FeatureTable, ...] = ()
    settled: dict[str, dict[str, str]] = {}
    """The terrain that a place of a kind makes of the terrain in which it lies."""
    drawing: tuple[DrawingTable, ...] = ()
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True)
class Source:
    """A theatre file as it was read, to name the place of a fault."""

    theatre: Theatre
    document: Document
    folder: Path

    def fail(self, path: KeyPath, text: str) -> NoReturn:
        error = self.document.error(path, text)
        raise MapError(error.file, error.line, error.text)

    def geojson(self, path: KeyPath, file: str, feature: str = "") -> list[list[LonLat]]:
        """Every line and ring of a file, or of its features with this name."""
        try:
            features = json.loads((self.folder / file).read_text(encoding="utf-8"))["features"]
        except (OSError, ValueError, KeyError, TypeError) as error:
            self.fail(path, f"expected a GeoJSON file, found {file!r} ({error})")
        wanted = [f for f in features if not feature or f["properties"].get("name") == feature]
        if not wanted:
            self.fail(path, f"expected a feature of {file}, found {feature!r}")
        return [part for f in wanted for part in _parts(f["geometry"]["coordinates"])]


def _parts(coordinates: Any) -> list[list[LonLat]]:
    if isinstance(coordinates[0][0], (int, float)):
        return [[(p[0], p[1]) for p in coordinates]]
    return [part for inner in coordinates for part in _parts(inner)]


def load(path: Path) -> Source:
    """Load a theatre file and check it against its schema."""
    try:
        document = read(path)
    except DataError as error:
        raise MapError(error.file, error.line, error.text) from None
    try:
        theatre = msgspec.convert(document.data, Theatre)
    except msgspec.ValidationError as error:
        message, _, where = str(error).partition(" - at ")
        if error.__cause__ is not None:  # the cause is a fault that GridSpec found
            message = f"expected a grid that can be, found one that cannot ({message})"
        fault = document.error(_path(where), message[:1].lower() + message[1:])
        raise MapError(fault.file, fault.line, fault.text) from None
    source = Source(theatre, document, path.parent)
    for name, shape in (("grid", GridSpec), ("kinds", Kinds)):  # msgspec ignores unknown keys of a dataclass
        known = {each.name for each in fields(shape)}
        for key in document.data[name]:
            if key not in known:
                source.fail((name, key), f"object contains unknown field `{key}`")
    return source


def _path(where: str) -> KeyPath:
    """`$.lines[3].points` as a key path, as far as msgspec tells it."""
    steps: list[str | int] = []
    for key, index in re.findall(r"\.(\w+)|\[([^\]]*)\]", where):
        if not key and not index.isdecimal():
            break
        steps.append(key or int(index))
    return tuple(steps)
