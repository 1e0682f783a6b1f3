"""Tuning: weights are changed all at once, slopes are read off the games, what follows is checked on other games."""

import math
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from games.facts import Ended, facts, is_ours
from stavka import games
from stavka.agents.tables import Ending, Table, Tuning
from stavka.games.traces.agents.weights import Weights
from stavka.studies import seeds, tuning
from stavka.studies.tuning import Slope, Task, TunedGame
from studies.crews import Backwards

OURS = [key for key in games.GAMES if is_ours(key)]
AXIS = Task("traces", "race", "axis")


def test_a_weight_is_multiplied_and_a_handicap_shifted() -> None:
    found = games.tuning("traces").changed(
        Weights(danger=2.0, order_goal=1.0, touch=0.5), {"danger": 2.0, "order_goal": -1.0, "touch": 1.0}
    )
    assert found.danger == pytest.approx(2 * math.e, abs=1e-4)
    assert found.order_goal == -1.5
    assert found.touch == 1.1
    assert found._replace(danger=1.2, order_goal=0.0, touch=0.5) == Weights()


@pytest.mark.parametrize("key", OURS)
def test_every_side_of_every_scenario_has_weights(key: str) -> None:
    about, found = games.about(key), games.tuning(key)
    rows = {(side, item["key"]) for side in about["sides"] for item in about["scenarios"]}
    assert set(found.table) == set(found.frozen) == rows


@pytest.mark.parametrize("key", OURS)
def test_each_weight_is_used_by_a_side(key: str) -> None:
    found = games.tuning(key)
    for scenario in {scenario for _, scenario in found.table}:
        names = [set(found.names(side, scenario)) for side in games.GAMES[key].sides]
        assert names[0] | names[1] == set(next(iter(found.table.values()))._fields)


def test_each_side_changes_its_own_weights() -> None:
    soviet, axis = (games.tuning("traces").names(side, "race") for side in ("soviet", "axis"))
    assert "danger" in axis and "danger" not in soviet
    assert "bank_goal" in soviet and "bank_goal" not in axis
    assert {"least_attack", "combat_first"} <= set(soviet) & set(axis)


@pytest.mark.parametrize(
    ("winner", "edge", "worth"),
    [
        ("red", 0.0, 0.7 + 0.15),
        ("blue", 0.0, 0.15),
        ("", 0.0, 0.5),
        ("red", 5.0, 0.7 + 0.15 * (1 + math.tanh(1.0))),
        ("blue", -5.0, 0.15 * (1 - math.tanh(1.0))),
    ],
)
def test_what_a_game_is_worth_to_one_side_the_other_loses(winner: str, edge: float, worth: float) -> None:
    """Winning counts 0.7, the margin the rest; five VP are one unit of it."""
    kind: Any = None
    found = Tuning(kind, {}, {}, lambda game, state: Ending(winner, edge), margin=5.0)
    game: Any = SimpleNamespace(sides=("red", "blue"))
    assert found.worth(game, None, "red") == pytest.approx(worth)
    assert found.worth(game, None, "blue") == pytest.approx(1 - worth)


@pytest.mark.parametrize(("key", "ended"), [(key, ended) for key in games.GAMES for ended in facts(key).endings])
def test_how_a_game_ended(key: str, ended: Ended) -> None:
    """At the start of each scenario nobody has any VP; then something is changed by hand."""
    game = games.load(key)
    state = game.new(ended.scenario)
    for name, value in ended.change.items():
        setattr(state, name, value)
    assert games.tuning(key).ending(game, state) == ended.ending


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

    def worth(task: Task, base: Table, weights: Weights, seed: str, index: int) -> float:
        played.append((seed, index))
        return weights.danger

    monkeypatch.setattr(tuning, "worth", worth)
    base, path = games.tuning("traces").frozen, tmp_path / "games.jsonl"
    first = tuning.play(AXIS, base, 2, path)
    assert tuning.play(AXIS, base, 3, path)[:2] == first == tuning.read(path)[:2]
    assert played == [(seeds.TUNING, 0), (seeds.TUNING, 1), (seeds.TUNING, 2)]


def test_several_at_once_find_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(task: Task, base: Table, weights: Weights, seed: str, index: int) -> float:
        return weights.danger + index

    monkeypatch.setattr(tuning, "worth", worth)
    base = games.tuning("traces").frozen
    row = base["axis", "race"]._replace(danger=9.0)
    together = tuning.play(AXIS, base, 4, tmp_path / "together.jsonl", Backwards())
    checked = tuning.check(AXIS, base, row, 5, {}, Backwards())
    assert together == tuning.play(AXIS, base, 4, tmp_path / "alone.jsonl") and len(together) == 4
    assert checked == tuning.check(AXIS, base, row, 5, {})
    assert checked.after == [9.0, 10.0, 11.0, 12.0, 13.0]


def test_a_check_plays_pairs_on_seeds_of_its_own_until_it_is_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    """New weights win every other game that the old ones lose: a mean difference of a half decides soon."""
    played = []

    def worth(task: Task, base: Table, weights: Weights, seed: str, index: int) -> float:
        played.append((seed, index, weights.danger))
        return 0.9 if weights.danger == 9.0 and index % 2 else 0.1

    monkeypatch.setattr(tuning, "worth", worth)
    base = games.tuning("traces").frozen
    row = base["axis", "race"]
    known: dict[int, float] = {}
    found = tuning.check(AXIS, base, row._replace(danger=9.0), 200, known)
    assert found.verdict == "better" and len(found.after) < 60
    assert {seed for seed, _, _ in played} == {seeds.CHECKING}
    assert str(found).startswith(f"better: won {len(found.after) // 2} of {len(found.after)}, before 0; worth +0.4")
    before = len(played)
    assert tuning.check(AXIS, base, row, 200, known).verdict == "not better"
    assert all(danger == row.danger for _, _, danger in played[before:])


def test_without_games_there_is_nothing_to_say(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tuning.main(["traces", "race", "axis", "--out", str(tmp_path / "none.jsonl")])
    assert "there is no game in" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["traces", "race", "german"], "race german: expected one of race soviet"),
        (["traces", "race", "axis", "--try", "courage=1"], "no weight 'courage'; there are least_attack"),
        (["traces", "race", "axis", "--try", "danger=much"], "'much' is not a number"),
    ],
)
def test_bad_input_is_one_sentence(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        tuning.main([*words, "--out", str(tmp_path / "none.jsonl")])
    assert sentence in capsys.readouterr().err
