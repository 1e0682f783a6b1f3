"""Ratings: strengths that reproduce the scores, and intervals that shrink."""

from math import log10

import pytest

from stavka.studies import ratings
from stavka.studies.ratings import elos, interval, rated, strengths


def test_two_players(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a prior three wins of four are a strength of three to one: 400 log10 3 = 190.8 Elo."""
    monkeypatch.setattr(ratings, "PRIOR", 0.0)
    scores = [("b", "a", 1.0)] * 3 + [("a", "b", 1.0)]
    found = strengths(["a", "b"], scores)
    assert found["b"] / found["a"] == pytest.approx(3.0, rel=1e-4)
    assert elos(["a", "b"], scores) == pytest.approx({"a": 0.0, "b": 400 * log10(3)}, abs=0.1)


def test_players_who_never_met_are_compared_by_a_third(monkeypatch: pytest.MonkeyPatch) -> None:
    """b is three times as strong as a, c three times as strong as b, so c is nine times as strong as a."""
    monkeypatch.setattr(ratings, "PRIOR", 0.0)
    scores = [("b", "a", 1.0)] * 3 + [("b", "a", 0.0)] + [("c", "b", 1.0)] * 3 + [("c", "b", 0.0)]
    assert elos(["a", "b", "c"], scores)["c"] == pytest.approx(400 * log10(9), abs=0.5)


def test_draws_are_half_a_win() -> None:
    assert elos(["a", "b"], [("a", "b", 0.5)] * 10) == pytest.approx({"a": 0.0, "b": 0.0})


def test_who_wins_every_game_has_a_rating_nevertheless() -> None:
    """Ten wins of ten and half a draw: 10.25 points to 0.25, a strength of 41 to one, 400 log10 41 = 645.1 Elo."""
    assert elos(["a", "b"], [("b", "a", 1.0)] * 10)["b"] == pytest.approx(645.1, abs=0.1)


def test_an_interval_gets_smaller_with_more_seeds() -> None:
    """Each seed is a win and a loss, or two wins, for b."""

    def rounds(number: int) -> dict[int, list[tuple[str, str, float]]]:
        return {i: [("b", "a", 1.0), ("a", "b", float(i % 2))] for i in range(number)}

    few, many = (rated(["a", "b"], rounds(number), 200)["b"] for number in (8, 80))
    assert few.low < few.elo < few.high and many.low < many.elo < many.high
    assert many.high - many.low < 0.6 * (few.high - few.low)
    assert rated(["a", "b"], rounds(8), 200)["b"] == few


def test_the_middle_of_some_values() -> None:
    assert interval([float(n) for n in range(200, 0, -1)], 0.0) == (6.0, 196.0)
    assert interval([], 7.0) == (7.0, 7.0)
