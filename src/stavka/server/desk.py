"""All tables: made, opened when somebody comes, and dropped from memory when nobody looks. The desk also runs clocks
and notices for waiting games."""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, Final

from stavka import games
from stavka.engine import chance
from stavka.engine.machine import Game
from stavka.engine.record import Record, RecordError
from stavka.server import importing
from stavka.server.accounts import Accounts, hashed, new_key
from stavka.server.analysing import Analyser
from stavka.server.committing import Committer
from stavka.server.datasets import DataSets, data_of
from stavka.server.faults import LOG, tell_fault
from stavka.server.guesses import Guesses
from stavka.server.health import Prober
from stavka.server.history import Histories
from stavka.server.importing import FRIEND, ME, Importer, check_players, people_of
from stavka.server.leases import NOBODY, Peer
from stavka.server.limits import Limits
from stavka.server.match import BrokenTableError, Match, NotAllowedError, Played
from stavka.server.members import Beat, Members
from stavka.server.messages import SEED_FORM, ImportedTable, MadeTable, NewTable
from stavka.server.notices import Notice, Notifier, Outbox
from stavka.server.piping import Pipes
from stavka.server.pool import SharedPrograms
from stavka.server.presenting import ScenePresenter, ServerPresenter
from stavka.server.programs import Programs
from stavka.server.quota import Quota
from stavka.server.relay import FROM_ROWS, IN_ONE_PLACE, TABLE, Office, tell
from stavka.server.rows import NoticeRow, SeatRow, TableRow
from stavka.server.settings import Settings
from stavka.server.shelf import Shelf, UnloadedGameError
from stavka.server.store import Change, Store
from stavka.server.stored import StoredGame
from stavka.server.sweeping import Sweeper
from stavka.server.table import PERSON, GoneError, Table

MOST_OPEN: Final = 32
"""The most tables kept in memory without a viewer: opening one again takes a few hundredths of a second."""
NO_SEAT: Final = 4403
"""The code with which a connection is closed that does not hold its seat any more."""
LOGGED_OUT: Final = 4401
"""The code with which a connection is closed when its session ends."""


class NoTableError(LookupError):
    pass


class ElsewhereError(LookupError):
    """Another server leads the table."""

    def __init__(self, peer: Peer) -> None:
        super().__init__(peer.id)
        self.peer = peer


