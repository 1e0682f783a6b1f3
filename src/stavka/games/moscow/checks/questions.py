"""The questions about positions of Roads to Moscow that situations ask."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from stavka.assurance.forms import (
    ANY_TEXT,
    COUNT,
    FORCE,
    HEX,
    NUMBER,
    PLACED,
    RATIO,
    RULE,
    SCENARIO,
    SIDE,
    STEP,
    TEXT,
    TRUTH,
    UNIT,
    WHOLE,
    Followed,
    Form,
    Is,
    Listed,
    Named,
    Record,
    Together,
    Word,
    asked,
    either,
    one_of,
    text_like,
)
from stavka.assurance.situations import Answer, Question, events_of, steps, unit_names, units_named
from stavka.engine.kinds import Side, Unit, members
from stavka.engine.state import Json, top
from stavka.games.moscow.charts import WEATHER_NAMES
from stavka.games.moscow.checks import questions_charts as charts
from stavka.games.moscow.checks import questions_combat as combat
from stavka.games.moscow.files import OUTCOME
from stavka.games.moscow.rules import c14_strongpoints as engineering
from stavka.games.moscow.rules.c01_introduction import victory as victories
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts import values as numbers
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import zone
from stavka.games.moscow.rules.c06_supply import supply_routes as supply
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c08_ground_movement.going import Moving, points_left
from stavka.games.moscow.rules.c08_ground_movement.moves import find_outlook
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import ReactionMove
from stavka.games.moscow.rules.c11_combat_results.losses import MARKS
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.rules.c15_hqs_and_leaders import helpers as helpers_of
from stavka.games.moscow.state import GERMAN, MARKER_PLACES, PLACE_CODES, PLACE_NAMES, SOVIET, Position, stack_points

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def halves(value: int) -> float | int:
    """MP from halves of them."""
    return value / 2 if value % 2 else value // 2


# -- where and how things are ---------------------------------------------------------------------------------------


def where(g: Moscow, s: Position, expected: Json) -> Json:
    """The place of each unit: a hex, or off, eliminated, coming, due, ready, flown, pool."""
    places = {name: s.place[g.unit_index(name)] for name in expected}
    return {name: g.grid.number(place) if place >= 0 else PLACE_NAMES[place] for name, place in places.items()}


def marked(g: Moscow, s: Position, expected: Json) -> Json:
    """The units with a marker: marked = { disrupted = ["A"], fired = [] }."""
    return {flag: unit_names(g, getattr(s, flag)) for flag in expected}


def hexes_marked(g: Moscow, s: Position, expected: Json) -> Json:
    """Hexes with a marker: holding, lines_down, stubborn, or the Strongpoints of a side."""
    found = {}
    for key in expected:
        hexes = s.forts[Side(g.sides.index(key))] if key in g.sides else getattr(s, key)
        found[key] = sorted(g.grid.numbers(hexes & g.grid.all))
    return found


def zoc(g: Moscow, s: Position, expected: Json) -> Json:
    """Whether hexes are in the ZOC of a side: zoc = { german = { "MZ0102" = true } }."""
    return {
        side: {number: bool(zone(g, s, Side(g.sides.index(side))) >> g.grid.index(number) & 1) for number in hexes}
        for side, hexes in expected.items()
    }


def owner(g: Moscow, s: Position, expected: Json) -> Json:
    """The controller of each hex: german, soviet; or disputed."""

    def one(number: str) -> str:
        hex_ = g.grid.index(number)
        if control.disputed(g, s) >> hex_ & 1:
            return "disputed"
        return g.sides[GERMAN] if s.german >> hex_ & 1 else g.sides[SOVIET]

    return {number: one(number) for number in expected}


def held(g: Moscow, s: Position, expected: Json) -> Json:
    """The side that holds each hex, disputed or not."""
    return {number: g.sides[GERMAN] if s.german >> g.grid.index(number) & 1 else g.sides[SOVIET] for number in expected}


# -- values ---------------------------------------------------------------------------------------------------------


def er(g: Moscow, s: Position, expected: Json) -> Json:
    return {name: numbers.er(g, s, g.unit_index(name)) for name in expected}


def allowance(g: Moscow, s: Position, expected: Json) -> Json:
    """MAs in MP; "A reacting" and "A hungry" for those special cases."""
    found = {}
    for text in expected:
        name, _, how = text.partition(" ")
        unit = g.unit_index(name)
        found[text] = halves(numbers.allowance(g, s, unit, hungry=how == "hungry", reaction=how == "reacting"))
    return found


def weight(g: Moscow, s: Position, expected: Json) -> Json:
    """Stacking points in hexes."""
    return {number: stack_points(g, s.at.get(g.grid.index(number), 0)) for number in expected}


def kind(g: Moscow, s: Position, expected: Json) -> Json:
    """The kind of each unit."""
    sets = {
        "combat": g.combat,
        "armored": g.armor,
        "vehicle": g.vehicles,
        "artillery": g.guns,
        "red-box": g.red_box,
        "orange-circle": g.orange,
        "motorized": g.motorized,
        "army": g.army,
        "engineers": g.engineers,
        "builder": g.builders,
        "air": g.air,
    }
    return {name: [word for word, units in sets.items() if units >> g.unit_index(name) & 1] for name in expected}


# -- movement -------------------------------------------------------------------------------------------------------


def reach(g: Moscow, s: Position, expected: Json) -> Json:
    """The cost in MP of a move from the units' hex, or "no"; "A+B" is a stack; "whole": it takes the whole MA."""
    found: Json = {}
    for name, hexes in expected.items():
        units = units_named(g, name.split("+"))
        there = find_outlook(g, s, Moving(units, origin=g.place_of(s, units)))
        found[name] = {}
        for number in hexes:
            hex_ = g.grid.index(number)
            if there.found is not None and there.found.mask & there.hexes & 1 << hex_:
                found[name][number] = halves(there.found.cost_of(hex_))
            else:
                found[name][number] = "whole" if there.hexes >> hex_ & 1 else "no"
    return found


