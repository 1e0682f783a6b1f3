"""Chapters 6.2, 6.3 and 3.7: supply lines, supply sources, connected rail hexes."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.luki.rules.c05_zoc import enemy_zoc, spread_zoc
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Grid, Hex, distances, flood

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def passable(g: Luki, s: Position, side: Side) -> int:
    """The hexes that a supply line or a link within a Kessel may enter."""
    barred = enemy_zoc(g, s, side) & ~s.occupied[side]  # [5.0d, 6.2c]
    return g.grid.all & ~s.occupied[1 - side] & ~barred  # [6.2b, 6.2c]


def clear(g: Luki, s: Position, side: Side) -> int:
    """The hexes free of enemy units and of EZOC, which friendly units do not negate here."""
    return g.grid.all & ~s.occupied[1 - side] & ~enemy_zoc(g, s, side)  # [3.7a, 3.7b, 5.0e, 5.0j, 10.4c]


def functioning(g: Luki, s: Position, side: Side) -> int:
    """The sources of a side that function now (U5)."""
    return g.sources[side] & passable(g, s, side)  # [6.3a, 6.3b, 6.3c, 6.3d]


def supplied(g: Luki, s: Position, side: Side) -> int:
    """The hexes from which a supply line of a side can be traced now."""
    through = passable(g, s, side)
    return flood(g.grid, functioning(g, s, side), through, g.grid.all_sides)  # [6.2a]


def open_to_sources(g: Luki, s: Position, side: Side) -> int:
    """The hexes with a line to a source on which no EZOC is negated."""
    through = clear(g, s, side)
    return flood(g.grid, g.sources[side] & through, through, g.grid.all_sides)  # [10.4c]


def connected_rail(g: Luki, s: Position, side: Side) -> int:
    """The connected rail hexes of a side: along the railway to a source of its own (U7)."""
    through = g.rail_hexes & clear(g, s, side)  # [3.7a]
    return flood(g.grid, g.sources[side] & through, through, g.rails)  # [3.7a]


def in_rail_range(g: Luki, s: Position, hex_: Hex) -> bool:
    """Whether the hex that is attacked is in range of a connected Soviet rail hex (U27)."""
    rail = connected_rail(g, s, SOVIET)
    if not rail:
        return False
    zones = spread_zoc(g, s.exert[GERMAN] & ~(1 << hex_))  # [11.62d]
    free = g.grid.all & ~s.occupied[GERMAN] & ~zones | 1 << hex_  # [11.62d]
    levels = distances(g.grid, 1 << hex_, free, g.grid.all_sides, g.rail_range)  # [11.62d]
    return any(level & rail for level in levels)


def nearness(g: Luki, s: Position, side: Side) -> tuple[int, ...]:
    """The hexes at each distance from the nearest functioning source of a side; nothing without one."""
    return _levels(g.grid, functioning(g, s, side))


@lru_cache(256)
def _levels(grid: Grid, sources: int) -> tuple[int, ...]:
    if not sources:
        return ()
    return tuple(distances(grid, sources, grid.all, grid.all_sides, grid.rows + grid.columns))
