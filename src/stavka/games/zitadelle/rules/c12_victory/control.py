"""Rule 12.11b: who was the last to have a unit in a victory hex; and the loss of Belgorod."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit
from stavka.games.zitadelle.state import GERMAN, Position, move
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def enter(g: Zitadelle, s: Position, unit: Unit, hex_: Hex) -> None:
    """Carry out everything that follows at once when a combat unit enters a hex or passes through it."""
    bit = 1 << hex_
    if not g.scoring & bit:
        return
    if g.side[unit] == GERMAN:
        if not s.held & bit:
            s.held |= bit  # [12.11b]
            s.tell("taken", ("12.11b",), hex=hex_, side=GERMAN)
    elif s.held & bit:
        s.held &= ~bit  # [12.11b]
        s.tell("taken", ("12.11b",), hex=hex_, side=1)
        if hex_ == g.belgorod and not s.belgorod:
            s.belgorod = 1  # [12.22]
            s.tell("belgorod", ("12.22",))


def walk(g: Zitadelle, s: Position, unit: Unit, path: Sequence[Hex]) -> None:
    """Take a unit along a path to its end."""
    for hex_ in path[:-1]:
        enter(g, s, unit, hex_)
    move(g, s, unit, path[-1])
    enter(g, s, unit, path[-1])


def alert(g: Zitadelle, s: Position, side: Side) -> int:
    """Hexes whose mere passing by a unit of the side changes something."""
    return g.scoring ^ s.held if side == GERMAN else s.held
