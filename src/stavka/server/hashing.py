"""Passwords, hashed with Argon2, a few at a time. One hash takes 64 MiB and a twentieth of a second."""

from __future__ import annotations

import asyncio
import secrets
import threading
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

T = TypeVar("T")
AT_ONCE: Final = 2
MOST_WAITING: Final = 40
LOOKED_AT: Final = 32
"""The number of characters by which a password is judged: the time that zxcvbn takes grows fast, to seconds for 72 of
them."""
LEAST_SCORE: Final = 2
"""The least score, of zxcvbn's 0 to 4; below it, a million guesses find the password."""


class HashingBusyError(Exception):
    """Too many passwords are waiting to be hashed."""


class Hashing:
    """Threads that only hash passwords, so that logins do not delay anything else."""

    def __init__(self, memory: int | None = None) -> None:
        self.hasher = PasswordHasher() if memory is None else PasswordHasher(memory_cost=memory)
        self.threads = ThreadPoolExecutor(AT_ONCE, "hashing")
        self.room = threading.BoundedSemaphore(AT_ONCE + MOST_WAITING)

    async def run(self, work: Callable[[], T]) -> T:
        """Run a function in one of the threads. HashingBusyError if too many wait."""
        if not self.room.acquire(blocking=False):
            raise HashingBusyError
        future = self.threads.submit(work)
        future.add_done_callback(lambda _: self.room.release())
        return await asyncio.wrap_future(future)

    async def hash(self, password: str) -> str:
        return await self.run(lambda: self.hasher.hash(password))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Whether a password matches a stored hash. Without a hash the check takes as long, and the answer is False."""
        return await self.run(lambda: self.verify(stored or self.nobody(), password))

    def verify(self, stored: str, password: str) -> bool:
        try:
            return self.hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    def nobody(self) -> str:
        """The hash of a random password, with the same cost as all others."""
        cost = f"m={self.hasher.memory_cost},t={self.hasher.time_cost},p={self.hasher.parallelism}"
        salt, hash_ = (
            b64encode(secrets.token_bytes(length)).decode().rstrip("=")
            for length in (self.hasher.salt_len, self.hasher.hash_len)
        )
        return f"$argon2id$v=19${cost}${salt}${hash_}"

    async def is_weak(self, name: str, password: str) -> bool:
        """Whether a password is among the first that an attacker would try."""
        return await self.run(lambda: is_weak(name, password))

    def close(self) -> None:
        self.threads.shutdown(cancel_futures=True)


def is_weak(name: str, password: str) -> bool:
    if name.casefold() in password.casefold():
        return True
    from zxcvbn import zxcvbn  # noqa: PLC0415 (slow to import, and only new passwords need it)

    found = zxcvbn(password[:LOOKED_AT], user_inputs=[name, "stavka"])
    return bool(found["score"] < LEAST_SCORE)
