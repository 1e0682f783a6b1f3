"""Several server processes on one machine, and the process that keeps them running.

The parent opens the port and forks the first server, which answers at once and loads what it is asked for. Then the
parent loads every game, and forks the others: they share the memory of the games, and one that dies is replaced in a
fraction of a second. Connections that wait at the port lose nothing by that. The parent has no threads and no
connection to the database."""

from __future__ import annotations

import errno
import gc
import os
import selectors
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, NoReturn

from stavka import games
from stavka.server.faults import LOG

LEAST_LIFE: Final = 1.0
"""Seconds that a process should have lived before it is replaced at once."""
END_SECONDS: Final = 20.0
"""Seconds that the processes have to end, if nobody says otherwise."""
READY: Final = b"r"
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)

Work = Callable[[Callable[[], None]], None]
"""What a process does until it is told to end. It calls what it is given when it can be reached."""


def can_fork() -> bool:
    return hasattr(os, "fork")


class Child:
    def __init__(self, name: str, work: Work) -> None:
        self.name, self.work = name, work
        self.pid = 0
        self.began = 0.0
        self.again = 0.0
        """The time at which it is started again."""


class Parent:
    """Keeps processes running until it is told to end: servers, and one that serves them."""

    def __init__(
        self, servers: Sequence[Work], helper: Work, ready: Callable[[], None], end_seconds: float = END_SECONDS
    ) -> None:
        self.servers = [Child(f"server process {number}", work) for number, work in enumerate(servers, 1)]
        self.helper = Child("the pool of workers", helper)
        self.children = [self.helper, self.servers[0]]
        """The processes that should run: the other servers join when every game is loaded."""
        self.ready, self.end_seconds = ready, end_seconds
        self.is_ending = False
        self.reached = 0
        self.to_load = list(games.GAMES)
        self.alive, self.alive_here = os.pipe()
        """A pipe whose other end only this process holds: it ends when this process is gone, however it ends."""
        self.told, self.tell = os.pipe()

    def run(self) -> int:
        """Run until all have ended; the exit status."""
        gc.freeze()  # what is here now is shared with the children, and stays so
        woken, wake = socket.socketpair()
        woken.setblocking(False)
        wake.setblocking(False)
        signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        for number in (*SIGNALS, signal.SIGCHLD):
            signal.signal(number, lambda *_: None)
        with selectors.DefaultSelector() as selector:
            selector.register(woken, selectors.EVENT_READ)
            selector.register(self.told, selectors.EVENT_READ)
            for child in self.children:
                self.start(child)
            while not self.is_ending and self.is_worth_it():
                for key, _ in selector.select(0 if self.to_load else self.pause()):
                    self.heed(woken) if key.fileobj is woken else self.count()
                self.collect()
                self.replace()
                if self.to_load:
                    self.load(self.to_load.pop(0))
        failed = not self.is_ending
        self.end()
        return int(failed)

    def load(self, key: str) -> None:
        """Load a game for the children to come. One that cannot be loaded is reported by them. After the last, start
        the servers that have waited for the games."""
        with suppress(Exception):
            games.prepared(key)
        if not self.to_load:
            gc.freeze()
            for child in self.servers[1:]:
                self.children.append(child)
                self.start(child)

    def heed(self, woken: socket.socket) -> None:
        with suppress(BlockingIOError):
            self.is_ending = self.is_ending or any(number in SIGNALS for number in woken.recv(4096))

    def count(self) -> None:
        """Count the processes that can be reached."""
        before = self.reached
        self.reached += len(os.read(self.told, 4096))
        if before < len(self.servers) <= self.reached:
            self.ready()

    def is_worth_it(self) -> bool:
        """Whether processes can start here at all: not if none has, and one has ended."""
        return self.reached > 0 or all(child.pid for child in self.children)

    def pause(self) -> float | None:
        waiting = [child.again for child in self.children if child.pid == 0]
        return max(0.0, min(waiting) - time.monotonic()) if waiting else None

    def replace(self) -> None:
        """Start the processes again that have ended."""
        for child in self.children:
            if not self.is_ending and child.pid == 0 and time.monotonic() >= child.again:
                self.start(child)

    def start(self, child: Child) -> None:
        child.began = time.monotonic()
        child.pid = os.fork()
        if child.pid == 0:
            self.be(child)

    def be(self, child: Child) -> NoReturn:
        """Be a child: do its work, and end."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            for number in (*SIGNALS, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            os.close(self.alive_here)
            os.close(self.told)
            threading.Thread(target=end_with, args=(self.alive,), name="parent", daemon=True).start()
            child.work(self.say_ready)
            status = 0
        except SystemExit as error:
            status = error.code if isinstance(error.code, int) else 1
        except BaseException as error:
            LOG.error("%s: %s", child.name, type(error).__name__)
        finally:
            os._exit(status)

    def say_ready(self) -> None:
        with suppress(BrokenPipeError):  # the parent is gone, and this process ends
            os.write(self.tell, READY)

    def collect(self) -> None:
        """Note which processes have ended."""
        for child in self.children:
            if child.pid and (ended := os.waitpid(child.pid, os.WNOHANG))[0]:
                how = os.waitstatus_to_exitcode(ended[1])
                lived = time.monotonic() - child.began
                child.pid, child.again = 0, time.monotonic() + (0 if lived >= LEAST_LIFE else LEAST_LIFE)
                if not self.is_ending:
                    LOG.warning("%s has ended (%d) and is started again", child.name, how)

    def end(self) -> None:
        """End the servers, then their helper."""
        self.is_ending = True
        until = time.monotonic() + self.end_seconds
        for group in (self.servers, [self.helper]):
            for child in group:
                self.send(child, signal.SIGTERM)
            while any(child.pid for child in group) and time.monotonic() < until:
                self.collect()
                time.sleep(0.02)
        for child in self.children:
            self.send(child, signal.SIGKILL)

    def send(self, child: Child, number: signal.Signals) -> None:
        if child.pid:
            with suppress(ProcessLookupError):
                os.kill(child.pid, number)


def end_with(pipe: int) -> None:
    """End this process when its parent is gone: the pipe then has nobody at its other end."""
    while True:
        try:
            if not os.read(pipe, 1):
                break
        except OSError as error:
            if error.errno != errno.EINTR:
                break
    os.kill(os.getpid(), signal.SIGTERM)
