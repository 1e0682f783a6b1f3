"""Kill server processes, workers and the database without warning while picks flow: nothing is lost or done twice.

    make kill
    PYTHONPATH=tests .venv/bin/python -m server.campaigns.kill --kills 30 --seed 1 --minutes 30

Each setting has a new database and a new server. Two people play at a table of each game, and one against a computer
player. At random moments something is killed with SIGKILL, and started again if nobody else does it. Everybody who is
cut off comes back. When a seat comes back, its state is the one that was acknowledged last, or one more if a pick was
on its way. At the end every table is compared with what was acknowledged: each pick is stored once, in its order, and
both seats see the same position. The server then replays every game, which compares each position with its fingerprint.

The last lines sum up; the exit status is 1 if anything was wrong."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, Final, NamedTuple

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from server.postgres import Postgres, new_database
from server.process import Server, Several, children_of
from server.reading import Reading
from server.storm import new_table
from stavka import games
from stavka.engine.standing import no_defaults
from stavka.engine.state import Json
from stavka.server.match import PICK, UNDO, VOID
from stavka.server.settings import Settings, driver
from stavka.server.store import Store

PATIENCE: Final = 60.0
"""Seconds within which a table has to go on."""
THINK: Final = 0.05
"""Seconds between two picks at a table."""
BETWEEN: Final = (0.5, 3.0)
"""Seconds between two kills, when all tables go on."""


class Setting(NamedTuple):
    name: str
    is_postgres: bool
    processes: int
    victims: tuple[str, ...]


SETTINGS: Final = (
    Setting("SQLite, one process", False, 1, ("server", "server", "worker")),
    Setting("PostgreSQL, one process", True, 1, ("server", "worker", "database")),
    Setting("PostgreSQL, three processes", True, 3, ("server", "server", "server", "pool", "worker", "database")),
    Setting("SQLite, three processes", False, 3, ("server", "server", "server", "pool", "worker")),
)


# -- people ---------------------------------------------------------------------------------------------------------


class WrongError(Exception):
    """Something that must not be."""


class Done(NamedTuple):
    """A pick that was acknowledged, or that was on its way and is there."""

    seat: int
    what: str


class Sitting:
    """A seat of a table, and its connection while there is one."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.socket: ClientConnection | None = None
        self.stack = ExitStack()
        self.reading = Reading()

    def come(self) -> None:
        """Connect, and receive the scene."""
        self.leave()
        self.reading = Reading()
        self.socket = self.stack.enter_context(connect(self.address, close_timeout=0.1, open_timeout=10))
        while not self.reading.scenes:
            self.hear()

    def hear(self, seconds: float = 20) -> Json:
        assert self.socket is not None
        message: Json = json.loads(self.socket.recv(timeout=seconds))
        self.reading.read(message)
        return message

    def leave(self) -> None:
        with suppress(WebSocketException, OSError):
            self.stack.close()
        self.socket = None

    def ask(self, id_: str, message: Json) -> Json:
        """Send something and read up to its answer."""
        assert self.socket is not None
        self.socket.send(json.dumps({**message, "id": id_}))
        while not (self.reading.replies and self.reading.replies[-1]["id"] == id_):
            self.hear()
        return self.reading.replies[-1]