def points(g: Moscow, s: Position, expected: float) -> float:
    """MP left in the move under way, -1 if there is none."""
    frame = next((f for f in reversed(s.stack) if isinstance(f, (Moving, ReactionMove))), None)
    if frame is None:
        return -1
    return halves(points_left(g, s, frame) if isinstance(frame, Moving) else frame.half_points)


def overruns(g: Moscow, s: Position, expected: Json) -> Json:
    """Overruns from where units stand: overruns = { "A+B" = { "MZ0102" = 2.5 } }, the MP or "no"."""
    found: Json = {}
    for name, hexes in expected.items():
        units = units_named(g, name.split("+"))
        move = Moving(units, origin=g.place_of(s, units))
        targets = overrun.targets(g, s, move)
        found[name] = {
            number: halves(overrun.cost(g, s, move, g.grid.index(number)))
            if targets >> g.grid.index(number) & 1
            else "no"
            for number in hexes
        }
    return found


# -- supply ---------------------------------------------------------------------------------------------------------


def traces(g: Moscow, s: Position, expected: Json) -> Json:
    """Whether units can trace a Supply Route now."""

    def one(unit: Unit) -> bool:
        foot, motorized = supply.traces(g, s, g.side[unit])
        return bool((motorized if g.motorized >> unit & 1 else foot) >> s.place[unit] & 1)

    return {name: one(g.unit_index(name)) for name in expected}


# -- activation -----------------------------------------------------------------------------------------------------


def markers(g: Moscow, s: Position, expected: Json) -> Json:
    """The places of the AMs of Formations: markers = { "4t" = "cup, played" }."""
    found = {}
    for name in expected:
        which = [g.any_marker[0 if name == "any german" else 1]] if name.startswith("any") else []
        which = which or g.markers_of(g.formation_ids.index(name))
        found[name] = ", ".join(MARKER_PLACES[s.markers[marker]] for marker in which)
    return found


