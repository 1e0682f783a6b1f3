"""The parts of a position that each seat may know, and positions that fit what a seat knows.

Everything is open except the chits of the variable Soviet entry: until they are played only the Soviet player knows
them, and not before play has begun (13.32a, 13.33, 13.37)."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stavka.games.zitadelle.rules.c11_reinforcements import Shuffling
from stavka.games.zitadelle.state import SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def known_boxes(g: Zitadelle, s: Position, seat: int | None) -> int:
    """The boxes whose chits a seat (None: an onlooker) knows."""
    if seat == SOVIET and s.turn:  # [13.32a, 13.33]
        return (1 << len(g.boxes)) - 1
    return s.opened  # [13.37]


def redacted(g: Zitadelle, s: Position, seat: int | None) -> Position:
    """A copy that holds what a seat may know."""
    seen = s.clone()  # [4.1.1b]
    known = known_boxes(g, s, seat)
    for box in range(len(g.boxes)):
        if not known >> box & 1:
            seen.chits[box] = 0  # [13.37]
    return seen


def deal(g: Zitadelle, s: Position, seat: int | None, rng: Random) -> None:
    """Unknown chits go to the boxes that have been dealt to but are not known."""
    dealt = dealt_boxes(g, s)
    boxes = [box for box in range(dealt) if not s.chits[box]]
    rest = [chit + 1 for chit in range(len(g.chits)) if chit + 1 not in s.chits]
    for box, chit in zip(boxes, rng.sample(rest, len(boxes)), strict=True):
        s.chits[box] = chit


def dealt_boxes(g: Zitadelle, s: Position) -> int:
    """The number of boxes that hold a chit."""
    if not g.uses(s, "variable_entry"):
        return 0
    return next((frame.box for frame in s.stack if isinstance(frame, Shuffling)), len(g.boxes))
