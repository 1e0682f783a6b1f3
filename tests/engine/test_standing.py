"""Standing answers: the answer that a player has fixed is picked for him where the question is asked, and nowhere
else."""

from __future__ import annotations

from typing import Any

import pytest

from engine.toy import DONE, HIGH, LOW, Table, Toy, Walking
from stavka.engine import standing
from stavka.engine.kinds import Unit, hexes_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import Session
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
    session = Session(game, "plain", seed="1")
    assert standing.answered(session, 0, {"choice": "high"}) == (OPTION, HIGH)
    assert standing.answered(session, 0, {}) is None
    # if the answer is not offered, the player is asked
    assert standing.answered(session, 0, {"choice": "done"}) is None
    # and a player who has already chosen has nothing to decide
    session.play(0, (OPTION, LOW))
    assert standing.answered(session, 0, {"choice": "high"}) is None
    assert standing.answered(session, 1, {"choice": "high"}) == (OPTION, HIGH)


@pytest.mark.parametrize(
    ("question", "answer", "said"),
    [
        ("walk", "high", "no question 'walk'; there are choice, one answer"),
        ("choice", "never", "no answer 'never' to choice; there are high, done"),
        ("choice", "ask", "no answer 'ask' to choice; there are high, done"),
        ("one answer", "never", "no answer 'never' to one answer; there are at once, ask"),
    ],
)
def test_what_a_game_does_not_know_is_refused(game: Toy, question: str, answer: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        standing.check(game, question, answer)
    standing.check(game, "choice", "high")
    standing.check(game, "one answer", "ask")


# -- defaults ----------------------------------------------------------------------------------------------------------


def walking(game: Toy) -> Session[Any]:
    """Seat 0 walks its piece; being done rolls a die."""
    session = Session(game, "plain", seed="1")
    session.play(0, (OPTION, HIGH))
    session.play(1, (OPTION, LOW))
    assert session.state.stack[-1].step == "walk"
    return session


def by_default(answer: str) -> StandingQuestion:
    answers = {"go": go_on, "done": standing.option("done")}
    return StandingQuestion(frozenset({"walk"}), "3", answers, default=answer)


def go_on(g: Toy, s: Table, offer: Offer) -> Pick | None:
    """To the first hex, from where the piece began."""
    hexes = list(hexes_in(offer.hexes))
    return (HEX, hexes[0]) if s.place[0] != hexes[0] else None


def test_a_default_picks_what_can_be_taken_back_and_nothing_else(game: Toy) -> None:
    session = walking(game)
    game.standing = {"walk": by_default("go")}
    pick = standing.answered(session, 0, {})
    assert pick is not None and pick[0] == HEX
    assert standing.answered(session, 0, {"walk": "ask"}) is None
    # dice follow: nobody is committed to them by a default
    game.standing = {"walk": by_default("done")}
    assert standing.answered(session, 0, {}) is None
    assert standing.answered(session, 0, {"walk": "done"}) == (OPTION, DONE)


def test_what_was_picked_by_default_is_known_until_the_next_pick(game: Toy) -> None:
    session = walking(game)
    game.standing = {"walk": by_default("go")}
    pick = standing.answered(session, 0, {})
    assert pick is not None
    session.play(0, pick)
    assert standing.made_for(session, 0, {}) == [("walk", "go", pick)]
    assert standing.made_for(session, 0, {"walk": "ask"}) == []
    session.play(0, (UNIT, Unit(0)))
    assert standing.made_for(session, 0, {}) == []


@pytest.mark.parametrize(
    ("offer", "only"),
    [
        (Offer(0, hexes=1 << 3), (HEX, 3)),
        (Offer(0, hexes=0b11), None),
        (Offer(0, options=1 << DONE), None),
        (Offer(0, units=1, options=1 << DONE), None),
        (Offer(0), None),
    ],
    ids=["one hex", "two hexes", "one option", "a unit or none", "nothing"],
)
def test_a_question_with_one_answer_answers_itself(game: Toy, offer: Offer, only: Pick | None) -> None:
    assert standing.only_pick(game, game.new("plain"), offer) == only
    made = standing.made_of(game, walking(game).state, offer, {})
    assert made == (None if only is None else ("one answer", "at once", only))
    assert standing.made_of(game, walking(game).state, offer, standing.no_defaults(game)) is None
