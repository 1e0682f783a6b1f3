"""Situations: positions from text (docs/situations.md)."""

from __future__ import annotations

import re
from typing import Any, Final

from skirmish.board import AREAS
from skirmish.checks.questions import QUESTIONS
from skirmish.files import Files, Objective, Unit, load_files
from skirmish.game import Skirmish, load
from skirmish.rules.c03_sequence import Turns
from skirmish.rules.c05_supply import Checking
from skirmish.rules.c06_reinforcements import Arriving, Planning
from skirmish.rules.c07_movement import Marching
from skirmish.rules.c08_combat import Fighting
from skirmish.setup import set_up
from skirmish.state import CROWN, LEAGUE, PLACE_CODES, Position, blank, put
from stavka.assurance.forms import HEX, HEXSIDE, ROAD, SIDE, TEXT, TURN, Form, Listed, Named, one_of, whole
from stavka.assurance.situations import (
    COMMON,
    Situation,
    builder,
    check_map,
    drawn_game,
    other_values,
    phases,
    read_picture,
    read_units,
)
from stavka.assurance.vocabulary import Vocabulary
from stavka.data.gamefiles import with_values
from stavka.data.mapmodel import Chain, HexMap, Kinds, Line, Mark, read_side
from stavka.data.schema import changed
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side
from stavka.engine.state import Json
from stavka.hexes import Grid, GridSpec

TERRAIN: Final = {"clear": ".", "wood": "t", "hill": "^", "town": "T"}
SYMBOLS: Final = {symbol: name for name, symbol in TERRAIN.items()}
TYPES: Final = ("infantry", "grenadiers", "cavalry")
COUNTER: Final = re.compile(
    r"(?P<side>league|crown) (?P<type>infantry|grenadiers|cavalry) (?P<full>\d+)/(?P<less>\d+) (?P<move>\d+)"
)
FLAGS: Final = ("moved", "fought", "unsupplied")
SIDED: Final = ("supply", "arrival", "movement", "combat", "turn")
PLAIN: Final = ("plan", "end")
PHASES: Final = (*SIDED, *PLAIN)
POSITION_KEYS: Final[dict[str, Form]] = {
    **COMMON,
    "turn": TURN,
    "phase": phases(PLAIN, SIDED),
    "held": Listed(HEX),
    "plans": Named(SIDE, one_of(*AREAS.values())),
}
MAP_KEYS: Final[dict[str, Form]] = {
    "picture": TEXT,
    "river": Listed(HEXSIDE),
    "road": Listed(ROAD),
    "league": Listed(HEX),
    "crown": Listed(HEX),
    "goals": Named(HEX, whole(1, 9)),
}
SOURCE: Final = "reconstructed"

# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_game(situation: Situation) -> Skirmish:
    return drawn_game(
        situation,
        other_values(situation.spec, {"crt": load().crt}),
        lambda values: Skirmish(with_values(load_files, values)) if values else load(),
        lambda game, drawn, counters: Skirmish(make_files(game.files, drawn, counters)),
    )


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    parts = {**vars(files), "units": files.units + tuple(make_unit(*each) for each in counters.items())}
    if drawn is not None:
        goals = tuple(
            Objective(id=f"goal {number}", hex=number, value=value, source=SOURCE)
            for number, value in drawn.get("goals", {}).items()
        )
        parts |= {"hexmap": make_map(drawn), "tables": changed(files.tables, objective=goals)}
    return Files(**parts)


def make_unit(name: str, text: str) -> Unit:
    """A counter such as "league infantry 4/2 4": the strength for each number of steps, and the MP."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(f"counter {name} = {text!r}: expected side, type, strengths and MP, as league infantry 4/2 4")
    found: dict[str, Any] = match.groupdict()
    combat, move = (int(found["full"]), int(found["less"])), int(found["move"])
    if not 0 < combat[1] <= combat[0] or not move:
        raise ValueError(f"counter {name} = {text!r}: expected strengths above 0, the larger first, and MP")
    side, kind = found["side"], found["type"]
    return Unit(id=name, label=name, name=name, side=side, type=kind, combat=combat, move=move, source=SOURCE)


def make_map(drawn: Json) -> HexMap:
    """A map drawn in rows, north at the top, the odd rows half a hex to the right."""
    rows = read_picture(drawn.get("picture"), "picture", r"[.t^T]", SYMBOLS)
    terrain = {
        f"{r:02}{c:02}": SYMBOLS[mark] for r, row in enumerate(rows, 1) for c, mark in enumerate(row, 1) if mark != "_"
    }
    sheet = GridSpec(len(rows), max(map(len, rows)), up=False)
    check_map(drawn, MAP_KEYS, Grid(sheet, exists=terrain))
    sources = [Mark(f"{side} source", tuple(drawn.get(side, ())), SOURCE) for side in ("league", "crown")]
    return HexMap(
        "drawn in a situation",
        (sheet,),
        Kinds(dict(TERRAIN), {"river": ("river",)}, ("road",), (), tuple(mark.kind for mark in sources)),
        SOURCE,
        terrain,
        lines=tuple(Line("river", "river", text, (read_side(text),), SOURCE) for text in drawn.get("river", ())),
        chains=tuple(Chain("road", text, tuple(text.split("-")), SOURCE) for text in drawn.get("road", ())),
        marks=tuple(sources),
    )


# -- the position ---------------------------------------------------------------------------------------------------


def make_position(g: Skirmish, situation: Situation) -> Position:
    spec, scenario = situation.spec, situation.spec.get("scenario", "crossing")
    s = set_up(g, scenario) if spec.get("setup", False) else blank(g, scenario)
    s.events = [] if spec.get("log", False) else None
    s.turn = spec.get("turn", 1)
    for place, unit, steps in read_units(g, s, spec.get("units", ()), FLAGS, PLACE_CODES):
        s.steps[unit] = g.full_steps[unit] if steps is None else steps
        if place in PLACE_CODES:
            s.place[unit] = PLACE_CODES[place]
        else:
            put(g, s, unit, g.grid.index(place))
    s.held = g.grid.from_numbers(*spec.get("held", ()))
    areas = {name: area for area, name in AREAS.items()}
    for side, name in spec.get("plans", {}).items():
        s.plans[Side(g.sides.index(side))] = areas[name]
    if spec.get("setup", False) and spec.get("phase") == "plan":
        s.turn = 0  # the game begins by itself
    else:
        set_phase(g, s, spec.get("phase", "league movement"))
    return s


def set_phase(g: Skirmish, s: Position, text: str) -> None:
    """Set the phase: "crown combat", "league turn" (all its phases), "plan", "end" (of a turn)."""
    *side, phase = text.split()
    s.phasing = Side(g.sides.index(side[0])) if side else CROWN
    if phase == "plan":
        s.turn = 0
    elif phase == "turn":
        s.turn, s.phasing = (s.turn - 1, CROWN) if s.phasing == LEAGUE else (s.turn, LEAGUE)
    frames: dict[str, list[Frame]] = {
        "plan": [Planning([0, 0])],
        "supply": [Checking()],
        "arrival": [Arriving()],
        "movement": [Marching()],
        "combat": [Fighting()],
    }
    s.stack = [Turns(), *frames.get(phase, [])]


build: Final = builder(POSITION_KEYS, make_game, make_position, QUESTIONS)


def vocabulary() -> Vocabulary:
    """The words that situations of this game know."""
    return Vocabulary(load(), POSITION_KEYS, MAP_KEYS, PLAIN, SIDED, {}, tuple(PLACE_CODES), FLAGS, TYPES, QUESTIONS)
