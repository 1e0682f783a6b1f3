"""One thread stores the changes of all tables, several of them in one transaction."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy.exc import OperationalError

from server.seats import House
from stavka.server.committing import Committer
from stavka.server.leases import OutdatedError
from stavka.server.store import Change, Store


class Slow(Store):
    """A store whose disk is busy until it is let go, and which notes what each transaction stores."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.free = threading.Event()
        self.together: list[list[str]] = []
        self.error: Exception | None = None

    def append(self, changes: Iterable[Change]) -> None:
        changes = list(changes)
        self.together.append([change.table for change in changes])
        self.free.wait()
        if self.error is not None:
            raise self.error
        super().append(changes)


@contextmanager
def slow(house: House) -> Iterator[tuple[Slow, Committer]]:
    store = Slow(house.desk.settings.database)
    committer = Committer(store)
    yield store, committer
    store.free.set()
    committer.close()
    store.close()


async def first_and_rest(store: Slow, committer: Committer, changes: list[Change]) -> list[BaseException | None]:
    """Store a change, and while the disk is busy with it, give the others; the errors of all."""
    tasks = [asyncio.ensure_future(committer.keep([changes[0]]))]
    while not store.together:
        await asyncio.sleep(0.001)
    tasks += [asyncio.ensure_future(committer.keep([change])) for change in changes[1:]]
    await asyncio.sleep(0)
    assert not any(task.done() for task in tasks)
    store.free.set()
    return await asyncio.gather(*tasks, return_exceptions=True)


def three(house: House) -> list[str]:
    return sorted(house.make()["table"] for _ in range(3))


def turns(house: House, tables: list[str]) -> list[int]:
    found = [house.desk.store.table(table) for table in tables]
    return [row.turn for row in found if row is not None]


def test_changes_that_wait_for_the_disk_share_a_transaction(house: House) -> None:
    tables = three(house)
    changes = [Change(table, values={"turn": 7}) for table in tables]
    with slow(house) as (store, committer):
        errors = asyncio.run(first_and_rest(store, committer, changes))
        assert errors == [None, None, None]
        assert store.together == [tables[:1], tables[1:]]
    assert turns(house, tables) == [7, 7, 7]


def test_one_that_cannot_be_stored_does_not_hinder_the_others(house: House) -> None:
    tables = three(house)
    changes = [Change(table, values={"turn": 7}, version=5 * (table == tables[1])) for table in tables]
    with slow(house) as (store, committer):
        errors = asyncio.run(first_and_rest(store, committer, changes))
    assert [type(error) for error in errors] == [type(None), OutdatedError, type(None)]
    assert turns(house, tables) == [7, 0, 7]


def test_a_database_that_is_away_is_not_asked_again_for_each(house: House) -> None:
    tables = three(house)
    with slow(house) as (store, committer):
        store.error = OperationalError("", {}, Exception("disk I/O error"))
        errors = asyncio.run(first_and_rest(store, committer, [Change(table, values={"turn": 7}) for table in tables]))
        assert [type(error) for error in errors] == [OperationalError] * 3
        assert len(store.together) == 2
    assert turns(house, tables) == [0, 0, 0]


def test_what_a_table_stores_at_once_is_stored_whole_or_not_at_all(house: House) -> None:
    (table,) = three(house)[:1]
    committer = Committer(house.desk.store)
    with pytest.raises(OutdatedError):
        asyncio.run(committer.keep([Change(table, values={"turn": 7}), Change(table, values={"turn": 8}, version=5)]))
    committer.close()
    assert turns(house, [table]) == [0]


def test_closing_stores_what_waits(house: House) -> None:
    tables = three(house)

    async def close() -> None:
        tasks = [asyncio.ensure_future(committer.keep([Change(table, values={"turn": 7})])) for table in tables]
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(asyncio.to_thread(committer.close))
        store.free.set()
        await asyncio.gather(closing, *tasks)

    with slow(house) as (store, committer):
        asyncio.run(close())
        assert turns(house, tables) == [7, 7, 7]
