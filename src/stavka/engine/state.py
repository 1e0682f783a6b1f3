"""What every game's state has: the stack of frames, the events, equality, hash and JSON."""

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
    """Something that happened: a name and its values, the rules it applied, and who may know (None: everybody)."""

    name: str
    values: Json
    rules: tuple[str, ...]
    seats: tuple[int, ...] | None
    throw: int | None = None
    """The throw that this tells of: the number of the question to chance, counted from the start of the game."""


class State(ABC):
    """A position: flat columns, bit sets and frames. Whatever can be derived is no part of equality, hash or JSON."""

    __slots__ = ("events", "result", "revealed", "stack")

    stack: list[Frame]
    """The frames, the one that goes on last. They are of many classes: a step gets its own, `top` and `below` give
    another one as what it is, and elsewhere isinstance asks."""
    result: str
    """Empty while the game goes on, then the outcome."""
    events: list[Event] | None
    """None: nobody listens (search, simulation), and telling costs one test."""
    revealed: int
    """Bits of the seats of which a pick has shown a secret: see `reveal`. Who wants to know sets it to 0 before."""

    @abstractmethod
    def clone(self) -> Self:
        """A copy that shares nothing that changes. Nobody listens to it."""

    @abstractmethod
    def to_json(self) -> Json:
        """Everything that is not derived, as plain data."""

    def tell(self, name: str, rules: tuple[str, ...] = (), seats: tuple[int, ...] | None = None, **values: Any) -> None:
        if self.events is not None:
            self.events.append(Event(name, values, rules, seats))

    def reveal(self, seat: int) -> None:
        """Say that the game goes on as it does because of a secret of a seat, and that the others see it do so: a step
        that passes over a question because the seat has nothing to choose from, of which the others do not know. What
        another seat has picked can then no longer be taken back."""
        self.revealed |= 1 << seat

    def digest(self) -> str:
        """A short fingerprint that two equal positions share, on any machine."""
        return hashlib.blake2b(self.digested().encode(), digest_size=8).hexdigest()

    def digested(self) -> str:
        """What the fingerprint is made of: the same in equal positions, another one in all others."""
        return columns.dump(self.to_json())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return int(self.digest(), 16)


def places(hexes: Iterable[Hex]) -> Column[Unit, Hex]:
    """A column of places: the hex of each unit, or a code below zero."""
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
    """A position whose units have places and steps in columns. A game declares its other columns (`engine/columns.py`),
    from which comes all that is declared and not written here."""

    __slots__ = ("place", "scenario", "steps")

    scenario: str
    place: Column[Unit, Hex] = columns.numbers()
    """The hex of each unit, or below zero a place off the map."""
    steps: Column[Unit, int] = columns.counts()
    """Steps left of each unit; 0: it is gone, or has none."""

    @staticmethod
    def blank(scenario: str) -> Any:
        """A position in which every column is empty."""
        raise AssertionError("a game declares columns")

    @staticmethod
    def read(data: Json, steps: Mapping[str, Any]) -> Any:
        """The position that `to_json` wrote, with frames as the steps declare them. What is derived is still empty."""
        raise AssertionError("a game declares columns")

    def forget(self) -> None:
        """Drop what was worked out and holds only until something moves."""
        raise AssertionError("a game declares columns")

    def digested(self) -> str:
        """The JSON form in the order of its keys, with places and steps as the bytes that they are."""
        raise AssertionError("a game declares columns")
