"""The state of the game: turn, phase, score, tracks, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, hexes_in, members, units_in
from stavka.games.zitadelle.rules.c03_set_up import waiting
from stavka.games.zitadelle.rules.c04_sequence import StartingSovietTurn
from stavka.games.zitadelle.rules.c09_german_air_units import target_of
from stavka.games.zitadelle.rules.c11_reinforcements import brought_by
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import BASE, COMING, DUE, ELIMINATED, GERMAN, SOVIET, Position
from stavka.games.zitadelle.view import known_boxes
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.counters import off_map
from stavka.scenes.keeping import drawn_from, off_the_map
from stavka.scenes.scene import Box, Line, Points, Track, Turn

OF_A_SIDE: Final = frozenset({"set_up", "fire", "assault", "movement", "recovery"})
"""Phases of which there is one for each side; the frame says whose it is."""
PHASES: Final = OF_A_SIDE | {"air", "bombing", "dive", "organise", "model", "split_before", "attach_tigers", "shuffle"}


@drawn_from()
def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenarios[s.scenario].title)


@drawn_from("turn")
def turn(v: Voice, s: Position) -> Turn:
    return {"number": s.turn, "of": v.g.scenarios[s.scenario].turns, "name": v.date(s.turn)}


def phase(v: Voice, s: Position) -> str:
    """The phase of the turn."""
    if s.result:
        return v.word("phase", "over")
    frame = next((frame for frame in reversed(s.stack) if frame.step in PHASES), None)
    if frame is None:
        return v.word("phase", s.stack[-1].step)
    side: Side | None = getattr(frame, "side", None)
    if frame.step not in OF_A_SIDE or side is None:
        return v.word("phase", frame.step)
    name = "counterfire" if frame.step == "fire" and side != player(s) else frame.step
    return v.word("phase", f"{v.g.sides[side]} {name}")


def player(s: Position) -> int:
    """Whose player turn it is: the Soviet one waits on the stack until the German one is over."""
    return GERMAN if any(isinstance(frame, StartingSovietTurn) for frame in s.stack) else SOVIET


# -- the score ------------------------------------------------------------------------------------------------------


@drawn_from("belgorod", "exert", "held", "lost", "occupied")
def points(v: Voice, s: Position) -> Points:
    """The German VP by their sources."""
    g = v.g
    score = victory.victory_points(g, s)
    total = sum(score.values())
    level = v.word("result", victory.victory_level(g, total))
    lines: list[Line] = [
        v.line("12.11a", v.hex(hex_), g.values[hex_])
        for hex_ in hexes_in(victory.scoring_hexes(g, s))
        if hex_ in g.values
    ]
    lines += [v.line("12.21a", v("steps lost", number=s.lost), score["12.21a"])] if s.lost else []
    lines += [v.line("12.22", v("belgorod lost"), score["12.22"])] if score["12.22"] else []
    text = v("points", value=total, level=level)
    return {"value": total, "of": None, "text": text, "lines": lines, "ended": {"value": total, "text": text}}


@drawn_from("held")
def objectives(v: Voice, s: Position) -> Iterator[tuple[Hex, float, int]]:
    """The victory hexes and Belgorod."""
    g = v.g
    for hex_ in g.grid.bits(g.scoring):
        yield hex_, g.values.get(hex_, g.belgorod_vp), GERMAN if s.held >> hex_ & 1 else SOVIET


@drawn_from("bombed", "morale", "turn")
def tracks(v: Voice, s: Position) -> list[Track]:
    """The turns, and the PM tracks with the movement allowance of each level."""
    g = v.g
    turns = range(1, g.scenarios[s.scenario].turns + 1)
    found: list[Track] = [
        {"name": v("turn track"), "cells": [v.date(turn) for turn in turns], "at": s.turn - 1, "markers": []}
    ]
    return [*found, *(morale_track(v, s, side) for side in (GERMAN, SOVIET))]


def morale_track(v: Voice, s: Position, side: Side) -> Track:
    g = v.g
    levels = sorted(g.allowances[side])
    own = [formation for formation, owner in enumerate(g.formation_side) if owner == side]
    return {
        "name": v("morale track", side=v.side(side)),
        "cells": [v("level", level=level, points=g.allowances[side][level]) for level in levels],
        "at": -1,
        "markers": [{"text": marker(v, s, formation), "at": levels.index(s.morale[formation])} for formation in own],
    }


def marker(v: Voice, s: Position, formation: int) -> str:
    """A formation's name, and what bombing takes off its morale this turn."""
    name = v.formation(formation)
    return v("bombed", name=name, number=s.bombed[formation]) if s.bombed[formation] else name


