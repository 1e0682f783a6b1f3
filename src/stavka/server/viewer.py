"""A viewer of a table: one connection, the seats that it holds, and what it has been sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

import msgspec

from stavka.engine.events import placed
from stavka.engine.state import Event, Json
from stavka.server.faults import tell_fault
from stavka.server.gallery import Gallery
from stavka.server.match import Match
from stavka.server.patches import changes
from stavka.server.presenting import Language, ServerPresenter

MOST_BYTES: Final = 512 * 1024
"""The most bytes that may wait for a slow connection. Beyond that, news is dropped, and the present state is sent when
the line is free."""
ROOM_BYTES: Final = 128 * 1024
"""With more bytes than this waiting, no further message is read from the connection."""
NEWS: Final = frozenset({"update", "table", "chat", "thinking", "queued", "analysing"})
"""Messages that can be sent again, since they tell the present state. Answers cannot."""


class Parcel(NamedTuple):
    """A message on its way to the client."""

    text: str
    is_news: bool
    events: list[Event] | None
    """The log that the client has when it has read this message; None: unchanged."""
    answer: Json | None
    """The answer in the message, if any: it is sent in any case, even if its news is dropped."""


class Heard(NamedTuple):
    """The events of a session, how many there were when a seat last read them, and those that the seat may know."""

    log: list[Event]
    number: int
    seat: int | None
    events: list[Event]


class Shown(NamedTuple):
    """The scene that a client has when it has read everything that it was sent."""

    state: int
    seat: int | None
    is_over: bool
    scene: Json


def as_text(value: object) -> str:
    """The plain text of a string subclass (`Spoken`, `Message`), which msgspec does not write by itself."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not part of a message")


WRITER: Final = msgspec.json.Encoder(enc_hook=as_text)


