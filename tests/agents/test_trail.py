"""The trail of units: where the last move brought them from, as long as they are where it took them."""

from stavka.agents.trail import Trail
from stavka.engine.kinds import Unit
from stavka.hexes import NO_HEX, Hex

ONE, TWO = Unit(1), Unit(2)
A, B, C = Hex(10), Hex(11), Hex(12)


def test_the_way_back_leads_where_the_last_move_began() -> None:
    trail = Trail()
    trail.note((ONE,), A, B)
    assert trail.back(1 << ONE, B) == A
    trail.note((ONE,), B, C)
    assert trail.back(1 << ONE, C) == B


def test_a_unit_that_is_elsewhere_by_now_has_no_way_back() -> None:
    """It has retreated or advanced since: going on from there undoes nothing."""
    trail = Trail()
    trail.note((ONE,), A, B)
    assert trail.back(1 << ONE, C) == NO_HEX


def test_staying_is_no_move() -> None:
    trail = Trail()
    trail.note((ONE,), A, B)
    trail.note((ONE,), B, B)
    assert trail.back(1 << ONE, B) == A


def test_a_group_has_a_way_back_if_all_of_it_came_the_same_way() -> None:
    trail = Trail()
    trail.note((ONE, TWO), A, B)
    assert trail.back(1 << ONE | 1 << TWO, B) == A
    trail.note((TWO,), C, B)
    assert trail.back(1 << ONE | 1 << TWO, B) == NO_HEX
