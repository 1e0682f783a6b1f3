"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Words
from stavka.games.luki.state import Position

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki

WORDS: Final = Words(Path(__file__).parent)

PARTS: Final = ("lines", "items", "by")
"""Values of events that say what a number is made of."""

ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def say(g: Luki, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {
        key: _bracketed(_parts(g, key, value, lang)) if key in PARTS else _word(g, event.name, key, value, lang)
        for key, value in event.values.items()
    }
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


def modifier(g: Luki, key: str, lang: str = ENGLISH) -> str:
    """The word for a modifier: a terrain, a chit, or something else."""
    if key.startswith("chit "):
        id_ = key.removeprefix("chit ")
        return chit_name(id_, next(chit.name for chit in g.chits if chit.id == id_), lang)
    return word("terrain" if key in g.terrain else "modifier", key, lang)


def item(g: Luki, what: int | str, lang: str = ENGLISH) -> str:
    """What earns VPs."""
    return word("word", what, lang) if isinstance(what, str) else place(g, what, lang)


def column(g: Luki, number: int, lang: str = ENGLISH) -> str:
    return g.crt_names[number].replace("-", ":") if number >= 0 else word("word", "below the table", lang)


def place(g: Luki, hex_: int, lang: str = ENGLISH) -> str:
    """A hex by its town and number."""
    return g.place_text(hex_, lang) if hex_ >= 0 else word("word", "off map", lang)


def _parts(g: Luki, key: str, value: Any, lang: str) -> Iterator[str]:
    """What a number is made of: modifiers, what earns VPs, chits that changed it."""
    if key == "lines":
        yield from (f"{modifier(g, what, lang)} {drm:+d}" for _, what, drm in value)
    elif key == "items":
        yield from (f"{item(g, what, lang)} {points}" for what, points in value)
    elif value:
        yield chit_names(g, value, lang)


def _bracketed(parts: Iterable[str]) -> str:
    """Parts of a sum behind it; nothing if there are none."""
    found = ", ".join(parts)
    return f" ({found})" if found else ""


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
