"""The state of the game: turn, phase, score, tracks, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, units_in
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits, chosen, selection_size
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingHq
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.scene.voice import Voice, traces_sight
from stavka.games.traces.state import AXIS, BOX, DUE, ELIMINATED, SOVIET, WAITING, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import off_map
from stavka.scenes.keeping import drawn_from, off_the_map
from stavka.scenes.scene import Box, Points, Track, Turn

PHASES: Final = ("bid", "security", "luftwaffe", "select_chits", "action")
"""Steps that are phases of the turn; what lies above them on the stack happens in them."""
SEGMENTS: Final = (
    "movement",
    "combat",
    "okh",
    "okh_command",
    "choose_hq",
    "mode",
    "reinforcements",
    "negotiation",
    "unsupplied_hqs",
    "airborne_drop",
)


@drawn_from()
def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenario(s).title)


@drawn_from("turn")
def turn(v: Voice, s: Position) -> Turn:
    return {"number": s.turn, "of": v.g.scenario(s).turns, "name": v.month(s.turn)}


def phase(v: Voice, s: Position) -> str:
    """The place in the turn: the phase, the side of the activation, the segment."""
    if s.result:
        return v.word("phase", "over")
    names = [frame.step for frame in s.stack]
    phases = [name for name in reversed(names) if name in PHASES][:1]
    if phases == ["select_chits"] and names[-1] != "select_chits":
        phases = ["special"]  # before the chits of the turn are selected
    if isinstance(s.stack[-1], ChoosingHq) and s.stack[-1].activation == "special":
        return v.word("phase", "special")
    parts = [v.word("phase", name) for name in phases]
    active = s.activated & v.g.hq_units
    if active:
        parts.append(v.label(s, units_in(active)[0]))
    parts += [v.word("phase", name) for name in reversed(names) if name in SEGMENTS][:1]
    return ", ".join(parts)


# -- the score ------------------------------------------------------------------------------------------------------


@drawn_from("at", "bridgehead", "cities", "crossings", "occupied", "place", "relocations", "result", "threshold")
def points(v: Voice, s: Position) -> Points:
    """The Soviet VP, rule by rule."""
    score = victory.victory_points(v.g, s, final=bool(s.result))
    lines = [v.line(rule, v.rule_title(rule), value / 4) for rule, value in score.items()]
    value, of = sum(score.values()) / 4, s.threshold / 4
    last = victory.total(v.g, s, final=True) / 4
    return {
        "value": value,
        "of": of,
        "text": v("points", value=value, of=of),
        "lines": lines,
        "ended": {"value": last, "text": v("points", value=last, of=of)},
    }


@drawn_from("cities", "crossings")
def objectives(v: Voice, s: Position) -> Iterator[tuple[Hex, float, int]]:
    """Crossing Points in the race, major Cities in the campaign: what each is worth to the Soviet player."""
    g = v.g
    vp = g.scenario(s).vp
    race = g.scenario(s).is_race
    hexes, taken, value = (g.crossings, s.crossings, vp.crossing) if race else (g.major_cities, s.cities, vp.major_city)
    for hex_ in g.grid.bits(hexes):
        yield hex_, value / 4, SOVIET if taken >> hex_ & 1 else AXIS


@drawn_from("bridgehead", "crossings", "turn")
def tracks(v: Voice, s: Position) -> list[Track]:
    g = v.g
    turns = g.scenario(s).turns
    crossings = g.crossings.bit_count() + 1  # the Bridgehead counts as well
    return [
        {
            "name": v("turn track"),
            "cells": [v.month(turn) for turn in range(1, turns + 1)],
            "at": s.turn - 1,
            "markers": [],
        },
        {
            "name": v("crossing track"),
            "cells": [str(n) for n in range(crossings + 1)],
            "at": controlled_crossings(s),
            "markers": [],
        },
    ]


# -- boxes ----------------------------------------------------------------------------------------------------------


@drawn_from(off_the_map, lambda v, sight: traces_sight(sight).chits, "converted", "draws", "played")
def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    """The boxes off the map that everybody sees."""
    s = sight.position
    return [
        {"name": v("box counts"), "lines": open_counts(v, sight), "units": []},
        {"name": v("box played"), "lines": [v.chits(s.played)], "units": []},
        *scene_parts.unit_boxes(v, s, entering(v, s)),
        *scene_parts.unit_boxes(v, s, pools(v, s), folded=True),
    ]


def open_counts(v: Voice, sight: Sight[Position]) -> list[str]:
    """Cup, hand and markers as everybody knows them."""
    chits = traces_sight(sight).chits
    return [v(f"count {name}", number=chits[name]) for name in ("cup", "hand", "air")]


def entering(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Names of boxes and the units in them that come onto the map now."""
    placed = off_map(s)
    for side in (SOVIET, AXIS):
        mine = v.g.side_units[side]
        yield v("box due", side=v.side(side)), mine & placed.get(DUE, 0)
        yield v("box waiting", side=v.side(side)), mine & placed.get(WAITING, 0)


def pools(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Units that come later, and those that are lost."""
    g, placed = v.g, off_map(s)
    yield v("box next group", number=s.draws + 1), g.groups.get(s.draws + 1, 0) & placed.get(BOX, 0)
    for category, units in g.categories.items():
        yield v("box category", category=category), units & placed.get(BOX, 0)
    for side in (SOVIET, AXIS):
        yield v("box lost", side=v.side(side)), g.side_units[side] & placed.get(ELIMINATED, 0)


# -- secrets --------------------------------------------------------------------------------------------------------


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The facts that the player at the seat knows and the other does not."""
    s, chits, side = sight.position, traces_sight(sight).chits, traces_sight(sight).side
    if side is None:
        return []
    lines = [v("own cup", chits=v.chits(chits["cup_own"]))]
    if isinstance(s.stack[-1], SelectingChits):
        lines = selection(v, s, side, s.stack[-1])
    elif "hand_own" in chits:
        lines.append(v("own hand", chits=v.chits(chits["hand_own"])))
    if "air_own" in chits:
        lines.append(v("own air", offensive=chits["air_own"][0], defensive=chits["air_own"][1]))
    return lines


def selection(v: Voice, s: Position, side: Side, frame: SelectingChits) -> list[str]:
    """The chits that are being selected."""
    g = v.g
    lines = [
        v("selected", number=chosen(g, frame, side), of=selection_size(g, s, side)),
        v("selected cup", chits=v.chits(frame.cup)),
    ]
    return lines if side == SOVIET else [*lines, v("selected hand", chits=v.chits(frame.hand))]
