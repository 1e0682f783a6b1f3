"""Hexes as they are shown: what is printed, who holds what, everything about one in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skirmish.board import AREAS
from skirmish.rules.c04_zones import zones
from skirmish.scene.voice import Voice
from skirmish.state import LEAGUE, SIDES, Position
from stavka.engine.kinds import hexes_in
from stavka.hexes import Hex
from stavka.scenes import parts
from stavka.scenes.keeping import drawn_from

LETTERS: Final = {"attacked": "A"}


def printed(v: Voice, hex_: Hex) -> list[str]:
    """The print in a hex apart from its terrain."""
    g = v.g
    found = [v("objective", value=g.goals[hex_])] if hex_ in g.goals else []
    for side in SIDES:
        if g.sources[side] >> hex_ & 1:
            found.append(v("source", side=v.side(side)))
        for area in AREAS:
            if g.entries[side][area] >> hex_ & 1:
                found.append(v("entry", side=v.side(side), area=v.word("area", str(area))))
    return found


def side_features(v: Voice, hex_: Hex, direction: int) -> Iterator[str]:
    layers = {"river": v.g.river, "road": v.g.road}
    return (name for name, sides in layers.items() if sides[direction] >> hex_ & 1)


def hexsides(v: Voice, hex_: Hex) -> str:
    return parts.hexsides(v, hex_, lambda here, direction: side_features(v, here, direction))


def terrain_line(v: Voice, hex_: Hex) -> str:
    return parts.hex_sentence(v, hex_, [v.terrain(hex_), *printed(v, hex_)], hexsides(v, hex_))


@drawn_from("struck")
def marks(v: Voice, s: Position) -> Iterator[tuple[str, Hex, str]]:
    return (("attacked", hex_, v("attacked")) for hex_ in hexes_in(s.struck))


@drawn_from("held")
def owners(v: Voice, s: Position) -> dict[str, str]:
    """The holders of the objectives."""
    g = v.g
    return {g.grid.number(hex_): g.sides[LEAGUE if s.held >> hex_ & 1 else 1 - LEAGUE] for hex_ in g.goals}


def hex_lines(v: Voice, s: Position, hex_: Hex) -> list[str]:
    """A hex in sentences, its units left out."""
    there = [f"{v.side(side):fp}" for side in SIDES if zones(v.g, s, side) >> hex_ & 1]
    lines = [", ".join([v.hex(hex_), v.terrain(hex_), *printed(v, hex_)]), hexsides(v, hex_)]
    lines.append(v("zones", zones=v.together(there, "none")))
    return [line for line in lines if line]