def encoded(message: Json) -> str | None:
    """A message as text. One that cannot be written is logged and left out; the next ones are sent all the same."""
    try:
        return WRITER.encode(message).decode()
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
        """The seat that is shown. A viewer with several seats (hot-seat) sits where a decision is asked."""
        self.key_hash, self.lang, self.since = key_hash, lang, since
        self.login = login
        """The session that holds the seats, if no key does."""
        self.client = ""
        """The address from which the connection comes."""
        self.waiting: deque[Parcel] = deque()
        self.bytes = 0
        self.is_behind = False
        """Whether news was dropped: as soon as the line is free, the present state is sent."""
        self.stirred = asyncio.Event()
        self.asking: str | int | None = None
        """The id of the message that is being answered."""
        self.is_answered = False
        """Whether an update has answered the message."""
        self.is_closed = False
        self.close_code, self.close_reason = 1000, ""
        self.shown: Shown | None = None
        """The scene on which the next patch builds; None: the next scene is sent whole."""
        self.events: list[Event] = []
        """The entries of the log that have been sent, or wait to be."""
        self.read: list[Event] = []
        """The entries that have been sent."""
        self.heard: Heard | None = None
        """The source of `events`."""

    def push(self, *messages: Json) -> None:
        """Queue messages. Called in the event loop. Messages that are queued together are only dropped together."""
        older = len(self.waiting)
        for message in messages:
            is_news = message["is"] in NEWS
            if self.is_closed:
                continue
            if is_news and self.is_behind:
                self.put(answer_of(message))
                continue
            self.put(message)
        if self.bytes > MOST_BYTES and older:
            self.fall_behind()
        self.stirred.set()

    def put(self, message: Json | None) -> None:
        if message is None:
            return
        text = encoded(message)
        if text is None:
            self.forget()
            self.put(answer_of(message))
            return
        events = self.events if "log" in message else None
        self.waiting.append(Parcel(text, message["is"] in NEWS, events, answer_of(message)))
        self.bytes += len(text)

    def answer(self, messages: list[Json], more: Json | None = None) -> None:
        """Make an update among some messages the answer to the request of this connection."""
        for message in messages:
            if message["is"] == "update":
                message["answer"] = {"id": self.asking, **(more or {})}
                self.is_answered = True

    def forget(self) -> None:
        """Forget what the client has: the next scene is sent whole."""
        self.shown = None

    def fall_behind(self) -> None:
        """Drop the waiting news, which is out of date. A connection that does not even read its answers is closed."""
        waiting, self.waiting, self.bytes = self.waiting, deque[Parcel](), 0
        for parcel in waiting:
            if parcel.is_news:
                self.put(parcel.answer)
            else:
                self.waiting.append(parcel)
                self.bytes += len(parcel.text)
        self.is_behind = True
        if self.bytes > MOST_BYTES:
            self.waiting.clear()
            self.bytes = 0
            self.close(1013)

    async def next(self) -> Parcel | None:
        """The next message to send, also to a viewer that is being disconnected; None if there is nothing more to send,
        or everything has to be sent again."""
        while not (self.waiting or self.is_closed or self.is_behind):
            self.stirred.clear()
            await self.stirred.wait()
        return self.waiting[0] if self.waiting else None

    def sent(self, parcel: Parcel) -> None:
        """Note that a message has been sent; it is still in the queue unless it was dropped meanwhile."""
        if self.waiting and self.waiting[0] is parcel:
            self.waiting.popleft()
            self.bytes -= len(parcel.text)
        if parcel.events is not None:
            self.read = parcel.events
        self.stirred.set()

    async def has_room(self) -> None:
        """Wait until few enough bytes wait for the connection to read more from it."""
        while self.bytes > ROOM_BYTES and not self.is_closed:
            self.stirred.clear()
            await self.stirred.wait()

    def close(self, code: int = 1000, reason: str = "") -> None:
        """Close the connection when what waits has been sent."""
        if not self.is_closed:
            self.is_closed, self.is_behind = True, False
            self.close_code, self.close_reason = code, reason
            self.stirred.set()

    def sit_down(self, match: Match) -> None:
        """Sit where a decision is asked, if none is asked of the present seat."""
        asked = match.asked()
        if self.sitting not in asked:
            self.sitting = next((seat for seat in self.seats if seat in asked), self.sitting)

    def news(self, match: Match, presenter: ServerPresenter, gallery: Gallery) -> Json | None:
        """One message with everything that has changed for this viewer: the scene, the log, the end of the game. None
        if nothing has changed."""
        self.sit_down(match)
        shown = self.shown
        now = match.number(self.seats), self.sitting, bool(match.result)
        if shown is not None and now == shown[:3]:
            return None
        return self.update(match, presenter, gallery)

    def everything(self, match: Match, presenter: ServerPresenter, gallery: Gallery, since: int | None = None) -> Json:
        """An update with the whole scene, whatever the client has, and the log from an entry on."""
        self.forget()
        return self.update(match, presenter, gallery, since)

    def update(self, match: Match, presenter: ServerPresenter, gallery: Gallery, since: int | None = None) -> Json:
        before = self.shown
        state, is_over = match.number(self.seats), bool(match.result)
        scene = gallery.scene(match, presenter, self.sitting, state, self.lang)
        message: Json = {"is": "update", "state": state}
        if before is not None and before.seat == self.sitting:
            message["patch"] = {"base": before.state, "changes": changes(before.scene, scene)}
        else:
            message["scene"] = scene
        if (told := self.log(match, presenter, gallery, since)) is not None:
            message["log"] = told
        if is_over and not (before is not None and before.is_over):
            message["over"] = {"result": match.result, "seed": match.seed}
        self.shown = Shown(state, self.sitting, is_over, scene)
        return message

    def log(self, match: Match, presenter: ServerPresenter, gallery: Gallery, since: int | None = None) -> Json | None:
        """The entries that this viewer does not have; after a takeback, those that replace the viewer's entries."""
        events, agreed = self.hear(match)
        start = agreed if since is None else min(since, len(events))
        if since is None and start == len(self.events) == len(events) and self.shown is not None and events:
            return None
        self.events = events
        start = max(start, min(self.since, len(events)))
        self.since = 0
        said = gallery.entries(match, presenter, events, start, self.lang, self.sitting)
        told = numbered(match, said, events, start)
        match.throws.name_in(told, events[start:], presenter, self.sitting, self.lang)
        return {"from": start, "entries": told}

    def hear(self, match: Match) -> tuple[list[Event], int]:
        """The events that this viewer may know, and how many of them it has. A log that has only grown is not read from
        the start."""
        session, before = match.session, self.heard
        log, number = session.state.events, session.known()
        assert log is not None
        has_grown = before is not None and before.log is log and before.events is self.events
        if before is not None and has_grown and before.seat == self.sitting and not match.result:
            events, agreed = self.events + session.log(self.sitting, before.number), len(self.events)
        else:
            events = session.log(self.sitting)
            agreed = agreement(self.events, events)
        if agreed == len(events) == len(self.events):
            events = self.events
        self.heard = Heard(log, number, self.sitting, events)
        return events, agreed


def answer_of(message: Json) -> Json | None:
    """The answer that an update carries, as a separate message."""
    return {"is": "answer", **message["answer"]} if message["is"] == "update" and "answer" in message else None


def numbered(match: Match, said: Iterable[Json], events: list[Event], start: int) -> list[Json]:
    """Entries of the log from one on, each with its number and its place in its card."""
    places = placed(match.game.told, events, start)
    return [
        {"n": n, **entry} | ({} if place is None else {"card": place._asdict()})
        for n, (entry, place) in enumerate(zip(said, places, strict=True), start)
    ]


def agreement(a: list[Event], b: list[Event]) -> int:
    """The number of entries that two logs share from the start."""
    for n, (one, other) in enumerate(zip(a, b, strict=False)):
        if one is not other and one != other:
            return n
    return min(len(a), len(b))
