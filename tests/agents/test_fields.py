"""Distances over networks of steps."""

from stavka.agents.fields import Fields

LINE = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2)]]
"""Three hexes in a row, each step for 2."""


def test_distances_add_up_and_end_at_what_is_too_far() -> None:
    assert Fields(LINE, 9).field(((0, 0),)) == [0, 2, 4]
    assert Fields(LINE, 3).field(((0, 0),)) == [0, 2, 3]
    assert Fields(LINE, 9).field(((0, 3), (2, 0))) == [3, 2, 0]


def test_what_entering_a_hex_costs_besides_is_paid_by_whoever_goes_through_it() -> None:
    fields = Fields(LINE, 20)
    assert fields.search(((0, 0),), [0, 5, 0]) == [0, 2, 9]
    assert fields.search(((0, 0),), [5, 0, 0]) == [0, 7, 9]
    assert fields.field(((0, 0),)) == [0, 2, 4]
