"""Backups: all rows of a database at one moment, as an SQLite file, whichever database the server uses. So a backup of
one kind of database can also be restored into the other."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import URL, Connection, Integer, Table, func, insert, select, text
from sqlalchemy.exc import SQLAlchemyError

from stavka.server.admin import AdminError, counted, opened, place_of
from stavka.server.leases import NOBODY
from stavka.server.rows import Base, ServerRow, TableRow
from stavka.server.store import Store, UnusableError, is_ours

AT_ONCE: Final = 1000
"""The number of rows that are read and written together."""
COPIED: Final = [table for table in Base.metadata.sorted_tables if table is not ServerRow.__table__]
"""All tables but the one of the servers that run, those that others refer to first."""
BESIDE: Final = ("", "-wal", "-shm", "-journal")
"""The files that SQLite makes for one database, by the ends of their names."""


class Counts(NamedTuple):
    tables: int
    moves: int
    accounts: int

    def __str__(self) -> str:
        games, moves, accounts = (
            counted(number, what) for number, what in zip(self, ("table", "move", "account"), strict=True)
        )
        return f"{games}, {moves} and {accounts}"


def url_of(file: Path) -> str:
    return URL.create("sqlite", database=str(file.absolute())).render_as_string()


# -- backing up -------------------------------------------------------------------------------------------------------


def back_up(url: str, file: Path) -> str:
    """Write all rows to a new file. A server may use the database meanwhile: the backup holds one moment of it."""
    if os.path.lexists(file):
        raise AdminError(f"{file}: there is already something of this name, and a backup overwrites nothing")
    if not file.parent.is_dir():
        raise AdminError(f"{file}: there is no folder {file.parent}")
    with opened(url) as source:
        try:
            with tempfile.TemporaryDirectory(prefix=".stavka-backup-", dir=file.parent) as folder:
                made = Path(folder) / "backup"
                counts = write_backup(source, made)
                os.link(made, file)  # unlike a rename, this overwrites nothing
        except FileExistsError:
            raise AdminError(
                f"{file}: something of this name was made meanwhile, and a backup overwrites nothing"
            ) from None
        except OSError as error:
            raise AdminError(f"{file}: cannot be written ({error.strerror})") from None
    return f"Wrote {counts} to {file}."


def write_backup(source: Store, made: Path) -> Counts:
    target = Store(url_of(made))
    try:
        target.migrate()
        with snapshot(source) as reading, target.writer.begin() as writing:
            counts = copy(reading, writing)
        with target.engine.connect() as connection:
            cursor = connection.connection.cursor()
            cursor.execute("PRAGMA journal_mode = DELETE")  # one file, with nothing beside it
            cursor.close()
    except SQLAlchemyError as error:
        raise AdminError(f"the backup cannot be written: {meaning(error)}") from None
    finally:
        target.close()
    check_whole(made)
    with made.open("rb") as written:
        os.fsync(written.fileno())
    return counts


@contextmanager
def snapshot(store: Store) -> Iterator[Connection]:
    """A transaction that reads everything as it is at its start, whatever is written meanwhile."""
    engine = store.engine
    if engine.dialect.name == "postgresql":
        engine = engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
    with engine.connect() as connection, connection.begin():
        yield connection


def copy(reading: Connection, writing: Connection) -> Counts:
    """Copy all rows of all tables, those that others refer to first. Nobody leads a game of the copy: a server of the
    one database must not answer for games of the other."""
    numbers = {}
    for table in COPIED:
        numbers[table.name] = 0
        nobody = {"leader": NOBODY} if table is TableRow.__table__ else {}
        found = reading.execution_options(yield_per=AT_ONCE).execute(select(table)).mappings()
        for rows in found.partitions():
            writing.execute(insert(table), [dict(row) | nobody for row in rows])
            numbers[table.name] += len(rows)
    return Counts(numbers["tables"], numbers["moves"], numbers["accounts"])


def meaning(error: SQLAlchemyError) -> str:
    code = getattr(getattr(error, "orig", None), "sqlite_errorcode", 0) & 0xFF
    return "the disk is full" if code in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR) else type(error).__name__


# -- restoring --------------------------------------------------------------------------------------------------------


def restore(url: str, file: Path) -> str:
    """Write all rows of a backup into an empty database, all or none."""
    if not file.is_file():
        raise AdminError(f"{file}: {'this is a folder' if file.is_dir() else 'there is no such file'}")
    if not is_ours(file) or not file.stat().st_size:
        raise AdminError(f"{file}: this is not a backup of Stavka")
    place = place_of(url)
    is_new = place is not None and not place.exists()
    try:
        with brought_up(file) as source:
            counts = write_rows(source, url)
    except BaseException:
        if is_new and place is not None:
            for end in BESIDE:
                place.with_name(place.name + end).unlink(missing_ok=True)
        raise
    return f"Restored {counts} from {file}."


@contextmanager
def brought_up(file: Path) -> Iterator[Store]:
    """A copy of a backup, in the form of this version. The backup itself is not changed."""
    check_whole(file)
    with tempfile.TemporaryDirectory(prefix="stavka-restore-") as folder:
        mine = Path(folder) / "backup"
        try:
            mine.write_bytes(file.read_bytes())
        except OSError as error:
            raise AdminError(f"{file}: cannot be read ({error.strerror})") from None
        store = Store(url_of(mine))
        try:
            check_stavka(store, file)
            store.migrate()
            yield store
        except UnusableError as error:
            raise AdminError(f"{file}: {error}") from None
        finally:
            store.close()


def check_stavka(store: Store, file: Path) -> None:
    with store.engine.connect() as connection:
        names = connection.dialect.get_table_names(connection)
    if not {"alembic_version", "tables", "moves", "seats"} <= set(names):
        raise AdminError(f"{file}: this is an SQLite database, but not a backup of Stavka")


def check_whole(file: Path) -> None:
    """Check that a file of SQLite is not damaged."""
    connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
    try:
        found = [line for (line,) in connection.execute("PRAGMA integrity_check")]
        found += [f"a row of {line[0]} refers to nothing" for line in connection.execute("PRAGMA foreign_key_check")]
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    finally:
        connection.close()
    if found != ["ok"]:
        raise AdminError(f"{file}: the file is damaged ({found[0]})")


def write_rows(source: Store, url: str) -> Counts:
    target = None
    try:
        target = Store(url)
        target.migrate()
        with source.engine.connect() as reading, target.writer.begin() as writing:
            check_empty(writing)
            counts = copy(reading, writing)
            if writing.dialect.name == "postgresql":
                count_on(writing)
    except UnusableError as error:
        raise AdminError(str(error)) from None
    except SQLAlchemyError as error:
        raise AdminError(f"the database cannot be written: {meaning(error)}") from None
    except OSError as error:
        raise AdminError(f"the database cannot be written ({error.strerror})") from None
    finally:
        if target is not None:
            target.close()
    return counts


def check_empty(connection: Connection) -> None:
    """Check that there are no rows, those of games first: they are what an operator would miss."""
    for table in sorted(COPIED, key=lambda table: table is not TableRow.__table__):
        number = connection.scalar(select(func.count()).select_from(table)) or 0
        if number:
            rows = counted(number, "row")
            raise AdminError(f"the database is not empty ({rows} in {table.name}): restore into an empty one")


def count_on(connection: Connection) -> None:
    """Let PostgreSQL number new rows after those that were restored."""
    for table in COPIED:
        for column in numbered(table):
            last = connection.scalar(select(func.max(table.c[column])))
            if last is not None:
                connection.execute(
                    text("SELECT setval(pg_get_serial_sequence(:table, :column), :last)"),
                    {"table": table.name, "column": column, "last": last},
                )


def numbered(table: Table) -> list[str]:
    return [
        column.name for column in table.primary_key if column.autoincrement is True and isinstance(column.type, Integer)
    ]
