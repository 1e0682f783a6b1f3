"""A table in memory: a cache of its rows, which may be dropped at any time, and the viewers of the table.

Everything that is done here is done under the table's lock, one thing after the other, and is stored before anybody is
told. A pick takes about a millisecond and runs in the event loop; whatever may take long runs in a thread, so that one
table does not keep another waiting."""

from __future__ import annotations

import asyncio
import json
import time
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

from stavka import games
from stavka.agents import reasons
from stavka.agents.piped import ProgramFaultError
from stavka.engine import standing
from stavka.engine.machine import Game
from stavka.engine.offer import Pick
from stavka.engine.orders import Left, Order
from stavka.engine.state import Json
from stavka.engine.words import ENGINE
from stavka.games import opponents
from stavka.scenes.scene import waiting
from stavka.server import match as done
from stavka.server import metrics
from stavka.server.analysing import has_judgement
from stavka.server.faults import LOG, tell_fault
from stavka.server.gallery import Gallery
from stavka.server.history import HistoryPage
from stavka.server.leases import OutdatedError
from stavka.server.lookback import Lookback
from stavka.server.match import BrokenTableError, Match, NotAllowedError, turn_of
from stavka.server.messages import ClockSetting, RulesChanged, SeatInfo, TableInfo
from stavka.server.pacing import Pacing
from stavka.server.programs import ProgramAnswer, ProgramQuestion, is_blind
from stavka.server.rows import ChatRow, SeatRow, TableRow
from stavka.server.store import Change, Note
from stavka.server.story import Storyteller
from stavka.server.turns import Claim, Rank
from stavka.server.viewer import Viewer
from stavka.server.words import in_language, note, refusal, state

if TYPE_CHECKING:
    from stavka.server.desk import Desk

T = TypeVar("T")
PERSON: Final = "person"
MOST_VIEWERS: Final = 200
RESTARTS: Final = "the server restarts"
"""The reason with which connections are closed before the server stops. Clients come again by themselves."""


class StaleError(NotAllowedError):
    """A pick was made for a state that is not the present one."""

    def __init__(self) -> None:
        super().__init__(refusal("stale"))


class ChangedError(NotAllowedError):
    """The server's data or rules differ from those with which the game began, and not everybody has agreed to them."""

    def __init__(self, what: Sequence[str]) -> None:
        one = refusal("other data") if what[0] == "data" else refusal("other rules")
        super().__init__(refusal("other data and rules") if len(what) > 1 else one)


class GoneError(NotAllowedError):
    """This cache of the table has been dropped."""

    def __init__(self) -> None:
        super().__init__(refusal("gone"))


