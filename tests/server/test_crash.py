"""A real server, killed without warning between two picks: nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from server.postgres import free_port
from stavka.engine.state import Json
from stavka.server.settings import Settings
from stavka.server.store import Store


class Server:
    """`stavka serve` as a process of its own."""

    def __init__(self, settings: Settings, log: Path) -> None:
        self.settings, self.log, self.port = settings, log, free_port()
        self.start()

    def start(self) -> None:
        words = ["serve", "--port", str(self.port), "--data-folder", str(self.settings.data_folder)]
        environ = os.environ | {"STAVKA_DATABASE_URL": self.settings.database_url, "STAVKA_WORKERS": "1"}
        code = "from stavka.cli import main; main()"
        with self.log.open("ab") as out:
            self.process = subprocess.Popen([sys.executable, "-c", code, *words], env=environ, stdout=out, stderr=out)
        for _ in range(600):
            try:
                if self.get("health")["ok"]:
                    return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def get(self, path: str, data: Json | None = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{path}", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=20) as reply:
            return json.loads(reply.read())

    @contextmanager
    def sit(self, made: Json, side: str = "axis") -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{made['table']}/play?key={made['keys'][side]}"
        with connect(address, close_timeout=1) as socket:
            yield socket


def scene(socket: ClientConnection) -> Json:
    """The scene that is sent on coming."""
    while True:
        message: Json = json.loads(socket.recv(timeout=20))
        if message["is"] == "scene":
            return message


@pytest.fixture
def server(settings: Settings, tmp_path: Path) -> Iterator[Server]:
    server = Server(settings, tmp_path / "log")
    yield server
    server.kill()


def test_killed_between_two_picks_nothing_is_lost(server: Server) -> None:
    wanted = {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "me"}}
    made = server.get("tables", wanted)
    rng, state = Random(1), 0
    for number in range(2):
        with server.sit(made) as socket:
            found = scene(socket)
            assert found["state"] == state, "everything that was acknowledged is there"
            for _ in range(4):
                words = [pick["pick"] for pick in found["scene"]["offer"]["picks"]]
                socket.send(json.dumps({"do": "pick", "state": state, "pick": rng.choice(words), "id": 1}))
                found = scene(socket)
                state = found["state"]
            if number == 1:  # killed while a pick is on its way: it is done, or it is not
                words = [pick["pick"] for pick in found["scene"]["offer"]["picks"]]
                socket.send(json.dumps({"do": "pick", "state": state, "pick": rng.choice(words)}))
            server.kill()
        before = found
        server.start()
        with server.sit(made) as socket:
            found = scene(socket)
            assert found["state"] in ((state, state + 1) if number == 1 else (state,))
            assert found["state"] != state or found["scene"] == before["scene"]
            state = found["state"]
    log = server.log.read_text()
    assert "Stavka at" in log and made["keys"]["axis"] not in log
    assert "Traceback" not in log
    seed = stored_seed(server.settings, made["table"])
    assert seed not in log and made["commitment"] == server.get(f"tables/{made['table']}")["commitment"]


def stored_seed(settings: Settings, table: str) -> str:
    store = Store(settings.database)
    row = store.table(table)
    store.close()
    assert row is not None
    return row.seed


def test_a_program_goes_on_after_a_restart(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log")
    try:
        wanted = {"game": "traces", "scenario": "race", "seats": {"soviet": "me", "axis": "random"}, "pace": 60_000}
        made = server.get("tables", wanted)
        server.kill()
        server.start()
        for _ in range(300):
            if server.get(f"tables/{made['table']}")["waiting"] == ["soviet"]:
                return
            time.sleep(0.1)
        raise AssertionError("the program does not go on")
    finally:
        server.kill()
