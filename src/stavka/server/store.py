"""The database: SQLite in a file of the user's, or PostgreSQL. What `Store` has written is on disk when it returns."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from alembic import command
from alembic.config import Config
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    create_engine,
    delete,
    event,
    insert,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session as Rows

from stavka.server.rows import ChatRow, MoveRow, NoticeRow, SeatRow, TableRow

MIGRATIONS: Final = Path(__file__).parent / "migrations"
MIGRATION_LOCK: Final = 0x57A7CA
WAIT_SECONDS: Final = 30
"""For another process that writes to the same file."""


def make_engine(url: str) -> Engine:
    """Parameters are hidden in errors and logs: they hold seeds and hashes."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        return create_engine(target, hide_parameters=True, pool_pre_ping=True)
    if target.database and target.database != ":memory:":
        Path(target.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    engine = create_engine(target, hide_parameters=True, connect_args={"timeout": WAIT_SECONDS})
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Write-ahead log, and every commit on the disk before it returns; transactions begin where we say."""
    connection.isolation_level = None
    cursor = connection.cursor()
    _write_ahead(cursor)
    for pragma in ("synchronous = FULL", "foreign_keys = ON", f"busy_timeout = {1000 * WAIT_SECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _write_ahead(cursor: sqlite3.Cursor) -> None:
    """Two who make the same new file write ahead at once get in each other's way, and SQLite does not let the second
    wait for this as it does elsewhere. Once it is done it stays so."""
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
    """A transaction that writes takes the lock at its start: it never finds later that what it read has changed."""
    writes = connection.get_execution_options().get("writes", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the database to the form that this version needs. Two servers that start at once do it one by one."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    with engine.connect().execution_options(writes=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


class Note(NamedTuple):
    """A note of the server's: the key of its sentence and the side that it tells of."""

    key: str
    about: str


class Store:
    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self.writer = self.engine.execution_options(writes=True)

    def migrate(self, revision: str = "head") -> None:
        migrate(self.engine, revision)

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        with Rows(self.engine, expire_on_commit=False) as rows:
            yield rows

    @contextmanager
    def writing(self) -> Iterator[Rows]:
        """One transaction: it is committed, and durable, when the block ends."""
        with Rows(self.writer, expire_on_commit=False) as rows, rows.begin():
            yield rows

    # -- tables -----------------------------------------------------------------------------------------------------

    def add_table(self, table: TableRow, seats: Iterable[SeatRow], moves: Sequence[dict[str, Any]]) -> None:
        """A new table. The moves of an imported game are thousands, so they are written as plain values."""
        with self.writing() as rows:
            rows.add(table)
            rows.flush()
            rows.add_all(seats)
            if moves:
                rows.execute(insert(MoveRow), moves)

    def table(self, id_: str) -> TableRow | None:
        with self.reading() as rows:
            return rows.get(TableRow, id_)

    def seats(self, id_: str) -> list[SeatRow]:
        with self.reading() as rows:
            return list(rows.scalars(select(SeatRow).where(SeatRow.table_id == id_).order_by(SeatRow.seat)))

    def moves(self, id_: str) -> list[MoveRow]:
        with self.reading() as rows:
            return list(rows.scalars(select(MoveRow).where(MoveRow.table_id == id_).order_by(MoveRow.n)))

    def append(
        self, id_: str, moves: Sequence[MoveRow], values: dict[str, Any], notes: Sequence[Note], asked: Iterable[int]
    ) -> list[ChatRow]:
        """What was done, the summary that follows from it, the server's notes on it, and notices for those that are
        asked now. A move whose number is taken (another server on the same database) fails, and nothing is written."""
        now = time.time()
        said = [ChatRow(table_id=id_, seat=None, text="", note=note.key, about=note.about, at=now) for note in notes]
        with self.writing() as rows:
            if values:
                rows.execute(update(TableRow).where(TableRow.id == id_).values(**values))
            rows.add_all([*moves, *said])
            for seat in asked:
                rows.merge(NoticeRow(table_id=id_, seat=seat, due=now, tries=0))
        return said

    def set_table(self, id_: str, **values: Any) -> None:
        with self.writing() as rows:
            rows.execute(update(TableRow).where(TableRow.id == id_).values(**values))

    def set_seat(self, id_: str, seat: int, **values: Any) -> None:
        with self.writing() as rows:
            rows.execute(update(SeatRow).where(SeatRow.table_id == id_, SeatRow.seat == seat).values(**values))

    def take_seat(self, id_: str, seat: int, invitation_hash: str, key_hash: str) -> bool:
        """An invitation becomes a key, once: False when it is not there any more."""
        taken = (
            update(SeatRow)
            .where(SeatRow.table_id == id_, SeatRow.seat == seat, SeatRow.invitation_hash == invitation_hash)
            .values(key_hash=key_hash, invitation_hash=None, account_id=None)
        )
        with self.writing() as rows:
            return rows.connection().execute(taken).rowcount == 1

    def tables_of(self, hashes: Sequence[str], account: int | None) -> list[tuple[TableRow, list[SeatRow]]]:
        """The tables where one of these keys, or an account, has a seat or is the host; the latest first."""
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

    def running_with_programs(self) -> list[str]:
        """Games of people that a program has to go on with. Those of programs alone wait until somebody looks."""
        people = select(SeatRow.table_id).where(SeatRow.player == "person")
        with self.reading() as rows:
            found = rows.execute(
                select(TableRow.id, TableRow.asked, SeatRow.seat)
                .join(SeatRow, SeatRow.table_id == TableRow.id)
                .where(TableRow.result == "", SeatRow.player != "person", TableRow.id.in_(people))
            )
            return sorted({id_ for id_, asked, seat in found if str(seat) in asked.split(",")})

    def run_out(self, now: float) -> list[str]:
        """Games in which a clock has run out."""
        with self.reading() as rows:
            return list(rows.scalars(select(TableRow.id).where(TableRow.result == "", TableRow.deadline <= now)))

    # -- chat -------------------------------------------------------------------------------------------------------

    def say(self, id_: str, seat: int | None, said: str) -> ChatRow:
        row = ChatRow(table_id=id_, seat=seat, text=said, at=time.time())
        with self.writing() as rows:
            rows.add(row)
        return row

    def chat(self, id_: str, most: int = 200) -> list[ChatRow]:
        with self.reading() as rows:
            latest = rows.scalars(
                select(ChatRow).where(ChatRow.table_id == id_).order_by(ChatRow.id.desc()).limit(most)
            )
            return list(latest)[::-1]

    # -- notices ----------------------------------------------------------------------------------------------------

    def due_notices(self, before: float) -> list[NoticeRow]:
        with self.reading() as rows:
            return list(rows.scalars(select(NoticeRow).where(NoticeRow.due <= before).limit(50)))

    def drop_notice(self, notice: NoticeRow) -> None:
        """Unless it has been asked for anew meanwhile."""
        with self.writing() as rows:
            rows.execute(
                delete(NoticeRow).where(
                    NoticeRow.table_id == notice.table_id, NoticeRow.seat == notice.seat, NoticeRow.due == notice.due
                )
            )

    def delay_notice(self, notice: NoticeRow, until: float) -> None:
        with self.writing() as rows:
            rows.execute(
                update(NoticeRow)
                .where(NoticeRow.table_id == notice.table_id, NoticeRow.seat == notice.seat)
                .values(due=until, tries=NoticeRow.tries + 1)
            )
