"""Connections that say nothing, or do not read, are cut off; others are served meanwhile."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from server.conftest import quick
from server.process import Server
from stavka.engine.state import Json
from stavka.server.wire import Door, socket_protocol

HURRY = {"STAVKA_REQUEST_SECONDS": "1", "STAVKA_STALL_SECONDS": "1", "STAVKA_LIMIT_FACTOR": "1000"}
PATIENCE = 60
"""Seconds that a test waits before it gives up: far more than it should take."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("wire")
    server = Server(quick(folder), folder / "log", **HURRY)
    yield server
    server.kill()


def said(server: Server, text: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
    line.sendall(text)
    return line


def is_cut_off(line: socket.socket) -> bool:
    """Whether the server ends the connection by itself."""
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET /api/health HT",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{",
        b"GET /api/tables/x/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n",
    ],
    ids=["nothing", "half a line", "half a body", "half a handshake"],
)
def test_half_a_request_is_not_waited_for(server: Server, text: bytes) -> None:
    with ExitStack() as lines:
        half = [lines.enter_context(said(server, text)) for _ in range(20)]
        assert server.get("health")["ok"]
        assert all(map(is_cut_off, half))


def deaf(server: Server) -> socket.socket:
    """A client that reads as little as it can."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.settimeout(PATIENCE)
    line.connect(("127.0.0.1", server.port))
    return line


def is_held(server: Server, line: socket.socket) -> bool:
    """Whether the server still holds its end of a connection, as the system lists it."""
    ends = f":{server.port:04X}", f":{line.getsockname()[1]:04X}"
    for row in Path("/proc/net/tcp").read_text("ascii").splitlines()[1:]:
        ours, theirs, state = row.split()[1:4]
        if (ours[-5:], theirs[-5:]) == ends:
            return state == "01"
    return False


def is_given_up(server: Server, line: socket.socket) -> bool:
    """Whether the server lets go of a client that reads nothing. The client does not notice: what the system has taken
    over is still on its way."""
    assert is_held(server, line)
    for _ in range(PATIENCE * 10):
        if not is_held(server, line):
            return True
        time.sleep(0.1)
    return False


def test_an_answer_that_nobody_reads_is_not_kept(server: Server) -> None:
    with deaf(server) as line:
        for _ in range(20):
            line.sendall(b"GET /api/games/zitadelle/map.svg HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_given_up(server, line)
    assert server.get("health")["ok"]


def test_an_onlooker_who_does_not_read_is_cut_off(server: Server) -> None:
    seats = {"german": "me", "soviet": "me"}
    made: Json = server.get("tables", {"game": "zitadelle", "scenario": "campaign", "seats": seats})
    with deaf(server) as line:
        line.sendall(
            f"GET /api/tables/{made['table']}/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            "Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        assert line.recv(12) == b"HTTP/1.1 101"  # anything sent before that is lost
        ask = b'{"do": "past", "at": 0}'
        frame = bytes([0x81, 0x80 | len(ask)]) + bytes(4) + ask  # a text, masked with nothing
        line.sendall(frame * 200)
        assert is_given_up(server, line)
    assert server.get(f"tables/{made['table']}")["seats"]


def test_a_door_counts_by_address_and_in_all() -> None:
    door = Door(3, 2, lambda address: address == "proxy", 1, 1, lambda: None)
    assert [door.enter("a"), door.enter("a"), door.enter("a")] == [True, True, False]
    assert door.enter("b") and not door.enter("c"), "three are inside"
    door.leave("a")
    assert door.enter("c")
    for address in ("a", "b", "c"):
        door.leave(address)
    assert door.inside == 0 and door.by_address.add("a", 0) == 0
    assert [door.enter("proxy") for _ in range(4)] == [True, True, True, False]


class Reading:
    """A transport that notes when reading is stopped and begun."""

    def __init__(self) -> None:
        self.noted: list[str] = []

    def pause_reading(self) -> None:
        self.noted.append("stop")

    def resume_reading(self) -> None:
        self.noted.append("go on")


def test_reading_stops_only_while_an_earlier_message_waits() -> None:
    made = socket_protocol(Door(1, 1, lambda address: False, 1, 1, lambda: None))
    line: Any = made.__new__(made)
    line.transport, line.queue, line.read_paused, line.close_sent = Reading(), asyncio.Queue(), False, False
    line.curr_msg_data_type = "text"

    def hear(text: bytes) -> list[str]:
        line.frames = [text]
        line.send_receive_event_to_app()
        return list(line.transport.noted)

    async def read() -> tuple[str, list[str]]:
        return (await line.receive())["text"], list(line.transport.noted)

    assert hear(b"first") == []
    assert hear(b"second") == ["stop"]
    assert hear(b"third") == ["stop"]
    assert asyncio.run(read()) == ("first", ["stop"])
    assert asyncio.run(read()) == ("second", ["stop"])
    assert asyncio.run(read()) == ("third", ["stop", "go on"])
    assert hear(b"fourth") == ["stop", "go on"]
