"""What describes a position of a game to a program that learns: sets of hexes, sets of units and numbers, by name.

A game declares its `Features` beside its rules, and its manifest says where (`Manifest.features`). They are asked of a
sight, the redacted position, and of nothing else, so they hold no secret. `stavka.research` turns them into arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Fixed(NamedTuple):
    """Something that never changes in a game."""

    says: str
    """One sentence for the documentation."""
    of: Callable[[Any], Any]
    """(game) -> the value."""


class Seen(NamedTuple):
    """Something that changes in play."""

    says: str
    """One sentence for the documentation."""
    of: Callable[..., Any]
    """(game, redacted position) -> the value; for sided sets (game, redacted position, side)."""


class Track(NamedTuple):
    """One or several numbers that describe a position."""

    says: str
    """One sentence for the documentation."""
    names: Callable[[Any], Sequence[str]]
    """(game) -> the names of the numbers, `("",)` for a single one."""
    of: Callable[..., Sequence[int]]
    """(game, sight) -> the numbers."""


def no_kinds(game: Any) -> Sequence[str]:
    """The kinds of units in a game that declares none."""
    return ["unit"] * len(game.unit_ids)


@dataclass(frozen=True)
class Features:
    """What describes the positions of a game."""

    kind: Callable[[Any], Sequence[str]] = no_kinds
    """(game) -> the kind of each unit."""
    ground: Mapping[str, Fixed] = field(default_factory=dict)
    """Sets of hexes that are printed on the map."""
    sided: Mapping[str, Seen] = field(default_factory=dict)
    """Sets of hexes that each side has: (game, position, side) -> hexes."""
    hexes: Mapping[str, Seen] = field(default_factory=dict)
    """Other sets of hexes."""
    printed: Mapping[str, Fixed] = field(default_factory=dict)
    """A number for each unit, as printed on its counter at full strength."""
    units: Mapping[str, Seen] = field(default_factory=dict)
    """Sets of units."""
    rows: Mapping[str, Seen] = field(default_factory=dict)
    """A number for each unit that changes in play."""
    tracks: Mapping[str, Track] = field(default_factory=dict)
    unit_sets: frozenset[str] = frozenset()
    """The fields of frames that are sets of units."""
    hex_sets: frozenset[str] = frozenset()
    """The fields of frames that are sets of hexes."""
    numbers: frozenset[str] = frozenset()
    """The fields of frames that are numbers worth knowing, such as the movement points left."""


def single(game: Any) -> Sequence[str]:
    """The names of a track that is one number."""
    return ("",)


def column(name: str) -> Callable[..., Any]:
    """The value of a column of the position."""

    def of(g: Any, s: Any) -> Any:
        return getattr(s, name)

    return of


def own(name: str) -> Callable[..., Any]:
    """The part of a column by sides that belongs to a side."""

    def of(g: Any, s: Any, side: int) -> Any:
        return getattr(s, name)[side]

    return of


def number(name: str) -> Callable[..., Sequence[int]]:
    """A column that is one number, as a track."""

    def of(g: Any, sight: Any) -> Sequence[int]:
        return (getattr(sight.position, name),)

    return of


def several(name: str) -> Callable[..., Sequence[int]]:
    """A column that is a row of numbers, as a track."""

    def of(g: Any, sight: Any) -> Sequence[int]:
        found: Sequence[int] = getattr(sight.position, name)
        return found

    return of
