"""A real PostgreSQL in a folder of its own, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import psycopg

ROOT = 0
QUIET = subprocess.DEVNULL


def program(name: str) -> str:
    """The path of one of PostgreSQL's programs: in the path, or where Debian puts them."""
    found = shutil.which(name) or next(iter(sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")))), "")
    assert found, f"{name} is not installed: `make test` installs PostgreSQL where it can"
    return found


def as_its_user(*words: str) -> list[str]:
    """PostgreSQL refuses to run as root; there its package has made a user."""
    return ["runuser", "-u", "postgres", "--", *words] if os.getuid() == ROOT else list(words)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Postgres:
    """A server of its own, which can be killed without warning and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data, self.port = folder, folder / "data", free_port()
        words = ("-D", str(self.data), "-U", "stavka", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        subprocess.run(as_its_user(program("initdb"), *words), check=True, cwd=folder, stdout=QUIET, stderr=QUIET)
        self.address = f"postgresql://stavka@127.0.0.1:{self.port}"

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Self]:
        folder = Path(tempfile.mkdtemp(prefix="stavka-postgres-"))
        if os.getuid() == ROOT:
            shutil.chown(folder, "postgres")
        made = cls(folder)
        try:
            made.start()
            yield made
        finally:
            made.stop()
            shutil.rmtree(folder, ignore_errors=True)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = (
            f"port={self.port}",
            "listen_addresses=127.0.0.1",
            f"unix_socket_directories={self.folder}",
            "fsync=off",
        )
        flags = [word for setting in settings for word in ("-c", setting)]
        words = as_its_user(program("postgres"), "-D", str(self.data), *flags)
        for _ in range(200):
            self.server = subprocess.Popen(words, cwd=self.folder, stdout=QUIET, stderr=QUIET)
            while self.server.poll() is None:
                if answers(f"{self.address}/postgres"):
                    return
                time.sleep(0.05)
            time.sleep(0.05)  # processes of the one that was killed have not ended yet
        raise AssertionError("PostgreSQL does not start")

    def kill(self) -> None:
        """Kill it without warning. The processes of its connections notice that, and end."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)
        self.server.wait(20)

    def stop(self) -> None:
        stop = as_its_user(program("pg_ctl"), "-D", str(self.data), "-m", "immediate", "stop")
        subprocess.run(stop, check=False, cwd=self.folder, stdout=QUIET, stderr=QUIET)
        self.server.wait(20)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a new server."""
    with Postgres.running() as server:
        yield server.address


def answers(address: str) -> bool:
    try:
        psycopg.connect(address).close()
    except psycopg.OperationalError:
        return False
    return True


def new_database(server: str, name: str, copy_of: str = "template1") -> str:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copy_of}"'.encode())
    return f"{server}/{name}"
