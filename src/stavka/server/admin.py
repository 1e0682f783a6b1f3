"""What an operator does, on the database and beside running servers. Every deed is a sentence without keys and hashes.
Servers read the deeds (`acts`) once a second, and drop what they hold in memory of the table or the people."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session as Rows

from stavka import games
from stavka.server import match as done
from stavka.server.accounts import DEVICE_SECONDS, ended, forget
from stavka.server.datasets import DataSets, data_of
from stavka.server.leases import OutdatedError
from stavka.server.match import RULES, BrokenTableError, Match, NotAllowedError, turn_of
from stavka.server.migrating import check_present
from stavka.server.rows import (
    AccountRow,
    ActRow,
    ChatRow,
    DataSetRow,
    DeviceRow,
    LoginRow,
    MoveRow,
    NoticeRow,
    SeatRow,
    TableRow,
)
from stavka.server.store import Change, Note, Store, file_of
from stavka.server.table import PERSON

ATTEMPTS: Final = 20
"""How often the command tries to end a game while somebody plays."""
ACT_SECONDS: Final = 30 * 86400
"""How long deeds are kept. Servers read them within seconds."""


class AdminError(ValueError):
    """What was asked for cannot be done: one sentence says why."""


class TableLine(NamedTuple):
    id: str
    game: str
    scenario: str
    players: str
    turn: int
    result: str
    updated: float


class AccountLine(NamedTuple):
    name: str
    created: float
    sessions: int
    seats: int
    banned: float | None


class SessionLine(NamedTuple):
    id: str
    account: str
    created: float
    used: float
    agent: str


@contextmanager
def opened(url: str) -> Iterator[Store]:
    """The database that the servers use. AdminError if there is none, or if it is of another version."""
    store = None
    try:
        if (file := place_of(url)) is not None and not file.is_file():
            raise AdminError(f"there is no database at {file}; --data-folder or STAVKA_DATABASE_URL names another")
        store = Store(url)
        check_present(store.engine)
        yield store
    except SQLAlchemyError as error:
        raise AdminError(f"the database cannot be used: {type(error).__name__}") from None
    finally:
        if store is not None:
            store.close()


def place_of(url: str) -> Path | None:
    """The file of an SQLite database. AdminError if the address means nothing."""
    try:
        make_url(url).get_dialect()
        return file_of(url)
    except (ArgumentError, NoSuchModuleError):
        raise AdminError("STAVKA_DATABASE_URL: expected sqlite:///FILE or postgresql://...") from None


def note_act(rows: Rows, kind: str, about: str, what: str) -> str:
    """Note a deed for the servers. On PostgreSQL one deed is noted after the other, so that the numbers are seen in
    their order."""
    if rows.connection().dialect.name == "postgresql":
        rows.execute(text("LOCK TABLE acts IN EXCLUSIVE MODE"))
    rows.add(ActRow(kind=kind, about=about, what=what[:200], at=time.time()))
    return what


# -- tables -----------------------------------------------------------------------------------------------------------


def tables(store: Store, *, everything: bool) -> list[TableLine]:
    """The tables that are still played, the latest first; with `everything` also the others."""
    with store.reading() as rows:
        wanted = select(TableRow).order_by(TableRow.updated.desc())
        found = rows.scalars(wanted if everything else wanted.where(TableRow.result == "")).all()
        players: dict[str, list[str]] = {}
        for id_, player in rows.execute(select(SeatRow.table_id, SeatRow.player).order_by(SeatRow.seat)):
            players.setdefault(id_, []).append(player)
    return [
        TableLine(row.id, row.game, row.scenario, ", ".join(players.get(row.id, [])), row.turn, row.result, row.updated)
        for row in found
    ]


def table(store: Store, id_: str) -> list[tuple[str, str]]:
    """The facts about a table."""
    with store.reading() as rows:
        row = known(rows, id_)
        seats = rows.scalars(select(SeatRow).where(SeatRow.table_id == id_).order_by(SeatRow.seat)).all()
        moves = rows.scalar(select(func.count()).select_from(MoveRow).where(MoveRow.table_id == id_))
        lines = rows.scalar(select(func.count()).select_from(ChatRow).where(ChatRow.table_id == id_))
        names: dict[int, str] = {each.id: each.name for each in rows.scalars(select(AccountRow))}
    sides = sides_of(row)
    facts = [
        ("table", row.id),
        ("game", f"{row.game}, {row.scenario}"),
        ("turn", str(row.turn)),
        ("result", row.result or "not over"),
        ("asked", ", ".join(sides[int(seat)] for seat in row.asked.split(",") if seat) or "nobody"),
        ("moves", str(moves)),
        ("lines of chat", str(lines)),
        ("made", day(row.created)),
        ("last change", day(row.updated)),
    ]
    for seat in seats:
        holder = seat.player if seat.player != PERSON else "a key" if seat.key_hash else "nobody"
        account = f", account {names[seat.account_id]}" if seat.account_id in names else ""
        mail = ", mail address" if seat.email else ""
        facts.append((sides[seat.seat], f"{holder}{account}{mail}"))
    return facts


def end_table(store: Store, id_: str) -> str:
    """End a game that is still played; nobody wins."""
    for _ in range(ATTEMPTS):
        with store.reading() as rows:
            row = known(rows, id_)
        if row.result:
            raise AdminError(f"table {id_} is over already ({row.result})")
        try:
            match = loaded(store, row)
            rows_ = match.do(done.STOP, None, "draw stopped")
            values: dict[str, Any] = {
                "result": match.result,
                "turn": turn_of(match),
                "asked": "",
                "deadline": None,
                "draw_by": None,
                "takeback_by": None,
                "updated": time.time(),
                "version": row.version + 1,
            }
            moves, said = [each.values(id_) for each in rows_], [Note("stopped", "").row(id_)]
            store.append([Change(id_, moves, values, said, version=row.version)])
        except OutdatedError:
            continue  # somebody has just picked
        except (BrokenTableError, NotAllowedError) as error:
            raise AdminError(f"table {id_} cannot be opened with this version: {error}") from None
        with store.writing() as rows:
            return note_act(rows, "table", id_, f"Ended table {id_}; nobody wins.")
    raise AdminError(f"table {id_} is played all the time; try again")


def loaded(store: Store, row: TableRow) -> Match:
    people = [seat.seat for seat in store.seats(row.id) if seat.player == PERSON]
    moves = store.moves(row.id)
    try:
        with TemporaryDirectory() as folder:
            game = DataSets(store, Path(folder)).game(games.load(row.game), data_of(row, moves))
            return Match.load(game, row, people, moves)
    except (ValueError, games.UnknownGameError) as error:
        raise BrokenTableError(str(error)) from None


def revoke_seat(store: Store, id_: str, side: str) -> str:
    """Take the key of a seat away. The host can then invite somebody, as to a seat that was given up."""
    with store.writing() as rows:
        row = known(rows, id_)
        sides = sides_of(row)
        if side not in sides:
            raise AdminError(f"table {id_} has no side {side!r}; its sides are {', '.join(sides)}")
        seat = rows.get_one(SeatRow, (id_, sides.index(side)))
        if seat.player != PERSON:
            raise AdminError(f"a computer player has the seat {side} of table {id_}")
        if seat.key_hash is None and seat.account_id is None:
            raise AdminError(f"nobody has the seat {side} of table {id_}")
        seat.key_hash, seat.account_id, seat.email, seat.used, seat.standing = None, None, None, False, "{}"
        return note_act(rows, "table", id_, f"Revoked the key of the seat {side} at table {id_}.")


def known(rows: Rows, id_: str) -> TableRow:
    row = rows.get(TableRow, id_)
    if row is None:
        raise AdminError(f"there is no table {id_}; `stavka admin tables list --all` lists them")
    return row


def sides_of(row: TableRow) -> tuple[str, ...]:
    return tuple(games.GAMES[row.game].sides) if row.game in games.GAMES else ("first", "second")


# -- people -----------------------------------------------------------------------------------------------------------


def accounts(store: Store) -> list[AccountLine]:
    now = time.time()
    with store.reading() as rows:
        logins = count_by(rows, LoginRow.account_id, LoginRow.expires > now)
        seats = count_by(rows, SeatRow.account_id, SeatRow.account_id.is_not(None))
        found = rows.scalars(select(AccountRow).order_by(AccountRow.folded)).all()
    return [AccountLine(a.name, a.created, logins.get(a.id, 0), seats.get(a.id, 0), a.banned) for a in found]


def count_by(rows: Rows, column: Any, which: Any) -> dict[int, int]:
    found = rows.execute(select(column, func.count()).where(which).group_by(column)).all()
    return {row[0]: row[1] for row in found}


def sessions(store: Store, name: str | None = None) -> list[SessionLine]:
    """The sessions of an account, or of all, the latest first."""
    with store.reading() as rows:
        wanted = (
            select(LoginRow, AccountRow.name)
            .join(AccountRow, AccountRow.id == LoginRow.account_id)
            .where(LoginRow.expires > time.time())
            .order_by(LoginRow.used.desc(), LoginRow.id)
        )
        if name is not None:
            wanted = wanted.where(LoginRow.account_id == account(rows, name).id)
        return [SessionLine(a.id, who, a.created, a.used, a.agent) for a, who in rows.execute(wanted)]


def account(rows: Rows, name: str) -> AccountRow:
    found = rows.scalar(select(AccountRow).where(AccountRow.folded == name.casefold()))
    if found is None:
        raise AdminError(f"there is no account {name!r}; `stavka admin accounts list` lists them")
    return found


def ban(store: Store, name: str) -> str:
    """Ban an account: nobody can log in to it, its sessions end, and the keys of its seats do not work any more."""
    with store.writing() as rows:
        row = account(rows, name)
        if row.banned is not None:
            raise AdminError(f"the account {row.name} is banned already")
        row.banned = time.time()
        number = len(ended(rows, LoginRow.account_id == row.id))
        seats = rows.scalar(select(func.count()).select_from(SeatRow).where(SeatRow.account_id == row.id)) or 0
        ends, seated = counted(number, "session"), counted(seats, "seat")
        return note_act(rows, "people", "", f"Banned {row.name}: ended {ends}, closed {seated}.")


def unban(store: Store, name: str) -> str:
    with store.writing() as rows:
        row = account(rows, name)
        if row.banned is None:
            raise AdminError(f"the account {row.name} is not banned")
        row.banned = None
        return note_act(rows, "people", "", f"{row.name} may log in again, and the keys of its seats work again.")


def delete_account(store: Store, name: str) -> str:
    """Delete an account, as its owner can. The keys of its seats still work."""
    with store.writing() as rows:
        row = account(rows, name)
        number = len(forget(rows, row.id))
        return note_act(rows, "people", "", f"Deleted the account {row.name} and ended {counted(number, 'session')}.")


def revoke_session(store: Store, id_: str) -> str:
    with store.writing() as rows:
        found = rows.scalar(select(LoginRow).where(LoginRow.id == id_))
        if found is None:
            raise AdminError(f"there is no session {id_}; `stavka admin sessions list` lists them")
        name = rows.get_one(AccountRow, found.account_id).name
        ended(rows, LoginRow.id == id_)
        return note_act(rows, "people", "", f"Ended the session {id_} of {name}.")


# -- tidying ----------------------------------------------------------------------------------------------------------


def used_data(rows: Rows) -> set[str]:
    """The fingerprints of data with which a game was begun, or which its players agreed to."""
    agreed = rows.scalars(select(MoveRow.what).where(MoveRow.kind == RULES))
    begun = rows.scalars(select(TableRow.data_hash).where(TableRow.data_hash.is_not(None)).distinct())
    return {each.split()[0] for each in agreed} | {each for each in begun if each is not None}


def vacuum(store: Store) -> str:
    """Delete what has expired, and give the space back."""
    now = time.time()
    with store.writing() as rows:

        def removed(row: Any, which: Any, what: str) -> str:
            number = rows.scalar(select(func.count()).select_from(row).where(which)) or 0
            rows.execute(delete(row).where(which))
            return counted(number, what)

        over = select(TableRow.id).where(TableRow.result != "")
        gone = [
            removed(LoginRow, LoginRow.expires < now, "expired session"),
            removed(DeviceRow, DeviceRow.used < now - DEVICE_SECONDS, "forgotten device"),
            removed(NoticeRow, NoticeRow.table_id.in_(over), "outdated notice"),
            removed(ActRow, ActRow.at < now - ACT_SECONDS, "old deed"),
            removed(DataSetRow, DataSetRow.hash.not_in(used_data(rows)), "unused data set"),
        ]
        rows.execute(update(TableRow).where(TableRow.result != "").values(deadline=None))
    sizes = [size(store)]
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(text("VACUUM ANALYZE"))
        else:
            cursor = connection.connection.cursor()  # SQLite itself: no transaction may be open
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.close()
    sizes.append(size(store))
    before, after = (f"{each / 1e6:.1f} MB" for each in sizes)
    return f"Removed {', '.join(gone[:-1])} and {gone[-1]}; the database has {after}, before {before}."


def size(store: Store) -> int:
    with store.engine.connect() as connection:
        if connection.dialect.name == "postgresql":
            return int(connection.scalar(text("SELECT pg_database_size(current_database())")) or 0)
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar() or 0
        return int(pages) * int(connection.exec_driver_sql("PRAGMA page_size").scalar() or 0)


def counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def day(at: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))
