"""The hunt for picks that show a secret and can be taken back: it finds those that are planted, and no others."""

from __future__ import annotations

import json

import pytest

from games.facts import facts, known
from stavka.engine.session import Round, Session
from stavka.engine.state import State
from stavka.studies import loops, peek
from stavka.studies.peek import Plan, Seen, play


def hunt(game: str, *numbers: int, look: int = 12, most: int = 250) -> Seen:
    total = Seen()
    for number in numbers:
        total.add(play(Plan(game, "1", look, most), number))
    return total


def loose(session: Session[State], seat: int, state: State, round_: Round | None) -> bool:
    """The rule before: what seats decide together can be taken back unless something is told."""
    return round_ is None and session.deciding(state) != {seat}


@pytest.mark.parametrize("game", known("hunted"))
def test_nobody_looks_takes_back_and_picks_again(game: str) -> None:
    how = facts(game).hunted
    assert how is not None
    found = hunt(game, *how.numbers, look=how.look, most=how.most)
    assert found.looks.total() > 3 and found.free.total() > 3
    assert not found.faults, found.shown


def test_a_question_that_shows_what_was_chosen_in_secret_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Roads to Moscow: who is done last sees by the next question whether the enemy has sent aircraft."""
    monkeypatch.setattr(Session, "is_final", loose)
    found = hunt("moscow", 5, 19)
    assert set(found.faults) == {("secret_cas", "peek"), ("secret_cas", "contract broken")}
    assert "done" in found.shown["secret_cas", "peek"]


def test_the_same_seed_gives_the_same_hunt() -> None:
    assert hunt("moscow", 5) == hunt("moscow", 5) != hunt("moscow", 25)


def test_the_summary_says_what_was_compared(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--game", "moscow", "--first", "5", "--games", "1", "--jobs", "1", "--look", "12"]
    assert peek.main([*words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (
        found["games"] == 1 and found["faults"] == [] and found["compared"] == sum(found["compared_by_step"].values())
    )
    monkeypatch.setattr(Session, "is_final", loose)
    assert peek.main(words) == 1
    assert "1 peek, secret_cas: " in capsys.readouterr().out


def test_games_that_are_left_when_the_time_is_up_are_not_played() -> None:
    assert peek.campaign(Plan("moscow", "1", 40, 5), range(4), 1, minutes=0.0).games == 1


# -- loops ----------------------------------------------------------------------------------------------------------


def test_units_that_are_picked_up_and_put_down_are_loops_that_are_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    assert loops.main(["--game", "moscow", "--games", "2", "--look", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["dropped"]["movement unit + move stop"] > 0 and found["kept"] == {}


def test_a_loop_that_cannot_be_dropped_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If nothing could be taken back, nothing would be dropped."""
    monkeypatch.setattr(Session, "is_final", lambda *_: True)
    assert loops.main(["--game", "moscow", "--games", "2", "--look", "60"]) == 1
    out = capsys.readouterr().out
    assert "movement unit + move stop" in out.split("that are kept")[1]
