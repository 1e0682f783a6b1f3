"""Playouts for look-ahead: programs for every seat play a position on, for any game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Protocol, TypeVar

from stavka.engine import chance
from stavka.engine.agent import Sight
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Offer, Outcomes, Pick
from stavka.engine.state import State

S = TypeVar("S", bound=State)

Until = Callable[[Any], bool]
"""A function that is called before each decision and each roll: True ends the playout."""


class Chooser(Protocol):
    """The player that decides for a seat in a playout."""

    def choose(self, sight: Sight[Any], offer: Offer) -> Pick: ...


class Imagined(Sight[S]):
    """An imagined position: it is complete, and holds no secret of the real one."""

    def __init__(self, position: S) -> None:
        self.seat, self.position = None, position

    def sample(self, rng: Random) -> S:
        raise AssertionError("an imagined position is whole already")


class Luck:
    """Dice and draws from a seed, with a stream for each step that asks. Two playouts with the same seed draw the same
    chits even if they roll a different number of dice, so that only their decisions differ."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.counts: Counter[str] = Counter()

    def roll(self, step: str, outcomes: Outcomes) -> int:
        self.counts[step] += 1
        return chance.choose(f"{self.seed}/{step}", self.counts[step], outcomes)


def play_on(game: Game[Any], s: Any, choosers: Mapping[int, Chooser], luck: Luck, until: Until) -> None:
    """Play a position on, changing it, until the `until` function says so or the game is over."""
    sight = Imagined(s)
    while not s.result and not until(s):
        offer = game.offers(s)[0]
        if offer.chance is not None:
            game.apply(s, offer.seat, (ROLL, luck.roll(s.stack[-1].step, offer.chance)))
        else:
            game.apply(s, offer.seat, choosers[offer.seat].choose(sight, offer))
