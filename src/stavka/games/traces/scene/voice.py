"""The words for what is on the table, in one language."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stavka.engine.agent import Sight
from stavka.games.traces import words
from stavka.games.traces.game import Traces
from stavka.games.traces.view import TracesSight
from stavka.scenes import voice


class Voice(voice.Voice[Traces]):
    """Traces of War and the language in which it is shown."""

    def column(self, column: int) -> str:
        return words.column(self.g, column, self.lang)

    def option(self, name: str) -> str:
        return words.option(self.g, name, self.lang)

    def chits(self, counts: Iterable[int]) -> str:
        """Chits by kind: 2 Voronezh, Steppe."""
        labels = (words.chit(self.g, kind, self.lang) for kind in range(len(self.g.chits)))
        pairs = zip(labels, counts, strict=True)
        names = (f"{count} {label}" if count > 1 else label for label, count in pairs if count)
        return self.listed(names, "no chits")

    def month(self, turn: int) -> str:
        """A turn's month and year."""
        return words.month(self.g, turn, self.lang) if turn else self("set-up")


def traces_sight(sight: Sight[Any]) -> TracesSight:
    assert isinstance(sight, TracesSight)
    return sight
