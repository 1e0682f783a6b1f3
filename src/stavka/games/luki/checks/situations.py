"""Situations of Velikye Luki: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final, get_args

from stavka.assurance.forms import (
    COUNT,
    HEX,
    HEXSIDE,
    ROAD,
    SIDE,
    SMALL,
    TEXT,
    TRUTH,
    TURN,
    UNIT,
    WHOLE,
    Form,
    Is,
    Listed,
    Named,
    Record,
    one_of,
    refuse_strange,
    whole,
)
from stavka.assurance.situations import (
    COMMON,
    Situation,
    builder,
    check_map,
    game_maker,
    phases,
    read_picture,
    read_units,
    unit_named,
)
from stavka.assurance.vocabulary import Vocabulary
from stavka.data.mapmodel import Area, Chain, HexMap, Kinds, Line, Mark, Place, read_side
from stavka.data.schema import changed
from stavka.engine import kinds as engine_kinds
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, numbered
from stavka.engine.state import Json
from stavka.games.luki.board import CITY, RAILWAY
from stavka.games.luki.checks import questions
from stavka.games.luki.files import Arrival, Files, Unit, UnitType, load_files
from stavka.games.luki.game import Luki, load
from stavka.games.luki.rules import c04_game_turn as sequence
from stavka.games.luki.rules.c07_c3i import Declaring
from stavka.games.luki.rules.c10_movement.movement_phase import MOVEMENT, MovementPhase
from stavka.games.luki.rules.c10_movement.moves import EVENT, FREE, PAID
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.rules.c12_limited_activity import StartingLimited
from stavka.games.luki.rules.c14_scenarios.setup import set_up
from stavka.games.luki.state import LIMITED, OFF, PLACE_CODES, SOVIET, Position, derive, put
from stavka.hexes import Grid, GridSpec

TERRAIN: Final = {"clear": ".", "forest": "t", "swamp": "~", "lake": "o", "village": "v", "city": "C"}
SYMBOLS: Final = {symbol: name for name, symbol in TERRAIN.items()}
COUNTER: Final = re.compile(
    r"(?P<side>german|soviet) (?P<type>[a-z /]+?) (?P<combat>\d+(?:/\d+)*) tv (?P<tv>\d+)(?: ma (?P<ma>\d+))?"
    r"(?: of (?P<formation>\w+))?(?: size (?P<size>II|III|KG|X))?(?P<flags>(?: red| guards| silent| infiltrates)*)"
    r"(?: hex (?P<hex>\w+))?(?: enters (?P<enters>[\w-]+))?"
)
ENTERS: Final = (*map(str, range(2, 10)), *get_args(Arrival))
"""When a situation's own counter arrives: in a turn, in a part of turn 1, R (variable: drawn from the cup), B
(breakout)."""
FLAGS: Final = ("used", "moved", "fought", "struck", "posted", "front")
PLACES: Final = tuple(name for name in PLACE_CODES if name != "unseen")
SIDED: Final = ("movement", "combat", "segment")
PLAIN: Final = ("set_up", "limited", "administrative", "check", "begin")
PHASES: Final = (*SIDED, *PLAIN)
HOW: Final = {"paid": PAID, "free": FREE, "event": EVENT}
POSITION_KEYS: Final[dict[str, Form]] = {
    **COMMON,
    "schedule": TRUTH,
    "turn": TURN,
    "segment": whole(0, LIMITED),
    "c3i": Named(SIDE, SMALL),
    "ap": COUNT,
    "points": WHOLE,
    "kessels": Listed(Record({"space": questions.SPACE, "units": Listed(UNIT, 1)}, may={"city": TRUTH}), again=True),
    "released": TRUTH,
    "converted": TRUTH,
    "cup": Listed(questions.CHIT),
    "phase": phases(PLAIN, SIDED),
    "how": one_of(*HOW),
}
HEXES: Final = Listed(HEX)
GOAL: Final = Is(
    'a value and a condition, as [1, "occupied"] or [1, "held"]',
    lambda value: (
        isinstance(value, list) and len(value) == 2 and type(value[0]) is int and value[1] in ("occupied", "held")
    ),
)
MAP_KEYS: Final[dict[str, Form]] = {
    "picture": TEXT,
    **dict.fromkeys(("creek", "lowat"), Listed(HEXSIDE)),
    **dict.fromkeys(("road", "railway", "mainline"), Listed(ROAD)),
    **dict.fromkeys(("luki", "soviet", "german"), HEXES),
    "goals": Named(HEX, GOAL),
}


# -- the game: its own map and counters -----------------------------------------------------------------------------


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    formations = {formation.id: formation.side for formation in files.tables.formation}
    units = files.units + tuple(make_unit(name, text, formations) for name, text in counters.items())
    if any(unit.infiltration for unit in units[len(files.units) :]):
        units = tuple(changed(u, infiltration=u.id in counters and u.infiltration) for u in units)
    if drawn is None:
        return files.changed(units=units)
    hexmap = make_map(drawn)
    first = files.tables.objective[0]
    goals = tuple(
        changed(first, id=hex_, hex=hex_, name=hex_, value=value, condition=condition)
        for hex_, (value, condition) in drawn.get("goals", {}).items()
    )
    tables = changed(files.tables, objective=goals)
    return files.changed(units=units, hexmap=hexmap, tables=tables)


def make_unit(name: str, text: str, formations: Mapping[str, str]) -> Unit:
    """A counter such as "soviet infantry 12/6 tv 2 ma 4 of 28rd size III red", "german ski 2 tv 2 ma 5 enters 4"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(
            f"counter {name} = {text!r}: expected side, type, CFs and TV, as soviet infantry 12/6 tv 2 ma 4"
        )
    found: dict[str, Any] = match.groupdict()
    refuse_strange(f"counter {name}", [found["type"]], kinds())
    own = [formation for formation, side in formations.items() if side == found["side"]]
    refuse_strange(f"counter {name}, formation", [found["formation"]] if found["formation"] else [], own)
    refuse_strange(f"counter {name}, enters", [found["enters"]] if found["enters"] else [], ENTERS)
    combat = tuple(int(cf) for cf in match["combat"].split("/"))
    if len(combat) not in (1, 2, 4):
        raise ValueError(f"counter {name} = {text!r}: expected the CFs of 1, 2 or 4 steps, found {len(combat)}")
    flags = match["flags"].split()
    guards: Any = "guards" if "guards" in flags else "soviet"
    steps: Any = len(combat)
    return Unit(
        id=name,
        label=name,
        name=name,
        side=found["side"],
        nation="wehrmacht" if found["side"] == "german" else guards,
        type=found["type"],
        size=found["size"] or "II",
        steps=steps,
        combat=combat,
        tactical=int(match["tv"]),
        command="none",
        move=int(match["ma"]) if match["ma"] else None,
        formation=match["formation"],
        hex=match["hex"],
        enters=int(found["enters"]) if (found["enters"] or "").isdigit() else found["enters"],
        zoc="silent" not in flags,
        integrity="red" in flags,
        infiltration="infiltrates" in flags,
        source="reconstructed",
    )