class Game(threading.Thread):
    """A table, and the people who play at it, one pick after the other. They come back whatever happens."""

    def __init__(self, server: Server, key: str, players: Json, seed: int) -> None:
        super().__init__(name=key, daemon=True)
        self.server, self.rng, self.key = server, Random(seed), key
        self.made: Json = server.get("tables", {**new_table(key), "seats": players, "pace": 0})
        sides = games.GAMES[key].sides
        self.people = [seat for seat, side in enumerate(sides) if players[side] == "me"]
        self.has_program = len(self.people) < len(sides)
        place = f"ws://127.0.0.1:{server.port}/api/tables/{self.made['table']}/play"
        self.sittings = {seat: Sitting(f"{place}?key={self.key_of(sides[seat])}") for seat in self.people}
        self.done: list[Done] = []
        self.acknowledged = 0
        self.latest = 0.0
        """The time of the last acknowledgement."""
        self.gaps: list[float] = []
        self.faults: list[str] = []
        self.stopping = threading.Event()
        self.numbers = iter(range(1, 10**9))

    def key_of(self, side: str) -> str:
        """One key holds both seats; to sit at one of them, each side has a new key of its own."""
        return self.server.new_key(self.made, side)

    def run(self) -> None:
        pending: tuple[Done, int] | None = None
        while not self.stopping.is_set():
            try:
                self.come()
                self.settle(pending)
                pending = None
                while not self.stopping.is_set():
                    pending = self.choose()
                    if pending is None:
                        continue
                    self.pick(*pending)
                    pending = None
            except (WebSocketException, OSError, TimeoutError, EOFError):
                time.sleep(0.2)
            except WrongError as fault:
                self.faults.append(f"{self.key}: {fault}")
                return
        with suppress(WebSocketException, OSError, TimeoutError):
            self.come()
            self.settle(pending)

    def come(self) -> None:
        for sitting in self.sittings.values():
            sitting.come()
            for question in no_defaults(games.load(self.key)):
                sitting.ask(self.id(), {"do": "standing", "question": question, "answer": "ask"})

    def id(self) -> str:
        return f"{self.key} {next(self.numbers)}"

    def settle(self, pending: tuple[Done, int] | None) -> None:
        """Find out whether the pick was made that was on its way when the connection was lost. Beside a computer player
        that cannot be told."""
        if pending is None or self.has_program:
            return
        pick, state = pending
        now = self.sittings[pick.seat].reading.state
        if now not in (state, state + 1):
            raise WrongError(f"seat {pick.seat} was at {state} with a pick on its way, and is at {now}")
        if now != state:
            self.note(pick)

    def choose(self) -> tuple[Done, int] | None:
        """A pick of a seat that has to decide, and the state in which it decides."""
        time.sleep(THINK)
        for seat, sitting in self.sittings.items():
            with suppress(TimeoutError):
                while True:
                    sitting.hear(0)
            offer = sitting.reading.scene["offer"]
            if sitting.reading.scene["result"]:
                self.stopping.set()
            elif offer and offer["picks"]:
                word = self.rng.choice([pick["pick"] for pick in offer["picks"]])
                return Done(seat, word), sitting.reading.state
        return None

    def pick(self, pick: Done, state: int) -> None:
        sitting = self.sittings[pick.seat]
        answer = sitting.ask(self.id(), {"do": "pick", "state": state, "pick": pick.what})
        if answer["is"] == "answer":
            if not self.has_program and sitting.reading.state != state + 1:
                raise WrongError(f"a pick at {state} was acknowledged, and led to {sitting.reading.state}")
            self.note(pick)
        elif "could not be saved" in answer["text"] or "reopened" in answer["text"]:
            raise OSError  # whether it is there turns out when the seat comes back
        elif "moved on" not in answer["text"]:
            raise WrongError(f"{pick} was refused: {answer['text']}")

    def note(self, pick: Done) -> None:
        self.done.append(pick)
        now = time.monotonic()
        if self.latest:
            self.gaps.append(now - self.latest)
        self.latest, self.acknowledged = now, self.acknowledged + 1

    def check(self, store: Store) -> None:
        """Compare what is stored with what was acknowledged."""
        expected = iter(self.done)
        changes: dict[int, Any] = {}
        for row in store.moves(self.made["table"]):
            changes.setdefault(row.change, row)
        for row in changes.values() if not self.has_program else ():
            number = int(row.what) if row.kind == VOID else 1
            for n in range(number if row.kind in (PICK, VOID, UNDO) else 0):
                pick = next(expected, None)
                if pick is None or (row.kind == PICK and n == 0 and pick != (row.seat, row.what)):
                    self.faults.append(f"{self.key}: move {row.n} is {row.seat} {row.what}, and was {pick}")
                    return
        if not self.has_program and (lost := len(list(expected))):
            self.faults.append(f"{self.key}: {lost} picks are lost")
        seen = [self.seen(sitting) for sitting in self.sittings.values()]
        if any(each != seen[0] for each in seen):
            self.faults.append(f"{self.key}: the seats do not agree")

    def seen(self, sitting: Sitting) -> list[Any]:
        """What every seat sees alike."""
        sitting.come()
        scene = sitting.reading.scene
        sitting.leave()
        return [scene["turn"], scene["phase"], scene["result"], scene["points"], scene["waiting"], scene["owners"]]


# -- the killer -----------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    kills: dict[str, int] = field(default_factory=dict)
    restarts: list[float] = field(default_factory=list)
    """Seconds from the start of a server that stood alone to its first answer."""
    waits: dict[str, list[float]] = field(default_factory=dict)
    """Seconds from a kill to the next acknowledgement, for each table."""
    picks: int = 0
    faults: list[str] = field(default_factory=list)

    def lines(self, name: str) -> Iterator[str]:
        kills = ", ".join(f"{number} {what}" for what, number in sorted(self.kills.items()))
        yield f"{name}: {sum(self.kills.values())} kills ({kills}), {self.picks} picks, {len(self.faults)} faults"
        if self.restarts:
            yield f"  restart: median {median(self.restarts):.2f} s, most {max(self.restarts):.2f} s"
        for what, waits in sorted(self.waits.items()):
            later = sorted(waits)
            p95 = later[int(0.95 * (len(later) - 1))]
            yield f"  {what}: next pick after {median(later):.2f} s, p95 {p95:.2f} s, most {later[-1]:.2f} s"
        yield from (f"  FAULT {fault}" for fault in self.faults)


