"""All tables: made, opened when somebody comes, thrown away when nobody looks; clocks and notices while they wait."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from stavka import games
from stavka.agents import registry
from stavka.engine import chance
from stavka.engine.machine import Game
from stavka.engine.record import Record, RecordError, read_record
from stavka.engine.session import Session
from stavka.server import match as done
from stavka.server.accounts import Accounts, hashed, new_key
from stavka.server.faults import LOG, tell_fault
from stavka.server.health import Prober
from stavka.server.limits import Limits
from stavka.server.match import BrokenTableError, Match, NotAllowedError
from stavka.server.messages import SEED_FORM, ImportedTable, MadeTable, NewTable
from stavka.server.notices import Notice, Notifier, Outbox
from stavka.server.presenting import Presenter, ScenePresenter
from stavka.server.programs import Programs
from stavka.server.rows import NoticeRow, SeatRow, TableRow
from stavka.server.settings import Settings
from stavka.server.store import Store
from stavka.server.table import PERSON, GoneError, Table, turn_of

MOST_OPEN: Final = 200
"""Tables in memory that nobody looks at."""
ME, FRIEND = "me", "friend"


class NoTableError(LookupError):
    pass


class Desk:
    def __init__(self, settings: Settings, presenter: Presenter | None = None) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.accounts = Accounts(self.store)
        self.presenter: Presenter = presenter or ScenePresenter()
        self.programs = Programs(settings.workers, settings.think_seconds)
        self.notifier = Notifier(settings)
        self.outbox = Outbox(settings, self.store, self.notifier, self.notice)
        self.limits = Limits(settings.limit_factor)
        self.prober = Prober(settings.database)
        self.unloaded: dict[str, str] = {}
        """The games that cannot be loaded, and the kind of error."""
        self.tables: dict[str, Table] = {}
        self.opening: dict[str, asyncio.Lock] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.closing = asyncio.Event()

    # -- the server's life ------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Bring the database up to date, go on with games in which a program is asked, begin to look at clocks."""
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(self.note_fault)
        await asyncio.to_thread(self.store.migrate)
        self.start(self.go_on())
        self.start(self.tick())
        if self.notifier.is_on:
            self.start(self.outbox.run())

    def note_fault(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            tell_fault("event loop", error)
        else:
            LOG.error("event loop: %s", context.get("message"))

    def start(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """What is being stored is stored to its end."""
        self.closing.set()
        self.outbox.closing.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in list(self.tables.values())), return_exceptions=True)
        await asyncio.to_thread(self.programs.close)
        self.store.close()

    async def go_on(self) -> None:
        for id_ in await asyncio.to_thread(self.store.running_with_programs):
            if self.closing.is_set():
                return
            try:
                (await self.table(id_)).wake()
            except (BrokenTableError, NoTableError) as error:
                tell_fault(f"table {id_}", error)

    async def wrong(self) -> list[str]:
        """Why nothing should be asked of this server now; empty: it is ready."""
        return [*await self.prober.wrong(), *(f"game {key}" for key in sorted(self.unloaded))]

    # -- tables -----------------------------------------------------------------------------------------------------

    async def table(self, id_: str) -> Table:
        """The table, opened if need be. NoTableError, BrokenTableError."""
        if (found := self.tables.get(id_)) is not None:
            return found
        lock = self.opening.setdefault(id_, asyncio.Lock())
        async with lock:
            if id_ not in self.tables:
                try:
                    self.tables[id_] = await asyncio.to_thread(self.load, id_)
                finally:
                    self.opening.pop(id_, None)
                self.tidy_up()
        return self.tables[id_]

    def load(self, id_: str) -> Table:
        row = self.store.table(id_)
        if row is None:
            raise NoTableError
        if row.game not in games.GAMES:
            raise BrokenTableError(f"this server does not know the game {row.game}")
        seats = self.store.seats(id_)
        people = [seat.seat for seat in seats if seat.player == PERSON]
        try:
            match = Match.load(games.load(row.game), row, people, self.store.moves(id_))
        except ValueError as error:
            raise BrokenTableError(str(error)) from None
        return Table(self, row, seats, match)

    def tidy_up(self) -> None:
        idle = [table for table in self.tables.values() if not table.viewers and not table.is_thinking]
        idle.sort(key=lambda table: table.used)
        for table in idle[: max(0, len(idle) - MOST_OPEN)]:
            if not table.lock.locked() and (table.runner is None or table.runner.done()):
                table.is_gone = True
                del self.tables[table.id]

    def forget_soon(self, table: Table) -> None:
        """Called in a thread: what is in memory is not what is stored."""

        def forget() -> None:
            if self.tables.get(table.id) is table:
                del self.tables[table.id]
            table.tell_not_stored()
            self.start(table.close())

        assert self.loop is not None
        self.loop.call_soon_threadsafe(forget)

    # -- making tables ----------------------------------------------------------------------------------------------

    def make(self, wanted: NewTable) -> MadeTable:
        """A new table. ValueError says what is wrong with what is wanted."""
        about = games.about(wanted.game)
        if wanted.scenario not in [scenario["key"] for scenario in about["scenarios"]]:
            raise ValueError(f"{about['title']} has no scenario of that name.")
        game = games.load(wanted.game)
        row = self.row(game, wanted.scenario, wanted.options, wanted.seed or chance.new_seed(), wanted.pace)
        row.seeded = wanted.seed is not None
        row.may_take_back = wanted.may_take_back
        if wanted.clock is not None:
            row.clock_start, row.clock_increment = wanted.clock.start, wanted.clock.increment
        return self.keep(game, row, wanted.seats, None)

    def bring(self, wanted: ImportedTable) -> MadeTable:
        """A record becomes a table. RecordError and ValueError say what is wrong with it."""
        record = read_record(wanted.record)
        check_stored(record)
        about = games.about(record.game)
        if record.overlay:
            raise ValueError("The game was played with an overlay, which this server does not have.")
        if record.scenario not in [scenario["key"] for scenario in about["scenarios"]]:
            raise ValueError(f"{about['title']} has no scenario of that name.")
        game = games.load(record.game)
        Session.resume(game, record)
        row = self.row(game, record.scenario, record.options, record.seed, wanted.pace)
        row.seeded = True
        return self.keep(game, row, wanted.seats, record)

    def row(self, game: Game[Any], scenario: str, options: Mapping[str, Any], seed: str, pace: int | None) -> TableRow:
        now = time.time()
        return TableRow(
            id=secrets.token_urlsafe(12),
            game=game.key,
            scenario=scenario,
            options=json.dumps(dict(options), sort_keys=True),
            seed=seed,
            seeded=False,
            program_seed=secrets.token_hex(8),
            host_hash="",
            clock_start=None,
            clock_increment=0.0,
            pace=self.settings.pace if pace is None else pace,
            created=now,
            updated=now,
            result="",
            turn=0,
            asked="",
            deadline=None,
            draw_by=None,
            takeback_by=None,
            may_take_back=True,
        )

    def keep(self, game: Game[Any], row: TableRow, players: Mapping[str, str], record: Record | None) -> MadeTable:
        """Store a new table with its seats; the keys are given out here and never again."""
        check_players(game, players)
        people = [seat for seat, side in enumerate(game.sides) if players[side] in (ME, FRIEND)]
        match = Match(game, row, people)
        for move in record.moves if record else ():
            if move.who != done.ROLL:
                match.do(done.PICK, game.sides.index(move.who), move.what)
        mine = new_key()
        keys = {game.sides[seat]: mine if players[game.sides[seat]] == ME else new_key() for seat in people}
        row.host_hash = hashed(mine)
        row.result, row.turn = match.result, turn_of(match)
        row.asked = ",".join(map(str, sorted(match.asked())))
        row.deadline = match.clocks.deadline() if match.clocks else None
        seats = [
            SeatRow(
                table_id=row.id,
                seat=seat,
                player=PERSON if seat in people else players[side],
                key_hash=hashed(keys[side]) if seat in people else None,
                used=players[side] == ME,
                account_id=None,
                email=None,
                standing="{}",
            )
            for seat, side in enumerate(game.sides)
        ]
        self.store.add_table(row, seats, [move.row(row.id) for move in match.rows])
        return MadeTable(table=row.id, keys=keys, host=mine, commitment=match.record().commitment)

    # -- while games wait -------------------------------------------------------------------------------------------

    async def tick(self) -> None:
        while not self.closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), self.settings.tick)
                return
            try:
                await self.look_at_clocks()
            except Exception as error:
                tell_fault("tick", error)

    async def look_at_clocks(self) -> None:
        for id_ in await asyncio.to_thread(self.store.run_out, time.time()):
            try:
                table = await self.table(id_)
                await table.command(table.run_out, facts=True)
            except GoneError:
                continue  # it is opened again with the next tick
            except (BrokenTableError, NotAllowedError) as error:
                tell_fault(f"table {id_}: clock", error)
                await asyncio.to_thread(partial(self.store.set_table, id_, deadline=None))

    async def notice(self, row: NoticeRow) -> tuple[Notice, str | None] | None:
        """What a notice says and the address to which it goes; None if it is true no more. That is read from what is
        stored: a game is opened only where seats can exchange sides, and the table is locked no longer than that."""
        found = await asyncio.to_thread(self.store.table, row.table_id)
        if found is None or found.game not in games.GAMES or self.is_connected(row):
            return None
        if found.result or str(row.seat) not in found.asked.split(","):
            return None
        seats = await asyncio.to_thread(self.store.seats, row.table_id)
        game = await asyncio.to_thread(games.load, found.game)
        try:
            side = await self.side(game, row)
        except (BrokenTableError, NoTableError):
            return None
        link = f"{self.settings.public_url}/#/table/{found.id}" if self.settings.public_url else ""
        said = Notice(found.id, game.title, found.scenario, side, found.turn, link)
        return said, next(seat.email for seat in seats if seat.seat == row.seat)

    def is_connected(self, row: NoticeRow) -> bool:
        table = self.tables.get(row.table_id)
        return table is not None and table.is_connected(row.seat)

    async def side(self, game: Game[Any], row: NoticeRow) -> str:
        if type(game).side_of is Game.side_of:
            return game.sides[row.seat]
        table = await self.table(row.table_id)
        return await table.locked(lambda: table.side(row.seat))


def check_stored(record: Record) -> None:
    """A table holds seeds of one form, and options that are on or off; a record on its own may have others."""
    if record.seed and re.fullmatch(SEED_FORM, record.seed) is None:
        raise record.error(
            "record", "seed", "expected a seed of 1 to 64 letters, digits, dots, hyphens and underscores"
        )
    if not all(isinstance(value, bool) for value in record.options.values()):
        raise record.error("record", "options", "expected true or false for each option")


def check_players(game: Game[Any], players: Mapping[str, str]) -> None:
    """Each side has a player, and each program knows the game."""
    if set(players) != set(game.sides):
        raise ValueError(f"Expected a player for each of {', '.join(game.sides)}.")
    for player in players.values():
        if player not in (ME, FRIEND):
            try:
                registry.check(player, game.key)
            except registry.UnknownPlayerError:
                known = ", ".join((ME, FRIEND, *registry.names(game.key)))
                raise ValueError(f"No such player; there are {known}.") from None


@contextmanager
def plainly() -> Iterator[None]:
    """Whatever is wrong with what somebody wants, as a ValueError with one sentence."""
    try:
        yield
    except games.UnknownGameError as error:
        raise ValueError(str(error)) from None
    except RecordError as error:
        raise ValueError(str(error)) from None