def kinds() -> tuple[str, ...]:
    """The types of units."""
    return tuple(word for part in get_args(UnitType) for word in get_args(part))


def make_map(drawn: Json) -> HexMap:
    """A map drawn in rows, north at the top, the odd rows half a hex to the right: `.` clear, `t` forest, `~` swamp,
    `o` lake, `v` village, `C` city, `_` nothing."""
    refuse_strange("map", drawn, MAP_KEYS)
    rows = read_picture(drawn.get("picture"), "picture", "[.t~ovC]", SYMBOLS)
    terrain: dict[str, str] = {}
    for r, row in enumerate(rows, 1):
        for c, mark in enumerate(row, 1):
            if mark != "_":
                terrain[f"{r:02}{c:02}"] = SYMBOLS[mark]
    sheet = GridSpec(len(rows), max(map(len, rows)), up=False)
    check_map(drawn, MAP_KEYS, Grid(sheet, exists=terrain))
    source = "reconstructed"
    marks = [Mark(f"{side} source", tuple(drawn.get(side, ())), source) for side in ("soviet", "german")]
    areas = (Area("city", CITY, tuple(drawn["luki"]), source),) if "luki" in drawn else ()
    return HexMap(
        "drawn in a situation",
        (sheet,),
        Kinds(
            dict(TERRAIN),
            {"river": ("creek", "lowat")},
            ("road", "railway"),
            ("village",),
            tuple(mark.kind for mark in marks),
        ),
        source,
        terrain,
        areas=areas,
        places=tuple[Place, ...](),
        lines=tuple(make_lines(drawn)),
        chains=tuple(make_chains(drawn)),
        marks=tuple(marks),
    )


def make_lines(drawn: Json) -> Iterable[Line]:
    for kind in ("creek", "lowat"):
        for text in drawn.get(kind, ()):
            yield Line("river", kind, text, (read_side(text),), "reconstructed")


