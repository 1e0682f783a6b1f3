"""The server on Uvicorn, as one process or several."""

from __future__ import annotations

import asyncio
import os
import socket
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from typing import Any, Final, cast

from fastapi import FastAPI
from uvicorn import Config, Server
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from stavka.server.app import make_app
from stavka.server.faults import LOG, logging_in, tell_fault
from stavka.server.handing import Reception, is_known
from stavka.server.metrics import check_free, told_at
from stavka.server.pool import keep_pool, pool_place
from stavka.server.processes import Parent
from stavka.server.settings import Settings
from stavka.server.sharing import Shared
from stavka.server.sweeping import settle
from stavka.server.wire import SPARE_FILES, Door, http_protocol, open_files, socket_protocol

PORT: Final = 8000
CONNECTIONS: Final = 100
"""The most connections from one address that is not a proxy, WebSockets and others together."""
GOODBYE_SECONDS: Final = 2.0
"""How long the server waits for clients to take leave before it hangs up."""
END_SECONDS: Final = 5.0
"""How much longer than its servers a parent of several waits for them to stop."""
FORWARDED: Final = b"x-forwarded-for"
STRANGER: Final = (
    "%s sends X-Forwarded-For and is not in STAVKA_PROXIES (%s): all players who come through it share the limits of "
    "one. If it is your reverse proxy, add %s to STAVKA_PROXIES"
)


def listen(host: str, port: int | None) -> socket.socket:
    """Open a socket on a port; without one on 8000, or on any free port. OSError says why that fails."""
    try:
        return _open(host, PORT if port is None else port)
    except OSError:
        if port is not None:
            raise
    return _open(host, 0)


def _open(host: str, port: int) -> socket.socket:
    """A socket whose connections send at once. asyncio takes care of that only if a socket names its protocol, and this
    one does not: the second part of an answer would wait up to 40 ms until the first is acknowledged."""
    made = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def run_several(number: int, listening: socket.socket, settings: Settings, ready: Callable[[], None]) -> int:
    """Serve with several processes until told to stop, and return the exit status. Their computer players share the
    workers of this machine."""
    check_free(settings.metrics, number)
    with pool_place() as place:
        counts = Shared(number)
        shared = replace(settings, pool=place, program_tables=max(1, settings.program_tables // number), shared=counts)

        def serve(number: int, tell: Callable[[], None]) -> None:
            counts.begin(number)
            run(listening, shared, tell, number)

        def help_(_tell: Callable[[], None]) -> None:
            listening.close()
            keep_pool(place, settings.workers, settings.think_seconds)

        servers = [partial(serve, each) for each in range(number)]
        return Parent(servers, help_, ready, settings.stop_seconds + END_SECONDS).run()


def run(listening: socket.socket, settings: Settings, ready: Callable[[], None], number: int = 0) -> None:
    """Serve with this process until it is told to stop. Of several processes each has a number."""
    app = make_app(settings)
    most = open_files() - SPARE_FILES
    believing = ProxyHeadersMiddleware(cast(Any, app), settings.proxies)
    from_one = int(CONNECTIONS * settings.limit_factor)
    door = Door(
        most,
        from_one,
        lambda address: address in believing.trusted_hosts,
        settings.request_seconds,
        settings.stall_seconds,
        app.state.desk.sweeper.end_connection,
        settings.shared.counters["door"] if settings.shared else None,
    )
    config = Config(
        warning(believing, settings.proxies),
        http=http_protocol(door),
        ws=socket_protocol(door),
        ws_max_size=settings.message_bytes * 4,
        log_config=logging_in(settings.log),
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=5,
    )
    with told_at(settings.metrics, app.state.desk, number) if settings.metrics else nullcontext():
        Announced(config, app, ready, settings.stop_seconds).run(sockets=[listening])


def warning(believing: ProxyHeadersMiddleware, proxies: str) -> Any:
    """Trust what the named proxies say of a client, and log the first other proxy: all clients behind it would look
    like one and share its limits."""
    told = False

    async def serve(scope: Any, receive: Any, send: Any) -> None:
        nonlocal told
        peer = scope["client"][0] if scope["type"] != "lifespan" and scope.get("client") else None
        if not told and peer is not None and any(name == FORWARDED for name, _ in scope["headers"]):
            told = peer not in believing.trusted_hosts
            if told:
                LOG.warning(STRANGER, peer, proxies, peer)
        await believing(scope, receive, send)

    return serve


class Announced(Server):
    """A server that announces when it can be reached, and tells its clients when it stops."""

    def __init__(self, config: Config, app: FastAPI, ready: Callable[[], None], stop_seconds: float) -> None:
        super().__init__(config)
        self.app, self.ready, self.stop_seconds = app, ready, stop_seconds
        self.reception: Reception | None = None
        app.state.desk.shelf.then = settle

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        settle()
        if self.started:
            self.open_reception()
            self.ready()

    def open_reception(self) -> None:
        """Take connections that other processes of this machine have accepted, if the system knows a way."""
        if not is_known():
            return
        try:
            self.reception = Reception(self.app.state.desk.members.id, self.take)
        except OSError as error:  # forbidden to this process: then they are relayed
            tell_fault("connections cannot be handed over", error)

    def take(self, line: socket.socket, request: bytes) -> None:
        """Go on with a connection that another process has accepted."""

        async def go_on() -> None:
            http: Any = self.config.http_protocol_class
            make = partial(http, self.config, self.server_state, self.lifespan.state)
            line.setblocking(False)
            _, protocol = await asyncio.get_running_loop().connect_accepted_socket(make, line)
            protocol.data_received(request)

        self.app.state.desk.start(go_on())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody any more, finish what is being done, tell the clients, and stop, in any case in time."""
        last = threading.Timer(self.stop_seconds, give_up)
        last.daemon = True
        last.start()
        for each in (*self.servers, *(sockets or ()), *([self.reception] if self.reception else ())):
            each.close()
        await self.app.state.desk.say_goodbye()
        patience = time.monotonic() + GOODBYE_SECONDS
        while self.app.state.connections and time.monotonic() < patience:
            await asyncio.sleep(0.02)
        await super().shutdown()


def give_up() -> None:
    """Stop although something does not end: a database that does not answer, for example. Everything that was
    acknowledged is stored."""
    LOG.error("something did not end in time (STAVKA_STOP_SECONDS); stopping without it")
    os._exit(1)
