"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Words
from stavka.games.zitadelle.state import Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

WORDS: Final = Words(Path(__file__).parent)
OUTCOMES: Final = ("nothing", "disrupted", "step lost")


# -- what steps say -------------------------------------------------------------------------------------------------


ask, because, word = WORDS.ask, WORDS.because, WORDS.word


# -- what the log and the buttons say -------------------------------------------------------------------------------


def say(g: Zitadelle, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: SAID[key](g, value, lang) if key in SAID else value for key, value in event.values.items()}
    if event.name == "loss check":
        values.update(total=event.values["dice"] + event.values["drm"], lethal=g.lethal)
    return WORDS.say(lang, "event", event.name, **values)


def option(g: Zitadelle, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    army = next(f for f in g.formations if f.id == key.removeprefix("bomb-"))
    return WORDS.say(lang, "word", "bomb", formation=army.label)


# -- words ----------------------------------------------------------------------------------------------------------


def _units(g: Zitadelle, value: int, lang: str) -> str:
    return ", ".join(g.labels[unit] for unit in members(value)) or word("word", "none", lang)


def _left(g: Zitadelle, value: int, lang: str) -> str:
    return WORDS.say(lang, "word", "points left" if value else "no points left", left=value)


SAID: Final[Mapping[str, Callable[[Any, Any, str], object]]] = {
    "unit": lambda g, value, lang: g.labels[value],
    "host": lambda g, value, lang: g.labels[value],
    "units": _units,
    "hex": lambda g, value, lang: g.place_text(value, lang),
    "hexes": lambda g, value, lang: ", ".join(g.place_text(hex_, lang) for hex_ in members(value)),
    "path": lambda g, value, lang: "-".join(g.grid.number(hex_) for hex_ in value),
    "column": lambda g, value, lang: g.crt_names[value],
    "ratio": lambda g, value, lang: g.crt_names[value],
    "side": lambda g, value, lang: word("owner", g.sides[value], lang),
    "formation": lambda g, value, lang: g.formations[value].label,
    "result": lambda g, value, lang: word("result", value, lang),
    "what": lambda g, value, lang: word("check", OUTCOMES[value], lang),
    "hit": lambda g, value, lang: word("word", "hit" if value else "no hit", lang),
    "success": lambda g, value, lang: word("word", "success" if value else "no success", lang),
    "alternative": lambda g, value, lang: word("option", "alternative" if value else "standard", lang),
    "left": _left,
    "own": lambda g, value, lang: f" {word('word', 'own side', lang)}" if value else "",
}
"""How the values of events are said; the others stand as they are."""
