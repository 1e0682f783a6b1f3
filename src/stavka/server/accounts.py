"""Keys of seats, and accounts for players who want one."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, and_, delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session as Rows

from stavka import games
from stavka.server.hashing import Hashing, HashingBusyError
from stavka.server.messages import AccountExport, ExportedDevice, ExportedLine, ExportedSeat, SessionInfo
from stavka.server.rows import AccountRow, ChatRow, DeviceRow, LoginRow, SeatRow, TableRow
from stavka.server.store import Store

LOGIN_SECONDS: Final = 30 * 86400
DEVICE_SECONDS: Final = 365 * 86400
MOST_DEVICES: Final = 20
"""The most devices known to one account; the one that was used longest ago is forgotten first."""
USED_SECONDS: Final = 3600
"""The least time between two updates of a session's last use."""
AGENT_LENGTH: Final = 80
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""Browsers in the order in which they are recognised: most browsers also claim to be other ones."""
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iOS"),
    ("iPad", "iOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


def new_key() -> str:
    """A new key of 256 bits, which nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    """The hash of a key, which is what the server stores. A key is random enough to need neither salt nor a slow
    hash."""
    return hashlib.sha256(f"stavka key {key}".encode()).hexdigest()


def described(agent: str) -> str:
    """A browser and its system, as in "Firefox, Linux"; for an unknown program, the first word of its name."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    known = ", ".join(filter(None, (browser, system)))
    first = "".join(letter for letter in agent.partition(" ")[0] if letter.isprintable())
    return (known or first)[:AGENT_LENGTH]


class Login(NamedTuple):
    account: int
    name: str
    csrf: str
    id: str
    """The id of the session. It is not secret, and it stays when the token changes."""


class Token(NamedTuple):
    """The token that a browser is given, once."""

    token: str
    login: Login


class Accounts:
    """Accounts in the database. Slow methods are coroutines; the others are called in threads."""

    def __init__(self, store: Store, memory: int | None = None) -> None:
        self.store = store
        self.hashing = Hashing(memory)

    async def register(self, name: str, password: str) -> int | None:
        """Make an account; None if the name is taken."""
        return await asyncio.to_thread(self.add, name, await self.hashing.hash(password))

    def add(self, name: str, stored: str) -> int | None:
        row = AccountRow(name=name, folded=name.casefold(), password=stored, created=time.time())
        try:
            with self.store.writing() as rows:
                rows.add(row)
        except IntegrityError:
            return None
        return row.id

    def named(self, name: str) -> AccountRow | None:
        with self.store.reading() as rows:
            return rows.scalar(select(AccountRow).where(AccountRow.folded == name.casefold()))

    async def proven(self, name: str, password: str) -> AccountRow | None:
        """The account, if this is its password. A name without an account takes as long as a wrong password."""
        found = await asyncio.to_thread(self.named, name)
        if not await self.hashing.fits(found.password if found else None, password) or found is None:
            return None
        if self.hashing.hasher.check_needs_rehash(found.password):
            with suppress(HashingBusyError):  # it is rehashed at the next login, then
                found.password = await self.hashing.hash(password)
                await asyncio.to_thread(self.set_password, found.id, found.password)
        return found

    def set_password(self, account: int, stored: str) -> None:
        with self.store.writing() as rows:
            rows.execute(update(AccountRow).where(AccountRow.id == account).values(password=stored))

    # -- sessions -----------------------------------------------------------------------------------------------------

    def begin(self, account: AccountRow, agent: str) -> Token | None:
        """Begin a session; None if the account was banned, or its password changed, since the password was
        checked."""
        now = time.time()
        token, login = new_key(), Login(account.id, account.name, new_key(), secrets.token_urlsafe(12))
        row = LoginRow(
            token_hash=hashed(token),
            account_id=login.account,
            csrf=login.csrf,
            expires=now + LOGIN_SECONDS,
            id=login.id,
            created=now,
            used=now,
            agent=described(agent),
        )
        with self.store.writing() as rows:
            held = select(AccountRow.password).where(AccountRow.id == account.id, AccountRow.banned.is_(None))
            if rows.scalar(held.with_for_update()) != account.password:
                return None
            rows.execute(delete(LoginRow).where(LoginRow.expires < now))
            rows.add(row)
        return Token(token, login)

    def login(self, token: str) -> Login | None:
        """The session of a token, with its account."""
        if not token:
            return None
        now = time.time()
        with self.store.reading() as rows:
            found = rows.execute(
                select(AccountRow.id, AccountRow.name, LoginRow.csrf, LoginRow.id, LoginRow.used)
                .join(LoginRow, LoginRow.account_id == AccountRow.id)
                .where(LoginRow.token_hash == hashed(token), LoginRow.expires > now, AccountRow.banned.is_(None))
            ).first()
        if found is None:
            return None
        login = Login(*found[:4])
        if now - found[4] > USED_SECONDS:
            with self.store.writing() as rows:
                rows.execute(update(LoginRow).where(LoginRow.id == login.id).values(used=now))
        return login

    def sessions(self, login: Login) -> list[SessionInfo]:
        """The sessions of an account, the latest first."""
        with self.store.reading() as rows:
            return sessions(rows, login)

    def end(self, account: int, ids: Sequence[str]) -> list[str]:
        """End sessions of an account, and return those that were ended."""
        with self.store.writing() as rows:
            return ended(rows, and_(LoginRow.account_id == account, LoginRow.id.in_(ids)))

    def end_others(self, login: Login) -> list[str]:
        with self.store.writing() as rows:
            return ended(rows, and_(LoginRow.account_id == login.account, LoginRow.id != login.id))

    def change_password(self, login: Login, stored: str, device: str) -> tuple[Token, list[str]]:
        """Change the password: this session gets a new token, the others end, and other devices are no longer known."""
        token, csrf = new_key(), new_key()
        with self.store.writing() as rows:
            rows.execute(update(AccountRow).where(AccountRow.id == login.account).values(password=stored))
            others = ended(rows, and_(LoginRow.account_id == login.account, LoginRow.id != login.id))
            rows.execute(update(LoginRow).where(LoginRow.id == login.id).values(token_hash=hashed(token), csrf=csrf))
            rows.execute(
                delete(DeviceRow).where(DeviceRow.account_id == login.account, DeviceRow.token_hash != hashed(device))
            )
        return Token(token, login._replace(csrf=csrf)), others

    # -- devices ------------------------------------------------------------------------------------------------------

    def knows(self, name: str, device: str) -> bool:
        """Whether somebody has logged in to the account with this cookie before."""
        with self.store.reading() as rows:
            found = rows.scalar(
                select(DeviceRow.used)
                .join(AccountRow, AccountRow.id == DeviceRow.account_id)
                .where(AccountRow.folded == name.casefold(), DeviceRow.token_hash == hashed(device))
            )
        return found is not None and found > time.time() - DEVICE_SECONDS

    def remember(self, account: int, device: str) -> str:
        """Make a device known to an account, and return its cookie: the old one if this server made it."""
        now = time.time()
        with self.store.writing() as rows:
            rows.execute(delete(DeviceRow).where(DeviceRow.used < now - DEVICE_SECONDS))
            if rows.scalar(select(DeviceRow.used).where(DeviceRow.token_hash == hashed(device)).limit(1)) is None:
                device = new_key()
            known = rows.get(DeviceRow, (hashed(device), account))
            if known is None:
                known = DeviceRow(token_hash=hashed(device), account_id=account, created=now)
                rows.add(known)
            known.used = now
            rows.flush()
            mine = select(DeviceRow.token_hash).where(DeviceRow.account_id == account).order_by(DeviceRow.used.desc())
            for forgotten in rows.scalars(mine.offset(MOST_DEVICES)).all():
                rows.execute(
                    delete(DeviceRow).where(DeviceRow.account_id == account, DeviceRow.token_hash == forgotten)
                )
        return device

    # -- seats, export, deletion --------------------------------------------------------------------------------------

    def claim(self, account: int, keys: list[str]) -> None:
        """Add the seats of these keys to an account."""
        with self.store.writing() as rows:
            rows.execute(
                update(SeatRow).where(SeatRow.key_hash.in_([hashed(key) for key in keys])).values(account_id=account)
            )

    def export(self, login: Login) -> AccountExport | None:
        """Everything that is stored about an account, except secrets. None if the account does not exist any more."""
        with self.store.reading() as rows:
            account = rows.get(AccountRow, login.account)
            if account is None:
                return None
            devices = rows.scalars(
                select(DeviceRow).where(DeviceRow.account_id == account.id).order_by(DeviceRow.created)
            )
            held = rows.execute(
                select(SeatRow, TableRow)
                .join(TableRow, TableRow.id == SeatRow.table_id)
                .where(SeatRow.account_id == account.id)
                .order_by(TableRow.created, TableRow.id, SeatRow.seat)
            ).all()
            said = rows.execute(
                select(ChatRow.table_id, ChatRow.text, ChatRow.at)
                .join(SeatRow, and_(SeatRow.table_id == ChatRow.table_id, SeatRow.seat == ChatRow.seat))
                .where(SeatRow.account_id == account.id)
                .order_by(ChatRow.id)
            )
            return AccountExport(
                name=account.name,
                created=account.created,
                sessions=sessions(rows, login),
                devices=[ExportedDevice(created=device.created, used=device.used) for device in devices],
                seats=[exported_seat(seat, table) for seat, table in held],
                chat=[ExportedLine(table=table, text=text, at=at) for table, text, at in said],
            )

    def remove(self, account: int) -> list[str]:
        """Delete an account, and the mail addresses of its seats, and return the sessions that end. The keys of the
        seats still work."""
        with self.store.writing() as rows:
            return forget(rows, account)

    def valid(self, ids: Collection[str]) -> set[str]:
        """Those of some sessions that have not ended."""
        with self.store.reading() as rows:
            return set(rows.scalars(select(LoginRow.id).where(LoginRow.id.in_(ids))))

    def existing(self, accounts: Collection[int]) -> set[int]:
        with self.store.reading() as rows:
            return set(rows.scalars(select(AccountRow.id).where(AccountRow.id.in_(accounts))))

    def barred(self) -> frozenset[str]:
        """The hashes of the keys that do not work, since they hold seats of accounts that are banned."""
        keys = (
            select(SeatRow.key_hash)
            .join(AccountRow, AccountRow.id == SeatRow.account_id)
            .where(AccountRow.banned.is_not(None), SeatRow.key_hash.is_not(None))
        )
        with self.store.reading() as rows:
            return frozenset(key for key in rows.scalars(keys) if key is not None)

    def close(self) -> None:
        self.hashing.close()


def forget(rows: Rows, account: int) -> list[str]:
    """Delete an account with everything that is stored about it, and return the sessions that end."""
    rows.execute(update(SeatRow).where(SeatRow.account_id == account).values(account_id=None, email=None))
    sessions = ended(rows, LoginRow.account_id == account)
    rows.execute(delete(DeviceRow).where(DeviceRow.account_id == account))
    rows.execute(delete(AccountRow).where(AccountRow.id == account))
    return sessions


def sessions(rows: Rows, login: Login) -> list[SessionInfo]:
    found = rows.scalars(
        select(LoginRow)
        .where(LoginRow.account_id == login.account, LoginRow.expires > time.time())
        .order_by(LoginRow.created.desc(), LoginRow.id)
    )
    return [
        SessionInfo(id=row.id, created=row.created, used=row.used, agent=row.agent, is_this=row.id == login.id)
        for row in found
    ]


def ended(rows: Rows, which: ColumnElement[bool]) -> list[str]:
    ids = list(rows.scalars(select(LoginRow.id).where(which)))
    rows.execute(delete(LoginRow).where(LoginRow.id.in_(ids)))
    return ids


def exported_seat(seat: SeatRow, table: TableRow) -> ExportedSeat:
    sides: list[str] = games.about(table.game)["sides"] if table.game in games.GAMES else []
    standing: dict[str, str] = json.loads(seat.standing)
    return ExportedSeat(
        table=table.id,
        game=table.game,
        scenario=table.scenario,
        side=sides[seat.seat] if seat.seat < len(sides) else str(seat.seat),
        email=seat.email,
        standing=standing,
        result=table.result,
        created=table.created,
        updated=table.updated,
    )


def same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())
