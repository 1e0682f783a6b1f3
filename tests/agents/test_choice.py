"""Choosing among plans: within the effort the better one is found, and in doubt the usual one, plan 0, is kept."""

from collections.abc import Sequence

import pytest

from stavka.agents.choice import Effort, Futures, Verdict, estimate, standard_error
from stavka.agents.choice import best_plan as patient_plan
from stavka.engine.agent import Patience


class Known(Futures):
    """Futures whose values stand in tables: by plan, then by future."""

    def __init__(self, at_sight: Sequence[Sequence[float]], after: Sequence[Sequence[float]]) -> None:
        self.at_sight, self.after = at_sight, after
        self.looked: list[tuple[int, int]] = []
        self.followed: list[tuple[int, int]] = []

    def look(self, plan: int, future: int) -> float:
        self.looked.append((plan, future))
        return self.at_sight[plan][future]

    def follow(self, plan: int, future: int) -> float:
        assert (plan, future) in self.looked
        self.followed.append((plan, future))
        return self.after[plan][future]


def best_plan(plans: int, futures: Futures, effort: Effort) -> Verdict:
    return patient_plan(plans, futures, effort, Patience())


def effort(doubt: float = 0.0, finalists: int = 2) -> Effort:
    return Effort(looks=1, finalists=finalists, more=2, follows=2, doubt=doubt)


def test_the_plan_that_is_best_after_the_answers_is_taken() -> None:
    futures = Known([[0.5, 0.5], [0.6, 0.6], [0.7, 0.7]], [[0.5, 0.5], [0.9, 0.8], [0.1, 0.2]])
    verdict = best_plan(3, futures, effort(finalists=3))
    assert verdict.best == 1
    assert [verdict.worth, verdict.plain] == pytest.approx([0.85, 0.5])


def test_only_what_looks_best_is_followed_and_plan_0_always() -> None:
    futures = Known([[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]], [[0.0, 0.0], [0.9, 0.9], [0.1, 0.1]])
    assert best_plan(3, futures, effort()).best == 2
    assert futures.followed == [(0, 0), (0, 1), (2, 0), (2, 1)]
    assert futures.looked == [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1)]


def test_the_effort_says_what_a_choice_costs() -> None:
    futures = Known([[0.0, 0.0]] * 5, [[0.0, 0.0]] * 5)
    best_plan(5, futures, effort(finalists=3))
    assert effort(finalists=3).most(5) == (5 + 3, 6) == (len(futures.looked), len(futures.followed))
    assert effort().most(1) == (0, 0)


def test_a_single_plan_needs_no_thought() -> None:
    futures = Known([], [])
    assert best_plan(1, futures, effort()).best == 0
    assert not futures.looked


def test_in_doubt_plan_0_is_kept() -> None:
    """The other plan gains 0.3 and loses 0.1: 0.1 on average, with a standard error of 0.2."""
    flat = [[0.5, 0.5], [0.5, 0.5]]
    after = [[0.5, 0.5], [0.8, 0.4]]
    assert best_plan(2, Known(flat, after), effort(doubt=0.4)).best == 1
    assert best_plan(2, Known(flat, after), effort(doubt=0.6)).best == 0


def test_futures_that_were_lucky_at_sight_count_for_less() -> None:
    assert estimate([0.6, 0.8], [0.5, 0.7, 0.3]) == pytest.approx(0.7 + 0.5 - 0.6)


def test_the_standard_error_of_a_mean() -> None:
    assert standard_error([0.0, 0.4]) == pytest.approx(0.2)
    assert standard_error([0.3]) == 0


class Impatience(Patience):
    """A patience that ends after it has been asked a number of times."""

    def __init__(self, asked: int) -> None:
        super().__init__()
        self.left = asked

    def is_over(self) -> bool:
        self.left -= 1
        return self.left < 0


def late(asked: int) -> tuple[int, int]:
    """The best of three plans when patience ends, and how many futures were followed. Each plan is better than the one
    before, and the third looks best."""
    futures = Known([[0.1, 0.1], [0.2, 0.2], [0.3, 0.3]], [[0.1, 0.1], [0.2, 0.2], [0.9, 0.9]])
    return patient_plan(3, futures, effort(finalists=3), Impatience(asked)).best, len(futures.followed)


def test_when_nobody_waits_the_plans_decide_that_were_tried_to_the_end() -> None:
    """Three looks, then for each of plans 0, 2 and 1 another look and two follows."""
    assert late(2) == (0, 0)
    assert late(3 + 3 + 2) == (0, 3)
    assert late(3 + 3 + 3) == (2, 4)
    assert late(3 + 9) == (2, 6)


def test_how_far_it_is_is_told_in_steps() -> None:
    shares: list[float] = []
    futures = Known([[0.0, 0.0]] * 2, [[0.0, 0.0]] * 2)
    patient_plan(2, futures, effort(), Patience(tell=shares.append))
    assert shares == pytest.approx([n / 16 for n in (1, 2, 3, 6, 9, 10, 13, 16)])
    Patience(tell=shares.append).tell(0.04)
    assert len(shares) == 8
