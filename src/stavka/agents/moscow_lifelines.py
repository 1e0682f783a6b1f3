"""Objectives of Roads to Moscow count in supply only: which enemies stand in the way of that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.offer import members
from stavka.games.moscow.position import GERMAN, OFF, lift, put
from stavka.games.moscow.supply import sources, supplied_hexes
from stavka.games.moscow.victory import attacker

if TYPE_CHECKING:
    from stavka.games.moscow.files import Objective
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.position import Position


def lifelines(g: Moscow, s: Position, side: int) -> dict[int, int]:
    """For each enemy hex by a road the VPs of other objectives that could be supplied if this side took it."""
    if attacker(g, s) != side:
        return {}
    kept = s.german
    s.german = g.on_map(s) if side == GERMAN else 0  # what the enemy does not hold can be had
    before = suppliable(g, s, side)
    roads = 0
    for links in g.supply_links[0]:
        roads |= links
    found = {}
    for hex_ in members(s.occupied[1 - side] & g.grid.spread(roads)):
        more = without(g, s, side, hex_) & ~before & ~(1 << hex_)
        found[hex_] = sum(objective.value for objective in objectives(g, s) if more >> g.grid.index(objective.hex) & 1)
    s.german = kept
    return {hex_: points for hex_, points in found.items() if points}


def objectives(g: Moscow, s: Position) -> list[Objective]:
    return [objective for objective in g.scenarios[s.scenario].objective if objective.held is None]


def suppliable(g: Moscow, s: Position, side: int) -> int:
    return supplied_hexes(g, s, side, sources(g, s, side), motorized=False)


def without(g: Moscow, s: Position, side: int, hex_: int) -> int:
    """The hexes that could be supplied with units of a side in a hex that the enemy holds."""
    units = list(members(s.at[hex_]))
    for unit in units:
        lift(g, s, unit, OFF)
    s.occupied[side] |= 1 << hex_
    found = suppliable(g, s, side)
    s.occupied[side] &= ~(1 << hex_)
    for unit in units:
        put(g, s, unit, hex_)
    return found
