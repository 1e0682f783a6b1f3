"""The sources of a game's values: the rulebook, the historical record, or our own design.

The source of a value is the first of these: its entry in the `sources` of its record; for a number (or true or false),
the record's `numbers`; the record's `source`; and then that of the record around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

import msgspec

from stavka.data.document import KEYS, names
from stavka.data.lines import KeyPath
from stavka.data.schema import ORIGIN, Struct

KINDS: Final = ("rule", "history", "reconstructed")
_KIND: Final = re.compile(r"[a-z]+")


class Value(NamedTuple):
    path: KeyPath
    source: str  # empty if no source is given


class Item(NamedTuple):
    """Values of one record that have the same source: `Item("unit ax.17pz", "history", ("label", "name", ...))`."""

    item: str
    source: str
    values: tuple[str, ...]

    @property
    def kind(self) -> str:
        return kind(self.source)


class _Origin(NamedTuple):
    words: str = ""
    numbers: str = ""


def kind(source: str) -> str:
    """`rule`, `history`, `reconstructed`, or `overlay` for an owner's value that names no source."""
    match = _KIND.match(source)
    return match.group() if match else ""


def provenance(*data: Struct, others: Mapping[str, int] | None = None) -> dict[str, int]:
    """The number of values from each kind of source; `others` are values counted elsewhere (a map's), by their
    source."""
    counts = Counter(kind(value.source) for each in data for value in values(each))
    for source, number in (others or {}).items():
        counts[kind(source)] += number
    return {name: counts.pop(name, 0) for name in KINDS} | dict(counts)


def listing(*data: Struct) -> list[Item]:
    """The source of each value, item by item, in the order of the files."""
    return [item for each in data for item in _items(each)]


def values(record: Struct) -> Iterator[Value]:
    """Every value in a record and in the records inside it; keys and sources are not values."""
    return _walk(record, (), _Origin())


def _items(data: Struct) -> Iterator[Item]:
    groups: dict[tuple[str, str], list[str]] = {}
    shape = _outline(data)
    for path, source in values(data):
        field = max(i for i, step in enumerate(path) if isinstance(step, str))  # all values of a list count as one
        *item, field_name = names(shape, path[: field + 1])
        groups.setdefault((": ".join(item), source), []).append(field_name)
    return (Item(item, source, tuple(dict.fromkeys(fields))) for (item, source), fields in groups.items())


def _outline(data: Any) -> Any:
    """Tables and lists in the form that `names` needs."""
    if isinstance(data, Struct):
        return {field: _outline(getattr(data, field)) for field in data.__struct_fields__}
    return [_outline(each) for each in data] if isinstance(data, tuple) else data


def _walk(record: Struct, path: KeyPath, around: _Origin) -> Iterator[Value]:
    origin = _origin(record, around)
    for field, default in _defaults(type(record)).items():
        value = getattr(record, field)
        if value != default:  # a value that is left out does not count
            only = record.sources.get(field)
            yield from _values(value, (*path, field), _Origin(only, only) if only else origin)


@cache
def _defaults(record: type[Struct]) -> dict[str, Any]:
    """The fields that hold values, with their defaults."""
    key = next((each for each in KEYS if each in record.__struct_fields__), None)
    fields = msgspec.structs.fields(record)
    return {field.name: field.default for field in fields if field.name not in ORIGIN and field.name != key}


def _origin(record: Struct, around: _Origin) -> _Origin:
    if record.source:
        return _Origin(record.source, record.numbers or record.source)
    return _Origin(around.words, record.numbers or around.numbers)


def _values(value: Any, path: KeyPath, origin: _Origin) -> Iterator[Value]:
    if isinstance(value, Struct):
        yield from _walk(value, path, origin)
    elif isinstance(value, tuple):
        for index, each in enumerate(value):
            yield from _values(each, (*path, index), origin)
    else:
        yield Value(path, origin.words if isinstance(value, str) else origin.numbers)


def unsourced(data: Struct) -> KeyPath | None:
    """The first value that does not have a source."""
    return next((value.path for value in values(data) if not value.source), None)
