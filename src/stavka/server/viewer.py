"""Somebody who looks at a table: one connection, the seats that it holds, and what it has been sent."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Final

from stavka.engine.state import Event, Json
from stavka.server.match import Match
from stavka.server.presenting import Language, Presenter

MOST_WAITING: Final = 400
"""Messages that may wait for a slow connection; with more it is closed, and comes back when it can."""


class Viewer:
    def __init__(self, seats: Sequence[int], key_hash: str | None, lang: Language = "en", since: int = 0) -> None:
        self.seats = tuple(sorted(seats))
        self.sitting: int | None = self.seats[0] if self.seats else None
        """The seat that is shown. Who holds several (hot-seat) sits where a decision is asked."""
        self.key_hash, self.lang, self.since = key_hash, lang, since
        self.queue: asyncio.Queue[Json | None] = asyncio.Queue()
        self.asking: str | int | None = None
        """The id of the message that is being answered."""
        self.is_closed = False
        self.close_code = 1000
        self.shown: tuple[int, int | None, bool] | None = None
        self.events: list[Event] = []
        """The entries of the log that have been sent."""

    def push(self, *messages: Json) -> None:
        """Called in the event loop."""
        for message in messages:
            if self.queue.qsize() >= MOST_WAITING:
                self.close(1013)
            if self.is_closed:
                return
            self.queue.put_nowait(message)

    def close(self, code: int = 1000) -> None:
        if not self.is_closed:
            self.is_closed, self.close_code = True, code
            self.queue.put_nowait(None)

    def sit_down(self, match: Match) -> None:
        """Sit where something is asked, if nothing is asked here."""
        asked = match.asked()
        if self.sitting not in asked:
            self.sitting = next((seat for seat in self.seats if seat in asked), self.sitting)

    def news(self, match: Match, presenter: Presenter, *, force: bool = False) -> list[Json]:
        """The scene, if it has changed for this viewer, and what is new in the log."""
        self.sit_down(match)
        return self.show_seat(match, presenter, force=force)

    def show_seat(self, match: Match, presenter: Presenter, *, force: bool = False) -> list[Json]:
        now = match.number(self.seats), self.sitting, bool(match.result)
        if now == self.shown and not force:
            return []
        over = bool(match.result) and (self.shown is None or not self.shown[2])
        self.shown = now
        scene = presenter.scene(match.session, self.sitting, now[0], self.lang)
        messages: list[Json] = [{"is": "scene", "state": now[0], "scene": scene}, *self.log(match, presenter)]
        if over:
            messages.append({"is": "over", "result": match.result, "seed": match.seed})
        return messages

    def log(self, match: Match, presenter: Presenter, since: int | None = None) -> list[Json]:
        """The entries that this viewer does not have; after a taking back those that replace what he had."""
        events = match.session.log(self.sitting)
        start = agreement(self.events, events) if since is None else min(since, len(events))
        if since is None and start == len(self.events) == len(events) and self.shown is not None and events:
            return []
        self.events = events
        start = max(start, min(self.since, len(events)))
        self.since = 0
        return [{"is": "log", "from": start, "entries": entries(match, presenter, events, start, self.lang)}]


def entries(match: Match, presenter: Presenter, events: list[Event], start: int, lang: Language) -> list[Any]:
    return [
        {"n": start + n, **presenter.sentence(match.session, event, lang)} for n, event in enumerate(events[start:])
    ]


def agreement(a: list[Event], b: list[Event]) -> int:
    """How many entries two logs share from the start."""
    for n, (one, other) in enumerate(zip(a, b, strict=False)):
        if one is not other and one != other:
            return n
    return min(len(a), len(b))
