"""The requirements on columns."""

from array import array

from stavka.engine.columns import differences, nonzero


def test_the_units_whose_places_differ_are_named_in_order() -> None:
    before = array("h", [-3, 17, 300, 5, 5])
    after = array("h", [-2, 17, 44, 5, 261])  # 300 and 44 differ in the high byte only, 5 and 261 too
    assert differences(before, after) == [0, 2, 4]
    assert differences(after, before) == [0, 2, 4]
    assert differences(before, before) == []


def test_the_units_whose_steps_differ_are_named_in_order() -> None:
    assert differences(bytearray([3, 2, 1, 0]), bytearray([3, 1, 1, 255])) == [1, 3]


def test_the_units_of_which_a_column_says_something_are_a_set() -> None:
    assert nonzero(bytearray([0, 2, 0, 255, 1])) == 0b11010
    assert nonzero(bytearray(3)) == 0
