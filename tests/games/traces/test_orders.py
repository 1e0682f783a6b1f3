"""Orders: reinforcements are placed."""

from typing import Any

from games.ordered import picked
from page import story
from stavka import games
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.orders import Order, carry_out
from stavka.engine.record import read_record
from stavka.engine.session import Session


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
