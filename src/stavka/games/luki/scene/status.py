"""The state of the game: turn, phase, score, tracks, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, numbered
from stavka.games.luki.rules import c05_zoc as zoc
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.rules.c11_combat.fight import Fight, role
from stavka.games.luki.rules.c14_scenarios import victory
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import (
    BOX,
    COMING,
    DUE,
    ELIMINATED,
    GERMAN,
    INTRODUCTORY,
    LIMITED,
    POOL,
    SOVIET,
    UNSEEN,
    Position,
)
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import off_map
from stavka.scenes.keeping import drawn_from, off_the_map
from stavka.scenes.scene import Box, Line, Points, Track, Turn


@drawn_from()
def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenarios[s.scenario].title)


@drawn_from("turn")
def turn(v: Voice, s: Position) -> Turn:
    return {"number": s.turn, "of": v.g.scenarios[s.scenario].turns, "name": v.date(s.turn)}


def phase(v: Voice, s: Position) -> str:
    """The segment of the turn and the phase in it."""
    if s.result:
        return v.word("phase", "over")
    part = v.word("phase", part_of_turn(s))
    frame = next((frame for frame in reversed(s.stack) if isinstance(frame, (MovementPhase, CombatPhase))), None)
    if frame is None:
        return part
    return v("segment and phase", segment=part, phase=v.word("phase", f"{v.g.sides[frame.side]} {frame.step}"))


def part_of_turn(s: Position) -> str:
    if s.segment == INTRODUCTORY:
        return "introductory" if s.turn == 1 else "administrative"
    return "limited" if s.segment == LIMITED else f"segment {s.segment}"


# -- the score ------------------------------------------------------------------------------------------------------


@drawn_from("city_kessel", "exert", "kessel", "markers", "occupied", "place", "points", "result", "turn")
def points(v: Voice, s: Position) -> Points:
    """The VP so far, and those of a victory check at this moment."""
    g = v.g
    level = v.word("result", victory.victory_level(g, s.scenario, s.points))
    lines: list[Line] = [
        v.line("14.3a", v.word("word", item) if isinstance(item, str) else v.hex(item), value)
        for item, value in victory.soviet_items(g, s)
    ]
    german = victory.german_points(g, s)
    if german:
        lines.append(v.line("14.3b", v("broken out"), -german))
    last = s.points if s.result else s.points + int(sum(line["value"] for line in lines))
    ended = v.word("result", victory.victory_level(g, s.scenario, last))
    return {
        "value": s.points,
        "of": None,
        "text": v("points", value=s.points, level=level),
        "lines": lines,
        "ended": {"value": last, "text": v("points", value=last, level=ended)},
    }


@drawn_from("exert", "occupied")
def objectives(v: Voice, s: Position) -> Iterator[tuple[Hex, float, int]]:
    """The objectives of this map."""
    g = v.g
    for goal in g.goals:
        holder = next((side for side in (SOVIET, GERMAN) if zoc.holds(g, s, side, goal.hex)), -1)
        yield goal.hex, goal.value, holder


@drawn_from(lambda v, sight: marker_owners(sight.position), "city_kessel", "kessel", "released", "track", "turn")
def tracks(v: Voice, s: Position) -> list[Track]:
    """The turns, and the Kessel Track."""
    g = v.g
    turns = range(1, g.scenarios[s.scenario].turns + 1)
    spaces = sorted(g.conditions)
    owners = {number: g.side[unit] for unit, number in numbered(s.kessel) if number}
    owners |= marker_owners(s)
    return [
        {"name": v("turn track"), "cells": [v.date(turn) for turn in turns], "at": s.turn - 1, "markers": []},
        {
            "name": v("kessel track"),
            "cells": [v("space", number=space, condition=v.condition(space)) for space in spaces],
            "at": -1,
            "markers": [
                {"text": kessel_name(v, s, number, side), "at": spaces.index(s.track[number])}
                for number, side in sorted(owners.items())
            ],
        },
    ]


def marker_owners(s: Position) -> dict[int, Side]:
    """The sides of the Kessels of which only the marker is seen."""
    return {number: SOVIET if s.occupied[SOVIET] >> hex_ & 1 else GERMAN for number, hex_ in s.markers.items()}


def kessel_name(v: Voice, s: Position, number: int, side: Side) -> str:
    if number == s.city_kessel:
        return v("city kessel released" if s.released else "city kessel")
    return v("kessel", side=v.owner(side), number=number)


# -- boxes ----------------------------------------------------------------------------------------------------------


@drawn_from(off_the_map, "ap", "c3i", "cup", "segment")
def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    """The boxes off the map that everybody sees."""
    s = sight.position
    return [
        staff_box(v, s),
        *scene_parts.unit_boxes(v, s, unit_boxes(v, s)),
        *scene_parts.unit_boxes(v, s, unseen(v, s), note=v("box unseen note")),
        *scene_parts.unit_boxes(v, s, pools(v, s), folded=True),
        cup_box(v, s),
    ]


def staff_box(v: Voice, s: Position) -> Box:
    """C3I and activity points."""
    lines = [v("c3i", side=v.side(side), number=s.c3i[side]) for side in (SOVIET, GERMAN)]
    lines += [v("ap", number=s.ap)] if 0 < s.segment < LIMITED else []
    return {"name": v("box staff"), "lines": lines, "units": []}


def cup_box(v: Voice, s: Position) -> Box:
    """The chits in play."""
    lines = [v("cup", side=v.side(side), chits=v.chits(s.cup & v.g.side_chits[side])) for side in (SOVIET, GERMAN)]
    return {"name": v("box cups"), "lines": lines, "units": [], "folded": True}


def unit_boxes(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Names of boxes and the units in them."""
    g, placed = v.g, off_map(s)
    for side in (SOVIET, GERMAN):
        name, own = v.side(side), g.side_units[side]
        yield v("box administrative", side=name), own & placed.get(BOX, 0)
        yield v("box due", side=name), own & placed.get(DUE, 0)


def unseen(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """The units below the tops of stacks: those that are in play, and neither in sight nor in a box (U70, U95)."""
    hidden = off_map(s).get(UNSEEN, 0)
    for side in (SOVIET, GERMAN):
        yield v("box unseen", side=v.side(side)), v.g.side_units[side] & hidden


def pools(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Units that come later, and those that are lost."""
    g, placed = v.g, off_map(s)
    yield v("box pool"), placed.get(POOL, 0)
    coming = placed.get(COMING, 0)
    for number in range(1, g.scenarios[s.scenario].turns + 1):
        here = g.those_entering(number) | (g.first_turn_units if number == 1 else 0)
        for side in (SOVIET, GERMAN):
            yield v("box entering", side=v.side(side), date=v.date(number)), here & coming & g.side_units[side]
    for side in (SOVIET, GERMAN):
        yield v("box lost", side=v.side(side)), g.side_units[side] & placed.get(ELIMINATED, 0)


# -- secrets --------------------------------------------------------------------------------------------------------


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The chits that a player has drawn and not played, and those that have been chosen so far."""
    s = sight.position
    if sight.seat is None:
        return []
    found, side = [], v.g.side_of(s, sight.seat)
    for frame in s.stack:
        if isinstance(frame, Fight) and (kept := frame.drawn[role(frame, side)] & ~frame.played[role(frame, side)]):
            found.append(v("drawn", chits=v.chits(kept)))
        if isinstance(frame, ChoosingChits) and frame.chosen(side):
            found.append(v("chosen", chits=v.chits(frame.chosen(side))))
    return found
