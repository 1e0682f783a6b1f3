"""A sequential test: games are played until it is decided whether a change is better, and no longer.

This is Wald's sequential probability ratio test on the mean of differences, with their observed variance, as in testing
chess engines: no gain, or at least a given gain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, variance
from typing import Final

BETTER: Final = "better"
NOT_BETTER: Final = "not better"
OPEN: Final = ""
"""The result of a test that has not decided yet."""
LEAST: Final = 8
"""The number of differences before which nothing is decided: the variance of fewer says little."""
FLOOR: Final = 1e-6
"""The least variance that is assumed."""


@dataclass(frozen=True)
class Sequential:
    """A test whether the mean of some differences is 0 or `gain`."""

    gain: float
    alpha: float = 0.05
    """The probability of accepting a change that is not better."""
    beta: float = 0.05
    """The probability of missing a change that is better by `gain`."""

    def ratio(self, differences: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio of the differences with and without the gain."""
        if len(differences) < 2:
            return 0.0
        spread = max(variance(differences), FLOOR)
        return len(differences) * self.gain * (fmean(differences) - self.gain / 2) / spread

    def verdict(self, differences: Sequence[float]) -> str:
        if len(differences) < LEAST:
            return OPEN
        ratio = self.ratio(differences)
        if ratio >= log((1 - self.beta) / self.alpha):
            return BETTER
        return NOT_BETTER if ratio <= log(self.beta / (1 - self.alpha)) else OPEN


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """A mean and its standard error."""
    error = sqrt(variance(values) / len(values)) if len(values) > 1 else 0.0
    return fmean(values), error
