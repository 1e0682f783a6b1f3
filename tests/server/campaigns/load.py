"""Many live games at once: how long a pick takes until it is acknowledged, and what it costs.

    make load                                           10 to 1,000 games, each number on a new server
    make load LIVE="50 200"                             these numbers only
    make load LIVE="100 --seconds 60 --seed 2"          for longer, with other picks
    make load LIVE="4 --every 0.05 --kinds luki"        few games of one kind, as fast as this
    make load LIVE="--price 300"                        the price of a pick: 300 of each kind, one by one
    make load LIVE="100 --urls http://127.0.0.1:8001/ http://127.0.0.1:8002/ --pids 12 13"

The games are of all kinds in turn. Both seats of each are connected over WebSocket, with compression, as browsers ask
for it. One pick is made every two seconds in each game, at random from the offer that was sent; a game whose pick is
not acknowledged waits with its next one. The players are in a process of their own (`--drivers`: in several), whose
processor time is printed apart: on a machine with two cores it takes time from the server. With `--urls` the servers
are already running, on this machine: the games are dealt out to them, with `--apart` the two seats of a game to
different ones, and `--pids` names the processes whose memory and processor time are read, with their children.

`--price` plays one game of each kind, with two players and with ten onlookers more, one pick after the other, and
prints how much processor time the server takes from one acknowledgement to the next: median, mean and p95.

Printed for each number of games: the acknowledgements' p50, p95 and p99; the picks made and wanted in a second; the
servers' processor time for a pick; their memory; the bytes that a pick sends to the two players, compressed. Nothing is
judged: the figures depend on the machine. Memory and processor time are read from /proc, so it runs on Linux."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import fmean, median, quantiles
from typing import Any, Final, NamedTuple
from urllib.parse import urlsplit

import msgspec
from msgspec import UNSET, Struct, UnsetType
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from server.campaigns.wear import TICKS, parent, ticks
from server.process import Server
from stavka import games
from stavka.engine.state import Json
from stavka.server.settings import Settings

NUMBERS: Final = (10, 50, 100, 200, 500, 1000)
EVERY: Final = 2.0
"""Seconds from one pick of a game to the next."""
SETTLE: Final = 3.0
"""Seconds in which games are played before anything is counted."""
AGAIN: Final = 0.05
"""Seconds after which a game without a question is looked at again: the news is on its way to the other seat."""
LONGEST: Final = 60.0
"""Seconds after the end in which the last answers may come."""


# -- what the players read of a message: the question, and what is answered ------------------------------------------


class Pick(Struct):
    pick: str


class Offer(Struct):
    picks: list[Pick]


class Splice(Struct):
    at: int
    cut: int
    put: list[Pick]


class NewPicks(Struct):
    picks: list[Pick] | UnsetType = UNSET


class ChangedPicks(Struct):
    picks: Splice | UnsetType = UNSET


class OfferPatch(Struct, rename={"in_": "in"}):
    set: NewPicks | UnsetType = UNSET
    in_: ChangedPicks | UnsetType = UNSET


class NewOffer(Struct):
    offer: Offer | UnsetType | None = UNSET


class ChangedOffer(Struct):
    offer: OfferPatch | UnsetType = UNSET


class Changes(Struct, rename={"in_": "in"}):
    set: NewOffer | UnsetType = UNSET
    in_: ChangedOffer | UnsetType = UNSET


class Patch(Struct):
    changes: Changes


class Answer(Struct):
    id: int


class Message(Struct, rename={"is_": "is"}):
    is_: str
    state: int = 0
    id: int | None = None
    scene: NewOffer | None = None
    patch: Patch | None = None
    answer: Answer | None = None
    over: Json | None = None
    text: str | None = None


READER: Final = msgspec.json.Decoder(Message)


def offered(picks: list[str], patch: Patch) -> list[str]:
    """The picks of a question after a patch of the scene."""
    found, changed = patch.changes.set, patch.changes.in_
    if not isinstance(found, UnsetType) and not isinstance(found.offer, UnsetType):
        return words(found.offer)
    if isinstance(changed, UnsetType) or isinstance(changed.offer, UnsetType):
        return picks
    new, inside = changed.offer.set, changed.offer.in_
    if not isinstance(new, UnsetType) and not isinstance(new.picks, UnsetType):
        return [each.pick for each in new.picks]
    if isinstance(inside, UnsetType) or isinstance(inside.picks, UnsetType):
        return picks
    splice = inside.picks
    return [*picks[: splice.at], *(each.pick for each in splice.put), *picks[splice.at + splice.cut :]]


def words(offer: Offer | None) -> list[str]:
    return [] if offer is None else [each.pick for each in offer.picks]


# -- the players, in a process of their own ---------------------------------------------------------------------------


class Seat:
    """One connection, and the question that it has been sent."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.state, self.picks = 0, list[str]()
        self.is_over = False
        self.asked: asyncio.Future[bool] | None = None
        """The answer that is waited for: whether the pick was made."""

    async def read(self) -> None:
        with suppress(WebSocketException, OSError):
            async for text in self.line:
                self.hear(READER.decode(text))

    def hear(self, message: Message) -> None:
        if message.is_ == "update":
            self.state = message.state
            if message.scene is not None and not isinstance(message.scene.offer, UnsetType):
                self.picks = words(message.scene.offer)
            elif message.patch is not None:
                self.picks = offered(self.picks, message.patch)
            self.is_over |= message.over is not None
        answered = message.answer is not None or message.is_ in ("answer", "refused")
        if answered and self.asked is not None and not self.asked.done():
            self.asked.set_result(message.is_ != "refused")

    async def say(self, pick: str) -> bool:
        """Send a pick and wait for its acknowledgement. False if it was refused."""
        self.asked = asyncio.get_running_loop().create_future()
        await self.line.send(json.dumps({"do": "pick", "id": 1, "state": self.state, "pick": pick}))
        try:
            return await asyncio.wait_for(self.asked, LONGEST)
        finally:
            self.asked = None


