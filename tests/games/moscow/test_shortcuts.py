"""Caches and short cuts change nothing: compared with the same game played the long way."""

from __future__ import annotations

from random import Random

import pytest

from games.moscow.walks import EVERY_OPTION, GAME, choose
from stavka.engine.offer import Offer
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.state import Position


def plain(offers: tuple[Offer, ...]) -> list[tuple[object, ...]]:
    return [(o.seat, o.units, o.hexes, o.options, o.chance) for o in offers]


@pytest.mark.parametrize(("scenario", "seed"), [("borodino", 21), ("artemki", 22), ("tula", 23)])
def test_hex_by_hex_and_without_a_memory_it_is_the_same_game(
    scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other game is copied before every pick, and a copy remembers nothing; its units enter every hex of a way."""
    rng = Random(seed)
    s: Position = GAME.new(scenario, EVERY_OPTION)
    other = s.clone()
    picks = 0
    while not s.result:
        offers = GAME.offers(s)
        other = other.clone()
        assert plain(GAME.offers(other)) == plain(offers)
        pick = choose(GAME, s, offers[0], rng)
        GAME.apply(s, offers[0].seat, pick)
        with monkeypatch.context() as patch:
            patch.setattr(control, "restless", lambda *_: GAME.grid.all)
            GAME.apply(other, offers[0].seat, pick)
        picks += 1
        if picks % 10 == 0 or s.result:
            assert other.to_json() == s.to_json()
