"""Trouble for a server that is played on: disk, database and clock are taken away for a while."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, Final, NamedTuple

import psycopg
from sqlalchemy.engine import make_url
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import connect

from server.process import Server
from server.reading import Reading
from server.storm import new_table
from stavka.engine.state import Json
from stavka.server.settings import Settings

PATIENCE: Final = 60
MIB: Final = 1024 * 1024
CLOCK: Final = """
import sys, time
from pathlib import Path
shift, real = Path(sys.argv.pop()), time.time
time.time = lambda: real() + float(shift.read_text())
from stavka.cli import main
main()
"""
"""A server whose clock can be moved: the seconds are in a file."""


class Clocked(Server):
    @property
    def shift(self) -> Path:
        return self.log.with_name("shift")

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        self.shift.write_text("0")
        environ = os.environ | {"STAVKA_DATABASE_URL": self.settings.database_url, "STAVKA_WORKERS": "1"} | self.environ
        words = [sys.executable, "-c", CLOCK, *words, str(self.shift)]
        return subprocess.Popen(words, env=environ, stdout=out, stderr=out)


class Player(threading.Thread):
    """Somebody who picks all the time, and comes again after every close, as the page does."""

    def __init__(self, server: Server, made: Json) -> None:
        super().__init__(daemon=True)
        self.server, self.made = server, made
        self.ended = threading.Event()
        self.acknowledged = 0
        self.told = Counter[str]()
        """The sentences of refusals, and the codes of closes."""
        self.highest = 0
        """The highest state that was acknowledged."""
        self.lost: list[str] = []

    def run(self) -> None:
        while not self.ended.is_set():
            try:
                self.play()
            except ConnectionClosed as end:
                self.told[f"closed {end.rcvd.code if end.rcvd else 1006}"] += 1
            except (OSError, WebSocketException, EOFError) as error:
                self.told[type(error).__name__] += 1
            time.sleep(0.2)

    def play(self) -> None:
        key = next(iter(self.made["keys"].values()))
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{self.made['table']}/play?key={key}"
        reading = Reading()
        with connect(address, open_timeout=PATIENCE, close_timeout=1, max_size=None) as line:
            while not reading.scenes:
                reading.read(json.loads(line.recv(timeout=PATIENCE)))
            if reading.state < self.highest:
                self.lost.append(f"state {self.highest} was acknowledged, and {reading.state} is there")
            while not self.ended.is_set():
                if (offer := reading.scene["offer"]) is None:  # the game is over: there are others
                    self.made, self.highest = self.server.get("tables", new_table("traces")), 0
                    return
                known = len(reading.replies)
                pick = offer["picks"][reading.state % len(offer["picks"])]["pick"]
                line.send(json.dumps({"do": "pick", "id": known, "state": reading.state, "pick": pick}))
                while len(reading.replies) == known:
                    reading.read(json.loads(line.recv(timeout=PATIENCE)))
                if reading.replies[-1]["is"] == "refused":
                    self.told[reading.replies[-1]["text"]] += 1
                else:
                    self.acknowledged += 1
                    self.highest = max(self.highest, reading.state)
                time.sleep(0.05)

    def until(self, number: int, seconds: float) -> bool:
        """Wait until this many more picks have been acknowledged."""
        wanted, last = self.acknowledged + number, time.monotonic() + seconds
        while self.acknowledged < wanted and time.monotonic() < last:
            time.sleep(0.02)
        return self.acknowledged >= wanted


class Report(NamedTuple):
    name: str
    during: int
    """Picks that were acknowledged during the trouble."""
    told: dict[str, int]
    health: list[str]
    """What /health/ready said meanwhile."""
    back: float | None
    """Seconds from the end of the trouble to the next acknowledged pick; None: none came."""
    lost: list[str]
    is_ready: bool


Trouble = Callable[[Server], AbstractContextManager[None]]


def suffer(name: str, server: Server, trouble: Trouble, seconds: float) -> Report:
    """Play, take something away for a while, give it back, and see that play goes on where it was."""
    made = server.get("tables", new_table("traces"))
    player = Player(server, made)
    player.start()
    assert player.until(3, PATIENCE), server.log.read_text()
    with trouble(server):
        before, player.told = player.acknowledged, Counter()
        last, health = time.monotonic() + seconds, Counter[str]()
        while time.monotonic() < last:
            health[ready(server)] += 1
            time.sleep(0.5)
        during = player.acknowledged - before
    began = time.monotonic()
    back = time.monotonic() - began if player.until(1, PATIENCE) else None
    player.until(3, PATIENCE)
    player.ended.set()
    player.join(PATIENCE)
    time.sleep(2.5)  # an answer about health is kept for two seconds
    return Report(name, during, dict(player.told), sorted(health), back, player.lost, ready(server) == "ready")


def ready(server: Server) -> str:
    try:
        with urllib.request.urlopen(f"{server.address}health/ready", timeout=PATIENCE) as reply:
            return "ready" if json.load(reply)["ok"] else "not ready"
    except urllib.error.HTTPError as error:
        return ", ".join(json.load(error)["wrong"])
    except OSError as error:
        return type(error).__name__


# -- troubles ---------------------------------------------------------------------------------------------------------


@contextmanager
def no_room(server: Server) -> Iterator[None]:
    """The process may not make any file longer: a quota."""
    largest = max(file.stat().st_size for file in server.settings.data_folder.iterdir())
    old = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (min(largest, 64 * 1024), old[1]))
    yield
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, old)


@contextmanager
def full_disk(server: Server) -> Iterator[None]:
    """Somebody else fills the disk."""
    filler = server.settings.data_folder / "filler"
    with suppress(OSError), filler.open("wb", buffering=0) as out:
        while True:
            out.write(b"x" * 4096)
    yield
    filler.unlink()


@contextmanager
def held(server: Server) -> Iterator[None]:
    """Another program holds the file."""
    other = sqlite3.connect(server.settings.data_folder / "stavka.sqlite3", isolation_level=None, timeout=60)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.execute("ROLLBACK")
    other.close()


@contextmanager
def database(server: Server, change: str, back: str) -> Iterator[None]:
    """Change something about a PostgreSQL database, and hang up on everybody who uses it."""
    url = make_url(server.settings.database_url)
    there = url.set(drivername="postgresql", database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(there, autocommit=True) as connection:

        def run(statement: str) -> None:
            connection.execute(f'ALTER DATABASE "{url.database}" {statement}'.encode())
            hang_up = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
            connection.execute(hang_up, (url.database,))

        run(change)
        yield
        run(back)


def gone(server: Server) -> AbstractContextManager[None]:
    return database(server, "ALLOW_CONNECTIONS false", "ALLOW_CONNECTIONS true")


def read_only(server: Server) -> AbstractContextManager[None]:
    return database(server, "SET default_transaction_read_only = on", "RESET default_transaction_read_only")


def move(server: Clocked, seconds: float) -> None:
    """Set the server's clock to this many seconds after the truth; the server reads the file at any moment."""
    new = server.shift.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(server.shift)


