"""The parts of the state of every game: the stack of frames, the events, equality, hash and JSON."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Self, TypeVar, cast

from stavka.engine import columns
from stavka.engine.frames import Frame
from stavka.engine.kinds import Unit
from stavka.hexes import Column, Hex

Json = dict[str, Any]
F = TypeVar("F", bound=Frame)


class Event(NamedTuple):
    """Something that happened: a name and its values, the rules that applied, and the seats that may know (None:
    everybody)."""

    name: str
    values: Json
    rules: tuple[str, ...]
    seats: tuple[int, ...] | None
    throw: int | None = None
    """The throw of which this event tells: the number of the question to chance, counted from the start of the game."""


class State(ABC):
    """A position: flat columns, bit sets and frames. Derived columns are not part of equality, hash or JSON."""

    __slots__ = ("events", "result", "revealed", "stack")

    stack: list[Frame]
    """The frames, the top one last. Their classes differ: a step is given its own frame, `top` and `below` return a
    frame as the class that the rules expect, and other code asks isinstance."""
    result: str
    """Empty while the game goes on, then the result."""
    events: list[Event] | None
    """The events so far. None if nobody listens (search, simulation): telling then costs one test."""
    revealed: int
    """The seats, as bits, whose secrets a pick has shown (see `reveal`). A caller that wants to know sets it to 0
    before the pick."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that changes. It has no listener for events."""

    @abstractmethod
    def to_json(self) -> Json:
        """Everything that is not derived, as plain data."""

    def tell(self, name: str, rules: tuple[str, ...] = (), seats: tuple[int, ...] | None = None, **values: Any) -> None:
        if self.events is not None:
            self.events.append(Event(name, values, rules, seats))

    def reveal(self, seat: int) -> None:
        """Record that a secret of a seat decides how the game continues, and that the others see it: a step passes over
        a question because the seat has nothing to choose from, and the others do not know that. Picks that another seat
        has made can then no longer be taken back."""
        self.revealed |= 1 << seat

    def digest(self) -> str:
        """A short fingerprint. Equal positions have the same one, on any machine."""
        return hashlib.blake2b(self.digested().encode(), digest_size=8).hexdigest()

    def digested(self) -> str:
        """The data from which the fingerprint is made: equal for equal positions, different for all others."""
        return columns.dump(self.to_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return int(self.digest(), 16)


def places(hexes: Iterable[Hex]) -> Column[Unit, Hex]:
    """A column of places: the hex of each unit, or a negative code."""
    return cast("Column[Unit, Hex]", array("h", hexes))


def top(s: State, kind: type[F]) -> F:
    """The frame on top of the stack, where the rules know its class."""
    frame: Any = s.stack[-1]
    if not isinstance(frame, kind):
        raise AssertionError(f"a {kind.__name__} should be on top of the stack, not {frame!r}")
    found: F = frame
    return found


def below(s: State, kind: type[F]) -> F:
    """The frame below the one on top, where the rules know its class."""
    frame: Any = s.stack[-2]
    if not isinstance(frame, kind):
        raise AssertionError(f"a {kind.__name__} should be below the top of the stack, not {frame!r}")
    found: F = frame
    return found


class UnitState(State, metaclass=columns.ColumnsMeta):
    """A position with columns for the places and steps of units. A game declares its other columns
    (`engine/columns.py`); the methods that are declared and not written here are made from them."""

    __slots__ = ("place", "scenario", "steps")

    scenario: str
    place: Column[Unit, Hex] = columns.numbers()
    """The hex of each unit, or a negative number for a place off the map."""
    steps: Column[Unit, int] = columns.counts()
    """The steps left of each unit; 0 if it is eliminated or has no steps."""

    @staticmethod
    def blank(scenario: str) -> Any:
        """A position in which every column is empty."""
        raise AssertionError("a game declares columns")

    @staticmethod
    def read(data: Json, steps: Mapping[str, Any]) -> Any:
        """The position that `to_json` wrote, with frames of the classes that the steps declare. Derived columns are
        still empty."""
        raise AssertionError("a game declares columns")

    def forget(self) -> None:
        """Drop computed values that hold only until something moves."""
        raise AssertionError("a game declares columns")

    def digested(self) -> str:
        """The JSON form in the order of its keys, with places and steps as the bytes that they are."""
        raise AssertionError("a game declares columns")