class Desk:
    def __init__(self, settings: Settings, presenter: ServerPresenter | None = None) -> None:
        self.settings = settings
        self.store = Store(settings.database)
        self.members = Members(self.store, settings.database, settings.lease_seconds)
        self.office = Office(self.members.secret, self.hear)
        self.committer = Committer(self.store)
        self.accounts = Accounts(self.store, settings.password_memory)
        self.presenter: ServerPresenter = presenter or ScenePresenter()
        self.programs = (
            SharedPrograms(settings.pool, settings.think_seconds)
            if settings.pool
            else Programs(settings.workers, settings.think_seconds)
        )
        self.pipes = Pipes(settings.programs, settings.think_seconds)
        self.quota = Quota(settings.program_tables, settings.program_tables_each, self.wake_soon)
        self.importer = Importer(settings)
        self.analyser = Analyser()
        self.notifier = Notifier(settings)
        self.outbox = Outbox(settings, self.store, self.notifier, self.notice, self.members.id)
        self.limits = Limits(settings.limit_factor, settings.shared)
        self.prober = Prober(settings.database)
        self.histories = Histories()
        self.guesses = Guesses(settings.limit_factor)
        self.data = DataSets(self.store, settings.data_folder)
        self.shelf = Shelf(self.data.keep_used)
        self.barred: frozenset[str] = frozenset()
        """The hashes of keys that do not work: those of seats of banned accounts."""
        self.last_act = 0
        """The number of the last deed of an operator that is known here."""
        self.tables: dict[str, Table] = {}
        self.sweeper = Sweeper()
        self.opening: dict[str, asyncio.Task[Table]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.closing = asyncio.Event()

    # -- the server's life ------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Migrate the database, join the other servers, continue games in which a computer player has to decide, and
        start the clocks. No request is answered before that. The games are loaded meanwhile and afterwards."""
        self.loop = asyncio.get_running_loop()
        self.loop.set_exception_handler(self.note_fault)
        await asyncio.to_thread(self.store.migrate)
        self.last_act = await asyncio.to_thread(self.store.last_act)
        self.barred = await asyncio.to_thread(self.accounts.barred)
        host = self.settings.internal_host
        await asyncio.to_thread(self.members.join, host, await self.office.open(host))
        self.members.start(self.heed_soon)
        self.shelf.start(await asyncio.to_thread(self.store.games_played))
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

    async def say_goodbye(self) -> None:
        """Finish what is being done at the tables, and disconnect everybody with a reason."""
        self.closing.set()
        self.outbox.closing.set()
        await asyncio.gather(*(table.say_goodbye() for table in list(self.tables.values())), return_exceptions=True)

    async def close(self) -> None:
        """Close the desk. Writes that have begun are completed."""
        self.closing.set()
        self.outbox.closing.set()
        await asyncio.to_thread(self.shelf.close)
        await asyncio.gather(*self.tasks, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in list(self.tables.values())), return_exceptions=True)
        await asyncio.to_thread(self.members.leave)
        await self.office.close()
        await asyncio.to_thread(self.programs.close)
        await asyncio.to_thread(self.pipes.close)
        await asyncio.to_thread(self.accounts.close)
        await asyncio.to_thread(self.committer.close)
        self.store.close()

    async def go_on(self) -> None:
        """Continue the games in which a computer player has to decide and which no other server leads."""
        for id_ in await asyncio.to_thread(self.store.running_with_programs, self.members.id):
            if self.closing.is_set():
                return
            try:
                (await self.table(id_)).wake()
            except (UnloadedGameError, ElsewhereError):
                continue  # the fault of the game is in the log; or another server was quicker
            except (BrokenTableError, NoTableError) as error:
                tell_fault(f"table {id_}", error)

    async def wrong(self) -> list[str]:
        """The reasons why nothing should be asked of this server now; empty if it is ready."""
        return [*await self.prober.wrong(), *(f"game {key}" for key in sorted(self.shelf.unloaded))]

    # -- other servers ----------------------------------------------------------------------------------------------

    def heed_soon(self, beat: Beat) -> None:
        """Heed what the thread of `members` has seen. Called there."""
        assert self.loop is not None
        with suppress(RuntimeError):  # the loop has been closed in the meantime
            self.loop.call_soon_threadsafe(self.heed, beat)

    def heed(self, beat: Beat) -> None:
        """Drop the tables that others have taken over, and continue the games of servers that are gone."""
        gone = self.members.note(beat)
        self.office.cut(gone)
        if beat.led is not None:
            for table in [table for table in self.tables.values() if beat.led.get(table.id) != table.row.epoch]:
                self.forget(table)
        if gone and not self.closing.is_set():
            self.start(self.go_on())

    async def look_around(self) -> None:
        """Look at once who is running, if the database can tell."""
        try:
            beat = await asyncio.to_thread(self.members.beat)
        except Exception as error:
            tell_fault("members", error)
        else:
            self.heed(beat)

    async def place(self, path: str) -> Peer | None:
        """The server that has to answer a request; None: this one."""
        members = self.members
        if IN_ONE_PLACE.fullmatch(path):
            return None if members.is_first else next(iter(members.peers), None)
        found = TABLE.fullmatch(path)
        if found is None or found[2] in FROM_ROWS:
            return None
        try:
            await self.table(found[1])
        except ElsewhereError as error:
            return error.peer
        except Exception:
            return None  # who answers the request meets it again, and says so
        return None

    async def tell(self, news: dict[str, Any]) -> None:
        """Let all servers know something."""
        await self.hear(news)
        await tell(await asyncio.to_thread(self.members.others), news)

    async def hear(self, news: dict[str, Any]) -> None:
        """Heed what has happened here or at another server."""
        self.close_logins(news.get("ended", ()))
        if (account := news.get("forgotten")) is not None:
            await self.forget_account(account)
        for table in self.tables.values() if "claimed" in news else ():
            for seat in table.seats:
                if seat.key_hash in news["hashes"]:
                    seat.account_id = news["claimed"]

    # -- tables -----------------------------------------------------------------------------------------------------

    async def table(self, id_: str) -> Table:
        """The table with this id, opened if need be. Raises NoTableError, ElsewhereError or BrokenTableError."""
        if (found := self.tables.get(id_)) is not None:
            return found
        opening = self.opening.get(id_)
        if opening is None:
            opening = self.opening[id_] = asyncio.create_task(self.open_table(id_))
        return await asyncio.shield(opening)

    async def open_table(self, id_: str) -> Table:
        """Open a table. Everybody who asks meanwhile waits for this, and gets the same table or the same refusal."""
        try:
            if self.shelf.is_loading:  # without a thread for each table that waits for its game
                with suppress(LookupError, BrokenTableError):
                    await self.shelf.opened(await asyncio.to_thread(self.store.game_of, id_))
            table = self.tables[id_] = await asyncio.to_thread(self.load, id_)
        finally:
            del self.opening[id_]
        self.tidy_up()
        return table

    def load(self, id_: str) -> Table:
        """Take the lead of a table, and read it."""
        lead = self.members.lead(id_)
        row = self.store.table(id_)
        if lead is None or row is None:
            raise NoTableError
        if lead.other is not None:
            raise ElsewhereError(lead.other)
        row.epoch = lead.epoch
        if row.game not in games.GAMES:
            raise BrokenTableError(f"this server does not know the game {row.game}")
        seats, moves = self.store.seats(id_), self.store.moves(id_)
        game = self.data.game(self.shelf.game(row.game), data_of(row, moves))
        people = [seat.seat for seat in seats if seat.player == PERSON]
        try:
            match = Match.load(game, row, people, moves, self.store.snapshot(id_))
        except ValueError as error:
            raise BrokenTableError(str(error)) from None
        except BrokenTableError as error:
            raise BrokenTableError(f"{error}{begun_with(row, game)}") from None
        table = Table(self, row, seats, match)
        if row.data_hash is None:
            table.set(data_hash=game.data_hash, rules_hash=game.rules_hash)
        if match.changed:
            table.set(deadline=None)
        if match.is_snapshot_due() and not match.changed and (snapshot := match.snapshot()) is not None:
            self.store.append([Change(id_, snapshot=snapshot)])
        return table

    def stored(self, id_: str) -> StoredGame:
        """A game as it is stored, whether or not it can be opened. Raises NoTableError."""
        row = self.store.table(id_)
        if row is None:
            raise NoTableError
        sides = games.GAMES[row.game].sides if row.game in games.GAMES else ("first", "second")
        return StoredGame(row, self.store.moves(id_), sides)

    def tidy_up(self) -> None:
        idle = [table for table in self.tables.values() if not table.viewers and not table.is_thinking]
        idle.sort(key=lambda table: table.used)
        for table in idle[: max(0, len(idle) - MOST_OPEN)]:
            if not table.lock.locked() and (table.runner is None or table.runner.done()):
                table.is_gone = True
                self.drop(table.id)

    def drop(self, id_: str) -> Table | None:
        """Take a table out of memory, and return it if it was there."""
        table = self.tables.pop(id_, None)
        if table is not None:
            self.sweeper.drop_table(len(self.tables))
        return table

    def wake_soon(self, id_: str) -> None:
        """Wake a table of computer players when its turn has come."""

        def wake() -> None:
            if (table := self.tables.get(id_)) is not None and table.viewers:
                table.wake()
            else:
                self.quota.leave(id_)

        assert self.loop is not None
        self.loop.call_soon(wake)

    def forget_soon(self, table: Table) -> None:
        """Drop a table whose state in memory is not what is stored. Called in a thread."""

        def forget() -> None:
            table.tell_not_stored()
            self.forget(table)

        assert self.loop is not None
        self.loop.call_soon_threadsafe(forget)

    def forget(self, table: Table) -> None:
        """Drop a table, and send its viewers away to come again."""
        if self.tables.get(table.id) is table:
            self.drop(table.id)
        table.is_gone = True
        self.start(table.close())

    # -- sessions ---------------------------------------------------------------------------------------------------

    async def end_logins(self, ids: Collection[str]) -> None:
        """Close the connections of sessions that have ended, wherever they are."""
        await self.tell({"ended": list(ids)})

    def close_logins(self, ids: Collection[str]) -> None:
        for table in self.tables.values():
            for viewer in list(table.viewers):
                if viewer.login in ids:
                    viewer.close(LOGGED_OUT)

    async def forget_account(self, account: int) -> None:
        """Update the tables in memory after the rows of an account have been deleted."""
        await asyncio.gather(*map(self.table, list(self.opening)), return_exceptions=True)
        for table in self.tables.values():
            for seat in table.seats:
                if seat.account_id == account:
                    seat.account_id = seat.email = None

    # -- making tables ----------------------------------------------------------------------------------------------

    def make(self, wanted: NewTable) -> MadeTable:
        """Make a new table. ValueError says what is wrong with the request."""
        game, about = self.shelf.game(wanted.game), games.about(wanted.game)
        if wanted.scenario not in [scenario["key"] for scenario in about["scenarios"]]:
            raise ValueError(f"{about['title']} has no scenario of that name.")
        row = self.row(game, wanted.scenario, wanted.options, wanted.seed or chance.new_seed(), wanted.pace)
        row.seeded = wanted.seed is not None
        row.may_take_back = wanted.may_take_back
        if wanted.clock is not None:
            row.clock_start, row.clock_increment = wanted.clock.start, wanted.clock.increment
        check_players(game, wanted.seats, self.pipes.names(game.key))
        match = Match(game, row, people_of(game, wanted.seats))
        match.answer()
        played = Played.of(match)
        return self.keep(game, row, wanted.seats, played)

    async def bring(self, wanted: ImportedTable, client: str) -> MadeTable:
        """Make a table from a record. RecordError and ValueError say what is wrong with the record, ImportBusyError why
        the import has to wait. The table is not kept in memory: it is opened when somebody comes."""
        with self.importer.place(client):
            most = self.settings.record_moves
            record, game = await asyncio.to_thread(
                importing.check, wanted.record, wanted.seats, most, self.shelf.game, self.pipes.names
            )
            check_stored(record)
            played = await self.importer.play(wanted.record, people_of(game, wanted.seats))
            row = self.row(game, record.scenario, record.options, record.seed, wanted.pace)
            row.seeded = True
            return await asyncio.to_thread(self.keep, game, row, wanted.seats, played)

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
            data_hash=game.data_hash,
            rules_hash=game.rules_hash,
            version=0,
            agreed="",
            leader=NOBODY,
            epoch=0,
            hints=0,
        )

    def keep(self, game: Game[Any], row: TableRow, players: Mapping[str, str], played: Played) -> MadeTable:
        """Store a new table with its seats. Keys and invitations are given out here and never again."""
        people = people_of(game, players)
        mine = new_key()
        keys = {side: mine for side in game.sides if players[side] == ME}
        invitations = {side: new_key() for side in game.sides if players[side] == FRIEND}
        row.host_hash = hashed(mine)
        row.result, row.turn, row.asked, row.deadline = played.result, played.turn, played.asked, played.deadline
        seats = [
            SeatRow(
                table_id=row.id,
                seat=seat,
                player=PERSON if seat in people else players[side],
                key_hash=hashed(keys[side]) if side in keys else None,
                invitation_hash=hashed(invitations[side]) if side in invitations else None,
                used=players[side] == ME,
                account_id=None,
                email=None,
                standing="{}",
            )
            for seat, side in enumerate(game.sides)
        ]
        self.data.keep(game)
        self.store.add_table(row, seats, [move.values(row.id) for move in played.rows])
        commitment = chance.commitment(row.seed)
        return MadeTable(table=row.id, keys=keys, invitations=invitations, host=mine, commitment=commitment)

    # -- while games wait -------------------------------------------------------------------------------------------

    async def tick(self) -> None:
        while not self.closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self.closing.wait(), self.settings.tick)
                return
            try:
                await self.look_at_acts()
                await self.look_at_clocks()
            except Exception as error:
                tell_fault("tick", error)

    async def look_at_acts(self) -> None:
        """Follow what operators have done in the database: drop what is in memory of it."""
        acts = await asyncio.to_thread(self.store.acts, self.last_act)
        for act in acts:
            LOG.info("an operator: %s", act.kind)
            if act.kind == "table" and (table := self.tables.get(act.about)) is not None:
                self.forget(table)
        if any(act.kind == "people" for act in acts):
            await self.look_at_people()
        self.last_act = max((act.id for act in acts), default=self.last_act)

    async def look_at_people(self) -> None:
        """Close the connections of sessions that have ended and of keys that do not work any more, and forget accounts
        that do not exist any more."""
        self.barred = await asyncio.to_thread(self.accounts.barred)
        viewers = [viewer for table in self.tables.values() for viewer in table.viewers]
        logins = {viewer.login for viewer in viewers if viewer.login is not None}
        self.close_logins(logins - await asyncio.to_thread(self.accounts.valid, logins))
        for viewer in viewers:
            if viewer.key_hash in self.barred:
                viewer.close(NO_SEAT)
        held = {
            seat.account_id for table in self.tables.values() for seat in table.seats if seat.account_id is not None
        }
        for account in held - await asyncio.to_thread(self.accounts.existing, held):
            await self.forget_account(account)

    async def look_at_clocks(self) -> None:
        for id_ in await asyncio.to_thread(self.store.run_out, time.time(), self.members.id):
            try:
                table = await self.table(id_)
                await table.command(table.run_out, facts=True)
            except (UnloadedGameError, ElsewhereError):
                continue  # the clock is checked when the game can be played again; or another server does it
            except GoneError:
                continue  # the table is opened again with the next tick
            except (BrokenTableError, NotAllowedError) as error:
                tell_fault(f"table {id_}: clock", error)
                await asyncio.to_thread(partial(self.store.set_table, id_, deadline=None))

    async def notice(self, row: NoticeRow) -> tuple[Notice, str | None] | None:
        """The text of a notice and the address to which it goes; None if the notice is out of date. This is read from
        the database: a game is opened only if its seats can exchange sides, and the table is locked no longer than
        that."""
        found = await asyncio.to_thread(self.store.table, row.table_id)
        if found is None or found.game not in games.GAMES or self.is_connected(row):
            return None
        if found.result or str(row.seat) not in found.asked.split(","):
            return None
        seats = await asyncio.to_thread(self.store.seats, row.table_id)
        game = await self.shelf.opened(found.game)
        try:
            side = await self.side(game, row)
        except (BrokenTableError, NoTableError, ElsewhereError):
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
    """Check that a record has a seed of our form, and options that are on or off, as tables need; other records may
    differ."""
    if record.seed and re.fullmatch(SEED_FORM, record.seed) is None:
        raise record.error(
            "record", "seed", "expected a seed of 1 to 64 letters, digits, dots, hyphens and underscores"
        )
    if not all(isinstance(value, bool) for value in record.options.values()):
        raise record.error("record", "options", "expected true or false for each option")


def begun_with(row: TableRow, game: Game[Any]) -> str:
    """The data and rules that have changed since a game began, for the sentence that says that it cannot be opened."""
    hashes = (("data", row.data_hash, game.data_hash), ("rules", row.rules_hash, game.rules_hash))
    other = [f"other {what} ({began}) than this server has ({here})" for what, began, here in hashes if began != here]
    return f"; it was begun with {' and '.join(other)}" if other and row.data_hash else ""


@contextmanager
def plainly() -> Iterator[None]:
    """Any error in a request, as a ValueError with one sentence."""
    try:
        yield
    except games.UnknownGameError as error:
        raise ValueError(str(error)) from None
    except RecordError as error:
        raise ValueError(str(error)) from None
