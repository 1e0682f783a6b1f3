"""What one client can do to the others: a real server is attacked, and an honest player says how it was for him.

    make wear                       every attack
    make wear ATTACKS="imports"     some of them

Each attack has a new server. `ATTACKS` at the end of this file names them: a function that is given the server, does
something bounded from one address, and says what it was answered. Meanwhile one player picks at a table of his own, and
another plays against a program; both come from other addresses. Figures are printed, nothing is judged: they depend on
the machine. The memory and processor time of the server's processes are read from /proc, so it runs on Linux."""

from __future__ import annotations

import json
import os
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import Any, Final, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from server.process import Server
from server.seats import Seat
from server.toggling import toggling
from stavka.engine.state import Json
from stavka.server.settings import Settings

LEAST, MOST = 30.0, 90.0
"""Seconds that an attack is watched."""
SETTLE: Final = 5.0
"""Seconds before it, in which the honest sit down."""
BETWEEN: Final = 0.15
"""Seconds between two picks of the honest player."""
TICKS: Final = os.sysconf("SC_CLK_TCK")
TRACES: Final = {"game": "traces", "scenario": "race", "pace": 0}

Attack = Callable[[Server], str]


# -- clients --------------------------------------------------------------------------------------------------------


def headers(client: str) -> dict[str, str]:
    """The server believes a reverse proxy on its own machine who its clients are."""
    return {"X-Forwarded-For": client}


def post(server: Server, client: str, path: str, data: Json) -> tuple[int, Any]:
    body = json.dumps(data).encode()
    kind = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server.address}api/{path}", body, kind | headers(client))
    try:
        with urllib.request.urlopen(request, timeout=600) as reply:
            return reply.status, json.loads(reply.read())
    except urllib.error.HTTPError as error:
        return error.code, json.loads(error.read())


def make(server: Server, client: str, seats: dict[str, str]) -> Json:
    status, made = post(server, client, "tables", {**TRACES, "seats": seats})
    assert status == 201, made
    found: Json = made
    return found


class Line:
    """A connection as `Seat` wants it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send_json(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def receive_json(self) -> Json:
        found: Json = json.loads(self.socket.recv(timeout=MOST))
        return found


@contextmanager
def line(server: Server, client: str, made: Json, side: str = "") -> Iterator[Line]:
    key = f"?key={made['keys'][side]}" if side else ""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/play{key}"
    with connect(
        address, close_timeout=1, open_timeout=60, additional_headers=headers(client), max_size=None
    ) as socket:
        yield Line(socket)


# -- the honest -----------------------------------------------------------------------------------------------------


class Honest:
    """A player who picks at a private table, and one who waits for a program; they note what they see until `end` is
    set."""

    def __init__(self, server: Server) -> None:
        self.server, self.end = server, threading.Event()
        self.own = make(server, "10.0.0.1", {"soviet": "me", "axis": "me"})
        self.against = make(server, "10.0.0.2", {"soviet": "staff", "axis": "me"})
        self.answered: list[float] = []
        """Seconds from sending a pick to its acknowledgement."""
        self.waited: list[float] = []
        """Seconds from the player's last pick to the next question, while a program decides."""
        self.sent: float | None = None
        """The time at which the unanswered pick was sent."""
        self.is_waiting = False
        self.first = 0, 0
        """The number of each before the attack."""
        self.threads = [threading.Thread(target=self.at_ease, args=(what,)) for what in (self.pick, self.play)]

    def at_ease(self, what: Callable[[], None]) -> None:
        with suppress(WebSocketException, OSError, TimeoutError):
            what()

    def start(self) -> None:
        for thread in self.threads:
            thread.start()

    def begin(self) -> None:
        """Begin the count: earlier events are ignored, and a player who waits for a program continues to wait."""
        self.first = len(self.answered), len(self.waited) - self.is_waiting

    def figures(self) -> tuple[list[float], list[float]]:
        """The figures since the beginning. A pick without an answer counts too: a server that does not answer any more
        is not fast."""
        answered, waited = self.answered[self.first[0] :], self.waited[self.first[1] :]
        return answered + ([time.monotonic() - self.sent] if self.sent is not None else []), waited

    def stop(self) -> None:
        self.end.set()
        for thread in self.threads:
            thread.join(MOST)

    def pick(self) -> None:
        rng = Random(1)
        with line(self.server, "10.0.0.1", self.own, "axis") as found:
            seat = Seat(found)  # type: ignore[arg-type]  # it needs what `Line` has
            while not self.end.wait(BETWEEN) and seat.catch_up().picks():
                word, self.sent = rng.choice(seat.picks()), time.monotonic()
                seat.pick(word)
                self.answered.append(time.monotonic() - self.sent)
                self.sent = None

    def play(self) -> None:
        rng = Random(2)
        with line(self.server, "10.0.0.2", self.against, "axis") as found:
            seat, since = Seat(found), time.monotonic()  # type: ignore[arg-type]  # it needs what `Line` has
            while not self.end.wait(BETWEEN) and not seat.catch_up().scene["result"]:
                if seat.picks():
                    self.is_waiting = False
                    seat.pick(rng.choice(seat.picks()))
                    since = time.monotonic()
                elif not self.is_waiting:
                    self.is_waiting = True
                    self.waited.append(0.0)
                if self.is_waiting:
                    self.waited[-1] = time.monotonic() - since


