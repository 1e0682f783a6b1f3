"""A player of Roads to Moscow that follows a script: quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from typing import Any

from stavka.agents.tables import Table
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.moscow.agents.command import Commander
from stavka.games.moscow.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.state import GERMAN, SOVIET


class MoscowPlayer(Agent):
    """Plays the side of any seat that asks. Its decisions are not random."""

    def __init__(self, game: Game[Any], seed: int, table: Table = SCRIPTED) -> None:
        assert isinstance(game, Moscow)
        self.commanders = Commander(game, GERMAN, table), Commander(game, SOVIET, table)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return self.commanders[offer.seat].choose(sight, offer)


def frozen(game: Game[Any], seed: int) -> MoscowPlayer:
    """The script `scripted-1`: its weights never change, so that others can be measured by it."""
    return MoscowPlayer(game, seed, SCRIPTED_1)