@contextmanager
def clock_jumps(server: Server) -> Iterator[None]:
    """The clock goes an hour ahead, a day back, and back to the truth."""
    assert isinstance(server, Clocked)
    jumping, ended = iter((3600, -86_400) * 1000), threading.Event()

    def jump() -> None:
        while not ended.wait(1):
            move(server, next(jumping))

    thread = threading.Thread(target=jump)
    thread.start()
    yield
    ended.set()
    thread.join()
    move(server, 0)


@contextmanager
def never_reads(server: Server) -> Iterator[None]:
    """Twenty onlookers who read nothing come to every table that there is."""
    made = [server.get("tables", new_table("traces"))["table"] for _ in range(2)]
    with suppress(ConnectionClosed), ExitStack() as lines:  # the server may have hung up on them
        for number in range(20):
            address = f"ws://127.0.0.1:{server.port}/api/tables/{made[number % 2]}/play"
            lines.enter_context(connect(address, max_queue=1, close_timeout=0.1, max_size=None, ping_interval=None))
        yield


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of 48 MiB at a folder; only root can make one."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={48 * MIB}", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def started(folder: Path, url: str = "") -> Clocked:
    (folder / "data").mkdir(exist_ok=True)
    return Clocked(Settings(folder / "data", url), folder / "log", STAVKA_LIMIT_FACTOR="1000", STAVKA_PACE="0")


def can_mount() -> bool:
    return os.getuid() == 0 and shutil.which("mount") is not None