# -- boxes ----------------------------------------------------------------------------------------------------------


@drawn_from(off_the_map, "chits", "model", "opened", "options", "turn")
def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    """The boxes off the map that everybody sees."""
    s = sight.position
    return [
        *set_up_boxes(v, s),
        *scene_parts.unit_boxes(v, s, unit_boxes(v, s)),
        *air_box(v, s),
        *entry_boxes(v, s),
        *scene_parts.unit_boxes(v, s, pools(v, s), folded=True),
    ]


def set_up_boxes(v: Voice, s: Position) -> Iterator[Box]:
    """The number of units of each corps and army that are still to be set up."""
    g = v.g
    for side in (SOVIET, GERMAN) if not s.turn else ():
        units = list(units_in(waiting(g, s, side)))
        counts = Counter(v.formation(g.formation[unit]) for unit in units if g.formation[unit] >= 0)
        if units:
            lines = [", ".join(v.about(name, str(count)) for name, count in counts.items())]
            yield {"name": v("box set-up", side=v.side(side)), "lines": lines, "units": [g.unit_ids[u] for u in units]}


def air_box(v: Voice, s: Position) -> Iterator[Box]:
    """The number of air units in the turn, and the places of the level bombers."""
    if not s.turn:
        return
    g = v.g
    north, south = g.air_numbers[s.turn]
    bombers = [unit for unit in units_in(g.level_bombers) if target_of(s, unit) >= 0]
    lines = [v("air units", north=north, south=south)]
    lines += [v("bomber over", unit=g.labels[u], formation=v.formation(target_of(s, u))) for u in bombers]
    yield {"name": v("box air"), "lines": lines, "units": [g.unit_ids[unit] for unit in bombers]}


def unit_boxes(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Names of boxes and the units in them."""
    placed = off_map(s)
    for side in (GERMAN, SOVIET):
        yield v("box due", side=v.side(side)), v.g.side_units[side] & placed.get(DUE, 0)


def pools(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    """Air units at their base, units that come later, and those that are lost."""
    g, placed = v.g, off_map(s)
    yield v("box base"), placed.get(BASE, 0)
    coming = placed.get(COMING, 0)
    fixed = not g.uses(s, "variable_entry")
    for number in range(max(1, s.turn), g.scenarios[s.scenario].turns + 1):
        for side in (GERMAN, SOVIET):
            units = g.those_entering(side, number) & coming
            if fixed or side == GERMAN:
                for area in sorted({g.area[unit] for unit in units_in(units)}):
                    here = sum(1 << unit for unit in units_in(units) if g.area[unit] == area)
                    yield v("box entering", side=v.side(side), date=v.date(number), area=area), here
    for side in (GERMAN, SOVIET):
        yield v("box lost", side=v.side(side)), g.side_units[side] & placed.get(ELIMINATED, 0)


def entry_boxes(v: Voice, s: Position) -> Iterator[Box]:
    """The boxes of the variable entry that have been opened."""
    if v.g.uses(s, "variable_entry"):
        lines = [box_line(v, s, box) for box in members(s.opened)]
        yield {"name": v("box chits"), "lines": lines or [v.word("word", "none")], "units": []}


def box_line(v: Voice, s: Position, box: int) -> str:
    """A chit in its box, and the formations that it brings, with the numbers of their units and their entry areas."""
    g, chit = v.g, v.g.chits[s.chits[box] - 1]
    units = list(units_in(brought_by(g, chit)))
    counts = Counter(v.formation(g.formation[unit]) for unit in units)
    areas = sorted({g.area[unit] for unit in units})
    brings = ", ".join(f"{name} {count}" for name, count in counts.items())
    date = v.date(g.box_turns[box])
    return v("chit in box", box=g.boxes[box], date=date, chit=chit.label, brings=brings, areas=", ".join(areas))


# -- secrets --------------------------------------------------------------------------------------------------------


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The chits that the Soviet player knows and the other does not."""
    s, seat = sight.position, sight.seat
    if not v.g.uses(s, "variable_entry"):
        return []
    return [box_line(v, s, box) for box in members(known_boxes(v.g, s, seat) & ~s.opened)]
