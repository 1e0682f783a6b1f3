"""The questions about positions that situations ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from skirmish.board import AREAS
from skirmish.rules import c04_zones as zoc
from skirmish.rules import c05_supply as supply
from skirmish.rules import c07_movement as movement
from skirmish.rules import c08_combat as combat
from skirmish.rules import c09_victory as victory
from skirmish.rules.c02_units import strength
from skirmish.rules.c06_reinforcements import Planning
from skirmish.state import PLACE_CODES, PLACE_NAMES, Position
from stavka.assurance.forms import (
    ANY_TEXT,
    COUNT,
    EVENT,
    FORCE,
    HEX,
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
)
from stavka.assurance.situations import Question, chances, events_of, no_enemy
from stavka.engine.kinds import Side, units_in
from stavka.engine.state import Json

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def unit_names(g: Skirmish, units: int) -> list[str]:
    return sorted(g.unit_ids[unit] for unit in units_in(units))


def where(g: Skirmish, s: Position, expected: Json) -> Json:
    """The place of each unit: a hex, or off, eliminated, coming."""
    places = {name: s.place[g.unit_index(name)] for name in expected}
    return {name: g.grid.number(place) if place >= 0 else PLACE_NAMES[place] for name, place in places.items()}


def terrain(g: Skirmish, s: Position, expected: Json) -> Json:
    """The terrain of hexes."""
    return {number: g.terrain_of(g.grid.index(number)) for number in expected}


def lies_on(g: Skirmish, s: Position, expected: Json) -> Json:
    """The features that are printed between two hexes: between = { "0404/0405" = ["river", "road"] }."""
    found = {}
    for text in expected:
        a, b = map(g.grid.index, text.split("/"))
        layers = {"river": g.river, "road": g.road}
        found[text] = [name for name, sides in layers.items() if g.grid.between(sides, a, b)]
    return found


def steps(g: Skirmish, s: Position, expected: Json) -> Json:
    """The steps that units have left."""
    return {name: s.steps[g.unit_index(name)] for name in expected}


def strengths(g: Skirmish, s: Position, expected: Json) -> Json:
    """The strengths of units, halved where they are out of supply."""
    return {name: strength(g, s, g.unit_index(name)) for name in expected}


def allowances(g: Skirmish, s: Position, expected: Json) -> Json:
    """The MP that units have."""
    return {name: movement.allowance(g, s, g.unit_index(name)) for name in expected}


def zones(g: Skirmish, s: Position, expected: Json) -> Json:
    """Whether hexes are in the ZOC of a side: zoc = { crown = { "0102" = true } }."""
    return {
        side: {number: bool(zoc.zones(g, s, Side(g.sides.index(side))) >> g.grid.index(number) & 1) for number in hexes}
        for side, hexes in expected.items()
    }


def supplied(g: Skirmish, s: Position, expected: Json) -> Json:
    """Whether units could trace a supply line now."""
    found = {}
    for name in expected:
        unit = g.unit_index(name)
        found[name] = bool(supply.supplied_hexes(g, s, g.side[unit]) >> s.place[unit] & 1)
    return found


def reach(g: Skirmish, s: Position, expected: Json) -> Json:
    """The cost of moving units to hexes, or "no": reach = { A = { "0102" = 3 } }."""
    found: Json = {}
    for name, hexes in expected.items():
        costs = movement.costs(g, s, g.unit_index(name))
        found[name] = {number: costs.get(g.grid.index(number), "no") for number in hexes}
    return found


def odds(g: Skirmish, s: Position, expected: list[Json]) -> list[Json]:
    """Attacks: odds = [{ hex = "0104", by = ["A"], attack = 8, defence = 3, ratio = "2-1", column = "1-1" }]."""
    found = []
    for item in expected:
        units = sum(1 << g.unit_index(name) for name in item["by"])
        no_enemy(g, s, units, item["hex"])
        made = combat.odds(g, s, units, g.grid.index(item["hex"]))
        answers = {
            "hex": item["hex"],
            "by": item["by"],
            "attack": made.attack,
            "defence": made.defence,
            "ratio": g.crt[made.ratio].id if made.ratio >= 0 else "barred",
            "column": g.crt[made.column].id,
        }
        found.append({key: answers[key] for key in item})
    return found


def sees(g: Skirmish, s: Position, expected: Json) -> Json:
    """The facts that a side knows of the plans: sees = { league = { crown = "secret" } }."""
    found: Json = {}
    for side, others in expected.items():
        seen = g.redacted(s, g.sides.index(side))
        frame = seen.stack[-1]
        plans = frame.choices if isinstance(frame, Planning) else seen.plans
        found[side] = {other: AREAS.get(plans[Side(g.sides.index(other))], "secret") for other in others}
    return found


def told(g: Skirmish, s: Position, expected: Json) -> Json:
    """How often an event has been told; with log = true."""
    names = [event.name for event in events_of(s)]
    return {name: names.count(name) for name in expected}


def chance(g: Skirmish, s: Position, expected: Any) -> Json:
    """The outcomes that chance can give now, with their weights."""
    return chances(g, s)


COLUMN: Final = Word("a column", lambda at: [*(column.id for column in at.game.crt), "barred"])
ODDS: Final = Record({"hex": HEX, "by": FORCE}, {"attack": COUNT, "defence": COUNT, "ratio": COLUMN, "column": COLUMN})
UNITS: Final = Listed(UNIT)

QUESTIONS: Final[dict[str, Question]] = {
    "where": Question(where, asked(UNIT, either(HEX, one_of(*PLACE_CODES)))),
    "terrain": Question(terrain, asked(HEX, TEXT)),
    "between": Question(lies_on, asked(TEXT, Listed(one_of("river", "road")))),
    "steps": Question(steps, asked(UNIT, COUNT)),
    "strength": Question(strengths, asked(UNIT, COUNT)),
    "allowance": Question(allowances, asked(UNIT, COUNT)),
    "zoc": Question(zones, asked(SIDE, asked(HEX, TRUTH))),
    "supplied": Question(supplied, asked(PLACED, TRUTH)),
    "unsupplied": Question(lambda g, s, expected: unit_names(g, s.unsupplied), UNITS),
    "reach": Question(reach, asked(PLACED, asked(HEX, either(WHOLE, one_of("no"))))),
    "odds": Question(odds, Listed(ODDS, 1)),
    "sees": Question(sees, asked(SIDE, asked(SIDE, one_of("north", "south", "secret")))),
    "points": Question(lambda g, s, expected: victory.points(g, s), COUNT),
    "held": Question(lambda g, s, expected: g.grid.numbers(s.held), Listed(HEX)),
    "turn": Question(lambda g, s, expected: s.turn, COUNT),
    "phasing": Question(lambda g, s, expected: g.sides[s.phasing], SIDE),
    "result": Question(lambda g, s, expected: s.result, ANY_TEXT),
    "step": Question(lambda g, s, expected: s.stack[-1].step, STEP),
    "told": Question(told, asked(EVENT, COUNT)),
    "chance": Question(chance, Named(TEXT, COUNT)),
}
