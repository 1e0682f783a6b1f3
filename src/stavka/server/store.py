"""The database: SQLite in a file of the user's, or PostgreSQL. Everything that `Store` has written is on disk when it
returns."""

from __future__ import annotations

import os
import sqlite3
import stat
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Engine,
    Insert,
    Update,
    and_,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    DatabaseError,
    DBAPIError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
)
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.orm import Session as Rows

from stavka.server import metrics
from stavka.server.faults import LOG
from stavka.server.leases import OutdatedError, check_lead, is_free
from stavka.server.rows import (
    ActRow,
    AnalysisRow,
    ChatRow,
    DataSetRow,
    MoveRow,
    NoticeRow,
    PlanRow,
    SeatRow,
    SnapshotRow,
    StoredMove,
    TableRow,
)
from stavka.server.settings import POSTGRES

MIGRATIONS: Final = Path(__file__).parent / "migrations"
SQLITE: Final = b"SQLite format 3\0"
MOST_LINES: Final = 500
"""The most lines of chat and notes that a table keeps: the latest."""
WAIT_SECONDS: Final = 30
"""Seconds to wait for another process that writes to the same file."""
PATIENCE: Final = {"connect_timeout": 10, "tcp_user_timeout": 30_000}
"""PostgreSQL: seconds for a connection to be made, and milliseconds for sent data to arrive, unless its address says
otherwise."""


