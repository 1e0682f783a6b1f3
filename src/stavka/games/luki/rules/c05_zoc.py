"""Chapters 3.4 and 5: zones of control, and who controls a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.luki.state import Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def zoc(g: Luki, s: Position, side: Side) -> int:
    """The hexes into which the units of a side exert a ZOC."""
    known = s.zones[side]
    if known < 0:
        known = s.zones[side] = spread_zoc(g, s.exert[side])
    return known


def spread_zoc(g: Luki, exerting: int) -> int:
    """The ZOC of units in these hexes: all around, but never into a city (U9)."""
    return g.grid.spread(exerting) & ~g.cities  # [5.0a, 5.0b, 2.2c]


def enemy_zoc(g: Luki, s: Position, side: Side) -> int:
    """The EZOC hexes of a side."""
    return zoc(g, s, 1 - side)  # [5.0c]


def controlled(g: Luki, s: Position, side: Side) -> int:
    """The hexes that a side controls now, alone or together with the enemy."""
    return s.occupied[side] | zoc(g, s, side)  # [3.4b, 3.4c, 3.4d, 3.4e, 3.4f, 3.4g]


def holds(g: Luki, s: Position, side: Side, hex_: Hex) -> bool:
    """Whether a side holds an objective: its unit is there, or it alone controls the hex (U71)."""
    if s.occupied[side] >> hex_ & 1:
        return True
    return bool(controlled(g, s, side) & ~controlled(g, s, 1 - side) & 1 << hex_)  # [3.4b, 3.4d]
