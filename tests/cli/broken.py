"""A player that fails in the middle of a game, to see what becomes of the game."""

from typing import Any

from stavka.agents.random_player import RandomPlayer
from stavka.engine.agent import Sight
from stavka.engine.offer import Offer, Pick


class Broken(RandomPlayer):
    picks = 0

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        self.picks += 1
        if self.picks > 12:
            raise RuntimeError("out of ideas")
        return super().choose(sight, offer)
