"""Kill a server and start it again, and measure how long its players wait for the next pick.

    make restart
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.restart --restarts 20 --processes 1

One table of each game is stored. A server is killed with SIGKILL and started again at once. A player of one of the
tables, by turns, comes back as soon as the port is open, and picks. It prints, from the start of the process: the time
and the processor time until the first answer (`/health/live`), and until the pick was acknowledged. Compare only
figures of the same run, and the processor time rather than the time: `--source FOLDER` runs the server of another
checkout (its folder `src`) by turns with this one."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from server.campaigns.load import use
from server.process import Server
from server.reading import Reading
from server.storm import faults_in, one_of_each
from stavka import games
from stavka.engine.state import Json
from stavka.server.settings import Settings

PATIENCE: Final = 120.0


class Restart(NamedTuple):
    game: str
    answer: float
    """Seconds from the start of the process to its first answer."""
    answer_cpu: float
    pick: float
    """Seconds from the start of the process until a pick was acknowledged."""
    pick_cpu: float
    """The processor time of the server and its children until then."""
    all_cpu: float
    """The processor time until the lobby was answered, which needs every game."""


def come_back(server: Server, made: Json, key: str) -> ClientConnection:
    """Connect as the page does, again and again."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/play?key={made['keys'][key]}"
    until = time.monotonic() + PATIENCE
    while True:
        with suppress(OSError, WebSocketException, TimeoutError):
            return connect(address, open_timeout=PATIENCE, close_timeout=1)
        assert time.monotonic() < until
        time.sleep(0.01)


def pick(socket: ClientConnection, rng: Random) -> None:
    """Wait for the scene, pick something, and wait until it is acknowledged."""
    reading = Reading()
    while not reading.scenes:
        reading.read(json.loads(socket.recv(timeout=PATIENCE)))
    word = rng.choice([each["pick"] for each in reading.scene["offer"]["picks"]])
    socket.send(json.dumps({"do": "pick", "state": reading.state, "pick": word, "id": 1}))
    while not reading.replies:
        reading.read(json.loads(socket.recv(timeout=PATIENCE)))
    assert reading.replies[0]["is"] == "answer", reading.replies


def asked(server: Server, made: Json) -> str:
    """A side that has to decide."""
    side: str = server.get(f"tables/{made['table']}")["waiting"][0]
    return side


def restart(server: Server, game: str, made: Json, rng: Random) -> Restart:
    side = asked(server, made)
    server.kill()
    begin = time.monotonic()
    server.launch()
    server.get("health/live")
    answered, answered_cpu = time.monotonic() - begin, use([server.process.pid]).seconds
    while True:
        with suppress(ConnectionClosed), come_back(server, made, side) as socket:
            pick(socket, rng)
            break  # a process of the killed server may still have accepted others, and sends them away
    picked, picked_cpu = time.monotonic() - begin, use([server.process.pid]).seconds
    server.get("games")
    return Restart(game, answered, answered_cpu, picked, picked_cpu, use([server.process.pid]).seconds)


def line(name: str, found: Sequence[Restart]) -> str:
    def told(values: Sequence[float]) -> str:
        return f"{statistics.median(values):.2f} ({min(values):.2f} to {max(values):.2f})"

    columns: list[Any] = [[each[column] for each in found] for column in range(1, len(Restart._fields))]
    answer, answer_cpu, picked, picked_cpu, all_cpu = map(told, columns)
    return (
        f"{name}, {len(found)} restarts: first answer {answer} s, CPU {answer_cpu}; pick acknowledged {picked} s, CPU "
        f"{picked_cpu}; every game loaded: CPU {all_cpu}"
    )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Kill a server and start it again.")
    parser.add_argument("--restarts", type=int, default=20)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--source", action="append", default=[], help="the folder src of another checkout")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    rng, faults = Random(wanted.seed), list[str]()
    sources = [*wanted.source, str(Path(__file__).parents[3] / "src")]
    print(f"load average {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="stavka-restart-") as folder:
        servers = []
        for number, source in enumerate(sources):
            settings = Settings(Path(folder) / str(number))
            settings.data_folder.mkdir()
            server = Server.__new__(Server)
            server.processes = wanted.processes
            server.__init__(settings, Path(folder) / f"log-{number}", PYTHONPATH=source, STAVKA_LIMIT_FACTOR="1000")  # type: ignore[misc]
            servers.append((source, server, one_of_each(server), list[Restart]()))
        try:
            for number in range(wanted.restarts):
                game = list(games.GAMES)[number % len(games.GAMES)]
                for _, server, made, found in servers:
                    found.append(restart(server, game, made[game], rng))
        finally:
            for _, server, _, _ in servers:
                server.kill()
                faults += faults_in(server.log)
        for source, _, _, found in servers:
            print(line(source, found))
            for game in games.GAMES if len(servers) == 1 else ():
                print(line(game, [each for each in found if each.game == game]))
    print(f"faults in the logs: {len(faults)}, load average {os.getloadavg()[0]:.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
