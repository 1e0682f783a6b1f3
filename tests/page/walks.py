"""Games played at random in this process, cut where a test wants to go on in the browser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.engine.session import Session

Chooser = Callable[[Mapping[str, Pick], Random], Pick]
"""Picks one of what is offered, by its words."""


def anything(offered: Mapping[str, Pick], rng: Random) -> Pick:
    return rng.choice(list(offered.values()))


class Cut(NamedTuple):
    """A record that ends before a pick, who made it, and what."""

    record: str
    side: str
    word: str


class Stroll(NamedTuple):
    """How to play through a game so that all its phases are seen, as a module `story` beside its tests says."""

    scenario: str
    seed: int
    choose: Chooser = anything
    most: int = 2200
    """So many moves at most."""


class Walk:
    """A game played at random. The same seed gives the same game."""

    def __init__(self, game: Game[Any], scenario: str, seed: int, choose: Chooser = anything) -> None:
        self.game, self.choose, self.rng = game, choose, Random(seed)
        self.session: Session[Any] = Session(game, scenario, seed=str(seed))
        self.last: tuple[int, str, str] = (0, "", "")
        """The last pick: the moves before it, who made it, and what."""

    def go(self, until: Callable[[Session[Any]], bool]) -> Walk:
        """Play until a condition holds, or to the end."""
        session = self.session
        while not session.state.result and not until(session):
            offer: Offer = self.rng.choice(session.offers())
            named = {self.game.write_pick(pick, offer): pick for pick in offer}
            pick = self.choose(named, self.rng)
            self.last = len(session.record.moves), self.game.sides[offer.seat], self.game.write_pick(pick, offer)
            session.play(offer.seat, pick)
        return self

    def before_last(self) -> Cut:
        moves, side, word = self.last
        return Cut(self.record(moves), side, word)

    def record(self, moves: int | None = None) -> str:
        """The record with its seed, so that it can be gone on with; as a whole or up to a number of moves."""
        record = self.session.record
        return replace(record, moves=record.moves[:moves], seed=self.session.seed).write()


def step_of(session: Session[Any]) -> tuple[str, str]:
    """The seats that decide, and the step that asks them."""
    return session.game.sides[session.offers()[0].seat], session.state.stack[-1].step
