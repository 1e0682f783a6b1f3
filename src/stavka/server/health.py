"""Whether the server could store a pick now, found out by actually storing something."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Final
from urllib.parse import quote

from sqlalchemy import Engine, NullPool, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError

from stavka.server.faults import LOG
from stavka.server.store import begin_at_once, file_of

FRESH: float = 2.0
"""Seconds for which a result is reused, so that probes cannot overload the database."""
PATIENCE: float = 3.0
"""Seconds that a probe waits for the database."""
SPARE: Final = 32 * 1024 * 1024
"""Bytes that must be free on the disk that holds the file."""
WRITE: Final = text("UPDATE alembic_version SET version_num = version_num")
"""A row that every database of the server has; it is written back unchanged."""
SOON: Final = text("SET LOCAL statement_timeout = 2000")
"""Milliseconds that the write may take."""

DEAD, READ_ONLY, DISK = "database", "database is read-only", "disk"
SQLITE_READ_ONLY, SQLITE_FULL = 8, 13
POSTGRES_READ_ONLY, POSTGRES_FULL = "25006", "53100"


class Prober:
    """Writes to the database with its own connection and thread: if the database hangs, nothing else does."""

    def __init__(self, url: str) -> None:
        self.file = file_of(url)
        self.engine = probing(url)
        self.found: list[str] = []
        self.at = float("-inf")
        self.running: asyncio.Future[list[str]] | None = None

    async def wrong(self) -> list[str]:
        """The faults of the storage, in words that reveal nothing."""
        if self.running is None and time.monotonic() - self.at < FRESH:
            return self.found
        if self.running is None:
            self.running = self.begin()
        with suppress(TimeoutError):
            return await asyncio.wait_for(asyncio.shield(self.running), PATIENCE)
        return [DEAD]

    def begin(self) -> asyncio.Future[list[str]]:
        loop = asyncio.get_running_loop()
        running: asyncio.Future[list[str]] = loop.create_future()

        def settle(found: list[str]) -> None:
            if found != self.found:
                LOG.warning("not ready: %s", ", ".join(found)) if found else LOG.warning("ready again")
            self.found, self.at, self.running = found, time.monotonic(), None
            if not running.done():
                running.set_result(found)

        def work() -> None:
            found = self.look()
            with suppress(RuntimeError):  # the server has been closed in the meantime
                loop.call_soon_threadsafe(settle, found)

        threading.Thread(target=work, name="probe", daemon=True).start()
        return running

    def look(self) -> list[str]:
        found = []
        try:
            with self.engine.begin() as connection:
                if connection.dialect.name == "postgresql":
                    connection.execute(SOON)
                if connection.execute(WRITE).rowcount != 1:
                    found.append(DEAD)
        except Exception as error:  # whatever the error, nothing can be stored
            found.append(READ_ONLY if self.is_closed() else meaning(error))
        if DISK not in found and self.file is not None and is_nearly_full(self.file.parent):
            found.append(DISK)
        return found

    def is_closed(self) -> bool:
        """Whether the file exists but may not be written: SQLite cannot even open it in a read-only folder."""
        return self.file is not None and self.file.exists() and not os.access(self.file, os.W_OK)


def probing(url: str) -> Engine:
    """An engine that makes a new connection for every probe, so that a removed file or a lost server is noticed."""
    target = make_url(url)
    if target.get_backend_name() != "sqlite":
        return create_engine(target, hide_parameters=True, poolclass=NullPool, connect_args={"connect_timeout": 2})
    name = f"file:{quote(str(target.database))}?mode=rw"
    engine = create_engine(
        "sqlite://",
        hide_parameters=True,
        poolclass=NullPool,
        creator=lambda: sqlite3.connect(name, uri=True, timeout=2, isolation_level=None),
    )
    event.listen(engine, "begin", begin_at_once)
    return engine


def meaning(error: Exception) -> str:
    """The word for a failed write."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF
    state = getattr(cause, "sqlstate", None)
    if code == SQLITE_READ_ONLY or state == POSTGRES_READ_ONLY:
        return READ_ONLY
    return DISK if code == SQLITE_FULL or state == POSTGRES_FULL else DEAD


def is_nearly_full(folder: Path) -> bool:
    with suppress(OSError):
        return shutil.disk_usage(folder).free < SPARE
    return False