def cups(g: Moscow, s: Position, expected: Json) -> Json:
    """The number of AMs in each place: cups = { german = { cup = 4, reserve = 0 } }."""
    return {
        side: {place: len(markers_at(g, s, Side(g.sides.index(side)), MARKER_PLACES.index(place))) for place in places}
        for side, places in expected.items()
    }


def active(g: Moscow, s: Position, expected: list[str]) -> list[str]:
    return [g.formation_ids[formation] for formation in members(s.active)]


def sequence(g: Moscow, s: Position, expected: str) -> str:
    return ("none", "mobile", "assault")[s.sequence]


def initiative(g: Moscow, s: Position, expected: list[int]) -> list[int]:
    return list(s.initiative)


def first(g: Moscow, s: Position, expected: str) -> str:
    return g.sides[s.first]


def turn(g: Moscow, s: Position, expected: str) -> str:
    return g.box(s.scenario, s.turn).turn


def weather(g: Moscow, s: Position, expected: str) -> str:
    return WEATHER_NAMES[s.weather]


def helpers(g: Moscow, s: Position, expected: Json) -> Json:
    """The units that can spend CP on a check of a unit."""
    return {name: unit_names(g, helpers_of(g, s, g.unit_index(name))) for name in expected}


def builders(g: Moscow, s: Position, expected: list[str]) -> list[str]:
    return unit_names(g, engineering.eligible(g, s))


# -- the end --------------------------------------------------------------------------------------------------------


def victory_points(g: Moscow, s: Position, expected: int) -> int:
    return victories.victory_points(g, s)


def score(g: Moscow, s: Position, expected: int) -> int:
    """VP for what has happened, without hexes."""
    return s.points


def winner(g: Moscow, s: Position, expected: str) -> str:
    return s.result


def step(g: Moscow, s: Position, expected: str) -> str:
    """The step that waits."""
    return str(s.stack[-1].step)


def sees(g: Moscow, s: Position, expected: Json) -> Json:
    """The places in which a seat believes AMs to be: sees = { soviet = { "eberbach" = "cup, cup" } }."""
    return {side: markers(g, g.redacted(s, g.sides.index(side)), known) for side, known in expected.items()}


def seen(g: Moscow, s: Position, expected: Json) -> Json:
    """The facts that a seat sees of units: hex, steps and markers."""
    found: Json = {}
    for side, names in expected.items():
        position = g.redacted(s, g.sides.index(side))
        found[side] = {}
        for name in names:
            unit = g.unit_index(name)
            flags = [flag for flag in MARKS if getattr(position, flag) >> unit & 1]
            found[side][name] = [g.grid.number(position.place[unit]), position.steps[unit], *flags]
    return found


def assigned(g: Moscow, s: Position, expected: Json) -> Json:
    """The air units that a seat knows to be assigned in secret: assigned = { german = ["P"] }."""
    if not isinstance(s.stack[-1], SendingAirInSecret):
        raise ValueError(f"no air units are being assigned in secret; the step {s.stack[-1].step!r} waits")
    found = {}
    for side in expected:
        frame = top(g.redacted(s, g.sides.index(side)), SendingAirInSecret)
        found[side] = unit_names(g, frame.german | frame.soviet)
    return found


def log(g: Moscow, s: Position, expected: list[str]) -> list[str]:
    """Whether each of these sentences is in the log."""
    said = [g.say(s, event) for event in events_of(s)]
    return [text for text in expected if text in said]


# -- what may be asked ------------------------------------------------------------------------------------------------

