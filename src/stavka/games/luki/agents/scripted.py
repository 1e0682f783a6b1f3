"""A player of Velikye Luki that follows a script: quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.luki.agents.german import GermanCommander
from stavka.games.luki.agents.soviet import SovietCommander
from stavka.games.luki.agents.weights import GERMAN_WEIGHTS, SOVIET_WEIGHTS
from stavka.games.luki.game import Luki


class LukiPlayer(Agent):
    """Plays the side of whatever seat it is asked for. Nothing in it is random."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        assert isinstance(game, Luki)
        self.commanders = SovietCommander(game, SOVIET_WEIGHTS), GermanCommander(game, GERMAN_WEIGHTS)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[offer.seat].choose(sight, offer)
