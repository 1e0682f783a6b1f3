"""Check whether a file fits its schema and, if not, at which line, under which key and what was expected there.

msgspec makes the records, and refuses what does not fit; but its messages name no line, it knows nothing of files that
hold only a part of a schema, and some rules it does not know (`is_plain`). So this module goes through what msgspec
refuses, what may break those rules, and every overlay. It speaks in the words of `expected`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, NamedTuple

from msgspec import inspect

from stavka.data.document import KEYS, Document, plain, shown
from stavka.data.lines import KeyPath
from stavka.data.schema import ORIGIN, Struct, expected, structure

# In an overlay, this removes an optional value from a record.
NONE: Final = "none"


class Fault(NamedTuple):
    path: KeyPath
    text: str


class Look(NamedTuple):
    """The document to check, and whether it may leave out values (an overlay)."""

    document: Document
    partial: bool


def check(document: Document, schema: type[Struct], *, partial: bool = False) -> None:
    """Raise a DataError for the first thing in the document that does not fit the schema."""
    for fault in _faults(Look(document, partial), structure(schema), document.data, ()):
        raise document.error(fault.path, fault.text)


def _faults(look: Look, info: inspect.Type, value: Any, path: KeyPath) -> Iterator[Fault]:
    match info:
        case inspect.Metadata(type=inner):
            if next(_faults(look, inner, value, path), None):
                yield _wrong(info, value, path)
        case inspect.UnionType(types=types):
            yield from _union_faults(look, info, types, value, path)
        case inspect.StructType():
            yield from _struct_faults(look, info, value, path)
        case inspect.VarTupleType() | inspect.ListType():
            yield from _list_faults(look, info, value, path)
        case inspect.DictType(value_type=inner):
            yield from _dict_faults(look, inner, value, path)
        case _ if not _fits(info, value):
            yield _wrong(info, value, path)


def _wrong(info: inspect.Type, value: Any, path: KeyPath) -> Fault:
    return Fault(path, f"expected {expected(info)}, found {shown(value)}")


def _fits(info: inspect.Type, value: Any) -> bool:
    """Whether a value that is neither a list nor a table has the type."""
    match info:
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType(ge=low, le=high):
            if not isinstance(value, int) or isinstance(value, bool):
                return False
            return (low is None or value >= low) and (high is None or value <= high)
        case inspect.StrType(pattern=pattern):
            return isinstance(value, str) and (pattern is None or re.search(pattern, value) is not None)
        case inspect.LiteralType(values=values):
            return any(value == each and type(value) is type(each) for each in values)
    return False


def _union_faults(
    look: Look, info: inspect.Type, types: tuple[inspect.Type, ...], value: Any, path: KeyPath
) -> Iterator[Fault]:
    if look.partial and value == NONE and any(isinstance(each, inspect.NoneType) for each in types):
        return
    found = [next(_faults(look, each, value, path), None) for each in types]
    if None in found:
        return
    deeper = [fault for fault in found if fault is not None and len(fault.path) > len(path)]
    yield deeper[0] if deeper else _wrong(info, value, path)


def _dict_faults(look: Look, inner: inspect.Type, value: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield Fault(path, f"expected a table, found {shown(value)}")
        return
    for key, item in value.items():
        yield from _faults(look, inner, item, (*path, key))


# ---- records


def _struct_faults(look: Look, info: inspect.StructType, value: Any, path: KeyPath) -> Iterator[Fault]:
    if not isinstance(value, dict):
        yield _wrong(info, value, path)
        return
    fields = {field.encode_name: field for field in info.fields}
    for key, item in value.items():
        if key in fields:
            yield from _faults(look, fields[key].type, item, (*path, key))
        else:
            yield Fault((*path, key), f"no such key here; {_suggestion(key, fields)}")
    yield from _sources_faults(fields, value, path)
    if not look.partial:
        for field in info.fields:
            if field.required and field.encode_name not in value:
                yield Fault((*path, field.encode_name), f"expected {expected(field.type)}, found nothing")


def _sources_faults(fields: dict[str, inspect.Field], value: dict[str, Any], path: KeyPath) -> Iterator[Fault]:
    for key in value.get("sources", {}):
        if key not in fields or key in ORIGIN:
            yield Fault((*path, "sources", key), f"no such value in this record; {_suggestion(key, fields)}")


def _suggestion(key: str, fields: dict[str, inspect.Field]) -> str:
    choice = [name for name in fields if name not in ORIGIN]
    close = get_close_matches(key, list(fields), n=1)
    return f"did you mean {close[0]}?" if close else f"expected one of {', '.join(choice)}"


# ---- lists


def _list_faults(
    look: Look, info: inspect.VarTupleType | inspect.ListType, value: Any, path: KeyPath
) -> Iterator[Fault]:
    too_long = isinstance(value, list) and info.max_length is not None and len(value) > info.max_length
    if not isinstance(value, list) or too_long or len(value) < (info.min_length or 0):
        yield _wrong(info, value, path)
        return
    for index, item in enumerate(value):
        yield from _faults(look, info.item_type, item, (*path, index))
    if key := key_of(info.item_type):
        yield from _key_faults(look, key, value, path)


def _key_faults(look: Look, key: str, value: list[dict[str, Any]], path: KeyPath) -> Iterator[Fault]:
    """The faults in the keys of a list's records: each must have a key, and no two the same."""
    first: dict[Any, int] = {}
    for index, item in enumerate(value):
        here = (*path, index, key)
        if key not in item:
            yield Fault(here, f"expected the {key} of a record, found nothing")
        elif item[key] in first:
            line = look.document.place((*path, first[item[key]], key)).line
            yield Fault(here, f"expected another {key} than that of line {line}, found {shown(item[key])}")
        else:
            first[item[key]] = index


def key_of(info: inspect.Type) -> str | None:
    """The field by which the records of a list are told apart, if they have one."""
    if not isinstance(info, inspect.StructType):
        return None
    fields = {field.encode_name for field in info.fields}
    return next((key for key in KEYS if key in fields), None)


def is_plain(value: Any) -> bool:
    """Whether records of msgspec, and all records in them, keep the rules that msgspec does not know: `sources` names
    values of its record, and each record of a list has a key of its own. False is a doubt, which `check` settles."""
    if isinstance(value, Struct):
        fields = _values(type(value))
        return all(key in fields for key in value.sources) and all(is_plain(getattr(value, field)) for field in fields)
    if isinstance(value, dict):
        return all(map(is_plain, value.values()))
    if isinstance(value, tuple) and value and not isinstance(value[0], str | int):
        return _are_told_apart(value) and all(map(is_plain, value))
    return True


@cache
def _values(record: type[Struct]) -> tuple[str, ...]:
    return tuple(field for field in record.__struct_fields__ if field not in ORIGIN)


def _are_told_apart(records: tuple[Any, ...]) -> bool:
    first = type(records[0])
    info = structure(first) if issubclass(first, Struct) else None
    key = info and key_of(info)
    if not info or not key:
        return True
    if not all(type(record) is first for record in records) or not any(
        field.encode_name == key and field.required for field in info.fields
    ):
        return False
    return len({getattr(record, key) for record in records}) == len(records)


def unknown(what: str, key: str, value: Any, known: list[Any]) -> str:
    """The sentence for a record that an overlay changes but no file has."""
    close = get_close_matches(str(value), [str(each) for each in known], n=1)
    hint = f"; did you mean {plain(close[0])}?" if close else ""
    return f"expected the {key} of a {what} in the game, found {shown(value)}{hint}"
