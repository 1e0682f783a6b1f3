"""What a player need not be asked in every segment."""

from __future__ import annotations

from typing import Any

from games.luki.story import GAME, boxes, turn
from page.walks import Walk
from stavka.engine import standing
from stavka.engine.record import read_record
from stavka.engine.session import Session


def test_the_administrative_box_is_left_alone_by_who_says_so() -> None:
    session: Session[Any] = Session.resume(GAME, read_record(turn(), "luki"))
    asked = 0
    while session.state.stack[-1].step != "declare":
        offer = session.offers()[0]
        pick = standing.answered(session, offer.seat, {"box": "never"})
        asked += pick is not None
        session.play(offer.seat, pick or next(iter(offer)))
    assert asked, "turn 2 begins with the box"


def at_box() -> tuple[Session[Any], int]:
    """A side is asked whether anybody moves from the map to the administrative box."""
    session: Session[Any] = Session.resume(GAME, read_record(boxes()[1], "luki"))
    return session, session.offers()[0].seat


def test_nobody_is_sent_back_to_the_box_by_default() -> None:
    session, seat = at_box()
    done = 2, GAME.option_index("pass")
    assert standing.answered(session, seat, {}) == done
    assert standing.answered(session, seat, {"to box": "ask"}) is None
    session.play(seat, done)
    assert session.state.stack[-1].step == "declare"
    (made,) = standing.made_for(session, seat, {})
    assert made == ("to box", "never", done)
    assert standing.made_for(session, seat, {"to box": "ask"}) == []


def test_who_waits_in_the_box_is_asked_about() -> None:
    walk = Walk(GAME, "campaign", 1).go(lambda each: each.state.stack[-1].step == "from_box")
    session = walk.session
    assert standing.answered(session, session.offers()[0].seat, {}) is None
