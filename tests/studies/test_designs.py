"""Designed experiments: balanced runs, and effects worked out by hand."""

from itertools import combinations

import pytest

from stavka.studies.designs import HIGH, LOW, MOST, Effect, design, effects, interval, student


@pytest.mark.parametrize(("values", "runs"), [(1, 8), (3, 8), (4, 16), (7, 16), (8, 24), (15, 32), (19, 40), (23, 48)])
def test_each_value_has_both_levels_equally_often_beside_every_other(values: int, runs: int) -> None:
    found = design(values)
    assert len(found) == runs and {len(run) for run in found} == {values}
    columns = list(zip(*found, strict=True))
    assert [sum(column) for column in columns] == [0] * values
    assert all(sum(a * b for a, b in zip(*pair, strict=True)) == 0 for pair in combinations(columns, 2))


def test_no_interaction_of_two_values_is_taken_for_the_effect_of_a_third() -> None:
    columns = list(zip(*design(11), strict=True))
    assert all(sum(a * b * c for a, b, c in zip(*three, strict=True)) == 0 for three in combinations(columns, 3))


@pytest.mark.parametrize("values", [0, MOST + 1])
def test_an_experiment_has_one_to_23_values(values: int) -> None:
    with pytest.raises(ValueError, match="expected 1 to 23 values"):
        design(values)


def test_effects_are_differences_between_the_levels() -> None:
    """Seed 1: 3 points more with the first value high; seed 2: 5 more. The second value does nothing, in both."""
    runs = [(HIGH, HIGH), (HIGH, LOW), (LOW, HIGH), (LOW, LOW)]
    first, second = effects(runs, [[13, 13, 10, 10], [7, 7, 2, 2]])
    assert first.mean == 4
    # The estimates 3 and 5 have a standard error of 1; Student's t for one degree of freedom is 12.706.
    assert (first.low, first.high) == pytest.approx((4 - 12.706, 4 + 12.706))
    assert second == Effect(0, 0, 0)
    assert not first.is_clear and not second.is_clear


def test_what_all_runs_of_a_seed_share_falls_out() -> None:
    """Whatever the luck of a seed, the value is worth exactly one: no doubt is left."""
    runs = [(HIGH,), (LOW,)]
    (found,) = effects(runs, [[101, 100], [1, 0], [-49, -50]])
    assert found == Effect(1, 1, 1) and found.is_clear


def test_an_interval_is_students() -> None:
    """1, 2, 3: mean 2, standard error 1 by the root of 3, t for two degrees of freedom 4.303."""
    assert interval([1, 2, 3]) == pytest.approx((2, 2 - 4.303 / 3**0.5, 2 + 4.303 / 3**0.5))


@pytest.mark.parametrize(
    ("freedom", "expected"), [(1, 12.706), (10, 2.228), (11, 2.201), (20, 2.086), (40, 2.021), (120, 1.980)]
)
def test_students_t_is_that_of_printed_tables(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, abs=0.002)
