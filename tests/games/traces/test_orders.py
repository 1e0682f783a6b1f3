"""Orders: reinforcements are placed."""

from typing import Any

from games.ordered import picked, places, units
from page import story
from stavka import games
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.offer import HEX, UNIT
from stavka.engine.orders import LAST, Left, Order, carry_out, hand_of
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.scenes.scene import ScenePick, moment


def test_reinforcements_are_placed_with_one_order_in_the_hex_itself() -> None:
    session: Session[Any] = Session.resume(games.load("traces"), read_record(story.reinforcing()))
    (offer,) = session.offers()
    seat, some = offer.seat, tuple(units_in(offer.units))[:2]
    offered = session.clone()
    carry_out(offered, seat, Order(some[:1]))
    hexes = offered.offers()[0].hexes
    start = len(session.record.moves)
    # not where it is not allowed, and nowhere near it
    beside = next(hex_ for hex_ in hexes_in(session.game.grid.all & ~hexes))
    left = carry_out(session, seat, Order(some, beside, is_towards=True))
    assert [each.unit for each in left] == list(some) and picked(session, start) == []
    there = next(hex_ for hex_ in hexes_in(hexes) if hex_ not in session.state.place)
    assert carry_out(session, seat, Order(some, there, is_towards=True)) == []
    assert [session.state.place[unit] for unit in some] == [there, there]


def test_nothing_is_forecast_to_move_while_reinforcements_are_placed() -> None:
    """The odds of an attack took units for it that could no longer move."""
    session: Session[Any] = Session.resume(games.load("traces"), read_record(story.reinforcing()))
    presenter: Any = games.presenter("traces", session.game)
    assert not presenter.is_moving(session.state)
    moving: Session[Any] = Session.resume(session.game, read_record(story.moving()))
    assert presenter.is_moving(moving.state)


def last_move() -> tuple[Session[Any], int]:
    """Three corps are left to move, and none of the activated units can attack anybody: the Movement Segment ends with
    the last move, and the next chit is drawn."""
    session: Session[Any] = Session.resume(games.load("traces"), read_record(story.moving()))
    s = session.state
    s.activated = sum(1 << unit for unit in units(session, "so.2gmc", "so.4gmc", "so.44a"))
    s.stack[-1].movable = s.activated
    return session, session.offers()[0].seat


def sure_of(session: Session[Any], seat: int) -> dict[str, ScenePick]:
    """The picks of the scene that are to be made twice, without "done" (`test_given_up.py`)."""
    sight = session.game.see(session.state, seat)
    scene = games.presenter("traces", session.game).scene(sight, moment(session, seat, 0), "en")
    assert scene["offer"] is not None
    return {pick["pick"]: pick for pick in scene["offer"]["picks"] if "sure" in pick and pick["pick"] != "done"}


def test_an_order_to_a_formation_does_not_end_its_activation() -> None:
    """Eleven corps were sent somewhere; the last one's move ended movement and combat, and the next chit was drawn."""
    session, seat = last_move()
    goal, group = session.game.grid.index("1443"), units(session, "so.2gmc", "so.4gmc", "so.44a")
    rolled, start, stood = session.rolled, len(session.record.moves), places(session, "so.44a")
    left = carry_out(session, seat, Order(group, goal, is_towards=True))
    assert left == [Left(group[2], LAST)] and session.rolled == rolled
    assert places(session, "so.2gmc", "so.4gmc", "so.44a") == ["1443", "1443", *stood]
    hand = hand_of(session, seat)
    assert hand is not None and hand.units == 1 << group[2], "it is in hand, so that the question names it"
    # the same order again, confirmed
    left = carry_out(session, seat, Order(group[2:], goal, is_towards=True, is_sure=True))
    assert session.rolled > rolled and places(session, "so.44a") != stood
    session, seat = last_move()
    for _ in range(2):
        carry_out(session, seat, Order(group, goal, is_towards=True))
    assert session.rolled == rolled and picked(session, start)[-1] == "so.44a"


def test_the_move_that_ends_an_activation_is_made_twice() -> None:
    session, seat = last_move()
    assert sure_of(session, seat) == {}
    carry_out(
        session,
        seat,
        Order(units(session, "so.2gmc", "so.4gmc", "so.44a"), session.game.grid.index("1443"), is_towards=True),
    )
    asked, (offer,) = sure_of(session, seat), session.offers()
    names = {session.game.write_pick(pick, offer) for pick in offer if session.contract(seat, pick) != "free"}
    assert names and set(asked) == names
    assert all("Click again" in pick["sure"] for pick in asked.values())


def test_the_last_reinforcement_is_placed_twice() -> None:
    """Placing it ended the phase, and the Axis player moved at once."""
    session: Session[Any] = Session.resume(games.load("traces"), read_record(story.reinforcing()))
    (offer,) = session.offers()
    seat, due = offer.seat, list(units_in(offer.units))
    for number, unit in enumerate(due):
        session.play(seat, (UNIT, unit))
        hexes = session.offers()[0].hexes
        assert bool(sure_of(session, seat)) == (number == len(due) - 1)
        there = hexes_in(hexes)[0]
        if number < len(due) - 1:
            session.play(seat, (HEX, there))
    rolled = session.rolled
    assert carry_out(session, seat, Order((due[-1],), there)) == [Left(due[-1], LAST)]
    assert session.rolled == rolled and session.state.place[due[-1]] < 0
    assert carry_out(session, seat, Order((due[-1],), there, is_sure=True)) == []
    assert session.state.place[due[-1]] == there
