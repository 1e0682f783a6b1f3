"""The sequential test: decided when the ratio passes Wald's bounds, and not before."""

from math import log

import pytest

from stavka.studies.sequential import BETTER, NOT_BETTER, OPEN, Sequential, mean_and_error


def test_the_ratio_is_that_of_two_normal_distributions() -> None:
    """Four differences 1, 0, 1, 0: mean 1/2, variance 1/3. n * gain * (mean - gain / 2) / variance
    = 4 * 0.2 * (0.5 - 0.1) * 3 = 0.96."""
    assert Sequential(0.2).ratio([1, 0, 1, 0]) == pytest.approx(0.96)


def test_it_decides_at_the_bounds_of_wald() -> None:
    """With errors of 5 % the bounds are log 19 = 2.94 and its negative. Ten games have a variance of 2.5 / 9 and a
    ratio of 10 * 0.08 / 0.278 = 2.88; twelve have 3 / 11 and 12 * 0.08 / 0.273 = 3.52."""
    test = Sequential(0.2)
    assert [test.verdict([1, 0] * n) for n in (4, 5, 6)] == [OPEN, OPEN, BETTER]
    assert test.ratio([1, 0] * 5) == pytest.approx(2.88)
    assert 2.88 < log(19) < test.ratio([1, 0] * 6) == pytest.approx(3.52)


def test_what_is_no_better_is_said_so() -> None:
    test = Sequential(0.5)
    assert test.verdict([1, -1] * 4) == OPEN
    assert test.verdict([1, -1] * 14) == NOT_BETTER
    assert test.verdict([0.0] * 8) == NOT_BETTER


def test_few_differences_decide_nothing() -> None:
    assert Sequential(0.2).verdict([1.0] * 7) == OPEN
    assert Sequential(0.2).verdict([1.0] * 8) == BETTER
    assert Sequential(0.2).ratio([1.0]) == 0.0


def test_mean_and_error() -> None:
    """1, 0, 1, 0: the variance of the mean is 1/3 by four."""
    assert mean_and_error([1, 0, 1, 0]) == pytest.approx((0.5, (1 / 12) ** 0.5))
    assert mean_and_error([3.0]) == (3.0, 0.0)
