"""The common part of the data files of all games: how they are read together, and how their rows are checked.

class Files(GameFiles[Unit, Tables, Scenarios]): ... files = read_files(Files, folder, overlay, (Units, Tables,
Scenarios), check_files)"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar

from stavka.data.document import Document, Table, read
from stavka.data.errors import DataError
from stavka.data.hexmap import HexMap, joined
from stavka.data.hexmap import read as read_map
from stavka.data.lines import KeyPath
from stavka.data.loading import Loaded, fingerprint, load_document
from stavka.data.overlay import refuse_strangers
from stavka.data.provenance import Item, listing, provenance
from stavka.data.schema import Count, Id, Struct, Text, Whole

U = TypeVar("U", bound=Struct)
T = TypeVar("T", bound=Struct)
S = TypeVar("S", bound=Struct)
Us = TypeVar("Us", bound=Struct)
F = TypeVar("F", bound="GameFiles[Any, Any, Any]")

Overlay = Path | Document
"""An owner's own values: a file, or a document that was read from one."""

PARTS: Final = ("units.toml", "tables.toml", "scenarios.toml")


class Constant(Struct, frozen=True):
    value: Count


class Modifier(Struct, frozen=True):
    value: Whole


class Option(Struct, frozen=True):
    id: Id
    title: Text
    default: bool


def defaults(options: Iterable[Option]) -> dict[str, bool]:
    return {option.id: option.default for option in options}


@dataclass(frozen=True, kw_only=True)
class GameFiles(Generic[U, T, S]):
    """The files of a game: its units, tables and scenarios, its map, and facts about them."""

    units: tuple[U, ...]
    tables: T
    scenarios: S
    hexmap: HexMap
    hash: str
    """The fingerprint of all values. Players with the same values have the same fingerprint."""
    provenance: dict[str, int]
    """The number of values from each kind of source: "rule", "history", "reconstructed" (and "overlay")."""
    names: tuple[str, ...]
    """The names of the files that were read."""
    records: tuple[Struct, ...]
    """All records except those of the map."""
    folder: Path
    """The folder that they were read from."""

    def changed(self, **values: Any) -> Self:
        """The files with other values, unchecked: the counters and map of a situation."""
        return replace(self, **values)

    def listing(self) -> list[Item]:
        """The sources of the values of each unit, table and scenario."""
        return listing(*self.records)


def read_files(
    make: type[F],
    folder: Path,
    overlay: Overlay | None,
    shapes: tuple[type[Us], type[T], type[S]],
    check: Callable[[Loaded[Us], Loaded[T], Loaded[S], HexMap], None],
    *,
    maps: tuple[str, ...] = ("map.txt",),
    title: str = "",
    goals: str = "",
) -> F:
    """Read and check the files in a folder; with an overlay, its values replace ours. Several maps are joined in one
    hex space under a title. `goals` is the feature of the map that the objectives of tables.toml get."""
    units, tables, scenarios = load_parts(folder, overlay, *shapes)
    sheets = [read_map(folder / name) for name in maps]
    printed = joined(title, sheets) if len(sheets) > 1 else sheets[0]
    counters: Any = units.value
    charts: Any = tables.value
    hexmap = printed.marked(goals, charts.objective) if goals else printed
    check(units, tables, scenarios, hexmap)
    data = (units.value, tables.value, scenarios.value)
    added = overlay.name if isinstance(overlay, Path) else overlay.file if overlay else ""
    return make(
        units=counters.unit,
        tables=tables.value,
        scenarios=scenarios.value,
        hexmap=hexmap,
        hash=fingerprint(data=data, map=replace(printed, shapes=())),
        provenance=provenance(*data, others=printed.provenance()),
        names=(*PARTS, *maps, *([added] if added else [])),
        records=data,
        folder=folder,
    )


def load_parts(
    folder: Path, overlay: Overlay | None, units: type[Us], tables: type[T], scenarios: type[S]
) -> tuple[Loaded[Us], Loaded[T], Loaded[S]]:
    """Load the three files of a game, each with its part of the overlay."""
    changes = read(overlay) if isinstance(overlay, Path) else overlay
    if changes:
        refuse_strangers(changes, (units, tables, scenarios))
    first, second, third = (folder / name for name in PARTS)
    return (
        load_document(read(first), units, changes),
        load_document(read(second), tables, changes),
        load_document(read(third), scenarios, changes),
    )


def with_values(load_files: Callable[[Overlay], F], values: Table) -> F:
    """The files of a game with other values, by the keys of an overlay. ValueError says what is wrong with these."""
    try:
        return load_files(Document("tables", values, dict))
    except DataError as error:
        raise ValueError(f"tables: {error.text}") from None


# ---- checks


def check_nation(units: Loaded[Any], index: int, nations: Mapping[str, tuple[str, ...]]) -> None:
    unit = units.value.unit[index]
    if unit.nation not in nations[unit.side]:
        text = f'expected {" or ".join(nations[unit.side])} on the {unit.side} side, found "{unit.nation}"'
        raise units.error(("unit", index, "nation"), text)


def check_hex(part: Loaded[Any], path: KeyPath, number: str, hexmap: HexMap) -> None:
    if number not in hexmap.terrain:
        raise part.error(path, f"expected a hex of the map, found {number}")


def check_complete(part: Loaded[Any], name: str, wanted: Iterable[object], found: Collection[object]) -> None:
    """Check that a table has a row for each of these keys."""
    for each in wanted:
        if each not in found:
            raise part.error((name,), f"expected a row for {each}, found none")


def check_rows(tables: Loaded[Any], rows: Mapping[str, Iterable[object]]) -> None:
    for name, wanted in rows.items():
        check_complete(tables, name, wanted, [row.id for row in getattr(tables.value, name)])


def check_honoured(tables: Loaded[Any], honoured: Mapping[tuple[str, str, str], tuple[object, ...]]) -> None:
    """Check values that the files can hold but the rules only partly know: refusing them is better than ignoring
    them."""
    for (name, row, field), allowed in honoured.items():
        part = getattr(tables.value, name)
        at: str | int = row
        if isinstance(part, tuple):
            at = next(index for index, each in enumerate(part) if each.id == row)
        found = getattr(part[at] if isinstance(at, int) else getattr(part, at), field)
        if found not in allowed:
            wanted = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else allowed[0]
            raise tables.error((name, at, field), f"expected {wanted}, the game knows nothing else; found {found}")
