"""A study of balance notes combats and losses as the game tells them."""

from stavka.studies.balance import lost_name, watch
from stavka.studies.simulate import Series

SERIES = Series("luki", "cut-the-line", ("random", "random"), "balance", {})


def test_combats_and_losses_are_those_that_the_game_tells() -> None:
    """The rules themselves count the steps that each side has lost. Without garrisons that are converted or broken up,
    the events come to the same. Nobody loses a step where nobody fights."""
    found = [watch(SERIES, index, closely=True) for index in range(4)]
    for each in found:
        for side in ("soviet", "german"):
            assert each.figures[lost_name(side)] == each.figures[f"{side} steps lost"]
    assert sum(sum(each.fights.values()) for each in found) > 0
    assert sum(sum(each.lost.values()) for each in found) > 0
