"""The way from one server to another: what concerns a table goes to the server that leads it.

A server that is asked about a table of another one passes the request or the connection on, message by message, as
ASGI knows them; nothing is read on the way. A WebSocket whose leader is on the same machine is handed over instead
(`server/handing.py`). Each request has a connection of its own, which begins with the secret of
the other server. News for all servers goes the same way. The address is for servers only: on loopback or in a private
network."""

from __future__ import annotations

import asyncio
import hmac
import json
import re
import socket
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

import msgspec
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stavka.server.faults import tell_fault
from stavka.server.handing import give_away
from stavka.server.leases import Peer
from stavka.server.words import SERVER, asked_language, refusal

TABLE: Final = re.compile(r"/api/tables/([A-Za-z0-9_-]{1,32})(/.*)?")
FROM_ROWS: Final = ("/record", "/log")
"""What every server reads from the database itself."""
IN_ONE_PLACE: Final = re.compile(r"/api/(account(/.*)?|records)")
"""What one server does for all: wrong passwords are counted together, and one record is imported at a time."""
KEPT: Final = (
    *("type", "method", "scheme", "http_version", "path", "raw_path", "query_string", "root_path"),
    *("headers", "client", "server", "subprotocols"),
)
"""The parts of a request that are passed on."""
SECRET_BYTES: Final = 43
LENGTH_BYTES: Final = 4
MOST_BYTES: Final = 64 * 1024 * 1024
CONNECT_SECONDS: Final = 3.0
NEWS_SECONDS: Final = 5.0
END_SECONDS: Final = 1.0
ATTEMPTS: Final = 4
PAUSE: Final = 0.25
COME_AGAIN: Final = 1012
ALIVE: Final = {"TCP_KEEPIDLE": 4, "TCP_KEEPINTVL": 2, "TCP_KEEPCNT": 3, "TCP_USER_TIMEOUT": 10_000}
"""A machine that has gone without a word is noticed within ten seconds."""


class LostError(ConnectionError):
    """The other server is gone, or its address."""


