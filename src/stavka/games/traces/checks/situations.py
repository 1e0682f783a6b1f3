"""Situations of Traces of War: positions from text, and the questions that its rules raise (docs/situations.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
    At,
    Form,
    Frames,
    Is,
    Listed,
    Named,
    either,
    one_of,
    refuse_strange,
    whole,
)
from stavka.assurance.situations import (
    COMMON,
    OPTIONS,
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
from stavka.data.hexmap import Chain, GridSpec, HexMap, Kinds, Line, Mark, Place
from stavka.data.mapmodel import read_side
from stavka.data.schema import changed
from stavka.engine import kinds
from stavka.engine.kinds import Side, indices
from stavka.engine.state import Json
from stavka.games.traces.checks import questions
from stavka.games.traces.checks.files import NATIONS
from stavka.games.traces.files import Files, Unit, UnitType, load_files
from stavka.games.traces.game import Traces, load
from stavka.games.traces.rules.c03_set_up import set_up
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import (
    ActionPhase,
    ChoosingMode,
    EndingActivation,
    EndingTurn,
    PlayingTurns,
)
from stavka.games.traces.rules.c08_supply.supply_check import CheckingSupply
from stavka.games.traces.rules.c09_movement import MovementSegment
from stavka.games.traces.rules.c10_combat.attacks import CombatSegment
from stavka.games.traces.state import BOX, DESTROYED_BRIDGEHEAD, PLACE_CODES, SOVIET, Position, derive, put
from stavka.hexes import Grid

TERRAIN: Final = {"r": "rough", "s": "swamp"}
MARKS: Final = (*TERRAIN, ".", "c", "M")
SIGNS: Final = "[.rs]?[cM]|[.rs]"
COUNTER: Final = re.compile(
    r"(?P<side>soviet|axis) (?:(?P<nation>german|romanian|hungarian|guards|soviet) )?(?P<type>[a-z ]+?) "
    r"(?P<attack>\d+)(?:-(?P<defence>\d+))?(?:\((?P<attack2>\d+)(?:-(?P<defence2>\d+))?\))? (?P<move>\d+)"
    r"(?: range (?P<range>\d+))?(?: enters (?P<enters>\w+))?(?: (?P<arrives>replacement))?"
)
ENTERS: Final = {"soviet": "[1-9][0-9]?", "axis": "PR|IR|AR"}
"""When a situation's own counter arrives: with which Soviet draw, or in which category of the Axis."""
FLAGS: Final = ("oos", "isolated", "moved", "fought", "activated")
PLACES: Final = tuple(PLACE_CODES)
SIDED: Final = {"movement": MovementSegment, "combat": CombatSegment, "mode": ChoosingMode}
PLAIN: Final = ("set_up", "select_chits", "action", "supply_check", "turn", "end_of_turn")
PHASES: Final = (*SIDED, *PLAIN)
A_SIDE: Final = whole(0, 1)
FRAMES: Final[dict[str, dict[str, Form]]] = {
    "action": {},
    "draw": {},
    "supply_check": {},
    "reinforcements": {},
    "airborne_drop": {},
    "security": {},
    "choose_hq": {"side": A_SIDE, "hq or special": one_of("hq", "special")},
    "okh": {"1 if played from the hand": A_SIDE},
    "okh_command": {"units left": whole(0, 99)},
    "negotiation": {"halves of NP (-1: by the table)": whole(-1, 99)},
    "combat": {"side": A_SIDE},
    "mode": {"side": A_SIDE},
}
"""The frames that a situation may put on top of an Action Phase: a step, and its memory."""
CHITS: Final = Named(questions.CHIT, SMALL)
POSITION_KEYS: Final[dict[str, Form]] = {
    **COMMON,
    "options": OPTIONS,
    "turn": TURN,
    "soviet_cities": Listed(questions.CITY),
    "crossings": Listed(HEX),
    "orders": Listed(HEX),
    "bridgehead": either(HEX, one_of("destroyed")),
    "cup": CHITS,
    "hand": CHITS,
    "played": CHITS,
    "air": Named(one_of("offensive", "defensive"), SMALL),
    "relocations": Named(SIDE, SMALL),
    "draws": SMALL,
    "airborne_selected": TRUTH,
    "threshold": COUNT,
    "phase": phases(PLAIN, SIDED),
    "activated": Listed(UNIT),
    "frames": Frames(FRAMES),
}


