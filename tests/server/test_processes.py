"""`stavka serve --processes N`: real processes, which are killed, replaced and told to end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from server.process import Server, Several, children_of
from server.reading import Reading
from server.storm import faults_in
from server.test_crash import next_scene
from server.test_waiting import wait_until
from stavka.server import processes
from stavka.server.rows import ServerRow
from stavka.server.settings import Settings
from stavka.server.store import Store

FRIENDS = {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "me"}}


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[Server]:
    server = Several(settings, tmp_path / "log", STAVKA_LIMIT_FACTOR="1000")
    yield server
    end(server)
    assert faults_in(server.log) == []


def end(server: Server) -> None:
    if server.process.poll() is None:
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(30)


def pick(socket: ClientConnection, reading: Reading, rng: Random) -> None:
    offer = reading.scene["offer"]
    word = rng.choice([pick["pick"] for pick in offer["picks"]])
    socket.send(json.dumps({"do": "pick", "state": reading.state, "pick": word, "id": 1}))
    next_scene(socket, reading)


def test_connections_to_all_processes_go_on_when_one_is_killed(server: Server) -> None:
    made = server.get("tables", FRIENDS)
    rng, first, everybody = Random(1), Reading(), [Reading() for _ in range(8)]
    with ExitStack() as stack:
        sockets = [stack.enter_context(server.sit(made)) for _ in everybody]
        for socket, reading in zip(sockets, everybody, strict=True):
            next_scene(socket, reading)
        for n in range(4):
            pick(sockets[n], everybody[n], rng)
            for m, (socket, reading) in enumerate(zip(sockets, everybody, strict=True)):
                if m != n:
                    next_scene(socket, reading)
        assert {reading.state for reading in everybody} == {4}
        killed = server.leader(made)
        assert killed in server.children()
        os.kill(killed, signal.SIGKILL)
        for socket in sockets:
            with pytest.raises(ConnectionClosed):
                while True:
                    socket.recv(timeout=20)
    with server.sit(made) as socket:
        next_scene(socket, first)
        assert first.scene == everybody[0].scene
        pick(socket, first, rng)
    assert server.leader(made) != killed
    wait_until(lambda: len(server.children()) == 4)
    assert "has ended (-9) and is started again" in server.log.read_text()


def relayed(port: int) -> int:
    """The number of connections that other servers have to this port of a server on this machine."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    return sum(local.endswith(f":{port:04X}") and state == "01" for _, local, _, state, *_ in rows)


def test_connections_are_handed_to_the_process_that_leads(server: Server) -> None:
    """Of twelve connections to three processes hardly all come to the right one by themselves."""
    made = server.get("tables", FRIENDS)
    with ExitStack() as stack:
        sockets = [stack.enter_context(server.sit(made)) for _ in range(12)]
        readings = [Reading() for _ in sockets]
        for socket, reading in zip(sockets, readings, strict=True):
            next_scene(socket, reading)
        store = Store(server.settings.database)
        with store.reading() as rows:
            servers = list(rows.scalars(select(ServerRow)))
        store.close()
        assert len(servers) == 3 and [relayed(each.port) for each in servers] == [0, 0, 0]
        pick(sockets[5], readings[5], Random(1))
        for number, (socket, reading) in enumerate(zip(sockets, readings, strict=True)):
            if number != 5:
                next_scene(socket, reading)
        assert {reading.state for reading in readings} == {1}


def test_programs_go_on_when_the_pool_or_their_server_is_killed(server: Server) -> None:
    wanted = {"game": "traces", "scenario": "race", "seats": {"soviet": "random", "axis": "random"}, "pace": 0}
    made = server.get("tables", wanted)
    table, reading = {**made, "keys": {"axis": ""}}, Reading()
    with server.sit(table) as socket:
        before = next_scene(socket, reading)["state"]
        pool = min(server.children())
        os.kill(pool, signal.SIGKILL)
        wait_until(lambda: len(server.children()) == 4 and pool not in server.children())
        while reading.state < before + 200:
            next_scene(socket, reading)


def test_all_processes_end_when_told_to_and_send_everybody_away(server: Server) -> None:
    made = server.get("tables", FRIENDS)
    with ExitStack() as stack:
        sockets = [stack.enter_context(server.sit(made)) for _ in range(6)]
        children = server.children()
        assert len(children) == 4
        server.process.send_signal(signal.SIGTERM)
        codes = []
        for socket in sockets:
            with pytest.raises(ConnectionClosed) as closed:
                while True:
                    socket.recv(timeout=20)
            assert closed.value.rcvd is not None
            codes.append(closed.value.rcvd.code)
        assert codes == [1012] * 6
    assert server.process.wait(30) == 0
    assert children_of(server.process.pid) == [] and not any(map(is_running, children))
    store = Store(server.settings.database)
    with store.reading() as rows:
        assert rows.query(ServerRow).count() == 0
    store.close()


def test_no_process_outlives_the_parent(server: Server) -> None:
    children = server.children()
    server.kill()
    wait_until(lambda: not any(map(is_running, children)))


def is_running(process: int) -> bool:
    found = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(process)], check=False, capture_output=True, text=True
    ).stdout
    return bool(found.strip()) and found.strip()[0] not in "ZX"


def test_processes_that_cannot_start_are_not_started_for_ever() -> None:
    ran: list[str] = []

    def fail(_: object) -> None:
        raise ValueError("never")

    child = os.fork()
    if child == 0:
        os._exit(processes.Parent([fail], lambda _: signal.pause(), lambda: ran.append("ready")).run() + 40)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 41 and ran == []
