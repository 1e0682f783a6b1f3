"""Measure whether the time of an answer shows what is hidden.

    make timings
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.timings --rounds 400 --seed 1

Where both seats of a game decide together and in secret, two tables are made from the same record, and one seat picks
something else at each. The other seat then asks a real server the same at both tables by turns, in random order, and
the times from the question to the answer are compared by a rank test (Mann and Whitney), which one slow answer cannot
upset. Nothing may be found among the true worlds. To state what the test could find, a delay is planted in the server
at one of the tables, a longer one each time, until it is found. The exit status is 1 if a true world was told apart, or
if no planted delay was found."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import median
from typing import IO, Any, Final, NamedTuple

from websockets.sync.client import ClientConnection

from server.process import Server
from server.storm import faults_in
from stavka import games
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.server.settings import Settings

FOUND: Final = 4.0
"""The z value from which two distributions differ: once in 16,000 comparisons of equal ones."""
TRIES: Final = 20
PLANTED: Final = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
"""Delays in milliseconds."""
LISTEN: Final = 0.3
"""Seconds without a message after which a connection has heard all news."""

SLOW: Final = """
import sys, time
from pathlib import Path
from stavka.server import socket
carry_out, plan = socket.Player.carry_out, Path(sys.argv.pop())

async def slowly(self, do, said):
    table, _, seconds = plan.read_text().partition(" ")
    until = time.perf_counter() + (float(seconds) if self.table.id == table else 0.0)
    while time.perf_counter() < until:
        pass
    await carry_out(self, do, said)

socket.Player.carry_out = slowly
from stavka.cli import main
main()
"""


class Slow(Server):
    """A server that waits before it answers at the table that a file names."""

    def __init__(self, settings: Settings, log: Path, plan: Path) -> None:
        self.plan = plan
        plan.write_text("- 0")
        super().__init__(settings, log, STAVKA_LIMIT_FACTOR="1000000")

    def spawn(self, words: list[str], out: IO[bytes]) -> subprocess.Popen[bytes]:
        environ = os.environ | {"STAVKA_WORKERS": "1"} | self.environ
        return subprocess.Popen(
            [sys.executable, "-c", SLOW, *words, str(self.plan)], env=environ, stdout=out, stderr=out
        )


class Secret(NamedTuple):
    """A position in which a seat may pick one of two things without another seat's knowledge."""

    game: str
    record: str
    picks: tuple[str, str]
    picker: str
    other: str


def secret(key: str, seed: str) -> Secret | None:
    """The first such position of a random game; None if it has none."""
    game, about = games.load(key), games.about(key)
    rng = Random(seed)
    options = dict.fromkeys(about["options"], True)
    session: Session[Any] = Session(game, rng.choice(about["scenarios"])["key"], options, seed=seed)
    for _ in range(3000):
        offers = session.offers()
        if session.state.result or not offers:
            return None
        if game.decide_together(session.state) and len(offers) == 2:
            seat = rng.choice((0, 1))
            mine = session.offer(seat)
            assert mine is not None
            kinds = [pick for pick in mine if pick[0] == next(iter(mine))[0]]
            if len(kinds) > 1:
                first, second = rng.sample(kinds, 2)
                words = game.write_pick(first, mine), game.write_pick(second, mine)
                record = replace(session.record, seed=session.seed).write()
                return Secret(key, record, words, game.sides[seat], game.sides[1 - seat])
        offer = rng.choice(list(offers))
        session.play(offer.seat, rng.choice(list(offer)))
    return None


def hear(socket: ClientConnection, until: str = "") -> Json:
    """Read messages up to the answer to a question, or up to the last scene: until there are no more."""
    last: Json | None = None
    while True:
        try:
            message: Json = json.loads(socket.recv(timeout=60 if until or last is None else LISTEN))
        except TimeoutError:
            assert not until and last is not None, "no answer"
            return last
        if message["is"] == "update":
            last = message
        if until and (message.get("id") == until or message.get("answer", {}).get("id") == until):
            return message


def ask(socket: ClientConnection, question: Json) -> float:
    words = json.dumps({**question, "id": "q"})
    begin = time.perf_counter()
    socket.send(words)
    hear(socket, "q")
    return time.perf_counter() - begin