# -- the game: its own map and counters -----------------------------------------------------------------------------


def tec_values(situation: Situation) -> Json:
    """The Terrain Effects Chart with other values, tec = { swamp = { halvings = 1 } }, as an overlay has them."""
    changes = (situation.map or {}).get("tec", {})
    tables = load().files.tables
    charts = {chart: [row.id for row in getattr(tables, chart)] for chart in ("terrain", "city", "hexside")}
    Named(Is("a row", lambda name: True), Is("a table", lambda row: isinstance(row, dict))).check(
        At(None), changes, "map tec"
    )
    refuse_strange("map tec", changes, (row for rows in charts.values() for row in rows))
    found = {chart: [{"id": row, **changes[row]} for row in rows if row in changes] for chart, rows in charts.items()}
    return {chart: rows for chart, rows in found.items() if rows}


def make_files(files: Files, drawn: Json | None, counters: Json) -> Files:
    units = files.units + tuple(make_unit(name, text) for name, text in counters.items())
    if drawn is None:
        return files.changed(units=units)
    hexmap = make_map(drawn)
    there = hexmap.terrain
    units = tuple(changed(unit, hex=None) if unit.hex not in there else unit for unit in units)
    towns = {
        "hex": drawn.get("kremenchuk", next(iter(there))),
        "crossings": tuple(drawn.get("kremenchuk_crossings", ())),
    }
    tables = changed(files.tables, kremenchuk=changed(files.tables.kremenchuk, **towns))
    scenarios = changed(files.scenarios, order=())
    return files.changed(units=units, hexmap=hexmap, tables=tables, scenarios=scenarios)


def make_unit(name: str, text: str) -> Unit:
    """A counter such as "axis infantry 3(2) 5" or "soviet guards armour 7-5(4-3) 7"."""
    match = COUNTER.fullmatch(text)
    if match is None:
        raise ValueError(f"counter {name} = {text!r}: expected side, type, strength and move, as axis infantry 3(2) 5")
    found: dict[str, Any] = match.groupdict()
    refuse_strange(f"counter {name}", [found["type"]], get_args(UnitType))
    if found["nation"]:
        refuse_strange(f"counter {name}, nation of the {found['side']} side", [found["nation"]], NATIONS[found["side"]])
    if found["enters"] and not re.fullmatch(ENTERS[found["side"]], found["enters"]):
        wanted = "the number of a draw" if found["side"] == "soviet" else "PR, IR or AR"
        raise ValueError(f"counter {name}, enters: expected {wanted}, found {found['enters']!r}")
    if (found["range"] is None) == (found["type"] == "hq"):
        raise ValueError(f"counter {name} = {text!r}: expected a range with an HQ, and with nothing else")
    attack, move = int(found["attack"]), int(found["move"])
    attack2 = found["attack2"]
    enters: Any = found["enters"]
    return Unit(
        id=name,
        label=name,
        name=name,
        side=found["side"],
        nation=found["nation"] or ("soviet" if found["side"] == "soviet" else "german"),
        formation="-",
        type=found["type"],
        size="XX",
        steps=2 if attack2 else 1,
        attack=attack,
        defence=int(found["defence"] or attack),
        move=move,
        attack2=int(attack2) if attack2 else None,
        defence2=int(found["defence2"] or attack2) if attack2 else None,
        move2=move if attack2 else None,
        range=int(found["range"]) if found["range"] else None,
        enters=int(enters) if enters and enters.isdigit() else enters,
        arrives="replacement" if found["arrives"] else None,
        source="reconstructed",
    )