# -- the server -----------------------------------------------------------------------------------------------------


class Use(NamedTuple):
    memory: float
    """The memory of the server's own process, in MiB."""
    seconds: float
    """The processor time that the server's own process has used, in seconds."""
    workers: float
    """The processor time of its workers."""


def use(server: Server) -> Use:
    pid = server.process.pid
    own = ticks(pid, 11, 12)
    children = [child for child in Path("/proc").glob("[0-9]*") if parent(child) == pid]
    workers = ticks(pid, 13, 14) + sum(ticks(int(child.name), 11, 12) for child in children)
    status = Path(f"/proc/{pid}/status").read_text()
    memory = int(status.partition("VmRSS:")[2].split()[0]) / 1024
    return Use(memory, own / TICKS, workers / TICKS)


def fields(process: Path) -> list[str]:
    """The fields that follow the name in /proc/PID/stat; empty if the process has gone."""
    with suppress(OSError):
        return (process / "stat").read_text().rpartition(")")[2].split()
    return []


def parent(process: Path) -> int:
    found = fields(process)
    return int(found[1]) if found else 0


def ticks(pid: int, *places: int) -> int:
    found = fields(Path(f"/proc/{pid}"))
    return sum(int(found[place]) for place in places) if found else 0


# -- a run ----------------------------------------------------------------------------------------------------------


def watch(name: str, attack: Attack) -> None:
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        server = Server(Settings(Path(folder)), Path(folder) / "log", STAVKA_PACE="0")
        stack.callback(server.kill)
        honest = Honest(server)
        honest.start()
        time.sleep(SETTLE)
        honest.begin()
        before, start, said = use(server), time.monotonic(), list[str]()

        def run() -> None:
            with suppress(OSError, WebSocketException):  # the server is stopped while it still attacks
                said.append(attack(server))

        attacker = threading.Thread(target=run, daemon=True)
        attacker.start()
        highest = before
        while time.monotonic() - start < MOST and (attacker.is_alive() or time.monotonic() - start < LEAST):
            time.sleep(0.2)
            highest = max(highest, use(server))
        seconds, after = time.monotonic() - start, use(server)
        print_figures(name, seconds, honest, before, highest, after)
        print(f"  the attacker: {said[0] if said else 'was not done after this time'}", flush=True)
        honest.end.set()
    honest.stop()


def print_figures(name: str, seconds: float, honest: Honest, before: Use, highest: Use, after: Use) -> None:
    def spread(times: list[float]) -> str:
        if len(times) < 2:
            return " ".join(f"{each:.2f} s" for each in times) or "none"
        high = quantiles(times, n=20, method="inclusive")[-1]
        return f"p50 {median(times):.2f} s, p95 {high:.2f} s, most {max(times):.2f} s"

    answered, waited = honest.figures()
    print(f"{name}: {seconds:.0f} s")
    print(f"  a pick is answered ({len(answered)}): {spread(answered)}")
    print(f"  a program is waited for ({len(waited)}): {spread(waited)}")
    print(
        f"  the server: {before.memory:.0f} MiB before, {highest.memory:.0f} most, {after.memory:.0f} after; "
        f"{after.seconds - before.seconds:.0f} s of CPU, its workers {after.workers - before.workers:.0f} s",
        flush=True,
    )


# -- attacks --------------------------------------------------------------------------------------------------------


def nothing(_server: Server) -> str:
    """No attack: the figures of an honest player without one."""
    return "there is none"


def imports(server: Server) -> str:
    """Ten records at once of 19,000 moves that cancel each other."""
    return bring(server, toggling(19_000))


def long_imports(server: Server) -> str:
    """Ten records at once of 40,000 such moves."""
    return bring(server, toggling(40_000))


def bring(server: Server, record: str) -> str:
    wanted = {"record": record, "seats": {"german": "me", "soviet": "me"}}
    with ThreadPoolExecutor(10) as pool:
        statuses = Counter(pool.map(lambda _: post(server, "10.0.0.66", "records", wanted)[0], range(10)))
    return ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items()))


