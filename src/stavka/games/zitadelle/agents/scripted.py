"""A player of Zitadelle that follows a script: simple, quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.agents.tables import Table
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.zitadelle.agents.german import GermanCommander
from stavka.games.zitadelle.agents.soviet import SovietCommander
from stavka.games.zitadelle.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.zitadelle.game import Zitadelle


class ZitadellePlayer(Agent):
    """Plays the side of any seat that asks. Its decisions are not random."""

    def __init__(self, game: Game[Any], seed: int, table: Table = SCRIPTED) -> None:
        assert isinstance(game, Zitadelle)
        self.game = game
        german, soviet = (table[side, "campaign"] for side in game.sides)
        self.commanders = GermanCommander(game, german, soviet), SovietCommander(game, soviet)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[self.game.side_of(sight.position, offer.seat)].choose(sight, offer)


def frozen(game: Game[Any], seed: int) -> ZitadellePlayer:
    """The script `scripted-1`: its weights never change, so that others can be measured by it."""
    return ZitadellePlayer(game, seed, SCRIPTED_1)
