"""Being done asks again where nobody has moved."""

from __future__ import annotations

from games.questions import given_up
from games.traces.test_orders import last_move
from stavka.engine.offer import HEX, UNIT


def test_the_movement_of_everybody() -> None:
    session, seat = last_move()
    assert given_up(session) == "No activated unit has moved. Click again to confirm."
    session.play(seat, (UNIT, session.game.unit_index("so.2gmc")))
    session.play(seat, (HEX, session.game.grid.index("1344")))
    session.play(seat, session.game.read_pick("stop", session.offers()[0]))
    assert given_up(session) == ""
