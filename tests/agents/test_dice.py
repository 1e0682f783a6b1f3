"""The luck of a throw: against an expectation that is worked out by hand, and zero over all outcomes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.toy import DONE, HIGH, LOW, TOY, Table
from stavka.agents.dice import Dice, mean
from stavka.agents.playout import Chooser
from stavka.engine.agent import Sight
from stavka.engine.kinds import Option
from stavka.engine.offer import CHANCE, OPTION, Offer


class Low:
    def choose(self, sight: Sight[Any], offer: Offer) -> Any:
        return OPTION, LOW if offer.options >> LOW & 1 else DONE


def thrower(score: int = 0) -> Table:
    """North has chosen high and is done with his walk: a die is asked."""
    s = TOY.new("plain")
    s.score[0] = score
    for seat, option in ((0, HIGH), (1, LOW), (0, DONE)):
        TOY.apply(s, seat, (OPTION, Option(option)))
    assert TOY.seats(s) == (CHANCE,)
    return s


def dice(power: int = 1) -> Dice:
    return Dice(
        TOY,
        lambda s: (s.score[0] ** power, -1.0 * s.score[0]),
        lambda: dict[int, Chooser]({0: Low(), 1: Low()}),
        lambda start: lambda s: s.stack[-1].step == "choose",
    )


@pytest.mark.parametrize(("outcome", "gain"), [(0, -2.5), (2, -0.5), (5, 2.5)])
def test_a_die_is_compared_with_the_mean_of_its_faces(outcome: int, gain: float) -> None:
    """A die has the mean 3.5; two points are there already, so 5.5 are expected."""
    found = dice().luck(thrower(2), outcome)
    assert found.outcome == str(outcome + 1)
    assert found.expected == pytest.approx((5.5, -5.5))
    assert found.gain == pytest.approx((gain, -gain))


def test_what_is_expected_follows_the_value_and_not_the_number_on_the_die() -> None:
    """The squares 1, 4, 9, 16, 25 and 36 have the mean 91 / 6."""
    found = dice(power=2).luck(thrower(), 5)
    assert found.expected[0] == pytest.approx(91 / 6)
    assert found.gain[0] == pytest.approx(36 - 91 / 6)


@pytest.mark.parametrize("power", [1, 2, 3])
def test_over_all_outcomes_luck_is_zero_and_the_position_stays_as_it_is(power: int) -> None:
    s = thrower(1)
    before = s.to_json()
    gains = [dice(power).luck(s, outcome).gain for outcome in range(6)]
    assert sum(gain[0] for gain in gains) == pytest.approx(0)
    assert s.to_json() == before


def test_outcomes_count_by_their_weights() -> None:
    offer = Offer(CHANCE, chance=(("never", 0), ("rarely", 1), ("often", 3)))
    assert mean(offer, {1: (8.0,), 2: (4.0,)}) == pytest.approx((5.0,))


def test_a_second_die_on_the_way_is_expected_too() -> None:
    """Nothing is a decision before the third round: south throws next. After a six, 6 + 3.5 points are expected. The
    dice of the third round would be too many, and are not thrown."""

    class Both(Low):
        """South chooses high, north low."""

        def __init__(self, option: Option) -> None:
            self.option = option

        def choose(self, sight: Sight[Any], offer: Offer) -> Any:
            return OPTION, self.option if offer.options >> self.option & 1 else DONE

    deep = Dice(
        TOY,
        lambda s: (float(sum(s.score)),),
        lambda: dict[int, Chooser]({0: Both(LOW), 1: Both(HIGH)}),
        lambda start: lambda s: s.round > start.round + 1,
    )
    s = thrower()
    found = deep.each(s, TOY.offers(s)[0], 1)
    assert {outcome: value[0] for outcome, value in found.items()} == pytest.approx(
        {face: face + 1 + 3.5 for face in range(6)}
    )
