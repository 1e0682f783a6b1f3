"""Worker processes for tasks that may take long, need much memory or never end: computer players that think, records
that are played through. The server sends a worker bytes, waits for an answer as long as it likes, and can stop it at
any time."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Final, TypeVar

T = TypeVar("T")
START_SECONDS: Final = 60.0
"""Additional time for the first answer of a worker, which has to start and to load the game."""
LOOK: Final = 0.2
"""Seconds between two checks of the time while waiting for a worker."""
READY: Final = b"ready"
CONTEXT: Final = get_context("forkserver") if sys.platform == "linux" else get_context("spawn")
"""The context in which workers start. On Linux, workers are forked from a process without threads that has loaded every
game once: a worker then starts in a hundredth of a second instead of one, and all workers share the memory of the
games. Elsewhere each worker loads its own game."""
CONTEXT.set_forkserver_preload(["stavka.server.nursery"])


def begin(connection: Connection, nice: int) -> None:
    """Prepare a worker process: ignore Ctrl-C, which is for the server, yield to the server and to people who play if
    there are few cores, and report readiness."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nice)
    connection.send_bytes(READY)


def until_gone(work: Callable[[Connection], None], connection: Connection) -> None:
    """Work until the server is gone. A server that has been killed waits for no answer, so that is not a fault."""
    with suppress(EOFError, ConnectionError):
        work(connection)


class NoAnswerError(Exception):
    """The worker died, or its time ran out."""


class Worker:
    """The server's end of a worker. `work` runs in the process: it calls `begin`, then answers what it is sent. Before
    an answer it may report its progress, as a number with a point.

    A separate thread waits for the process, so that a hundred workers that think leave no other thread of the server
    busy."""

    def __init__(self, work: Callable[[Connection], None], name: str, most: int = 64) -> None:
        self.work, self.name, self.most = work, name, most
        self.process: BaseProcess | None = None
        self.connection: Connection | None = None
        self.is_fresh = True
        self.exit_code: int | None = None
        """The exit code of the last process."""
        self.thread = ThreadPoolExecutor(1, name)

    async def run(self, what: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.thread, what)

    def start(self) -> None:
        if self.process is not None and self.process.is_alive():
            return
        self.stop()
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=until_gone, args=(self.work, theirs), daemon=True, name=self.name)
        process.start()
        self.process = process  # only now: a process that has not started cannot be killed
        theirs.close()
        self.connection, self.is_fresh = ours, True
        if not ours.poll(START_SECONDS) or ours.recv_bytes() != READY:
            raise NoAnswerError

    def kill(self) -> None:
        """End the process at once, whatever it is doing. A call that waits for an answer then raises EOFError."""
        process = self.process
        if process is not None:
            with suppress(ValueError):  # its thread is just cleaning it up
                process.kill()

    def stop(self) -> None:
        """End the process and wait until it is gone."""
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
            self.exit_code = self.process.exitcode
            self.process.close()
        if self.connection is not None:
            self.connection.close()
        self.process = self.connection = None

    async def halt(self) -> None:
        """End the process, after its thread has finished its work, so that nothing is closed while in use. A
        cancellation does not prevent the clean-up."""
        self.kill()
        await asyncio.shield(self.run(self.stop))

    async def ask(self, data: bytes, seconds: float, tell: Callable[[float], None] = lambda _: None) -> bytes:
        """Send something and wait for the answer. NoAnswerError if the time is over; the worker then still works, and
        has to be halted. EOFError and OSError if it has died."""
        await self.run(self.start)
        assert self.connection is not None
        connection = self.connection
        await self.run(lambda: connection.send_bytes(data))
        allowed = seconds + (START_SECONDS if self.is_fresh else 0)
        start = time.monotonic()
        told = shown = 0.0
        while True:
            if await self.run(lambda: connection.poll(LOOK)):
                reply = await self.run(lambda: connection.recv_bytes(self.most))
                if not is_share(reply):
                    self.is_fresh = False
                    return reply
                told = float(reply)
            passed = time.monotonic() - start
            if passed > allowed:
                raise NoAnswerError
            shown = max(shown, told or min(1.0, passed / seconds))
            tell(shown)

    async def tell(self, data: bytes) -> None:
        """Say something to a worker that is busy. Nothing happens if it has just died."""
        connection = self.connection
        if connection is not None:
            with suppress(OSError):
                await self.run(lambda: connection.send_bytes(data))

    def close(self) -> None:
        """Close the worker for good."""
        self.stop()
        self.thread.shutdown(wait=False)


def share(done: float) -> bytes:
    """Report the progress of a worker."""
    return b"%.2f" % done


def is_share(reply: bytes) -> bool:
    return len(reply) <= len(share(0)) and b"." in reply
