"""Being done asks again where Fuel has not entered."""

from __future__ import annotations

from typing import Any

from games.questions import given_up
from page.inputs import before, turn_named
from stavka import games
from stavka.engine.record import read_record
from stavka.engine.session import Session


def test_fuel_that_waits_off_the_map() -> None:
    turn = before(turn_named("moscow"), "ax.fuel.3")
    session: Session[Any] = Session.resume(games.load("moscow"), read_record(turn))
    (offer,) = session.offers()
    done = session.game.read_pick("done", offer)
    assert session.contract(offer.seat, done) == "free" and given_up(session) == "", "it can be taken back"
    session.play(offer.seat, done)
    assert given_up(session).startswith(
        "Fuel 3, Fuel 4, Fuel 5 have not entered: Fuel that is not on the map at the end of the turn is lost. "
    )
