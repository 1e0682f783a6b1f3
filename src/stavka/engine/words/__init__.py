"""Sentences in several languages. A language is one file of tables, `{names}` in its sentences being filled in.

A game has a folder of such files; what the engine says itself is in the files beside this one. What a language lacks is
said in English."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es", "fr")

Tables = dict[str, dict[str, str]]


class Message(str):
    """A sentence in English that can be said in another language: it remembers where it comes from and its values.

    A value may be a message itself; it is then said in the same language."""

    __slots__ = ("key", "table", "values")

    table: str
    key: str
    values: Mapping[str, object]

    @classmethod
    def make(cls, text: str, table: str, key: str, values: Mapping[str, object]) -> Message:
        message = cls(text)
        message.table, message.key, message.values = table, key, values
        return message


class Words:
    """The sentences of a game (without a folder: only what the engine says)."""

    def __init__(self, folder: Path | None = None) -> None:
        own = Path(__file__).parent
        self.folders = [own] if folder is None else [own, folder]
        self.known: dict[str, Tables] = {}

    def tables(self, lang: str) -> Tables:
        """All sentences of a language, English ones where it has none."""
        lang = known_language(lang)
        if lang not in self.known:
            tables: Tables = {}
            for name in dict.fromkeys((ENGLISH, lang)):
                for folder in self.folders:
                    for table, sentences in read_language(folder, name).items():
                        tables.setdefault(table, {}).update(sentences)
            self.known[lang] = tables
        return self.known[lang]

    def find(self, lang: str, table: str, key: str) -> str | None:
        return self.tables(lang).get(table, {}).get(key)

    def say(self, lang: str, table: str, key: str, **values: object) -> str:
        return self.fill(self.tables(lang)[table][key], lang, values)

    def message(self, table: str, key: str, **values: object) -> Message:
        return Message.make(self.say(ENGLISH, table, key, **values), table, key, values)

    def translate(self, text: str, lang: str) -> str:
        """A message in a language; any other text as it is."""
        if lang == ENGLISH or not isinstance(text, Message):
            return str(text)
        values = {name: self.translate(v, lang) if isinstance(v, str) else v for name, v in text.values.items()}
        template = self.find(lang, text.table, text.key)
        return str(text) if template is None else self.fill(template, lang, values)

    def fill(self, template: str, lang: str, values: Mapping[str, object]) -> str:
        """A sentence with its values in it."""
        shown = {name: self.number(v, lang) if isinstance(v, float) else v for name, v in values.items()}
        return template.format(**shown).rstrip() if values else template

    def number(self, value: float, lang: str = ENGLISH) -> str:
        """A number as it is written in a language: 3.5, 3,5."""
        return f"{value:g}".replace(".", self.tables(lang)["engine"]["decimal"])


def known_language(lang: str) -> str:
    """The language itself, or English where there is no such language."""
    return lang if lang in LANGUAGES else ENGLISH


@cache
def read_language(folder: Path, lang: str) -> Tables:
    path = folder / f"{lang}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


ENGINE: Final = Words()
