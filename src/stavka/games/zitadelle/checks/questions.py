"""The questions about positions of Zitadelle that situations ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.assurance.forms import (
    ANY_TEXT,
    COUNT,
    EVENT,
    FORCE,
    HEX,
    PLACE_NAME,
    PLACED,
    RATIO,
    RULE,
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
from stavka.assurance.situations import Question, chances, events_of, no_enemy, steps, unit_names, units_named
from stavka.engine.kinds import Side, Unit, hexes_in
from stavka.engine.state import Json
from stavka.games.zitadelle.rules import c03_set_up as setup
from stavka.games.zitadelle.rules import c11_reinforcements as reinforcements
from stavka.games.zitadelle.rules.c05_stacking_and_zoc import stacking
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc, is_surrounded, zoc_against
from stavka.games.zitadelle.rules.c06_anti_tank_fire import fire
from stavka.games.zitadelle.rules.c07_assault import duties, odds, retreat
from stavka.games.zitadelle.rules.c07_assault import loss_checks as checks
from stavka.games.zitadelle.rules.c07_assault.morale import (
    armour_value,
    at_strength,
    combat_strength,
    formation_level,
    movement_allowance,
)
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.rules.c09_german_air_units import Allocating
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.state import OVER, PLACE_CODES, PLACE_NAMES, Position, stack_load
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def place_name(g: Zitadelle, place: Hex) -> str:
    if place <= OVER:
        return f"over-{g.formations[OVER - place].id}"
    return g.grid.number(place) if place >= 0 else PLACE_NAMES[place]


def where(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The place of each unit: a hex, or off, eliminated, coming, due, removed, attached, base, over-13a."""
    return {name: place_name(g, s.place[g.unit_index(name)]) for name in expected}


