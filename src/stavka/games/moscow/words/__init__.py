"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from stavka.engine.words import ENGLISH, Words
from stavka.games.moscow.counters import NO_FORMATION

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

WORDS: Final = Words(Path(__file__).parent)
WEATHER: Final = ("dry", "cloudy", "rain")
SEQUENCES: Final = ("none", "mobile", "assault")

ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def option(g: Moscow, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    name = next(f.name for f in g.formations if f.id == key.removeprefix("formation-"))
    return word("formation", name, lang)


def half_day(turn: str, lang: str = ENGLISH) -> str:
    """A turn by its name on the track, such as 15AM, as a date: AM and PM are halves of the day, not hours."""
    return WORDS.say(lang, "word", f"date {turn[-2:].lower()}", day=turn[:-2])


def marker(g: Moscow, marker: int, lang: str = ENGLISH) -> str:
    """An AM in a sentence: its Formation's label, or the words for the special one."""
    formation = g.marker_of[marker]
    if formation != NO_FORMATION:
        return g.formations[formation].label
    return WORDS.spoken("word", "special marker", lang)
