"""Chapter 4: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.state import Position
from stavka.engine.kinds import Side

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def zones(g: Skirmish, s: Position, side: Side) -> int:
    """The hexes in the zones of control of a side: those next to its units, but not across the river."""
    return g.grid.spread(s.occupied[side], g.dry)  # [4.1, 4.2]


def enemy_zones(g: Skirmish, s: Position, side: Side) -> int:
    return zones(g, s, 1 - side)