def named(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The hexes of named places."""
    return {name: next(g.grid.number(h) for h, known in g.place_names.items() if known == name) for name in expected}


def stack(g: Zitadelle, s: Position, expected: Json) -> Json:
    """All ground units in hexes: stack = { "N1731" = ["A", "B"] }."""
    return {number: unit_names(g, s.at.get(g.grid.index(number), 0)) for number in expected}


def disrupted(g: Zitadelle, s: Position, expected: list[str]) -> list[str]:
    return unit_names(g, s.disrupted)


def values(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The present AT strength, armour value (0: none) and combat strength of units: values = { A = [7, 3, 3] }."""
    return {
        name: [at_strength(g, s, unit), armour_value(g, s, unit), combat_strength(g, s, unit)]
        for name in expected
        for unit in (g.unit_index(name),)
    }


def type_(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The types of units: type = { "ax.51" = "panzer battalion (panther)" }."""
    return {name: g.type[g.unit_index(name)] for name in expected}


def kind(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The kind of each unit: armoured, non-armoured, bombardment, engineers or air; and foot or motorised."""

    def words(unit: Unit) -> list[str]:
        sets = {
            "armoured": g.armoured,
            "non-armoured": g.soft_units,
            "bombardment": g.bombardment,
            "engineers": g.engineers,
            "air": g.air,
            "foot": g.foot,
            "motorised": g.combat_units & ~g.foot,
        }
        return [name for name, units in sets.items() if units >> unit & 1]

    return {name: words(g.unit_index(name)) for name in expected}


def zoc(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Whether hexes are in the ZOC of a side: zoc = { german = { "N0102" = true } }."""
    return {
        side: {
            number: bool(enemy_zoc(g, s, 1 - Side(g.sides.index(side))) >> g.grid.index(number) & 1) for number in hexes
        }
        for side, hexes in expected.items()
    }


def zoc_for(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Whether hexes are in an EZOC that counts for a unit's moves: zoc_for = { A = { "N0102" = true } }."""
    return {
        name: {number: bool(zoc_against(g, s, g.unit_index(name)) >> g.grid.index(number) & 1) for number in hexes}
        for name, hexes in expected.items()
    }


def surrounded(g: Zitadelle, s: Position, expected: Json) -> Json:
    return {name: is_surrounded(g, s, g.unit_index(name)) for name in expected}


def may_stack(g: Zitadelle, s: Position, expected: Any) -> Any:
    """Whether units may be in one hex: may_stack = [{ units = ["A", "B"], legal = true }]."""
    return [{"units": item["units"], "legal": stacking.is_legal(g, units_named(g, item["units"]))} for item in expected]


def load(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The stacking weight of units, in thirds."""
    return {name: stack_load(g, 1 << g.unit_index(name)) for name in expected}


def morale(g: Zitadelle, s: Position, expected: Json) -> Json:
    """PM levels on the track."""
    return {f.id: s.morale[i] for i, f in enumerate(g.formations) if f.id in expected}


def level(g: Zitadelle, s: Position, expected: Json) -> Json:
    """PM levels as they count, with level bombing."""
    return {f.id: formation_level(g, s, i) for i, f in enumerate(g.formations) if f.id in expected}


def allowance(g: Zitadelle, s: Position, expected: Json) -> Json:
    return {name: movement_allowance(g, s, g.unit_index(name)) for name in expected}


def reach(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The cost of a move from a unit's hex, or "no"; without the dice for minefields."""
    found: Json = {}
    for name, hexes in expected.items():
        unit = g.unit_index(name)
        points = movement_allowance(g, s, unit)
        frame = movement.Moving(unit, points, half_allowance=points >> 1)
        cost: dict[int, int] = {}
        for leg in movement.legs(g, s, frame):
            cost = {hex_: leg.cost_of(hex_) - leg.dice for hex_ in hexes_in(leg.found.mask)} | cost
        found[name] = {number: cost.get(g.grid.index(number), "no") for number in hexes}
        s.forget()
    return found


def points(g: Zitadelle, s: Position, expected: int) -> int:
    """MP left in the move under way, -1 if there is none."""
    return next((frame.points for frame in reversed(s.stack) if isinstance(frame, movement.Moving)), -1)


def entries(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Entry hexes of units and what each costs: entries = { A = { "S1328" = 2 } }."""
    return {
        name: {
            g.grid.number(hex_): cost
            for unit in (g.unit_index(name),)
            for hex_, cost in reinforcements.entries(g, s, unit, movement_allowance(g, s, unit)).items()
        }
        for name in expected
    }


def fire_drm(g: Zitadelle, s: Position, expected: Any) -> Any:
    """DRMs of shots, with their lines: fire_drm = [{ unit = "A", hex = "N0102", drm = 5, lines = { "6.51" = 2 } }]."""
    found = []
    for item in expected:
        unit, hex_ = g.unit_index(item["unit"]), g.grid.index(item["hex"])
        lines = {rule: value for rule, _, value in fire.fire_modifiers(g, s, unit, hex_)}
        given = {"unit": item["unit"], "hex": item["hex"]}
        answers = {**given, "drm": fire.fire_drm(g, s, unit, hex_), "lines": lines}
        found.append({key: answers[key] for key in item})
    return found


def fire_number(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Numbers of the AT fire table: fire_number = { "7:5" = 5 } for strength and modified roll."""
    return {text: fire.fire_number(g, *map(int, text.split(":"))) for text in expected}


def odds_of(g: Zitadelle, s: Position, expected: Any) -> Any:
    """Assaults: odds = [{ hexes = ["N0102"], by = ["A"], support = [], attack = 4, defence = 2, ratio = "2-1",
    shift = -1, column = "1-1", lines = { "7.41" = -1 } }]."""
    return [one_odds(g, s, item) for item in expected]


def one_odds(g: Zitadelle, s: Position, item: Json) -> Json:
    hexes, by, support = g.grid.from_numbers(*item["hexes"]), units_named(g, item["by"]), item.get("support", [])
    for number in item["hexes"]:
        no_enemy(g, s, by, number)
    found = odds.odds(g, s, by, hexes, units_named(g, support))
    answers = {
        **{"hexes": item["hexes"], "by": item["by"], "support": support},
        "attack": found.attack,
        "defence": found.defence,
        "ratio": g.crt_names[found.ratio],
        "shift": found.shift,
        "column": g.crt_names[found.column],
        "lines": {rule: value for rule, _, value in found.lines},
    }
    return {key: answers[key] for key in item}


def ratio(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The CRT column of "attack:defence"."""
    return {text: g.crt_names[odds.ratio_column(g, *map(int, text.split(":")))] for text in expected}


def crt(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Columns of the CRT."""
    return {name: list(g.crt[g.crt_names.index(name)]) for name in expected}


def check(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The results of modified rolls at a PM level: check = { "7" = { "8" = "disrupted" } }."""
    names = ("nothing", "disrupted", "step lost")
    return {
        pm: {roll: names[checks.outcome_of(g, int(roll), int(pm))] for roll in rolls} for pm, rolls in expected.items()
    }


def duty(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Units that must attack and hexes that must be attacked: duty = { german = { units = [..], hexes = [..] } }."""
    found = {}
    for side in expected:
        units, hexes = duties.duties(g, s, Side(g.sides.index(side)))
        found[side] = {"units": unit_names(g, units), "hexes": g.grid.numbers(hexes)}
    return found


def retreats(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The best retreat paths of units that are on the map: retreats = { A = ["N0102-N0103"] }."""
    found = {}
    for name in expected:
        unit = g.unit_index(name)
        paths = retreat.retreat_paths(g, s, unit, s.place[unit])
        found[name] = sorted("-".join(g.grid.number(hex_) for hex_ in path) for path in paths)
    return found


def gaps(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Front hexes that a side does not cover."""
    return {side: g.grid.numbers(setup.gaps(g, s, Side(g.sides.index(side)))) for side in expected}


def vp(g: Zitadelle, s: Position, expected: Any) -> Any:
    """German VP: a number, or by rule."""
    if not isinstance(expected, dict):
        return victory.total(g, s)
    found = victory.victory_points(g, s)
    refuse_strange("vp", expected, found)
    return {key: found[key] for key in expected}


def victory_level(g: Zitadelle, s: Position, expected: Json) -> Json:
    return {text: victory.victory_level(g, int(text)) for text in expected}


def connected(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Whether hexes have a line to the German map edge."""
    line = victory.connected(g, s)
    return {number: bool(line >> g.grid.index(number) & 1) for number in expected}


def sees(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The chits that a side knows by box: sees = { german = { A = "gt7" } }; a box that it does not know is missing."""

    def known(side: str) -> Json:
        chits = g.redacted(s, g.sides.index(side)).chits
        return {letter: g.chits[chit - 1].id for letter, chit in zip(g.boxes, chits, strict=True) if chit}

    return {side: known(side) for side in expected}


def shown(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The place where a side sees each unit: shown = { soviet = { "ax.air.n.d1" = "N0102" } }."""
    return {side: where(g, g.redacted(s, g.sides.index(side)), units) for side, units in expected.items()}


def air_units(g: Zitadelle, s: Position, expected: Json) -> Json:
    """Air units that may still be assigned: air_units = { north = 5, south = 8 }."""
    frame = next((frame for frame in s.stack if isinstance(frame, Allocating)), None)
    if frame is None:
        raise ValueError(f"no air units are being assigned; the step {s.stack[-1].step!r} waits")
    return {"north": frame.north, "south": frame.south}


def chance(g: Zitadelle, s: Position, expected: Json) -> Json:
    """The outcomes that chance may give now, with their weights."""
    return chances(g, s)


def told(g: Zitadelle, s: Position, expected: Json) -> Json:
    """How often an event was told: told = { "eliminated" = 1 }. Needs log = true."""
    return {name: sum(event.name == name for event in events_of(s)) for name in expected}


# -- what may be asked ------------------------------------------------------------------------------------------------


def formation_names(g: Zitadelle) -> list[str]:
    return [formation.id for formation in g.formations]


def chit_names(g: Zitadelle) -> list[str]:
    return [chit.id for chit in g.chits]


FORMATION: Final = Word("a formation", lambda at: formation_names(at.game))
CHIT: Final = Word("a chit", lambda at: chit_names(at.game))
BOX: Final = Word("a box", lambda at: list(at.game.boxes))
COLUMN: Final = Word("a column", lambda at: at.game.crt_names)
COMPANY: Final = Word("a Tiger company", lambda at: [at.game.unit_ids[unit] for unit in at.game.companies])
LEVEL: Final = whole(0, 12)
PLACE: Final = either(HEX, one_of(*PLACE_CODES), text_like("over-.+", "over- and a formation"))
COST: Final = either(COUNT, one_of("no"))
UNITS: Final = Listed(UNIT)
LINES: Final = Named(RULE, WHOLE)
SHOT: Final = Record({"unit": PLACED, "hex": HEX}, {"drm": WHOLE, "lines": LINES})
ODDS: Final = Record(
    {"hexes": Listed(HEX, 1), "by": FORCE},
    {"attack": COUNT, "defence": COUNT, "ratio": COLUMN, "shift": WHOLE, "column": COLUMN, "lines": LINES},
    {"support": UNITS},
)
STACKS: Final = Listed(Record({"units": Listed(UNIT, 1)}, {"legal": TRUTH}), 1)
PM: Final = text_like(r"[0-9]|1[0-2]", "a PM level from 0 to 12")
DICE: Final = text_like(r"-?\d{1,2}", "a modified roll")

QUESTIONS: Final[dict[str, Question]] = {
    "where": Question(where, asked(UNIT, PLACE)),
    "named": Question(named, asked(PLACE_NAME, HEX)),
    "stack": Question(stack, asked(HEX, UNITS)),
    "steps": Question(steps, asked(UNIT, COUNT)),
    "disrupted": Question(disrupted, UNITS),
    "values": Question(values, asked(UNIT, Listed(COUNT, 3, 3, again=True))),
    "type": Question(type_, asked(UNIT, TEXT)),
    "kind": Question(kind, asked(UNIT, Listed(TEXT))),
    "zoc": Question(zoc, asked(SIDE, asked(HEX, TRUTH))),
    "zoc_for": Question(zoc_for, asked(UNIT, asked(HEX, TRUTH))),
    "surrounded": Question(surrounded, asked(PLACED, TRUTH)),
    "may_stack": Question(may_stack, STACKS),
    "load": Question(load, asked(UNIT, COUNT)),
    "morale": Question(morale, asked(FORMATION, LEVEL)),
    "level": Question(level, asked(FORMATION, LEVEL)),
    "allowance": Question(allowance, asked(UNIT, COUNT)),
    "reach": Question(reach, asked(PLACED, asked(HEX, COST))),
    "points": Question(points, WHOLE),
    "entries": Question(entries, asked(UNIT, Named(HEX, COUNT))),
    "fire_drm": Question(fire_drm, Listed(SHOT, 1)),
    "fire_number": Question(fire_number, asked(text_like(r"\d{1,2}:-?\d{1,2}", "strength and roll, as 7:5"), WHOLE)),
    "odds": Question(odds_of, Listed(ODDS, 1)),
    "ratio": Question(ratio, asked(RATIO, COLUMN)),
    "crt": Question(crt, asked(COLUMN, Listed(TEXT, again=True))),
    "check": Question(check, asked(PM, asked(DICE, one_of("nothing", "disrupted", "step lost")))),
    "duty": Question(duty, asked(SIDE, Record({"units": UNITS, "hexes": Listed(HEX)}))),
    "retreats": Question(retreats, asked(PLACED, Listed(TEXT))),
    "gaps": Question(gaps, asked(SIDE, Listed(HEX))),
    "vp": Question(vp, either(WHOLE, asked(RULE, WHOLE))),
    "victory": Question(victory_level, asked(text_like(r"-?\d{1,3}", "German VP"), TEXT)),
    "connected": Question(connected, asked(HEX, TRUTH)),
    "sees": Question(sees, asked(SIDE, Named(BOX, CHIT))),
    "shown": Question(shown, asked(SIDE, asked(UNIT, PLACE))),
    "air_units": Question(air_units, Record({"north": COUNT, "south": COUNT})),
    "chance": Question(chance, Named(TEXT, COUNT)),
    "told": Question(told, asked(EVENT, COUNT)),
    "held": Question(lambda g, s, expected: g.grid.numbers(s.held), Listed(HEX)),
    "belgorod": Question(lambda g, s, expected: bool(s.belgorod), TRUTH),
    "lost": Question(lambda g, s, expected: s.lost, COUNT),
    "turn": Question(lambda g, s, expected: s.turn, COUNT),
    "result": Question(lambda g, s, expected: s.result, ANY_TEXT),
    "model": Question(lambda g, s, expected: bool(s.model), TRUTH),
    "step": Question(lambda g, s, expected: s.stack[-1].step, STEP),
}
