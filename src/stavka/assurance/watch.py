"""Watches that follow a game from its beginning and look for faults after every pick: the common part of all games'
watches."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from stavka.engine.columns import differences
from stavka.engine.kinds import Unit, indices, numbered, units_in
from stavka.engine.machine import Game
from stavka.hexes import Column, Hex


class UnitColumns(Protocol):
    """A position that keeps its units in columns."""

    @property
    def place(self) -> Column[Unit, Hex]: ...
    @property
    def steps(self) -> Column[Unit, int]: ...


P = TypeVar("P", bound=UnitColumns)


class UnitWatch(Generic[P]):
    """Remembers the last position, so that it checks only units that have changed since, and keeps its own list of the
    units in each hex."""

    kept: ClassVar[tuple[str, ...]] = ()
    """The attributes of a position that are remembered, apart from places and steps."""

    def __init__(self) -> None:
        self.last: P | None = None
        self.at: dict[Hex, int] = {}

    def changed(self, s: P) -> list[Unit]:
        """The units that have moved or lost something since the last check; all units the first time."""
        if self.last is None:
            self.at = who_is_where(s.place)
            return list(indices(s.place))
        moved = differences(s.place, self.last.place)
        for unit in moved:
            self.take(unit, self.last.place[unit], s.place[unit])
        weaker = differences(s.steps, self.last.steps)
        return sorted({*moved, *weaker}) if weaker else moved

    def remember(self, s: P) -> None:
        """Keep the columns of a position with which the next position is compared."""
        self.last = past = object.__new__(type(s))
        for name in ("place", "steps", *self.kept):
            value = getattr(s, name)
            setattr(past, name, value[:] if isinstance(value, (array, bytearray)) else value)

    def take(self, unit: Unit, old: Hex, new: Hex) -> None:
        """Note that a unit is in another place."""
        if old >= 0:
            self.at[old] &= ~(1 << unit)
            if not self.at[old]:
                del self.at[old]
        if new >= 0:
            self.at[new] = self.at.get(new, 0) | 1 << unit


def names(game: Game[Any], units: int) -> str:
    return ", ".join(game.unit_ids[unit] for unit in units_in(units))


def who_is_where(places: Column[Unit, Hex]) -> dict[Hex, int]:
    """The units in each hex, from the column of their places alone."""
    at: dict[Hex, int] = {}
    for unit, place in numbered(places):
        if place >= 0:
            at[place] = at.get(place, 0) | 1 << unit
    return at


def derived_faults(s: Any, fresh: Any, names: Iterable[str]) -> Iterator[str]:
    """Faults in the derived columns, found by comparison with those of a position read again from its JSON."""
    for name in names:
        if getattr(fresh, name) != getattr(s, name):
            yield f"the derived column {name} is not what follows from where the units are"
