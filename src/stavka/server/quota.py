"""A quota on tables that only computer players play: so many are played at the same time, and the others wait their
turn."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

SLICE: Final = 60.0
"""Seconds after which a table makes room for a waiting one."""


class Place(NamedTuple):
    client: str
    since: float


class Quota:
    """The quota of each address. A table is charged to one address from which somebody watches it: the one with the
    most room. So nobody gets more by opening many tables, and nobody can stop another table by also watching it."""

    def __init__(self, most: int, each: int, wake: Callable[[str], None]) -> None:
        self.most, self.each, self.wake = most, each, wake
        self.playing: dict[str, Place] = {}
        self.waiting: OrderedDict[str, frozenset[str]] = OrderedDict()
        """For each waiting table, the addresses from which somebody watches; the table that has waited longest comes
        first."""

    def may_play(self, table: str, clients: Iterable[str], now: float | None = None) -> bool:
        """Whether a table may be played now. If not, it waits, and is woken when it may."""
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
        """Release a table: nothing is to be played there now, or nobody watches."""
        self.waiting.pop(table, None)
        if self.playing.pop(table, None) is not None:
            self.give(time.monotonic() if now is None else now)

    def sponsor(self, clients: frozenset[str], without: str = "") -> str | None:
        """The address to which a table can be charged, once another table has made room."""
        playing = [place.client for table, place in self.playing.items() if table != without]
        counts = Counter(playing)
        best = min(clients, key=lambda client: (counts[client], client), default=None)
        has_room = len(playing) < self.most and best is not None and counts[best] < self.each
        return best if has_room else None

    def is_wanted(self, table: str) -> bool:
        """Whether somebody waits for the place of this table."""
        return any(self.sponsor(clients, without=table) is not None for clients in self.waiting.values())

    def give(self, now: float) -> None:
        """Start the waiting tables for which there is room."""
        for table, clients in list(self.waiting.items()):
            client = self.sponsor(clients)
            if client is not None and self.waiting.pop(table, None) is not None:
                self.playing[table] = Place(client, now)
                self.wake(table)
