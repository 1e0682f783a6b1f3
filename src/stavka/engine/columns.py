"""Columns: the parts of a position, each declared once.

    class Position(UnitState):
        turn: int = number()
        moved: int = number()  # units
        cup: bytearray = counts()
        occupied: Column[Side, int] = derived(list)  # hexes by side
        memo: object = cache(None)

The slots and the methods `blank`, `clone`, `to_json`, `read_json` and `forget` are made from the declarations. Each
method is written out column by column, so that none of them loops over names."""

from __future__ import annotations

import sys
from abc import ABCMeta, update_abstractmethods
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from json import JSONEncoder
from typing import Any, Final

from stavka.engine.frames import compiled, plain, unplain
from stavka.engine.kinds import Unit

dump: Final = JSONEncoder(sort_keys=True, separators=(",", ":")).encode
"""Encodes plain data as the text from which fingerprints are made."""
LARGE: Final = 1 << 53
"""Numbers from here on are bit sets that JSON cannot hold; they are written as hexadecimal text."""


@dataclass(frozen=True, kw_only=True)
class Column:
    """How a column begins, is copied, is written and is read: expressions in which `{}` is replaced by the value."""

    empty: str
    copy: str = "{}"
    write: str = ""
    """Empty for a derived column, which is not part of equality, hash and JSON."""
    read: str = "{}"
    text: str = ""
    """The value as text in a fingerprint; if empty, the JSON form is used."""
    is_cache: bool = False
    """Whether `forget` drops the value of the column."""


LISTED: Final = "str(list({})).replace(' ', '')"
"""How a column of numbers is written in a fingerprint."""


def number() -> Any:
    """A column for an int: a small number, or a bit set over units or hexes."""
    text = """str({0}) if {0} < LARGE else f'"{{{0}:#x}}"'"""
    return Column(empty="0", write="{0} if {0} < LARGE else hex({0})", read="unplain({})", text=text)


def counts() -> Any:
    """A column for a row of small numbers, a `bytearray`."""
    return Column(empty="bytearray()", copy="{}[:]", write="list({})", read="bytearray({})", text=LISTED)


def numbers() -> Any:
    """A column for a row of numbers that may be negative, an `array`."""
    return Column(empty="array('h')", copy="{}[:]", write="list({})", read="array('h', {})", text=LISTED)


def row() -> Any:
    """A column for a list of ints or bit sets."""
    return Column(empty="[]", copy="{}[:]", write="plain({})", read="unplain({})")


def rows() -> Any:
    """A column for a list of lists of ints or bit sets."""
    return Column(empty="[]", copy="[each[:] for each in {}]", write="plain({})", read="unplain({})")


def pairs() -> Any:
    """A column for a dict from ints to ints."""
    return Column(empty="{}", copy="{}.copy()", write="[[key, {0}[key]] for key in sorted({0})]", read="dict({})")


def derived(kind: type[list[Any]] | type[dict[Any, Any]] | None = None) -> Any:
    """A column that follows from other columns and is kept up to date by the functions that change those. A clone
    copies it if it is a `list` or a `dict`; anything else is a value that never changes."""
    copies: dict[type | None, tuple[str, str]] = {
        None: ("None", "{}"),
        list: ("[]", "{}[:]"),
        dict: ("{}", "{}.copy()"),
    }
    empty, copy = copies[kind]
    return Column(empty=empty, copy=copy)


def cache(empty: object, *, is_kept: bool = False) -> Any:
    """A column for a computed value that holds until something moves: `forget` resets it to `empty`, which must never
    change in place. A clone also begins with `empty`, or with the known value if the column is declared as kept."""
    return Column(empty=repr(empty), copy="{}" if is_kept else repr(empty), is_cache=True)


def keyed(empty: object) -> Any:
    """A column for a computed value that is kept beside the values from which it follows. It holds as long as these are
    the same, whatever moves. A clone begins with `empty`; `forget` leaves the column alone."""
    return Column(empty=repr(empty), copy=repr(empty))


