"""Positions of random games in which observations are tried."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any

from games.walks import collected, walk
from stavka import games

EACH = 6
WALKS, LONG, APART = 2, 600, 7


def positions(key: str) -> list[Any]:
    return [s for found in collected(key).values() for s in found[:EACH]]


@cache
def with_options(key: str) -> list[Any]:
    """Some positions of random games with every optional rule: some of these bring secrets."""
    options = dict.fromkeys(games.about(key)["options"], True)
    walks = (walk(key, seed, options) for seed in range(WALKS))
    return [s.clone() for each in walks for number, s in enumerate(islice(each, LONG)) if number % APART == 0]
