"""The lead of a table: one server at a time may write to it.

A table names its leader and an epoch. The lead is valid as long as the leader renews its row in `servers`. Who takes it
over raises the epoch, and every write of a leader checks the epoch in its own transaction. So a leader that was slow,
stopped or cut off cannot write any more, whatever it believes."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Float, and_, or_, select, true, update
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import Session as Rows
from sqlalchemy.sql.functions import GenericFunction

from stavka.server.rows import ServerRow, TableRow

NOBODY: Final = ""


class clock(GenericFunction[float]):  # noqa: N801 (it is a function of SQL)
    """The time of the database, which all servers share. It goes on during a transaction."""

    type = Float()
    inherit_cache = True


@compiles(clock, "sqlite")
def clock_of_sqlite(_element: Any, _compiler: Any, **_: Any) -> str:
    return "((julianday('now') - 2440587.5) * 86400.0)"


@compiles(clock, "postgresql")
def clock_of_postgres(_element: Any, _compiler: Any, **_: Any) -> str:
    return "extract(epoch from clock_timestamp())"


class OutdatedError(Exception):
    """Another server has changed the table, or leads it now: what is in memory here is not what is stored."""


class Peer(NamedTuple):
    """A server, as others reach it."""

    id: str
    host: str
    port: int
    secret: str


class Lead(NamedTuple):
    """The lead of a table: this server's, with its epoch, or that of another server."""

    epoch: int
    other: Peer | None = None


def led(table: str, epoch: int | None) -> ColumnElement[bool]:
    """The row of a table, if the lead is still that of this epoch; None: whichever server leads."""
    return TableRow.id == table if epoch is None else and_(TableRow.id == table, TableRow.epoch == epoch)


def check_lead(rows: Rows | Connection, table: str, epoch: int | None) -> None:
    """Keep the lead from being taken over until this transaction ends. OutdatedError if that has happened."""
    if epoch is not None and rows.scalar(select(TableRow.id).where(led(table, epoch)).with_for_update()) is None:
        raise OutdatedError


def is_free(server: str | None) -> ColumnElement[bool]:
    """Whether a table is led by this server or by none that is running; None: any table."""
    if server is None:
        return true()
    running = select(ServerRow.id).where(ServerRow.until > clock(), ServerRow.id != server)
    return or_(TableRow.leader == NOBODY, TableRow.leader.not_in(running))


def take_lead(rows: Rows, table: str, server: str) -> Lead | None:
    """Take the lead of a table unless another server has it, and say who has it then. None if there is no such table.

    The row of the last leader is locked as well: either it is renewed first, or it finds afterwards that it has lost
    the table."""
    found = rows.execute(select(TableRow.leader, TableRow.epoch).where(TableRow.id == table).with_for_update()).first()
    if found is None:
        return None
    leader, epoch = found
    if leader == server:
        return Lead(epoch)
    if leader != NOBODY and (other := running(rows, leader, lock=True)) is not None:
        return Lead(epoch, other)
    rows.execute(update(TableRow).where(TableRow.id == table).values(leader=server, epoch=epoch + 1))
    return Lead(epoch + 1)


def see_lead(rows: Rows, table: str, server: str) -> Lead | None:
    """The lead of a table, without taking it; None if that is free."""
    found = rows.execute(select(TableRow.leader, TableRow.epoch).where(TableRow.id == table)).first()
    if found is None or found.leader == NOBODY:
        return None
    if found.leader == server:
        return Lead(found.epoch)
    other = running(rows, found.leader)
    return None if other is None else Lead(found.epoch, other)


def running(rows: Rows, server: str, *, lock: bool = False) -> Peer | None:
    """The address of a server; None if it has not renewed its row in time."""
    wanted = select(ServerRow).where(ServerRow.id == server, ServerRow.until > clock())
    if lock:
        found = rows.scalar(select(ServerRow.id).where(ServerRow.id == server).with_for_update(read=True))
        if found is None:
            return None
    row = rows.scalar(wanted)
    return None if row is None else peer(row)


def peer(row: ServerRow) -> Peer:
    return Peer(row.id, row.host, row.port, row.secret)
