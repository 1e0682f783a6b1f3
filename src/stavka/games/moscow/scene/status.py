"""The state of the game: turn, score, tracks, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, units_in
from stavka.games.moscow.rules.c01_introduction import victory
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c05_strategic_segment.weather import WeatherRoll
from stavka.games.moscow.rules.c06_supply.supply_routes import traces
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.initiative import OpeningChoice
from stavka.games.moscow.rules.c07_operations.markers import OperationsSegment
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.scene import chain
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import (
    ASIDE,
    COMING,
    CUP,
    DUE,
    ELIMINATED,
    FLOWN,
    GERMAN,
    HAND,
    NOT_YET,
    PASSED,
    PLAYED,
    POOL,
    READY,
    RESERVE,
    SOVIET,
    Position,
)
from stavka.games.moscow.view import SECRET, revealed
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import off_map
from stavka.scenes.keeping import drawn_from, off_the_map
from stavka.scenes.scene import Box, Line, Marker, Points, Track, Turn

SIDES: Final = (GERMAN, SOVIET)

phase: Final = chain.phase


@drawn_from()
def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenarios[s.scenario].title)


@drawn_from("turn")
def turn(v: Voice, s: Position) -> Turn:
    return {"number": s.turn, "of": v.g.scenarios[s.scenario].turns, "name": v.date(s.scenario, s.turn)}


# -- the score ------------------------------------------------------------------------------------------------------


@drawn_from("calls", "exert", "forts", "german", "lines_down", "occupied", "points", "weather", "wet")
def points(v: Voice, s: Position) -> Points:
    """The attacker's VP by their sources, as if the game ended now."""
    g = v.g
    scenario, total = g.scenarios[s.scenario], victory.victory_points(g, s)
    side = victory.attacker(g, s)
    winning = side if victory.is_won(g, s) or total >= scenario.threshold else 1 - side
    text = v("points", value=total, side=v.owner(side), threshold=scenario.threshold, winner=v.side(winning))
    return {
        "value": total,
        "of": scenario.threshold,
        "text": text,
        "lines": list(point_lines(v, s)),
        "ended": {"value": total, "text": text},
    }


@drawn_from("german")
def objectives(v: Voice, s: Position) -> Iterator[tuple[Hex, float, int]]:
    """The objectives of the scenario."""
    for objective in v.g.scenarios[s.scenario].objective:
        hex_ = v.g.grid.index(objective.hex)
        yield hex_, objective.value, GERMAN if s.german >> hex_ & 1 else SOVIET


def point_lines(v: Voice, s: Position) -> Iterator[Line]:
    g, side = v.g, victory.attacker(v.g, s)
    scenario, supplied = g.scenarios[s.scenario], traces(g, s, side)[0]
    for objective in scenario.objective:
        hex_ = g.grid.index(objective.hex)
        if not control.controlled(s, side) >> hex_ & 1:
            continue
        if not supplied >> hex_ & 1:
            yield v.line("1.2b", v("objective cut off", hex=v.hex(hex_)), 0)
        else:
            yield v.line("1.2b", v.hex(hex_), objective.value)
    called = 0
    for number, group in enumerate(scenario.group):
        if s.calls[number]:
            called += group.points
            yield v.line("SEQ.A.2b", v("group called", group=v.word("formation", group.title)), group.points)
    if s.points != called:
        yield v.line("1.2b", v("losses counted"), s.points - called)


# -- tracks ---------------------------------------------------------------------------------------------------------


@drawn_from(chain.told_by_stack, "active", "attacks", "turn", "weather")
def tracks(v: Voice, s: Position) -> list[Track]:
    """The tracks: the place in a combat and in a Sequence, then the turns with the weather."""
    found = [chain.combat_track(v, s), chain.sequence_track(v, s), turn_track(v, s)]
    return [track for track in found if track is not None]


