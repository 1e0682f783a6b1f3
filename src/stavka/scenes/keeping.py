"""Parts of a scene that are kept for the next one because nothing in them has changed.

    @drawn_from("turn", "held", off_the_map)
    def boxes(v: Voice, sight: Sight[Position]) -> list[Box]: ...

A part declares its sources: columns of the position that the seat sees, or functions of the voice and the
sight. While these are equal, a `Drawing` returns the kept part; a part that declares nothing is made every
time. Equal parts are the same object, so what compares two scenes passes over them at once.

The drawings of all seats of a table in one language are made beside each other: a part that one of them has made of the
same sources is taken over by the others. So a part that declares its sources depends on nothing else, not even on the
seat."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Generic, TypeVar

from stavka.engine.agent import Sight
from stavka.scenes.scene import SceneUnit

T = TypeVar("T")
Part = TypeVar("Part", bound=Callable[..., Any])
Source = str | Callable[[Any, Sight[Any]], object]
"""A source of a part: the name of a column, or a function of a voice and a sight whose values can be compared."""


def drawn_from(*sources: Source) -> Callable[[Part], Part]:
    """Declare all sources of a part of a scene: the part is kept while they are equal."""

    def declare(part: Part) -> Part:
        part.__dict__["sources"] = sources
        return part

    return declare


def sources_of(part: Callable[..., Any]) -> tuple[Source, ...] | None:
    """The declared sources of a part; None if it does not declare any."""
    found: tuple[Source, ...] | None = part.__dict__.get("sources")
    return found


class Shared(Generic[T]):
    """Parts that many scenes have are one object, whichever table they belong to. Nobody changes them."""

    def __init__(self, most: int) -> None:
        """most: the number of parts after which all are forgotten."""
        self.most = most
        self.known: dict[object, T] = {}

    def one(self, key: object, make: Callable[[], T]) -> T:
        """The part with this content, which the key tells completely."""
        known = self.known.get(key)
        if known is None:
            if len(self.known) >= self.most:
                self.known.clear()
            known = self.known[key] = make()
        return known


class Drawing:
    """The last scene of a seat in one language. It belongs to one table.

    beside: the drawings of all seats in this language, which take over parts from each other."""

    def __init__(self, beside: Iterable[Drawing] = ()) -> None:
        self.beside = beside
        self.parts: dict[object, tuple[object, Any]] = {}
        """Each part with the values of its sources."""
        self.looks: Any = None
        """The `Looks` from which the counters were made (`scenes/counters.py`)."""
        self.units: dict[str, SceneUnit] = {}

    def part(self, declared: Callable[..., Any], v: object, sight: Sight[Any], make: Callable[[], T]) -> T:
        """The kept part, if its sources have not changed; otherwise a new one."""
        sources = sources_of(declared)
        if sources is None:
            return make()
        values = [getattr(sight.position, each) if isinstance(each, str) else each(v, sight) for each in sources]
        return self.made_of(declared, values, make)

    def made_of(self, name: object, values: object, make: Callable[[], T]) -> T:
        """The kept part, if it was made of the same values; otherwise a new one."""
        known = self.parts.get(name)
        if known is not None and known[0] == values:
            kept: T = known[1]
            return kept
        for other in self.beside:
            theirs = other.parts.get(name)
            if theirs is not None and theirs is not known and theirs[0] == values:
                self.parts[name] = theirs
                taken: T = theirs[1]
                return taken
        made = make()
        if known is not None and known[1] == made:
            made = known[1]
        self.parts[name] = values, made
        return made


def off_the_map(v: object, sight: Sight[Any]) -> int:
    """The places of the units that are in no hex, as one number: units in hexes do not change it."""
    places = sight.position.place
    column = int.from_bytes(places.tobytes(), sys.byteorder)
    return column & ((column & _signs(len(places))) >> 15) * 0xFFFF


@cache
def _signs(units: int) -> int:
    """The bits of a column of places that are set where a place is negative."""
    return sum(0x8000 << 16 * unit for unit in range(units))
