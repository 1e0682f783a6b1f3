"""Chapter 5: stacking."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit
from stavka.games.traces.state import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def crowded(g: Traces, s: Position, unit: Unit) -> int:
    """Hexes in which this unit may not end: two Combat Units are there already, or for an HQ another HQ."""
    side = g.side[unit]
    if g.hq_units >> unit & 1:
        return s.hq_at[side]  # [2.3l, 5.0e]
    return s.full[side]  # [5.0c, 5.0d, 5.0g]


def is_overstacked(g: Traces, s: Position, unit: Unit) -> bool:
    """Whether a unit that has arrived in its hex exceeds the limit there."""
    here = s.at[s.place[unit]]
    if g.hq_units >> unit & 1:
        return (here & g.hq_units).bit_count() > 1  # [5.0e]
    return (here & g.combat_units).bit_count() > g.stacking  # [5.0c]
