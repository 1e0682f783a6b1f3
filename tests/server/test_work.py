"""One turn is computed once: how often a pick makes the rules compute the offer and the sight of a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from typing import Any

import pytest

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.offer import Offer
from stavka.engine.session import Session
from stavka.server.presenting import ScenePresenter

MOST = 2
"""The calls of `offers`, and of `see`, that a pick and one viewer may cost."""
PICKS = 60


@contextmanager
def counted(game: Game[Any]) -> Iterator[Counter[str]]:
    """Count how often steps make offers, and the game makes sights, in the block."""
    calls: Counter[str] = Counter()
    classes = [(type(step), "offers") for step in game.steps.values()]
    with ExitStack() as stack:
        for cls, name in {*classes, (type(game), "see")}:
            stack.enter_context(patched(cls, name, calls))
        yield calls


@contextmanager
def patched(cls: Any, name: str, calls: Counter[str]) -> Iterator[None]:
    made, was_own = getattr(cls, name), name in vars(cls)

    def call(*values: Any) -> Any:
        calls[name] += 1
        return made(*values)

    setattr(cls, name, call)
    try:
        yield
    finally:
        if was_own:
            setattr(cls, name, made)
        else:
            delattr(cls, name)


def any_pick(offer: Offer, rng: Random) -> Any:
    return rng.choice(list(offer))


@pytest.mark.parametrize("key", list(games.GAMES))
def test_a_pick_and_a_viewer_cost_two_offers_and_two_sights(key: str) -> None:
    game, show, rng = games.load(key), ScenePresenter(), Random(7)
    session = Session(game, games.GAMES[key].cover.scenario, seed="work")
    for number in range(PICKS):
        offer = rng.choice(session.offers())
        show.scene(session, offer.seat, number, "en")
        rolled, known = session.rolled, session.known()
        with counted(game) as calls:
            session.play(offer.seat, any_pick(offer, rng))
            seat = next((other.seat for other in session.offers()), 0)
            show.scene(session, seat, number, "en")
            show.sentences(session, session.log(seat, known), "en")
        step = session.state.stack[-1] if session.state.stack else None
        assert calls["offers"] <= MOST - 1 + session.rolled - rolled, (step, calls)
        assert calls["see"] <= MOST, (step, calls)
        if session.state.result:
            break
