"""Chapter 6: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.games.traces.position import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def enemy_zoc(g: Traces, s: Position, side: int) -> int:
    """EZOC: the hexes adjacent to any enemy unit, over any River but not across Blocked hexsides."""
    return g.grid.spread(s.occupied[1 - side], g.unblocked)  # [6.0a, 6.0b]
