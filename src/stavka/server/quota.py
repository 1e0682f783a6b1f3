"""How many tables of programs alone are played at one time. The others wait until it is their turn."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

SLICE: Final = 60.0
"""Seconds after which a table makes room for one that waits."""


class Place(NamedTuple):
    client: str
    since: float


class Quota:
    """A table is played on the account of one address from which somebody looks at it: of the one that has most room.
    So nobody gets more by opening many tables, and nobody can stop the table of another by looking at it too."""

    def __init__(self, most: int, each: int, wake: Callable[[str], None]) -> None:
        self.most, self.each, self.wake = most, each, wake
        self.playing: dict[str, Place] = {}
        self.waiting: OrderedDict[str, frozenset[str]] = OrderedDict()
        """For each table that waits the addresses from which somebody looks; who has waited longest is the first."""

    def may_play(self, table: str, clients: Iterable[str], now: float | None = None) -> bool:
        """Whether a table may be played now. If not it waits, and is woken when it may."""
        now = time.monotonic() if now is None else now
        looking = frozenset(clients)
        place = self.playing.get(table)
        if place is not None:
            if place.client in looking and not (now - place.since >= SLICE and self.is_wanted(table)):
                return True
            del self.playing[table]
            self.waiting[table] = looking
            self.give(now)
        elif (client := self.sponsor(looking)) is not None:
            self.waiting.pop(table, None)
            self.playing[table] = Place(client, now)
        else:
            self.waiting[table] = looking
        return table in self.playing

    def leave(self, table: str, now: float | None = None) -> None:
        """Nothing is to be played there now, or nobody looks."""
        self.waiting.pop(table, None)
        if self.playing.pop(table, None) is not None:
            self.give(time.monotonic() if now is None else now)

    def sponsor(self, clients: frozenset[str], without: str = "") -> str | None:
        """The address on whose account a table can be played, once another table has made room."""
        playing = [place.client for table, place in self.playing.items() if table != without]
        counts = Counter(playing)
        best = min(clients, key=lambda client: (counts[client], client), default=None)
        has_room = len(playing) < self.most and best is not None and counts[best] < self.each
        return best if has_room else None

    def is_wanted(self, table: str) -> bool:
        """Whether somebody waits for whom this table could make room."""
        return any(self.sponsor(clients, without=table) is not None for clients in self.waiting.values())

    def give(self, now: float) -> None:
        """Let those begin who have waited and for whom there is room."""
        for table, clients in list(self.waiting.items()):
            client = self.sponsor(clients)
            if client is not None and self.waiting.pop(table, None) is not None:
                self.playing[table] = Place(client, now)
                self.wake(table)
