"""One server at a time leads a table, on both databases; who has lost the lead cannot write."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import text, update

from server.conftest import NAME
from server.seats import FRIENDS
from server.test_storage import at_once
from stavka.server.desk import Desk
from stavka.server.leases import Lead, OutdatedError, check_lead, take_lead
from stavka.server.members import Members, is_dead, process, this_process
from stavka.server.messages import NewTable
from stavka.server.rows import ChatRow, ServerRow
from stavka.server.settings import Settings
from stavka.server.store import Change, Store


class Cluster:
    """Servers on one database, as far as leads go. Their rows are renewed only when a test says so."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.store = settings, Store(settings.database)
        self.members: list[Members] = []

    def join(self, port: int) -> Members:
        made = Members(self.store, self.settings.database, seconds=3600)
        made.join("127.0.0.1", port)
        self.members.append(made)
        return made

    def table(self) -> str:
        desk = Desk(self.settings)
        desk.shelf.start(["traces"])
        made = desk.make(NewTable(game="traces", scenario="race", seats=FRIENDS)).table
        desk.shelf.close()
        desk.store.close()
        return made

    def silence(self, member: Members) -> None:
        """Let the row of a server lapse, as if it had not been renewed."""
        with self.store.writing() as rows:
            rows.execute(update(ServerRow).where(ServerRow.id == member.id).values(until=0))

    def close(self) -> None:
        for member in self.members:
            member.leave()
        self.store.close()


@pytest.fixture
def cluster(settings: Settings) -> Iterator[Cluster]:
    made = Cluster(settings)
    yield made
    made.close()


def epochs(*leads: Lead | None) -> list[tuple[int, str] | None]:
    return [None if lead is None else (lead.epoch, lead.other.id if lead.other else "") for lead in leads]


def test_the_first_who_is_asked_leads_and_the_others_learn_where(cluster: Cluster) -> None:
    one, other, table = cluster.join(1001), cluster.join(1002), cluster.table()
    assert epochs(one.lead(table), one.lead(table), other.lead(table)) == [(1, ""), (1, ""), (1, one.id)]
    told = other.lead(table)
    assert told is not None and told.other == (one.id, "127.0.0.1", 1001, one.secret)
    assert one.lead("nothing") is None


def test_only_one_of_many_who_ask_at_once_leads(cluster: Cluster) -> None:
    members, table = [cluster.join(port) for port in range(6)], cluster.table()
    found: list[Lead | None] = []

    def ask(member: Members) -> None:
        found.append(member.lead(table))

    assert at_once(partial(ask, member) for member in members) == []
    assert sorted(lead.other is None for lead in found if lead) == [False] * 5 + [True]
    assert {lead.epoch for lead in found if lead} == {1}


def test_who_asks_while_another_takes_the_lead_waits_and_learns_of_it(cluster: Cluster) -> None:
    one, other, table = cluster.join(1), cluster.join(2), cluster.table()
    found: list[Lead | None] = []
    second = threading.Thread(target=lambda: found.append(other.lead(table)))
    with cluster.store.writing() as rows:
        take_lead(rows, table, one.id)
        second.start()
        second.join(0.3)
        assert found == []
    second.join()
    assert epochs(*found) == [(1, one.id)]


def test_a_lead_is_free_when_its_server_leaves_or_falls_silent(cluster: Cluster) -> None:
    one, other, third, table = cluster.join(1), cluster.join(2), cluster.join(3), cluster.table()
    one.lead(table)
    one.leave()
    assert epochs(other.lead(table)) == [(2, "")]
    cluster.silence(other)
    assert epochs(third.lead(table)) == [(3, "")]
    other.beat()
    assert epochs(other.lead(table)) == [(3, third.id)], "it is back, and does not get back what it has lost"


def said(table: str, note: str = "") -> ChatRow:
    return ChatRow(table_id=table, seat=0, text="hello", note=note, about=None, at=1.0)


WRITES: list[Callable[[Store, str, int], Any]] = [
    lambda store, table, epoch: store.append([Change(table, values={"turn": 7}, version=0, epoch=epoch)]),
    lambda store, table, epoch: store.append([Change(table, values={"turn": 7}, epoch=epoch)]),
    lambda store, table, epoch: store.append([Change(table, said=[said(table)], epoch=epoch)]),
    lambda store, table, epoch: store.set_table(table, epoch=epoch, turn=7),
    lambda store, table, epoch: store.set_seat(table, 0, epoch=epoch, email="a@b"),
    lambda store, table, epoch: store.take_seat(table, 0, "x", "y", epoch=epoch),
]