def make_chains(drawn: Json) -> Iterable[Chain]:
    for key, network in (("road", "road"), ("railway", "railway"), ("mainline", "railway")):
        for text in drawn.get(key, ()):
            name = RAILWAY if key == "mainline" else text
            yield Chain(network, name, tuple(text.split("-")), "reconstructed")


# -- the position ---------------------------------------------------------------------------------------------------


def make_position(g: Luki, situation: Situation) -> Position:
    spec = situation.spec
    s = set_up(g, spec.get("scenario", "campaign"))
    s.events = [] if spec.get("log", False) else None
    if spec.get("phase") != "set_up":
        s.turn, s.segment = spec.get("turn", 2), spec.get("segment", 1)
        clear(s, spec)
        derive(g, s)
    for line in read_units(g, s, spec.get("units", ()), FLAGS, PLACES):
        place_unit(g, s, *line)
    set_markers(g, s, spec)
    set_phase(g, s, spec)
    return s


def clear(s: Position, spec: Json) -> None:
    """Clear the map, except for the German set-up if it is wanted, and all arrivals except those of the schedule."""
    for unit, place in numbered(s.place):
        if not spec.get("setup" if place >= 0 else "schedule", False):
            s.place[unit] = OFF


def place_unit(g: Luki, s: Position, place: str, unit: engine_kinds.Unit, steps: int | None) -> None:
    s.steps[unit] = g.full_steps[unit] if steps is None else steps
    if place in PLACE_CODES:
        s.place[unit] = PLACE_CODES[place]
    else:
        put(g, s, unit, g.grid.index(place))


def set_markers(g: Luki, s: Position, spec: Json) -> None:
    """Points, chits, and the Kessels: kessels = [{ space = 3, units = ["A"], city = true }]."""
    for side, number in spec.get("c3i", {}).items():
        s.c3i[Side(g.sides.index(side))] = number
    s.ap = spec.get("ap", 0 if spec.get("phase") == "set_up" else 30)
    s.points = spec.get("points", 0)
    s.released, s.converted = int(spec.get("released", False)), int(spec.get("converted", False))
    if "cup" in spec:
        names = questions.chit_names(g)
        s.cup = sum(1 << names.index(name) for name in spec["cup"])
    for number, kessel in enumerate(spec.get("kessels", ()), 1):
        s.track[number] = kessel["space"]
        for name in kessel["units"]:
            unit = unit_named(g, name)
            if s.kessel[unit] or s.place[unit] < 0:
                what = "is in another" if s.kessel[unit] else "is not on the map"
                raise ValueError(f"kessels, {number}.: {name} {what}")
            s.kessel[unit] = number
        if kessel.get("city", False):
            s.city_kessel = number


def set_phase(g: Luki, s: Position, spec: Json) -> None:
    """Set the phase: phase = "soviet combat", "german movement", "german segment", "limited", "check" ..."""
    *side, phase = spec.get("phase", "soviet movement").split()
    if phase == "set_up":
        return
    seat = Side(g.sides.index(side[0])) if side else SOVIET
    how = HOW[spec.get("how", "paid")]
    if "segment" not in spec:
        s.segment = 1 if seat == SOVIET else 2
    frames: dict[str, list[Frame]] = {
        "movement": [MovementPhase(seat, how)],
        "combat": [CombatPhase(seat, how)],
        "segment": [*reversed(sequence.segments()[max(s.segment, 1) - 1 :])],
        "limited": [StartingLimited()],
        "administrative": [*reversed([*sequence.administrative(), Declaring(SOVIET)])],
        "check": [sequence.CheckingVictory()],
        "begin": [],
    }
    if phase == "begin":
        s.turn -= 1
    if s.segment == LIMITED:
        s.ap = 0
    moved, fought, struck = s.moved, s.fought, s.struck
    s.stack = [sequence.BetweenTurns(), *frames[phase]]
    if phase in ("movement", "combat"):
        begin_phase(g, s, (moved, fought, struck))


def begin_phase(g: Luki, s: Position, flags: tuple[int, int, int]) -> None:
    """A phase that has begun already, so that it does not forget who has moved or fought in it."""
    frame = s.stack[-1]
    s.moved, s.fought, s.struck = flags
    if isinstance(frame, CombatPhase):
        frame.has_begun = 1
    elif s.moved and isinstance(frame, MovementPhase):
        MOVEMENT.look(g, s, frame)


make_game: Final = game_maker(load, Luki, load_files, make_files)
build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS)


def vocabulary() -> Vocabulary:
    """The words that situations of this game know."""
    return Vocabulary(load(), POSITION_KEYS, MAP_KEYS, PLAIN, SIDED, {}, PLACES, FLAGS, kinds(), questions.QUESTIONS)
