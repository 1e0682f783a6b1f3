"""The odds of a throw are worked out once for all who saw the same position."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

from stavka import games
from stavka.engine.session import Session
from stavka.server.rolled import MOST, Throws

SEATS = (None, 0, 1)


class Show:
    """A presenter that notes for whom it works out odds."""

    def __init__(self) -> None:
        self.asked: list[int | None] = []

    def throw(self, game: Any, state: Any, seat: int | None, lang: str) -> dict[str, Any]:
        self.asked.append(seat)
        return {"seat": seat}


def told(seen: dict[int | None, str]) -> tuple[list[Any], list[int | None]]:
    """The odds that each seat is told, and the seats for which they are worked out, if they see these positions."""
    position: Any = SimpleNamespace()
    position.clone = lambda: position
    see = lambda _state, seat: SimpleNamespace(position=SimpleNamespace(digest=lambda: seen[seat]))  # noqa: E731
    throws, show = Throws(cast("Any", SimpleNamespace(see=see))), Show()
    throws.keep(3, position, 1)
    odds = [throws.odds(cast("Any", show), 3, seat, "en") for seat in SEATS]
    assert [throws.odds(cast("Any", show), 3, seat, "en") for seat in SEATS] == odds
    return odds, show.asked


def test_who_saw_the_same_position_shares_the_odds() -> None:
    assert told(dict.fromkeys(SEATS, "same")) == ([{"seat": None}] * 3, [None])


def test_who_saw_another_position_has_odds_of_his_own() -> None:
    odds, asked = told({None: "open", 0: "mine", 1: "open"})
    assert odds == [{"seat": None}, {"seat": 0}, {"seat": None}]
    assert asked == [None, 0]


def test_the_position_of_an_earlier_throw_is_the_one_in_which_it_was_made() -> None:
    game = games.load("traces")
    throws, session = Throws(game), Session(game, "race", seed="throws")
    made, rng = dict[int, str](), Random(1)

    def keep(number: int, state: Any) -> None:
        made[number] = state.digest()
        throws.keep(number, state, number)

    session.before_throw = keep
    while len(made) < MOST + 5:
        offer = session.offers()[0]
        session.play(offer.seat, rng.choice(list(offer)))
    kept = {number: throws.position(number) for number in made}
    assert {number: state.digest() for number, state in kept.items() if state is not None} == {
        number: made[number] for number in sorted(made)[-MOST:]
    }


def test_a_throw_that_is_made_again_replaces_the_earlier_one() -> None:
    game = games.load("traces")
    throws, first, second = Throws(game), game.new("race"), game.new("campaign")
    for number, state in ((1, first), (2, first), (1, second)):
        throws.keep(number, state, number)
    again, other = throws.position(1), throws.position(2)
    assert again is not None and again.digest() == second.digest()
    assert other is not None and other.digest() == first.digest()
