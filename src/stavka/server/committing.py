"""One thread that stores the changes of all tables.

A commit waits for the disk. Changes that arrive meanwhile are stored together with the next one, so a server that has
much to do waits for the disk once for many of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final, NamedTuple

from stavka.server.store import NO_DATABASE, Change, Store

MOST: Final = 200
"""The most tables whose changes share a transaction."""


class Waiting(NamedTuple):
    """The changes of a table, and the future that is told when they are on the disk."""

    changes: Sequence[Change]
    done: asyncio.Future[None]


class Committer:
    def __init__(self, store: Store) -> None:
        self.store = store
        self.waiting: SimpleQueue[Waiting | None] = SimpleQueue()
        self.thread: Thread | None = None

    async def keep(self, changes: Sequence[Change]) -> None:
        """Store the changes of a table, all or none. They are on the disk when this returns."""
        if self.thread is None:
            self.thread = Thread(target=self.work, name="committer", daemon=True)
            self.thread.start()
        done = asyncio.get_running_loop().create_future()
        self.waiting.put(Waiting(changes, done))
        await done

    def close(self) -> None:
        """Store what waits, and end the thread."""
        if self.thread is not None:
            self.waiting.put(None)
            self.thread.join()

    def work(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch, is_last = self.batch(first)
            errors = self.store_all(batch)
            loop = batch[0].done.get_loop()
            loop.call_soon_threadsafe(tell, batch, errors)
            if is_last:
                return

    def batch(self, first: Waiting) -> tuple[list[Waiting], bool]:
        """Everything that waits, and whether it is the last."""
        batch = [first]
        while len(batch) < MOST:
            try:
                more = self.waiting.get_nowait()
            except Empty:
                break
            if more is None:
                return batch, True
            batch.append(more)
        return batch, False

    def store_all(self, batch: Sequence[Waiting]) -> list[BaseException | None]:
        """Store the changes of some tables, and return the error of each. If only one table is at fault, the others are
        stored without it."""
        error = self.store_together(batch)
        if error is None or len(batch) == 1 or isinstance(error, NO_DATABASE):
            return [error] * len(batch)
        return [self.store_together([each]) for each in batch]

    def store_together(self, batch: Sequence[Waiting]) -> BaseException | None:
        try:
            self.store.append([change for each in batch for change in each.changes])
        except BaseException as error:
            return error
        return None


def tell(batch: Sequence[Waiting], errors: Sequence[BaseException | None]) -> None:
    """Wake those who wait. Called in the event loop."""
    for each, error in zip(batch, errors, strict=True):
        if each.done.cancelled():
            continue
        if error is None:
            each.done.set_result(None)
        else:
            each.done.set_exception(error)
