"""Who decides in a step: one seat, which most steps read off their frames, or chance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from stavka.engine.frames import Frame
from stavka.engine.machine import Step
from stavka.engine.offer import CHANCE
from stavka.games.zitadelle.state import GERMAN, Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


class HasSide(Protocol):
    @property
    def side(self) -> int: ...


class HasUnit(Protocol):
    @property
    def unit(self) -> int: ...


F = TypeVar("F", bound=Frame)
FS = TypeVar("FS", bound=HasSide)
FU = TypeVar("FU", bound=HasUnit)
AnyF = TypeVar("AnyF")


class Decision(Step["Zitadelle", Position, AnyF], Generic[AnyF]):
    """A step in which one seat decides."""

    def seat(self, g: Zitadelle, s: Position, f: AnyF) -> int:
        """The seat that decides."""
        raise AssertionError(f"{type(self).__name__} does not say who decides")

    def seats(self, g: Zitadelle, s: Position, f: AnyF) -> tuple[int, ...]:
        return (self.seat(g, s, f),)


class OfGerman(Decision[F], Generic[F]):
    """The German player decides."""

    def seat(self, g: Zitadelle, s: Position, f: F) -> int:
        return GERMAN


class OfSide(Decision[FS], Generic[FS]):
    """The side that the frame names decides."""

    def seat(self, g: Zitadelle, s: Position, f: FS) -> int:
        return f.side


class OfUnit(Decision[FU], Generic[FU]):
    """The owner of the unit that the frame names decides."""

    def seat(self, g: Zitadelle, s: Position, f: FU) -> int:
        return g.side[f.unit]


class OfChance(Decision[F], Generic[F]):
    """Dice or a cup decide."""

    def seat(self, g: Zitadelle, s: Position, f: F) -> int:
        return CHANCE
