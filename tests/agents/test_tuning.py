"""Tuning: candidates differ in a few weights, and a game is worth what its result says."""

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest

from stavka.agents.traces_weights import SCRIPTED, Weights
from stavka.studies import tuning


def test_a_candidate_differs_in_two_to_six_weights() -> None:
    rng, base = Random(1), SCRIPTED["axis", "race"]
    for _ in range(50):
        found = tuning.different(tuning.changed(base, rng), base)
        assert 1 <= len(found) <= 6
        assert all(value >= 0 for value in found.values())


def test_what_a_game_is_worth_to_one_side_the_other_loses() -> None:
    soviet, axis = (tuning.worth(tuning.Task(side, "race", SCRIPTED[side, "race"], 5)) for side in ("soviet", "axis"))
    assert soviet + axis == pytest.approx(1.0)
    assert 0 < min(soviet, axis) < 0.3 and 0.7 < max(soviet, axis) < 1


def test_a_table_that_wins_more_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a worth that is the weight `danger` itself, danger grows."""
    monkeypatch.setattr(tuning, "worth", lambda task: task.weights.danger)
    pool: Any = ThreadPoolExecutor(1)
    tuner = tuning.Tuner(pool, "axis", "race", Weights(), Random(2))
    for _ in range(8):
        tuner.round()
    assert tuner.best.danger > 1.5
