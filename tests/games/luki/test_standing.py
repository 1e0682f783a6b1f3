"""What a player need not be asked in every turn."""

from __future__ import annotations

from typing import Any

from games.luki.story import GAME, turn
from stavka.engine import standing
from stavka.engine.record import read_record
from stavka.engine.session import Session


def test_the_administrative_box_is_left_alone_by_who_says_so() -> None:
    session: Session[Any] = Session.resume(GAME, read_record(turn(), "luki"))
    asked = 0
    while session.state.stack[-1].step != "declare":
        offer = session.offers()[0]
        pick = standing.answered(GAME, session.state, offer.seat, {"box": "never"})
        asked += pick is not None
        session.play(offer.seat, pick or next(iter(offer)))
    assert asked, "turn 2 begins with the box"
