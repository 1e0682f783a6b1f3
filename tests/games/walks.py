"""Random games of any game, position by position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

from stavka import games
from stavka.assurance.invariants import any_pick

APART = 5
"""The number of picks between kept positions of one step."""


def walk(key: str, seed: int, options: Mapping[str, bool] | None = None) -> Iterator[Any]:
    """The positions of one random game, each before its decision; the last one is over."""
    g, rng = games.load(key), Random(seed)
    scenarios = games.about(key)["scenarios"]
    s = g.new(scenarios[seed % len(scenarios)]["key"], options)
    yield s
    while not s.result:
        offer = rng.choice(g.offers(s))
        g.apply(s, offer.seat, any_pick(offer, rng))
        yield s


@cache
def collected(key: str, number: int = 12, each: int = 24) -> dict[str, list[Any]]:
    """Some positions of every step to which random games come, and of games that are over."""
    found: dict[str, list[Any]] = {}
    for seed in range(number):
        last: dict[str, int] = {}
        for i, s in enumerate(walk(key, seed)):
            step = "over" if s.result else s.stack[-1].step
            kept = found.setdefault(step, [])
            if len(kept) < each and i - last.get(step, -APART) >= APART:
                last[step] = i
                kept.append(s.clone())
    return found
