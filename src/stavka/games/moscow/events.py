"""The forms of everything that the rules tell: what each value of an event is, and what dice gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import (
    AFTER,
    BEFORE,
    DECIDES,
    HEX,
    HEXES,
    MODIFIER,
    OPENS,
    PATH,
    PLAIN,
    UNIT,
    Card,
    Told,
    Value,
    die,
    itemised,
    units_or,
)
from stavka.engine.kinds import members
from stavka.engine.words.forms import Listed
from stavka.games.moscow.rules.c10_combat.battle import gun_band
from stavka.games.moscow.rules.c10_combat.battleframe import HALF
from stavka.games.moscow.words import SEQUENCES, WEATHER, WORDS, half_day, marker, word
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.state import Position


def one_of(table: str, *names: str) -> Value:
    """The number of a word in a table."""
    return Value(lambda g, s, value, lang: word(table, names[value], lang))


def _place(g: Moscow, s: Position, hex_: Hex, lang: str) -> str:
    return g.place(hex_, lang) if hex_ >= 0 else word("word", "off map", lang)


def _column(g: Moscow, s: Position, at: tuple[int, int], lang: str) -> str:
    table, column = at
    return g.crt_names[table][column] if column >= 0 else WORDS.say(lang, "scene", "below the table")


# -- what dice gave ---------------------------------------------------------------------------------------------------


def _result(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return str(values["result"])


def _success(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return word("word", "passed" if values["success"] else "failed", lang)


def _band(g: Moscow, values: Mapping[str, Any]) -> str:
    """The word for what a failed artillery check leaves of the support; empty for other checks."""
    if values["what"] != "gun_check" or values["success"]:
        return ""
    return "half" if gun_band(g, values["modified"], success=False) == HALF else "silenced"


def _effect(g: Moscow, s: Position, values: Mapping[str, Any], lang: str) -> Mapping[str, object]:
    band = _band(g, values)
    return {"effect": f", {word('check result', f'gun_check {band}', lang)}" if band else ""}


def _checked(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    band = _band(g, values)
    return WORDS.say(lang, "scene", "failed so", how=word("word", band, lang)) if band else _success(g, values, lang)


def _fuel_units(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return WORDS.say(lang, "scene", "fuel units", number=values["number"])


# -- values -----------------------------------------------------------------------------------------------------------

DIE: Final = die(10)
HALF_DAY: Final = Value(lambda g, s, value, lang: half_day(value, lang))
MODIFIED: Final = Value(role="modified")
UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))
SOMEWHERE: Final = Value(_place, hexes=HEX.hexes)
"""A hex, or -1 off the map."""
SIDE: Final = Value(lambda g, s, value, lang: WORDS.side("side", g.sides[value], lang))
TABLE: Final = one_of("table", "assault", "mobile")
SUCCESS: Final = one_of("word", "failed", "passed")
COLUMN: Final = Value(_column, role="column")
"""A CRT and one of its columns."""
JOINS: Final = Card("check", "check")
LINES: Final = itemised(lambda g, what, lang: word("modifier", what, lang))
"""The modifiers of a combat, behind their sum."""
POINTS: Final = Value(
    lambda g, s, value, lang: f" ({WORDS.say(lang, 'word', 'points changed', points=f'{value:+d}')})" if value else "",
    absent="",
)
"""The change of the attacker's VP. Events of older records do not have it."""
CHECK: Final = Value(lambda g, s, value, lang: word("check", value, lang))
FORMATION: Final = Value(lambda g, s, value, lang: g.formations[value].label)
FORMATIONS: Final = Value(lambda g, s, value, lang: Listed.make(g.formations[each].label for each in members(value)))
GROUP: Final = Value(lambda g, s, value, lang: word("formation", value, lang))
MARKER: Final = Value(lambda g, s, value, lang: marker(g, value, lang))

COORDINATION: Final = frozenset({"cas_check", "gun_check", "ground_check", "overrun_cas"})
"""Checks that come before the die of a combat; all others follow from something."""


def _check(values: Mapping[str, Any]) -> Card:
    return BEFORE if values["what"] in COORDINATION else JOINS


# -- events -----------------------------------------------------------------------------------------------------------

