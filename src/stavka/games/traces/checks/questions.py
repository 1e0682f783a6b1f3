"""The questions about positions of Traces of War that situations ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, Final

from stavka.assurance.forms import (
    ANY_TEXT,
    COUNT,
    EVENT,
    FORCE,
    HEX,
    NUMBER,
    PICK,
    PLACED,
    SIDE,
    STEP,
    TEXT,
    TRUTH,
    UNIT,
    WHOLE,
    Listed,
    Named,
    Record,
    Word,
    asked,
    either,
    one_of,
    refuse_strange,
    text_like,
    whole,
)
from stavka.assurance.situations import Question, chances, events_of, no_enemy, steps, unit_names
from stavka.engine.kinds import Side, Unit, hexes_in
from stavka.engine.state import Json
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules import c13_victory as victory
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits, stavka_present
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply import supply_lines as supply
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.rules.c10_combat import retreat
from stavka.games.traces.rules.c12_special_rules.control import controlled_crossings
from stavka.games.traces.rules.c14_optional_rules import Bidding
from stavka.games.traces.state import AXIS, PLACE_CODES, PLACE_NAMES, SOVIET, Position
from stavka.games.traces.view import TracesSight
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


def stavka(g: Traces, s: Position) -> bool:
    return s.turn in g.stavka_table and stavka_present(g, s)


def place_name(g: Traces, place: Hex) -> str:
    return g.grid.number(place) if place >= 0 else PLACE_NAMES[place]


def where(g: Traces, s: Position, expected: Json) -> Json:
    """The place of each unit: a hex, or box, eliminated, due, replaced, waiting."""
    return {name: place_name(g, s.place[g.unit_index(name)]) for name in expected}


def stack(g: Traces, s: Position, expected: Json) -> Json:
    """All units in hexes: stack = { "1731" = ["A", "B"] }."""
    return {number: unit_names(g, s.at.get(g.grid.index(number), 0)) for number in expected}


def supply_state(g: Traces, s: Position, expected: Json) -> Json:
    """The marker on units: none, oos or isolated."""

    def state(unit: Unit) -> str:
        return "oos" if s.oos >> unit & 1 else "isolated" if s.isolated >> unit & 1 else "none"

    return {name: state(g.unit_index(name)) for name in expected}


def traces(g: Traces, s: Position, expected: Json) -> Json:
    """Whether units can trace a Supply Line now."""
    can = supply.can_trace(g, s, SOVIET) | supply.can_trace(g, s, AXIS)
    return {name: bool(can >> g.unit_index(name) & 1) for name in expected}


def zoc(g: Traces, s: Position, expected: Json) -> Json:
    """Whether hexes are in the ZOC of a side: zoc = { axis = { "0102" = true } }."""
    return {
        side: {
            number: bool(enemy_zoc(g, s, 1 - Side(g.sides.index(side))) >> g.grid.index(number) & 1) for number in hexes
        }
        for side, hexes in expected.items()
    }


def reach(g: Traces, s: Position, expected: Json) -> Json:
    """The cost of Normal Movement from a unit's hex, or "no": reach = { A = { "0102" = 3, "0103" = "no" } }."""
    found: Json = {}
    for name, hexes in expected.items():
        unit = g.unit_index(name)
        points, origin = movement.movement_allowance(g, s, unit), s.place[unit]
        cost = dict(movement.normal_reach(g, s, unit, points, origin).cost)
        for hex_ in hexes_in(movement.major_crossings(g, s, unit, origin) if points else 0):
            cost.setdefault(hex_, points)
        found[name] = {number: cost.get(g.grid.index(number), "no") for number in hexes}
    return found


def strategic(g: Traces, s: Position, expected: Json) -> Json:
    """The cost of Strategic Movement in half MP, or "no"."""
    found: Json = {}
    for name, hexes in expected.items():
        unit = g.unit_index(name)
        levels: list[int] = []
        if movement.may_move_strategically(g, s, unit):
            levels = movement.strategic_levels(g, s, unit, 2 * movement.movement_allowance(g, s, unit))
        cost = {hex_: i * g.strategic_rate for i, level in enumerate(levels) for hex_ in hexes_in(level)}
        found[name] = {number: cost.get(g.grid.index(number), "no") for number in hexes}
    return found


def allowance(g: Traces, s: Position, expected: Json) -> Json:
    return {name: movement.movement_allowance(g, s, g.unit_index(name)) for name in expected}


