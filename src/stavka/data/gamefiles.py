"""What the data files of all games share: how they are read together, what is known of them, how rows are checked.

units, tables, scenarios = load_parts(folder, overlay, Units, Tables, Scenarios)
Files(units=units.value.unit, ..., hexmap=hexmap, **described(data, hexmap, ("map.txt",), overlay))
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, TypedDict, TypeVar

from stavka.data.document import Document, Table, read
from stavka.data.errors import DataError
from stavka.data.hexmap import HexMap
from stavka.data.lines import KeyPath
from stavka.data.loading import Loaded, fingerprint, load_document
from stavka.data.overlay import refuse_strangers
from stavka.data.provenance import Item, listing, provenance
from stavka.data.schema import Count, Id, Struct, Text, Whole

U = TypeVar("U", bound=Struct)
T = TypeVar("T", bound=Struct)
S = TypeVar("S", bound=Struct)
F = TypeVar("F", bound="GameFiles")

Overlay = Path | Document
"""An owner's own values: a file, or what has been read of one."""

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


class Description(TypedDict):
    hash: str
    provenance: dict[str, int]
    names: tuple[str, ...]
    records: tuple[Struct, ...]


@dataclass(frozen=True, kw_only=True)
class GameFiles:
    """What is known of the files of any game."""

    hexmap: HexMap
    hash: str
    """The same for everybody who plays with the same values."""
    provenance: dict[str, int]
    """How many values come from "rule", "history", "reconstructed" (and "overlay")."""
    names: tuple[str, ...]
    """The files read."""
    records: tuple[Struct, ...]
    """All records but those of the map."""

    def listing(self) -> list[Item]:
        """Where the values of each unit, table and scenario come from."""
        return listing(*self.records)


def load_parts(
    folder: Path, overlay: Overlay | None, units: type[U], tables: type[T], scenarios: type[S]
) -> tuple[Loaded[U], Loaded[T], Loaded[S]]:
    """The three files of a game, each with what the overlay says of it."""
    changes = read(overlay) if isinstance(overlay, Path) else overlay
    if changes:
        refuse_strangers(changes, (units, tables, scenarios))
    first, second, third = (folder / name for name in PARTS)
    return (
        load_document(read(first), units, changes),
        load_document(read(second), tables, changes),
        load_document(read(third), scenarios, changes),
    )


def described(data: tuple[Struct, ...], hexmap: HexMap, maps: tuple[str, ...], overlay: Overlay | None) -> Description:
    """Hash, sources and names of what was read."""
    added = overlay.name if isinstance(overlay, Path) else overlay.file if overlay else ""
    return {
        "hash": fingerprint(data=data, map=replace(hexmap, shapes=())),
        "provenance": provenance(*data, others=hexmap.provenance()),
        "names": (*PARTS, *maps, *([added] if added else [])),
        "records": data,
    }


def with_values(load_files: Callable[[Overlay], F], values: Table) -> F:
    """The files of a game with other values, by the keys of an overlay; ValueError says what is wrong with them."""
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
    """A table has a row for each of these."""
    for each in wanted:
        if each not in found:
            raise part.error((name,), f"expected a row for {each}, found none")


def check_rows(tables: Loaded[Any], rows: Mapping[str, Iterable[object]]) -> None:
    for name, wanted in rows.items():
        check_complete(tables, name, wanted, [row.id for row in getattr(tables.value, name)])


def check_honoured(tables: Loaded[Any], honoured: Mapping[tuple[str, str, str], tuple[object, ...]]) -> None:
    """Values that have a place in the files, but that the rules know in some ways only: better refused than ignored."""
    for (name, row, field), allowed in honoured.items():
        part = getattr(tables.value, name)
        at: str | int = row
        if isinstance(part, tuple):
            at = next(index for index, each in enumerate(part) if each.id == row)
        found = getattr(part[at] if isinstance(at, int) else getattr(part, at), field)
        if found not in allowed:
            wanted = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else allowed[0]
            raise tables.error((name, at, field), f"expected {wanted}, the game knows nothing else; found {found}")
