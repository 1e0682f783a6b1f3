"""The forms of everything that the rules tell: what each value of an event is, and what dice gave."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.events import HEX, HEXES, MODIFIER, PATH, PLAIN, UNIT, Told, Value, die, units_or
from stavka.engine.offer import members
from stavka.engine.words.forms import Listed
from stavka.games.moscow.words import SEQUENCES, WEATHER, WORDS, marker, word

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.state import Position


def one_of(table: str, *names: str) -> Value:
    """The number of a word in a table."""
    return Value(lambda g, s, value, lang: word(table, names[value], lang))


def _place(g: Moscow, s: Position, hex_: int, lang: str) -> str:
    return g.place(hex_, lang) if hex_ >= 0 else word("word", "off map", lang)


def _column(g: Moscow, s: Position, at: tuple[int, int], lang: str) -> str:
    table, column = at
    return g.crt_names[table][column] if column >= 0 else WORDS.say(lang, "scene", "below the table")


# -- what dice gave ---------------------------------------------------------------------------------------------------


def _result(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return str(values["result"])


def _success(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return word("word", "passed" if values["success"] else "failed", lang)


def _fuel_units(g: Moscow, values: Mapping[str, Any], lang: str) -> str:
    return WORDS.say(lang, "scene", "fuel units", number=values["number"])


# -- values -----------------------------------------------------------------------------------------------------------

DIE: Final = die(10)
MODIFIED: Final = Value(role="modified")
UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))
SOMEWHERE: Final = Value(_place, hexes=HEX.hexes)
"""A hex, or -1 off the map."""
SIDE: Final = Value(lambda g, s, value, lang: WORDS.side("side", g.sides[value], lang))
TABLE: Final = one_of("table", "assault", "mobile")
SUCCESS: Final = one_of("word", "failed", "passed")
COLUMN: Final = Value(_column, role="column")
"""A CRT and one of its columns."""
CHECK: Final = Value(lambda g, s, value, lang: word("check", value, lang))
FORMATION: Final = Value(lambda g, s, value, lang: g.formations[value].label)
FORMATIONS: Final = Value(lambda g, s, value, lang: Listed.make(g.formations[each].label for each in members(value)))
MARKER: Final = Value(lambda g, s, value, lang: marker(g, value, lang))

# -- events -----------------------------------------------------------------------------------------------------------

EVENTS: Final[Mapping[str, Told]] = {
    # the Strategic Segment
    "turn": Told(turn=PLAIN),
    "set up": Told(unit=UNIT, hex=HEX),
    "weather": Told(weather=one_of("weather", *WEATHER)),
    "fuel supply": Told(die=DIE, drm=MODIFIER, number=PLAIN, gave=_fuel_units),
    "group called": Told(side=SIDE, group=PLAIN),
    "reserve": Told(side=SIDE, formation=FORMATION),
    "emergency supply": Told(units=UNITS),
    "out of supply": Told(units=UNITS),
    "initiative": Told(german=PLAIN, soviet=PLAIN),
    "first player": Told(side=SIDE),
    "leaves out": Told(side=SIDE, marker=MARKER),
    # Operations Sequences
    "draws": Told(side=SIDE, marker=MARKER),
    "passes": Told(side=SIDE),
    "tries to combine": Told(side=SIDE, marker=MARKER),
    "combining": Told(side=SIDE, die=DIE, drm=MODIFIER, success=SUCCESS, gave=_success),
    "nobody to activate": Told(side=SIDE, marker=MARKER),
    "sequence": Told(side=SIDE, formations=FORMATIONS, sequence=one_of("sequence", *SEQUENCES)),
    "fuel spent": Told(unit=UNIT, formation=FORMATION),
    "fuel left": Told(units=UNITS),
    "army unit": Told(unit=UNIT, formation=FORMATION),
    "builds": Told(unit=UNIT, hex=HEX),
    "works given up": Told(units=UNITS),
    "strongpoint": Told(hex=HEX),
    "strongpoints razed": Told(hexes=HEXES),
    "lines fall": Told(hexes=HEXES),
    # movement
    "moves": Told(units=UNITS, path=PATH, left=PLAIN),
    "enters": Told(unit=UNIT, hex=HEX, left=PLAIN),
    "relieved": Told(unit=UNIT),
    "low fuel": Told(unit=UNIT),
    "excess": Told(unit=UNIT, hex=HEX),
    "overrun odds": Told(hex=HEX, attack=PLAIN, defence=PLAIN, ratio=PLAIN, drm=MODIFIER),
    "overrun": Told(units=UNITS, hex=HEX),
    "overrun fails": Told(hex=HEX),
    # combat
    "declared": Told(units=UNITS, hex=HEX, crt=TABLE),
    "refused": Told(hex=HEX),
    "no retreat marker": Told(hex=HEX),
    "check": Told(unit=UNIT, what=CHECK, die=DIE, modified=MODIFIED, er=PLAIN, success=SUCCESS, gave=_success),
    "air support": Told(side=SIDE, units=UNITS),
    "odds": Told(hex=HEX, attack=PLAIN, defence=PLAIN, ratio=PLAIN, drm=MODIFIER),
    "odds too low": Told(attack=PLAIN, defence=PLAIN),
    "combat result": Told(die=DIE, drm=MODIFIER, result=PLAIN, at=COLUMN, gave=_result),
    "step lost": Told(unit=UNIT, hex=SOMEWHERE),
    "eliminated": Told(unit=UNIT, hex=SOMEWHERE),
    "disrupted": Told(units=UNITS),
    "retreats": Told(units=UNITS, path=PATH),
    "no retreat": Told(unit=UNIT, hex=HEX),
    "advances": Told(units=UNITS, path=PATH),
    "full advance": Told(side=SIDE),
    "victory": Told(points=PLAIN, side=SIDE),
}
