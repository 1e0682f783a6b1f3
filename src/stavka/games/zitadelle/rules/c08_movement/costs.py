"""The parts of the cost of a step, one number for each rule that affects it (the Terrain Effects Chart, 8.12 to 8.42).

`Board` has the sums for the search for reach; this module takes them apart for display."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit
from stavka.games.zitadelle.board import CLASSES, SIDE_NAMES
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.state import Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

Line = tuple[str, str, int]
"""A part of a cost: its rule, its name (a word of [terrain], [feature] or [price]), and the MP."""


def step_lines(g: Zitadelle, s: Position, f: movement.Moving, here: Hex, hex_: Hex) -> list[Line]:
    """A step of the move whose frame is f, from a hex to its neighbour: its price item by item."""
    there = movement.enemy(g, s, f)
    leave = there.leave if there.zone >> here & 1 else 0
    lines = [
        *ground_lines(g, f.unit, here, hex_),
        ("8.23", "leave zone", leave),
        ("8.42b", "interdiction", movement.toll(there, hex_)),
    ]
    return [line for line in lines if line[2]]


def ground_lines(g: Zitadelle, unit: Unit, here: Hex, hex_: Hex) -> list[Line]:
    """The cost of the ground: by the cheapest road that crosses the hexside, or across country."""
    water = g.water_between(here, hex_)
    ways = [[*entry_lines(g, unit, hex_), *water_lines(g, unit, water)]]
    for road in g.files.tables.road:
        if g.grid.between(g.roads[road.id], here, hex_):
            crossing = [] if water in road.bridges else water_lines(g, unit, water)
            ways.append([("8.32", road.id, getattr(road, unit_class(g, unit))), *crossing])
    return min(ways, key=lambda lines: sum(value for _, _, value in lines))


def unit_class(g: Zitadelle, unit: Unit) -> str:
    return CLASSES[g.foot >> unit & 1]


def entry_lines(g: Zitadelle, unit: Unit, hex_: Hex) -> list[Line]:
    """Terrain and works of a hex."""
    kind, side = unit_class(g, unit), SIDE_NAMES[g.side[unit]]
    lines: list[Line] = [
        ("8.12a", terrain.id, getattr(terrain, kind))
        for terrain in g.files.tables.terrain
        if g.terrain.get(terrain.id, 0) >> hex_ & 1
    ]
    lines += [
        ("8.31", fort.id, getattr(fort, f"{side}_{kind}"))
        for fort in g.files.tables.fortification
        if g.forts[fort.id] >> hex_ & 1
    ]
    return [line for line in lines if line[2]]


def water_lines(g: Zitadelle, unit: Unit, water: str) -> list[Line]:
    return [
        ("8.31", hexside.id, getattr(hexside, unit_class(g, unit)))
        for hexside in g.files.tables.hexside
        if hexside.id == water
    ]
