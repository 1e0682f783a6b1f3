"""The soak finds what is wrong, says how to see it again, and gives the same games in any number of processes."""

import json
from pathlib import Path
from typing import Any

import pytest

from stavka.engine.record import read_record
from stavka.engine.session import replay
from stavka.games import load
from stavka.games.traces.checks import invariants
from stavka.games.traces.rules.c04_sequence_of_play import game_turn as sequence
from stavka.games.traces.state import Position
from stavka.studies import soak, tally
from stavka.studies.pool import Spread

PLAN = soak.Plan("traces", "t", check=400, replay=0)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    status = soak.main([*words, "--jobs", "1", "--json"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return status, found


def test_a_series_without_faults(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, found = run(capsys, "--games", "4", "--seed", "x", "--replay", "4", "--records", str(tmp_path))
    assert status == 0
    assert found["games"] == found["finished"] == 4 == sum(found["results"].values())
    assert found["faults"] == [] and not list(tmp_path.iterdir())
    assert found["replayed"] == 1 and found["deep_checks"] >= 4
    assert found["picks"] > 2000 and found["longest"] < found["picks"] + found["rolls"]
    assert "turn" in found["events"] and "move" in found["waits"]


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes() -> None:
    one, two = (sorted(soak.play_all(PLAN, range(3), Spread(jobs)), key=lambda game: game.number) for jobs in (1, 2))
    assert one == two
    assert soak.play(PLAN._replace(seed="u"), 0) != one[0]


def test_every_scenario_and_option_comes_up() -> None:
    assert [str(case) for case in soak.cases("traces")] == [
        "race",
        "race hq_conversion",
        "race vp_bid",
        "race vp_bid hq_conversion",
        "campaign",
        "campaign hq_conversion",
        "campaign vp_bid",
        "campaign vp_bid hq_conversion",
    ]


def test_a_broken_invariant_is_reported_with_a_record_that_leads_to_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In turn 2 something is wrong: the record ends with the pick after which it was seen."""

    def faults(self: invariants.Watch, s: Position) -> list[str]:
        return ["the second turn has come"] if s.turn == 2 else []

    monkeypatch.setattr(invariants.Watch, "faults", faults)
    status, found = run(capsys, "--games", "1", "--seed", "x", "--records", str(tmp_path))
    assert status == 1 and found["finished"] == 0 and found["results"] == {"fault": 1}
    (fault,) = found["faults"]
    assert fault["error"] == "FaultError: the second turn has come"
    text = Path(fault["record"]).read_text("utf-8")
    assert "# Traceback" in text
    assert replay(load("traces"), read_record(text)).turn == 2
    again, found = run(capsys, *fault["again"].split()[3:], "--records", str(tmp_path))
    assert again == 1 and found["faults"][0]["error"] == fault["error"]


def test_an_exception_in_the_rules_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def proceed(*_: object) -> bool:
        raise KeyError("1731")

    monkeypatch.setattr(sequence.EndOfTurn, "proceed", proceed)
    played = soak.play(PLAN, 0)
    assert played.fault == "KeyError: '1731'" and "proceed" in played.trace
    assert played.moves[-1].who in ("soviet", "axis", "chance")


def test_a_dead_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sequence.Mode.offer

    def offer(self: Any, g: Any, s: Any, f: Any) -> Any:
        found = whole(self, g, s, f)
        found.options = 0
        return found

    monkeypatch.setattr(sequence.Mode, "offer", offer)
    assert "is offered nothing: a dead end" in soak.play(PLAN, 0).fault


def test_a_game_without_end_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pick that changes nothing can be picked for ever."""
    monkeypatch.setattr(sequence.Mode, "option", lambda *_: None)
    monkeypatch.setattr(invariants.Watch, "longest", 3000)
    assert "the game has not ended after 3000 picks" in soak.play(PLAN, 0).fault


def test_a_machine_that_goes_round_without_asking_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sequence.EndOfTurn, "proceed", lambda *_: True)
    monkeypatch.setattr(soak, "LONGEST_SECONDS", 4)
    assert "it goes round without end" in soak.play(PLAN, 0).fault


def test_a_replay_that_differs_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    """State that is kept outside of the position: the second time the same picks lead elsewhere."""
    whole = sequence.EndActivation.proceed
    calls = []

    def proceed(self: Any, g: Any, s: Any, f: Any) -> bool:
        calls.append(1)
        s.relocations[0] += len(calls) == 40
        return whole(self, g, s, f)

    monkeypatch.setattr(sequence.EndActivation, "proceed", proceed)
    fault = soak.play(PLAN._replace(replay=1, check=10_000), 0).fault
    assert "another position" in fault or "differs" in fault


# -- parts of a series ------------------------------------------------------------------------------------------------


def series(tmp_path: Path, *words: str) -> list[str]:
    return [*words, "--seed", "x", "--check", "9999", "--replay", "0", "--records", str(tmp_path)]


def test_a_series_goes_on_where_it_ended_and_parts_add_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games, then two more into the same file, and a fifth in another; together they are a series of five."""
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    played: list[int] = []
    whole = soak.play

    def play(plan: soak.Plan, number: int) -> Any:
        played.append(number)
        return whole(plan, number)

    monkeypatch.setattr(soak, "play", play)
    _, first = run(capsys, *series(tmp_path, "--games", "2", "--results", str(one)))
    assert first["games"] == 2 and played == [0, 1]
    _, second = run(capsys, *series(tmp_path, "--games", "4", "--results", str(one)))
    assert second["games"] == 4 and played == [0, 1, 2, 3]
    run(capsys, *series(tmp_path, "--first", "4", "--games", "1", "--results", str(other)))
    assert played == [0, 1, 2, 3, 4]
    _, summed = run(capsys, *series(tmp_path, "--sum", str(one), str(other)))
    assert played == [0, 1, 2, 3, 4], "adding up plays nothing"
    _, at_once = run(capsys, *series(tmp_path, "--games", "5"))
    for times in ("seconds", "picks_per_second"):
        del summed[times], at_once[times]
    assert summed == at_once and summed["games"] == 5


def test_a_fault_is_kept_in_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = tmp_path / "one.jsonl"
    with monkeypatch.context() as broken:
        broken.setattr(invariants.Watch, "faults", lambda *_: ["all is lost"])
        assert run(capsys, *series(tmp_path, "--games", "1", "--results", str(results)))[0] == 1
    status, found = run(capsys, *series(tmp_path, "--sum", str(results)))
    assert status == 1 and found["faults"][0]["error"] == "FaultError: all is lost"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["{}"], "line 1: this is no part of a soak"),
        ([{}, "nonsense"], "line 2: this is no part of a soak"),
        ([{}, {}], "line 2: game 3 is there twice"),
        ([{"rules": "of last year"}], "line 1: these games were played with other rules or data"),
        ([{"game": "chess"}], "one.jsonl: expected games of traces with seed x (--game, --seed), found none"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, lines: list[Any], says: str
) -> None:
    part = {**tally.series_of(load("traces"), "x")._asdict(), "numbers": [3], "tally": vars(tally.Tally())}
    path = tmp_path / "one.jsonl"
    path.write_text("".join((line if isinstance(line, str) else json.dumps(part | line)) + "\n" for line in lines))
    with pytest.raises(SystemExit) as stop:
        soak.main(series(tmp_path, "--sum", str(path)))
    assert stop.value.code == 2
    assert says in capsys.readouterr().err


def test_games_of_other_series_in_a_file_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.jsonl"
    mine, other = (tally.series_of(load("traces"), seed) for seed in "xy")
    tally.write_part(path, mine, [3], tally.Tally(games=1))
    tally.write_part(path, other, [3, 4], tally.Tally(games=2))
    assert tally.read_parts([path], other) == ({3, 4}, tally.Tally(games=2))


def test_what_is_looked_at_changes_nothing_in_the_games() -> None:
    often, seldom = (soak.play(PLAN._replace(check=check), 1) for check in (60, 10_000))
    assert (often.result, often.picks, often.rolls, often.waits) == (
        seldom.result,
        seldom.picks,
        seldom.rolls,
        seldom.waits,
    )
    assert often.deep > seldom.deep


def test_everything_is_looked_at_when_a_turn_ends() -> None:
    """A race that is decided by points has four turns: the set-up ends, three of them end, and the game."""
    plan = PLAN._replace(check=10**9)
    played = next(each for number in range(0, 80, 8) if "points" in (each := soak.play(plan, number)).result)
    assert played.deep == 1 + 3 + 1


@pytest.mark.parametrize(("words", "says"), [(["--check", "0"], "--check"), (["--game", "chess"], "chess")])
def test_bad_arguments_are_refused(capsys: pytest.CaptureFixture[str], words: list[str], says: str) -> None:
    with pytest.raises(SystemExit) as stop:
        soak.main(words)
    assert stop.value.code == 2
    assert says in capsys.readouterr().err


def test_check_is_a_number_or_every_n() -> None:
    assert soak.every("40") == soak.every("every-40") == 40
