"""Limits that hold for all server processes of a machine together."""

from __future__ import annotations

import os
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError

import pytest

from server.process import Server, Several
from server.test_waiting import wait_until
from stavka.server import sharing
from stavka.server.limits import Limiter
from stavka.server.settings import Settings
from stavka.server.sharing import Bucket, Places, Shared, SharedBuckets, SharedCounter
from threads import at_once


def begun(work: Callable[[], int]) -> int:
    """A child of this process, which ends with what it finds: a number below 256."""
    child = os.fork()
    if child == 0:
        os._exit(work())
    return child


def found(child: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def forked(work: Callable[[], int]) -> int:
    return found(begun(work))


def test_a_limiter_counts_for_all_processes() -> None:
    limiter = Limiter(5, 1e9, SharedBuckets())
    assert forked(lambda: sum(limiter.allow("a", 0) for _ in range(3))) == 3
    assert forked(lambda: sum(limiter.allow("a", 0) for _ in range(3))) == 2
    assert not limiter.allow("a", 0) and limiter.allow("b", 0)
    assert limiter.allow("a", 2e8), "a fifth of the time gives one of five back"


def test_processes_and_threads_that_count_at_once_count_right() -> None:
    limiter = Limiter(100, 1e9, SharedBuckets())

    def ask() -> int:
        return sum(at_once(4, lambda _: sum(limiter.allow("a", 0) for _ in range(50))))

    children = [begun(ask) for _ in range(3)]
    assert sum(map(found, children)) == 100


def test_processes_that_change_a_count_wait_for_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "TRIES", 1_000_000)  # however slow the machine is
    buckets, left = SharedBuckets(), list[float]()
    buckets.change("a", lambda _: Bucket(9, 0))

    def take(bucket: Bucket | None) -> Bucket:
        assert bucket is not None
        time.sleep(0.05)
        return bucket._replace(level=bucket.level - 1)

    def work() -> int:
        buckets.change("a", take)
        return 0

    assert [found(child) for child in [begun(work) for _ in range(4)]] == [0] * 4
    buckets.change("a", lambda bucket: left.append(bucket.level if bucket else -1))
    assert left == [5]


def test_a_process_that_dies_or_stands_still_with_a_lock_holds_up_nobody() -> None:
    buckets = SharedBuckets()
    limiter = Limiter(2, 1e9, buckets)

    def stop_inside(bucket: Bucket | None) -> Bucket:
        os.kill(os.getpid(), signal.SIGSTOP)
        return Bucket(0, 0)

    def stop() -> int:
        buckets.change("a", stop_inside)
        return 0

    child = begun(stop)
    assert os.WIFSTOPPED(os.waitpid(child, os.WUNTRACED)[1])
    assert limiter.allow("a", 0), "it stands still"
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    assert limiter.allow("a", 0) and not limiter.allow("a", 0)


def test_the_client_that_has_rested_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sharing, "MOST_CLIENTS", 8)
    buckets = SharedBuckets()
    buckets.places = Places(struct.Struct("dd"), 8)
    limiter = Limiter(1, 1e9, buckets)
    assert all(limiter.allow(str(client), client) for client in range(8))
    assert not limiter.allow("0", 8)
    assert limiter.allow("new", 9), "it gets the place of client 1"
    assert not limiter.allow("0", 10) and limiter.allow("1", 11)


def test_connections_are_counted_for_all_processes_and_those_of_a_dead_one_go() -> None:
    counter = SharedCounter(2)
    counter.begin(0)
    assert [counter.add("a", 1), counter.add("a", 1), counter.add("b", 1)] == [1, 2, 1]

    def other() -> int:
        counter.begin(1)
        return counter.add("a", 1)

    assert forked(other) == 3
    assert counter.add("a", -1) == 2, "one of ours and one of the process that has died"
    assert forked(other) == 2, "its successor begins with none"
    assert counter.add("a", -1) == 1 and counter.add("b", -1) == 0


def test_connections_of_more_clients_than_have_room_are_not_refused() -> None:
    counter = SharedCounter(1)
    counter.places = Places(struct.Struct("1q"), 8)
    assert [counter.add(str(client), 1) for client in range(9)] == [1] * 9
    assert counter.add("8", -1) == 1 and counter.add("0", 1) == 2
    assert counter.add("1", -1) == 0 and counter.add("9", 1) == 1 and counter.add("9", 1) == 2


def test_every_limit_of_a_client_has_a_shared_count() -> None:
    shared = Shared(2)
    assert set(shared.buckets) == set(Shared.LIMITERS) and set(shared.counters) == set(Shared.COUNTERS)


def test_a_client_may_not_do_more_at_several_processes(lite: Settings, tmp_path: Path) -> None:
    """A tenth of the limits: three new tables a minute, six connections to tables."""
    server: Server = Several(lite, tmp_path / "log", STAVKA_LIMIT_FACTOR="0.1")
    try:
        made, refused, begin = [], 0, time.monotonic()
        wanted = {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "me"}}
        for _ in range(12):
            try:
                made.append(server.get("tables", wanted))
            except HTTPError as error:
                assert error.code == 429
                refused += 1
        most = 3 + int((time.monotonic() - begin) / 20) + 1
        assert 3 <= len(made) <= most and len(made) + refused == 12
    finally:
        server.kill()
    wait_until(lambda: not server.children())
