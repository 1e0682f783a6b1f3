"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Words
from stavka.games.zitadelle.position import Position

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

WORDS: Final = Words(Path(__file__).parent)
OUTCOMES: Final = ("nothing", "disrupted", "step lost")


# -- what steps say -------------------------------------------------------------------------------------------------


ask, because, word = WORDS.ask, WORDS.because, WORDS.word


# -- what the log and the buttons say -------------------------------------------------------------------------------


def say(g: Zitadelle, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, key, value, lang) for key, value in event.values.items()}
    return WORDS.say(lang, "event", event.name, **values)


def option(g: Zitadelle, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    army = next(f for f in g.formations if f.id == key.removeprefix("bomb-"))
    return WORDS.say(lang, "word", "bomb", formation=army.label)


# -- words ----------------------------------------------------------------------------------------------------------


def _word(g: Zitadelle, key: str, value: Any, lang: str) -> object:
    if key in ("unit", "host"):
        return g.labels[value]
    if key == "units":
        return ", ".join(g.labels[unit] for unit in members(value)) or word("word", "none", lang)
    if key == "hex":
        return g.place_text(value, lang)
    if key == "hexes":
        return ", ".join(g.place_text(hex_, lang) for hex_ in members(value))
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key in ("column", "ratio"):
        return g.crt_names[value]
    if key == "side":
        return word("owner", g.sides[value], lang)
    if key == "formation":
        return g.formations[value].label
    if key == "result":
        return word("result", value, lang)
    if key == "what":
        return word("check", OUTCOMES[value], lang)
    if key in ("hit", "success"):
        return word("word", key if value else f"no {key}", lang)
    if key == "alternative":
        return word("option", "alternative" if value else "standard", lang)
    return value
