"""Types for mypy alone: a hex is an int when the program runs, and no other int when mypy reads it.

    here: Hex = grid.index("1731")
    place: Column[Unit, Hex]

A table says by what it is indexed and what it holds. In play it is a list, an array, a bytearray or a tuple. mypy
refuses an index of another kind. `stavka.engine.kinds` has the types of units, sides and options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar

if TYPE_CHECKING:

    class Hex(int):
        """A hex, as the index of its bit; below zero a place off the map, or no hex."""

else:
    Hex: TypeAlias = int

NO_HEX: Final = Hex(-1)

Index_contra = TypeVar("Index_contra", contravariant=True)
Value = TypeVar("Value")
Shown_co = TypeVar("Shown_co", covariant=True)


class Table(Protocol[Index_contra, Shown_co]):
    """A row of values that never change: `side: Table[Unit, Side]`, the side of each unit."""

    def __getitem__(self, index: Index_contra, /) -> Shown_co: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Shown_co]: ...
    def __contains__(self, value: Any, /) -> bool: ...


class Column(Protocol[Index_contra, Value]):
    """A row of values that change in play: `place: Column[Unit, Hex]`, the hex of each unit."""

    def __getitem__(self, index: Index_contra, /) -> Value: ...
    def __setitem__(self, index: Index_contra, value: Value, /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Value]: ...
    def __contains__(self, value: Any, /) -> bool: ...
    def count(self, value: Any, /) -> int: ...
    def index(self, value: Any, start: int = ..., /) -> int: ...