def z_of(a: list[float], b: list[float]) -> float:
    """How far the ranks of two samples lie apart, in standard deviations of equal distributions."""
    ranked = sorted([(value, 0) for value in a] + [(value, 1) for value in b])
    ranks = sum(rank for rank, (_, which) in enumerate(ranked, 1) if which == 0)
    n, m = len(a), len(b)
    return (ranks - n * (n + m + 1) / 2) / sqrt(n * m * (n + m + 1) / 12)


def compare(sockets: list[ClientConnection], questions: list[Json], rounds: int, rng: Random) -> tuple[float, float]:
    """The z value of the times at two tables, and the median time in milliseconds. Times of different questions are
    compared by their ratio to the median of the question."""
    times: list[list[float]] = [[], []]
    raw: list[float] = []
    for question in questions:
        mine: list[list[float]] = [[], []]
        for _ in range(rounds // len(questions)):
            for which in rng.sample((0, 1), 2):
                mine[which].append(ask(sockets[which], question))
        middle = median(mine[0] + mine[1])
        raw += mine[0] + mine[1]
        for which in (0, 1):
            times[which] += [each / middle for each in mine[which]]
    return z_of(*times), median(raw) * 1000


def questions_of(game: Any, scene: Json, rng: Random) -> list[Json]:
    words = rng.sample(sorted(scene["units"]), 2) if len(scene["units"]) > 1 else []
    return [
        {"do": "show"},
        *({"do": "why", "pick": word} for word in words),
        {"do": "why", "pick": "nonsense"},
        {"do": "past", "at": 0},
    ]


def two_worlds(server: Slow, found: Secret, stack: ExitStack) -> tuple[list[str], list[ClientConnection], Json]:
    """Two tables that differ only in what one seat has picked, and the other seat's connections to them."""
    tables, sockets, scene = [], [], {}
    for pick in found.picks:
        seats = {found.picker: "me", found.other: "friend"}
        made = server.get("records", {"record": found.record, "seats": seats})
        for side in (found.picker, found.other):
            made["keys"].setdefault(side, server.key(made, side))
        with server.sit(made, found.picker) as picker:
            update = hear(picker)
            picker.send(json.dumps({"do": "pick", "state": update["state"], "pick": pick, "id": "p"}))
            reply = hear(picker, "p")
            assert reply["is"] != "refused", reply
        socket = stack.enter_context(server.sit(made, found.other))
        first = hear(socket)
        tables.append(made["table"])
        sockets.append(socket)
        scene = first["scene"]
    return tables, sockets, scene


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Measure whether the time of an answer shows what is hidden.")
    parser.add_argument("--rounds", type=int, default=400, help="questions at each table")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    rng, is_bad = Random(wanted.seed), False
    print(f"load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="stavka-timings-") as folder:
        server = Slow(Settings(Path(folder)), Path(folder) / "log", Path(folder) / "plan")
        try:
            for key in games.GAMES:
                tries = (secret(key, f"{wanted.seed}-{number}") for number in range(TRIES))
                found = next((each for each in tries if each is not None), None)
                if found is None:
                    print(f"{key}: nobody decides in secret together in {TRIES} random games")
                    continue
                with ExitStack() as stack:
                    tables, sockets, scene = two_worlds(server, found, stack)
                    questions = questions_of(games.load(key), scene, rng)
                    z, middle = compare(sockets, questions, wanted.rounds, rng)
                    is_bad |= abs(z) >= FOUND
                    print(f"{key}: {' or '.join(found.picks)}: z {z:+.1f}, median answer {middle:.2f} ms", flush=True)
                    least = None
                    for planted in PLANTED:
                        server.plan.write_text(f"{tables[0]} {planted / 1000}")
                        z, _ = compare(sockets, questions, wanted.rounds, rng)
                        if abs(z) >= FOUND:
                            least = planted
                            break
                    server.plan.write_text("- 0")
                    is_bad |= least is None
                    told = (
                        "no planted delay was found"
                        if least is None
                        else f"a delay of {least} ms is found (z {z:+.1f})"
                    )
                    print(f"  {told}", flush=True)
        finally:
            server.kill()
        faults = faults_in(server.log)
    print(f"faults in the log: {len(faults)}, load average {os.getloadavg()[0]:.1f}")
    return 1 if is_bad or faults else 0


if __name__ == "__main__":
    sys.exit(main())
