"""A sequential test: games are played until it is decided whether something is better, and no longer.

Wald's sequential probability ratio test on the mean of differences, with the variance that they show (as programs that
test chess engines do it): no gain, or a gain of at least so much."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, variance
from typing import Final

BETTER: Final = "better"
NOT_BETTER: Final = "not better"
OPEN: Final = ""
"""What a test says that has not decided yet."""
LEAST: Final = 8
"""Differences before which nothing is decided: the variance of fewer says little."""
FLOOR: Final = 1e-6
"""The least variance that is believed."""


@dataclass(frozen=True)
class Sequential:
    """Whether the mean of some differences is 0 or `gain`."""

    gain: float
    alpha: float = 0.05
    """How often something is called better that is not."""
    beta: float = 0.05
    """How often something is missed that is better by `gain`."""

    def ratio(self, differences: Sequence[float]) -> float:
        """The logarithm of how much more likely the differences are with the gain than without."""
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