class Killer:
    def __init__(self, setting: Setting, server: Server, database: Postgres | None, rng: Random) -> None:
        self.setting, self.server, self.database, self.rng = setting, server, database, rng
        self.tally = Tally()

    def kill(self, games_: list[Game]) -> None:
        """Kill something, and wait until every table goes on."""
        victim = self.rng.choice(self.setting.victims)
        before = {game: game.acknowledged for game in games_}
        start = time.monotonic()
        if not {"server": self.kill_server, "worker": self.kill_worker, "pool": self.kill_pool}.get(
            victim, self.kill_database
        )():
            return
        self.tally.kills[victim] = self.tally.kills.get(victim, 0) + 1
        waits = self.tally.waits.setdefault(victim, [])
        waiting = [game for game in games_ if game.is_alive() and not game.has_program]
        while waiting and time.monotonic() < start + PATIENCE:
            time.sleep(0.01)
            going = [game for game in waiting if game.acknowledged > before[game] + 1 or not game.is_alive()]
            waits += [time.monotonic() - start for _ in going]
            waiting = [game for game in waiting if game not in going]
        self.tally.faults += [f"{game.key} does not go on after the kill of a {victim}" for game in waiting]

    def kill_server(self) -> bool:
        if self.setting.processes == 1:
            self.server.kill()
            start = time.monotonic()
            self.server.start()
            self.tally.restarts.append(time.monotonic() - start)
            return True
        servers = self.server.children()[1:]
        return bool(servers) and end(self.rng.choice(servers))

    def kill_pool(self) -> bool:
        children = self.server.children()
        return bool(children) and end(children[0])

    def kill_worker(self) -> bool:
        """Kill a worker, if one runs: a child of the process from which they are forked."""
        home = self.server.process.pid if self.setting.processes == 1 else next(iter(self.server.children()), 0)
        workers = [worker for helper in children_of(home) for worker in children_of(helper)]
        return bool(workers) and end(self.rng.choice(workers))

    def kill_database(self) -> bool:
        assert self.database is not None
        self.database.kill()
        self.database.start()
        return True


def end(process: int) -> bool:
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


# -- the campaign ---------------------------------------------------------------------------------------------------


@contextmanager
def served(setting: Setting, folder: Path) -> Iterator[tuple[Server, Postgres | None]]:
    with ExitStack() as stack:
        database, url = None, ""
        if setting.is_postgres:
            database = stack.enter_context(Postgres.running())
            url = driver(new_database(database.address, "stavka"))
        kind: Callable[..., Server] = Server if setting.processes == 1 else Several
        server = kind(Settings(folder, url), folder / "log", STAVKA_LIMIT_FACTOR="1000", STAVKA_THINK_SECONDS="1")
        try:
            yield server, database
        finally:
            server.process.send_signal(signal.SIGTERM)
            with suppress(Exception):
                server.process.wait(30)
            server.kill()


def campaign(setting: Setting, kills: int, seed: int, until: float) -> Tally:
    with tempfile.TemporaryDirectory(prefix="stavka-kill-") as name, served(setting, Path(name)) as (server, database):
        both = {key: dict.fromkeys(games.GAMES[key].sides, "me") for key in games.GAMES}
        tables = [Game(server, key, players, seed) for key, players in both.items()]
        tables.append(Game(server, "traces", {"soviet": "me", "axis": "scripted"}, seed))
        for table in tables:
            table.start()
        rng = Random(seed)
        killer = Killer(setting, server, database, rng)
        while sum(killer.tally.kills.values()) < kills and time.monotonic() < until:
            time.sleep(rng.uniform(*BETWEEN))
            killer.kill(tables)
        for table in tables:
            table.stopping.set()
        for table in tables:
            table.join(PATIENCE)
        return summed(killer, tables, Settings(Path(name), server.settings.database_url))


def summed(killer: Killer, tables: list[Game], settings: Settings) -> Tally:
    """Compare every table with what was acknowledged, after a last start that replays it."""
    killer.server.process.send_signal(signal.SIGTERM)
    killer.server.process.wait(60)
    killer.server.start()
    store = Store(settings.database)
    for table in tables:
        if not table.faults:
            table.check(store)
        killer.tally.picks += table.acknowledged
        killer.tally.faults += table.faults
    store.close()
    return killer.tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=25, help="for each setting")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=15, help="for each setting")
    parser.add_argument("--only", type=int, help="the number of one setting, from 0")
    args = parser.parse_args()
    is_bad = False
    for setting in SETTINGS if args.only is None else SETTINGS[args.only : args.only + 1]:
        tally = campaign(setting, args.kills, args.seed, time.monotonic() + 60 * args.minutes)
        print("\n".join(tally.lines(setting.name)), flush=True)
        is_bad |= bool(tally.faults)
    return int(is_bad)


if __name__ == "__main__":
    sys.exit(main())