FORMATION: Final = Word("a formation", lambda at: at.game.formation_ids)
MARKED: Final = Word("a formation", lambda at: [*at.game.formation_ids, "any german", "any soviet"])
TABLE: Final = one_of("assault", "mobile")
PLACE: Final = either(HEX, one_of(*PLACE_CODES))
UNITS: Final = Listed(UNIT)
HEXES: Final = Listed(HEX)
PAIR: Final = Listed(WHOLE, 2, 2, again=True)
STACK: Final = Together()
FULL_HEX: Final = Word(
    "a hex with units", lambda at: [at.game.grid.number(hex_) for hex_ in at.state.at], of_position=True
)
ATTACK: Final = Record(
    {"hex": HEX, "by": FORCE},
    {
        **dict.fromkeys(("strength", "defence"), NUMBER),
        **dict.fromkeys(("mobile", "legal", "coordinate", "arms", "behind"), TRUTH),
        "drm": WHOLE,
        "lines": Named(RULE, WHOLE),
    },
    {"table": TABLE, "leads": Listed(PLACED, 2, 2), "cas": WHOLE, "uncoordinated": TRUTH},
)
BILL: Final = Record(
    {"result": Is("a result such as A2/D3", lambda value: isinstance(value, str) and bool(re.match(OUTCOME, value)))}
    | {"by": FORCE, "against": FORCE},
    {"owed": PAIR},
)
CARD: Final = Record(
    {},
    {
        **dict.fromkeys(("first", "attacker"), TEXT),
        **dict.fromkeys(("turns", "threshold"), WHOLE),
        **dict.fromkeys(("objectives", "losses", "markers", "groups"), Is("a table", lambda v: isinstance(v, dict))),
    },
)
STRENGTHS_AND_ROLL: Final = text_like(r"[1-9]\d{0,2}:[1-9]\d{0,2} -?\d{1,2}", "strengths and a roll, as 8:4 5")

FORMS: Final[dict[Answer, Form]] = {
    where: asked(UNIT, PLACE),
    steps: asked(UNIT, COUNT),
    marked: asked(Word("a marker", lambda at: MARKS), UNITS),
    hexes_marked: asked(Word("a marker", lambda at: ("holding", "lines_down", "stubborn", *at.game.sides)), HEXES),
    zoc: asked(SIDE, asked(HEX, TRUTH)),
    owner: asked(HEX, one_of("german", "soviet", "disputed")),
    held: asked(HEX, SIDE),
    er: asked(UNIT, WHOLE),
    allowance: asked(Followed(UNIT, ("reacting", "hungry")), NUMBER),
    weight: asked(HEX, COUNT),
    kind: asked(UNIT, Listed(TEXT)),
    reach: asked(STACK, asked(HEX, either(NUMBER, one_of("no", "whole")))),
    points: NUMBER,
    overruns: asked(STACK, asked(HEX, either(NUMBER, one_of("no")))),
    traces: asked(PLACED, TRUTH),
    markers: asked(MARKED, TEXT),
    cups: asked(SIDE, asked(Word("a place of AMs", lambda at: MARKER_PLACES), COUNT)),
    active: Listed(FORMATION),
    sequence: one_of("none", "mobile", "assault"),
    initiative: PAIR,
    first: SIDE,
    turn: TEXT,
    weather: one_of(*WEATHER_NAMES),
    helpers: asked(PLACED, UNITS),
    builders: UNITS,
    combat.attack: Listed(ATTACK, 1),
    combat.bill: Listed(BILL, 1),
    combat.column: asked(TABLE, asked(RATIO, TEXT)),
    combat.supporters: asked(one_of("attacker", "defender"), UNITS),
    combat.strengths: PAIR,
    combat.refusals: asked(FULL_HEX, TRUTH),
    combat.reactions: asked(PLACED, TRUTH),
    combat.holds: asked(FULL_HEX, TRUTH),
    combat.retreats: asked(Together(r"|1|from \w+|1 from \w+", "A+B, A 1, A from MZ0102"), HEXES),
    combat.special: asked(PLACED, COUNT),
    victory_points: WHOLE,
    score: WHOLE,
    winner: ANY_TEXT,
    step: STEP,
    sees: asked(SIDE, asked(MARKED, TEXT)),
    seen: asked(SIDE, asked(PLACED, Listed(either(TEXT, COUNT), again=True))),
    assigned: asked(SIDE, UNITS),
    log: Listed(TEXT, 1),
    charts.card: asked(SCENARIO, CARD),
    charts.calendar: asked(SCENARIO, asked(TEXT, TEXT)),
    charts.result: asked(TABLE, asked(STRENGTHS_AND_ROLL, TEXT)),
}
QUESTIONS: Final = {function.__name__: Question(function, form) for function, form in FORMS.items()}
