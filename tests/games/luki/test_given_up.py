"""Being done asks again where it gives up AP."""

from __future__ import annotations

from typing import Any

from games.luki import story
from games.questions import given_up
from stavka import games
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.games.luki.rules.c10_movement.moves import PAID


def test_action_points_that_were_paid_for() -> None:
    session: Session[Any] = Session.resume(games.load("luki"), read_record(story.movement()))
    s = session.state
    s.stack[-1].how, s.ap = PAID, 10
    session.offered = None
    (offer,) = session.offers()
    while session.contract(offer.seat, session.game.read_pick("done", offer)) == "free":
        assert given_up(session) == "", "the combat phase may still spend them"
        session.play(offer.seat, session.game.read_pick("done", offer))
        (offer,) = session.offers()
    assert given_up(session) == "10 AP are unused and will be lost. Click again to confirm."
    s = session.state
    s.ap = 1
    session.offered = None
    assert given_up(session, "es") == "1 AP queda sin gastar y se perderá. Pulsa otra vez para confirmar."
