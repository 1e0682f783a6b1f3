"""Chapter 5.2: zones of control. They depend on who exerts them and on who moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.zitadelle.rules.c07_assault.morale import unarmed
from stavka.games.zitadelle.state import Position, present

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def enemy_zoc(g: Zitadelle, s: Position, side: Side) -> int:
    """EZOC of a side: the hexes around enemy units that exert a ZOC, not across lakes."""
    zone = s.zones[1 - side]
    if zone < 0:
        zone = s.zones[1 - side] = g.grid.spread(
            s.exert[1 - side], g.open_sides
        )  # [5.0b, 5.21, 5.24a, 5.24b, 5.25, 5.26]
    return zone


def enemy_zoc_for_armour(g: Zitadelle, s: Position, side: Side) -> int:
    """The enemy ZOC for armour: without the ZOCs of enemy units whose AT strength is 0."""
    zone = s.hard_zones[1 - side]
    if zone < 0:
        hexes, toothless = s.exert[1 - side], unarmed(g, s) & g.exerts
        for unit in units_in(toothless & g.side_units[1 - side]):
            place = s.place[unit]
            if place >= 0 and not s.at[place] & g.exerts & ~toothless:  # [5.23]
                hexes &= ~(1 << place)
        zone = s.hard_zones[1 - side] = g.grid.spread(hexes, g.open_sides)
    return zone


def zoc_against(g: Zitadelle, s: Position, unit: Unit) -> int:
    """The EZOC that counts for a unit's movement and retreat."""
    side = g.side[unit]
    if g.ignores_toothless >> unit & 1:  # [5.23, 7.83b, 8.22b, 10.33b]
        zone = s.hard_zones[1 - side]
        return zone if zone >= 0 else enemy_zoc_for_armour(g, s, side)
    zone = s.zones[1 - side]
    return zone if zone >= 0 else enemy_zoc(g, s, side)


def is_surrounded(g: Zitadelle, s: Position, unit: Unit) -> bool:
    """Whether every hex around a unit is held by the enemy, or in an enemy ZOC and not held by a friend (U26)."""
    side = g.side[unit]
    around, enemies, zone = g.rings[s.place[unit]], present(s, 1 - side), enemy_zoc(g, s, side)
    if around & ~(enemies | zone):
        return False  # most units are not, and this is quick to see
    return not around & ~(enemies | zone & ~present(s, side))  # [7.65]