def turn_track(v: Voice, s: Position) -> Track:
    boxes = v.g.turn_boxes[s.scenario][: v.g.scenarios[s.scenario].turns]
    cells = [v("winter turn", turn=box.turn) if box.winter else box.turn for box in boxes]
    weather: list[Marker] = []
    if s.turn and knows_weather(s):
        weather.append({"text": v.weather(s.weather), "at": s.turn - 1})
    return {"name": v("turn track"), "cells": cells, "at": s.turn - 1, "markers": weather}


def knows_weather(s: Position) -> bool:
    """Whether the weather of the present turn has been rolled."""
    return not any(isinstance(frame, WeatherRoll) for frame in s.stack)


# -- boxes ----------------------------------------------------------------------------------------------------------


def told_by_frames(v: Voice, sight: Sight[Position]) -> tuple[bool, set[int]]:
    """The facts in the boxes about the present steps: whether the weather is known, and which AMs everybody knows."""
    return knows_weather(sight.position), revealed(v.g, sight.position)


@drawn_from(
    off_the_map, told_by_frames, "attacks", "calls", "first", "initiative", "markers", "returns", "turn", "weather"
)
def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    """The boxes off the map that everybody sees."""
    s = sight.position
    return [
        *attack_box(v, s),
        *scene_parts.unit_boxes(v, s, unit_boxes(v, s)),
        *(marker_box(v, s, side) for side in SIDES),
        day_box(v, s),
        *scene_parts.unit_boxes(v, s, pools(v, s), folded=True),
    ]


def attack_box(v: Voice, s: Position) -> Iterator[Box]:
    """Declared Attacks that have not been resolved."""
    if s.attacks:
        lines = [
            v("attack on", hex=v.hex(hex_), units=v.labels(units_in(units)), crt=v.table(table))
            for hex_, units, table in s.attacks
        ]
        yield {"name": v("box attacks"), "lines": lines, "units": []}


def marker_box(v: Voice, s: Position, side: Side) -> Box:
    """The AMs of a side: how many lie where, which have been played, and which have not."""
    g = v.g
    shown = revealed(g, s)
    counts = [(key, len(markers_at(g, s, side, place))) for key, place in (("in cup", CUP), ("in pool", PASSED))]
    lines = [v(key, number=number) for key, number in counts if number]
    hidden = [m for m, place in enumerate(s.markers) if g.marker_side[m] == side and place in SECRET]
    unseen = [marker for marker in hidden if marker not in shown]
    if unseen:
        lines.append(v("markers to play", markers=v.markers(unseen)))
    open_ = [marker for marker in hidden if marker in shown]
    for key, markers in (("markers shown", open_), ("markers played", markers_at(g, s, side, PLAYED))):
        if markers:
            lines.append(v(key, markers=v.markers(markers)))
    for key, later in (("marker in reserve", resting(v, s, side)), ("marker to come", coming(v, s, side))):
        lines += [v(key, marker=v.markers(markers), turn=turn_) for turn_, markers in later.items()]
    return {"name": v("box markers", side=v.side(side)), "lines": lines or [v.word("word", "none")], "units": []}


def resting(v: Voice, s: Position, side: Side) -> dict[str, list[int]]:
    """The AMs in Reserve, by the turn in which they come back."""
    found: dict[str, list[int]] = {}
    for marker in markers_at(v.g, s, side, RESERVE):
        found.setdefault(turn_text(v, s, s.returns[marker]), []).append(marker)
    return found


def coming(v: Voice, s: Position, side: Side) -> dict[str, list[int]]:
    """The AMs that come into play later, by turn; those of Optional Groups come when they are called."""
    found: dict[str, list[int]] = {}
    for marker in markers_at(v.g, s, side, NOT_YET):
        number, group = v.g.schedules[s.scenario].markers[marker]
        if group < 0:
            found.setdefault(turn_text(v, s, number), []).append(marker)
    return found


