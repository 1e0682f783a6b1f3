"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from stavka.engine.words import ENGLISH, Message, Words

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

WORDS: Final = Words(Path(__file__).parent)
MARKERS: Final = ("offensive", "defensive")


# -- what steps say -------------------------------------------------------------------------------------------------


ask, because, word = WORDS.ask, WORDS.because, WORDS.word


def chit_name(g: Traces, kind: int) -> Message:
    """A chit's label, which other languages may have a word for."""
    label = g.chits[kind].label
    return Message.make(label, "chit", label, {})


# -- what the buttons say -------------------------------------------------------------------------------------------


def option(g: Traces, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = WORDS.find(lang, "option", key)
    if known is not None:
        return known
    if key.startswith("bid-"):
        return key[4:]
    label = chit(g, [chit.id for chit in g.chits].index(key.removeprefix("hold-")), lang)
    return WORDS.say(lang, "word", "hold", chit=label) if key.startswith("hold-") else label


# -- words ----------------------------------------------------------------------------------------------------------


def chit(g: Traces, kind: int, lang: str = ENGLISH) -> str:
    return word("chit", g.chits[kind].label, lang)


def month(g: Traces, turn: int, lang: str = ENGLISH) -> str:
    return word("month", g.months[turn], lang)


def column(g: Traces, number: int, lang: str = ENGLISH) -> str:
    """A column of the CRT; -1 is none."""
    return g.crt_names[number] if number >= 0 else word("word", "below", lang)
