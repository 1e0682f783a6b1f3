"""Choose the best of a few plans by trying all of them on the same imagined futures, for any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from math import sqrt
from typing import Final, NamedTuple

from stavka.engine.agent import Patience

FOLLOWING: Final = 3
"""The cost of following a plan, in looks; it is only used to report progress."""


class Futures(ABC):
    """Imagined futures, by number. All plans are tried on the same futures, so that luck favours none of them."""

    @abstractmethod
    def look(self, plan: int, future: int) -> float:
        """The value of a plan at first sight, after it has been carried out in a future."""

    @abstractmethod
    def follow(self, plan: int, future: int) -> float:
        """The value of a plan after the answers to it. `look` has been called before with the same plan and future."""


class Effort(NamedTuple):
    """The amount of search. This alone, and never a clock, decides the result, so the same seed gives the same
    choice."""

    looks: int  # futures in which each plan is looked at
    finalists: int  # number of plans that are followed, including plan 0
    more: int  # further futures in which the finalists are looked at
    follows: int  # futures in which the finalists are followed
    doubt: float  # number of standard errors by which another plan must be better than plan 0

    def most(self, plans: int) -> tuple[int, int]:
        """The most looks and follows that a choice takes."""
        finalists = min(plans, self.finalists) if plans > 1 else 0
        looks = plans * self.looks if plans > 1 else 0
        return looks + finalists * (self.more - self.looks), finalists * self.follows


class Verdict(NamedTuple):
    best: int
    """The number of the best plan."""
    worth: float
    plain: float
    """The value of plan 0."""


class LateError(Exception):
    """The caller does not wait any longer."""


class Trials:
    """A count of looks and follows, which stops when the caller no longer waits."""

    def __init__(self, futures: Futures, patience: Patience, most: tuple[int, int]) -> None:
        self.futures, self.patience = futures, patience
        self.done, self.all = 0, most[0] + most[1] * FOLLOWING

    def looks(self, plan: int, first: int, end: int) -> list[float]:
        return [self.spend(1, self.futures.look, plan, future) for future in range(first, end)]

    def follows(self, plan: int, end: int) -> list[float]:
        return [self.spend(FOLLOWING, self.futures.follow, plan, future) for future in range(end)]

    def spend(self, cost: int, trial: Callable[[int, int], float], plan: int, future: int) -> float:
        if self.patience.is_over():
            raise LateError
        worth = trial(plan, future)
        self.done += cost
        self.patience.tell(self.done / self.all)
        return worth


def best_plan(plans: int, futures: Futures, effort: Effort, patience: Patience) -> Verdict:
    """The best plan. Plan 0 is the choice without search, and another plan must be clearly better to replace it.

    When the caller does not wait any longer, the best of the fully tried plans is taken."""
    trials = Trials(futures, patience, effort.most(plans))
    found: dict[int, list[float]] = {}
    worth = {0: 0.0}
    if plans > 1:
        with suppress(LateError):
            seen = [trials.looks(plan, 0, effort.looks) for plan in range(plans)]
            others = sorted(range(1, plans), key=lambda plan: (-mean(seen[plan]), plan))
            for plan in [0, *others[: effort.finalists - 1]]:
                seen[plan] += trials.looks(plan, effort.looks, effort.more)
                found[plan] = trials.follows(plan, effort.follows)
                worth[plan] = estimate(found[plan], seen[plan])
    if len(found) < 2:
        return Verdict(0, worth[0], worth[0])
    best = max(worth, key=lambda plan: (worth[plan], -plan))
    slack = effort.doubt * standard_error([a - b for a, b in zip(found[best], found[0], strict=True)])
    if worth[best] <= worth[0] + slack:
        best = 0
    return Verdict(best, worth[best], worth[0])


def estimate(followed: list[float], looked: list[float]) -> float:
    """The mean value of the followed futures, corrected for how lucky these were among all futures that were looked
    at."""
    return mean(followed) + mean(looked) - mean(looked[: len(followed)])


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def standard_error(values: list[float]) -> float:
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
