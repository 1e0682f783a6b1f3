"""Sentences in several languages. A language is one file of tables, and the `{names}` in its sentences are filled in.

A game has a folder of such files; the sentences of the engine itself are in the files beside this module. English
decides which keys there are and which {names} a sentence has: `Words.language` refuses a file that differs, and a test
checks all languages of all games. In play, a sentence that a language lacks is said in English.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

from stavka.engine.offer import Reason
from stavka.engine.words.forms import Side, Spoken, filled, said
from stavka.engine.words.names import numbers, pattern

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es", "fr")

Tables = dict[str, dict[str, str]]


class LanguageError(ValueError):
    """There is no such language, or its file does not have the same sentences as the English one."""


class Message(str):
    """A sentence in English that can be said in another language, because it keeps its table, its key and its values.

    A value may itself be a message, or a `Spoken` one; it is then said in the same language.
    """

    __slots__ = ("key", "table", "values")

    table: str
    key: str
    values: Mapping[str, object]

    @classmethod
    def make(cls, text: str, table: str, key: str, values: Mapping[str, object]) -> Message:
        """A message with its English text, its table and key, and its values."""
        message = cls(text)
        message.table, message.key, message.values = table, key, values
        return message


class Words:
    """The sentences of a game, or those of the engine alone if no folder is given."""

    def __init__(self, folder: Path | None = None) -> None:
        own = Path(__file__).parent
        self.folders = [own] if folder is None else [own, folder]
        self.known: dict[str, Tables] = {}

    def tables(self, lang: str) -> Tables:
        """All sentences of a language, with the English one wherever the language lacks a sentence."""
        lang = known_language(lang)
        if lang not in self.known:
            tables: Tables = {}
            for name in dict.fromkeys((ENGLISH, lang)):
                for folder in self.folders:
                    for table, sentences in read_language(folder, name).items():
                        tables.setdefault(table, {}).update(sentences)
            self.known[lang] = tables
        return self.known[lang]

    def language(self, lang: str = ENGLISH) -> Tables:
        """The game's own sentences in a language, checked against English."""
        if lang not in LANGUAGES:
            raise LanguageError(f"no language {lang!r}; there are {', '.join(LANGUAGES)}")
        found = read_language(self.folders[-1], lang)
        faults = list(differences(self.language(), found)) if lang != ENGLISH else []
        if faults:
            raise LanguageError(f"{lang}.toml: {'; '.join(faults)}")
        return found

    def find(self, lang: str, table: str, key: str) -> str | None:
        """A sentence of a table with its {names} not filled in; None if the table does not have it."""
        return self.tables(lang).get(table, {}).get(key)

    def say(self, lang: str, table: str, key: str, **values: object) -> str:
        """A sentence of a table in a language, with its values filled in."""
        return self.fill(self.tables(lang)[table][key], lang, values)

    def message(self, table: str, key: str, **values: object) -> Message:
        """A sentence of a table as a message, which can be said in another language later."""
        return Message.make(self.say(ENGLISH, table, key, **values), table, key, values)

    def ask(self, key: str, **values: object) -> Message:
        """The prompt of a step."""
        return self.message("prompt", key, **values)

    def because(self, rule: str, key: str, **values: object) -> Reason:
        """The reason why something cannot be picked."""
        return Reason(rule, self.message("reason", key, **values))

    def side(self, table: str, key: str, lang: str = ENGLISH) -> Side:
        """A side from a table, [side] or [owner]; a sentence may use another form of it from the table [form]."""
        side = Side(self.word(table, key, lang))
        side.said = lambda other: self.side(table, key, other)
        side.form = lambda form: self.tables(lang)["form"][f"{key} {form}"]
        return side

    def word(self, table: str, key: str, lang: str = ENGLISH) -> str:
        """A word of one of the tables. A word that the table lacks, as one from an overlay may be, is returned
        unchanged."""
        return self.find(lang, table, key) or key

    def spoken(self, table: str, key: str, lang: str = ENGLISH) -> Spoken:
        """A word of one of the tables as a value that a sentence says in its own language."""
        return Spoken.make(self.word(table, key, lang), lambda other: self.word(table, key, other))

    def label(self, text: str) -> Spoken:
        """The short name of a unit, which a language may translate."""
        return Spoken.make(text, lambda lang: self.unit_name(text, lang))

    def unit_name(self, name: str, lang: str) -> str:
        """The name of a unit or a formation. A name for whose pattern the language has no words is returned as the data
        have it."""
        template = None if lang == ENGLISH else self.find(lang, "unit", pattern(name))
        return str(name) if template is None else template.format(*numbers(name, self.tables(lang)["ordinal"]))

    def translate(self, text: str, lang: str) -> str:
        """A message in a language; any other text unchanged."""
        if lang == ENGLISH or not isinstance(text, Message):
            return str(text)
        template = self.find(lang, text.table, text.key)
        return str(text) if template is None else self.fill(template, lang, text.values)

    def value(self, value: object, lang: str) -> object:
        """A value of a sentence, as text in a language."""
        if isinstance(value, str):
            return said(value, lang) if isinstance(value, Spoken) else self.translate(value, lang)
        return value

    def fill(self, template: str, lang: str, values: Mapping[str, object]) -> str:
        """A sentence with its values filled in, each said in the language of the sentence."""
        if lang != ENGLISH:
            values = {name: self.value(v, lang) for name, v in values.items()}
        shown = {name: self.number(v, lang) if isinstance(v, float) else v for name, v in values.items()}
        return filled(template, lang, shown, values).rstrip() if values else template

    def number(self, value: float, lang: str = ENGLISH) -> str:
        """A number as it is written in a language: 3.5 or 3,5."""
        return f"{value:g}".replace(".", self.tables(lang)["engine"]["decimal"])


def known_language(lang: str) -> str:
    """The language itself if it is known, else English."""
    return lang if lang in LANGUAGES else ENGLISH


def differences(english: Tables, other: Tables) -> Iterator[str]:
    """The differences of a language from English: missing sentences, superfluous ones, and those with other names to
    fill in."""
    wanted = {(table, key): text for table, words in english.items() for key, text in words.items()}
    found = {(table, key): text for table, words in other.items() for key, text in words.items()}
    for table, key in wanted.keys() ^ found.keys():
        yield f"[{table}] {key!r} is {'missing' if (table, key) in wanted else 'not in English'}"
    for (table, key), text in found.items():
        names = placeholders(wanted.get((table, key), text))
        if placeholders(text) != names:
            yield f"[{table}] {key!r}: expected the names {sorted(names)}, found {sorted(placeholders(text))}"


def placeholders(text: str) -> set[str]:
    """The {names} in a sentence that are to be filled in."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@cache
def read_language(folder: Path, lang: str) -> Tables:
    """The sentences in a folder for a language; empty if it does not have a file."""
    path = folder / f"{lang}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


ENGINE: Final = Words()