def turn_text(v: Voice, s: Position, number: int) -> str:
    """The half day of a turn; those after the last have no name."""
    boxes = v.g.turn_boxes[s.scenario]
    return v.half_day(boxes[number - 1].turn) if 0 < number <= len(boxes) else v("after the end")


def day_box(v: Voice, s: Position) -> Box:
    """Weather, initiative and its modifiers, Optional Groups."""
    g = v.g
    lines = [v("weather now", weather=v.weather(s.weather))] if s.turn and knows_weather(s) else []
    if s.turn:
        if g.is_winter(s):
            lines.append(v("winter"))
        lines.append(v("first player", side=v.side(s.first)))
    lines += [
        v("initiative modifier", side=v.side(side), drm=v.signed(s.initiative[side]))
        for side in SIDES
        if s.initiative[side]
    ]
    for number, group in enumerate(g.scenarios[s.scenario].group):
        if not s.calls[number]:
            name, price = v.word("formation", group.title), v.signed(group.points)
            lines.append(v("group to call", group=name, turn=v.half_day(group.turn), points=price))
    return {"name": v("box day"), "lines": lines or [v("set-up")], "units": []}


def unit_boxes(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Names of boxes and the units in them."""
    placed = off_map(s)
    for side in SIDES:
        own, name = v.g.side_units[side], v.side(side)
        yield v("box due", side=name), own & placed.get(DUE, 0)


def pools(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Air units, units that come later, the Fuel units of the pool, and those that are lost."""
    placed = off_map(s)
    for side in SIDES:
        yield v("box ready", side=v.side(side)), v.g.side_units[side] & placed.get(READY, 0)
        yield v("box flown", side=v.side(side)), v.g.side_units[side] & placed.get(FLOWN, 0)
    yield from coming_boxes(v, s, placed.get(COMING, 0))
    yield v("box fuel"), placed.get(POOL, 0)
    for side in SIDES:
        yield v("box lost", side=v.side(side)), v.g.side_units[side] & placed.get(ELIMINATED, 0)


def coming_boxes(v: Voice, s: Position, coming: int) -> Iterator[tuple[str, int]]:
    """Reinforcements by turn, side and entry area, then those of the Optional Groups."""
    g, schedule = v.g, v.g.schedules[s.scenario]
    due: dict[tuple[int, Side, str], int] = {}
    groups: dict[int, int] = {}
    for unit in units_in(coming):
        turn_, group = schedule.units[unit]
        if group >= 0:
            groups[group] = groups.get(group, 0) | 1 << unit
        else:
            key = (max(turn_, 1), g.side[unit], schedule.areas[unit])
            due[key] = due.get(key, 0) | 1 << unit
    for (number, side, area), units in sorted(due.items()):
        yield v("box entering", side=v.side(side), turn=turn_text(v, s, number), area=area), units
    for group, units in sorted(groups.items()):
        yield v("box group", group=v.word("formation", g.scenarios[s.scenario].group[group].title)), units


# -- secrets --------------------------------------------------------------------------------------------------------


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The places of a player's own AMs, and the air units that are being sent in secret."""
    s, g = sight.position, v.g
    if sight.seat is None:
        return []
    side = g.side_of(s, sight.seat)
    found = []
    for key, place in (("own hand", HAND), ("own pool", PASSED), ("own cup", CUP)):
        markers = markers_at(g, s, side, place)
        if markers:
            found.append(v(key, markers=v.markers(markers)))
    aside = markers_at(g, s, side, ASIDE)
    if (
        aside
        and any(isinstance(frame, OperationsSegment) for frame in s.stack)
        and not isinstance(s.stack[-1], OpeningChoice)
    ):
        found.append(v("own aside", markers=v.markers(aside)))
    for frame in s.stack:
        if isinstance(frame, SendingAirInSecret) and frame.sent(side):
            found.append(v("own air", units=v.labels(units_in(frame.sent(side)))))
    return found
