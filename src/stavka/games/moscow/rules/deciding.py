"""Who decides: what steps have in common in which one seat, or the dice, answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from stavka.engine.machine import Step
from stavka.engine.offer import CHANCE
from stavka.games.moscow.state import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

F = TypeVar("F")


class OfOneSide(Protocol):
    """A frame that names the side that decides."""

    @property
    def side(self) -> int: ...


class OfOneUnit(Protocol):
    """A frame about one unit, whose owner decides."""

    @property
    def unit(self) -> int: ...


class OfUnits(Protocol):
    """A frame about units of one side, whose owner decides."""

    @property
    def units(self) -> int: ...


SideFrame = TypeVar("SideFrame", bound=OfOneSide)
UnitFrame = TypeVar("UnitFrame", bound=OfOneUnit)
UnitsFrame = TypeVar("UnitsFrame", bound=OfUnits)


class Decided(Step["Moscow", Position, F]):
    """A step in which one seat decides."""

    def seat(self, g: Moscow, s: Position, f: F) -> int:
        raise AssertionError(f"{type(self).__name__} never waits")

    def seats(self, g: Moscow, s: Position, f: F) -> tuple[int, ...]:
        return (self.seat(g, s, f),)


class BySide(Decided[SideFrame]):
    """The side of the frame decides."""

    def seat(self, g: Moscow, s: Position, f: SideFrame) -> int:
        return f.side


class ByOwner(Decided[UnitFrame]):
    """The owner of the frame's unit decides."""

    def seat(self, g: Moscow, s: Position, f: UnitFrame) -> int:
        return g.side[f.unit]


class ByOwnerOfAll(Decided[UnitsFrame]):
    """The owner of the frame's units decides."""

    def seat(self, g: Moscow, s: Position, f: UnitsFrame) -> int:
        return g.side_of_units(f.units)


class ByDice(Decided[F]):
    """The dice, or a cup, decide."""

    def seat(self, g: Moscow, s: Position, f: F) -> int:
        return CHANCE
