"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Words
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.state import Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

WORDS: Final = Words(Path(__file__).parent)
WEATHER: Final = ("dry", "cloudy", "rain")
SEQUENCES: Final = ("none", "mobile", "assault")
LISTED: Final = {
    "side": ("side", ("german", "soviet")),
    "weather": ("weather", WEATHER),
    "sequence": ("sequence", SEQUENCES),
    "crt": ("table", ("assault", "mobile")),
    "success": ("word", ("failed", "passed")),
}
"""Values that are numbers of a word in a table."""

ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def say(g: Moscow, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, key, value, lang) for key, value in event.values.items()}
    return WORDS.say(lang, "event", event.name, **values)


def option(g: Moscow, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    name = next(f.name for f in g.formations if f.id == key.removeprefix("formation-"))
    return word("formation", name, lang)


def marker(g: Moscow, marker: int, lang: str = ENGLISH) -> str:
    """An AM as it stands in a sentence: its Formation's label, or that it is the special one. In a prompt, where the
    language is not known yet, a message."""
    formation = g.marker_of[marker]
    if formation != NO_FORMATION:
        return g.formations[formation].label
    return WORDS.message("word", "special marker") if lang == ENGLISH else word("word", "special marker", lang)


def _word(g: Moscow, key: str, value: Any, lang: str) -> object:
    """A value of an event as it stands in a sentence."""
    if key == "units":
        return g.names_of(value) or word("word", "none", lang)
    if key in ("hex", "hexes", "path"):
        return _where(g, key, value, lang)
    if key in LISTED:
        table, names = LISTED[key]
        return word(table, names[value], lang)
    plain: dict[str, Callable[[], str]] = {
        "unit": lambda: g.labels[value],
        "formation": lambda: g.formations[value].label,
        "formations": lambda: ", ".join(g.formations[f].label for f in members(value)),
        "marker": lambda: marker(g, value, lang),
        "what": lambda: word("check", value, lang),
        "drm": lambda: f"{value:+d}",
    }
    return plain[key]() if key in plain else value


def _where(g: Moscow, key: str, value: Any, lang: str) -> str:
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "hexes":
        return ", ".join(g.place_text(hex_, lang) for hex_ in members(value))
    return g.place_text(value, lang) if value >= 0 else word("word", "off map", lang)
