"""Chapter 8: the parts of the cost of a step: the same sums as in board.py, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.games.moscow.board import COLUMNS, CONTENTS, ROADS, Going
from stavka.games.moscow.rules.c08_ground_movement.going import going
from stavka.games.moscow.state import Position
from stavka.hexes import Enemy, Hex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from stavka.games.moscow.game import Moscow

Price = tuple[str, str, int]
"""A rule, a word for what has to be paid for, halves of an MP."""

WOODS: Final = "woods"
TERRAIN_RULES: Final = {"clear": "8.31a", "rough": "8.31a", "marsh": "8.31a", WOODS: "8.35a"}


def terrain_of(g: Moscow, hex_: Hex) -> str:
    """The terrain of a hex, as the map names it."""
    return next(name for name, hexes in g.terrain.items() if hexes >> hex_ & 1)


def column_of(rows: Iterable[Any], how: Going) -> dict[str, Any]:
    """A column of the TEC, by its rows."""
    column = COLUMNS[how.column]
    return {row.id: getattr(row, column) for row in rows}


def ground(g: Moscow, how: Going, there: Hex, *, woods: bool = True) -> list[Price]:
    """The features of a hex, with or without its woods."""
    costs = column_of(g.files.tables.terrain, how)
    rows = [row for row in CONTENTS[terrain_of(g, there)] if woods or row != WOODS]
    return [(TERRAIN_RULES.get(row, "8.3"), row, costs[row]) for row in rows]


def hexside(g: Moscow, how: Going, here: int, d: int) -> tuple[list[Price], list[Price]]:
    """A Stream to be waded and a Slope to be climbed."""
    costs = column_of(g.files.tables.hexside, how)
    wade: list[Price] = [("8.36a", "stream", costs["stream"])] if g.unbridged_stream[d] >> here & 1 else []
    climb: list[Price] = [("8.37", "slope", costs["slope"])] if g.uphill[d] >> here & 1 else []
    return wade, climb


def off_road(g: Moscow, how: Going, here: Hex, d: int) -> list[Price]:
    wade, climb = hexside(g, how, here, d)
    return [*ground(g, how, g.grid.neighbours[here][d]), *wade, *climb]


def by_road(g: Moscow, how: Going, here: Hex, d: int) -> list[Price]:
    """The cheapest of Roads, Trail and Railway over a hexside; nothing where there is none."""
    there = g.grid.neighbours[here][d]
    costs = column_of(g.files.tables.road, how)
    wade, climb = hexside(g, how, here, d)
    bare = ground(g, how, there, woods=False)
    ways: list[list[Price]] = [[("8.33a", name, costs[name])] for name in ROADS if g.links[name][d] >> here & 1]
    if g.links["trail"][d] >> here & 1:
        kind = "trail into clear" if g.open_ground >> there & 1 else "trail into other"
        ways.append([*bare, *climb] if how.rain else [("8.33b", "trail", costs[kind])])
    if g.links["railway"][d] >> here & 1:
        ways.append([*(bare if how.rain else [("8.34", "railway", costs["railway"])]), *climb])
    return [*min(ways, key=total), *wade] if ways else []


def total(lines: Iterable[Price]) -> int:
    return sum(value for _, _, value in lines)


def step_lines(g: Moscow, s: Position, units: int, here: Hex, there: Hex, e: Enemy) -> list[Price]:
    """A step of units, by the cheapest of the ways that the enemy leaves open, and the enemy's additions to its
    cost."""
    how, d = going(g, s, units), g.grid.direction(here, there)
    zones = e.zone | e.stop
    pinned = bool(zones >> here & zones >> there & 1)
    line: list[Price] = [("8.37", "fortified line", g.line_halves)] if g.line_sides(how.lines)[d] >> here & 1 else []
    plain, linked = off_road(g, how, here, d), by_road(g, how, here, d)
    ways = [] if pinned and not how.red_box else [plain]
    if linked and total(linked) < total(plain) and not pinned:
        extra = g.trail_extra(how, here, d) if how.forts >> there & 1 else 0
        ways.append([*linked, ("8.33c", "strongpoint", extra)])
    best = min(ways, key=total, default=plain)
    return [price for price in (*best, *line, *tolls(g, s, units, there, e)) if price[2]]


def tolls(g: Moscow, s: Position, units: int, there: int, e: Enemy) -> list[Price]:
    """The additional costs of the enemy's Strongpoints and ZOC for units that enter a hex."""
    found: list[Price] = []
    if s.forts[1 - g.side_of_units(units)] >> there & 1:
        found.append(("8.31c", "strongpoint", g.fort_halves))
    if e.zone >> there & 1:
        found.append(("8.21", "zone", g.zoc_halves))
    return found
