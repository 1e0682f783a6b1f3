"""Counts that all server processes of a machine share, so that a limit holds for all of them together.

The parent of several processes makes the memory before it forks them. A client has a place in it, found by a keyed
hash of its name. A process that changes a place holds a lock on a file that has no name, which the system releases
if the process dies. A process alone keeps its counts in a dictionary."""

from __future__ import annotations

import mmap
import secrets
import struct
import tempfile
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import blake2b
from threading import Lock
from typing import Final, NamedTuple, Protocol

with suppress(ImportError):  # Windows has neither this nor several processes
    import fcntl

MOST_CLIENTS: Final = 20_000
WAYS: Final = 8
"""The places at which a client may be: a client that finds all of them taken gets the one that has rested longest."""
TRIES: Final = 50
PAUSE: Final = 0.0002
"""Seconds between two tries to get a lock. It is held for a few microseconds: a process that has it for longer is
stopped, and nobody waits for it."""
TAG: Final = struct.Struct("Q")


class Bucket(NamedTuple):
    level: float
    at: float
    """The time at which it had this level."""


Change = Callable[[Bucket | None], Bucket | None]
"""What is done to the bucket of a client, or to none. None: nothing."""


class Buckets(Protocol):
    def change(self, who: str, change: Change) -> None:
        """Change the bucket of a client. Nobody else does so meanwhile."""


class Counter(Protocol):
    def add(self, who: str, number: int) -> int:
        """Add to the count of a client, and return the new count of all processes together."""


# -- one process ----------------------------------------------------------------------------------------------------


class OwnBuckets:
    def __init__(self) -> None:
        self.lock = Lock()
        self.kept: OrderedDict[str, Bucket] = OrderedDict()

    def change(self, who: str, change: Change) -> None:
        with self.lock:
            if (bucket := change(self.kept.get(who))) is not None:
                self.kept[who] = bucket
                self.kept.move_to_end(who)
            while len(self.kept) > MOST_CLIENTS:
                self.kept.popitem(last=False)


class OwnCounter:
    def __init__(self) -> None:
        self.kept: dict[str, int] = {}

    def add(self, who: str, number: int) -> int:
        count = self.kept.pop(who, 0) + number
        if count:
            self.kept[who] = count
        return count


# -- several processes ----------------------------------------------------------------------------------------------


class Places:
    """Shared memory with a place for each client: a tag, and some numbers."""

    def __init__(self, numbers: struct.Struct, most: int = MOST_CLIENTS) -> None:
        self.numbers, self.size = numbers, TAG.size + numbers.size
        self.rows = max(1, most // WAYS)
        self.memory = mmap.mmap(-1, self.rows * WAYS * self.size)
        self.secret = secrets.token_bytes(16)
        self.file = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as these places are in use)
        weakref.finalize(self, self.file.close)
        self.lock = Lock()
        """Threads of one process hold a lock of a file together."""

    def tag_of(self, who: str) -> int:
        return int.from_bytes(blake2b(who.encode(), digest_size=8, key=self.secret).digest(), "little") or 1

    @contextmanager
    def row(self, number: int) -> Iterator[list[int]]:
        """Where the places of a row begin. Nobody else changes them meanwhile."""
        with self.lock:
            for _ in range(TRIES):
                try:
                    fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, number)
                    break
                except OSError:
                    time.sleep(PAUSE)
            try:
                yield [(number * WAYS + way) * self.size for way in range(WAYS)]
            finally:
                fcntl.lockf(self.file, fcntl.LOCK_UN, 1, number)

    def tag(self, place: int) -> int:
        found: int = TAG.unpack_from(self.memory, place)[0]
        return found

    def read(self, place: int) -> tuple[float, ...]:
        return self.numbers.unpack_from(self.memory, place + TAG.size)

    def write(self, place: int, tag: int, numbers: tuple[float, ...]) -> None:
        TAG.pack_into(self.memory, place, tag)
        self.numbers.pack_into(self.memory, place + TAG.size, *numbers)


class SharedBuckets:
    def __init__(self) -> None:
        self.places = Places(struct.Struct("dd"))

    def change(self, who: str, change: Change) -> None:
        places, tag = self.places, self.places.tag_of(who)
        with places.row(tag % places.rows) as row:
            mine = next((place for place in row if places.tag(place) == tag), None)
            bucket = change(None if mine is None else Bucket(*places.read(mine)))
            if bucket is not None:
                oldest = min(row, key=lambda place: places.read(place)[1] if places.tag(place) else float("-inf"))
                places.write(oldest if mine is None else mine, tag, bucket)


class SharedCounter:
    """Counts of each process. The counts of one that has died go when the process that replaces it begins."""

    def __init__(self, processes: int) -> None:
        self.places = Places(struct.Struct(f"{processes}q"))
        self.number = 0

    def begin(self, number: int) -> None:
        """Be the process with this number, which has counted nothing yet."""
        self.number, places = number, self.places
        for row in range(places.rows):
            with places.row(row) as found:
                for place in found:
                    if places.tag(place):
                        self.put(place, places.tag(place), 0)

    def add(self, who: str, number: int) -> int:
        places, tag = self.places, self.places.tag_of(who)
        with places.row(tag % places.rows) as row:
            free = [place for place in row if not any(places.read(place))]
            place = next((place for place in row if places.tag(place) == tag), free[0] if free else None)
            if place is None:
                return 1  # eight other clients are connected: this one is not counted
            own = places.read(place)[self.number] if places.tag(place) == tag else 0
            return self.put(place, tag, max(0, int(own) + number))

    def put(self, place: int, tag: int, own: int) -> int:
        """Write the count of this process, and return that of all."""
        places = self.places
        counts = [int(each) for each in places.read(place)]
        counts[self.number] = own
        places.write(place, tag, tuple(counts))
        return sum(counts)


class Shared:
    """What the processes of a machine count together."""

    LIMITERS: Final = ("requests", "tables", "imports", "talk", "typing", "accounts", "help")
    COUNTERS: Final = ("connections", "door")

    def __init__(self, processes: int) -> None:
        self.buckets = {name: SharedBuckets() for name in self.LIMITERS}
        self.counters = {name: SharedCounter(processes) for name in self.COUNTERS}

    def begin(self, number: int) -> None:
        for counter in self.counters.values():
            counter.begin(number)