def strength(g: Traces, s: Position, expected: Json) -> Json:
    """Attack and defence of units with supply effects: strength = { A = [3, 3] }."""
    return {
        name: [combat.attack_strength(g, s, unit), combat.defence_strength(g, s, unit)]
        for name in expected
        for unit in (g.unit_index(name),)
    }


def odds(g: Traces, s: Position, expected: Any) -> Any:
    """Attacks on hexes: odds = [{ hex = "1731", by = ["B", "C"], attack = 20, ratio = "6-1", column = "5-1" }].

    ratio is before terrain, column after it; "none" below 1-1. Also defence, shift."""
    return [odds_of(g, s, item) for item in expected]


def odds_of(g: Traces, s: Position, item: Json) -> Json:
    units = sum(1 << g.unit_index(name) for name in item["by"])
    no_enemy(g, s, units, item["hex"])
    found = combat.odds(g, s, units, g.grid.index(item["hex"]))
    names = [*g.crt_names, "none"]
    answers = {
        "hex": item["hex"],
        "by": item["by"],
        "attack": found.attack,
        "defence": found.defence,
        "shift": found.shift,
        "ratio": names[found.ratio],
        "column": names[found.column],
    }
    return {key: answers[key] for key in item}


def ratio(g: Traces, s: Position, expected: Json) -> Json:
    """The CRT column of "attack:defence", with shifts to the left if a third number is given: "12:1:2"."""
    found = {}
    for text in expected:
        attack, defence, *left = (int(part) for part in text.split(":"))
        column = combat.ratio_column(g, attack, defence) - sum(left)
        found[text] = g.crt_names[column] if column >= 0 else "none"
    return found


def crt(g: Traces, s: Position, expected: Json) -> Json:
    """CRT entries: crt = { "5-1" = ["R", "R", "RR", "RR", "1RR", "1RR"] }."""
    return {name: [result.text for result in g.crt[g.crt_names.index(name)]] for name in expected}


def die(g: Traces, s: Position, expected: Json) -> Json:
    """The combat die that is about to be rolled: die = { column = "4-1", drm = -2 }."""
    frame = s.stack[-1]
    if not isinstance(frame, combat.CombatRoll):
        raise ValueError(f"no combat die is about to be rolled; the step {frame.step!r} waits")
    return {"column": g.crt_names[frame.column], "drm": frame.drm}


def in_range(g: Traces, s: Position, expected: Json) -> Json:
    """Units in the Command Range of HQs, themselves left out."""
    found = {}
    for name in expected:
        hq = g.unit_index(name)
        found[name] = unit_names(g, in_command_range(g, s, hq) & ~(1 << hq))
    return found


def activated(g: Traces, s: Position, expected: list[str]) -> list[str]:
    return unit_names(g, s.activated)


def retreats(g: Traces, s: Position, expected: Json) -> Json:
    """The best retreat paths of units: retreats = { A = { length = 2, paths = ["1730-1630"] } }."""
    found = {}
    for name, item in expected.items():
        unit = g.unit_index(name)
        paths = retreat.retreat_paths(g, s, unit, (s.place[unit],), item["length"])
        texts = sorted("-".join(g.grid.number(hex_) for hex_ in path[1:]) for path in paths)
        found[name] = {"length": item["length"], "paths": texts}
    return found


def points(g: Traces, s: Position, expected: Any) -> Any:
    """Soviet VP: a number, or by rule: points = { "13.3c" = 8 }. "final" = true in it applies 13.3j."""
    if not isinstance(expected, dict):
        return victory.total(g, s) / 4
    score = victory.victory_points(g, s, final=expected.get("final", False))
    refuse_strange("points", expected, (*score, "total", "final"))
    if set(expected) <= {"final"}:
        raise ValueError(f"nothing is asked; expected at least one of {', '.join((*score, 'total'))}")
    extra = {"final": expected.get("final", False), "total": sum(score.values())}
    return {key: extra[key] if key == "final" else {**score, **extra}[key] / 4 for key in expected}


def control(g: Traces, s: Position, expected: Json) -> Json:
    """The controller of each City: control = { "2634" = "soviet" }."""
    return {number: "soviet" if s.cities >> g.grid.index(number) & 1 else "axis" for number in expected}


def crossings(g: Traces, s: Position, expected: list[str]) -> list[str]:
    return g.grid.numbers(s.crossings)


