"""Tuning: weights are changed all at once, slopes are read off the games, and a game is worth what its result says."""

import math
from pathlib import Path
from random import Random

import pytest

from stavka.games.traces.agents.weights import SCRIPTED, Weights
from stavka.studies import tuning
from stavka.studies.tuning import Slope, TunedGame


def test_a_weight_is_multiplied_and_a_handicap_shifted() -> None:
    found = tuning.changed(
        Weights(danger=2.0, order_goal=1.0, touch=0.5), {"danger": 2.0, "order_goal": -1.0, "touch": 1.0}
    )
    assert found.danger == pytest.approx(2 * math.e, abs=1e-4)
    assert found.order_goal == -1.5
    assert found.touch == 1.1
    assert found._replace(danger=1.2, order_goal=0.0, touch=0.5) == Weights()


def test_each_side_changes_its_own_weights() -> None:
    assert "danger" in tuning.NAMES["axis"] and "danger" not in tuning.NAMES["soviet"]
    assert "bank_goal" in tuning.NAMES["soviet"] and "bank_goal" not in tuning.NAMES["axis"]
    assert {"least_attack", "combat_first"} <= set(tuning.NAMES["soviet"]) & set(tuning.NAMES["axis"])
    assert set(tuning.NAMES["soviet"]) | set(tuning.NAMES["axis"]) == set(Weights._fields)


def test_what_a_game_is_worth_to_one_side_the_other_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "PLANNED", SCRIPTED)
    soviet, axis = (tuning.worth(side, "race", SCRIPTED[side, "race"], "5") for side in ("soviet", "axis"))
    assert soviet + axis == pytest.approx(1.0)
    assert 0 < min(soviet, axis) < 0.3 and 0.7 < max(soviet, axis) < 1


def test_slopes_are_found_in_noise() -> None:
    """A worth of 0.5 + 0.1 danger - 0.05 line + noise of 0.2: with 1,600 games an error of 0.0057 or so."""
    rng = Random(3)
    games = []
    for _ in range(1600):
        z = {name: rng.gauss(0, 1) for name in ("danger", "line", "cover")}
        games.append(TunedGame(z, 0.5 + 0.1 * z["danger"] - 0.05 * z["line"] + rng.gauss(0, 0.2)))
    found = tuning.slopes(games)
    assert list(found) == ["danger", "line", "cover"]
    assert found["danger"].mean == pytest.approx(0.1, abs=0.02)
    assert found["line"].mean == pytest.approx(-0.05, abs=0.02)
    assert found["cover"].error == pytest.approx(math.sqrt(0.04 + 0.01 + 0.0025) / 40, rel=0.1)


def test_a_step_goes_along_the_slopes_that_can_be_trusted() -> None:
    """0.1 with an error of 0.05 is trusted for 0.1 * (1 - 1/4) = 0.075; one smaller than its error not at all."""
    found = tuning.along({"danger": Slope(0.1, 0.05), "line": Slope(0.04, 0.05), "cover": Slope(-0.1, 0.0)}, 2.5)
    assert found == pytest.approx({"danger": 2.5 * 0.075 / 0.125, "cover": 2.5 * -0.1 / 0.125})


def test_games_are_kept_and_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played = []

    def worth(side: str, scenario: str, weights: Weights, seed: str) -> float:
        played.append(seed)
        return weights.danger

    monkeypatch.setattr(tuning, "worth", worth)
    path = tmp_path / "games.jsonl"
    first = tuning.play("axis", "race", "a", 2, path)
    assert tuning.play("axis", "race", "a", 3, path)[:2] == first == tuning.read(path)[:2]
    assert played == ["a 0", "a 1", "a 2"]


def test_without_games_there_is_nothing_to_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tuning.main(["axis", "race", "--out", str(tmp_path / "none.jsonl")])
    assert "there is no game in" in capsys.readouterr().err
