"""Hexes as they are shown: terrain, hexsides, works, who holds what, markers, everything about one in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import units_in
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc, enemy_zoc_for_armour
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.keeping import drawn_from

LETTERS: Final = {"mines": "", "works": "", "held": "", "interdiction": "I", "attacked": "\u00d7"}
"""The letters on markers; works are printed on the map, and flags show the holder of a hex."""

# -- what is printed ------------------------------------------------------------------------------------------------


def printed(v: Voice, hex_: Hex) -> list[str]:
    """The printed features of a hex apart from its terrain."""
    g = v.g
    found = v.works(hex_)
    if hex_ in g.values:
        found.append(v("victory hex", value=g.values[hex_]))
    if hex_ == g.belgorod:
        found.append(v("belgorod", value=g.belgorod_vp))
    found += [v("zone", zone=name) for name, hexes in g.deployment.items() if hexes >> hex_ & 1]
    found += [v("entry area", area=name) for name, hexes in g.entry_areas.items() if hexes >> hex_ & 1]
    return found


def terrain_line(v: Voice, hex_: Hex) -> str:
    """Everything that is printed in a hex and on its sides, in one sentence."""
    return scene_parts.hex_sentence(v, hex_, [v.terrain(hex_), *printed(v, hex_)], hexsides(v, hex_))


def hexsides(v: Voice, hex_: Hex) -> str:
    return scene_parts.hexsides(v, hex_, lambda here, direction: side_features(v, here, direction))


def side_features(v: Voice, hex_: Hex, direction: int) -> Iterator[str]:
    """Water, lakes and roads of a hexside."""
    g = v.g
    layers = {**g.water, "lake": g.lakes, **g.roads}
    return (name for name, sides in layers.items() if sides[direction] >> hex_ & 1)


# -- what lies on it ------------------------------------------------------------------------------------------------


def attacked(s: Position) -> list[Hex]:
    """The hexes of units that have been attacked in this Assault Phase."""
    return sorted({s.place[unit] for unit in units_in(s.defended) if s.place[unit] >= 0})


@drawn_from(lambda v, sight: attacked(sight.position), "held", "tolls")
def marks(v: Voice, s: Position) -> Iterator[tuple[str, Hex, str]]:
    """The markers on the map, and the printed marks that matter in play."""
    g, bits = v.g, v.g.grid.bits
    yield from v.printed_works
    for hex_ in bits(g.scoring & s.held):
        yield "held", hex_, v("held", side=v.owner(GERMAN))
    for cost, hexes in s.tolls:
        yield from (("interdiction", hex_, v("interdiction here", cost=cost)) for hex_ in bits(hexes))
    yield from (("attacked", hex_, v("attacked")) for hex_ in attacked(s))


@drawn_from("held")
def owners(v: Voice, s: Position) -> dict[str, str]:
    """The holders of the victory hexes and Belgorod."""
    g = v.g
    return {g.grid.number(hex_): g.sides[GERMAN if s.held >> hex_ & 1 else SOVIET] for hex_ in g.grid.bits(g.scoring)}


def hex_lines(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """A hex in sentences, its units left out."""
    lines = [", ".join([v.hex(hex_), v.terrain(hex_), *printed(v, hex_)]), hexsides(v, hex_)]
    return [line for line in (*lines, *zone_lines(v, s, hex_)) if line]


def zone_lines(v: Voice, s: Position, hex_: Hex) -> Iterator[str]:
    """Whose ZOC a hex is in, and whose only for units without armour."""
    g = v.g
    zones: list[str] = []
    for side in (GERMAN, SOVIET):
        if enemy_zoc_for_armour(g, s, 1 - side) >> hex_ & 1:
            zones.append(f"{v.side(side):fp}")
        elif enemy_zoc(g, s, 1 - side) >> hex_ & 1:
            zones.append(v("soft zone", side=v.side(side)))
    yield v("zones", zones=v.together(zones, "none"))
    for cost, hexes in s.tolls:
        if hexes >> hex_ & 1:
            yield v("interdiction here", cost=cost)
