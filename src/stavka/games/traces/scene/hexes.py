"""Hexes as they are shown: terrain, hexsides, who owns what, markers, everything about one in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply import supply_lines as supply
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.keeping import drawn_from

NOTHING, LESSER, GREATER = range(3)
RIVERS: Final = ("", "minor river", "major river")
LINES: Final = ("", "rail", "road")
LETTERS: Final = {"crossing": "C", "crossing taken": "C", "order": "H", "bridgehead": "B", "attacked": "\u00d7"}
"""The letters on markers."""


def terrain(v: Voice, hex_: Hex) -> str:
    return next(v.word("terrain", name) for name, hexes in v.g.terrain.items() if hexes >> hex_ & 1)


# -- what is printed ------------------------------------------------------------------------------------------------


def printed(v: Voice, hex_: Hex) -> list[str]:
    """The printed features of a hex apart from its terrain."""
    g, bit = v.g, 1 << hex_
    found = []
    if hex_ in g.place_names:
        found.append(v.word("place", g.place_kinds[hex_]))
    if bit & g.crossings:
        found.append(v.word("feature", "crossing point"))
    found += sources(v, bit)
    if bit & g.breakthrough:
        found.append(v.word("feature", "breakthrough"))
    return found


def sources(v: Voice, bit: int) -> list[str]:
    g = v.g
    return [v.word("feature", f"supply source {g.sides[side]}") for side in (SOVIET, AXIS) if bit & g.sources[side]]


def terrain_line(v: Voice, hex_: Hex) -> str:
    """Everything that is printed in a hex and on its sides, in one sentence."""
    return scene_parts.hex_sentence(v, hex_, [terrain(v, hex_), *printed(v, hex_)], hexsides(v, hex_))


def hexsides(v: Voice, hex_: Hex) -> str:
    def features(here: Hex, direction: int) -> Iterator[str]:
        blocked = "blocked" if v.g.blocked[direction] >> here & 1 else ""
        parts = (RIVERS[river(v, here, direction)], blocked, LINES[line(v, here, direction)])
        return (part for part in parts if part)

    return scene_parts.hexsides(v, hex_, features)


def river(v: Voice, hex_: Hex, direction: int) -> int:
    if v.g.major[direction] >> hex_ & 1:
        return GREATER
    return LESSER if v.g.minor[direction] >> hex_ & 1 else NOTHING


def line(v: Voice, hex_: Hex, direction: int) -> int:
    """A railway or a road that leads over a hexside."""
    if v.g.road_sides[direction] >> hex_ & 1:
        return GREATER
    return LESSER if v.g.rail_sides[direction] >> hex_ & 1 else NOTHING


# -- what lies on it ------------------------------------------------------------------------------------------------


def features(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """The special features of a hex at present."""
    g, bit = v.g, 1 << hex_
    found = [v.word("place", g.place_kinds[hex_])] if hex_ in g.place_names else []
    if bit & g.cities:
        found.append(v("control", side=v.owner(SOVIET if bit & s.cities else AXIS)))
    if bit & g.crossings:
        found.append(crossing(v, s, bit))
    if bit & s.orders:
        found.append(v.word("feature", "order"))
    if hex_ == s.bridgehead:
        found.append(v.word("feature", "bridgehead"))
    found += sources(v, bit)
    if bit & g.breakthrough:
        found.append(v.word("feature", "breakthrough"))
    return found


def crossing(v: Voice, s: Position, bit: int) -> str:
    return v("crossing taken") if bit & s.crossings else v("crossing not taken")


@drawn_from("attacked", "bridgehead", "crossings", "orders")
def marks(v: Voice, s: Position) -> Iterator[tuple[str, Hex, str]]:
    """The markers on the map."""
    bits = v.g.grid.bits
    for hex_ in bits(v.g.crossings):
        taken = s.crossings >> hex_ & 1
        yield "crossing taken" if taken else "crossing", hex_, crossing(v, s, 1 << hex_)
    yield from (("order", hex_, v.word("feature", "order")) for hex_ in bits(s.orders))
    if s.bridgehead >= 0:
        yield "bridgehead", s.bridgehead, v.word("feature", "bridgehead")
    yield from (("attacked", hex_, v("attacked")) for hex_ in bits(s.attacked))


@drawn_from("cities")
def owners(v: Voice, s: Position) -> dict[str, str]:
    """The controllers of the Cities."""
    g = v.g
    return {g.grid.number(hex_): g.sides[SOVIET if s.cities >> hex_ & 1 else AXIS] for hex_ in g.grid.bits(g.cities)}


def hex_lines(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """A hex in sentences, its units left out."""
    g = v.g
    lines = [", ".join([v.hex(hex_), terrain(v, hex_), *features(v, s, hex_)])]
    sides = hexsides(v, hex_)
    zones = [f"{v.side(side):fp}" for side in (SOVIET, AXIS) if enemy_zoc(g, s, 1 - side) >> hex_ & 1]
    supplied = [f"{v.side(side):m}" for side in (SOVIET, AXIS) if supply.traceable_hexes(g, s, side) >> hex_ & 1]
    both = v("zones", zones=v.together(zones, "none"), supply=v.together(supplied, "nobody"))
    return [*lines, *([sides] if sides else []), both]
