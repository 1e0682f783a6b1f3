"""Ratings of players from games between them: Bradley and Terry's model, in Elo, with intervals by bootstrap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import log10
from random import Random
from typing import Final, NamedTuple

ELO: Final = 400.0
"""The Elo difference of a player who wins ten of eleven games."""
ROUNDS: Final = 200
NEAR: Final = 1e-6
"""The change of a strength below which it counts as found."""
PRIOR: Final = 0.5
"""The number of games that every two players are assumed to have drawn, so that nobody is infinitely strong."""

Score = tuple[str, str, float]
"""Two players, and the score of the first against the second: 1, 0.5 or 0."""


class Rating(NamedTuple):
    """The strength of a player, in Elo, with an interval of 95 %. The first player has 0."""

    elo: float
    low: float
    high: float


def strengths(players: Sequence[str], scores: Sequence[Score]) -> dict[str, float]:
    """Bradley and Terry's strengths: a beats b with the chance a / (a + b). Hunter's iteration."""
    won = dict.fromkeys(players, PRIOR / 2 * (len(players) - 1))
    met = dict.fromkeys(combinations(sorted(players), 2), PRIOR)
    for first, second, score in scores:
        won[first] += score
        won[second] += 1 - score
        pair = (first, second) if first < second else (second, first)
        met[pair] += 1
    found = dict.fromkeys(players, 1.0)
    for _ in range(ROUNDS):
        share = dict.fromkeys(players, 0.0)
        for (a, b), number in met.items():
            both = number / (found[a] + found[b])
            share[a] += both
            share[b] += both
        new = {player: won[player] / share[player] for player in players}
        done = all(abs(new[player] - found[player]) < NEAR * found[player] for player in players)
        found = new
        if done:
            break
    return found


def elos(players: Sequence[str], scores: Sequence[Score]) -> dict[str, float]:
    """Ratings relative to that of the first player."""
    found = strengths(players, scores)
    return {player: ELO * log10(found[player] / found[players[0]]) for player in players}


def rated(players: Sequence[str], rounds: Mapping[int, Sequence[Score]], samples: int = 1000) -> dict[str, Rating]:
    """Ratings with intervals: rounds (all games of one seed, which share their dice) are resampled with replacement."""
    numbers, rng = sorted(rounds), Random(1)
    middle = elos(players, [score for number in numbers for score in rounds[number]])
    drawn: dict[str, list[float]] = {player: [] for player in players}
    for _ in range(samples if numbers else 0):
        picked = rng.choices(numbers, k=len(numbers))
        for player, elo in elos(players, [score for number in picked for score in rounds[number]]).items():
            drawn[player].append(elo)
    return {player: Rating(middle[player], *interval(drawn[player], middle[player])) for player in players}


def interval(values: list[float], middle: float) -> tuple[float, float]:
    """The middle 95 % of some values."""
    if not values:
        return middle, middle
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[min(len(ordered) - 1, int(0.975 * len(ordered)))]
