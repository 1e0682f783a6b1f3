"""Events, options and the words that stand in them; a language is one file beside this one.

English decides which keys there are and which {names} a sentence has: a file that differs is refused when it is loaded.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any, Final

from stavka.engine.offer import members
from stavka.engine.state import Event
from stavka.games.traces.position import Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

Language = Mapping[str, Mapping[str, str]]
"""Tables of words by key."""

FOLDER: Final = Path(__file__).parent
ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, *sorted(path.stem for path in FOLDER.glob("*.toml") if path.stem != ENGLISH))
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


# -- sentences ------------------------------------------------------------------------------------------------------


def say(g: Traces, s: Position, event: Event, lang: str = ENGLISH) -> str:
    """An event as a sentence."""
    values = {key: _word(g, s, key, value, lang) for key, value in event.values.items()}
    if event.name == "mode":
        values["mode"] = option(g, "movement-combat" if event.values["movement_first"] else "combat-movement", lang)
    return language(lang)["event"][event.name].format(**values)


def option(g: Traces, key: str, lang: str = ENGLISH) -> str:
    """The words on an option's button."""
    known = language(lang)["option"]
    if key in known:
        return known[key]
    if key.startswith("bid-"):
        return key[4:]
    label = chit(g, [chit.id for chit in g.chits].index(key.removeprefix("hold-")), lang)
    return language(lang)["word"]["hold"].format(chit=label) if key.startswith("hold-") else label


# -- words ----------------------------------------------------------------------------------------------------------


def word(table: str, key: str, lang: str = ENGLISH) -> str:
    """A word of one of the tables; what the table does not have, as an overlay may say it, stands as it is."""
    return language(lang)[table].get(key, key)


def chit(g: Traces, kind: int, lang: str = ENGLISH) -> str:
    return word("chit", g.chits[kind].label, lang)


def month(g: Traces, turn: int, lang: str = ENGLISH) -> str:
    return word("month", g.months[turn], lang)


def number(value: float, lang: str = ENGLISH) -> str:
    return f"{value:g}".replace(".", word("word", "decimal", lang))


def place(g: Traces, hex_: int) -> str:
    """A hex by its number and its town; names of towns are the same in all languages."""
    printed = g.grid.number(hex_)
    name = g.place_names.get(hex_)
    return f"{name} ({printed})" if name else printed


def _word(g: Traces, s: Position, key: str, value: Any, lang: str) -> str:
    if key in ("unit", "old"):
        return g.label(s, value)
    if key in ("units", "oos", "isolated", "hqs"):
        nobody = word("word", "no hqs" if key == "hqs" else "none", lang)
        return ", ".join(g.label(s, unit) for unit in members(value)) or nobody
    if key == "hex":
        return place(g, value)
    if key == "path":
        return "-".join(g.grid.number(hex_) for hex_ in value)
    if key == "chit":
        return chit(g, value, lang)
    if key in ("column", "ratio"):
        return g.crt_names[value] if value >= 0 else word("word", "below", lang)
    if key == "side":
        return word("owner", g.sides[value], lang)
    if key == "kind":
        return word("marker", MARKERS[value], lang)
    if key == "result":
        return word("result", value, lang)
    if key == "bids":
        return ", ".join(map(str, value))
    if key in ("points", "threshold"):
        return number(value / (4 if key == "threshold" else 1), lang)
    return str(value)
