"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Words
from stavka.games.luki.position import Position

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

WORDS: Final = Words(Path(__file__).parent)

ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def say(g: Luki, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, event.name, key, value, lang) for key, value in event.values.items()}
    return WORDS.say(lang, "event", event.name, **values)


def option(g: Luki, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    chit = next((chit for chit in g.chits if chit.id == key), None)
    return chit_name(chit.id, chit.name, lang) if chit is not None else key


def chit_name(key: str, name: str, lang: str = ENGLISH) -> str:
    return WORDS.find(lang, "chit", key) or name


def chit_names(g: Luki, chits: int, lang: str = ENGLISH) -> str:
    names = [chit_name(g.chits[chit].id, g.chits[chit].name, lang) for chit in members(chits)]
    return ", ".join(names) or word("word", "no chits", lang)


def column(g: Luki, number: int, lang: str = ENGLISH) -> str:
    return g.crt_names[number].replace("-", ":") if number >= 0 else word("word", "below the table", lang)


def place(g: Luki, hex_: int, lang: str = ENGLISH) -> str:
    """A hex by its town and number."""
    return g.place_text(hex_, lang) if hex_ >= 0 else word("word", "off map", lang)


def _word(g: Luki, event: str, key: str, value: Any, lang: str) -> object:
    if key == "unit":
        return g.labels[value]
    if key in ("units", "defenders"):
        return ", ".join(g.labels[unit] for unit in members(value)) or word("word", "none", lang)
    if key == "hex":
        return place(g, value, lang)
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "column":
        return column(g, value, lang)
    if key == "side":
        return word("owner", g.sides[value], lang)
    if key == "chits" or event == "chits":
        return chit_names(g, value, lang)
    if key == "space":
        return word("condition", g.conditions[value].name, lang)
    if key == "event":
        return word("random", g.events[value].name, lang)
    if key == "first":
        return word("option", "move-fight" if value else "fight-move", lang)
    if key == "result":
        return word("result", value, lang)
    if key == "drm":
        return f"{value:+d}"
    return value
