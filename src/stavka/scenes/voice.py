"""The words for what is on the table, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar

from stavka.engine import kinds
from stavka.engine.kinds import Unit, numbered
from stavka.engine.machine import Game
from stavka.engine.words import ENGLISH
from stavka.engine.words.forms import Side
from stavka.hexes import Hex
from stavka.scenes.keeping import Shared
from stavka.scenes.scene import Box, Line

G = TypeVar("G", bound=Game[Any])
MOST_KNOWN: Final = 4096
"""The most sentences that a voice remembers."""


class Voice(Generic[G]):
    """A game and the language in which it is shown."""

    def __init__(self, g: G, lang: str = ENGLISH) -> None:
        self.g, self.lang = g, lang
        self.known: dict[object, str] = {}
        """The sentences with plain values and sides that have been said."""
        self.unit_names: dict[str, str] = {}
        self.boxes: Shared[Box] = Shared(MOST_KNOWN)
        """The boxes with units that have been shown."""
        self.sides = {side: g.words.side("side", key, lang) for side, key in numbered(g.sides)}
        self.owners = {side: g.words.side("owner", key, lang) for side, key in numbered(g.sides)}
        self.rules = g.catalogue.nearest(lang).rules
        hexes = g.grid.bits(g.grid.all)
        self.names = {hex_: name for hex_ in hexes if (name := g.place_name(hex_, lang))}
        self.hexes = {hex_: f"{g.grid.number(hex_)} {self.names.get(hex_, '')}".rstrip() for hex_ in hexes}

    def __call__(self, key: str, **values: object) -> str:
        """A sentence about the table. Those with plain values, such as the note on a unit, are often said again."""
        content: list[object] = [key, *values]
        for value in values.values():
            kind = type(value)
            if kind is str or kind is int:
                content.append(value)
            elif isinstance(value, Side):
                content.append(value.form)  # two sides may be written alike, and their forms differ
            else:
                return self.said(key, values)
        name = tuple(content)
        known = self.known.get(name)
        if known is None:
            if len(self.known) >= MOST_KNOWN:
                self.known.clear()
            known = self.known[name] = self.said(key, values)
        return known

    def said(self, key: str, values: Mapping[str, object]) -> str:
        return self.g.words.say(self.lang, "scene", key, **values)

    def word(self, table: str, key: str) -> str:
        """The word for something; if there is none, the name in the data."""
        return self.g.words.word(table, key, self.lang)

    def line(self, rule: str, text: str, value: float) -> Line:
        return {"rule": rule, "text": text, "value": value}

    def listed(self, names: Iterable[str], nothing: str = "none") -> str:
        return ", ".join(names) or self.word("word", nothing)

    def together(self, names: Sequence[str], nobody: str) -> str:
        """Names with commas and an "and" before the last."""
        if not names:
            return self.word("word", nobody)
        *others, last = names
        return f"{', '.join(others)} {self.word('word', 'and')} {last}" if others else last

    def parted(self, parts: Iterable[str]) -> str:
        """Parts of a sentence that may contain commas."""
        return self.word("engine", "semicolon").join(parts)

    def about(self, name: str, text: str) -> str:
        """A name, a colon, and a text about it."""
        return f"{name}{self.word('engine', 'colon')}{text}"

    def side(self, side: kinds.Side) -> Side:
        return self.sides[side]

    def owner(self, side: kinds.Side) -> Side:
        """The words for the owner of something."""
        return self.owners[side]

    def unit_name(self, name: str) -> str:
        """The full name of a unit or a formation."""
        known = self.unit_names.get(name)
        if known is None:
            known = self.unit_names[name] = self.g.words.unit_name(name, self.lang)
        return known

    def label(self, s: Any, unit: Unit) -> str:
        """The short name of a unit."""
        return self.unit_name(self.g.label(s, unit))

    def name(self, hex_: Hex) -> str:
        """The name of the place in a hex, if it has one."""
        return self.names.get(hex_, "")

    def hex(self, hex_: Hex) -> str:
        """Number and name of a hex."""
        return self.hexes[hex_]

    def option(self, name: str) -> str:
        """The words on an option's button."""
        return self.word("option", name)

    def rule_title(self, rule: str) -> str:
        return self.rules[rule].title