@pytest.mark.parametrize("write", WRITES)
def test_who_has_lost_the_lead_writes_nothing(cluster: Cluster, write: Callable[[Store, str, int], Any]) -> None:
    one, other, table = cluster.join(1), cluster.join(2), cluster.table()
    one.lead(table)
    write(cluster.store, table, 1)
    cluster.silence(one)
    other.lead(table)
    before = contents(cluster.store, table)
    with pytest.raises(OutdatedError):
        write(cluster.store, table, 1)
    assert contents(cluster.store, table) == before
    write(cluster.store, table, 2)


def contents(store: Store, table: str) -> list[Any]:
    with store.engine.connect() as connection:
        return [
            connection.execute(text(f"SELECT * FROM {rows} WHERE {key} = :table"), {"table": table}).all()
            for rows, key in (("tables", "id"), ("seats", "table_id"), ("moves", "table_id"), ("chat", "table_id"))
        ]


def test_who_takes_over_sees_what_was_being_written(cluster: Cluster) -> None:
    """The take-over waits for a write that has begun, so nothing is stored behind its back."""
    one, other, table = cluster.join(1), cluster.join(2), cluster.table()
    one.lead(table)
    cluster.silence(one)
    begun, go_on = threading.Event(), threading.Event()
    seen: list[int] = []

    def write() -> None:
        with cluster.store.writing() as rows:
            check_lead(rows, table, 1)
            begun.set()
            go_on.wait(20)
            rows.add(ChatRow(table_id=table, seat=0, text="just in time", at=1.0))

    def take_over() -> None:
        begun.wait(20)
        other.lead(table)
        seen.append(len(cluster.store.chat(table)))

    threads = [threading.Thread(target=work) for work in (write, take_over)]
    for thread in threads:
        thread.start()
    begun.wait(20)
    threads[1].join(0.3)
    assert seen == [], "it waits"
    go_on.set()
    for thread in threads:
        thread.join()
    assert seen == [1]


def test_who_was_late_learns_what_it_still_leads(cluster: Cluster) -> None:
    one, other = cluster.join(1), cluster.join(2)
    kept, lost = cluster.table(), cluster.table()
    one.lead(kept)
    one.lead(lost)
    assert one.beat().led is None, "in time"
    cluster.silence(one)
    other.lead(lost)
    assert one.beat().led == {kept: 1}
    assert one.beat().led is None


def test_servers_see_each_other_and_the_one_that_began_first(cluster: Cluster) -> None:
    one, other = cluster.join(1), cluster.join(2)
    assert [peer.id for peer in one.beat().peers] == [other.id] and one.beat().is_first
    assert [peer.id for peer in other.beat().peers] == [one.id] and not other.beat().is_first
    cluster.silence(one)
    seen = other.beat()
    assert seen.peers == () and seen.is_first
    assert other.note(seen) == {one.id}, "it was there when the other joined"


def test_the_row_of_a_process_that_has_died_is_removed_at_once(cluster: Cluster) -> None:
    one, other, table = cluster.join(1), cluster.join(2), cluster.table()
    one.lead(table)
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    name = process(child.pid)
    assert not is_dead(name)
    with cluster.store.writing() as rows:
        rows.execute(update(ServerRow).where(ServerRow.id == one.id).values(process=name))
    assert [peer.id for peer in other.beat().peers] == [one.id]
    child.kill()
    child.wait()
    assert is_dead(name)
    assert other.beat().peers == ()
    assert epochs(other.lead(table)) == [(2, "")]
    assert child.stdin is not None
    child.stdin.close()


def test_nothing_is_known_of_processes_elsewhere() -> None:
    assert not is_dead(this_process())
    machine, number, _ = this_process().split(":")
    assert is_dead(f"{machine}:{number}:1"), "another process had this number before"
    assert not is_dead(f"elsewhere:{number}:1")
    assert not is_dead(f"{machine}:{number}:"), "a system that does not tell"


def test_another_process_that_closes_the_file_leaves_its_log(lite: Settings) -> None:
    """The last process that closes an SQLite file deletes its write-ahead log, so it must see that this one is there.
    Once the file was looked at when a server joined, and its process lost its locks by that."""
    cluster = Cluster(lite)
    with cluster.store.reading() as rows:
        rows.execute(text("SELECT 1 FROM tables"))
    cluster.join(1)
    code = f"import sqlite3; c = sqlite3.connect({str(lite.data_folder / NAME)!r}); c.execute('SELECT 1 FROM tables')"
    subprocess.run([sys.executable, "-c", f"{code}; c.close()"], check=True)
    assert (lite.data_folder / f"{NAME}-wal").exists()
    cluster.close()