def crossing_count(g: Traces, s: Position, expected: int) -> int:
    return controlled_crossings(s)


def orders(g: Traces, s: Position, expected: list[str]) -> list[str]:
    return g.grid.numbers(s.orders)


def bridgehead(g: Traces, s: Position, expected: str) -> str:
    return {-1: "none", -2: "destroyed"}.get(s.bridgehead) or g.grid.number(s.bridgehead)


def chits(column: str) -> Callable[[Traces, Position, Json], Json]:
    def ask(g: Traces, s: Position, expected: Json) -> Json:
        return {chit.id: count for chit, count in zip(g.chits, getattr(s, column), strict=True) if count}

    return ask


def sees(g: Traces, s: Position, expected: Json) -> Json:
    """The facts about chits and markers that a side can know: their numbers (cup, hand, air), and those that it can
    tell apart (cup_known, hand_known, air_known; selecting and bids, while chits are being selected or bids made)."""
    return {side: {key: sight(g, s, Side(g.sides.index(side)))[key] for key in keys} for side, keys in expected.items()}


def sight(g: Traces, s: Position, side: Side) -> Json:
    seen = TracesSight(g, s, g.seat(s, side))
    position, numbers = seen.position, seen.chits
    chits, markers = [chit.id for chit in g.chits], ["offensive", "defensive"]
    frame = position.stack[-1]
    selected = [*frame.cup, *frame.hand] if isinstance(frame, SelectingChits) else []
    return {
        **{key: numbers[key] for key in ("cup", "hand", "air")},
        "cup_known": named(chits, position.cup, numbers.get("cup_own")),
        "hand_known": named(chits, position.hand, numbers.get("hand_own")),
        "air_known": named(markers, position.air, numbers.get("air_own")),
        "selecting": named([*chits, *(f"hold-{chit}" for chit in chits)], selected, None),
        "bids": [bid for bid in frame.bids if bid >= 0] if isinstance(frame, Bidding) else [],
    }


def named(names: list[str], counts: Iterable[int], own: Iterable[int] | None) -> Json:
    """Counts by name: the number that is shown, or the number that the side knows to be its own if that is greater."""
    found = dict(zip(names, counts, strict=False))
    for name, count in zip(names, own or (), strict=False):
        found[name] = max(found[name], count)
    return {name: count for name, count in found.items() if count}


def told(g: Traces, s: Position, expected: Json) -> Json:
    """How often a side has been told of an event: told = { soviet = { "marker drawn" = 0 } }. Needs log = true."""

    def heard(side: str, name: str) -> int:
        seat_ = g.seat(s, Side(g.sides.index(side)))
        return sum(e.name == name and (e.seats is None or seat_ in e.seats) for e in events_of(s))

    return {side: {name: heard(side, name) for name in names} for side, names in expected.items()}


def table(g: Traces, s: Position, expected: Json) -> Json:
    """Tables by the number of Soviet CP (luftwaffe, negotiation, okh_command, and stavka by turn: stavka_5), and the
    Turn Track (axis_chits, from Turn 1 on)."""
    tables: Json = {
        "luftwaffe": list(g.luftwaffe_table),
        "negotiation": list(g.negotiation_table),
        "okh_command": list(g.okh_table),
        "axis_chits": [g.axis_selection[turn] for turn in sorted(g.axis_selection)],
        **{f"stavka_{turn}": list(row) for turn, row in g.stavka_table.items()},
    }
    refuse_strange("table", expected, tables)
    return {name: tables[name] for name in expected}


def seat(g: Traces, s: Position, expected: Json) -> Json:
    """The seats that play the sides, 0 and 1, which the bidding may exchange."""
    return {side: g.seat(s, Side(g.sides.index(side))) for side in expected}


def air(g: Traces, s: Position, expected: Json) -> Json:
    return {"offensive": s.air[0], "defensive": s.air[1]}


def relocations(g: Traces, s: Position, expected: Json) -> Json:
    return dict(zip(g.sides, s.relocations, strict=True))


def label(g: Traces, s: Position, expected: Json) -> Json:
    return {name: g.label(s, g.unit_index(name)) for name in expected}


def chance(g: Traces, s: Position, expected: Json) -> Json:
    """The outcomes that chance may give now, with their weights."""
    return chances(g, s)


# -- what may be asked ------------------------------------------------------------------------------------------------


def chit_names(g: Traces) -> list[str]:
    return [chit.id for chit in g.chits]


