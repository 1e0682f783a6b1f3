"""Designed experiments with two levels: which of some values matter, and by how much.

The design is Plackett and Burman's with its fold-over: each value takes its low and its high level in half of the runs,
in equally many combinations with each other value. So the effect of a value is the mean of the runs with its high level
less the mean of those with its low one, and no interaction of two values is mistaken for the effect of a third.

Every run plays the same seeds. Each seed gives an estimate of each effect, and the scatter of these gives its interval:
what luck all runs of a seed share falls out."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final, NamedTuple

from stavka.studies.sequential import mean_and_error

LOW, HIGH = -1, 1
Levels = tuple[int, ...]
"""The level of each value in a run: `LOW` or `HIGH`."""

GENERATORS: Final = (
    "++-",
    "+++-+--",
    "++-+++---+-",
    "++++-+-++--+---",
    "++--++++-+-+----++-",
    "+++++-+-++--++--+-+----",
)
"""The first rows of Plackett and Burman's designs for 4, 8, 12, 16, 20 and 24 runs."""
MOST: Final = len(GENERATORS[-1])
"""The most values that an experiment can have."""

QUANTILES: Final = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's t for an interval of 95 %, for 1 to 10 degrees of freedom."""


def design(values: int) -> list[Levels]:
    """The runs of an experiment with this many values: the levels of the values in each."""
    if not 1 <= values <= MOST:
        raise ValueError(f"expected 1 to {MOST} values, found {values}")
    generator = next(each for each in GENERATORS if len(each) >= values)
    first = tuple(HIGH if sign == "+" else LOW for sign in generator)
    rows = [first[len(first) - shift :] + first[: len(first) - shift] for shift in range(len(first))]
    rows.append((LOW,) * len(first))
    half = [row[:values] for row in rows]
    return half + [tuple(-level for level in row) for row in half]


class Effect(NamedTuple):
    """What it changes when a value goes from its low to its high level, with an interval of 95 %."""

    mean: float
    low: float
    high: float

    @property
    def is_clear(self) -> bool:
        """Whether the interval does not contain 0."""
        return self.low > 0 or self.high < 0


def effects(runs: Sequence[Levels], outcomes: Sequence[Sequence[float]]) -> list[Effect]:
    """The effect of each value. outcomes: for each seed, the outcome of each run."""
    found = []
    for value in range(len(runs[0])):
        estimates = [
            fmean(y for run, y in zip(runs, ys, strict=True) if run[value] == HIGH)
            - fmean(y for run, y in zip(runs, ys, strict=True) if run[value] == LOW)
            for ys in outcomes
        ]
        found.append(interval(estimates))
    return found


def interval(estimates: Sequence[float]) -> Effect:
    """The mean of two or more independent estimates with its interval."""
    mean, error = mean_and_error(estimates)
    half = student(len(estimates) - 1) * error
    return Effect(mean, mean - half, mean + half)


def student(freedom: int) -> float:
    """Student's t for an interval of 95 %; beyond the table by an approximation that is right to 0.002."""
    return QUANTILES[freedom - 1] if freedom <= len(QUANTILES) else 1.96 + 2.4 / freedom + 2.8 / freedom**2
