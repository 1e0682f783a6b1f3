"""A real server: `stavka serve` as a process of its own, which can be killed without warning and started again."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from websockets.sync.client import ClientConnection, connect

from server.postgres import free_port
from stavka.engine.state import Json
from stavka.server.rows import ServerRow, TableRow
from stavka.server.settings import Settings
from stavka.server.store import Store

PATIENCE = 120.0
"""Seconds that a server may take to open its port: machines are busy."""


class Server:
    processes = 1

    def __init__(self, settings: Settings, log: Path, **environ: str) -> None:
        self.settings, self.log, self.environ, self.port = settings, log, environ, free_port()
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.launch()
        for _ in range(600):
            try:
                if self.get("health")["ok"]:
                    return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError(self.log.read_text())

    def launch(self) -> None:
        """Start it, and wait until its port is open: it may still be loading, and answers later."""
        words = ["serve", "--port", str(self.port), "--data-folder", str(self.settings.data_folder)]
        words += ["--processes", str(self.processes)]
        with self.log.open("ab") as out:
            self.process = self.spawn(words, out)
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=60).close()
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.02)
            else:
                return
        raise AssertionError(self.log.read_text())

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        environ = os.environ | {"STAVKA_DATABASE_URL": self.settings.database_url, "STAVKA_WORKERS": "1"} | self.environ
        code = "from stavka.cli import main; main()"
        return subprocess.Popen([sys.executable, "-c", code, *words], env=environ, stdout=out, stderr=out)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def children(self) -> list[int]:
        """The processes that it has started and that are running: the pool of workers, then the servers."""
        return children_of(self.process.pid)

    def leader(self, made: Json) -> int:
        """The process that leads a table, or led it last."""
        store = Store(self.settings.database)
        with store.reading() as rows:
            table = rows.get(TableRow, made["table"])
            found = table and rows.get(ServerRow, table.leader)
        store.close()
        assert found
        return int(found.process.split(":")[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    def get(self, path: str, data: Json | None = None) -> Any:
        body = None if data is None else json.dumps(data).encode()
        request = urllib.request.Request(f"{self.address}api/{path}", body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.loads(reply.read())

    def text(self, path: str) -> str:
        with urllib.request.urlopen(f"{self.address}api/{path}", timeout=60) as reply:
            return str(reply.read(), "utf-8")

    def key(self, made: Json, side: str) -> str:
        """The key of a seat: our own, or the one for which its invitation is exchanged."""
        if side not in made["keys"]:
            invitation = {"invitation": made["invitations"][side]}
            made["keys"][side] = self.get(f"tables/{made['table']}/seats", invitation)["key"]
        key: str = made["keys"][side]
        return key

    def new_key(self, made: Json, side: str) -> str:
        """A new key for a seat, which holds no other."""
        headers = {"Authorization": f"Bearer {made['keys'][side]}"}
        address = f"{self.address}api/tables/{made['table']}/seats/{side}/key"
        with urllib.request.urlopen(urllib.request.Request(address, b"", headers, method="POST"), timeout=60) as reply:
            return str(json.loads(reply.read())["key"])

    @contextmanager
    def sit(self, made: Json, side: str = "axis") -> Iterator[ClientConnection]:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{made['table']}/play?key={self.key(made, side)}"
        with connect(address, close_timeout=1) as connection:
            yield connection


class Several(Server):
    """Three server processes."""

    processes = 3

    def start(self) -> None:
        """Start it, and wait until all processes run: the first answers while the parent still loads the games."""
        super().start()
        for _ in range(1200):
            if len(self.children()) == self.processes + 1:
                return
            time.sleep(0.05)
        raise AssertionError(self.log.read_text())


def children_of(process: int) -> list[int]:
    """The children of a process that are running, in the order of their start."""
    found = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], check=True, capture_output=True, text=True).stdout
    rows = [line.split() for line in found.splitlines()]
    return sorted(int(pid) for pid, parent, state in rows if int(parent) == process and state[0] not in "ZX")
