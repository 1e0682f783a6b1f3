"""What follows a game from its beginning and looks for faults after every pick: what all games' watches share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar


class Columns(Protocol):
    """A position that keeps its units in columns."""

    @property
    def place(self) -> Sequence[int]: ...
    @property
    def steps(self) -> Sequence[int]: ...


P = TypeVar("P", bound=Columns)


class UnitWatch(Generic[P]):
    """Remembers the last position, so that only units are looked at that have changed since."""

    last: P | None = None

    def changed(self, s: P) -> list[int]:
        """Units that have moved or lost something since the last time; all of them the first time."""
        last = self.last
        if last is None:
            return list(range(len(s.place)))
        if s.place == last.place and s.steps == last.steps:
            return []
        columns = zip(s.place, last.place, s.steps, last.steps, strict=True)
        return [unit for unit, (a, b, c, d) in enumerate(columns) if a != b or c != d]


def derived_faults(s: Any, fresh: Any, names: Iterable[str]) -> Iterator[str]:
    """Columns that are kept up to date, compared with those of a position made anew."""
    for name in names:
        if getattr(fresh, name) != getattr(s, name):
            yield f"the derived column {name} is not what follows from where the units are"
