"""How the game stands: turn, phase, score, tracks, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections.abc import Iterator

from stavka.engine.agent import Sight
from stavka.games.luki.rules.c09_reinforcements import placed
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
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Box, Line, Points, Track, Turn


def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenarios[s.scenario].title)


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


def points(v: Voice, s: Position) -> Points:
    """The VPs so far, and what a victory check would give now."""
    g = v.g
    level = v.word("result", victory.victory_level(g, s.scenario, s.points))
    lines: list[Line] = [
        v.line("14.3a", v.word("word", item) if isinstance(item, str) else v.hex(item), value)
        for item, value in victory.soviet_items(g, s)
    ]
    german = victory.german_points(g, s)
    if german:
        lines.append(v.line("14.3b", v("broken out"), -german))
    return {"value": s.points, "of": None, "text": v("points", value=s.points, level=level), "lines": lines}


def tracks(v: Voice, s: Position) -> list[Track]:
    """The turns, and the Kessel Track."""
    g = v.g
    turns = range(1, g.scenarios[s.scenario].turns + 1)
    spaces = sorted(g.conditions)
    owners = {number: g.side[unit] for unit, number in enumerate(s.kessel) if number}
    owners |= {number: int(s.occupied[SOVIET] >> hex_ & 1 == 0) for number, hex_ in s.markers.items()}
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


def kessel_name(v: Voice, s: Position, number: int, side: int) -> str:
    if number == s.city_kessel:
        return v("city kessel released" if s.released else "city kessel")
    return v("kessel", side=v.owner(side), number=number)


# -- boxes ----------------------------------------------------------------------------------------------------------


def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    """Off the map: what everybody sees."""
    s = sight.position
    return [staff_box(v, s), *scene_parts.unit_boxes(v, s, unit_boxes(v, s)), cup_box(v, s)]


def staff_box(v: Voice, s: Position) -> Box:
    """C3I and activity points."""
    lines = [v("c3i", side=v.side(side), number=s.c3i[side]) for side in (SOVIET, GERMAN)]
    lines += [v("ap", number=s.ap)] if 0 < s.segment < LIMITED else []
    return {"name": v("box staff"), "lines": lines, "units": []}


def cup_box(v: Voice, s: Position) -> Box:
    """The chits in play."""
    lines = [v("cup", side=v.side(side), chits=v.chits(s.cup & v.g.side_chits[side])) for side in (SOVIET, GERMAN)]
    return {"name": v("box cups"), "lines": lines, "units": []}


def unit_boxes(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Names of boxes and the units in them."""
    g = v.g
    for side in (SOVIET, GERMAN):
        name, own = v.side(side), g.side_units[side]
        yield v("box administrative", side=name), own & placed(s, BOX)
        yield v("box due", side=name), own & placed(s, DUE)
        yield v("box unseen", side=name), own & placed(s, UNSEEN)
    yield v("box pool"), placed(s, POOL)
    coming = placed(s, COMING)
    for number in range(1, g.scenarios[s.scenario].turns + 1):
        here = g.those_entering(number) | (g.first_turn_units if number == 1 else 0)
        for side in (SOVIET, GERMAN):
            yield v("box entering", side=v.side(side), date=v.date(number)), here & coming & g.side_units[side]
    for side in (SOVIET, GERMAN):
        yield v("box lost", side=v.side(side)), g.side_units[side] & placed(s, ELIMINATED)


# -- secrets --------------------------------------------------------------------------------------------------------


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The chits that a player has drawn, and those that he has chosen so far."""
    s, seat = sight.position, sight.seat
    if seat is None:
        return []
    found = []
    for frame in s.stack:
        if isinstance(frame, Fight) and frame.drawn[role(frame, seat)]:
            found.append(v("drawn", chits=v.chits(frame.drawn[role(frame, seat)])))
        if isinstance(frame, ChoosingChits) and frame.chosen(seat):
            found.append(v("chosen", chits=v.chits(frame.chosen(seat))))
    return found
