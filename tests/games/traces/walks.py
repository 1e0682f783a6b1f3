"""Seeded random games, for tests that want positions as they come up in play."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Offer, Pick
from stavka.games.traces.game import Traces, load
from stavka.games.traces.position import Position
from stavka.studies.soak import Temper, cases

GAME: Traces = load()
CASES = cases("traces")


class Walk:
    """A random game, one pick at a time. The seed decides scenario, options, tempers, dice and picks."""

    def __init__(self, seed: int, game: Game[Any] = GAME) -> None:
        self.game = game
        self.rng = Random(f"walk {seed}")
        self.case = CASES[seed % len(CASES)]
        self.state: Position = game.new(self.case.scenario, self.case.options)
        self.tempers = [Temper(game, self.rng.choice(Temper.names), self.rng) for _ in game.sides]

    def choose(self, offer: Offer) -> Pick:
        if offer.chance is None:
            return self.tempers[offer.seat].choose(offer)
        weights = [weight for _, weight in offer.chance]
        return ROLL, self.rng.choices(range(len(weights)), weights)[0]

    def step(self) -> None:
        offer = self.rng.choice(self.game.offers(self.state))
        self.game.apply(self.state, offer.seat, self.choose(offer))

    def __iter__(self) -> Iterator[Position]:
        """The position at every decision, the last one too; look and do not keep."""
        yield self.state
        while not self.state.result:
            self.step()
            yield self.state


@cache
def collected(games: int, each: int, first: int = 1000) -> dict[str, list[Position]]:
    """By the step that waits, up to `each` positions from that many games, spread over them."""
    found: dict[str, list[Position]] = {}
    rng = Random(f"collected {games} {each}")
    seen: dict[str, int] = {}
    for seed in range(first, first + games):
        for s in Walk(seed):
            name = "over" if s.result else s.stack[-1][0]
            seen[name] = seen.get(name, 0) + 1
            kept = found.setdefault(name, [])
            if len(kept) < each:
                kept.append(s.clone())
            elif (at := rng.randrange(seen[name])) < each:
                kept[at] = s.clone()
    return found
