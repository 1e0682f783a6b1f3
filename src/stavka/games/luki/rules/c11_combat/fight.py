"""The frame of a combat: what its steps hand on to each other. A combat inside a random event has its own."""

from __future__ import annotations

from dataclasses import field

from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side
from stavka.games.luki.state import Position
from stavka.hexes import Hex


def nothing() -> list[int]:
    """A zero for the attacker and one for the defender."""
    return [0, 0]


@frame("combat")
class Fight(Frame):
    """A declared attack. Values in pairs are those of the attacker and of the defender."""

    side: Side  # the attacking one
    how: int  # the way in which the phase is paid for
    hex: Hex  # the attacked hex
    attackers: int
    defenders: int
    shown: int  # units whose stacks have been shown
    stage: int = 0  # the next stage of the procedure
    tactical_points: list[int] = field(default_factory=nothing)  # the TPVs
    drawn: list[int] = field(default_factory=nothing)  # chits
    played: list[int] = field(default_factory=nothing)  # chits
    halved: int = 0  # units that chits have halved
    dice: int = 0  # 0: none rolled
    hits: list[int] = field(default_factory=nothing)
    lost: list[int] = field(default_factory=list)  # units that have lost a step, one entry a step
    retreated: int = 0  # hexes that the defender has retreated
    is_refused: int = 0  # whether the defender has refused combat


def fight_of(s: Position) -> Fight:
    """The combat that is being fought: the uppermost one."""
    return next(frame for frame in reversed(s.stack) if isinstance(frame, Fight))


def is_fighting(s: Position) -> bool:
    """Whether a combat is being fought."""
    return any(isinstance(frame, Fight) for frame in s.stack)


def role(fight: Fight, side: Side) -> int:
    """0 for the attacking side, 1 for the defending one: where its values are in the frame's pairs."""
    return 0 if fight.side == side else 1


def force(fight: Fight, side: Side) -> int:
    """The units of a side that take part."""
    return fight.attackers if fight.side == side else fight.defenders
