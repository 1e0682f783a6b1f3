"""`stavka sim`: complete games, the same for the same seed, and faults that can be reproduced."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import pytest

from cli.conftest import Stavka
from stavka import games
from stavka.engine.manifest import Manifest
from stavka.engine.record import read_record
from stavka.studies.simulate import spread, wilson

SIM = ("sim", "traces", "race", "--players", "random,random", "--json")
TIMES = ("seconds", "process_seconds", "picks_per_second")


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in TIMES}


def test_sim_has_the_shape_that_programs_rely_on(stavka: Stavka) -> None:
    ran = stavka(*SIM, "--games", "2", "--seed", "7", "--jobs", "1")
    assert ran.code == 0
    found = ran.json
    shape = {"game", "scenario", "games", "finished", "results", "picks", "picks_per_second", "seconds", "faults"}
    assert shape <= found.keys()
    assert (found["game"], found["scenario"]) == ("traces", "race")
    assert (found["games"], found["finished"], found["faults"]) == (2, 2, [])
    assert sum(found["results"].values()) == sum(found["wins"].values()) == 2
    assert found["lengths"]["picks"]["min"] < found["lengths"]["picks"]["median"] < found["lengths"]["picks"]["max"]
    assert found["lengths"]["turns"]["max"] <= 4
    assert found["picks_per_second"] == round(found["picks"] / found["process_seconds"], 1)


def test_sim_counts_wins_with_an_interval_and_what_the_game_counts(stavka: Stavka) -> None:
    found = stavka(*SIM, "--games", "3", "--seed", "7", "--jobs", "1").json
    for side in ("soviet", "axis"):
        assert found["win_rates"][side] == wilson(found["wins"][side], 3)
    assert found["figures"]["VPs"]["min"] <= found["figures"]["VPs"]["mean"] <= found["figures"]["VPs"]["max"]
    assert found["figures"]["axis units lost"]["max"] > 0


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(8, 10, 0.4902, 0.9433), (0, 20, 0.0, 0.1611), (100, 200, 0.4314, 0.5686)],  # Wilson's formula by hand
)
def test_the_interval_of_a_rate(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx({"rate": wins / games, "low": low, "high": high}, abs=5e-5)


def test_no_games_have_no_rate_and_no_spread() -> None:
    assert wilson(0, 0) == spread([]) == {}
    assert spread([1, 2, 6]) == {"min": 1, "median": 2, "mean": 3, "max": 6}


def test_the_same_seed_plays_the_same_games_in_any_number_of_processes(stavka: Stavka) -> None:
    alone, together = (stavka(*SIM, "--games", "4", "--seed", "7", "--jobs", jobs).json for jobs in "12")
    assert timeless(alone) == timeless(together)


def test_a_run_is_taken_up_where_it_ended(stavka: Stavka, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    whole = stavka(*SIM, "--games", "3", "--seed", "7", "--jobs", "1").json
    stavka(*SIM, "--games", "2", "--seed", "7", "--jobs", "1", "--out", out)
    before = out.read_text()
    taken_up = stavka(*SIM, "--games", "3", "--seed", "7", "--jobs", "1", "--out", out).json
    assert timeless(taken_up) == timeless(whole)
    assert out.read_text().startswith(before) and len(out.read_text().splitlines()) == 4
    refused = stavka(*SIM, "--games", "3", "--seed", "8", "--jobs", "1", "--out", out)
    assert refused.refuses("another series", "seed", "expected 8, found 7")


def test_own_values_reach_every_process(stavka: Stavka, tmp_path: Path) -> None:
    """The Race has four turns, and here one."""
    mine = tmp_path / "mine.toml"
    mine.write_text('scenario = [{ id = "race", turns = 1 }]\n')
    found = stavka(*SIM, "--games", "2", "--seed", "7", "--jobs", "2", "--overlay", mine).json
    assert found["lengths"]["turns"]["max"] == 1


def test_another_seed_plays_other_games_and_one_game_can_be_repeated(stavka: Stavka) -> None:
    one = stavka(*SIM, "--games", "1", "--seed", "7", "--jobs", "1").json
    other = stavka(*SIM, "--games", "1", "--seed", "8", "--jobs", "1").json
    again = stavka(*SIM, "--only", "0", "--seed", "7", "--jobs", "1").json
    assert one["picks"] != other["picks"]
    assert timeless(one) == timeless(again)


def test_sim_tells_people_too(stavka: Stavka) -> None:
    ran = stavka(*SIM[:-1], "--games", "1", "--seed", "7", "--option", "hq_conversion=true")
    assert "Traces of War, race: soviet random, axis random; seed 7" in ran.out
    assert "1 of 1 games finished" in ran.out
    assert "wins 1 of 1: 100.0%, 95 % interval 20.7% to 100.0%" in ran.out
    assert "axis units lost" in ran.out


def test_a_fault_is_listed_with_a_record_that_leads_to_it(
    stavka: Stavka, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    traces = games.GAMES["traces"]._replace(opponents={"broken": "agents.broken:Broken"})
    monkeypatch.setitem(cast(dict[str, Manifest], games.GAMES), "traces", traces)
    monkeypatch.setitem(sys.modules, "stavka.games.traces.agents.broken", import_module("cli.broken"))
    line = (*SIM[:4], "random,broken", "--games", "2", "--seed", "x/1", "--jobs", "1", "--records", tmp_path)
    ran = stavka(*line, "--json")
    assert ran.code == 1
    found = ran.json
    assert (found["games"], found["finished"], found["results"]) == (2, 0, {})
    assert [fault["seed"] for fault in found["faults"]] == ["x/1/0", "x/1/1"]
    assert found["faults"][0]["error"] == "RuntimeError: out of ideas"
    path = Path(found["faults"][0]["record"])
    record = read_record(path.read_text("utf-8"))
    assert sum(move.who == "axis" for move in record.moves) == 12
    replayed = stavka("replay", path, "--verify", "--json")
    assert (replayed.code, replayed.json["identical"], replayed.json["dice"]) == (0, True, None)
    assert "broke off: RuntimeError: out of ideas" in stavka(*line).out