def make_map(drawn: Json) -> HexMap:
    """A map drawn in rows, north at the top: `.` clear, `r` rough, `s` swamp, `c` City, `M` Major City, `_` nothing."""
    refuse_strange("map", drawn, MAP_KEYS)
    rows = read_picture(drawn.get("picture"), "picture", SIGNS, MARKS)[::-1]
    columns = max(len(row) for row in rows)
    terrain: dict[str, str] = {}
    places: list[Place] = []
    for r, row in enumerate(rows, 1):
        for c, marks in enumerate(row, 1):
            if marks != "_":
                number = f"{r:02}{c:02}"
                terrain[number] = next((TERRAIN[mark] for mark in marks if mark in TERRAIN), "clear")
                if "M" in marks or "c" in marks:
                    kind = "major city" if "M" in marks else "city"
                    places.append(Place(number, number, kind, {}, "reconstructed"))
    sheet = GridSpec(len(rows), columns)
    check_map(drawn, MAP_KEYS, Grid(sheet, exists=terrain))
    return HexMap(
        "drawn in a situation",
        (sheet,),
        Kinds(
            {"clear": ".", "rough": "r", "swamp": "s"},
            {"river": ("major", "minor"), "blocked": ()},
            ("road", "rail"),
            ("major city", "city"),
            tuple(FEATURES.values()),
        ),
        "reconstructed",
        terrain,
        places=tuple(places),
        lines=tuple(make_lines(drawn)),
        chains=tuple(make_chains(drawn)),
        marks=tuple(Mark(word, tuple(drawn.get(key, ())), "reconstructed") for key, word in FEATURES.items()),
    )


FEATURES: Final = {
    "soviet_sources": "supply source soviet",
    "axis_sources": "supply source axis",
    "crossing_points": "crossing point",
    "breakthrough": "breakthrough",
    "west": "west of the Dnipro",
}


MAP_KEYS: Final[dict[str, Form]] = {
    "picture": TEXT,
    **{key: Listed(HEXSIDE) for key in ("major", "minor", "blocked")},
    **{key: Listed(ROAD) for key in ("roads", "rails")},
    "kremenchuk": HEX,
    "kremenchuk_crossings": Listed(HEX),
    "tec": Is("rows of the Terrain Effects Chart", lambda value: isinstance(value, dict)),
    **{key: Listed(HEX) for key in FEATURES},
}


def make_lines(drawn: Json) -> Iterable[Line]:
    for key, layer, kind in (("major", "river", "major"), ("minor", "river", "minor"), ("blocked", "blocked", "")):
        for text in drawn.get(key, ()):
            yield Line(layer, kind, text, (read_side(text),), "reconstructed")


def make_chains(drawn: Json) -> Iterable[Chain]:
    for key, network in (("roads", "road"), ("rails", "rail")):
        for text in drawn.get(key, ()):
            yield Chain(network, text, tuple(text.split("-")), "reconstructed")


# -- the position ---------------------------------------------------------------------------------------------------


def make_position(g: Traces, situation: Situation) -> Position:
    spec = situation.spec
    options = {option.id: option.default for option in g.files.scenarios.option}
    options.update(spec.get("options", {}))
    s = set_up(g, spec.get("scenario", "campaign"), bid=options["vp_bid"], hq_conversion=options["hq_conversion"])
    s.events = [] if spec.get("log", False) else None
    if not spec.get("setup", False):
        for unit in indices(s.place):
            s.place[unit] = BOX
        s.cities = 0
        derive(g, s)
    if spec.get("phase") != "set_up":
        s.turn = spec.get("turn", 1)
    for line in read_units(g, s, spec.get("units", ()), FLAGS, PLACES):
        place_unit(g, s, *line)
    set_markers(g, s, spec)
    set_phase(g, s, spec)
    return s