EVENTS: Final[Mapping[str, Told]] = {
    # the Strategic Segment
    "turn": Told(begins="turn", closes=True, card=OPENS("turn"), turn=HALF_DAY, points=PLAIN),
    "set up": Told(unit=UNIT, hex=HEX),
    "weather": Told(begins="other", card=OPENS("weather"), weather=one_of("weather", *WEATHER)),
    "fuel supply": Told(card=OPENS("supply"), die=DIE, drm=MODIFIER, number=PLAIN, gave=_fuel_units),
    "group called": Told(card=OPENS("reinforcements"), side=SIDE, group=GROUP, points=POINTS),
    "reserve": Told(side=SIDE, formation=FORMATION),
    "emergency supply": Told(card=AFTER, units=UNITS),
    "out of supply": Told(card=OPENS("supply"), units=UNITS),
    "initiative": Told(card=OPENS("initiative"), german=PLAIN, soviet=PLAIN),
    "first player": Told(card=Card("before", "initiative"), side=SIDE),
    "leaves out": Told(side=SIDE, marker=MARKER),
    # Operations Sequences
    "draws": Told(begins="other", card=OPENS("draw"), side=SIDE, marker=MARKER),
    "passes": Told(side=SIDE),
    "tries to combine": Told(card=AFTER, side=SIDE, marker=MARKER),
    "combining": Told(card=JOINS, side=SIDE, die=DIE, drm=MODIFIER, success=SUCCESS, gave=_success),
    "nobody to activate": Told(card=AFTER, side=SIDE, marker=MARKER),
    "sequence": Told(
        begins="activation",
        card=OPENS("activation"),
        side=SIDE,
        formations=FORMATIONS,
        sequence=one_of("sequence", *SEQUENCES),
    ),
    "fuel spent": Told(card=AFTER, unit=UNIT, formation=FORMATION),
    "fuel left": Told(card=AFTER, units=UNITS),
    "army unit": Told(card=AFTER, unit=UNIT, formation=FORMATION),
    "builds": Told(unit=UNIT, hex=HEX),
    "works given up": Told(card=AFTER, units=UNITS),
    "strongpoint": Told(hex=HEX),
    "strongpoints razed": Told(card=AFTER, hexes=HEXES),
    "lines fall": Told(card=AFTER, hexes=HEXES),
    # movement
    "moves": Told(begins="other", units=UNITS, path=PATH, left=PLAIN),
    "enters": Told(begins="other", unit=UNIT, hex=HEX, left=PLAIN),
    "relieved": Told(unit=UNIT),
    "low fuel": Told(card=AFTER, unit=UNIT),
    "excess": Told(card=AFTER, unit=UNIT, hex=HEX),
    "overrun odds": Told(
        begins="combat", card=BEFORE, hex=HEX, attack=PLAIN, defence=PLAIN, ratio=PLAIN, drm=MODIFIER, lines=LINES
    ),
    "overrun": Told(card=AFTER, units=UNITS, hex=HEX),
    "overrun fails": Told(card=AFTER, hex=HEX),
    # combat
    "declared": Told(begins="other", units=UNITS, hex=HEX, crt=TABLE),
    "refused": Told(card=BEFORE, hex=HEX),
    "no retreat marker": Told(card=BEFORE, hex=HEX),
    "check": Told(
        card=_check,
        unit=UNIT,
        what=CHECK,
        die=DIE,
        modified=MODIFIED,
        er=PLAIN,
        success=SUCCESS,
        adds=_effect,
        gave=_checked,
    ),
    "air support": Told(card=BEFORE, side=SIDE, units=UNITS),
    "odds": Told(
        begins="combat", card=BEFORE, hex=HEX, attack=PLAIN, defence=PLAIN, ratio=PLAIN, drm=MODIFIER, lines=LINES
    ),
    "odds too low": Told(card=DECIDES, attack=PLAIN, defence=PLAIN),
    "combat result": Told(card=DECIDES, die=DIE, drm=MODIFIER, result=PLAIN, at=COLUMN, gave=_result),
    "step lost": Told(card=AFTER, costs="step", unit=UNIT, hex=SOMEWHERE, points=POINTS),
    "eliminated": Told(card=AFTER, costs="unit", unit=UNIT, hex=SOMEWHERE, points=POINTS),
    "disrupted": Told(card=AFTER, units=UNITS),
    "retreats": Told(card=AFTER, units=UNITS, path=PATH),
    "no retreat": Told(card=AFTER, unit=UNIT, hex=HEX),
    "advances": Told(card=AFTER, units=UNITS, path=PATH),
    "full advance": Told(card=AFTER, side=SIDE),
    "victory": Told(closes=True, card=OPENS("victory"), points=PLAIN, side=SIDE),
}
