"""Somebody who looks at a table: one connection, the seats that it holds, and what it has been sent."""

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
"""What may wait for a slow connection. With more, news is dropped, and told as it stands when the line is free."""
ROOM_BYTES: Final = 128 * 1024
"""With more than this waiting, a connection is asked nothing more."""
NEWS: Final = frozenset({"update", "table", "chat", "thinking", "queued"})
"""What can be told again: where things stand. Answers cannot."""


class Parcel(NamedTuple):
    """A message on its way."""

    text: str
    is_news: bool
    events: list[Event] | None
    """The log that the client has when it has read this message; None: as before."""
    answer: Json | None
    """What the message answers: that is said in any case, even where its news is dropped."""


class Heard(NamedTuple):
    """The events of a session and how many there were when a seat heard the last of them, and those that it heard."""

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
    """A text that knows more than its letters (`Spoken`, `Message`), which msgspec does not write by itself."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is not part of a message")


WRITER: Final = msgspec.json.Encoder(enc_hook=as_text)


def encoded(message: Json) -> str | None:
    """A message as text. One that cannot be written is noted and left out: the next ones are sent all the same."""
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
        self.is_answered = False
        """Whether an update has answered it."""
        self.is_closed = False
        self.close_code = 1000
        self.shown: Shown | None = None
        """What the next scene is told against; None: it is told whole."""
        self.events: list[Event] = []
        """The entries of the log that have been sent, or wait to be."""
        self.read: list[Event] = []
        """Those that have been sent."""
        self.heard: Heard | None = None
        """Where `events` come from."""

    def push(self, *messages: Json) -> None:
        """Called in the event loop. What is put in at once is never dropped by itself."""
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
        """Let an update among some messages be the answer to what this connection has asked for."""
        for message in messages:
            if message["is"] == "update":
                message["answer"] = {"id": self.asking, **(more or {})}
                self.is_answered = True

    def forget(self) -> None:
        """What the client has is not known: the next scene is told whole."""
        self.shown = None

    def fall_behind(self) -> None:
        """Drop the news that waits: it is out of date. A connection that does not even read its answers is closed."""
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

    def news(self, match: Match, presenter: ServerPresenter, gallery: Gallery) -> Json | None:
        """One message for everything that has changed for this viewer: the scene, the log, the end of the game. None
        where nothing has."""
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
        """The entries that this viewer does not have; after a taking back those that replace what he had."""
        events, agreed = self.hear(match)
        start = agreed if since is None else min(since, len(events))
        if since is None and start == len(self.events) == len(events) and self.shown is not None and events:
            return None
        self.events = events
        start = max(start, min(self.since, len(events)))
        self.since = 0
        said = gallery.entries(match, presenter, events[start:], self.lang, self.sitting)
        told = numbered(match, said, events, start)
        match.throws.name_in(told, events[start:], presenter, self.sitting, self.lang)
        return {"from": start, "entries": told}

    def hear(self, match: Match) -> tuple[list[Event], int]:
        """The events that this viewer may know, and how many of them he has. A log that has only grown is not read from
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
    """The answer that an update carries, as a message of its own."""
    return {"is": "answer", **message["answer"]} if message["is"] == "update" and "answer" in message else None


def numbered(match: Match, said: Iterable[Json], events: list[Event], start: int) -> list[Json]:
    """Entries of the log from one on, each with its number and its place in the card of what happened."""
    places = placed(match.game.told, events, start)
    return [
        {"n": n, **entry} | ({} if place is None else {"card": place._asdict()})
        for n, (entry, place) in enumerate(zip(said, places, strict=True), start)
    ]


def agreement(a: list[Event], b: list[Event]) -> int:
    """How many entries two logs share from the start."""
    for n, (one, other) in enumerate(zip(a, b, strict=False)):
        if one is not other and one != other:
            return n
    return min(len(a), len(b))
