"""Standing answers: an answer that a player gives once and for all, until they want to be asked again.

Standing answers belong to the player and are not part of a position: what they pick is a pick like any other, in
records and for everybody else. A game names the questions that can be answered in this way (`Game.standing`); a server
keeps the answers of each seat.

Some questions have an answer by default, because it is right nearly always: a player who wants to be asked says so. In
every game, a question with only one answer is of that kind (`ONLY`). A default picks nothing that the player could not
take back, so nobody loses anything by it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from stavka.engine.machine import Game
from stavka.engine.offer import OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, Session
from stavka.engine.state import State

StandingAnswer = Callable[[Any, Any, Offer], Pick | None]
"""The pick from an offer, by the game and what the seat sees of the position; None if the player is asked."""
Held = Mapping[str, str]
"""The answers that a seat has given, by question."""
ASK: Final = "ask"
"""The answer of a player who wants to be asked, where there is a default."""
ONLY: Final = "one answer"
"""The question that has only one answer, in every game."""
AT_ONCE: Final = "at once"
ALL: Final = "all"
"""The option that chooses all units, in every game."""


class StandingQuestion(NamedTuple):
    """A question that a player is asked again and again: the steps that ask it, its rule, and the possible standing
    answers."""

    steps: frozenset[str]
    rule: str
    answers: Mapping[str, StandingAnswer]
    when: Callable[[Any, Any], bool] = lambda g, s: True
    """Whether these steps ask the question now, by the game and the position."""
    default: str = ""
    """The answer that holds until the player gives another one."""


class Made(NamedTuple):
    """A pick that is made for a seat, with the question and the standing answer that make it."""

    question: str
    answer: str
    pick: Pick


def option(name: str) -> StandingAnswer:
    """The standing answer that always picks one option, where it is offered."""

    def answer(g: Game[Any], s: State, offer: Offer) -> Pick | None:
        pick: Pick = OPTION, g.option_index(name)
        return pick if pick in offer else None

    return answer


def only_pick(g: Game[Any], s: State, offer: Offer) -> Pick | None:
    """The pick of an offer that leaves no choice: its only unit or hex, also where "all units" is offered besides. The
    player picks an only option: it ends something, such as the choice of attackers."""
    if not 1 <= len(offer) <= 2:
        return None
    first, *more = offer
    if not more:
        return None if first[0] == OPTION else first
    is_all = first[0] == UNIT and more[0][0] == OPTION and g.option_names[more[0][1]] == ALL
    return first if is_all and after(g, s, offer.seat, first) == after(g, s, offer.seat, more[0]) else None


def after(g: Game[Any], s: State, seat: int, pick: Pick) -> str:
    """The fingerprint of the position after a pick."""
    trial = s.clone()
    g.apply(trial, seat, pick)
    return trial.digest()


SINGLE: Final = StandingQuestion(frozenset(), "", {AT_ONCE: only_pick}, default=AT_ONCE)
"""The question with only one answer: every step may ask it."""


def questions(game: Game[Any]) -> dict[str, StandingQuestion]:
    """All questions of a game that can have a standing answer."""
    return {**game.standing, ONLY: SINGLE}


def no_defaults(game: Game[Any]) -> dict[str, str]:
    """The answers of somebody who wants to be asked everything."""
    return {key: ASK for key, question in questions(game).items() if question.default}


def effective(game: Game[Any], held: Held) -> dict[str, str]:
    """The answers that hold for a seat: those that it has given, and defaults."""
    said = {key: held.get(key, question.default) for key, question in questions(game).items()}
    return {key: answer for key, answer in said.items() if answer in questions(game)[key].answers}


def asked(game: Game[Any], s: State) -> str:
    """The question that is asked now, if it can have a standing answer."""
    if s.result:
        return ""
    found = ((key, each) for key, each in game.standing.items() if s.stack[-1].step in each.steps)
    return next((key for key, question in found if question.when(game, s)), "")


def made_of(game: Game[Any], s: State, offer: Offer, held: Held) -> Made | None:
    """The pick from an offer that the standing answers of its seat make in a position; None if the seat is asked."""
    for key in (asked(game, s), ONLY):
        question = SINGLE if key == ONLY else game.standing.get(key)
        answer = "" if question is None else held.get(key, question.default)
        if question is None or answer not in question.answers:
            continue
        pick = question.answers[answer](game, game.see(s, offer.seat).position if key != ONLY else s, offer)
        assert pick is None or pick in offer, f"the standing answer {answer!r} to {key!r} is not offered"
        if pick is not None:
            return Made(key, answer, pick)
    return None


def answered(session: Session[Any], seat: int, held: Held) -> Pick | None:
    """The pick that the standing answers of a seat make now; None if the seat is asked, or has nothing to decide. A
    default answers only what can be taken back."""
    offer = None if session.state.result else session.offer(seat)
    if offer is None:
        return None
    made = made_of(session.game, session.state, offer, held)
    if made is None:
        return None
    is_given = made.question in held
    return made.pick if is_given or session.contract(seat, made.pick) == FREE else None


def next_answer(session: Session[Any], seats: Mapping[int, Held]) -> tuple[int, Pick] | None:
    """The first seat whose standing answers pick something now, and the pick."""
    found = ((seat, answered(session, seat, held)) for seat, held in seats.items())
    return next(((seat, pick) for seat, pick in found if pick is not None), None)


def made_for(session: Session[Any], seat: int, held: Held) -> list[Made]:
    """The last picks that standing answers have made for a seat and that can be taken back, from the latest on."""
    found: list[Made] = []
    for entry in reversed(session.entries):
        if entry.seat != seat:
            continue  # it decides at the same time
        offer = next(offer for offer in entry.offers if offer.seat == seat)
        made = made_of(session.game, entry.state, offer, held)
        if made is None or made.pick != entry.pick:
            break
        found.append(made)
    return found


def check(game: Game[Any], question: str, answer: str) -> None:
    """Check that a game knows a question and an answer. ValueError if it does not."""
    known = questions(game)
    if question not in known:
        raise ValueError(f"no question {question!r}; there are {', '.join(known)}")
    answers = [*known[question].answers, *([ASK] if known[question].default else [])]
    if answer not in answers:
        raise ValueError(f"no answer {answer!r} to {question}; there are {', '.join(answers)}")