class Line:
    """A connection between two servers, which carries messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        made = writer.get_extra_info("socket")
        if made.family in (socket.AF_INET, socket.AF_INET6):
            made.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
            for name, value in ALIVE.items():
                if hasattr(socket, name):
                    made.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)

    @classmethod
    async def to(cls, peer: Peer) -> Line:
        """A connection to a server. LostError if it cannot be reached."""
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                line = cls(*await asyncio.open_connection(peer.host, peer.port))
        except (OSError, TimeoutError):
            raise LostError from None
        line.writer.write(peer.secret.encode())
        return line

    async def send(self, message: Any) -> None:
        data = msgspec.msgpack.encode(message)
        self.writer.write(len(data).to_bytes(LENGTH_BYTES, "big") + data)
        await self.writer.drain()

    async def receive(self) -> Any:
        """The next message. LostError if the connection has ended."""
        try:
            length = int.from_bytes(await self.reader.readexactly(LENGTH_BYTES), "big")
            if length > MOST_BYTES:
                raise LostError
            return msgspec.msgpack.decode(await self.reader.readexactly(length))
        except (asyncio.IncompleteReadError, OSError):
            raise LostError from None

    def close(self) -> None:
        self.writer.close()


class Office:
    """The address at which other servers reach this one."""

    def __init__(self, secret: str, hear: Callable[[dict[str, Any]], Awaitable[None]]) -> None:
        self.secret, self.hear = secret, hear
        self.app: ASGIApp | None = None
        """What answers requests, below the layers that the first server has already gone through."""
        self.whole: Any = None
        """The application that this is a part of."""
        self.server: asyncio.Server | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self.lines: dict[Line, Peer] = {}
        """The connections from here to others."""

    async def open(self, host: str) -> int:
        """Open the address at any free port, and return that."""
        self.server = await asyncio.start_server(self.welcome, host, 0)
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def close(self) -> None:
        """Close the address. What is under way has been told to end, and is given a moment to do so."""
        if self.server is not None:
            self.server.close()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=END_SECONDS)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    @contextmanager
    def using(self, line: Line, peer: Peer) -> Iterator[None]:
        self.lines[line] = peer
        try:
            yield
        finally:
            del self.lines[line]
            line.close()

    def cut(self, gone: Collection[str]) -> None:
        """Cut the connections to servers that are gone."""
        for line, peer in list(self.lines.items()):
            if peer.id in gone:
                line.writer.transport.abort()

    async def welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                word = await reader.readexactly(SECRET_BYTES)
            if hmac.compare_digest(word, self.secret.encode()):
                await self.serve(Line(reader, writer))
        except (asyncio.CancelledError, asyncio.IncompleteReadError, OSError, TimeoutError, msgspec.MsgspecError):
            pass  # this server ends, the other one has gone, or it was none
        finally:
            writer.close()

    async def serve(self, line: Line) -> None:
        hello = await line.receive()
        if "news" in hello:
            await self.hear(hello["news"])
            await line.send({"end": True})
        else:
            await self.answer(line, hello["scope"])

    async def answer(self, line: Line, kept: dict[str, Any]) -> None:
        """Answer a request, or be the other end of a WebSocket, as if it had come here."""
        assert self.app is not None
        scope = {**kept, "headers": [tuple(pair) for pair in kept["headers"]], "app": self.whole, "state": {}}
        scope |= {"asgi": {"version": "3.0", "spec_version": "2.3"}, "extensions": {}}
        gone = {"type": f"{scope['type']}.disconnect"} | ({"code": 1006} if scope["type"] == "websocket" else {})

        async def receive() -> Message:
            try:
                message: Message = await line.receive()
            except LostError:
                return dict(gone)
            return message

        try:
            await self.app(scope, receive, line.send)
        except OSError:
            return
        except Exception as error:
            tell_fault(f"relayed {scope['path']}", error)
            await line.send({"end": False})
        else:
            await line.send({"end": True})


class Relay:
    """The innermost layer: it passes on what another server has to answer. Plain ASGI."""

    def __init__(
        self,
        app: ASGIApp,
        office: Office,
        where: Callable[[str], Awaitable[Peer | None]],
        look_around: Callable[[], Awaitable[None]],
    ) -> None:
        self.app, self.office, self.where, self.look_around = app, office, where, look_around
        office.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        for attempt in range(ATTEMPTS):
            peer = await self.where(scope["path"])
            if peer is None:
                await self.app(scope, receive, send)
                return
            if scope["type"] == "websocket" and give_away(scope, peer.id):
                return
            try:
                line = await Line.to(peer)
            except LostError:
                await self.look_around()
                await asyncio.sleep(PAUSE * attempt)
                continue
            with self.office.using(line, peer):
                await pass_on(line, scope, receive, send)
            return
        await apologise(scope, send, has_begun=False)


async def pass_on(line: Line, scope: Scope, receive: Receive, send: Send) -> None:
    """Pass messages on in both directions until the other server has finished, or is lost."""
    has_begun = False

    async def upwards() -> None:
        with suppress(OSError):
            while True:
                message = await receive()
                await line.send(message)
                if message["type"].endswith(".disconnect"):
                    return

    up: asyncio.Task[None] | None = None
    try:
        await line.send({"scope": {key: scope[key] for key in KEPT if key in scope}})
        up = asyncio.create_task(upwards())
        while "end" not in (message := await line.receive()):
            has_begun = True
            await send(message)
        if not message["end"]:
            await apologise(scope, send, has_begun=has_begun)
    except OSError:
        await apologise(scope, send, has_begun=has_begun)
    finally:
        if up is not None:
            up.cancel()
            with suppress(asyncio.CancelledError):
                await up


async def apologise(scope: Scope, send: Send, *, has_begun: bool) -> None:
    """Tell a client to come again: the server that leads its table has just been lost."""
    if scope["type"] == "websocket":
        with suppress(OSError, RuntimeError):  # the client may be gone as well
            if not has_begun:
                await send({"type": "websocket.accept", "headers": []})
            await send({"type": "websocket.close", "code": COME_AGAIN})
        return
    if has_begun:
        raise LostError
    body = json.dumps({"error": SERVER.translate(refusal("gone"), asked_language(scope))}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 503, "headers": [*headers, (b"retry-after", b"1")]})
    await send({"type": "http.response.body", "body": body})


async def tell(peers: Iterable[Peer], news: dict[str, Any]) -> None:
    """Tell other servers something that happened here, and wait until they know."""

    async def one(peer: Peer) -> None:
        try:
            line = await Line.to(peer)
        except LostError:
            return  # it is gone, and what it had in memory too
        try:
            async with asyncio.timeout(NEWS_SECONDS):
                await line.send({"news": news})
                await line.receive()
        except (OSError, TimeoutError) as error:
            tell_fault(f"news for server {peer.id}", error)
        finally:
            line.close()

    await asyncio.gather(*map(one, peers))
