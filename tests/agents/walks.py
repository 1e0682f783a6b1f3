"""Games between two programs, pick by pick."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from stavka.engine.agent import Agent
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.studies.play import weighted

Decision = tuple[Any, Offer, Pick]


def walk(game: Game[Any], s: Any, agents: Sequence[Agent], seed: int, turns: int) -> Iterator[Decision]:
    """A game from a position on, up to a turn: positions, offers, what was picked."""
    rng = Random(seed)
    while not s.result and s.turn <= turns:
        offer = game.offers(s)[0]
        if offer.chance is not None:
            game.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
        else:
            pick = agents[offer.seat].choose(game.see(s, offer.seat), offer)
            yield s, offer, pick
            game.apply(s, offer.seat, pick)