class Table:
    def __init__(self, desk: Desk, row: TableRow, seats: list[SeatRow], match: Match) -> None:
        self.desk, self.row, self.seats, self.match = desk, row, seats, match
        self.id, self.game = row.id, match.game
        self.installed: Game[Any] = desk.shelf.game(row.game)
        """The game with the data of this server."""
        self.lock = asyncio.Lock()
        self.telling = asyncio.Lock()
        """Held while a story is worked out: one at a time."""
        self.viewers: set[Viewer] = set()
        self.gallery = Gallery()
        self.runner: asyncio.Task[None] | None = None
        self.is_thinking = self.is_skipping = self.is_gone = False
        self.skipped = asyncio.Event()
        self.pacing = Pacing()
        self.used = time.monotonic()
        self.lookback = Lookback(self)
        self.standing: dict[int, dict[str, str]] = {seat.seat: json.loads(seat.standing) for seat in seats}
        """The standing answers of each seat."""
        self.staged: list[Change] = []
        """What has changed and is not yet stored."""
        self.hold()

    # -- one thing after the other ----------------------------------------------------------------------------------

    def check_here(self) -> None:
        """Raise GoneError if the cache was dropped while the caller waited for it."""
        if self.is_gone:
            raise GoneError

    async def run(self, work: Callable[[], T], *, is_short: bool = False) -> T:
        """Do something under the lock, in a thread unless it is short, and store what has changed. Nobody is told
        before it is stored."""
        self.check_here()
        try:
            return work() if is_short else await asyncio.to_thread(work)
        finally:
            if self.staged:
                await self.keep()

    async def keep(self) -> None:
        """Store what has changed. If the game itself cannot be stored, this cache is no longer true and is dropped."""
        staged, self.staged = self.staged, []
        try:
            await self.desk.committer.keep(staged)
        except OutdatedError:  # another server leads the table
            self.is_gone = True
            self.desk.forget_soon(self)
            raise GoneError from None
        except Exception:  # whatever the error: the game here is ahead of what is stored, and must be read again
            if any(change.moves or change.values for change in staged):  # a line of chat changes nothing in memory
                self.is_gone = True
                self.desk.forget_soon(self)
            raise

    async def locked(self, work: Callable[[], T]) -> T:
        """Run something in a thread while nothing else happens at this table. It is completed even if the caller goes
        away."""

        async def run() -> T:
            async with self.lock:
                return await self.run(work)

        self.used = time.monotonic()
        return await asyncio.shield(asyncio.create_task(run()))

    async def command(
        self,
        work: Callable[[], list[ChatRow]],
        *,
        by: Viewer | None = None,
        facts: bool = False,
        by_program: bool = False,
        is_short: bool = False,
        answer: Callable[[], Json] | None = None,
    ) -> None:
        """Run something that may change the game; then send all viewers what they may see of it, unless a program did
        it that is in a hurry and picks again. The player who asked receives the answer together with that update, with
        what `answer` then returns. What is short runs in the event loop: to hand it to a thread would cost as much."""

        async def run() -> None:
            async with self.lock:
                said = await self.run(work, is_short=is_short)
                shown = (
                    self.updates(facts, by_program)
                    if is_short
                    else await asyncio.to_thread(self.updates, facts, by_program)
                )
                for viewer, messages in shown:
                    if viewer is by:
                        viewer.answer(messages, answer() if answer else None)
                    viewer.push(*messages)
                self.tell_chat(said, self.viewers)

        self.used = time.monotonic()
        await asyncio.shield(asyncio.create_task(run()))
        self.wake()

    def updates(self, facts: bool, by_program: bool) -> list[tuple[Viewer, list[Json]]]:
        """What each viewer is sent after a change; nothing if a program is in a hurry and picks again."""
        goes_on = by_program and not self.match.result and not self.is_person_asked()
        if goes_on and self.is_in_a_hurry() and not self.pacing.may_show():
            return []
        self.pacing.show()
        return self.show(facts=facts)

    def show(self, *, facts: bool) -> list[tuple[Viewer, list[Json]]]:
        """Send each viewer its update. A fault in presenting is logged and does not affect the other viewers."""
        shown = []
        for viewer in list(self.viewers):
            try:
                update = viewer.news(self.match, self.desk.presenter, self.gallery)
                messages = [] if update is None else [update]
                if facts or (messages and self.match.clocks):
                    messages.append(self.facts(viewer))
                shown.append((viewer, messages))
            except Exception as error:
                viewer.forget()
                tell_fault(f"table {self.id}: showing", error)
        return shown

    def tell_chat(self, rows: Iterable[ChatRow], viewers: Iterable[Viewer]) -> None:
        for viewer in viewers:
            viewer.push(*self.chat_for(viewer, rows))

    def tell_typing(self, seat: int) -> None:
        """Tell the players of the other seats that a player is typing; onlookers do not read the chat."""
        for viewer in self.viewers:
            if viewer.seats and seat not in viewer.seats:
                viewer.push({"is": "typing", "side": self.side(seat)})

    def chat_for(self, viewer: Viewer, rows: Iterable[ChatRow]) -> list[Json]:
        """The chat and notes that a viewer may read: onlookers read only the server's notes."""
        return [self.chat_message(row, viewer.lang) for row in rows if viewer.seats or row.seat is None]

    # -- coming and going -------------------------------------------------------------------------------------------

    async def join(self, viewer: Viewer) -> None:
        if len(self.viewers) >= MOST_VIEWERS:
            raise NotAllowedError(refusal("too many people"))

        async def run() -> None:
            async with self.lock:
                self.check_here()
                others = list(self.viewers)
                self.viewers.add(viewer)
                try:
                    notes = await self.run(lambda: self.sit_down(viewer)) if self.is_new(viewer) else []
                    messages = await self.run(lambda: self.everything(viewer))
                except BaseException:
                    self.viewers.discard(viewer)
                    raise
                viewer.push(*messages)
                self.tell_chat(notes, others)

        await asyncio.shield(asyncio.create_task(run()))
        await self.tell_facts(but=viewer)
        self.wake()

    def everything(self, viewer: Viewer) -> list[Json]:
        """Everything that a connection has to know, with the part of the log that it does not have."""
        said = self.chat_for(viewer, self.desk.store.chat(self.id))
        return [self.facts(viewer), self.present(viewer), *said]

    def present(self, viewer: Viewer, since: int | None = None) -> Json:
        """The whole scene for a connection, which sits where a decision is asked."""
        viewer.sit_down(self.match)
        return viewer.everything(self.match, self.desk.presenter, self.gallery, since)

    async def show_again(self, viewer: Viewer, work: Callable[[], Json], *, is_answer: bool = True) -> None:
        """Send one connection the scene on which later patches build; nothing comes in between."""

        async def run() -> None:
            async with self.lock:
                messages = [await self.run(work)]
                if is_answer:
                    viewer.answer(messages)
                viewer.push(*messages)

        self.used = time.monotonic()
        await asyncio.shield(asyncio.create_task(run()))

    async def catch_up(self, viewer: Viewer) -> None:
        """Send the present state to a connection that was too slow for the news."""

        async def run() -> None:
            async with self.lock:
                viewer.events = viewer.read
                messages = await self.run(lambda: self.everything(viewer))
                viewer.is_behind = False
                viewer.push(*messages)

        await asyncio.shield(asyncio.create_task(run()))

    def is_new(self, viewer: Viewer) -> bool:
        """Whether the viewer is the first to come with the key of a seat."""
        return any(seat.seat in viewer.seats and not seat.used for seat in self.seats)

    def sit_down(self, viewer: Viewer) -> list[ChatRow]:
        """Sit down: with the first connection of a key, nobody else can be invited to the seat. Everybody is told."""
        notes: list[ChatRow] = []
        for seat in self.seats:
            if seat.seat in viewer.seats and not seat.used:
                self.set_seat(seat, used=True)
                notes += self.note(Note("sits down", self.side(seat.seat)), {})
        return notes

    async def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        viewer.close()
        if not self.viewers:
            self.desk.quota.leave(self.id)
        await self.tell_facts()

    async def tell_facts(self, but: Viewer | None = None) -> None:
        """Send the facts about the table: who is here, clocks, proposals."""
        viewers = [viewer for viewer in self.viewers if viewer is not but]
        if not viewers:
            return
        with suppress(GoneError):
            facts = await self.locked(lambda: [(viewer, self.facts(viewer)) for viewer in viewers])
            for viewer, message in facts:
                viewer.push(message)

    def tell_not_stored(self) -> None:
        """Tell everybody here that nothing can be stored; a connection that has just asked for something gets this as
        the answer."""
        for viewer in self.viewers:
            text = in_language(self.game, refusal("not stored"), viewer.lang)
            number = viewer.shown.state if viewer.shown else 0
            viewer.push({"is": "refused", "id": viewer.asking, "rule": "", "text": text, "state": number})

    def dismiss(self, seat: int) -> None:
        """Close the connections that show a seat by an older key, or by an account that has lost it."""
        for viewer in list(self.viewers):
            if seat in viewer.seats:
                viewer.close(4403)

    # -- facts ------------------------------------------------------------------------------------------------------

    def side(self, seat: int) -> str:
        """The side that a seat plays now."""
        return self.game.sides[self.game.side_of(self.match.session.state, seat)]

    def seat_of(self, side: str) -> int:
        seats = [seat for seat in range(len(self.game.sides)) if self.side(seat) == side]
        if not seats:
            raise NotAllowedError(refusal("no such side", sides=", ".join(self.game.sides)))
        return seats[0]

    def connections(self, seat: int) -> int:
        return sum(seat in viewer.seats for viewer in list(self.viewers))

    def is_connected(self, seat: int) -> bool:
        return self.connections(seat) > 0

    def info(self, seats: Iterable[int] = ()) -> TableInfo:
        row, match, now = self.row, self.match, time.time()
        seats = tuple(seats)
        clock = ClockSetting(start=row.clock_start, increment=row.clock_increment) if row.clock_start else None
        return TableInfo(
            table=row.id,
            game=row.game,
            title=self.game.title,
            scenario=row.scenario,
            options=match.options,
            seats=[
                SeatInfo(
                    side=self.side(seat.seat),
                    player=seat.player,
                    is_connected=self.is_connected(seat.seat),
                    connections=self.connections(seat.seat),
                    is_invited=seat.invitation_hash is not None,
                    is_taken=is_taken(seat),
                    seconds=match.clock_of(seat.seat, seats, now),
                )
                for seat in self.seats
            ],
            turn=turn_of(match),
            waiting=waiting(self.game, match.session.state, None),
            result=match.result,
            commitment=match.record().commitment,
            seed=match.seed if match.result else None,
            is_seed_known=row.seeded,
            takebacks=match.takebacks,
            may_take_back=row.may_take_back,
            pace=row.pace,
            hints=row.hints,
            can_analyse=has_judgement(row.game),
            clock=clock,
            created=row.created,
            changed=self.changed(),
            newer=self.newer(),
            data=self.game.data_hash if self.is_older else None,
        )

    def changed(self) -> RulesChanged | None:
        """The data and rules that have changed since the game began, and who has agreed to them so far."""
        if not self.match.changed or self.match.result:
            return None
        return RulesChanged(what=self.match.changed, agreed=[self.side(seat) for seat in sorted(self.agreed())])

    @property
    def is_older(self) -> bool:
        """Whether the game goes on with data that were kept with it."""
        return self.game.data_hash != self.installed.data_hash

    def newer(self) -> RulesChanged | None:
        """The data that the players may agree to go on with, and who has agreed so far."""
        if not self.is_older or self.match.changed or self.match.result:
            return None
        return RulesChanged(what=["data"], agreed=[self.side(seat) for seat in sorted(self.agreed())])

    def agreed(self) -> set[int]:
        return {int(seat) for seat in self.row.agreed.split(",") if seat}

    def facts(self, viewer: Viewer) -> Json:
        proposed = {"draw": self.row.draw_by, "takeback": self.row.takeback_by}
        return {
            "is": "table",
            "table": self.info(viewer.seats).model_dump(),
            "mine": [self.side(seat) for seat in viewer.seats],
            "is_host": viewer.key_hash == self.row.host_hash,
            **{what: None if seat is None else self.side(seat) for what, seat in proposed.items()},
            "standing": {self.side(seat): self.standing[seat] for seat in viewer.seats},
        }

    def past(self, viewer: Viewer, at: int, side: str | None, logged: int | None = None) -> Json:
        """The scene after a number of picks, or the first with a number of entries in the log, as a seat saw it: the
        viewer's own seat during the game, any seat when it is over."""
        seat = viewer.sitting if side is None else self.seat_of(side)
        if side is not None and seat not in viewer.seats and not self.match.result:
            raise NotAllowedError(refusal("other view"))
        history = self.desk.histories.of(self.id, self.match)
        pages = history.of(viewer.seats)

        def length(page: HistoryPage) -> int:
            return len(self.match.session.log(viewer.sitting, until=page.events))

        at = min(at if logged is None else bisect_left(pages, logged, key=length), len(pages) - 1)
        page = pages[at]
        scene = self.desk.presenter.past(self.game, history.position(page), seat, at, viewer.lang)
        return {"at": at, "last": len(pages) - 1, "scene": scene, "logged": length(page)}

    async def story(self, viewer: Viewer) -> Json:
        """The turns, draws and combats of the game so far, its points, and the luck of the dice when it is over. Play
        continues while the story is worked out, one story at a time. It is completed even if the caller goes away."""

        async def run() -> Json:
            async with self.telling:
                teller = await self.locked(lambda: self.storyteller(viewer))
                return await asyncio.to_thread(teller.told)

        return await asyncio.shield(asyncio.create_task(run()))

    def storyteller(self, viewer: Viewer) -> Storyteller:
        history = self.desk.histories.of(self.id, self.match)
        return Storyteller(self.match, history, self.desk.presenter, viewer.seats, viewer.lang)

    def chat_message(self, row: ChatRow, lang: str) -> Json:
        side = None if row.seat is None else self.side(row.seat)
        text = note(self.game, row.note, row.about or "", lang) if row.note else row.text
        return {"is": "chat", "n": row.id, "side": side, "text": text, "at": row.at}

    def people(self) -> set[int]:
        return {seat.seat for seat in self.seats if seat.player == PERSON}

    # -- what a player does, under the lock -------------------------------------------------------------------------

    def seat(self, viewer: Viewer) -> int:
        if viewer.sitting is None:
            raise NotAllowedError(refusal("onlooker"))
        return viewer.sitting

    def check_state(self, viewer: Viewer, state: int) -> None:
        if state != self.match.number(viewer.seats):
            raise StaleError

    def check_unchanged(self) -> None:
        if (changed := self.changed()) is not None:
            raise ChangedError(changed.what)

    def agree(self, viewer: Viewer) -> list[ChatRow]:
        """Agree to go on with the present data and rules; it takes every player's agreement."""
        self.seat(viewer)
        game = self.game
        if self.newer() is not None:
            game = self.installed
            self.check_played(game)
        elif self.changed() is None:
            raise NotAllowedError(refusal("nothing changed"))
        agreed = self.agreed() | set(viewer.seats)
        note = Note("agrees", self.side(self.seat(viewer)))
        if self.people() - agreed:
            return self.note(note, {"agreed": ",".join(map(str, sorted(agreed)))})
        self.note(note, {"agreed": ""})
        self.desk.data.keep(game)
        hashes = f"{game.data_hash} {game.rules_hash}"
        return self.do(done.RULES, self.seat(viewer), hashes, notes=(Note("goes on", self.side(self.seat(viewer))),))

    def check_played(self, game: Game[Any]) -> None:
        """Check that the game so far is the same with other data: its record must be one with which it can be played
        again."""
        people = [seat.seat for seat in self.seats if seat.player == PERSON]
        try:
            Match.load(game, self.row, people, self.desk.store.moves(self.id))
        except (BrokenTableError, ValueError):
            raise NotAllowedError(refusal("newer does not fit")) from None

    def go_on_with_newer(self) -> None:
        """Open the game again with the data that everybody has agreed to."""
        if self.is_older and self.match.changed and self.match.played_with[0] == self.installed.data_hash:
            self.desk.forget(self)

    def pick(self, viewer: Viewer, state: int, what: str) -> list[ChatRow]:
        seat = self.seat(viewer)
        self.check_unchanged()
        self.check_state(viewer, state)
        return self.do(done.PICK, seat, what)

    def undo(self, viewer: Viewer, state: int, question: str | None = None) -> list[ChatRow]:
        """Take back the last pick, or all picks of the last order as far as that goes; or as much as it takes to be
        asked a question that a standing answer has answered."""
        seat = self.seat(viewer)
        self.check_unchanged()
        self.check_state(viewer, state)
        number = self.match.last_order(seat) if question is None else self.match.answered(seat, question)
        return self.do(done.UNDO, seat, str(number) if number > 1 else "")

    def order(self, viewer: Viewer, state: int, order: Order) -> tuple[list[ChatRow], list[Left]]:
        """Carry out an order; without units, put down the units in hand."""
        seat = self.seat(viewer)
        self.check_unchanged()
        self.check_state(viewer, state)
        left: list[Left] = []

        def act() -> list[done.Done]:
            rows, behind = self.match.order(seat, order)
            left.extend(behind)
            return rows

        return self.change(act), left

    def drop(self, viewer: Viewer, state: int, units: Sequence[str]) -> list[ChatRow]:
        """Drop chosen units; without names, drop those that the column of an attack does not need."""
        seat = self.seat(viewer)
        self.check_unchanged()
        self.check_state(viewer, state)
        session = self.match.session
        picks = (
            [self.match.chosen(seat, name) for name in units] if units else self.desk.presenter.spared(session, seat)
        )
        return self.change(lambda: self.match.drop(seat, picks)) if picks else []

    def resign(self, viewer: Viewer) -> list[ChatRow]:
        seat = self.seat(viewer)
        return self.end(done.RESIGN, seat, "resigns")

    def end(self, kind: str, seat: int, note: str) -> list[ChatRow]:
        """End the game for a reason outside its rules: the other side wins, or neither."""
        winner = next(self.side(other) for other in range(len(self.game.sides)) if other != seat)
        result = "draw agreed" if kind == done.DRAW else f"{winner} {'time' if kind == done.TIME else 'resignation'}"
        return self.do(kind, seat, result, notes=(Note(note, self.side(seat)),))

    def draw(self, viewer: Viewer, *, answer: bool) -> list[ChatRow]:
        if self.people() != set(range(len(self.game.sides))) and answer:
            raise NotAllowedError(refusal("no draw"))
        return self.propose(viewer, "draw", answer=answer, agreed=self.agreed_draw)

    def agreed_draw(self, seat: int) -> list[ChatRow]:
        return self.end(done.DRAW, seat, "draw agreed")

    def takeback(self, viewer: Viewer, *, answer: bool) -> list[ChatRow]:
        if not self.row.may_take_back:
            raise NotAllowedError(refusal("no takeback"))
        self.check_unchanged()
        if answer and self.row.takeback_by is None:
            self.match.last_pick(self.seat(viewer))
        return self.propose(viewer, "takeback", answer=answer, agreed=self.agreed_takeback)

    def agreed_takeback(self, seat: int) -> list[ChatRow]:
        what = self.match.to_take_back(seat)
        return self.do(done.TAKEBACK, seat, what, notes=(Note("takes back", self.side(seat)),))

    def propose(
        self, viewer: Viewer, what: str, *, answer: bool, agreed: Callable[[int], list[ChatRow]]
    ) -> list[ChatRow]:
        """Propose something that the others have to agree to, or answer a proposal. Either is logged, whatever comes of
        it."""
        seat, column = self.seat(viewer), f"{what}_by"
        if self.match.result:
            raise NotAllowedError(ENGINE.message("engine", "game over"), self.game.end_rule)
        by: int | None = getattr(self.row, column)
        if not answer:
            if by is None:
                raise NotAllowedError(refusal("nothing proposed"))
            word = "withdraws" if by in viewer.seats else "declines"
            return self.note(Note(f"{word} {what}", self.side(seat)), {column: None})
        if by is not None and by not in viewer.seats:
            return agreed(by)
        if not self.people() - set(viewer.seats):
            return agreed(seat)
        if by is not None:
            raise NotAllowedError(refusal("proposed already"))
        return self.note(Note(f"proposes {what}", self.side(seat)), {column: seat})

    def stored(self, write: Callable[[], T]) -> T:
        """Store something. Another server may have taken over the lead: then this cache is dropped."""
        try:
            return write()
        except OutdatedError:
            self.is_gone = True
            self.desk.forget_soon(self)
            raise GoneError from None

    def set(self, **values: Any) -> None:
        self.stored(lambda: self.desk.store.set_table(self.id, epoch=self.row.epoch, **values))
        for name, value in values.items():
            setattr(self.row, name, value)

    def set_seat(self, seat: SeatRow, **values: Any) -> None:
        self.stored(lambda: self.desk.store.set_seat(self.id, seat.seat, epoch=self.row.epoch, **values))
        for name, value in values.items():
            setattr(seat, name, value)
        self.standing[seat.seat] = json.loads(seat.standing)
        self.hold()

    def take_seat(self, seat: int, invitation_hash: str, key_hash: str) -> bool:
        epoch = self.row.epoch
        return self.stored(lambda: self.desk.store.take_seat(self.id, seat, invitation_hash, key_hash, epoch=epoch))

    def hold(self) -> None:
        """Tell the game the standing answers of the people who play it."""
        self.match.held = {seat: self.standing[seat] for seat in sorted(self.people())}

    def note(self, note: Note, values: Json) -> list[ChatRow]:
        said = [note.row(self.id)]
        self.stage(Change(self.id, values=values, said=said))
        return said

    def stage(self, change: Change) -> None:
        """Have a change stored before anybody is told of it."""
        self.staged.append(change._replace(epoch=self.row.epoch))
        for name, value in change.values.items():
            setattr(self.row, name, value)

    def chat(self, viewer: Viewer, text: str) -> list[ChatRow]:
        text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
        if not text:
            raise NotAllowedError(refusal("empty message"))
        said = [ChatRow(table_id=self.id, seat=self.seat(viewer), text=text, at=time.time())]
        self.stage(Change(self.id, said=said))
        return said

    def set_pace(self, viewer: Viewer, ms: int) -> list[ChatRow]:
        self.seat(viewer)
        self.set(pace=ms)
        return []

    def stand(self, viewer: Viewer, question: str, answer: str | None) -> list[ChatRow]:
        """Give a standing answer, or withdraw it. A new answer may also answer the present question."""
        seat = self.seat(viewer)
        held = {key: value for key, value in self.standing[seat].items() if key != question}
        if answer is not None:
            try:
                standing.check(self.game, question, answer)
            except ValueError:
                raise NotAllowedError(refusal("no such answer")) from None
            held[question] = answer
        self.set_seat(self.seats[seat], standing=json.dumps(held))
        pick = None if self.changed() else standing.answered(self.match.session, seat, held)
        return [] if pick is None else self.do(done.PICK, seat, self.game.write_pick(pick))

    def fallen(self) -> int | None:
        """The seat that has no time left. Clocks are stopped while players are asked whether they go on."""
        if self.match.clocks is None or self.match.result or self.changed():
            return None
        return self.match.clocks.fallen(time.time())

    def run_out(self) -> list[ChatRow]:
        """End the game if a player has no time left."""
        seat = self.fallen()
        if seat is None:
            return []
        return self.end(done.TIME, seat, "time")

    def do(self, kind: str, seat: int, what: str, notes: Iterable[Note] = ()) -> list[ChatRow]:
        """Do something and have it stored. A secret pick leaves no trace that others could see, not even the time of
        the last change."""
        if kind != done.TIME and self.fallen() is not None:
            return self.run_out()
        return self.change(lambda: self.match.do(kind, seat, what), notes)

    def change(self, act: Callable[[], list[done.Done]], notes: Iterable[Note] = ()) -> list[ChatRow]:
        """Do something that gives rows, and have them stored."""
        before, stored = self.match.asked(), len(self.match.rows)
        rows = act()
        if not rows:
            return []
        if rows[-1].kind in (done.PICK, done.ROLL):
            rows += self.match.answer()
        since = min(row.n for row in rows)
        asked = self.match.asked()
        values: Json = {
            "result": self.match.result,
            "turn": turn_of(self.match),
            "asked": ",".join(map(str, sorted(asked))),
            "deadline": self.match.clocks.deadline() if self.match.clocks else None,
            "version": self.row.version + 1,
        }
        if rows[0].seen_by is None:
            values |= {"draw_by": None, "takeback_by": None, "updated": time.time()}
        newly = (asked - before) & self.people() if self.desk.notifier.is_on else ()
        said = [note.row(self.id) for note in notes]
        self.stage(
            Change(
                self.id,
                [row.values(self.id) for row in self.match.rows[since:]],
                values,
                said,
                newly,
                version=self.row.version,
                since=since if since < stored else None,
                snapshot=self.match.snapshot() if self.match.is_snapshot_due() else None,
            )
        )
        self.count_picks(rows)
        return said

    def count_picks(self, rows: Iterable[done.Done]) -> None:
        for row in rows:
            if row.kind == done.PICK:
                by = "person" if row.seat in self.people() else "program"
                metrics.PICKS.labels(self.game.key, by).inc()

    # -- programs ---------------------------------------------------------------------------------------------------

    def wake(self) -> None:
        """Make sure that computer players that have to decide do answer."""
        if self.is_person_asked():
            self.is_skipping = False
            self.pacing.begin_anew()
        if self.match.result:
            self.leave_pipes()
        is_open = not (self.is_gone or self.desk.closing.is_set())
        if self.is_program_asked() and is_open and (self.runner is None or self.runner.done()):
            self.runner = asyncio.create_task(self.run_programs(), name=f"programs of {self.id}")

    def skip(self) -> None:
        """Let computer players play without a pause until a person is asked."""
        if not self.is_person_asked():
            self.is_skipping = True
            self.skipped.set()

    async def hurry(self) -> None:
        """Let the computer player that is thinking decide now."""
        if self.is_thinking:
            await self.desk.programs.hurry(self.id)

    async def interrupt(self) -> None:
        """Stop a computer player that is thinking: its question has changed."""
        if self.is_thinking and self.runner is not None:
            self.runner.cancel()
            with suppress(asyncio.CancelledError):
                await self.runner

    async def run_programs(self) -> None:
        has_to_wait = False
        try:
            while not has_to_wait and (asked := await self.locked(self.question)) is not None:
                if not self.has_program(asked[0].agent):
                    break
                has_to_wait = not self.may_play()
                if not has_to_wait:
                    await self.let_program_pick(*asked)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            tell_fault(f"table {self.id}: programs", error)
        finally:
            if not has_to_wait:
                self.desk.quota.leave(self.id)

    def has_program(self, agent: str) -> bool:
        """Whether the server has a program. Its operator may have taken it away: the game then waits."""
        if agent in opponents.names(self.game.key) or agent in self.desk.pipes.names(self.game.key):
            return True
        for viewer in self.viewers:
            viewer.push({"is": "queued", "text": state("no program", viewer.lang, name=agent)})
        return False

    def leave_pipes(self) -> None:
        """Let go of the programs over a pipe that sit here."""
        self.desk.pipes.leave(self.id, range(len(self.game.sides)), self.match.result)

    def may_play(self) -> bool:
        """Whether the computer players may play. If they play each other, they may have to wait for other tables; the
        desk wakes the table when it may go on, and viewers are told."""
        if self.people() or self.desk.quota.may_play(self.id, {viewer.client for viewer in self.viewers}):
            return True
        for viewer in self.viewers:
            viewer.push({"is": "queued", "text": state("queued", viewer.lang)})
        return False

    def claim(self) -> Claim:
        """How urgent the questions of this table are, and the client for which they are asked."""
        here = sorted(self.viewers, key=lambda viewer: (not viewer.seats, viewer.client))
        if self.people():
            is_seated = bool(here and here[0].seats)
            return Claim(Rank.PERSON, here[0].client) if is_seated else Claim(Rank.AWAY, self.id)
        return Claim(Rank.ALONE, here[0].client if here else "")

    def question(self) -> tuple[ProgramQuestion, int, bool] | None:
        """The present question to a computer player, the number of the state, and whether it decides in secret."""
        people = self.people()
        if self.match.result or self.is_gone or self.changed() or not (people or self.viewers):
            return None
        players = {seat.seat: seat.player for seat in self.seats}
        session = self.match.session
        offer = next((offer for offer in session.offers() if offer.seat not in people), None)
        if offer is None:
            return None
        agent = players[offer.seat]
        is_own = agent in opponents.names(self.game.key)
        sight = None if is_own and is_blind(agent, self.game) else self.game.see(session.state, offer.seat)
        seed = int(self.row.program_seed, 16) + offer.seat
        question = ProgramQuestion(
            self.game.key, self.id, agent, seed, offer.seat, sight, offer, data=games.data_of(self.game)
        )
        return question, self.match.number((offer.seat,)), self.game.decide_together(session.state)

    async def let_program_pick(self, question: ProgramQuestion, number: int, is_secret: bool) -> None:
        start = time.monotonic()
        side = self.side(question.seat)

        def tell(share: float) -> None:
            if not is_secret:
                for viewer in self.viewers:
                    viewer.push({"is": "thinking", "side": side, "share": round(share, 2)})

        def wait(place: int) -> None:
            for viewer in () if is_secret else self.viewers:
                text = state("place", viewer.lang, number=place) if place else state("next", viewer.lang)
                viewer.push({"is": "queued", "text": text})

        self.is_thinking = True
        try:
            if question.agent in self.desk.pipes.known:
                pick, by, plan = ProgramAnswer(await self.desk.pipes.ask(question), question.agent)
            else:
                pick, by, plan = await self.desk.programs.ask(question, tell, self.claim, wait)
        except ProgramFaultError as fault:
            await self.forfeit(question, number, fault)
            return
        finally:
            self.is_thinking = False
        if not is_secret:
            share = await self.locked(self.share_of_pace)
            await self.pause(self.row.pace / 1000 * share - (time.monotonic() - start))
        moves = 0 if plan is None else len(self.match.record().moves)
        is_open = plan is not None and await self.locked(lambda: self.is_open(question.seat))
        with suppress(NotAllowedError):
            notes = [Note("stand-in", side)] if by != question.agent and not is_secret else []
            play = partial(self.program_pick, question, pick, number, notes)
            await self.command(play, by_program=True, is_short=True)
            if plan is not None:
                await self.locked(lambda: self.lookback.keep_plan(question.seat, moves, plan, is_open=is_open))

    async def forfeit(self, question: ProgramQuestion, number: int, fault: ProgramFaultError) -> None:
        """A program over a pipe has done what costs it the game."""
        LOG.warning("table %s: %s", self.id, fault)

        def end() -> list[ChatRow]:
            if number != self.match.number((question.seat,)):
                raise StaleError
            return self.end(done.RESIGN, question.seat, f"program {fault.kind}")

        with suppress(NotAllowedError):
            await self.command(end, by_program=True, facts=True)

    def is_open(self, seat: int) -> bool:
        """Whether the other seats see all that a seat sees now. Runs in a thread."""
        return reasons.is_open(self.game, self.match.session.state, seat)

    def is_person_asked(self) -> bool:
        return bool({str(seat) for seat in self.people()} & set(self.row.asked.split(",")))

    def is_program_asked(self) -> bool:
        return bool(set(self.row.asked.split(",")) - {str(seat) for seat in self.people()} - {""})

    def is_in_a_hurry(self) -> bool:
        """Whether computer players play without a pause: before the first turn, and on request."""
        return self.is_skipping or turn_of(self.match) == 0

    def share_of_pace(self) -> float:
        """The part of the pace for which the last events stay on the screen."""
        told = len(self.match.session.log(min(self.people(), default=None)))
        share = self.pacing.share(told, self.match.rows)
        return 0.0 if self.is_in_a_hurry() else share

    async def pause(self, seconds: float) -> None:
        """Wait, so that a person who watches can follow."""
        self.skipped.clear()
        if seconds > 0 and self.viewers and not self.is_skipping:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.skipped.wait(), seconds)

    def program_pick(self, question: ProgramQuestion, pick: Pick, state: int, notes: Iterable[Note]) -> list[ChatRow]:
        if state != self.match.number((question.seat,)):
            raise StaleError
        return self.do(done.PICK, question.seat, self.game.write_pick(pick, question.offer), notes)

    async def say_goodbye(self) -> None:
        """Let what is being done finish, answer it, and disconnect everybody: the server stops."""
        await self.stop_programs()
        async with self.lock:
            self.is_gone = True
            for viewer in list(self.viewers):
                viewer.close(1012, RESTARTS)

    async def close(self) -> None:
        """Disconnect everybody, stop computer players, and wait for what is being done."""
        self.is_gone = True
        for viewer in list(self.viewers):
            viewer.close(1012)
        await self.lookback.close()
        await self.stop_programs()
        self.leave_pipes()
        async with self.lock:
            self.used = time.monotonic()

    async def stop_programs(self) -> None:
        if self.runner is not None:
            self.runner.cancel()
            with suppress(asyncio.CancelledError):
                await self.runner


def is_taken(seat: SeatRow) -> bool:
    """Whether a player has sat down with a key that is still valid, or a computer player has the seat."""
    return seat.player != PERSON or (seat.used and seat.key_hash is not None)