CHIT: Final = Word("a chit", lambda at: chit_names(at.game))
COLUMN: Final = Word("a column", lambda at: [*at.game.crt_names, "none"])
CITY: Final = Word("a City", lambda at: at.game.grid.numbers(at.game.cities))
HQ: Final = Word("an HQ", lambda at: unit_names(at.game, at.game.hq_units))
PLACE: Final = either(HEX, one_of(*PLACE_CODES))
COST: Final = either(COUNT, one_of("no"))
PAIR: Final = Listed(WHOLE, 2, 2, again=True)
UNITS: Final = Listed(UNIT)
HEXES: Final = Listed(HEX)
CHITS: Final = Named(CHIT, COUNT)
MARKERS: Final = Named(one_of("offensive", "defensive"), COUNT)
SIGHT: Final = Record(
    {},
    {
        **dict.fromkeys(("cup", "hand", "air"), COUNT),
        **dict.fromkeys(("cup_known", "hand_known"), CHITS),
        "air_known": MARKERS,
        "selecting": Named(PICK, COUNT),
        "bids": Listed(WHOLE, again=True),
    },
)
ODDS: Final = Record(
    {"hex": HEX, "by": FORCE},
    {"attack": COUNT, "defence": COUNT, "shift": WHOLE, "ratio": COLUMN, "column": COLUMN},
)

QUESTIONS: Final[dict[str, Question]] = {
    "where": Question(where, asked(UNIT, PLACE)),
    "stack": Question(stack, asked(HEX, UNITS)),
    "steps": Question(steps, asked(UNIT, COUNT)),
    "supply": Question(supply_state, asked(UNIT, one_of("none", "oos", "isolated"))),
    "traces": Question(traces, asked(UNIT, TRUTH)),
    "zoc": Question(zoc, asked(SIDE, asked(HEX, TRUTH))),
    "reach": Question(reach, asked(PLACED, asked(HEX, COST))),
    "strategic": Question(strategic, asked(PLACED, asked(HEX, COST))),
    "allowance": Question(allowance, asked(UNIT, COUNT)),
    "strength": Question(strength, asked(UNIT, PAIR)),
    "odds": Question(odds, Listed(ODDS, 1)),
    "ratio": Question(ratio, asked(text_like(r"[1-9]\d{0,3}:[1-9]\d{0,3}(:\d{1,2})?", "strengths as 26:9"), COLUMN)),
    "crt": Question(crt, asked(COLUMN, Listed(TEXT, again=True))),
    "die": Question(die, Record({"column": COLUMN, "drm": WHOLE})),
    "in_range": Question(in_range, asked(HQ, UNITS)),
    "activated": Question(activated, UNITS),
    "retreats": Question(retreats, asked(PLACED, Record({"length": whole(1, 9), "paths": Listed(TEXT)}))),
    "points": Question(points, either(NUMBER, asked(TEXT, either(NUMBER, TRUTH)))),
    "control": Question(control, asked(CITY, SIDE)),
    "crossings": Question(crossings, HEXES),
    "crossing_count": Question(crossing_count, COUNT),
    "orders": Question(orders, HEXES),
    "bridgehead": Question(bridgehead, either(HEX, one_of("none", "destroyed"))),
    "cup": Question(chits("cup"), CHITS),
    "hand": Question(chits("hand"), CHITS),
    "played": Question(chits("played"), CHITS),
    "air": Question(air, MARKERS),
    "sees": Question(sees, asked(SIDE, SIGHT)),
    "told": Question(told, asked(SIDE, asked(EVENT, COUNT))),
    "table": Question(table, asked(TEXT, Listed(either(WHOLE, TRUTH), again=True))),
    "seat": Question(seat, asked(SIDE, whole(0, 1))),
    "relocations": Question(relocations, Named(SIDE, COUNT)),
    "label": Question(label, asked(UNIT, TEXT)),
    "chance": Question(chance, Named(TEXT, COUNT)),
    "turn": Question(lambda g, s, expected: s.turn, COUNT),
    "draws": Question(lambda g, s, expected: s.draws, COUNT),
    "result": Question(lambda g, s, expected: s.result, ANY_TEXT),
    "stavka": Question(lambda g, s, expected: stavka(g, s), TRUTH),
    "threshold": Question(lambda g, s, expected: s.threshold / 4, NUMBER),
    "step": Question(lambda g, s, expected: s.stack[-1].step, STEP),
}