def place_unit(g: Traces, s: Position, place: str, unit: kinds.Unit, steps: int | None) -> None:
    if steps is not None:
        s.steps[unit] = steps
    if place in PLACE_CODES:
        s.place[unit] = PLACE_CODES[place]
    else:
        put(g, s, unit, g.grid.index(place))
        if g.side[unit] == 0:
            s.cities |= 1 << g.grid.index(place) & g.cities


def set_markers(g: Traces, s: Position, spec: Json) -> None:
    numbers = g.grid.from_numbers
    if "soviet_cities" in spec:
        s.cities = numbers(*spec["soviet_cities"])
    if "crossings" in spec:
        s.crossings = numbers(*spec["crossings"])
    if "orders" in spec:
        s.orders = numbers(*spec["orders"])
    if "bridgehead" in spec:
        s.bridgehead = DESTROYED_BRIDGEHEAD if spec["bridgehead"] == "destroyed" else g.grid.index(spec["bridgehead"])
    for column in ("cup", "hand", "played"):
        for name, count in spec.get(column, {}).items():
            getattr(s, column)[questions.chit_names(g).index(name)] = count
    for kind, name in enumerate(("offensive", "defensive")):
        s.air[kind] = spec.get("air", {}).get(name, 0)
    for side, name in enumerate(g.sides):
        s.relocations[Side(side)] = spec.get("relocations", {}).get(name, 0)
    s.draws = spec.get("draws", 0)
    s.airborne_selected = int(spec.get("airborne_selected", False))
    s.threshold = 4 * spec["threshold"] if "threshold" in spec else s.threshold
    if spec.get("phase") != "turn":  # the Turn phase finds these out by itself
        turns = s.stack[0]
        has_conversion = isinstance(turns, PlayingTurns) and turns.has_conversion
        s.converted = int(bool(has_conversion) and s.turn >= g.conversion_turn)
        s.stavka = int(questions.stavka(g, s))


def set_phase(g: Traces, s: Position, spec: Json) -> None:
    """Set the phase: phase = "soviet combat", "axis movement", "select_chits" ... or bare frames."""
    bottom = [s.stack[0], EndingTurn(), ActionPhase()]
    if "frames" in spec:
        s.stack = [*bottom, *(g.steps[frame[0]].frame.from_list(frame) for frame in spec["frames"])]
        return
    *side, phase = spec.get("phase", "soviet movement").split()
    side_ = Side(g.sides.index(side[0])) if side else SOVIET
    if phase in SIDED:
        s.stack = [*bottom, EndingActivation(), SIDED[phase](side_)]
        activate(g, s, side_, spec)
    elif phase == "turn":
        s.turn -= 1
        s.stack = [s.stack[0]]
    elif phase == "end_of_turn":
        s.stack = bottom[:2]
    elif phase == "action":
        s.stack = bottom
    elif phase != "set_up":
        s.stack = [*bottom, SelectingChits.begin(g) if phase == "select_chits" else CheckingSupply()]


def activate(g: Traces, s: Position, side_: Side, spec: Json) -> None:
    """Activate the named units, or else all units of the side on the map."""
    if "activated" in spec:
        s.activated |= sum(1 << unit_named(g, name) for name in spec["activated"])
    elif not s.activated:
        s.activated = sum(here for here in s.at.values()) & g.side_units[side_]


make_game: Final = game_maker(load, Traces, load_files, make_files, charts=tec_values)
build: Final = builder(POSITION_KEYS, make_game, make_position, questions.QUESTIONS)


def vocabulary() -> Vocabulary:
    """The words that situations of this game know."""
    return Vocabulary(
        load(), POSITION_KEYS, MAP_KEYS, PLAIN, SIDED, FRAMES, PLACES, FLAGS, get_args(UnitType), questions.QUESTIONS
    )
