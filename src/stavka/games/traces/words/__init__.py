"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, Message, Words
from stavka.games.traces.state import Position

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


# -- what the log and the buttons say -------------------------------------------------------------------------------


def say(g: Traces, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, s, key, value, lang) for key, value in event.values.items()}
    if event.name == "mode":
        values["mode"] = option(g, "movement-combat" if event.values["movement_first"] else "combat-movement", lang)
    return WORDS.say(lang, "event", event.name, **values)


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


def _word(g: Traces, s: Position, key: str, value: Any, lang: str) -> object:
    if key in ("unit", "old"):
        return g.label(s, value)
    if key in ("units", "oos", "isolated", "hqs"):
        nobody = word("word", "no hqs" if key == "hqs" else "none", lang)
        return ", ".join(g.label(s, unit) for unit in members(value)) or nobody
    if key == "hex":
        return g.place_text(value, lang)
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "chit":
        return chit(g, value, lang)
    if key in ("column", "ratio"):
        return column(g, value, lang)
    if key == "side":
        return word("owner", g.sides[value], lang)
    if key == "kind":
        return word("marker", MARKERS[value], lang)
    if key == "result":
        return word("result", value, lang)
    if key == "bids":
        return ", ".join(map(str, value))
    if key == "threshold":
        return value / 4
    return value
