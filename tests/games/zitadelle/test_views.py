"""Views: everything is open except the chits of the variable Soviet entry."""

from __future__ import annotations

from random import Random

import pytest

from games.zitadelle.walks import EVERY_OPTION, GAME, walk
from stavka.assurance.invariants import copy_faults, view_faults
from stavka.games.zitadelle.checks.invariants import shuffled
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position


def positions(seed: int, every: int = 211) -> list[Position]:
    return [s.clone() for i, s in enumerate(walk(seed, EVERY_OPTION)) if i % every == 0]


@pytest.mark.parametrize("seed", [1, 2])
def test_views_hold_what_the_seat_may_know_and_nothing_else(seed: int) -> None:
    rng = Random(seed)
    for s in positions(seed):
        assert list(view_faults(GAME, s, rng, shuffled)) == []
        assert list(copy_faults(GAME, s, rng)) == []


def test_the_chits_are_hidden_from_the_german_and_before_play_from_both() -> None:
    s = next(s for s in walk(3, {"variable_entry": True}) if s.stack[-1].step == "set_up")
    assert all(s.chits) and s.turn == 0
    for seat in (GERMAN, SOVIET, None):
        assert set(GAME.view(s, seat)["state"]["chits"]) == {0}
    s.turn = 1
    assert GAME.view(s, SOVIET)["state"]["chits"] == list(s.chits)
    assert set(GAME.view(s, GERMAN)["state"]["chits"]) == {0}
    assert set(GAME.view(s, None)["state"]["chits"]) == {0}


def test_a_chit_that_is_played_is_open() -> None:
    s = next(s for s in walk(3, {"variable_entry": True}) if s.turn == 3 and s.opened == 1)
    assert GAME.view(s, GERMAN)["state"]["chits"] == [s.chits[0], *[0] * 7]


def test_what_is_dealt_out_are_the_chits_that_nobody_has_seen() -> None:
    s = next(s for s in walk(3, {"variable_entry": True}) if s.turn == 3 and s.opened == 1)
    dealt = [GAME.see(s, GERMAN).sample(Random(seed)).chits for seed in range(20)]
    assert all(sorted(chits) == list(range(1, 9)) and chits[0] == s.chits[0] for chits in dealt)
    assert len({bytes(chits) for chits in dealt}) > 10
