"""The questions about positions of Velikye Luki that situations ask."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from stavka.assurance.forms import (
    ANY_TEXT,
    COUNT,
    EVENT,
    FORCE,
    HEX,
    NUMBER,
    PLACE_NAME,
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
    Listed,
    Named,
    Record,
    Word,
    asked,
    either,
    one_of,
    text_like,
    whole,
)
from stavka.assurance.situations import Question, chances, events_of, steps, unit_names, units_named
from stavka.engine.kinds import Side, Unit
from stavka.engine.state import Json
from stavka.games.luki.checks.questions_fight import (
    chit_ids,
    crt,
    fight,
    fighting_now,
    odds_of,
    place_name,
    ratio,
    retreats,
    tv,
)
from stavka.games.luki.rules import c05_zoc as zoc
from stavka.games.luki.rules import c08_stacking as stacking
from stavka.games.luki.rules.c06_supply import kessel
from stavka.games.luki.rules.c06_supply import supply_lines as supply
from stavka.games.luki.rules.c10_movement import administrative
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c11_combat import odds
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.rules.c11_combat.fight import is_fighting
from stavka.games.luki.rules.c13_miscellaneous import garrison, infiltration
from stavka.games.luki.rules.c14_scenarios import victory
from stavka.games.luki.state import PLACE_CODES, UNSEEN, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def where(g: Luki, s: Position, expected: Json) -> Json:
    """The place of each unit: a hex, or off, eliminated, coming, due, pool, box."""
    return {name: place_name(g, s.place[g.unit_index(name)]) for name in expected}


def named(g: Luki, s: Position, expected: Json) -> Json:
    """The hexes of named places."""
    return {name: next(g.grid.number(h) for h, known in g.place_names.items() if known == name) for name in expected}


def terrain(g: Luki, s: Position, expected: Json) -> Json:
    return {number: g.terrain_of(g.grid.index(number)) for number in expected}


def stack(g: Luki, s: Position, expected: Json) -> Json:
    """All units in hexes: stack = { "1731" = ["A", "B"] }."""
    return {number: unit_names(g, s.at.get(g.grid.index(number), 0)) for number in expected}


def counter(g: Luki, s: Position, expected: Json) -> Json:
    """The values on a counter: counter = { A = { cf = [5, 3], tv = 2, ma = 4, hex = "1605", formation = "83id" } }."""
    found: Json = {}
    for name, item in expected.items():
        unit = g.unit_index(name)
        formation = g.formation[unit]
        answers = {
            "cf": list(reversed(g.combat[unit][1:])),
            "tv": g.tactical[unit],
            "ma": g.allowance[unit] // 2,
            "steps": g.full_steps[unit],
            "hex": place_name(g, g.setup_hex[unit]),
            "formation": g.formations[formation].id if formation >= 0 else "",
            "enters": g.entry_turn[unit],
            "kind": kind_of(g, unit),
            "label": g.units[unit].label,
            "red": bool(g.red >> unit & 1),
            "zoc": bool(g.exerts >> unit & 1),
            "variable": bool(g.variable >> unit & 1),
            "breakout": bool(g.breakout >> unit & 1),
            "infiltrates": unit == g.infiltrator,
            "combined_arms": bool(g.combined_arms >> unit & 1),
        }
        found[name] = {key: answers[key] for key in item}
    return found


def kind_of(g: Luki, unit: Unit) -> str:
    if g.stationary >> unit & 1:
        return "stationary"
    return "motorized" if g.motorized >> unit & 1 else "non-motorized"


def formations(g: Luki, s: Position, expected: Json) -> Json:
    """The formations of a side."""
    return {side: [f.id for f in g.formations if f.side == side] for side in expected}


def cf(g: Luki, s: Position, expected: Json) -> Json:
    return {name: odds.combat_factor(g, s, g.unit_index(name)) for name in expected}


def zoc_of(g: Luki, s: Position, expected: Json) -> Json:
    """Whether hexes are in the ZOC of a side: zoc = { german = { "0102" = true } }."""
    return {
        side: {number: bool(zoc.zoc(g, s, Side(g.sides.index(side))) >> g.grid.index(number) & 1) for number in hexes}
        for side, hexes in expected.items()
    }


def control(g: Luki, s: Position, expected: Json) -> Json:
    """The controller of each hex: soviet, german, both or nobody."""

    def who(hex_: Hex) -> str:
        there = [side for i, side in enumerate(g.sides) if zoc.controlled(g, s, Side(i)) >> hex_ & 1]
        return "both" if len(there) > 1 else there[0] if there else "nobody"

    return {number: who(g.grid.index(number)) for number in expected}


def may_stack(g: Luki, s: Position, expected: Any) -> Any:
    """Whether units may be in one hex: may_stack = [{ units = ["A", "B"], legal = true }]."""
    return [{"units": item["units"], "legal": stacking.is_legal(g, units_named(g, item["units"]))} for item in expected]


def top(g: Luki, s: Position, expected: Json) -> Json:
    """The unit on top of a stack."""
    return {number: g.unit_ids[stacking.top(g, s, s.at[g.grid.index(number)])] for number in expected}


def sees(g: Luki, s: Position, expected: Json) -> Json:
    """The enemy units that a side sees in hexes: sees = { german = { "0102" = ["A"] } }."""
    found: Json = {}
    for side, hexes in expected.items():
        seen = g.redacted(s, g.sides.index(side))
        found[side] = {number: unit_names(g, seen.at.get(g.grid.index(number), 0)) for number in hexes}
    return found


def knows(g: Luki, s: Position, expected: Json) -> Json:
    """The chits drawn or played that a side knows: knows = { german = { drawn = [], chosen = [] } }."""
    found: Json = {}
    for side in expected:
        seen = g.redacted(s, g.sides.index(side))
        fight = fighting_now(seen)
        chosen = next((frame.soviet | frame.german for frame in seen.stack if isinstance(frame, ChoosingChits)), 0)
        found[side] = {"drawn": chit_ids(g, fight.drawn[0] | fight.drawn[1]), "chosen": chit_ids(g, chosen)}
    return found


def unseen(g: Luki, s: Position, expected: Json) -> Json:
    """The units on the map of which a side is not told where they are."""
    found: Json = {}
    for side in expected:
        seen = g.redacted(s, g.sides.index(side))
        found[side] = sorted(name for name, place in zip(g.unit_ids, seen.place, strict=True) if place == UNSEEN)
    return found


def markers(g: Luki, s: Position, expected: Json) -> Json:
    """The markers that a side sees of Kessels of which it sees no unit: markers = { soviet = { "0303" = 3 } }."""
    found: Json = {}
    for side in expected:
        seen = g.redacted(s, g.sides.index(side))
        found[side] = {g.grid.number(hex_): seen.track[number] for number, hex_ in seen.markers.items()}
    return found


def supplied(g: Luki, s: Position, expected: Json) -> Json:
    """Whether units could trace supply now."""
    found = {}
    for name in expected:
        unit = g.unit_index(name)
        found[name] = bool(supply.supplied(g, s, g.side[unit]) >> s.place[unit] & 1)
    return found


def sources(g: Luki, s: Position, expected: Json) -> Json:
    """The sources of a side that function."""
    return {side: g.grid.numbers(supply.functioning(g, s, Side(g.sides.index(side)))) for side in expected}


def rail(g: Luki, s: Position, expected: Json) -> Json:
    """The connected rail hexes of a side."""
    return {side: g.grid.numbers(supply.connected_rail(g, s, Side(g.sides.index(side)))) for side in expected}


def in_range(g: Luki, s: Position, expected: Json) -> Json:
    return {number: supply.in_rail_range(g, s, g.grid.index(number)) for number in expected}


def kessels(g: Luki, s: Position, expected: Json) -> Json:
    """The Kessels by one of their units: kessels = { A = { space = 3, units = ["A", "B"] } }; { } in supply."""
    found: Json = {}
    for name in expected:
        number = s.kessel[g.unit_index(name)]
        units = unit_names(g, garrison.kessel_units(s, number))
        found[name] = {"space": s.track[number], "units": units} if number else {}
    return found


def city_kessel(g: Luki, s: Position, expected: list[str]) -> list[str]:
    """The units of the Kessel of Velikye Luki."""
    return unit_names(g, garrison.kessel_units(s, s.city_kessel)) if s.city_kessel else []


def start_space(g: Luki, s: Position, expected: Json) -> Json:
    return {name: kessel.unit_space(g, s, g.unit_index(name)) for name in expected}


def reach(g: Luki, s: Position, expected: Json) -> Json:
    """The MP that a move of a unit costs, "all" across the Lowat or for a single hex, or "no"."""
    found: Json = {}
    for name, hexes in expected.items():
        unit = g.unit_index(name)
        frame = movement.Moving(1 << unit, [movement.points(g, s, unit)])
        there, whole, costs = movement.MOVE.find(g, s, frame)

        def cost(hex_: Hex, there: int = there, whole: int = whole, costs: Any = costs) -> Any:
            if not there >> hex_ & 1:
                return "no"
            return "all" if whole >> hex_ & 1 or costs is None else costs.cost_of(hex_) / 2

        found[name] = {number: cost(g.grid.index(number)) for number in hexes}
    return found


def left(g: Luki, s: Position, expected: Any) -> Any:
    """MP left in the move under way, -1 if there is none."""
    for frame in reversed(s.stack):
        if isinstance(frame, movement.Moving):
            return min(frame.half_points) / 2
        if isinstance(frame, infiltration.Infiltrating):
            return frame.half_points / 2
    return -1


def entries(g: Luki, s: Position, expected: Json) -> Json:
    """The hexes into which a side may move from its box."""
    return {side: g.grid.numbers(administrative.entry_hexes(g, s, Side(g.sides.index(side)))) for side in expected}


def victory_level(g: Luki, s: Position, expected: Json) -> Json:
    """Levels of victory: victory = { campaign = { "80" = "soviet-decisive" } }."""
    return {
        scenario: {text: victory.victory_level(g, scenario, int(text)) for text in totals}
        for scenario, totals in expected.items()
    }


def vp(g: Luki, s: Position, expected: Json) -> Json:
    """The VP of a victory check at this moment."""
    found = {"soviet": victory.soviet_points(g, s), "german": victory.german_points(g, s)}
    return {side: found[side] for side in expected}


def chance(g: Luki, s: Position, expected: Json) -> Json:
    """The outcomes that chance may give now, with their weights."""
    return chances(g, s)


def told(g: Luki, s: Position, expected: Json) -> Json:
    """How often a side has been told of an event: told = { soviet = { eliminated = 1 } }. Needs log = true."""

    def heard(side: str, name: str) -> int:
        seat = g.sides.index(side)
        return sum(e.name == name and (e.seats is None or seat in e.seats) for e in events_of(s))

    return {side: {name: heard(side, name) for name in names} for side, names in expected.items()}


def cup(g: Luki, s: Position, expected: Json) -> Json:
    """The chits in the cup of a side."""
    return {side: chit_ids(g, s.cup & g.side_chits[g.sides.index(side)]) for side in expected}


def conversion(g: Luki, s: Position, expected: Json) -> Json:
    """Breakout steps for "steps:die"."""
    return {text: garrison.breakout_steps(g, *map(int, text.split(":"))) for text in expected}


def release(g: Luki, s: Position, expected: Json) -> Json:
    """The dice that release the garrison in a space of the Kessel Track."""
    return {text: g.conditions[int(text)].release for text in expected}


def phase(g: Luki, s: Position, expected: str) -> str:
    """The phase or step below all others of a segment: movement, fighting, declare ..."""
    phases = (frame for frame in reversed(s.stack) if isinstance(frame, (MovementPhase, CombatPhase)))
    return str(next(phases, s.stack[-1]).step)


# -- what may be asked ------------------------------------------------------------------------------------------------


def chit_names(g: Luki) -> list[str]:
    return [chit.id for chit in g.chits]


CHIT: Final = Word("a chit", lambda at: chit_names(at.game))
COLUMN: Final = Word("a column", lambda at: [*at.game.crt_names, "below"])
FULL_HEX: Final = Word(
    "a hex with units", lambda at: [at.game.grid.number(hex_) for hex_ in at.state.at], of_position=True
)
SPACE: Final = whole(1, 6)
SPACE_NAME: Final = one_of(*"123456")
PLACE: Final = either(HEX, one_of(*PLACE_CODES))
MPS: Final = either(NUMBER, one_of("all", "no"))
UNITS: Final = Listed(UNIT)
HEXES: Final = Listed(HEX)
CHITS: Final = Listed(CHIT)
PAIR: Final = Listed(WHOLE, 2, 2, again=True)
COUNTER: Final = Record(
    {},
    {
        "cf": Listed(COUNT, again=True),
        **dict.fromkeys(("tv", "steps", "enters"), COUNT),
        "ma": NUMBER,
        "hex": PLACE,
        **dict.fromkeys(("formation", "label"), ANY_TEXT),
        "kind": one_of("stationary", "motorized", "non-motorized"),
        **dict.fromkeys(("red", "zoc", "variable", "breakout", "infiltrates", "combined_arms"), TRUTH),
    },
)
ODDS: Final = Record(
    {"hex": HEX, "by": FORCE},
    {
        "attack": COUNT,
        "defence": COUNT,
        "column": COLUMN,
        "drm": WHOLE,
        "lines": Named(RULE, WHOLE),
        "tpv": PAIR,
        "concentric": TRUTH,
        "final": PAIR,
        "works": Listed(CHIT, 1),
        "price": COUNT,
    },
    {"played": CHITS, "halved": UNITS, "hits": PAIR},
)
FIGHT_NOW: Final = Record(
    {}, {**dict.fromkeys(("tpv", "hits", "drawn", "most"), PAIR), "played": Listed(CHITS, 2, 2, again=True)}
)
ROLL: Final = text_like(r"([2-9]|1[0-2])([+-]\d{1,2})?", "dice and DRM, as 7+2")
SCENARIO_LEVELS: Final = asked(SCENARIO, asked(text_like(r"-?\d{1,3}", "VP"), TEXT))

QUESTIONS: Final[dict[str, Question]] = {
    "where": Question(where, asked(UNIT, PLACE)),
    "named": Question(named, asked(PLACE_NAME, HEX)),
    "terrain": Question(terrain, asked(HEX, TEXT)),
    "stack": Question(stack, asked(HEX, UNITS)),
    "steps": Question(steps, asked(UNIT, COUNT)),
    "counter": Question(counter, asked(UNIT, COUNTER)),
    "formations": Question(formations, asked(SIDE, Listed(TEXT))),
    "cf": Question(cf, asked(UNIT, COUNT)),
    "zoc": Question(zoc_of, asked(SIDE, asked(HEX, TRUTH))),
    "control": Question(control, asked(HEX, one_of("soviet", "german", "both", "nobody"))),
    "may_stack": Question(may_stack, Listed(Record({"units": Listed(UNIT, 1)}, {"legal": TRUTH}), 1)),
    "top": Question(top, asked(FULL_HEX, UNIT)),
    "sees": Question(sees, asked(SIDE, asked(HEX, UNITS))),
    "unseen": Question(unseen, asked(SIDE, UNITS)),
    "knows": Question(knows, asked(SIDE, Record({"drawn": CHITS, "chosen": CHITS}))),
    "markers": Question(markers, asked(SIDE, Named(HEX, SPACE))),
    "supplied": Question(supplied, asked(PLACED, TRUTH)),
    "sources": Question(sources, asked(SIDE, HEXES)),
    "rail": Question(rail, asked(SIDE, HEXES)),
    "in_range": Question(in_range, asked(HEX, TRUTH)),
    "kessels": Question(kessels, asked(UNIT, Record({}, may={"space": SPACE, "units": UNITS}))),
    "city_kessel": Question(city_kessel, UNITS),
    "start_space": Question(start_space, asked(PLACED, SPACE)),
    "reach": Question(reach, asked(PLACED, asked(HEX, MPS))),
    "left": Question(left, NUMBER),
    "entries": Question(entries, asked(SIDE, HEXES)),
    "odds": Question(odds_of, Listed(ODDS, 1)),
    "tv": Question(tv, asked(PLACED, COUNT)),
    "ratio": Question(ratio, asked(RATIO, COLUMN)),
    "crt": Question(crt, asked(Word("a column", lambda at: at.game.crt_names), asked(ROLL, TEXT))),
    "fight": Question(fight, FIGHT_NOW),
    "retreats": Question(retreats, asked(FULL_HEX, COUNT)),
    "victory": Question(victory_level, SCENARIO_LEVELS),
    "vp": Question(vp, asked(SIDE, WHOLE)),
    "chance": Question(chance, Named(TEXT, COUNT)),
    "told": Question(told, asked(SIDE, asked(EVENT, COUNT))),
    "cup": Question(cup, asked(SIDE, CHITS)),
    "conversion": Question(conversion, asked(text_like(r"\d{1,2}:[1-6]", "steps and a die, as 8:4"), COUNT)),
    "release": Question(release, asked(SPACE_NAME, COUNT)),
    "phase": Question(phase, STEP),
    "points": Question(lambda g, s, expected: s.points, WHOLE),
    "ap": Question(lambda g, s, expected: s.ap, COUNT),
    "c3i": Question(lambda g, s, expected: {side: s.c3i[g.sides.index(side)] for side in expected}, asked(SIDE, COUNT)),
    "used": Question(lambda g, s, expected: unit_names(g, s.used), UNITS),
    "turn": Question(lambda g, s, expected: s.turn, COUNT),
    "segment": Question(lambda g, s, expected: s.segment, COUNT),
    "released": Question(lambda g, s, expected: bool(s.released), TRUTH),
    "result": Question(lambda g, s, expected: s.result, ANY_TEXT),
    "step": Question(lambda g, s, expected: s.stack[-1].step, STEP),
    "fighting": Question(lambda g, s, expected: is_fighting(s), TRUTH),
}
