"""The servers on one database: each renews its row there, and sees who else is running.

A thread does that, with a connection of its own: neither a busy event loop nor a busy database pool may cost a server
its leads."""

from __future__ import annotations

import os
import secrets
import socket
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import Engine, delete, event, insert, select, update
from sqlalchemy.orm import Session as Rows

from stavka.server.faults import LOG
from stavka.server.leases import Lead, Peer, clock, peer, see_lead, take_lead
from stavka.server.rows import ServerRow, TableRow
from stavka.server.store import Store, make_engine

BEATS: Final = 4
"""How often a server renews its row before the row would lapse."""
KEPT: Final = 3600.0
"""Seconds after which the row of a server that is gone is deleted."""


class Beat(NamedTuple):
    """What a server sees when it renews its row."""

    peers: tuple[Peer, ...]
    """The other servers that are running, the one that began first first."""
    is_first: bool
    """Whether this server began before all others."""
    led: Mapping[str, int] | None
    """If the row was renewed too late: the tables that this server still leads, with their epochs."""


class Members:
    """This server among those on the same database."""

    def __init__(self, store: Store, url: str, seconds: float) -> None:
        self.store, self.url, self.seconds = store, url, seconds
        self.id = secrets.token_urlsafe(12)
        self.secret = secrets.token_urlsafe(32)
        self.peers: tuple[Peer, ...] = ()
        self.is_first = True
        self.engine: Engine | None = None
        self.address = ("", 0)
        self.stopping = threading.Event()
        self.thread: threading.Thread | None = None

    # -- the row of this server -------------------------------------------------------------------------------------

    def join(self, host: str, port: int) -> None:
        """Enter this server in the database. Others reach it at this address."""
        self.address = (host, port)
        self.engine = heartbeat_engine(self.url)
        self.note(self.beat())

    def leave(self) -> None:
        """Stop renewing, and give up every lead at once."""
        self.stopping.set()
        if self.thread is not None:
            self.thread.join(self.seconds)
        if self.engine is not None:
            with suppress(Exception), Rows(self.engine) as rows, rows.begin():  # if it fails, the row lapses by itself
                rows.execute(delete(ServerRow).where(ServerRow.id == self.id))
            self.engine.dispose()
            self.engine = None

    def beat(self) -> Beat:
        """Renew the row, and look at the others."""
        assert self.engine is not None
        mine = ServerRow.id == self.id
        later = clock() + self.seconds
        with Rows(self.engine) as rows:
            with rows.begin():
                renewed = update(ServerRow).where(mine, ServerRow.until > clock()).values(until=later)
                is_late = rows.connection().execute(renewed).rowcount != 1
                if (
                    is_late
                    and rows.connection().execute(update(ServerRow).where(mine).values(until=later)).rowcount != 1
                ):
                    rows.execute(insert(ServerRow).values(**self.row(), began=clock(), until=later))
            with rows.begin():
                found = list(rows.scalars(select(ServerRow).where(ServerRow.until > clock()).order_by(*IN_ORDER)))
                dead = [row for row in found if row.id != self.id and is_dead(row.process)]
                for row in dead:
                    rows.execute(delete(ServerRow).where(ServerRow.id == row.id))
                rows.execute(delete(ServerRow).where(ServerRow.until < clock() - KEPT))
                running = [row for row in found if row not in dead]
                peers = tuple(peer(row) for row in running if row.id != self.id)
                is_first = not running or running[0].id == self.id
            led = None
            if is_late:
                with rows.begin():
                    mine_now = select(TableRow.id, TableRow.epoch).where(TableRow.leader == self.id)
                    led = {row.id: row.epoch for row in rows.execute(mine_now)}
        return Beat(peers, is_first, led)

    def row(self) -> dict[str, Any]:
        host, port = self.address
        return {"id": self.id, "host": host, "port": port, "secret": self.secret, "process": this_process()}

    def note(self, beat: Beat) -> set[str]:
        """Note who is running, and return those who are no longer."""
        gone = {peer.id for peer in self.peers} - {peer.id for peer in beat.peers}
        self.peers, self.is_first = beat.peers, beat.is_first
        return gone

    def start(self, tell: Callable[[Beat], None]) -> None:
        """Renew the row again and again, and tell what was seen. Called once."""
        self.thread = threading.Thread(target=self.run, args=(tell,), name="members", daemon=True)
        self.thread.start()

    def run(self, tell: Callable[[Beat], None]) -> None:
        was_well = True
        while not self.stopping.wait(self.seconds / BEATS):
            try:
                beat = self.beat()
            except Exception as error:
                if was_well:
                    LOG.warning("this server cannot renew its leads: %s", type(error).__name__)
                was_well = False
            else:
                was_well = True
                tell(beat)

    def others(self) -> tuple[Peer, ...]:
        """The other servers that are running now. One that joins later has not read anything yet."""
        there = select(ServerRow).where(ServerRow.until > clock(), ServerRow.id != self.id).order_by(*IN_ORDER)
        with self.store.reading() as rows:
            return tuple(peer(row) for row in rows.scalars(there))

    # -- tables -----------------------------------------------------------------------------------------------------

    def lead(self, table: str) -> Lead | None:
        """Lead a table, unless another server does. None if there is no such table."""
        with self.store.reading() as rows:
            if (seen := see_lead(rows, table, self.id)) is not None:
                return seen
        with self.store.writing() as rows:
            return take_lead(rows, table, self.id)


IN_ORDER: Final = (ServerRow.began, ServerRow.id)


def heartbeat_engine(url: str) -> Engine:
    """An engine for the row of this server. A row that is lost when the power fails does no harm, so nothing waits for
    the disk."""
    engine = make_engine(url, again=True)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _without_waiting)
        return engine.execution_options(writes=True)
    event.listen(engine, "begin", _without_waiting_either)
    return engine


def _without_waiting(connection: Any, _record: object) -> None:
    connection.execute("PRAGMA synchronous = NORMAL")


def _without_waiting_either(connection: Any) -> None:
    connection.exec_driver_sql("SET LOCAL synchronous_commit = off")


# -- processes ------------------------------------------------------------------------------------------------------


def this_process() -> str:
    """A name of this process that no other process has, on any machine."""
    return process(os.getpid())


def process(number: int) -> str:
    return f"{this_machine()}:{number}:{start_of(number)}"


def is_dead(name: str) -> bool:
    """Whether a process of this machine does not exist any more. Nothing is known of other machines."""
    machine, number, start = name.split(":")
    return machine == this_machine() and start != "" and start_of(int(number)) != start


@cache
def this_machine() -> str:
    """A name of this machine since its start, and of the container that this process is in."""
    told = [socket.gethostname()]
    with suppress(OSError):
        told.append(Path("/proc/sys/kernel/random/boot_id").read_text("ascii").strip())
    with suppress(OSError):
        told.append(os.readlink("/proc/self/ns/pid"))
    return blake2b(" ".join(told).encode(), digest_size=12).hexdigest()


def start_of(number: int) -> str:
    """The time at which a process began, in ticks since the machine did. Empty if there is no such process, or this
    system does not tell."""
    with suppress(OSError, IndexError):
        fields = Path(f"/proc/{number}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else fields[19]
    return ""
