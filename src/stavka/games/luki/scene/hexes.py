"""Hexes as they are shown: terrain, hexsides, who holds what, markers, everything about one in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import numbered, units_in
from stavka.games.luki.rules import c05_zoc as zoc
from stavka.games.luki.rules.c06_supply.supply_lines import functioning
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.keeping import drawn_from

LETTERS: Final = {"kessel": "K", "attacked": "\u00d7", "source": ""}
"""The letters on markers; sources are printed on the map."""

# -- what is printed ------------------------------------------------------------------------------------------------


def printed(v: Voice, hex_: Hex) -> list[str]:
    """The printed features of a hex apart from its terrain."""
    g = v.g
    found = [v("objective", value=goal.value) for goal in g.goals if goal.hex == hex_]
    found += [v("source", side=v.owner(side)) for side in (SOVIET, GERMAN) if g.sources[side] >> hex_ & 1]
    if g.railway >> hex_ & 1:
        found.append(v("main line"))
    return found


def terrain_line(v: Voice, hex_: Hex) -> str:
    """Everything that is printed in a hex and on its sides, in one sentence."""
    return scene_parts.hex_sentence(v, hex_, [v.terrain(hex_), *printed(v, hex_)], hexsides(v, hex_))


def hexsides(v: Voice, hex_: Hex) -> str:
    return scene_parts.hexsides(v, hex_, lambda here, direction: side_features(v, here, direction))


def side_features(v: Voice, hex_: Hex, direction: int) -> Iterator[str]:
    """Creeks, the Lowat, bridges, roads and railways of a hexside."""
    g = v.g
    layers = {"creek": g.creeks, "lowat": g.lowat, "bridge": g.bridges, "railway": g.rails}
    found = [name for name, sides in layers.items() if sides[direction] >> hex_ & 1]
    road = g.roads[direction] >> hex_ & 1 and "railway" not in found
    yield from [*found, "road"] if road else found


# -- what lies on it ------------------------------------------------------------------------------------------------


@drawn_from("exert", "kessel", "markers", "occupied", "place", "struck", "track")
def marks(v: Voice, s: Position) -> Iterator[tuple[str, Hex, str]]:
    """The markers on the map: Kessels that are seen or by their markers, hexes that have been attacked."""
    places: dict[Hex, int] = {}
    for unit, number in numbered(s.kessel):
        if number and s.place[unit] >= 0:
            places[s.place[unit]] = max(places.get(s.place[unit], 0), s.track[number])
    for number, hex_ in s.markers.items():
        places[hex_] = max(places.get(hex_, 0), s.track[number])
    for hex_, space in sorted(places.items()):
        yield "kessel", hex_, v("kessel here", condition=v.condition(space))
    for hex_ in sorted({s.place[unit] for unit in units_in(s.struck) if s.place[unit] >= 0}):
        yield "attacked", hex_, v("attacked")
    for side in (SOVIET, GERMAN):
        lost = v.g.sources[side] & ~functioning(v.g, s, side)
        for hex_ in v.g.grid.bits(lost):
            yield "source", hex_, v("source lost", side=v.owner(side))


@drawn_from("exert", "occupied")
def owners(v: Voice, s: Position) -> dict[str, str]:
    """The holders of the objectives that are held."""
    g = v.g
    found = {}
    for goal in g.goals:
        for side in (SOVIET, GERMAN):
            if zoc.holds(g, s, side, goal.hex):
                found[g.grid.number(goal.hex)] = g.sides[side]
    return found


def hex_lines(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """A hex in sentences, its units left out."""
    lines = [", ".join([v.hex(hex_), v.terrain(hex_), *printed(v, hex_)]), hexsides(v, hex_)]
    zones = [f"{v.side(side):fp}" for side in (SOVIET, GERMAN) if zoc.zoc(v.g, s, side) >> hex_ & 1]
    control = [f"{v.side(side):m}" for side in (SOVIET, GERMAN) if zoc.controlled(v.g, s, side) >> hex_ & 1]
    lines.append(v("zones", zones=v.together(zones, "none")))
    lines.append(v("control", sides=v.together(control, "nobody")))
    return [line for line in lines if line]
