"""A real server, killed without warning between two picks: nothing is lost and nothing is done twice."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from websockets.sync.client import ClientConnection

from server.process import Server
from server.reading import Reading
from stavka.engine.state import Json
from stavka.server.settings import Settings
from stavka.server.store import Store


def next_scene(socket: ClientConnection, reading: Reading) -> Json:
    """The scene that is sent to a new connection, or after a pick."""
    known = len(reading.scenes)
    while len(reading.scenes) == known:
        reading.read(json.loads(socket.recv(timeout=20)))
    return reading.scene


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
            reading = Reading()
            found = next_scene(socket, reading)
            assert found["state"] == state, "everything that was acknowledged is there"
            for _ in range(4):
                words = [pick["pick"] for pick in found["offer"]["picks"]]
                socket.send(json.dumps({"do": "pick", "state": state, "pick": rng.choice(words), "id": 1}))
                found = next_scene(socket, reading)
                state = found["state"]
            if number == 1:  # killed while a pick is on its way: it is done, or it is not
                words = [pick["pick"] for pick in found["offer"]["picks"]]
                socket.send(json.dumps({"do": "pick", "state": state, "pick": rng.choice(words)}))
            server.kill()
        before = found
        server.start()
        with server.sit(made) as socket:
            found = next_scene(socket, Reading())
            assert found["state"] in ((state, state + 1) if number == 1 else (state,))
            assert found["state"] != state or found == before
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
