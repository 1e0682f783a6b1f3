"""A storm of first requests: whatever a server can be asked just after its start, from many threads at once."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Final, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

from server.process import Server
from stavka import games
from stavka.engine.state import Json
from stavka.engine.words import LANGUAGES

SOCKETS: Final = 3
"""Connections to the table of each game."""
COVERS: Final = 8
"""One storm of this many asks for a cover."""
PATIENCE: Final = 120.0
FAULT_MARKS: Final = (" ERROR ", " CRITICAL ", "Traceback", "Fatal Python error", "Segmentation")


class Request(NamedTuple):
    name: str
    ask: Callable[[], None]
    """AssertionError, OSError and so on if it does not succeed."""


def one_of_each(server: Server) -> dict[str, Json]:
    """A new table of every game, of one person alone."""
    return {key: server.get("tables", new_table(key)) for key in games.GAMES}


def new_table(key: str) -> Json:
    scenario = games.about(key)["scenarios"][0]["key"]
    return {"game": key, "scenario": scenario, "seats": dict.fromkeys(games.GAMES[key].sides, "me")}


def faults_in(log: Path) -> list[str]:
    """Lines of a server's log that tell of a fault."""
    return [line for line in log.read_text("utf-8").splitlines() if any(mark in line for mark in FAULT_MARKS)]


class Storm:
    """A storm of simultaneous requests: connections, boards, guides, rules, facts and new tables of all games, their
    list, now and then a cover."""

    def __init__(self, server: Server, made: Mapping[str, Json], seed: int) -> None:
        self.server, self.made = server, made
        rng = Random(seed)
        lang = rng.choice(LANGUAGES)
        self.requests = [request for key in games.GAMES for request in self.of(key, rng.choice(LANGUAGES))]
        self.requests.append(Request("games", partial(self.list, lang)))
        if seed % COVERS == 0:  # a cover is a drawn map, and costs more than all the rest
            path = f"games/{rng.choice(list(games.GAMES))}/cover.png"
            self.requests.append(Request(path, partial(self.picture, path)))
        rng.shuffle(self.requests)

    def of(self, key: str, lang: str) -> Iterator[Request]:
        table, scenario = self.made[key], new_table(key)["scenario"]
        rule = next(iter(games.catalogue(key).rules))
        for number in range(SOCKETS):
            side = games.GAMES[key].sides[number % 2]
            yield Request(f"socket {key} {side}", partial(self.sit, table, side, lang))
        for path in (
            f"games/{key}/board?lang={lang}",
            f"games/{key}/guide?scenario={scenario}&lang={lang}",
            f"games/{key}/rules/{rule}?lang={lang}",
            f"tables/{table['table']}",
        ):
            yield Request(path, partial(self.get, path))
        yield Request(f"new table {key}", partial(self.make, key))

    def blow(self) -> list[str]:
        """Send all requests at once, and return a line for each that failed."""
        barrier = Barrier(len(self.requests))

        def send(request: Request) -> str | None:
            barrier.wait()
            try:
                request.ask()
            except urllib.error.HTTPError as error:
                return f"{request.name}: {error.code} {error.read(200)!r}"
            except (AssertionError, OSError, WebSocketException, ValueError, EOFError) as error:
                return f"{request.name}: {type(error).__name__} {error}"
            return None

        with ThreadPoolExecutor(len(self.requests)) as pool:
            return [told for told in pool.map(send, self.requests) if told is not None]

    def get(self, path: str) -> None:
        assert self.server.get(path)

    def picture(self, path: str) -> None:
        with urllib.request.urlopen(f"{self.server.address}api/{path}", timeout=PATIENCE) as reply:
            assert reply.read(4) == b"\x89PNG"

    def make(self, key: str) -> None:
        assert set(self.server.get("tables", new_table(key))["keys"]) == set(games.GAMES[key].sides)

    def list(self, lang: str) -> None:
        assert [each["key"] for each in self.server.get(f"games?lang={lang}")] == list(games.GAMES)

    def sit(self, table: Json, side: str, lang: str) -> None:
        """Come to the table and receive its scene."""
        address = f"ws://127.0.0.1:{self.server.port}/api/tables/{table['table']}/play"
        query = f"?key={table['keys'][side]}&lang={lang}"
        with connect(address + query, open_timeout=PATIENCE, close_timeout=1) as socket:
            while True:
                message = json.loads(socket.recv(timeout=PATIENCE))
                if message["is"] == "update":
                    assert message["scene"]["units"]
                    return
