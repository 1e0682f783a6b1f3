"""Overlays, an owner's own values: a file of the same schema that holds only the differences.

`[[unit]] id = "ax.17pz" attack = 6` changes that one value. Records of a list are found by their id (or turn), tables
inside records are gone into, a plain list such as the results of a CRT column is replaced as a whole, and "none" takes
a value away from a record that can do without it. What comes out is a document like any other, checked like any other,
in which a place in the overlay is still a place in the overlay."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import inspect

from stavka.data.check import NONE, check, key_of, unknown
from stavka.data.document import Document, Places, Table
from stavka.data.errors import DataError
from stavka.data.lines import KeyPath
from stavka.data.schema import ORIGIN, Struct, structure


def overlaid(base: Document, overlay: Document, schema: type[Struct]) -> Document:
    """The document with the overlay's values in place of its own."""
    fields = structure(schema).fields
    part = _part_of(overlay, {field.encode_name for field in fields})
    check(part, schema, partial=True)
    merge = _Merge(base, overlay, moves=[])
    data = deepcopy(base.data)
    merge.record(structure(schema), Here(data, (), deepcopy(part.data), (), {}))
    return Document(base.file, data, merge.places)


def refuse_strangers(overlay: Document, schemas: tuple[type[Struct], ...]) -> None:
    """Refuse keys of an overlay that are in none of the game's files: they are mistakes."""
    known = {field.encode_name for schema in schemas for field in structure(schema).fields}
    for key in overlay.data:
        if key not in known:
            choice = ", ".join(sorted(known - ORIGIN))
            raise overlay.error((key,), f"no such key here; expected one of {choice}")


def _part_of(overlay: Document, keys: set[str]) -> Document:
    data = {key: value for key, value in overlay.data.items() if key in keys}
    return Document(overlay.file, data, overlay.locate)


class Here(NamedTuple):
    """A record and its part of the overlay, each with its path; `said` is the source of the overlay's values."""

    record: Table
    path: KeyPath
    change: Table
    change_path: KeyPath
    said: Table


@dataclass(frozen=True)
class _Merge:
    base: Document
    overlay: Document
    moves: list[tuple[KeyPath, KeyPath]]
    """The replaced values: the path in the base, and the path in the overlay."""

    def record(self, info: inspect.StructType, here: Here) -> None:
        own = {key: here.change[key] for key in ORIGIN if key in here.change}
        inherited = {key: value for key, value in here.said.items() if key != "sources" and "source" not in own}
        here = here._replace(said=inherited | own)
        types = {field.encode_name: _present(field.type) for field in info.fields}
        for key, value in here.change.items():
            if key not in ORIGIN:
                self._field(types[key], key, value, here)

    def _field(self, info: inspect.Type, key: str, value: Any, here: Here) -> None:
        old = here.record.get(key)
        if isinstance(info, inspect.StructType) and isinstance(old, dict) and isinstance(value, dict):
            path, change_path = (*here.path, key), (*here.change_path, key)
            self.record(info, Here(old, path, value, change_path, here.said))
        elif isinstance(info, inspect.VarTupleType) and key_of(info.item_type):
            self._records(info, key, value, here)
        elif value != old:
            self._replace(key, value, here)

    def _records(self, info: inspect.VarTupleType, name: str, changes: list[Table], here: Here) -> None:
        key, item = key_of(info.item_type), info.item_type
        assert key is not None
        assert isinstance(item, inspect.StructType)
        records: list[Table] = here.record.get(name, [])
        where = {record.get(key): index for index, record in enumerate(records)}
        for number, change in enumerate(changes):
            change_path = (*here.change_path, name, number)
            if change[key] not in where:
                raise self._stranger(name, key, change_path, change[key], list(where))
            index = where[change[key]]
            self.record(item, Here(records[index], (*here.path, name, index), change, change_path, here.said))

    def _stranger(self, name: str, key: str, path: KeyPath, value: Any, known: list[Any]) -> DataError:
        place = self.overlay.place((*path, key))
        return DataError(place.file, place.line, f"{name}: {key}: {unknown(name, key, value, known)}")

    def _replace(self, key: str, value: Any, here: Here) -> None:
        self.moves.append(((*here.path, key), (*here.change_path, key)))
        if value == NONE:
            here.record.pop(key, None)
            return
        here.record[key] = value
        here.record.setdefault("sources", {})[key] = self._source(key, value, here.said)

    def _source(self, key: str, value: Any, said: Table) -> str:
        first = value[0] if isinstance(value, list) and value else value
        words = isinstance(first, (str, dict))
        source: str = said.get("sources", {}).get(key) or (not words and said.get("numbers")) or said.get("source", "")
        return source or f"overlay {self.overlay.file}"

    def places(self) -> Places:
        """The lines of all values: in the base, or in the overlay if they were replaced."""
        places = dict(self.base.places)
        for path, change_path in self.moves:
            depth = len(change_path)
            for new, place in self.overlay.places.items():
                if new[:depth] == change_path:
                    places[(*path, *new[depth:])] = place
        return places


def _present(info: inspect.Type) -> inspect.Type:
    """The type of an optional record if it is present."""
    match info:
        case inspect.Metadata(type=inner):
            return _present(inner)
        case inspect.UnionType(types=types):
            return next((each for each in types if isinstance(each, inspect.StructType)), info)
    return info
