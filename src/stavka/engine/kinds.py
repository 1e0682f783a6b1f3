"""Types of units, sides and options for mypy alone: each is an int in play. The type of hexes is in
`stavka.hexes.kinds`.

mypy refuses a unit where a hex is meant, and a plain int where one of them is. A number becomes one of them where it is
made, by a function that hands it on as it is: `units_in(bits)` for the members of a bit set, `last_unit(bits)`,
`numbered(column)`. Elsewhere `Unit(number)` costs a call. Bit sets are ints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from stavka.hexes.kinds import Column, Hex, Table

if TYPE_CHECKING:

    class Unit(int):
        """A unit, as the index of its row in every column over units; a negative number is no unit."""

    class Option(int):
        """An option, as its place in the game's list of option names."""

    class Side(int):
        """A side of the game. The other one is `1 - side`."""

        def __rsub__(self, other: int, /) -> Side: ...

else:
    Unit: TypeAlias = int
    Option: TypeAlias = int
    Side: TypeAlias = int

NO_UNIT: Final = Unit(-1)

KEPT: Final = 1 << 14
"""The number of bit sets whose members are cached."""

Index = TypeVar("Index")
Value = TypeVar("Value")


@lru_cache(KEPT)
def members(bits: int) -> tuple[int, ...]:
    """The members of a bit set, lowest first. They are cached because players ask for the same sets again and again."""
    found = []
    while bits:
        highest = bits.bit_length() - 1
        found.append(highest)
        bits ^= 1 << highest
    found.reverse()
    return tuple(found)


def last(bits: int) -> int:
    """The last member of a bit set, -1 if the set is empty."""
    return bits.bit_length() - 1


units_in = cast("Callable[[int], tuple[Unit, ...]]", members)
"""The units of a bit set, lowest first."""
hexes_in = cast("Callable[[int], tuple[Hex, ...]]", members)
"""The hexes of a bit set, lowest first."""
options_in = cast("Callable[[int], tuple[Option, ...]]", members)
"""The options of a bit set, lowest first."""
last_unit = cast("Callable[[int], Unit]", last)
"""The last unit of a bit set, -1 if the set is empty."""
last_hex = cast("Callable[[int], Hex]", last)
"""The last hex of a bit set, -1 if the set is empty."""
last_option = cast("Callable[[int], Option]", last)
"""The last option of a bit set, -1 if the set is empty."""


def _indices(table: Any) -> range:
    return range(len(table))


indices = cast("Callable[[Column[Index, Any] | Table[Index, Any]], Sequence[Index]]", _indices)
"""The indices of a column: `for unit in indices(g.unit_ids)`."""
numbered = cast("Callable[[Column[Index, Value] | Table[Index, Value]], Iterator[tuple[Index, Value]]]", enumerate)
"""The indices and values of a column: `for unit, place in numbered(s.place)`."""