def make_engine(url: str, *, again: bool = False) -> Engine:
    """Make the engine. Parameters are hidden in errors and logs, since they hold seeds and hashes. again: this process
    has the database open. Then an SQLite file is not looked at: a process that closes it loses all its locks on it, and
    other processes would delete its write-ahead log."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        known = {name: value for name, value in PATIENCE.items() if name not in target.query}
        try:
            return create_engine(target, hide_parameters=True, pool_pre_ping=True, connect_args=known)
        except ImportError:
            raise UnusableError(missing(target.drivername)) from None
    if (file := file_of(url)) is not None and not again:
        keep_private(file)
    engine = create_engine(target, hide_parameters=True, connect_args={"timeout": WAIT_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def missing(driver: str) -> str:
    """The sentence for a driver whose package is missing or incomplete."""
    remedy = "pip install stavka[postgres]" if driver == POSTGRES else "expected sqlite:///FILE or postgresql://..."
    return f"STAVKA_DATABASE_URL: the driver {driver} is not installed: {remedy}"


def file_of(url: str) -> Path | None:
    """The file of an SQLite database."""
    target = make_url(url)
    name = target.database if target.get_backend_name() == "sqlite" else None
    return None if not name or name == ":memory:" or name.startswith("file:") else Path(name)


def keep_private(file: Path) -> None:
    """Make the file private, and the files that SQLite puts beside it: they hold seeds and addresses, and nobody else
    on this machine may read them."""
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    elif not is_ours(file):
        return
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        if each.is_file() and stat.S_IMODE(each.stat().st_mode) & 0o077:
            each.chmod(0o600)
            LOG.warning("%s could be read by others on this machine; now only its owner can read it", each)


def is_ours(file: Path) -> bool:
    """Whether a file may be a database of ours: a file that was named by mistake is left alone."""
    if not file.is_file():
        return False
    with file.open("rb") as content:
        return content.read(len(SQLITE)) in (SQLITE, b"")


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Set up SQLite: a write-ahead log, every commit on the disk before it returns, and transactions that begin where
    we say."""
    connection.isolation_level = None
    cursor = connection.cursor()
    _write_ahead(cursor)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {1000 * WAIT_SECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Switch on the write-ahead log. Two processes that make the same new file at once get in each other's way, and
    here SQLite does not let the second wait as it does elsewhere. The setting is permanent."""
    patience = time.monotonic() + WAIT_SECONDS
    while True:
        try:
            cursor.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > patience:
                raise
            time.sleep(0.01)
        else:
            return


def _begin_sqlite(connection: Connection) -> None:
    """Begin a transaction. One that writes takes the lock at its start, so it never finds later that what it read has
    changed."""
    if connection.get_execution_options().get("writes", False):
        begin_at_once(connection)
    else:
        connection.exec_driver_sql("BEGIN")


def begin_at_once(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")


NO_DATABASE: Final = (OperationalError, InterfaceError, InternalError, PoolTimeoutError)
"""The errors of a database that is missing, read-only or full: they are not the fault of the request."""


class UnusableError(ValueError):
    """This version cannot use the database: one sentence says why."""


def newest() -> str:
    """The revision that this version needs, by the names of the files in `migrations/versions`. Alembic knows it too,
    but a server that finds its database up to date starts without Alembic."""
    return max(file.stem for file in (MIGRATIONS / "versions").glob("v*.py"))[1:5]


@contextmanager
def naming_strangers(engine: Engine) -> Iterator[None]:
    """Say of a file that is no database what it is not."""
    try:
        yield
    except DatabaseError as error:
        if getattr(error.orig, "sqlite_errorcode", None) != sqlite3.SQLITE_NOTADB:
            raise
        raise UnusableError(f"{engine.url.database} is not an SQLite database") from None


def is_present(engine: Engine) -> bool:
    """Whether the database has the form of this version."""
    with naming_strangers(engine), engine.connect() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return False
        return list(connection.scalars(text("SELECT version_num FROM alembic_version"))) == [newest()]


class Note(NamedTuple):
    """A note from the server: the key of its sentence and the side that it is about."""

    key: str
    about: str

    def row(self, table: str) -> ChatRow:
        return ChatRow(table_id=table, seat=None, text="", note=self.key, about=self.about, at=time.time())


class Change(NamedTuple):
    """What a table stores at once: what was done, the resulting summary, lines of the chat with the server's notes, and
    the seats that have to decide now, which get a notice."""

    table: str
    moves: Sequence[dict[str, Any]] = ()
    values: Mapping[str, Any] = MappingProxyType({})
    said: Sequence[ChatRow] = ()
    """They get their numbers when they are stored."""
    asked: Collection[int] = ()
    version: int | None = None
    """The version that the table must have. If it has another one, or the number of a move is taken, another server on
    the same database has changed the table, and nothing is written."""
    since: int | None = None
    """The moves replace those from this number on."""
    epoch: int | None = None
    """The epoch of the lead with which this is written. If another server has taken it over, nothing is written."""
    snapshot: str | None = None
    """A snapshot of the game, which replaces the one before it."""


class Store:
    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        event.listen(self.engine, "handle_error", metrics.note_database_error)
        self.writer = self.engine.execution_options(writes=True)

    def migrate(self, revision: str = "head") -> None:
        """Bring the database to the form of this version, or of an earlier one. Two servers that start at once do so
        one after the other."""
        try:
            if revision != "head" or not is_present(self.engine):
                from stavka.server.migrating import migrate  # noqa: PLC0415 (slow to import, and rarely needed)

                migrate(self.engine, revision)
        except Exception:
            self.close()
            raise

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        with Rows(self.engine, expire_on_commit=False) as rows:
            yield rows

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        """One transaction: it is committed, and durable, when the block ends."""
        with metrics.timed(metrics.STORES), Rows(self.writer, expire_on_commit=False) as rows, rows.begin():
            yield rows

    # -- tables -----------------------------------------------------------------------------------------------------

    def add_table(self, table: TableRow, seats: Iterable[SeatRow], moves: Sequence[dict[str, Any]]) -> None:
        """Store a new table. The moves of an imported game are thousands, so they are written as plain values."""
        with self.writing() as rows:
            rows.add(table)
            rows.flush()
            rows.add_all(seats)
            if moves:
                rows.execute(insert(MoveRow), moves)

    def table(self, id_: str) -> TableRow | None:
        with self.reading() as rows:
            return rows.get(TableRow, id_)

    def game_of(self, id_: str) -> str:
        """The key of the game that is played at a table. LookupError if there is no such table."""
        with self.reading() as rows:
            found = rows.scalar(select(TableRow.game).where(TableRow.id == id_))
        if found is None:
            raise LookupError(id_)
        return found

    def games_played(self) -> list[str]:
        """The games of the tables at which something was done last, the latest first."""
        latest = select(TableRow.game).order_by(TableRow.updated.desc()).limit(50)
        with self.reading() as rows:
            return list(dict.fromkeys(rows.scalars(latest)))

    def seats(self, id_: str) -> list[SeatRow]:
        with self.reading() as rows:
            return list(rows.scalars(select(SeatRow).where(SeatRow.table_id == id_).order_by(SeatRow.seat)))

    def moves(self, id_: str) -> list[StoredMove]:
        columns = [getattr(MoveRow, name) for name in StoredMove._fields]
        with self.engine.connect() as connection:
            found = connection.execute(select(*columns).where(MoveRow.table_id == id_).order_by(MoveRow.n))
            return [StoredMove._make(row) for row in found]

    def snapshot(self, id_: str) -> str | None:
        """The last snapshot of a game, if there is one."""
        with self.reading() as rows:
            return rows.scalar(select(SnapshotRow.content).where(SnapshotRow.table_id == id_))

    def append(self, changes: Iterable[Change]) -> None:
        """Store some changes in one transaction: all, or none if one of them fails. Tables are written in the order of
        their ids, so that two servers never wait for each other."""
        with metrics.timed(metrics.STORES), self.writer.begin() as connection:
            for change in sorted(changes, key=lambda change: change.table):
                self.write(connection, change)

    def write(self, connection: Connection, change: Change) -> None:
        id_, values = change.table, change.values
        if values:
            fences = {"at_version": change.version, "at_epoch": change.epoch}
            known = {name: value for name, value in fences.items() if value is not None}
            statement = prepared(update_of(tuple(values), tuple(known)), connection.dialect)
            if statement.run(connection, {**values, "at_table": id_, **known}) != 1:
                raise OutdatedError
        else:
            check_lead(connection, id_, change.epoch)
        if change.since is not None:
            connection.execute(delete(MoveRow).where(MoveRow.table_id == id_, MoveRow.n >= change.since))
        if change.moves:
            insertion = prepared(INSERT_MOVES, connection.dialect)
            for move in change.moves:
                insertion.run(connection, move)
        if change.snapshot is not None:
            connection.execute(delete(SnapshotRow).where(SnapshotRow.table_id == id_))
            connection.execute(insert(SnapshotRow).values(table_id=id_, content=change.snapshot))
        if change.said:
            add_chat(connection, id_, change.said)
        if change.asked:
            now = time.time()
            with Rows(connection) as rows:
                for seat in change.asked:
                    rows.merge(NoticeRow(table_id=id_, seat=seat, due=now, tries=0))
                rows.flush()

    def set_table(self, id_: str, *, epoch: int | None = None, **values: Any) -> None:
        with self.writing() as rows:
            check_lead(rows, id_, epoch)
            rows.execute(update(TableRow).where(TableRow.id == id_).values(**values))

    def set_seat(self, id_: str, seat: int, *, epoch: int | None = None, **values: Any) -> None:
        with self.writing() as rows:
            check_lead(rows, id_, epoch)
            rows.execute(update(SeatRow).where(SeatRow.table_id == id_, SeatRow.seat == seat).values(**values))

    def take_seat(self, id_: str, seat: int, invitation_hash: str, key_hash: str, *, epoch: int | None = None) -> bool:
        """Turn an invitation into a key, once: False if it does not exist any more."""
        taken = (
            update(SeatRow)
            .where(SeatRow.table_id == id_, SeatRow.seat == seat, SeatRow.invitation_hash == invitation_hash)
            .values(key_hash=key_hash, invitation_hash=None, account_id=None)
        )
        with self.writing() as rows:
            check_lead(rows, id_, epoch)
            return rows.connection().execute(taken).rowcount == 1

    def tables_of(self, hashes: Sequence[str], account: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables at which one of these keys, or an account, has a seat or is the host; the latest first."""
        holders: list[ColumnElement[bool]] = [SeatRow.key_hash.in_(hashes)]
        if account is not None:
            holders.append(SeatRow.account_id == account)
        held = select(SeatRow.table_id).where(or_(*holders))
        found = (TableRow.id.in_(held)) | (TableRow.host_hash.in_(hashes))
        with self.reading() as rows:
            tables = list(rows.scalars(select(TableRow).where(found).order_by(TableRow.updated.desc()).limit(200)))
            seats = rows.scalars(
                select(SeatRow).where(SeatRow.table_id.in_([table.id for table in tables])).order_by(SeatRow.seat)
            )
            by_table: dict[str, list[SeatRow]] = {table.id: [] for table in tables}
            for seat in seats:
                by_table[seat.table_id].append(seat)
        return [(table, by_table[table.id]) for table in tables]

    def running_with_programs(self, server: str | None = None) -> list[str]:
        """Games with people in which a computer player has to decide, and which no other server leads. Games between
        computer players wait until somebody watches."""
        people = select(SeatRow.table_id).where(SeatRow.player == "person")
        with self.reading() as rows:
            found = rows.execute(
                select(TableRow.id, TableRow.asked, SeatRow.seat)
                .join(SeatRow, SeatRow.table_id == TableRow.id)
                .where(TableRow.result == "", SeatRow.player != "person", TableRow.id.in_(people))
                .where(is_free(server))
            )
            return sorted({id_ for id_, asked, seat in found if str(seat) in asked.split(",")})

    def run_out(self, now: float, server: str | None = None) -> list[str]:
        """Games in which a clock has run out, and which no other server leads."""
        out = select(TableRow.id).where(TableRow.result == "", TableRow.deadline <= now, is_free(server))
        with self.reading() as rows:
            return list(rows.scalars(out))

    # -- chat -------------------------------------------------------------------------------------------------------

    def chat(self, id_: str, most: int = 200) -> list[ChatRow]:
        with self.reading() as rows:
            latest = rows.scalars(
                select(ChatRow).where(ChatRow.table_id == id_).order_by(ChatRow.id.desc()).limit(most)
            )
            return list(latest)[::-1]

    # -- data of games ----------------------------------------------------------------------------------------------

    def data_set(self, hash_: str) -> DataSetRow | None:
        with self.reading() as rows:
            return rows.get(DataSetRow, hash_)

    def has_data(self, hash_: str) -> bool:
        with self.reading() as rows:
            return rows.scalar(select(DataSetRow.hash).where(DataSetRow.hash == hash_)) is not None

    def uses_data(self, hash_: str) -> bool:
        """Whether a table was made with these data."""
        with self.reading() as rows:
            return rows.scalar(select(TableRow.id).where(TableRow.data_hash == hash_).limit(1)) is not None

    def keep_data(self, data: DataSetRow) -> None:
        """Store the data of a game. Another process may do so at the same time."""
        with suppress(IntegrityError), self.writing() as rows:
            rows.add(data)

    # -- plans and analyses -----------------------------------------------------------------------------------------

    def keep_plan(self, plan: PlanRow) -> None:
        with self.writing() as rows:
            rows.merge(plan)

    def plans(self, id_: str) -> list[PlanRow]:
        """The plans of the computer players of a table, in their order."""
        with self.reading() as rows:
            return list(rows.scalars(select(PlanRow).where(PlanRow.table_id == id_).order_by(PlanRow.moves)))

    def keep_analysis(self, analysis: AnalysisRow) -> None:
        with self.writing() as rows:
            rows.merge(analysis)

    def analysis(self, id_: str, seat: int) -> AnalysisRow | None:
        with self.reading() as rows:
            return rows.get(AnalysisRow, (id_, seat))

    def count_hint(self, id_: str) -> None:
        with self.writing() as rows:
            rows.execute(update(TableRow).where(TableRow.id == id_).values(hints=TableRow.hints + 1))

    # -- deeds of operators ----------------------------------------------------------------------------------------

    def last_act(self) -> int:
        with self.reading() as rows:
            return rows.scalar(select(func.max(ActRow.id))) or 0

    def acts(self, since: int) -> list[ActRow]:
        """What operators have done after a deed, in order."""
        with self.reading() as rows:
            return list(rows.scalars(select(ActRow).where(ActRow.id > since).order_by(ActRow.id)))

    # -- notices ----------------------------------------------------------------------------------------------------

    def due_notices(self, before: float, server: str | None = None) -> list[NoticeRow]:
        """The notices that are due and belong to tables that no other server leads, the one that has waited longest
        first. The server that leads a table knows who is connected."""
        due = select(NoticeRow).join(TableRow, TableRow.id == NoticeRow.table_id).where(NoticeRow.due <= before)
        with self.reading() as rows:
            return list(rows.scalars(due.where(is_free(server)).order_by(NoticeRow.due).limit(50)))

    def drop_notice(self, notice: NoticeRow) -> None:
        """Delete a notice, unless the seat has been asked again meanwhile."""
        with self.writing() as rows:
            rows.execute(delete(NoticeRow).where(*same_notice(notice)))

    def delay_notice(self, notice: NoticeRow, until: float) -> bool:
        """Delay a notice. False if the seat was asked again, or another server took the notice, meanwhile."""
        later = update(NoticeRow).where(*same_notice(notice)).values(due=until, tries=NoticeRow.tries + 1)
        with self.writing() as rows:
            return bool(rows.execute(later.returning(NoticeRow.seat)).all())


FENCES: Final = {"at_version": TableRow.version, "at_epoch": TableRow.epoch}


@cache
def update_of(names: tuple[str, ...], fences: tuple[str, ...]) -> Update:
    """The statement that sets some values of a table, with its version and its epoch checked or not. Each is made
    once."""
    found = and_(TableRow.id == bindparam("at_table"), *(FENCES[name] == bindparam(name) for name in fences))
    return update(TableRow).where(found).values({name: bindparam(name) for name in names})


INSERT_MOVES: Final = insert(MoveRow)


class Prepared(NamedTuple):
    """A statement as the driver of a database takes it. To run one takes a tenth of the time that SQLAlchemy needs for
    it; the two statements of a pick are run so."""

    text: str
    order: Sequence[str] | None
    """The names of the values in their order; None: the driver takes them by name."""

    def run(self, connection: Connection, values: Mapping[str, Any]) -> int:
        """Run the statement, and return the number of rows that it has changed. The errors are SQLAlchemy's."""
        cursor = connection.connection.cursor()
        dialect = connection.dialect
        errors: Any = dialect.loaded_dbapi.Error
        try:
            cursor.execute(self.text, values if self.order is None else [values[name] for name in self.order])
            number: int = cursor.rowcount
        except errors as error:
            metrics.DATABASE_ERRORS.labels(type(error).__name__).inc()
            raise DBAPIError.instance(self.text, None, error, errors, hide_parameters=True, dialect=dialect) from error
        finally:
            cursor.close()
        return number


@lru_cache(64)
def prepared(statement: Update | Insert, dialect: Dialect) -> Prepared:
    """A statement for a database. Each is made once."""
    made: Any = statement.compile(dialect=dialect)
    return Prepared(str(made), made.positiontup)


def add_chat(connection: Connection, id_: str, said: Iterable[ChatRow]) -> None:
    """Store lines of chat and notes, number them, and delete all but the latest lines of the table."""
    for row in said:
        values = {
            "table_id": id_,
            "seat": row.seat,
            "text": row.text,
            "note": row.note,
            "about": row.about,
            "at": row.at,
        }
        row.id = connection.execute(insert(ChatRow).values(values).returning(ChatRow.id)).scalar_one()
    latest = select(ChatRow.id).where(ChatRow.table_id == id_).order_by(ChatRow.id.desc())
    oldest = connection.scalar(latest.offset(MOST_LINES - 1).limit(1))
    if oldest is not None:
        connection.execute(delete(ChatRow).where(ChatRow.table_id == id_, ChatRow.id < oldest))


def same_notice(notice: NoticeRow) -> list[ColumnElement[bool]]:
    return [
        NoticeRow.table_id == notice.table_id,
        NoticeRow.seat == notice.seat,
        NoticeRow.due == notice.due,
    ]
