"""Handing a WebSocket over to the process that leads its table, if that runs on this machine.

A process that accepts a WebSocket of a table that another process leads gives away the connection itself, with the
request that opened it, before it has answered anything. The other process goes on as if it had accepted the connection,
so nothing has to be passed on between the two later (`server/relay.py`). The way is a socket of the machine with a name
that only Linux has, and only processes of the same user are listened to. Where there is no such way, the connection is
relayed."""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

from starlette.types import Scope

from stavka.server.faults import tell_fault

HANDING: Final = "stavka.handing"
"""The extension of a request whose connection can be given away."""
HANDED: Final = "x-stavka-handed"
"""The header of a request that has been handed over. It is not handed on; a client that sends it is only relayed."""
MOST_BYTES: Final = 64 * 1024
MOST_WAITING: Final = 128

Accept = Callable[[socket.socket, bytes], object]


class Giving(Protocol):
    """A connection that can be given away before it is answered."""

    def give(self, to: Callable[[int, bytes], bool]) -> bool:
        """Give the file of the connection and its request away; False if that is not possible, and nothing was done."""


def is_known() -> bool:
    """Whether this system has such sockets."""
    return sys.platform == "linux" and hasattr(socket, "SO_PEERCRED")


def address(server: str) -> str:
    return f"\0stavka-{server}"


def is_ours(line: socket.socket) -> bool:
    """Whether the other end belongs to the same user."""
    form = struct.Struct("3i")
    _, user, _ = form.unpack(line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, form.size))
    return bool(user == os.getuid())


def hand_over(server: str, file: int, request: bytes) -> bool:
    """Send a connection to the server with this id; False if it is not on this machine, or cannot be reached."""
    if not is_known() or len(request) > MOST_BYTES:
        return False
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as line:
        line.setblocking(False)
        line.connect(address(server))
        if is_ours(line):
            return socket.send_fds(line, [request], [file]) == len(request)
    return False


def give_away(scope: Scope, server: str) -> bool:
    """Give the connection of a WebSocket to the server that leads its table, if that is possible."""
    giving: Giving | None = scope.get("extensions", {}).get(HANDING)
    if giving is None or any(name == HANDED.encode() for name, _ in scope["headers"]):
        return False
    return giving.give(lambda file, request: hand_over(server, file, request))


class Reception:
    """Takes connections that other processes give away."""

    def __init__(self, server: str, accept: Accept) -> None:
        self.accept = accept
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.line.setblocking(False)
        self.line.bind(address(server))
        self.line.listen(MOST_WAITING)
        self.loop = asyncio.get_running_loop()
        self.loop.add_reader(self.line, self.welcome)

    def close(self) -> None:
        self.loop.remove_reader(self.line)
        self.line.close()

    def welcome(self) -> None:
        """Let another process send a connection."""
        try:
            line, _ = self.line.accept()
        except OSError:
            return
        line.setblocking(False)
        if not is_ours(line):
            line.close()
            return
        self.loop.add_reader(line, self.take, line)

    def take(self, line: socket.socket) -> None:
        self.loop.remove_reader(line)
        files: list[int] = []
        try:
            with line:
                request, files, _, _ = socket.recv_fds(line, MOST_BYTES, 1)
            if files and request:
                self.accept(socket.socket(fileno=files.pop()), request)
        except OSError as error:
            tell_fault("a connection that was handed over", error)
        finally:
            for file in files:
                os.close(file)
