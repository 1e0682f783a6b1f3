"""Many people against the computer at once: how long each waits, and how long nobody tells them anything.

    make crowd
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.crowd --people 50 --level staff --minutes 3

Each person plays the Soviet side of Traces of War against a level of the computer, and picks at random half a second
after being asked. Beside them two people play each other. Measured are the seconds from a pick to the next question,
where the computer decides in between; the longest time without any message in each of these waits; and the time to
acknowledge a pick. A wait that is not over at the end counts with what it has lasted."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.process import Server
from server.reading import Reading
from server.storm import new_table
from stavka.engine.state import Json
from stavka.server.settings import Settings

PAUSE: Final = 0.5


class Person:
    """A person at a table, with one seat or both."""

    def __init__(self, server: Server, players: Json, seed: int) -> None:
        self.rng, self.reading = Random(seed), Reading()
        made = server.get("tables", {**new_table("traces"), "seats": players})
        key = made["keys"]["soviet"]
        self.address = f"ws://127.0.0.1:{server.port}/api/tables/{made['table']}/play?key={key}"
        self.waits: list[float] = []
        self.silences: list[float] = []
        self.answers: list[float] = []
        self.told: set[str] = set()

    async def play(self, until: float) -> None:
        with suppress(WebSocketException, OSError):
            async with connect(self.address, close_timeout=1) as socket:
                while time.monotonic() < until:
                    await self.wait(socket, until)
                    while self.is_asked() and time.monotonic() < until:
                        await asyncio.sleep(PAUSE)
                        await self.pick(socket)

    def is_asked(self) -> bool:
        return bool(self.reading.scenes and self.reading.scene["offer"])

    async def hear(self, socket: ClientConnection) -> None:
        message = json.loads(await socket.recv())
        self.told.add(message["is"])
        self.reading.read(message)

    async def wait(self, socket: ClientConnection, until: float) -> None:
        """Wait for a question."""
        start = heard = time.monotonic()
        silence = 0.0
        while not self.is_asked() and time.monotonic() < until:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.hear(socket), 1)
                silence, heard = max(silence, time.monotonic() - heard), time.monotonic()
        self.waits.append(time.monotonic() - start)
        self.silences.append(max(silence, time.monotonic() - heard))

    async def pick(self, socket: ClientConnection) -> None:
        words = [pick["pick"] for pick in self.reading.scene["offer"]["picks"]]
        start, count = time.monotonic(), len(self.reading.replies)
        message = {"do": "pick", "id": count, "state": self.reading.state, "pick": self.rng.choice(words)}
        await socket.send(json.dumps(message))
        while len(self.reading.replies) == count:
            await self.hear(socket)
        self.answers.append(time.monotonic() - start)


def figures(name: str, seconds: Sequence[float]) -> str:
    found = sorted(seconds)
    p95 = found[int(0.95 * (len(found) - 1))]
    return f"{name}: {len(found)}, median {median(found):.2f} s, p95 {p95:.2f} s, most {found[-1]:.2f} s"


def campaign(people: int, level: str, minutes: float, seed: int) -> list[str]:
    with tempfile.TemporaryDirectory(prefix="stavka-crowd-") as name:
        server = Server(Settings(Path(name)), Path(name) / "log", STAVKA_LIMIT_FACTOR="1000", STAVKA_PACE="0")
        try:
            alone = [Person(server, {"soviet": "me", "axis": level}, seed + n) for n in range(people)]
            both = Person(server, {"soviet": "me", "axis": "me"}, seed)

            async def play() -> None:
                until = time.monotonic() + 60 * minutes
                await asyncio.gather(*(person.play(until) for person in (*alone, both)))

            asyncio.run(play())
        finally:
            server.kill()
    told = sum(bool({"queued", "thinking"} & person.told) for person in alone)
    return [
        f"{people} people against {level}, one worker, {minutes:g} minutes; {told} were told of progress or a place",
        figures("waits for the computer", [wait for person in alone for wait in person.waits]),
        figures("longest silence in a wait", [each for person in alone for each in person.silences]),
        figures("acknowledgements beside the computer", [each for person in alone for each in person.answers]),
        figures("acknowledgements of two people", both.answers),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--level", default="staff")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    print("\n".join(campaign(args.people, args.level, args.minutes, args.seed)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
