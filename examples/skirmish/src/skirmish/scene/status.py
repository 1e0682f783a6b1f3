"""The state of the game: turn, phase, score, boxes, and what only the player at a seat knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from skirmish.rules.c09_victory import points as victory_points
from skirmish.scene.voice import Voice
from skirmish.state import COMING, ELIMINATED, SIDES, Position
from stavka.engine.agent import Sight
from stavka.hexes import Hex
from stavka.scenes import parts
from stavka.scenes.counters import off_map
from stavka.scenes.keeping import drawn_from, off_the_map
from stavka.scenes.scene import Box, Points, Track, Turn

PHASES: Final = {"plan": "plan", "arrival": "arrival", "movement": "movement", "combat": "combat"}
"""The phases by the steps under which everything else in them happens."""


@drawn_from()
def title(v: Voice, s: Position) -> str:
    return v.word("scenario", v.g.scenarios[s.scenario].title)


@drawn_from("turn")
def turn(v: Voice, s: Position) -> Turn:
    return {"number": s.turn, "of": v.g.scenarios[s.scenario].turns, "name": v("turn", number=s.turn)}


def phase(v: Voice, s: Position) -> str:
    if s.result:
        return v.word("phase", "over")
    name = v.word("phase", next(frame.step for frame in reversed(s.stack) if frame.step in PHASES))
    return v("side and phase", side=v.side(s.phasing), phase=name) if s.turn else name


@drawn_from("held")
def points(v: Voice, s: Position) -> Points:
    """The VP of the League, and what each objective gives."""
    g, value, least = v.g, victory_points(v.g, s), v.g.scenarios[s.scenario].least
    lines = [v.line("9.1", v.hex(hex_), worth) for hex_, worth in g.goals.items() if s.held >> hex_ & 1]
    text = v("points", value=value, least=least)
    return {"value": value, "of": least, "text": text, "lines": lines, "ended": {"value": value, "text": text}}


def objectives(v: Voice, s: Position) -> Iterator[tuple[Hex, float, int]]:
    """The objectives; the first side is the League."""
    for hex_, worth in v.g.goals.items():
        yield hex_, worth, 0 if s.held >> hex_ & 1 else 1


@drawn_from("turn")
def tracks(v: Voice, s: Position) -> list[Track]:
    turns = [str(number) for number in range(1, v.g.scenarios[s.scenario].turns + 1)]
    return [{"name": v("turn track"), "cells": turns, "at": s.turn - 1, "markers": []}]


def unit_boxes(v: Voice, s: Position) -> Iterator[tuple[str, int]]:
    placed = off_map(s)
    for side in SIDES:
        own = v.g.side_units[side]
        yield v("box column", side=v.side(side), turn=v.g.column_turns[side]), own & placed.get(COMING, 0)
        yield v("box lost", side=v.side(side)), own & placed.get(ELIMINATED, 0)


@drawn_from(off_the_map)
def boxes(v: Voice, sight: Sight[Position]) -> list[Box]:
    return parts.unit_boxes(v, sight.position, unit_boxes(v, sight.position))


def secrets(v: Voice, sight: Sight[Position]) -> list[str]:
    """The entry of the player's own column, while it is secret."""
    s, seat = sight.position, sight.seat
    if seat is None or not s.plans[seat] or s.announced >> seat & 1:
        return []
    return [v("my plan", area=v.word("area", str(s.plans[seat])))]
