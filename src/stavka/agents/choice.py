"""Choosing the best of a few plans by trying each on the same imagined futures."""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt

Trial = Callable[[int, int], float]
"""What a plan turned out to be worth in a future: trial(plan, future)."""


def best_plan(plans: int, trial: Trial, budget: int, first: int = 2, doubt: float = 0.0) -> int:
    """The number of the best plan within a budget of trials. Plan 0 is what would be done without thinking.

    All plans meet the same futures. After each round the worse half drops out, except plan 0, and the others meet twice as
    many; in the end a plan must beat plan 0 by more than `doubt` standard errors of the difference to replace it."""
    values: list[list[float]] = [[] for _ in range(plans)]
    left = list(range(plans))
    spent, futures = 0, first
    while len(left) > 1:
        cost = sum(max(0, futures - len(values[plan])) for plan in left)
        if spent + cost > budget:
            futures = min(len(values[plan]) for plan in left) + (budget - spent) // len(left)
        for plan in left:
            for future in range(len(values[plan]), futures):
                values[plan].append(trial(plan, future))
                spent += 1
        left.sort(key=lambda plan: (-mean(values[plan]), plan))
        if len(left) > 2:
            left = left[: (len(left) + 1) // 2]
            if 0 not in left:
                left.append(0)
        if spent + len(left) > budget:
            break
        futures = 2 * futures
    best = max(left, key=lambda plan: (mean(values[plan]), -plan))
    return best if best and is_better(values[best], values[0], doubt) else 0


def mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def is_better(these: list[float], those: list[float], doubt: float) -> bool:
    """Is the mean difference in the futures that both met above so many standard errors?"""
    differences = [a - b for a, b in zip(these, those, strict=False)]
    if not differences:
        return False
    middle = mean(differences)
    spread = sqrt(sum((d - middle) ** 2 for d in differences) / max(1, len(differences) - 1) / len(differences))
    return middle > 0 and middle >= doubt * spread
