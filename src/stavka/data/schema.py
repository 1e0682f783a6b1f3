"""The building blocks of schemas for game files: the base class of their records and the kinds of values.

A schema is a subclass of `Struct`. Its fields are the keys of the file, and their types say which values are
allowed."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, inspect

LARGEST: Final = 1_000_000_000  # nothing in a wargame is larger, and a typing error should not pass


def matching(pattern: str, description: str) -> Meta:
    """`Annotated[str, matching(...)]`: text of a certain form, with the words that describe it."""
    return Meta(pattern=pattern, description=description)


def between(low: int, high: int) -> Meta:
    """`Annotated[int, between(1, 9)]`: an integer in that range."""
    return Meta(ge=low, le=high)


def exactly(length: int) -> Meta:
    """`Annotated[tuple[int, ...], exactly(6)]`: a list of that length."""
    return Meta(min_length=length, max_length=length)


Text = Annotated[str, matching(r"\S", "text that is not empty")]
Id = Annotated[str, matching(r"^[a-z0-9]+([ ._+-][a-z0-9]+)*\+?\Z", 'an id such as "ax.17pz"')]
HexNumber = Annotated[str, matching(r"^[0-9]{4}\Z", 'a hex number such as "1731"')]
Source = Annotated[
    str,
    matching(
        r"^(rule \S|history\b|reconstructed\b|overlay\b)",
        'a source that begins with "rule", "history" or "reconstructed"',
    ),
]
Whole = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Meta(ge=0, le=LARGEST)]
Positive = Annotated[int, Meta(ge=1, le=LARGEST)]


class Struct(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record of a data file, and the sources of its values.

    `source` is for the whole record, `numbers` for the numbers in it if these come from elsewhere, and `sources` for
    single values. A record without a source takes that of the record around it."""

    source: Source = ""
    numbers: Source = ""
    sources: dict[str, Source] = msgspec.field(default_factory=dict)


ORIGIN: Final = frozenset({"source", "numbers", "sources"})


@cache
def structure(schema: type[Any]) -> inspect.StructType:
    """The fields of a schema and their types, as data."""
    info = inspect.type_info(schema)
    assert isinstance(info, inspect.StructType)
    return info


def expected(info: inspect.Type) -> str:
    """A type in words for a reader."""
    match info:
        case inspect.Metadata(type=inner, extra_json_schema=extra):
            return str(extra["description"]) if extra and "description" in extra else expected(inner)
        case inspect.IntType(ge=low, le=high):
            return _integer(low, high)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType(values=values):
            return _one_of(values)
        case inspect.VarTupleType() | inspect.ListType():
            return _list(info)
        case inspect.StructType() | inspect.DictType():
            return "a table"
        case inspect.UnionType(types=types):
            return " or ".join(expected(each) for each in types if not isinstance(each, inspect.NoneType))
    return "text"


def _integer(low: float | None, high: float | None) -> str:
    if high is None or high == LARGEST:
        return "an integer" if low is None or low == -LARGEST else f"an integer of {low} or more"
    return f"an integer from {low} to {high}"


def _one_of(values: tuple[Any, ...]) -> str:
    words = [f'"{value}"' if isinstance(value, str) else str(value) for value in values]
    return words[0] if len(words) == 1 else f"one of {', '.join(words)}"


def _list(info: inspect.VarTupleType | inspect.ListType) -> str:
    if info.min_length is None:
        return "a list"
    return f"a list of {info.min_length}" if info.max_length == info.min_length else "a list that is not empty"


def changed(record: Any, **values: Any) -> Any:
    """A copy of a record with other values, unchecked."""
    return msgspec.structs.replace(record, **values)
