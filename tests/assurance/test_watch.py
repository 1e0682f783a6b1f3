"""What follows a game and looks at what has changed."""

from array import array

from stavka.assurance.watch import differences


def test_the_units_whose_places_differ_are_named_in_order() -> None:
    before = array("h", [-3, 17, 300, 5, 5])
    after = array("h", [-2, 17, 44, 5, 261])  # 300 and 44 differ in the high byte only, 5 and 261 too
    assert differences(before, after) == [0, 2, 4]
    assert differences(after, before) == [0, 2, 4]
    assert differences(before, before) == []


def test_the_units_whose_steps_differ_are_named_in_order() -> None:
    assert differences(bytearray([3, 2, 1, 0]), bytearray([3, 1, 1, 255])) == [1, 3]
