"""Being done asks again where it gives up something that cannot be had back, and names it. In Zitadelle it counts what
is left to choose (`games/zitadelle/test_scene.py`)."""

from __future__ import annotations

from typing import Any

from games.luki import story as velikye
from games.traces.test_orders import last_move
from page.inputs import before, turn_named
from stavka import games
from stavka.engine.offer import HEX, UNIT
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.games.luki.rules.c10_movement.moves import PAID
from stavka.scenes.scene import moment


def sure(session: Session[Any], lang: str = "en") -> str:
    """The sentence with which "done" asks again; empty if it does not."""
    (offer,) = session.offers()
    sight = session.game.see(session.state, offer.seat)
    show = games.presenter(session.game.key, session.game)
    scene = show.scene(sight, moment(session, offer.seat, 0), lang)
    assert scene["offer"] is not None
    (done,) = [pick for pick in scene["offer"]["picks"] if pick["pick"] == "done"]
    return done.get("sure", "")


def test_the_movement_of_everybody_in_traces() -> None:
    session, seat = last_move()
    assert sure(session) == "No activated unit has moved. Click again to confirm."
    session.play(seat, (UNIT, session.game.unit_index("so.2gmc")))
    session.play(seat, (HEX, session.game.grid.index("1344")))
    session.play(seat, session.game.read_pick("stop", session.offers()[0]))
    assert sure(session) == ""


def test_action_points_that_were_paid_for_in_luki() -> None:
    session: Session[Any] = Session.resume(games.load("luki"), read_record(velikye.movement()))
    s = session.state
    s.stack[-1].how, s.ap = PAID, 10
    session.offered = None
    (offer,) = session.offers()
    while session.contract(offer.seat, session.game.read_pick("done", offer)) == "free":
        assert sure(session) == "", "the combat phase may still spend them"
        session.play(offer.seat, session.game.read_pick("done", offer))
        (offer,) = session.offers()
    assert sure(session) == "10 AP are unused and will be lost. Click again to confirm."
    s = session.state
    s.ap = 1
    session.offered = None
    assert sure(session, "es") == "1 AP queda sin gastar y se perderá. Pulsa otra vez para confirmar."


def test_fuel_that_waits_off_the_map_in_moscow() -> None:
    turn = before(turn_named("moscow"), "ax.fuel.3")
    session: Session[Any] = Session.resume(games.load("moscow"), read_record(turn))
    (offer,) = session.offers()
    done = session.game.read_pick("done", offer)
    assert session.contract(offer.seat, done) == "free" and sure(session) == "", "it can be taken back"
    session.play(offer.seat, done)
    assert sure(session).startswith(
        "Fuel 3, Fuel 4, Fuel 5 have not entered: Fuel that is not on the map at the end of the turn is lost. "
    )
