"""The words for what is on the table, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from stavka.engine.agent import Sight
from stavka.engine.scene import Line
from stavka.engine.words import ENGLISH
from stavka.games.traces import words
from stavka.games.traces.game import Traces
from stavka.games.traces.view import TracesSight
from stavka.games.traces.words import WORDS


class Voice:
    """A game and the language in which it is shown."""

    def __init__(self, g: Traces, lang: str = ENGLISH) -> None:
        self.g, self.lang = g, lang
        self.rules = g.catalogue.translated(lang).rules
        hexes = g.grid.bits(g.grid.all)
        self.names = {hex_: name for hex_ in hexes if (name := words.place_name(g, hex_, lang))}
        self.hexes = {hex_: f"{g.grid.number(hex_)} {self.names.get(hex_, '')}".rstrip() for hex_ in hexes}

    def __call__(self, key: str, **values: object) -> str:
        """A sentence about the table."""
        return WORDS.say(self.lang, "scene", key, **values)

    def word(self, table: str, key: str) -> str:
        """The word for something; where there is none, what the data call it."""
        return words.word(table, key, self.lang)

    def line(self, rule: str, text: str, value: float) -> Line:
        return {"rule": rule, "text": text, "value": value}

    def listed(self, names: Iterable[str]) -> str:
        return ", ".join(names) or self.word("word", "none")

    def together(self, names: Sequence[str], nobody: str) -> str:
        return f" {self.word('word', 'and')} ".join(names) or self.word("word", nobody)

    def side(self, side: int) -> str:
        return self.word("side", self.g.sides[side])

    def name(self, hex_: int) -> str:
        """The name of the place in a hex, if there is one."""
        return self.names.get(hex_, "")

    def hex(self, hex_: int) -> str:
        """Number and name of a hex."""
        return self.hexes[hex_]

    def column(self, column: int) -> str:
        return words.column(self.g, column, self.lang)

    def option(self, name: str) -> str:
        return words.option(self.g, name, self.lang)

    def chits(self, counts: Iterable[int]) -> str:
        """Chits by kind: 2 Voronezh, Steppe."""
        labels = (words.chit(self.g, kind, self.lang) for kind in range(len(self.g.chits)))
        pairs = zip(labels, counts, strict=True)
        return self.listed(f"{count} {label}" if count > 1 else label for label, count in pairs if count)

    def month(self, turn: int) -> str:
        """A turn's month and year."""
        return words.month(self.g, turn, self.lang) if turn else self("set-up")

    def rule_title(self, rule: str) -> str:
        return self.rules[rule].title


def traces_sight(sight: Sight[Any]) -> TracesSight:
    assert isinstance(sight, TracesSight)
    return sight