class ColumnsMeta(ABCMeta):
    """Metaclass that makes a class of positions from the columns that it and its bases declare."""

    columns: dict[str, Column]

    def __new__(meta, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> ColumnsMeta:
        own = {key: value for key, value in space.items() if isinstance(value, Column)}
        body = {key: value for key, value in space.items() if key not in own}
        body["__slots__"] = tuple(dict.fromkeys((*body.get("__slots__", ()), *own)))
        cls = super().__new__(meta, name, bases, body)
        cls.columns = {
            key: column for base in reversed(cls.__mro__[1:]) for key, column in vars(base).get("columns", {}).items()
        } | own
        if own:
            write_methods(cls)
        return cls


def write_methods(cls: Any) -> None:
    """Write the methods that follow from the columns of a class, and from the attributes that every position has."""
    columns = cls.columns
    empty = {key: column.empty for key, column in columns.items()}
    copied = {key: column.copy.format(f"self.{key}") for key, column in columns.items()}
    written = [(key, column) for key, column in columns.items() if column.write]
    read = {key: column.read.format(f"data[{key!r}]") for key, column in written}
    json = [f"{key!r}: {column.write.format(f'self.{key}')}" for key, column in written]
    dropped = [f"self.{key} = {column.empty}" for key, column in columns.items() if column.is_cache]
    methods = {
        "blank": ("scenario", _made({**empty, "scenario": "scenario", "result": "''", "stack": "[]"})),
        "clone": (
            "self",
            _made({**copied, "scenario": "self.scenario", "result": "self.result", "stack": _STACK.format("self")}),
        ),
        "read": (
            "data, steps",
            _made({**empty, **read, "scenario": "data['scenario']", "result": "data['result']", "stack": _FRAMES}),
        ),
        "to_json": ("self", [f"return {{{_HEAD}, {', '.join(json)}, 'stack': {_LISTS}}}"]),
        "forget": ("self", dropped or ["pass"]),
        "digested": ("self", [f"return ''.join(({', '.join(_fingerprint(dict(written)))}))"]),
    }
    for name, (arguments, lines) in methods.items():
        known = {"array": array, "plain": plain, "unplain": unplain, "LARGE": LARGE, "dump": dump, "as_bytes": as_bytes}
        made = compiled(f"{name}({arguments})", *lines, cls=cls, **known)
        setattr(cls, name, staticmethod(made) if name in ("blank", "read") else made)
    update_abstractmethods(cls)


_HEAD: Final = "'scenario': self.scenario, 'result': self.result"
_STACK: Final = "[frame.clone() for frame in {}.stack]"
_LISTS: Final = "[frame.to_list() for frame in self.stack]"
_FRAMES: Final = "[steps[frame[0]].frame.from_list(frame) for frame in data['stack']]"


def _fingerprint(written: dict[str, Column]) -> Iterator[str]:
    """The pieces of the JSON form in the order of its keys, as expressions. Places and steps are written as raw
    bytes."""
    pieces = {key: (column.text or f"dump({column.write})").format(f"self.{key}") for key, column in written.items()}
    pieces |= {key: f"as_bytes(self.{key})" for key in ("place", "steps")}
    pieces |= {"scenario": "dump(self.scenario)", "result": "dump(self.result)", "stack": f"dump({_LISTS})"}
    for number, key in enumerate(sorted(pieces)):
        yield repr(f"{',' if number else '{'}{dump(key)}:")
        yield pieces[key]
    yield repr("}")


def as_bytes(column: array[int] | bytearray) -> str:
    """A column as bytes, the same on any machine."""
    if isinstance(column, array) and sys.byteorder == "big":
        column = column[:]
        column.byteswap()
    return f'"{column.tobytes().hex() if isinstance(column, array) else column.hex()}"'


def _made(values: dict[str, str]) -> list[str]:
    """The lines of code that make a position from these values, with no listener for its events."""
    sets = [f"c.{key} = {value}" for key, value in values.items()]
    return ["c = new(cls)", *sets, "c.events, c.revealed = None, 0", "return c"]


# -- looking at columns -----------------------------------------------------------------------------------------------


def differences(a: Any, b: Any) -> list[Unit]:
    """The numbers at which two columns differ, in order. As there are few, the columns are compared as one number
    each."""
    one, other = bytes(a), bytes(b)
    if one == other:
        return []
    width = 8 * memoryview(a).itemsize
    differing = int.from_bytes(one, "little") ^ int.from_bytes(other, "little")
    found: list[Any] = []
    while differing:
        at = ((differing & -differing).bit_length() - 1) // width
        found.append(at)
        differing &= -1 << (at + 1) * width
    return found


def nonzero(column: Any) -> int:
    """The set of numbers at which a column is not 0."""
    return int(bytes(column)[::-1].translate(_IS_NONZERO), 2)


_IS_NONZERO: Final = b"0" + b"1" * 255
