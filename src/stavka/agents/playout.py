"""Playing a position on with programs for every seat: what look-ahead is made of, for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Outcomes
from stavka.engine.state import State

S = TypeVar("S", bound=State)

Until = Callable[[Any], bool]
"""Asked before each decision and each roll: is this far enough?"""


class Imagined(Sight[S]):
    """A position that somebody has thought up. Nothing in it is secret, for nothing in it is known to be so."""

    def __init__(self, position: S) -> None:
        self.seat, self.position = None, position

    def sample(self, rng: Random) -> S:
        raise AssertionError("an imagined position is whole already")


class Luck:
    """Dice and draws from a seed, a stream for each step that asks: two playouts with the same seed draw the same chits
    although they roll a different number of dice, so that what differs between them is what was decided."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.streams: dict[str, Random] = {}

    def roll(self, step: str, outcomes: Outcomes) -> int:
        stream = self.streams.get(step)
        if stream is None:
            stream = self.streams[step] = Random(f"{self.seed}/{step}")
        at = stream.random() * sum(weight for _, weight in outcomes)
        for index, (_, weight) in enumerate(outcomes):
            at -= weight
            if at < 0:
                return index
        return max(i for i, (_, weight) in enumerate(outcomes) if weight)


def play_on(game: Game[Any], s: Any, players: Sequence[Agent] | Mapping[int, Agent], luck: Luck, until: Until) -> None:
    """Play a position on, changing it, until it is far enough or the game is over."""
    sight = Imagined(s)
    while not s.result and not until(s):
        offer = game.offers(s)[0]
        if offer.chance is not None:
            game.apply(s, offer.seat, (ROLL, luck.roll(s.stack[-1][0], offer.chance)))
        else:
            game.apply(s, offer.seat, players[offer.seat].choose(sight, offer))
