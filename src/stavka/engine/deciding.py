"""Base classes for steps whose frame or class says who decides: `class Move(ByOwner["Traces", Position, Moving])`.

Other steps say who decides by their own `seat`, or `seats` where several decide at once.
"""

from __future__ import annotations

from typing import Any, ClassVar, Protocol, TypeVar

from stavka.engine.kinds import Side, Unit, last_unit
from stavka.engine.machine import Game, Step
from stavka.engine.offer import CHANCE
from stavka.engine.state import State


class HasSide(Protocol):
    """A frame that names the side to which it belongs."""

    @property
    def side(self) -> Side: ...


class HasUnit(Protocol):
    """A frame about one unit."""

    @property
    def unit(self) -> Unit: ...


class HasUnits(Protocol):
    @property
    def units(self) -> int: ...


G = TypeVar("G", bound=Game[Any])
S = TypeVar("S", bound=State)
F = TypeVar("F")
SideFrame = TypeVar("SideFrame", bound=HasSide)
UnitFrame = TypeVar("UnitFrame", bound=HasUnit)
UnitsFrame = TypeVar("UnitsFrame", bound=HasUnits)


class ByOneSide(Step[G, S, F]):
    """A step in which the same side always decides: `decides = AXIS`."""

    decides: ClassVar[Side]

    def seat(self, g: G, s: S, f: F) -> int:
        return g.seat(s, self.decides)


class BySide(Step[G, S, SideFrame]):
    """A step in which the side of the frame decides."""

    def seat(self, g: G, s: S, f: SideFrame) -> int:
        return g.seat(s, f.side)


class ByOwner(Step[G, S, UnitFrame]):
    """A step in which the owner of the frame's unit decides."""

    def seat(self, g: G, s: S, f: UnitFrame) -> int:
        return g.seat(s, g.side[f.unit])


class ByOwners(Step[G, S, UnitsFrame]):
    """A step in which the owner of the frame's units decides; they all belong to one side."""

    def seat(self, g: G, s: S, f: UnitsFrame) -> int:
        return g.seat(s, g.side[last_unit(f.units)])


class ByDice(Step[G, S, F]):
    """A step in which dice or a cup decide."""

    def seat(self, g: G, s: S, f: F) -> int:
        return CHANCE
