"""Chapter 8: Supply Lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.state import SOVIET, Position
from stavka.hexes import flood

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def supply_sources(g: Traces, s: Position, side: Side) -> int:
    """The side's Supply Source hexes; the Bridgehead is one for the Soviets."""
    if side == SOVIET and s.bridgehead >= 0:
        return g.sources[SOVIET] | 1 << s.bridgehead  # [11.1h]
    return g.sources[side]


def carries_supply(g: Traces, s: Position, side: Side, leaving: int = 0) -> int:
    """Hexes through which a Supply Line of the side may pass. `leaving`: hexes that its units are about to empty."""
    open_hexes = g.grid.all & ~s.occupied[1 - side]  # [8.1b]
    open_hexes &= ~enemy_zoc(g, s, side) | s.occupied[side] & ~leaving  # [8.1c]
    return open_hexes & ~enemy_cities(g, s, side)  # [8.1e]


def enemy_cities(g: Traces, s: Position, side: Side) -> int:
    return g.cities & ~s.cities if side == SOVIET else s.cities


def supplied_hexes(g: Traces, s: Position, side: Side, until: int = 0, leaving: int = 0) -> int:
    """Hexes from which a Supply Line of the side can be traced, as far as a line may pass through them."""
    through = carries_supply(g, s, side, leaving)
    start = supply_sources(g, s, side) & through  # [8.1a]
    return flood(g.grid, start, through, g.supply_open, until)  # [8.1d]


def traceable_hexes(g: Traces, s: Position, side: Side, leaving: int = 0) -> int:
    """Hexes from which a unit of the side could trace: its own hex never blocks, so one step more than the line, and
    every Source in which it could stand (U54)."""
    line = supplied_hexes(g, s, side, leaving=leaving)
    reached = line | g.grid.spread(line, g.supply_open) | supply_sources(g, s, side)
    return reached & ~s.occupied[1 - side]


def can_trace(g: Traces, s: Position, side: Side) -> int:
    """The side's units on the map that can trace a Supply Line now."""
    hexes = supplied_hexes(g, s, side, s.occupied[side])
    return units_in(g, s, side, hexes)


def without_supply(g: Traces, s: Position, side: Side) -> int:
    """The side's units on the map that cannot trace a Supply Line now."""
    return on_map(s) & g.side_units[side] & ~can_trace(g, s, side)


def units_in(g: Traces, s: Position, side: Side, hexes: int) -> int:
    units = 0
    for hex_, here in s.at.items():
        if hexes >> hex_ & 1:
            units |= here
    return units & g.side_units[side]


def on_map(s: Position) -> int:
    units = 0
    for here in s.at.values():
        units |= here
    return units
