"""Wrong passwords: limits that slow the guesser and not the owner. Used in the event loop only.

A device on which somebody has logged in to an account is known to the account, by a cookie. Guesses are counted

- by device and account, where the device is known: what others do elsewhere does not touch it;
- by client and account, and by client, where it is not;
- and those of all unknown devices at one account come one after the other when there have been a few, with a pause
  between them that grows: however many addresses a guesser has, an account is tried at a bounded rate.

Only wrong passwords count. An attempt is counted when it begins and given back when it was right or was not made, so
that many at once are not more than many in a row. Names that no account has are counted like others."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, NamedTuple, TypeVar

from stavka.server.hashing import HashingBusyError
from stavka.server.limits import Limiter
from stavka.server.sharing import MOST_CLIENTS, Bucket

T = TypeVar("T")
FREE: Final = 10
"""The number of wrong guesses at an account before further ones are slowed."""
MOST_PAUSE: Final = 15.0
MOST_WAIT: Final = 30.0
FORGET_SECONDS: Final = 900.0


class TooManyError(Exception):
    """Too many wrong guesses came from here."""


class Guesser(NamedTuple):
    account: str
    """The name of the account in its folded form."""
    client: str
    device: str = ""
    """The hash of the cookie by which the account knows the device; empty if it does not know the device."""


class Tries(Limiter):
    """A limiter that gives back tries that should not count."""

    def give_back(self, who: str) -> None:
        def back(bucket: Bucket | None) -> Bucket | None:
            return bucket and bucket._replace(level=min(self.number, bucket.level + 1))

        self.buckets.change(who, back)


class Attempts(NamedTuple):
    number: int
    """The number of attempts so far."""
    at: float
    free: float
    """The time from which the next attempt may be made."""


class Pace:
    """The attempts at each account by unknown devices, one after the other."""

    def __init__(self, free: float) -> None:
        self.free = free
        self.made: OrderedDict[str, Attempts] = OrderedDict()

    def wait(self, account: str, now: float) -> float | None:
        """Count an attempt, and return the seconds that it has to wait. None if that is too long; the attempt is then
        not counted."""
        made = self.made.get(account)
        if made is None or now - made.at > FORGET_SECONDS:
            made = Attempts(0, now, now)
        start = max(now, made.free)
        if start - now > MOST_WAIT:
            return None
        count = made.number + 1
        self.made[account] = Attempts(count, now, start + self.pause(count))
        self.made.move_to_end(account)
        while len(self.made) > MOST_CLIENTS:
            self.made.popitem(last=False)
        return start - now

    def pause(self, count: int) -> float:
        """The pause after an attempt: 1, 2, 4, 8 seconds, then 15."""
        above = count - self.free
        return 0.0 if above <= 0 else min(MOST_PAUSE, 2.0 ** min(above - 1, 10))

    def give_back(self, account: str) -> None:
        if account in self.made:
            made = self.made[account]
            self.made[account] = made._replace(number=max(0, made.number - 1))


class Guesses:
    def __init__(self, factor: float) -> None:
        self.pairs = Tries(FREE * factor, 300)
        self.clients = Tries(3 * FREE * factor, 300)
        self.pace = Pace(FREE * factor)
        self.clock: Callable[[], float] = time.monotonic
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def attempt(self, who: Guesser, check: Callable[[], Awaitable[T | None]]) -> T | None:
        """Try a password and return the result of `check`, which is None if the password is wrong. Raises TooManyError
        or HashingBusyError."""
        counted = self.count(who)
        found: T | None = None
        is_wrong = False
        try:
            if not who.device:
                seconds = self.turn(who.account)
                counted.append((self.pace, who.account))
                if seconds:
                    await self.sleep(seconds)
            found = await check()
            is_wrong = found is None
        finally:
            if not is_wrong:
                for counter, key in counted:
                    counter.give_back(key)
        return found

    def count(self, who: Guesser) -> list[tuple[Tries | Pace, str]]:
        """Count a guess as wrong until it turns out to be right."""
        wanted = [(self.pairs, f"{who.device or who.client} {who.account}")]
        if not who.device:
            wanted.append((self.clients, who.client))
        counted: list[tuple[Tries | Pace, str]] = []
        for limiter, key in wanted:
            if not limiter.allow(key, self.clock()):
                for counter, other in counted:
                    counter.give_back(other)
                raise TooManyError
            counted.append((limiter, key))
        return counted

    def turn(self, account: str) -> float:
        seconds = self.pace.wait(account, self.clock())
        if seconds is None:
            raise HashingBusyError
        return seconds
