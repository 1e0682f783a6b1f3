"""Balance: what is noted of a game, and figures worked out by hand from games that are given."""

from pathlib import Path
from typing import Any

import pytest

from stavka import games
from stavka.studies import balance
from stavka.studies.balance import Plan, Study, Watched, bands, lost_name, mean_by_hex, watch
from stavka.studies.factors import read_factor
from stavka.studies.pool import HERE
from stavka.studies.simulate import Series, play

THRESHOLD = read_factor("scenario.mtsensk.threshold=1..5", "moscow")


def series(key: str) -> Series:
    sides = games.GAMES[key].sides
    about = games.about(key)["scenarios"]
    shortest = min(about, key=lambda item: int(item["turns"]))["key"]
    return Series(key, shortest, ("random",) * len(sides), "balance", {})


def game(score: float, vps: list[float], lost: int = 0, **more: Any) -> Watched:
    """A game with these VP at the end of each turn."""
    turns = [(turn, {"points": vp, lost_name("german"): lost}) for turn, vp in enumerate(vps, 1)]
    result = {1.0: "german", 0.0: "soviet", 0.5: "draw"}[score]
    values = {"result": result, "score": score, "edge": 2 * score - 1, "turn": len(vps), "figures": turns[-1][1]}
    return Watched(**{**values, "turns": turns, **more})


@pytest.mark.parametrize("key", games.GAMES)
def test_a_watched_game_is_that_of_a_simulation(key: str) -> None:
    found, plain = watch(series(key), 1, closely=True), play(series(key), 1).outcome
    assert plain is not None
    assert (found.result, found.picks, found.turn) == (plain.result, plain.picks, plain.turn)
    assert {name: found.figures[name] for name in plain.figures} == dict(plain.figures)
    assert [turn for turn, _ in found.turns] == list(range(found.turns[0][0], found.turn + 1))
    sides = games.GAMES[key].sides
    assert sum(found.figures[lost_name(side)] for side in sides) >= sum(found.lost.values())
    assert watch(series(key), 1, closely=False) == found._replace(figures=plain.figures, turns=(), fights={}, lost={})


@pytest.fixture
def study(monkeypatch: pytest.MonkeyPatch) -> Study:
    """Four games that are given, and an experiment in which the threshold costs a point of the score."""
    given = [game(1.0, [1, 4, 6]), game(1.0, [0, 2], lost=3), game(0.0, [0, 0, 1], lost=1), game(0.5, [2, 2, 2])]
    found = Study(Plan(series("moscow"), 4, (THRESHOLD,), 2), None)
    for index, each in enumerate(given):
        found.games.add(index, each._asdict())
    for index in range(2):
        for run, levels in enumerate(found.plan.runs):
            score = 1.0 if levels == (-1,) else 0.0 if index else 0.5
            found.runs.add(balance.run_key(run, index), game(score, [0])._asdict())
    return found


def test_who_wins(study: Study) -> None:
    found = study.report()
    assert (found["games"], found["finished"], found["faults"]) == (4, 4, [])
    assert found["results"] == {"draw": 1, "german": 2, "soviet": 1}
    assert found["wins"]["german"]["number"] == 2 and found["wins"]["german"]["rate"] == 0.5
    assert found["wins"]["soviet"]["low"] == pytest.approx(0.0456, abs=1e-4)  # Wilson, 1 of 4
    assert found["draws"]["number"] == 1


def test_a_game_that_is_over_keeps_its_figures(study: Study) -> None:
    """In turn 3 the second game has been over for a turn, with 2 VP."""
    points = study.report()["figures"]["points"]
    third = points["by_turn"][2]
    assert (third["turn"], third["games"], third["mean"], third["p50"]) == (3, 4, (6 + 2 + 1 + 2) / 4, 2)
    assert points["end"] == {"min": 1, "median": 2, "mean": 2.75, "max": 6}
    assert study.report()["last_turns"] == {2: 1, 3: 3}


def test_the_set_up_is_no_turn(study: Study) -> None:
    study.games.add(0, game(1.0, [7])._replace(turns=[(0, {"points": 3}), (1, {"points": 7})])._asdict())
    assert [row["turn"] for row in study.report()["figures"]["points"]["by_turn"]] == [1, 2, 3]


def test_the_effect_of_a_value(study: Study) -> None:
    """From low to high the score falls by a half in seed 0 and by one in seed 1: 0.75, t 12.7, standard error 0.25."""
    found = study.report()["experiment"]
    (effect,) = found["effects"]["win"]
    assert (found["runs"], found["seeds"], found["games"]) == (8, 2, 16)
    assert (effect["mean"], effect["at_low"], effect["at_high"]) == (-0.75, 1.0, 0.25)
    assert effect["high"] == pytest.approx(-0.75 + 12.706 * 0.25) and not effect["clear"]
    assert found["values"] == [
        {"name": "scenario.mtsensk.threshold", "low": 1, "high": 5, "relative": False, "now": ["3"], "changed": 1}
    ]


def test_seeds_that_some_runs_lack_do_not_count(study: Study) -> None:
    del study.runs.results[balance.run_key(3, 1)]
    found = study.report()["experiment"]
    assert (found["seeds"], found["effects"]) == (1, {})


def test_a_fault_is_reported_and_counts_for_nothing(study: Study) -> None:
    study.games.add(2, Watched(fault="KeyError: 7")._asdict())
    found = study.report()
    assert (found["games"], found["finished"]) == (4, 3)
    assert found["faults"] == [{"game": 2, "error": "KeyError: 7"}]


def test_means_by_hex_count_games_without_a_combat() -> None:
    assert mean_by_hex([{"1731": 3}, {}, {"1731": 1, "1732": 2}, {}]) == {"1731": 1.0, "1732": 0.5}


def test_bands_are_quantiles() -> None:
    """0 to 20: each twentieth is one."""
    found = bands([float(value) for value in range(21)])
    assert found == {"games": 21, "mean": 10, "p5": 1, "p25": 5, "p50": 10, "p75": 15, "p95": 19}
    assert bands([3.0])["p95"] == 3


def test_what_is_in_the_folder_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def instead(series: Series, index: int, *, closely: bool) -> Watched:
        asked.append((index, closely))
        return game(1.0, [1])

    monkeypatch.setattr(balance, "watch", instead)
    told: list[None] = []
    plan = Plan(series("moscow"), 2, (THRESHOLD,), 2)
    Study(plan, tmp_path).play(HERE, lambda: told.append(None))
    assert (len(asked), len(told)) == (2 + 2 * 8, plan.total)
    again = Study(plan._replace(games=3), tmp_path)
    again.play(HERE, lambda: told.append(None))
    assert asked[18:] == [(2, True)] and len(told) == 2 * plan.total + 1
    assert again.report()["games"] == 3


def test_a_run_of_the_experiment_has_its_own_values() -> None:
    """With a threshold of 1 VP or of 5 the VP over the border of victory differ by 4, in the same game."""
    plan = Plan(series("moscow"), 0, (THRESHOLD,), 1)
    runs = [plan.at(levels) for levels in ((-1,), (1,))]
    low, high = (balance.play_run(runs, (run, 0)) for run in range(2))
    assert low.edge is not None and high.edge is not None
    assert (low.edge - high.edge, low.picks) == (4, high.picks)
