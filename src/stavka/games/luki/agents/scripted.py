"""A player of Velikye Luki that follows a script: quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.agents.tables import Table
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.luki.agents.german import GermanCommander
from stavka.games.luki.agents.soviet import SovietCommander
from stavka.games.luki.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.luki.game import Luki


class LukiPlayer(Agent):
    """Plays the side of any seat that asks. Its decisions are not random."""

    def __init__(self, game: Game[Any], seed: int, table: Table = SCRIPTED) -> None:
        assert isinstance(game, Luki)
        self.commanders = SovietCommander(game, table), GermanCommander(game, table)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[offer.seat].choose(sight, offer)


def frozen(game: Game[Any], seed: int) -> LukiPlayer:
    """The script `scripted-1`: its weights never change, so that others can be measured by it."""
    return LukiPlayer(game, seed, SCRIPTED_1)
