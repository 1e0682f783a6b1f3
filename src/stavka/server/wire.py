"""Uvicorn's protocols with time limits.

Uvicorn waits for ever for a request that does not come, for one that comes byte by byte, and for a client that does not
read. Each such connection holds a file and some memory, and a process has only so many."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from stavka.server.handing import HANDED, HANDING
from stavka.server.sharing import Counter, OwnCounter

MOST_FILES: Final = 16_384
SPARE_FILES: Final = 128
"""Files reserved for the database, workers and files of the page."""


def open_files() -> int:
    """Let the process have as many connections as the system allows, and return that number."""
    try:
        import resource  # noqa: PLC0415 (Windows has no such limits)
    except ImportError:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return min(soft, MOST_FILES) if soft != resource.RLIM_INFINITY else MOST_FILES
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (ValueError, OSError):
        return soft
    return wanted


class Door:
    """Limits how many connections come in, from where, and for how long they may wait."""

    def __init__(
        self,
        most: int,
        most_from_one: int,
        is_proxy: Callable[[str], bool],
        request: float,
        stall: float,
        ended: Callable[[], None],
        counter: Counter | None = None,
    ) -> None:
        """`ended` is called when a connection has ended."""
        self.most, self.most_from_one, self.is_proxy, self.ended = most, most_from_one, is_proxy, ended
        self.request_seconds, self.stall_seconds = request, stall
        self.inside = 0
        self.by_address: Counter = OwnCounter() if counter is None else counter

    def enter(self, address: str) -> bool:
        """Count a connection in; False if there are too many. Proxies speak for many clients, and are not counted by
        address."""
        if self.inside >= self.most:
            return False
        if self.by_address.add(address, 1) > self.most_from_one and not self.is_proxy(address):
            self.by_address.add(address, -1)
            return False
        self.inside += 1
        return True

    def leave(self, address: str) -> None:
        self.inside -= 1
        self.by_address.add(address, -1)
        self.ended()


class Deadline:
    """A connection that is cut off when something takes too long."""

    def __init__(self) -> None:
        self.timer: asyncio.TimerHandle | None = None

    def start(self, seconds: float, transport: asyncio.Transport) -> None:
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def stop(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


def http_protocol(door: Door) -> type[H11Protocol]:
    """HTTP whose requests must be complete in time, and whose answers must be read."""

    class Http(H11Protocol):
        address: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as Uvicorn's
            super().connection_made(transport)
            self.asking, self.reading = Deadline(), Deadline()
            address = self.client[0] if self.client else ""
            if not door.enter(address):
                transport.abort()
                return
            self.address = address
            self.asking.start(door.request_seconds, transport)

        def data_received(self, data: bytes) -> None:
            if self.conn.their_state is h11.IDLE:
                self.asking.start(door.request_seconds, self.transport)
            super().data_received(data)
            if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
                self.asking.stop()

        def pause_writing(self) -> None:
            super().pause_writing()
            self.reading.start(door.stall_seconds, self.transport)

        def resume_writing(self) -> None:
            super().resume_writing()
            self.reading.stop()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            """Hand the connection over to another protocol, which then counts it out."""
            self.asking.stop()
            self.address = None
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self.asking.stop()
            self.reading.stop()
            if self.address is not None:
                door.leave(self.address)
                self.address = None
            super().connection_lost(exc)

    return Http


def socket_protocol(door: Door) -> type[WebSocketsSansIOProtocol]:
    """WebSockets whose other end must read."""

    class Socket(WebSocketsSansIOProtocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self.reading = Deadline()

        async def run_asgi(self) -> None:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[HANDING] = self
            await super().run_asgi()

        def give(self, to: Callable[[int, bytes], bool]) -> bool:
            """Give the connection away with the request that opened it (`server/handing.py`)."""
            if self.handshake_complete or self.transport.is_closing():
                return False
            self.request.headers[HANDED] = "yes"
            if not to(self.transport.get_extra_info("socket").fileno(), self.request.serialize()):
                return False
            self.handshake_complete = True  # nothing is to be answered here
            self.transport.abort()
            return True

        def send_receive_event_to_app(self) -> None:
            """Pass a message on. Uvicorn stops reading after each message until it is taken, which costs two system
            calls for each; here it stops only if an earlier message still waits."""
            if self.read_paused or not self.queue.empty():
                super().send_receive_event_to_app()
                return
            self.read_paused = True  # Uvicorn then leaves the reading alone
            super().send_receive_event_to_app()
            self.read_paused = False

        def pause_writing(self) -> None:
            super().pause_writing()
            self.reading.start(door.stall_seconds, self.transport)

        def resume_writing(self) -> None:
            super().resume_writing()
            self.reading.stop()

        def connection_lost(self, exc: Exception | None) -> None:
            self.reading.stop()
            door.leave(self.client[0] if self.client else "")
            super().connection_lost(exc)

    return Socket
