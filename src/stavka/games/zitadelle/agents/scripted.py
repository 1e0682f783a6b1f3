"""A player of Zitadelle that follows a script: simple, quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.zitadelle.agents.german import GermanCommander
from stavka.games.zitadelle.agents.soviet import SovietCommander
from stavka.games.zitadelle.agents.weights import GERMAN_WEIGHTS, SOVIET_WEIGHTS
from stavka.games.zitadelle.game import Zitadelle


class ZitadellePlayer(Agent):
    """Plays the side of whatever seat it is asked for. Nothing in it is random."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        assert isinstance(game, Zitadelle)
        self.game = game
        self.commanders = GermanCommander(game, GERMAN_WEIGHTS), SovietCommander(game, SOVIET_WEIGHTS)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[self.game.side_of(sight.position, offer.seat)].choose(sight, offer)
