"""A server that is told to stop finishes what it has begun, tells its clients, and ends in time."""

from __future__ import annotations

import json
import signal
import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from server.process import Server
from server.reading import Reading
from server.seats import HOT_SEAT
from stavka.engine.state import Json
from stavka.server.settings import Settings

WANTED = {"game": "traces", "scenario": "race", "seats": HOT_SEAT}


def until_closed(socket: ClientConnection, reading: Reading) -> ConnectionClosed:
    with pytest.raises(ConnectionClosed) as end:
        while True:
            reading.read(json.loads(socket.recv(timeout=30)))
    return end.value


def first_scene(socket: ClientConnection) -> Reading:
    reading = Reading()
    while not reading.scenes:
        reading.read(json.loads(socket.recv(timeout=30)))
    return reading


def pick(reading: Reading) -> str:
    word: Json = reading.scene["offer"]["picks"][0]
    return json.dumps({"do": "pick", "id": "the last", "state": reading.state, "pick": word["pick"]})


def test_a_pick_that_has_begun_is_answered_and_stored_and_everybody_is_told(settings: Settings, tmp_path: Path) -> None:
    """The pick may be on its way, or done: it is stored exactly if it is answered."""
    server = Server(settings, tmp_path / "log")
    made = server.get("tables", WANTED)
    onlooker = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/play"
    with server.sit(made) as player, connect(onlooker, close_timeout=1) as watching:
        reading, seen = first_scene(player), first_scene(watching)
        player.send(pick(reading))
        server.process.send_signal(signal.SIGTERM)
        ends = [until_closed(player, reading), until_closed(watching, seen)]
    assert [(end.rcvd and end.rcvd.code, end.rcvd and end.rcvd.reason) for end in ends] == [
        (1012, "the server restarts")
    ] * 2
    server.process.wait(30)
    with pytest.raises(OSError):
        connect(onlooker).close()
    assert "Traceback" not in server.log.read_text() and " ERROR " not in server.log.read_text()
    state = reading.state
    assert any(reply["id"] == "the last" for reply in reading.replies) == (state == 1)
    server.start()
    try:
        with server.sit(made) as player:
            assert first_scene(player).state == state
    finally:
        server.kill()


def test_a_change_that_waits_for_the_database_is_finished_first(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log")
    made = server.get("tables", WANTED)
    with server.sit(made) as player:
        reading = first_scene(player)
        other = sqlite3.connect(lite.data_folder / "stavka.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        player.send(pick(reading))
        player.ping().wait(10)  # the pong tells that the server has read the pick
        server.process.send_signal(signal.SIGTERM)
        with pytest.raises(TimeoutError):
            player.recv(timeout=1)
        other.execute("ROLLBACK")
        end = until_closed(player, reading)
    assert end.rcvd is not None and end.rcvd.reason == "the server restarts"
    assert [reply["id"] for reply in reading.replies] == ["the last"] and reading.state == 1
    server.process.wait(30)


def test_a_server_that_cannot_finish_ends_all_the_same(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log", STAVKA_STOP_SECONDS="1")
    made = server.get("tables", WANTED)
    with server.sit(made) as player:
        reading = first_scene(player)
        other = sqlite3.connect(lite.data_folder / "stavka.sqlite3", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        player.send(pick(reading))
        player.ping().wait(10)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(29) == 1, "the database is held, and would be waited for longer than this"
        assert "something did not end in time (STAVKA_STOP_SECONDS)" in server.log.read_text()
        other.execute("ROLLBACK")
        other.close()
    server.environ = {}
    server.start()
    try:
        with server.sit(made) as player:
            assert first_scene(player).state == 0, "it was never acknowledged"
    finally:
        server.kill()
