"""Standing answers: an answer that a player gives once and for all, until they want to be asked again.

Standing answers belong to the player and are not part of a position: what they pick is a pick like any other, in
records and for everybody else. A game names the questions that can be answered in this way (`Game.standing`); a server
keeps the answers of each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from stavka.engine.machine import Game
from stavka.engine.offer import OPTION, Offer, Pick
from stavka.engine.state import State

StandingAnswer = Callable[[Any, Any, Offer], Pick | None]
"""The pick from an offer, by the game and what the seat sees of the position; None if the player is asked."""
Held = Mapping[str, str]
"""The answers that a seat has given, by question."""


class StandingQuestion(NamedTuple):
    """A question that a player is asked again and again: the steps that ask it, its rule, and the possible standing
    answers."""

    steps: frozenset[str]
    rule: str
    answers: Mapping[str, StandingAnswer]
    when: Callable[[Any, Any], bool] = lambda g, s: True
    """Whether these steps ask the question now, by the game and the position."""


def option(name: str) -> StandingAnswer:
    """The standing answer that always picks one option, where it is offered."""

    def answer(g: Game[Any], s: State, offer: Offer) -> Pick | None:
        pick: Pick = OPTION, g.option_index(name)
        return pick if pick in offer else None

    return answer


def asked(game: Game[Any], s: State) -> str:
    """The question that is asked now, if it can have a standing answer."""
    if s.result:
        return ""
    questions = ((key, each) for key, each in game.standing.items() if s.stack[-1].step in each.steps)
    return next((key for key, question in questions if question.when(game, s)), "")


def answered(game: Game[Any], s: State, seat: int, held: Held) -> Pick | None:
    """The pick that the standing answers of a seat make now; None if the seat is asked, or has nothing to decide."""
    key = asked(game, s)
    if key not in held:
        return None
    if seat not in game.seats(s):
        return None
    offer = game.offer(s, seat)
    assert offer is not None
    pick = game.standing[key].answers[held[key]](game, game.see(s, seat).position, offer)
    assert pick is None or pick in offer, f"the standing answer {held[key]!r} to {key!r} is not offered"
    return pick


def next_answer(game: Game[Any], s: State, seats: Mapping[int, Held]) -> tuple[int, Pick] | None:
    """The first seat whose standing answers pick something now, and the pick."""
    found = ((seat, answered(game, s, seat, held)) for seat, held in seats.items())
    return next(((seat, pick) for seat, pick in found if pick is not None), None)


def check(game: Game[Any], question: str, answer: str) -> None:
    """Check that a game knows a question and an answer. ValueError if it does not."""
    if question not in game.standing:
        raise ValueError(f"no question {question!r}; there are {', '.join(game.standing) or 'none'}")
    if answer not in game.standing[question].answers:
        raise ValueError(f"no answer {answer!r} to {question}; there are {', '.join(game.standing[question].answers)}")
