"""Chapter 6.1 to 6.3: supply routes and supply status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, hexes_in
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.state import GERMAN, RAIN, SOVIET, Position
from stavka.hexes import flood
from stavka.hexes.grid import Sides

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def open_hexes(g: Moscow, s: Position, side: Side) -> int:
    """Hexes that a Supply Route of a side may go through."""
    hexes = controlled(s, side) & g.on_map(s)  # [6.2, 6.22]
    # disputed hexes are among those in EZOC
    hexes &= ~(enemy_zone(g, s, side) & ~s.occupied[side])  # [3.25, 6.24]
    return hexes & ~s.occupied[1 - side] & ~s.forts[1 - side]  # [6.2, 6.21b, 6.22b, 14.11a]


def sources(g: Moscow, s: Position, side: Side) -> int:
    """The Supply Sources of a side that still supply."""
    return g.sources[side] & controlled(s, side) & ~s.occupied[1 - side]  # [6.31, 6.32, 6.32a]


def passable(g: Moscow, lines: int, sides: Sides) -> Sides:
    """Hexsides without those of active enemy Fortified Lines."""
    if not lines:
        return sides
    walls = g.line_sides(lines)
    return tuple(sides[d] & ~walls[d] for d in range(6))  # [6.21c, 6.22b, 14.11d]


def supplied_hexes(g: Moscow, s: Position, side: Side, start: int, *, motorized: bool) -> int:
    """The hexes whose units can trace a Supply Route to one of the hexes `start`."""
    ground, lines = open_hexes(g, s, side), g.lines_against(s, side)
    return g.supplied(start & ground, ground, lines, motorized, s.weather == RAIN)


def find_supplied(g: Moscow, start: int, ground: int, lines: int, motorized: bool, rain: bool) -> int:
    """The hexes supplied from `start` over the open hexes `ground`; lines: hexes with an enemy Fortified Line."""
    links = passable(g, lines, g.supply_links[motorized])  # [6.22, 6.22a, 6.23]
    roads = flood(g.grid, start, ground, links)  # [3.13]
    sides = passable(g, lines, g.line_open)  # [6.21d, 6.21e]
    marsh, found = ground & g.marsh, 0
    if rain or marsh:  # else the longer line leads to all hexes of the shorter one
        found = _within(g, roads, ground, sides, g.supply_line_short)  # [5.13b, 6.21a]
    if not rain:
        found |= _within(g, roads & ~marsh, ground & ~marsh, sides, g.supply_line)  # [6.21, 6.21a]
    return found


def _within(g: Moscow, roads: int, ground: int, sides: Sides, limit: int) -> int:
    """Hexes at most so far from a Supply Road, over free hexes; the first hex, the unit's own, need not be free."""
    near = level = roads
    for _ in range(limit - 1):
        level = g.grid.spread(level, sides) & ground
        level ^= level & near
        near |= level
    return near | g.grid.spread(near, sides)


def traces(g: Moscow, s: Position, side: Side) -> tuple[int, int]:
    """The hexes in supply for units that are not motorized, and for those that are."""
    start = sources(g, s, side)
    foot = supplied_hexes(g, s, side, start, motorized=False)
    return foot, supplied_hexes(g, s, side, start, motorized=True)


def check_supply(g: Moscow, s: Position) -> None:
    """The Supply Status Phase: every unit on the map, every Strongpoint, every Fortified Line."""
    for side in (GERMAN, SOVIET):
        start = sources(g, s, side)
        foot = motorized = supplied_hexes(g, s, side, start, motorized=True)
        tracing = s.occupied[side] | s.forts[side] | g.lines_against(s, 1 - side)
        if tracing & ~motorized:  # else all trace by Roads, which all units can use
            foot = supplied_hexes(g, s, side, start, motorized=False)
        without = 0
        for hex_ in hexes_in(s.occupied[side] & ~(foot & motorized)):
            units = s.at[hex_] & g.combat & g.side_units[side]  # [6.1, 15.33b, 16.21b]
            fine = (~g.motorized if foot >> hex_ & 1 else 0) | (g.motorized if motorized >> hex_ & 1 else 0)
            without |= units & ~fine  # [6.11, 5.26, 6.15, 6.15a]
        mark_supply(g, s, side, without)
        raze_isolated(g, s, side, foot)


def mark_supply(g: Moscow, s: Position, side: Side, without: int) -> None:
    units = g.side_units[side]
    fine = units & ~without
    s.emergency &= ~fine  # [6.12, SEQ.A.4a]
    s.oos &= ~fine  # [6.12, SEQ.A.4a]
    s.fed &= ~fine
    worse = without & s.emergency
    fresh = without & ~s.emergency & ~s.oos  # [6.12c]
    s.oos |= worse  # [6.12b, SEQ.A.4b]
    s.emergency &= ~worse
    s.emergency |= fresh  # [6.12a, SEQ.A.4c]
    s.low_fuel &= ~s.oos  # [6.44c]
    if fresh:
        s.tell("emergency supply", ("6.12a",), units=fresh)
    if worse:
        s.tell("out of supply", ("6.12b",), units=worse)


def raze_isolated(g: Moscow, s: Position, side: Side, foot: int) -> None:
    """Remove empty Strongpoints and Fortified Lines that cannot trace a Supply Route."""
    lost = s.forts[side] & ~s.occupied[side] & ~foot  # [6.14e, 14.32, SEQ.A.4d]
    s.forts[side] &= ~lost
    if lost:
        s.tell("strongpoints razed", ("14.32",), hexes=lost)
    fallen = g.lines_against(s, 1 - side) & ~foot  # [14.36b, 14.36c, SEQ.A.4d]
    s.lines_down |= fallen
    if fallen:
        s.tell("lines fall", ("14.36b",), hexes=fallen)
