"""Chapter 6: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.traces.state import Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def enemy_zoc(g: Traces, s: Position, side: Side) -> int:
    """EZOC: the hexes adjacent to any enemy unit, over any River but not across Blocked hexsides."""
    zone = s.zones[1 - side]
    if zone < 0:
        zone = s.zones[1 - side] = g.grid.spread(s.occupied[1 - side], g.unblocked)  # [6.0a, 6.0b]
    return zone


def is_in_enemy_zoc(g: Traces, s: Position, side: Side, hex_: Hex) -> bool:
    return bool(enemy_zoc(g, s, side) >> hex_ & 1)
