"""Keys of seats, and accounts for those who want one."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from functools import cache
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError

from stavka.server.rows import AccountRow, LoginRow, SeatRow
from stavka.server.store import Store

LOGIN_SECONDS: Final = 30 * 86400
HASHER: Final = PasswordHasher()


def new_key() -> str:
    """256 bits: nobody guesses it."""
    return secrets.token_urlsafe(32)


def hashed(key: str) -> str:
    """What is stored of a key. It has enough chance in it to need neither salt nor slowness."""
    return hashlib.sha256(f"stavka key {key}".encode()).hexdigest()


@cache
def nobody() -> str:
    """The hash of a password that nobody knows."""
    return HASHER.hash(new_key())


class Login(NamedTuple):
    account: int
    name: str
    csrf: str


class Accounts:
    def __init__(self, store: Store) -> None:
        self.store = store

    def register(self, name: str, password: str) -> bool:
        """False when the name is taken."""
        row = AccountRow(name=name, folded=name.casefold(), password=HASHER.hash(password), created=time.time())
        try:
            with self.store.writing() as rows:
                rows.add(row)
        except IntegrityError:
            return False
        return True

    def log_in(self, name: str, password: str) -> tuple[str, Login] | None:
        """A token for the cookie. A wrong name takes as long as a wrong password."""
        with self.store.reading() as rows:
            found = rows.scalar(select(AccountRow).where(AccountRow.folded == name.casefold()))
        try:
            HASHER.verify(found.password if found else nobody(), password)
        except (VerificationError, InvalidHashError):
            return None
        if found is None:
            return None
        token, login = new_key(), Login(found.id, found.name, new_key())
        with self.store.writing() as rows:
            rows.execute(delete(LoginRow).where(LoginRow.expires < time.time()))
            rows.add(
                LoginRow(
                    token_hash=hashed(token),
                    account_id=login.account,
                    csrf=login.csrf,
                    expires=time.time() + LOGIN_SECONDS,
                )
            )
            if HASHER.check_needs_rehash(found.password):
                rows.execute(update(AccountRow).where(AccountRow.id == found.id).values(password=HASHER.hash(password)))
        return token, login

    def login(self, token: str) -> Login | None:
        if not token:
            return None
        with self.store.reading() as rows:
            found = rows.execute(
                select(AccountRow.id, AccountRow.name, LoginRow.csrf)
                .join(LoginRow, LoginRow.account_id == AccountRow.id)
                .where(LoginRow.token_hash == hashed(token), LoginRow.expires > time.time())
            ).first()
        return Login(*found) if found else None

    def log_out(self, token: str) -> None:
        with self.store.writing() as rows:
            rows.execute(delete(LoginRow).where(LoginRow.token_hash == hashed(token)))

    def claim(self, account: int, keys: list[str]) -> None:
        """Let the seats of these keys belong to an account."""
        with self.store.writing() as rows:
            rows.execute(
                update(SeatRow).where(SeatRow.key_hash.in_([hashed(key) for key in keys])).values(account_id=account)
            )


def same(a: str, b: str) -> bool:
    return hmac.compare_digest(a.encode(), b.encode())
