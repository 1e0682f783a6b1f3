"""Compulsory chits, worked out by hand: the six that the Soviet player selects include one for each of the four
Fronts (4.2.1c), unless STAVKA takes the place of one (4.2.1d)."""

from __future__ import annotations

from typing import Any

import pytest

from stavka.engine import standing
from stavka.engine.kinds import Side
from stavka.engine.session import Session
from stavka.games.traces.game import load
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.state import AXIS, SOVIET

GAME = load()
FRONTS = ["vrnz", "step", "sw", "sth"]


def selecting(*, stavka: bool) -> Session[Any]:
    """Both sides select chits."""
    session: Session[Any] = Session(GAME, "race", seed="1")
    s = session.state
    s.stack.append(SelectingChits.begin(GAME))
    s.turn, s.stavka = 5, stavka
    session.offered = None
    return session


def seat_of(session: Session[Any], side: Side) -> int:
    return GAME.seat(session.state, side)


def picked_for(session: Session[Any], side: Side, held: standing.Held) -> list[str]:
    """The chits that are selected for a side before it is asked."""
    found = []
    while (pick := standing.answered(session, seat_of(session, side), held)) is not None:
        found.append(GAME.write_pick(pick))
        session.play(seat_of(session, side), pick)
    return found


def test_each_front_has_its_chit_without_a_question() -> None:
    session = selecting(stavka=False)
    assert picked_for(session, SOVIET, {}) == FRONTS
    assert picked_for(session, AXIS, {}) == []
    # two chits are still the player's own choice, and the end of the choice too
    offer = session.offer(seat_of(session, SOVIET))
    assert offer is not None and len(offer) > 1 and not offer.options & GAME.DONE


@pytest.mark.parametrize(
    ("stavka", "first", "held"),
    [(True, "", {}), (True, "stavka", {}), (False, "", {"fronts": "ask"})],
    ids=["STAVKA may replace a Front", "it does", "the player wants to be asked"],
)
def test_no_front_is_picked_where_the_player_has_a_choice(stavka: bool, first: str, held: standing.Held) -> None:
    session = selecting(stavka=stavka)
    if first:
        session.play(seat_of(session, SOVIET), (2, GAME.option_index(first)))
    assert picked_for(session, SOVIET, held) == []


def test_a_front_that_was_selected_by_hand_is_not_selected_again() -> None:
    session = selecting(stavka=False)
    session.play(seat_of(session, SOVIET), (2, GAME.option_index("step")))
    assert picked_for(session, SOVIET, {}) == ["vrnz", "sw", "sth"]