class Counted(ClientConnection):
    """A connection that counts the bytes that it receives."""

    received = 0

    def data_received(self, data: bytes) -> None:
        Counted.received += len(data)
        super().data_received(data)


class Driver:
    """Plays some games until the time is over."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.games: list[list[Seat]] = []
        self.readers: list[asyncio.Task[None]] = []
        self.times: list[float] = []
        """Seconds until each pick was acknowledged."""
        self.refused = 0
        self.wanted = 0.0
        """The picks that were due."""
        self.start = self.end = 0.0

    async def sit(self, addresses: Sequence[Sequence[str]]) -> None:
        """Connect the seats of each game, a few games at a time."""
        gate = asyncio.Semaphore(8)

        async def one(pair: Sequence[str]) -> None:
            async with gate:
                lines = [
                    await connect(
                        each, create_connection=Counted, max_size=None, open_timeout=LONGEST, ping_interval=None
                    )
                    for each in pair
                ]
            self.games.append([Seat(line) for line in lines])

        await asyncio.gather(*map(one, addresses))
        self.readers = [asyncio.create_task(seat.read()) for game in self.games for seat in game]

    async def play(self, seconds: float, every: float) -> None:
        self.every = every
        self.start = time.monotonic() + SETTLE
        self.end = self.start + seconds
        asyncio.get_running_loop().call_later(SETTLE, self.begin)
        await asyncio.gather(*map(self.play_one, self.games))

    def begin(self) -> None:
        """Begin to count."""
        Counted.received = 0
        self.used = time.process_time()

    async def play_one(self, game: list[Seat]) -> None:
        due = time.monotonic() + self.rng.random() * self.every
        while due < self.end:
            await asyncio.sleep(due - time.monotonic())
            seat = next((seat for seat in game if seat.picks), None)
            if any(seat.is_over for seat in game):
                break
            if seat is None:
                due = time.monotonic() + AGAIN
                continue
            sent = time.monotonic()
            is_made = False
            with suppress(TimeoutError, WebSocketException, OSError):
                is_made = await seat.say(self.rng.choice(seat.picks))
            now = time.monotonic()
            if self.start <= sent:
                self.times.append(now - sent)
                self.refused += not is_made
            due = max(due + self.every, now)
        self.wanted += max(0.0, min(time.monotonic(), self.end) - self.start) / self.every

    async def close(self) -> None:
        for reader in self.readers:
            reader.cancel()
        for game in self.games:
            for seat in game:
                seat.line.transport.abort()


async def drive(wanted: Json) -> None:
    driver = Driver(Random(wanted["seed"]))
    await driver.sit(wanted["games"])
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    await driver.play(wanted["seconds"], wanted["every"])
    used = time.process_time() - driver.used
    figures = {
        "times": driver.times,
        "refused": driver.refused,
        "wanted": driver.wanted,
        "bytes": Counted.received,
        "seconds": used,
    }
    print(json.dumps(figures), flush=True)
    await driver.close()


# -- the servers ------------------------------------------------------------------------------------------------------


class Use(NamedTuple):
    seconds: float
    """The processor time of the servers and their children, in seconds."""
    memory: float
    """Their memory, in MiB."""


def family(pids: Iterable[int]) -> set[int]:
    """Processes and all their descendants."""
    found, every = set(pids), [(int(each.name), parent(each)) for each in Path("/proc").glob("[0-9]*")]
    while new := {pid for pid, by in every if by in found and pid not in found}:
        found |= new
    return found


def use(pids: Iterable[int]) -> Use:
    all_ = family(pids)
    return Use(sum(ticks(pid, 11, 12) for pid in all_) / TICKS, sum(map(memory, all_)))


def memory(pid: int) -> float:
    """The memory of a process that it shares with no other, in MiB."""
    with suppress(OSError):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024
    return 0.0


def post(url: str, path: str, data: Json) -> Json:
    request = urllib.request.Request(
        f"{url}api/{path}", json.dumps(data).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=LONGEST) as reply:
        found: Json = json.loads(reply.read())
        return found


def make(url: str, number: int, seed: int, keys: Sequence[str]) -> tuple[str, list[str]]:
    """A new table between two friends, of these kinds in turn, and the keys of its seats."""
    about = games.about(keys[number % len(keys)])
    scenarios = [each["key"] for each in about["scenarios"]]
    scenario = scenarios[number // len(keys) % len(scenarios)]
    one, other = games.GAMES[about["key"]].sides
    wanted = {"game": about["key"], "scenario": scenario, "seats": {one: "me", other: "friend"}, "pace": 0}
    made = post(url, "tables", wanted | {"seed": f"load-{seed}-{number}"})
    taken = post(url, f"tables/{made['table']}/seats", {"invitation": made["invitations"][other]})
    return made["table"], [made["keys"][one], taken["key"]]


def addresses(urls: Sequence[str], number: int, wanted: argparse.Namespace) -> list[str]:
    """The addresses of both seats of a new game."""
    table, keys = make(urls[number % len(urls)], number, wanted.seed, wanted.kinds)
    hosts = [urlsplit(urls[(number + seat * wanted.apart) % len(urls)]).netloc for seat in range(2)]
    return [f"ws://{host}/api/tables/{table}/play?key={key}" for host, key in zip(hosts, keys, strict=True)]


def several(number: int) -> type[Server]:
    """A server with so many processes."""
    return type("Several", (Server,), {"processes": number})


@contextmanager
def served(wanted: argparse.Namespace) -> Iterator[tuple[list[str], list[int]]]:
    """The addresses of the servers and their processes: those that were named, or a new server."""
    if wanted.urls:
        yield wanted.urls, wanted.pids
        return
    with tempfile.TemporaryDirectory() as folder:
        server = several(wanted.processes)(Settings(Path(folder)), Path(folder) / "log", STAVKA_LIMIT_FACTOR="100000")
        try:
            yield [server.address], [server.process.pid]
        finally:
            server.kill()


def measure(number: int, wanted: argparse.Namespace) -> None:
    with served(wanted) as (urls, pids), ExitStack() as stack:
        empty = use(pids)
        found = [addresses(urls, each, wanted) for each in range(number)]
        drivers = [
            stack.enter_context(driver(found[part :: wanted.drivers], wanted, part)) for part in range(wanted.drivers)
        ]
        for each in drivers:
            assert each.stdout is not None and each.stdout.readline() == "ready\n", "a driver could not connect"
        for each in drivers:
            assert each.stdin is not None
            print(file=each.stdin, flush=True)
        time.sleep(SETTLE)
        start, before = time.monotonic(), use(pids)
        time.sleep(wanted.seconds)
        seconds, after = time.monotonic() - start, use(pids)
        figures = [json.loads(each.stdout.readline()) for each in drivers if each.stdout is not None]
        tell(number, seconds, figures, (empty, before, after))


@contextmanager
def driver(found: Sequence[Any], wanted: argparse.Namespace, part: int) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "server.campaigns.load", "--drive"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdin is not None
        order = {"games": found, "seconds": wanted.seconds, "every": wanted.every, "seed": wanted.seed * 1000 + part}
        print(json.dumps(order), file=process.stdin, flush=True)
        yield process
    finally:
        process.kill()
        process.wait()


HEAD: Final = (
    "games | p50, p95, p99 of the acknowledgement, ms | picks/s made / wanted | refused | server: CPU ms a pick, cores "
    "| MiB, KiB a game | bytes a pick | players: cores | load"
)


def tell(number: int, seconds: float, figures: list[Json], uses: tuple[Use, Use, Use]) -> None:
    empty, before, after = uses
    times = sorted(1000 * each for part in figures for each in part["times"])
    cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else [0.0] * 99
    picks, wanted = len(times), sum(part["wanted"] for part in figures)
    used = after.seconds - before.seconds
    print(
        f"{number:5} | {cuts[49]:6.0f} {cuts[94]:6.0f} {cuts[98]:6.0f}"
        f" | {picks / seconds:6.1f} / {wanted / seconds:6.1f}"
        f" | {sum(part['refused'] for part in figures)} | {1000 * used / max(picks, 1):6.2f} {used / seconds:5.2f}"
        f" | {after.memory:5.0f} {1024 * (after.memory - empty.memory) / number:6.0f}"
        f" | {sum(part['bytes'] for part in figures) / max(picks, 1):6.0f}"
        f" | {sum(part['seconds'] for part in figures) / seconds:5.2f} | {os.getloadavg()[0]:.1f}",
        flush=True,
    )


# -- the price of a pick ----------------------------------------------------------------------------------------------


def spent(pid: int) -> float:
    """The processor time of all threads of a process in milliseconds, more exactly than the clock ticks."""
    return sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e6


async def price(server: Server, kind: str, onlookers: int, picks: int, seed: int) -> list[float]:
    """The milliseconds that the server takes from each acknowledgement to the next."""
    wanted = argparse.Namespace(seed=seed, kinds=[kind], apart=False)
    pair, driver, found = addresses([server.address], 0, wanted), Driver(Random(seed)), list[float]()
    await driver.sit([[*pair, *[pair[0].partition("?")[0]] * onlookers]])
    (game,) = driver.games
    before = 0.0
    while len(found) <= picks and not game[0].is_over:
        seat = next((seat for seat in game if seat.picks), None)
        if seat is None:
            await asyncio.sleep(0.001)
            continue
        await seat.say(driver.rng.choice(seat.picks))
        now = spent(server.process.pid)
        found.append(now - before)
        before = now
    await driver.close()
    return found[1:]


def tell_prices(picks: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Settings(Path(folder)), Path(folder) / "log", STAVKA_LIMIT_FACTOR="100000")
        try:
            print("the server's CPU ms a pick: median, mean, p95")
            for kind in games.GAMES:
                for onlookers in (0, 10):
                    found = asyncio.run(price(server, kind, onlookers, picks, seed))
                    high = quantiles(found, n=20, method="inclusive")[-1]
                    figures = f"{median(found):6.2f} {fmean(found):6.2f} {high:6.2f}"
                    print(f"{kind:10} 2 players, {onlookers:2} onlookers | {figures}", flush=True)
        finally:
            server.kill()


def main() -> int:
    reader = argparse.ArgumentParser(description="Many live games at once.")
    reader.add_argument("games", nargs="*", type=int, default=list(NUMBERS), help="the numbers of games")
    reader.add_argument("--seconds", type=float, default=20, help="for how long each number is played")
    reader.add_argument("--every", type=float, default=EVERY, help="seconds from one pick of a game to the next")
    reader.add_argument("--kinds", nargs="*", default=list(games.GAMES), choices=list(games.GAMES))
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--processes", type=int, default=1, help="the number of processes that serve")
    reader.add_argument("--drivers", type=int, default=1, help="the number of processes that play")
    reader.add_argument("--urls", nargs="*", default=[], help="servers on this machine that are already running")
    reader.add_argument("--pids", nargs="*", type=int, default=[], help="their processes")
    reader.add_argument("--apart", action="store_true", help="connect the seats of a game to different servers")
    reader.add_argument("--price", type=int, default=0, help="tell what each of so many picks of each kind costs")
    reader.add_argument("--drive", action="store_true", help=argparse.SUPPRESS)
    wanted = reader.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if wanted.drive:
        asyncio.run(drive(json.loads(sys.stdin.readline())))
        return 0
    if wanted.price:
        tell_prices(wanted.price, wanted.seed)
        return 0
    print(HEAD)
    for number in wanted.games:
        measure(number, wanted)
    return 0


if __name__ == "__main__":
    sys.exit(main())
