"""The parts of a position that a seat may know. Everything is open except the plans of the other side, until they are
announced (6.1, 6.2)."""

from __future__ import annotations

from random import Random

from skirmish.rules.c06_reinforcements import Planning
from skirmish.state import NORTH, SIDES, SOUTH, Position
from stavka.engine.kinds import Side


def secret(s: Position, seat: int | None) -> list[Side]:
    """The sides whose plans a seat (None: an onlooker) does not know."""
    return [side for side in SIDES if side != seat and not s.announced >> side & 1]


def redacted(s: Position, seat: int | None) -> Position:
    seen = s.clone()
    for side in secret(s, seat):
        seen.plans[side] = 0  # [6.1]
        for frame in seen.stack:
            if isinstance(frame, Planning):
                frame.choices[side] = 0  # [6.1]
    return seen


def deal(s: Position, seat: int | None, rng: Random) -> None:
    """Put a plan wherever one has been made and is not known."""
    for side in secret(s, seat) if s.turn else ():
        s.plans[side] = rng.choice((NORTH, SOUTH))
