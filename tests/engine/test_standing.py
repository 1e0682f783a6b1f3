"""Standing answers: what somebody has said once is picked for him where it is asked, and nowhere else."""

from __future__ import annotations

import pytest

from engine.toy import HIGH, LOW, Toy, Walking
from stavka.engine import standing
from stavka.engine.offer import OPTION
from stavka.engine.standing import StandingQuestion

HIGHEST = {
    "choice": StandingQuestion(
        frozenset({"choose"}), "2", {"high": standing.option("high"), "done": standing.option("done")}
    )
}


@pytest.fixture
def game() -> Toy:
    toy = Toy()
    toy.standing = HIGHEST
    return toy


def test_what_is_asked_is_known_by_its_step(game: Toy) -> None:
    s = game.new("plain")
    assert standing.asked(game, s) == "choice"
    s.stack.append(Walking(0))
    assert standing.asked(game, s) == ""
    s.stack.pop()
    s.result = "north"
    assert standing.asked(game, s) == ""


def test_an_answer_is_picked_for_whoever_has_given_it(game: Toy) -> None:
    s = game.new("plain")
    assert standing.answered(game, s, 0, {"choice": "high"}) == (OPTION, HIGH)
    assert standing.answered(game, s, 0, {}) is None
    # if the answer is not offered, the player is asked
    assert standing.answered(game, s, 0, {"choice": "done"}) is None
    # and a player who has already chosen has nothing to decide
    game.apply(s, 0, (OPTION, LOW))
    assert standing.answered(game, s, 0, {"choice": "high"}) is None
    assert standing.answered(game, s, 1, {"choice": "high"}) == (OPTION, HIGH)


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("walk", "high", "no question 'walk'; there are choice"),
        ("choice", "never", "no answer 'never' to choice; there are high, done"),
    ],
)
def test_what_a_game_does_not_know_is_refused(game: Toy, question: str, answer: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        standing.check(game, question, answer)
    standing.check(game, "choice", "high")
