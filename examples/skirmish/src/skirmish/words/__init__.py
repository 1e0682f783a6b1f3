"""The words of the game: a language is one file beside this one. The forms say what the values of each event are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from stavka.engine.events import AFTER, DECIDES, HEX, OPENS, PATH, PLAIN, UNIT, Told, Value, die, units_or
from stavka.engine.words import Words

WORDS: Final = Words(Path(__file__).parent)

ask, because, word = WORDS.ask, WORDS.because, WORDS.word

SIDE: Final = Value(lambda g, s, side, lang: word("side", g.sides[side], lang))
AREA: Final = Value(lambda g, s, area, lang: word("area", str(area), lang))
COLUMN: Final = Value(lambda g, s, column, lang: column_name(g, column), role="column")
RESULT: Final = Value(lambda g, s, result, lang: word("combat", result, lang))
OUTCOME: Final = Value(lambda g, s, result, lang: word("result", result, lang))
UNITS: Final = units_or(lambda g, lang: word("word", "none", lang))


def column_name(g: Any, column: int) -> str:
    name: str = g.crt[column].id
    return name.replace("-", ":")


def gave(g: Any, values: Mapping[str, Any], lang: str) -> str:
    """The result of the combat die."""
    return word("combat", values["result"], lang)


EVENTS: Final = {
    "turn": Told(card=OPENS("turn"), turn=PLAIN),
    "planned": Told(),
    "unsupplied": Told(card=OPENS("supply"), units=UNITS),
    "announced": Told(card=OPENS("reinforcements"), side=SIDE, area=AREA),
    "arrives": Told(unit=UNIT, hex=HEX),
    "moves": Told(unit=UNIT, path=PATH),
    "attack": Told(card=OPENS("combat"), hex=HEX, units=UNITS, defenders=UNITS),
    "combat die": Told(card=DECIDES, die=die(6), column=COLUMN, result=RESULT, gave=gave),
    "step lost": Told(card=AFTER, unit=UNIT, hex=HEX),
    "eliminated": Told(card=AFTER, unit=UNIT, hex=HEX),
    "retreats": Told(card=AFTER, unit=UNIT, hex=HEX),
    "advances": Told(card=AFTER, unit=UNIT, hex=HEX),
    "victory": Told(card=OPENS("victory"), points=PLAIN, result=OUTCOME),
}
