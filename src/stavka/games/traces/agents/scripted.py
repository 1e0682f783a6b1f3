"""A player that follows a script: simple, quick and sensible. It knows Traces of War."""

from __future__ import annotations

from typing import Any

from stavka.agents.tables import Table
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.traces.agents.okh import AxisCommander
from stavka.games.traces.agents.soviet import SovietCommander
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.game import Traces
from stavka.games.traces.state import SOVIET


class ScriptedPlayer(Agent):
    """Plays the side of any seat that asks."""

    def __init__(self, game: Game[Any], seed: int, table: Table = SCRIPTED) -> None:
        if not isinstance(game, Traces):
            raise ValueError(f"the scripted player does not know {game.title}")
        self.game = game
        self.commanders = SovietCommander(game, seed, table), AxisCommander(game, seed, table)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        s = sight.position
        side = self.game.side_of(s, offer.seat)
        return self.commanders[side != SOVIET].choose(sight, offer)


def frozen(game: Game[Any], seed: int) -> ScriptedPlayer:
    """The script `scripted-1`: its weights never change, so that others can be measured by it."""
    return ScriptedPlayer(game, seed, SCRIPTED_1)