def program_tables(server: Server) -> str:
    """28 tables of program against program, looked at for a minute."""
    heard: Counter[str] = Counter()
    with ExitStack() as stack:
        lines = []
        for _ in range(28):
            made = make(server, "10.0.0.66", {"soviet": "staff", "axis": "staff"})
            lines.append(stack.enter_context(line(server, "10.0.0.66", made)))
        end = time.monotonic() + 2 * LEAST
        while time.monotonic() < end:
            for each in lines:
                with suppress(TimeoutError):
                    while True:
                        heard[json.loads(each.socket.recv(timeout=0))["is"]] += 1
            time.sleep(0.1)
    return ", ".join(f"{number} x {what}" for what, number in sorted(heard.items()))


def deaf_onlookers(server: Server) -> str:
    """Twenty onlookers who read nothing, at a table at which one player picks as fast as he may."""
    made = make(server, "10.0.0.66", {"soviet": "me", "axis": "me"})
    with ExitStack() as stack:
        for _ in range(20):
            handshake = (
                f"GET /api/tables/{made['table']}/play HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                "X-Forwarded-For: 10.0.0.66\r\n\r\n"
            )
            stack.enter_context(half(server, handshake.encode()))
        seat = Seat(stack.enter_context(line(server, "10.0.0.66", made, "axis")))  # type: ignore[arg-type]  # as above
        end, picks, rng = time.monotonic() + 2 * LEAST, 0, Random(3)
        while time.monotonic() < end and seat.catch_up().picks():
            seat.pick(rng.choice(seat.picks()))
            picks += 1
    return f"{picks} picks"


def half(server: Server, said: bytes) -> socket.socket:
    """A connection that says something and reads nothing."""
    found = socket.socket()
    found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    found.settimeout(10)
    found.connect(("127.0.0.1", server.port))
    found.sendall(said)
    return found


def half_open(server: Server) -> str:
    """1,100 connections that begin a request and say no more; how many the server still holds after half a minute."""
    with ExitStack() as stack:
        lines = []
        for _ in range(1100):
            with suppress(OSError):
                lines.append(stack.enter_context(half(server, b"GET /api/health HT")))
        time.sleep(LEAST)
        held = 0
        for each in lines:
            each.setblocking(False)
            try:
                each.recv(1)
            except BlockingIOError:
                held += 1
            except OSError:
                pass
    return f"{len(lines)} were opened, {held} are held after {LEAST:.0f} s"


def chat(server: Server) -> str:
    """One player sends a thousand letters twenty times a second for half a minute."""
    made = make(server, "10.0.0.66", {"soviet": "me", "axis": "me"})
    answers: Counter[str] = Counter()
    with line(server, "10.0.0.66", made, "axis") as found:
        seat, end = Seat(found), time.monotonic() + LEAST  # type: ignore[arg-type]  # as above
        while time.monotonic() < end:
            answers[seat.say("chat", text="x" * 1000)["is"]] += 1
            time.sleep(0.05)
    return ", ".join(f"{number} x {what}" for what, number in sorted(answers.items()))


def past(server: Server) -> str:
    """Ten tables of some hundred picks each, at which somebody looks at a hundred places of the past."""
    asked = 0
    for number in range(10):
        made = make(server, "10.0.0.66", {"soviet": "me", "axis": "me"})
        with line(server, "10.0.0.66", made, "axis") as found:
            seat, rng = Seat(found), Random(number)  # type: ignore[arg-type]  # as above
            seat.play(rng, 150)
            for at in range(0, 150, 5):
                asked += seat.say("past", at=at)["is"] == "answer"
    return f"{asked} places were shown"


def logins(server: Server) -> str:
    """Sixty wrong passwords at once."""
    wanted = {"name": "nobody-here", "password": "correct horse battery"}
    with ThreadPoolExecutor(60) as pool:
        statuses = Counter(pool.map(lambda _: post(server, "10.0.0.66", "account/login", wanted)[0], range(60)))
    return ", ".join(f"{number} x {status}" for status, number in sorted(statuses.items()))


ATTACKS: Final[dict[str, Attack]] = {
    "nothing": nothing,
    "imports": imports,
    "long-imports": long_imports,
    "program-tables": program_tables,
    "deaf-onlookers": deaf_onlookers,
    "half-open": half_open,
    "chat": chat,
    "past": past,
    "logins": logins,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in ATTACKS]
    if unknown:
        print(f"no attack {unknown[0]}; there are {', '.join(ATTACKS)}", file=sys.stderr)
        return 2
    for name in names or ATTACKS:
        watch(name, ATTACKS[name])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
