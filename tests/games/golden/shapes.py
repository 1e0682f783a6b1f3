"""The games that are printed and counted: which ones are played through, and from where sequences are counted."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from stavka import games
from stavka.engine.machine import Game

HERE = Path(__file__).parent


class Wishes(NamedTuple):
    """The picks that a side prefers, and those that it makes only if nothing else is offered: some steps occur only in
    games that are played with a purpose."""

    first: Mapping[str, tuple[str, ...]]
    """By side: words, those of an earlier string before those of a later one."""
    last: str

    def rank(self, side: str, word: str) -> tuple[int, bool]:
        """The rank of a pick for a side; lower is better."""
        ranks = self.first.get(side, ())
        wish = next((i for i, words in enumerate(ranks) if word in words.split()), len(ranks))
        return wish, word in self.last.split()


class Start(NamedTuple):
    scenario: str
    options: Mapping[str, bool]
    wishes: Wishes = Wishes({}, "")
    seed: str = ""
    """The seed of a sampled game; by default its number."""


class Entry(NamedTuple):
    """A start from which sequences of picks are counted, and the depth. `play` gives the first picks, by the first seat
    in the list; `~40` in it means forty picks by hash, as in a playthrough."""

    id: str
    start: str
    play: str
    depth: int


class Moment(NamedTuple):
    """A situation that begins while a step waits."""

    file: str
    name: str


class Golden(NamedTuple):
    key: str
    playthroughs: Mapping[str, Start]
    """The playthroughs by the name of the file."""
    sampled: tuple[Start, ...]
    """The games from which every step is taken when it waits for the first time."""
    picks: int
    """The number of picks of each playthrough."""
    entries: tuple[Entry, ...]
    moments: tuple[Moment, ...] = ()
    """Steps to which these games do not come."""
    seldom: frozenset[str] = frozenset()
    """Steps that are not shown."""

    @property
    def game(self) -> Game[Any]:
        return games.load(self.key)

    @property
    def folder(self) -> Path:
        return HERE / self.key


def named(key: str, *on: str) -> dict[str, bool]:
    """All options of a game, those that are named turned on."""
    return {name: name in on for name in games.about(key)["options"]}
