"""The best of many places, found by a quick look at all and a close look at a few, for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from stavka.hexes import Hex

Score = Callable[[Hex], float]


def best_place(places: Iterable[Hex], here: Hex, glance: Score, score: Score, looks: int) -> Hex:
    """The place with the best score among `here` and the few that are best at first sight. `here` wins ties; after it,
    the place that looked better, and then the first one."""
    listed = list(places)
    if len(listed) > looks:
        listed = sorted(listed, key=lambda place: -glance(place))[:looks]
    if here not in listed:
        listed.append(here)
    return max(listed, key=lambda place: (score(place), place == here))
