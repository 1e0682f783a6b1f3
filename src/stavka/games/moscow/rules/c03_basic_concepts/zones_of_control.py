"""Chapter 3.2: zones of control."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, hexes_in
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def zone(g: Moscow, s: Position, side: Side) -> int:
    """The hexes in the ZOC of a side's combat units: their own and those adjacent, across rivers as they can."""
    found = s.zones[side]
    if found < 0:
        spread = g.grid.spread
        found = s.occupied[side] | spread(s.exert[side], g.dry_sides) | spread(s.wet[side])  # [3.2, 3.21, 3.24, 3.26]
        s.zones[side] = found
    return found


def enemy_zone(g: Moscow, s: Position, side: Side) -> int:
    """EZOC of a side."""
    return zone(g, s, 1 - side)


def projects_into(g: Moscow, s: Position, hex_: Hex, target: Hex) -> bool:
    """Whether the units in a hex project their ZOC into another one."""
    bit = 1 << hex_
    side = GERMAN if s.occupied[GERMAN] & bit else SOVIET
    near = g.grid.spread(bit & s.exert[side], g.dry_sides) | g.grid.spread(bit & s.wet[side])
    return bool(near >> target & 1)


def projecting_hexes(g: Moscow, s: Position, side: Side, target: Hex) -> int:
    """The hexes from which units of a side project their ZOC into a hex."""
    around = g.grid.ring(target, 1) & s.exert[side]
    return sum(1 << hex_ for hex_ in hexes_in(around) if projects_into(g, s, hex_, target))
