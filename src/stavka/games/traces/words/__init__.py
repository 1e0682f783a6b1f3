"""Prompts, reasons, events, options and the words that stand in them; a language is one file beside this one.

English decides which keys there are and which {names} a sentence has: `language` refuses a file that differs, which a
test asks of every language. In play, what a language lacks is said in English."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import Reason, members
from stavka.engine.state import Event
from stavka.engine.words import ENGLISH, LANGUAGES, Message, Words
from stavka.games.traces.position import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

Language = Mapping[str, Mapping[str, str]]
"""Tables of words by key."""

FOLDER: Final = Path(__file__).parent
WORDS: Final = Words(FOLDER)
MARKERS: Final = ("offensive", "defensive")


class LanguageError(ValueError):
    """There is no such language, or its file does not say the same things as the English one."""


# -- languages ------------------------------------------------------------------------------------------------------


@cache
def language(lang: str = ENGLISH) -> Language:
    """Everything that is said in a language, checked against English."""
    if lang not in LANGUAGES:
        raise LanguageError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
    found: Language = tomllib.loads((FOLDER / f"{lang}.toml").read_text("utf-8"))
    faults = list(differences(language(), found)) if lang != ENGLISH else []
    if faults:
        raise LanguageError(f"{lang}.toml: {'; '.join(faults)}")
    return found


def differences(english: Language, other: Language) -> Iterator[str]:
    """What a language lacks, has too much, or fills in with other names."""
    wanted = {(table, key): text for table, words in english.items() for key, text in words.items()}
    found = {(table, key): text for table, words in other.items() for key, text in words.items()}
    for table, key in wanted.keys() ^ found.keys():
        yield f"[{table}] {key!r} is {'missing' if (table, key) in wanted else 'not in English'}"
    for (table, key), text in found.items():
        names = placeholders(wanted.get((table, key), text))
        if placeholders(text) != names:
            yield f"[{table}] {key!r}: expected the names {sorted(names)}, found {sorted(placeholders(text))}"


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# -- what steps say -------------------------------------------------------------------------------------------------


def ask(key: str, **values: object) -> Message:
    """The prompt of a step."""
    return WORDS.message("prompt", key, **values)


def because(rule: str, key: str, **values: object) -> Reason:
    """Why something cannot be picked."""
    return Reason(rule, WORDS.message("reason", key, **values))


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


def word(table: str, key: str, lang: str = ENGLISH) -> str:
    """A word of one of the tables; what the table does not have, as an overlay may say it, stands as it is."""
    return WORDS.find(lang, table, key) or key


def chit(g: Traces, kind: int, lang: str = ENGLISH) -> str:
    return word("chit", g.chits[kind].label, lang)


def month(g: Traces, turn: int, lang: str = ENGLISH) -> str:
    return word("month", g.months[turn], lang)


def column(g: Traces, number: int, lang: str = ENGLISH) -> str:
    """A column of the CRT; -1 is none."""
    return g.crt_names[number] if number >= 0 else word("word", "below", lang)


def place(g: Traces, hex_: int, lang: str = ENGLISH) -> str:
    """A hex by its number and its town, if it has one."""
    printed, name = g.grid.number(hex_), place_name(g, hex_, lang)
    return f"{name} ({printed})" if name else printed


def place_name(g: Traces, hex_: int, lang: str = ENGLISH) -> str:
    return g.place_languages.get(hex_, {}).get(lang) or g.place_names.get(hex_, "")


def _word(g: Traces, s: Position, key: str, value: Any, lang: str) -> object:
    if key in ("unit", "old"):
        return g.label(s, value)
    if key in ("units", "oos", "isolated", "hqs"):
        nobody = word("word", "no hqs" if key == "hqs" else "none", lang)
        return ", ".join(g.label(s, unit) for unit in members(value)) or nobody
    if key == "hex":
        return place(g, value, lang)
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
