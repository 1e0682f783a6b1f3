"""A player of Roads to Moscow that follows a script: quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.moscow.agents.command import Commander
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.state import GERMAN, SOVIET


class MoscowPlayer(Agent):
    """Plays the side of whatever seat it is asked for. Nothing in it is random."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        assert isinstance(game, Moscow)
        self.commanders = Commander(game, GERMAN), Commander(game, SOVIET)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[offer.seat].choose(sight, offer)
