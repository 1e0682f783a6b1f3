"""A real PostgreSQL in a folder of its own, for as long as the tests run."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a new server."""
    folder = Path(tempfile.mkdtemp(prefix="stavka-postgres-"))
    if os.getuid() == ROOT:
        shutil.chown(folder, "postgres")
    data, port = folder / "data", free_port()
    words = ("-D", str(data), "-U", "stavka", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    subprocess.run(as_its_user(program("initdb"), *words), check=True, cwd=folder, stdout=QUIET, stderr=QUIET)
    settings = (f"port={port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={folder}", "fsync=off")
    flags = [word for setting in settings for word in ("-c", setting)]
    server = subprocess.Popen(
        as_its_user(program("postgres"), "-D", str(data), *flags), cwd=folder, stdout=QUIET, stderr=QUIET
    )
    address = f"postgresql://stavka@127.0.0.1:{port}"
    try:
        wait_for(f"{address}/postgres")
        yield address
    finally:
        stop = as_its_user(program("pg_ctl"), "-D", str(data), "-m", "immediate", "stop")
        subprocess.run(stop, check=False, cwd=folder, stdout=QUIET, stderr=QUIET)
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(address: str) -> None:
    for _ in range(200):
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.05)
    raise AssertionError("PostgreSQL does not start")


def new_database(server: str, name: str, copy_of: str = "template1") -> str:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{copy_of}"'.encode())
    return f"{server}/{name}"
