"""Orders where dice are on the way: minefields around 86 ID in N2020."""

from __future__ import annotations

from games.ordered import picked, places, session_of, units
from stavka.engine.kinds import Unit, hexes_in
from stavka.engine.offer import HEX, UNIT
from stavka.engine.orders import ENDED, Left, Order, carry_out
from stavka.engine.session import FREE
from stavka.hexes import Hex

NAME, OTHER = "ax.86id.167", "ax.78std.195"


def mined() -> tuple[Unit, Hex]:
    """The unit, and a hex next to it into which it does not go without dice."""
    session, seat = session_of("zitadelle")
    (unit,) = units(session, NAME)
    session.play(seat, (UNIT, unit))
    (offer,) = session.offers()
    near = offer.hexes & session.game.grid.spread(1 << session.state.place[unit])
    return unit, next(hex_ for hex_ in hexes_in(near) if session.contract(seat, (HEX, hex_)) != FREE)


def test_units_that_go_as_near_as_they_can_do_not_step_into_a_minefield() -> None:
    session, seat = session_of("zitadelle")
    unit, _ = mined()
    rolled = session.rolled
    left = carry_out(session, seat, Order((unit,), session.game.grid.index("N2404"), is_towards=True))
    assert session.rolled == rolled and places(session, NAME) == ["N2020"]
    assert [each.unit for each in left] == [unit]


def test_a_look_at_an_order_rolls_no_dice() -> None:
    session, seat = session_of("zitadelle")
    unit, goal = mined()
    rolled, start = session.rolled, len(session.record.moves)
    carry_out(session, seat, Order((unit,), goal), free=True)
    assert session.rolled == rolled and picked(session, start) == [NAME]


def test_an_order_ends_with_the_dice_that_it_leads_to() -> None:
    """The player sees the mines first, and then sends the other unit or not; the order says that it has ended."""
    session, seat = session_of("zitadelle")
    unit, goal = mined()
    (other,) = units(session, OTHER)
    before, start = places(session, OTHER), len(session.record.moves)
    left = carry_out(session, seat, Order((unit, other), goal, is_towards=True))
    assert left == [Left(other, ENDED)]
    assert session.rolled, "into the minefield itself it does go"
    assert OTHER not in picked(session, start) and places(session, OTHER) == before


def test_a_unit_does_not_go_backwards_to_find_a_road() -> None:
    """N1925 is two hexes from N1823. The road that leads there by way of N1822 would be cheaper, but a player who sends
    a unit forward and sees it three hexes away from there takes it for a mistake."""
    session, seat = session_of("zitadelle")
    goal, distance = session.game.grid.index("N1925"), session.game.grid.distance
    (unit,) = units(session, OTHER)
    assert places(session, OTHER) == ["N1823"] and distance(session.state.place[unit], goal) == 2
    ((left, reason),) = carry_out(session, seat, Order((unit,), goal, is_towards=True))
    assert left == unit and reason.text
    assert places(session, OTHER) == ["N1823"] or distance(session.state.place[unit], goal) < 2
