"""Hexes as they are shown: terrain, hexsides, works, who holds what, markers, everything about one in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import Unit, units_in
from stavka.games.moscow.board import NETWORKS
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts import zones_of_control as zoc
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.keeping import drawn_from

LETTERS: Final = {
    "strongpoint": "#",
    "building": "W",
    "line down": "\u2212",
    "no retreat": "N",
    "declared": "\u00d7",
    "stubborn": "!",
    "objective": "",
    "source lost": "",
}
"""The letters on markers; objectives and Supply Sources are printed on the map."""

# -- what is printed ------------------------------------------------------------------------------------------------


def printed(v: Voice, hex_: Hex) -> list[str]:
    """The printed features of a hex apart from its terrain, in every scenario."""
    g = v.g
    found = [v("source", side=v.owner(side)) for side in (GERMAN, SOVIET) if g.sources[side] >> hex_ & 1]
    found += [v("entry area", area=name) for name, hexes in g.entry_areas.items() if hexes >> hex_ & 1]
    return [*found, v("line here")] if g.line_hexes >> hex_ & 1 else found


def terrain_line(v: Voice, hex_: Hex) -> str:
    """Everything that is printed in a hex and on its sides, in one sentence."""
    return scene_parts.hex_sentence(v, hex_, [v.terrain(hex_), *printed(v, hex_)], hexsides(v, hex_))


def hexsides(v: Voice, hex_: Hex) -> str:
    return scene_parts.hexsides(v, hex_, lambda here, direction: side_features(v, here, direction))


def side_features(v: Voice, hex_: Hex, direction: int) -> Iterator[str]:
    """Water, bridges, Slopes, Fortified Lines, Roads, Trails and Railways of a hexside."""
    g = v.g
    back, there = (direction + 3) % 6, g.grid.neighbours[hex_][direction]
    layers = {"stream": g.stream, "river": g.river, "bridge": g.bridged}
    yield from (name for name, sides in layers.items() if sides[direction] >> hex_ & 1)
    if g.uphill[direction] >> hex_ & 1:
        yield "slope up"
    elif g.uphill[back] >> there & 1:
        yield "slope down"
    if g.line_front[direction] >> hex_ & 1 or g.line_front[back] >> there & 1:
        yield "fortified line"
    yield from (name for name in NETWORKS if g.links[name][direction] >> hex_ & 1)


# -- what lies on it ------------------------------------------------------------------------------------------------


def under_construction(s: Position) -> list[tuple[Unit, Hex]]:
    """The units that build Strongpoints, and where."""
    return [(unit, s.place[unit]) for unit in units_in(s.building) if s.place[unit] >= 0]


@drawn_from(
    lambda v, sight: under_construction(sight.position),
    "attacks",
    "forts",
    "german",
    "holding",
    "lines_down",
    "stubborn",
)
def marks(v: Voice, s: Position) -> Iterator[tuple[str, Hex, str]]:
    """The markers on the map, and the printed marks that matter in this scenario."""
    g, bits = v.g, v.g.grid.bits
    for side in (GERMAN, SOVIET):
        yield from (("strongpoint", hex_, v("strongpoint", side=v.owner(side))) for hex_ in bits(s.forts[side]))
    for unit, hex_ in under_construction(s):
        yield "building", hex_, v("building here", unit=g.labels[unit])
    yield from (("line down", hex_, v("line down")) for hex_ in bits(s.lines_down & g.on_map(s)))
    yield from (("no retreat", hex_, v("no retreat")) for hex_ in bits(s.holding & g.grid.all))
    for hex_, units, table in s.attacks:
        yield "declared", hex_, v("declared", units=v.labels(units_in(units)), crt=v.table(table))
    yield from (("stubborn", hex_, v("failed to refuse")) for hex_ in bits(s.stubborn & g.grid.all))
    for objective in g.scenarios[s.scenario].objective:
        yield "objective", g.grid.index(objective.hex), v("objective", value=objective.value)
    for side in (GERMAN, SOVIET):
        lost = g.sources[side] & g.on_map(s) & ~control.controlled(s, side)
        yield from (("source lost", hex_, v("source lost", side=v.owner(side))) for hex_ in bits(lost))


@drawn_from("german")
def owners(v: Voice, s: Position) -> dict[str, str]:
    """The controllers of the objectives and the Supply Sources."""
    g = v.g
    hexes = {g.grid.index(objective.hex) for objective in g.scenarios[s.scenario].objective}
    hexes |= set(g.grid.bits((g.sources[GERMAN] | g.sources[SOVIET]) & g.on_map(s)))
    return {g.grid.number(hex_): g.sides[GERMAN if s.german >> hex_ & 1 else SOVIET] for hex_ in sorted(hexes)}


def hex_lines(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """A hex in sentences, its units left out."""
    g = v.g
    lines = [", ".join([v.hex(hex_), v.terrain(hex_), *printed(v, hex_)]), hexsides(v, hex_)]
    if not g.on_map(s) >> hex_ & 1:
        return [*(line for line in lines if line), v("other map")]
    lines += [f"{text[:1].upper()}{text[1:]}." for _, there, text in marks(v, s) if there == hex_]
    zones = [f"{v.side(side):fp}" for side in (GERMAN, SOVIET) if zoc.zone(g, s, side) >> hex_ & 1]
    lines.append(v("zones", zones=v.together(zones, "none")))
    if control.disputed(g, s) >> hex_ & 1:
        lines.append(v("disputed"))
    else:
        lines.append(v("control", side=v.owner(GERMAN if s.german >> hex_ & 1 else SOVIET)))
    return [line for line in lines if line]
