"""Somebody who looks at a table: one connection, the seats that it holds, and what it has been sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import msgspec

from stavka.engine.state import Event, Json
from stavka.server.faults import tell_fault
from stavka.server.match import Match
from stavka.server.presenting import Language, Presenter

MOST_BYTES: Final = 512 * 1024
"""What may wait for a slow connection. With more, news is dropped, and told as it stands when the line is free."""
ROOM_BYTES: Final = 128 * 1024
"""With more than this waiting, a connection is asked nothing more."""
NEWS: Final = frozenset({"scene", "log", "table", "chat", "thinking", "queued", "over"})
"""What can be told again: where things stand. Answers cannot."""


class Parcel(NamedTuple):
    """A message on its way."""

    text: str
    is_news: bool
    events: list[Event] | None
    """The log that the client has when it has read this message; None: as before."""


def encoded(message: Json) -> str | None:
    """A message as text. One that cannot be written is noted and left out: the next ones are sent all the same."""
    try:
        return msgspec.json.encode(message).decode()
    except (UnicodeError, TypeError, ValueError) as error:
        tell_fault(f"sending {message.get('is')}", error)
        return None


class Viewer:
    def __init__(
        self,
        seats: Sequence[int],
        key_hash: str | None,
        lang: Language = "en",
        since: int = 0,
        login: str | None = None,
    ) -> None:
        self.seats = tuple(sorted(seats))
        self.sitting: int | None = self.seats[0] if self.seats else None
        """The seat that is shown. Who holds several (hot-seat) sits where a decision is asked."""
        self.key_hash, self.lang, self.since = key_hash, lang, since
        self.login = login
        """The session that holds the seats, where no key does."""
        self.client = ""
        """The address from which it comes."""
        self.waiting: deque[Parcel] = deque()
        self.bytes = 0
        self.is_behind = False
        """News was dropped: as soon as the line is free everything is told as it stands then."""
        self.stirred = asyncio.Event()
        self.asking: str | int | None = None
        """The id of the message that is being answered."""
        self.is_closed = False
        self.close_code = 1000
        self.shown: tuple[int, int | None, bool] | None = None
        self.events: list[Event] = []
        """The entries of the log that have been sent, or wait to be."""
        self.read: list[Event] = []
        """Those that have been sent."""

    def push(self, *messages: Json) -> None:
        """Called in the event loop. What is put in at once is never dropped by itself."""
        older = len(self.waiting)
        for message in messages:
            is_news = message["is"] in NEWS
            if self.is_closed or (is_news and self.is_behind):
                continue
            text = encoded(message)
            if text is None:
                continue
            self.waiting.append(Parcel(text, is_news, self.events if message["is"] == "log" else None))
            self.bytes += len(text)
        if self.bytes > MOST_BYTES and older:
            self.fall_behind()
        self.stirred.set()

    def fall_behind(self) -> None:
        """Drop the news that waits: it is out of date. A connection that does not even read its answers is closed."""
        self.waiting = deque(parcel for parcel in self.waiting if not parcel.is_news)
        self.bytes = sum(len(parcel.text) for parcel in self.waiting)
        self.is_behind = True
        if self.bytes > MOST_BYTES:
            self.waiting.clear()
            self.bytes = 0
            self.close(1013)

    async def next(self) -> Parcel | None:
        """What is to be sent now, also to a viewer who is being sent away; None when there is nothing more to send, or
        everything has to be told again."""
        while not (self.waiting or self.is_closed or self.is_behind):
            self.stirred.clear()
            await self.stirred.wait()
        return self.waiting[0] if self.waiting else None

    def sent(self, parcel: Parcel) -> None:
        """A message has left; it is still there unless it was dropped meanwhile."""
        if self.waiting and self.waiting[0] is parcel:
            self.waiting.popleft()
            self.bytes -= len(parcel.text)
        if parcel.events is not None:
            self.read = parcel.events
        self.stirred.set()

    async def has_room(self) -> None:
        """Wait until what waits for the connection is little enough to ask it for more."""
        while self.bytes > ROOM_BYTES and not self.is_closed:
            self.stirred.clear()
            await self.stirred.wait()

    def close(self, code: int = 1000) -> None:
        if not self.is_closed:
            self.is_closed, self.is_behind, self.close_code = True, False, code
            self.stirred.set()

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
        told = self.log(match, presenter)
        messages: list[Json] = [{"is": "scene", "state": now[0], "scene": scene, "is_told": bool(told)}, *told]
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
    said = presenter.sentences(match.session, events[start:], lang)
    return [{"n": n, **entry} for n, entry in enumerate(said, start)]


def agreement(a: list[Event], b: list[Event]) -> int:
    """How many entries two logs share from the start."""
    for n, (one, other) in enumerate(zip(a, b, strict=False)):
        if one is not other and one != other:
            return n
    return min(len(a), len(b))
