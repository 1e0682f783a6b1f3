"""Records that become tables. Each is played through in its own process, which has a budget of processor time and
memory and then ends. The server itself reads only the text, whose size is limited, and stores the result."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.record import Record, RecordError, read_record
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.server import match as done
from stavka.server.faults import tell_fault
from stavka.server.match import Done, Match, Played
from stavka.server.rows import TableRow
from stavka.server.settings import Settings
from stavka.server.worker import NoAnswerError, Worker, begin

AT_ONCE: Final = 1
"""The number of records that are played through at the same time."""
MOST_WAITING: Final = 4
"""The number of further records that may wait, each from a different client."""
WALL: Final = 6
"""The most clock time of a process, in multiples of its processor time, since others work on the machine too."""
NICE: Final = 5
"""The niceness of the process: like computer players, it yields to the server itself."""
TIME_IS_OVER: Final[int | None] = getattr(signal, "SIGXCPU", None)
"""The signal by which the system stops a process that has used up its processor time; Windows has none."""
REPLY_BYTES: Final = 16 * 1024 * 1024
ME, FRIEND = "me", "friend"


class ImportBusyError(Exception):
    """The server cannot take another import now; the text says why."""


class Wanted(NamedTuple):
    """The request that is sent to the process."""

    record: str
    people: list[int]
    seconds: float
    memory: int


# -- before anything is played --------------------------------------------------------------------------------------


def check(
    text: str,
    players: Mapping[str, str],
    most: int,
    load: Callable[[str], Game[Any]] = games.load,
    piped: Callable[[str], Collection[str]] = lambda _: (),
) -> tuple[Record, Game[Any]]:
    """The record in a text, if it can be read, is not too long, and has a known game, scenario and players. RecordError
    and ValueError say what is wrong with it."""
    record = read_record(text)
    if len(record.moves) > most:
        raise ValueError(f"The record has {len(record.moves):,} moves; at most {most:,} can be imported.")
    about = games.about(record.game)
    if record.overlay:
        raise ValueError("The game was played with an overlay, which this server does not have.")
    if record.scenario not in [scenario["key"] for scenario in about["scenarios"]]:
        raise ValueError(f"{about['title']} has no scenario of that name.")
    game = load(record.game)
    check_players(game, players, piped(game.key))
    return record, game


def check_players(game: Game[Any], players: Mapping[str, str], piped: Collection[str] = ()) -> None:
    """Check that each side has a player and that each program knows the game. piped: programs of this server's
    operator."""
    if set(players) != set(game.sides):
        raise ValueError(f"Expected a player for each of {', '.join(game.sides)}.")
    for player in players.values():
        if player not in (ME, FRIEND, *piped):
            try:
                opponents.check(player, game.key)
            except opponents.UnknownPlayerError:
                known = ", ".join((ME, FRIEND, *opponents.names(game.key), *piped))
                raise ValueError(f"No such player; there are {known}.") from None


def people_of(game: Game[Any], players: Mapping[str, str]) -> list[int]:
    return [seat for seat, side in enumerate(game.sides) if players[side] in (ME, FRIEND)]


# -- in the process -------------------------------------------------------------------------------------------------


def work(connection: Connection) -> None:
    """Play one record through, and answer with what has to be stored or with one sentence."""
    begin(connection, NICE)
    wanted = Wanted(*json.loads(connection.recv_bytes()))
    limit(wanted)
    answer: dict[str, Any]
    try:
        answer = play(wanted)._asdict()
    except (RecordError, ValueError) as error:
        answer = {"refused": str(error)}
    except MemoryError:
        answer = {"refused": too_large(wanted.memory)}
    except Exception as error:  # a fault of ours: the server is told that there is nothing to store
        tell_fault("import", error)
        answer = {"refused": "The record cannot be played through; this has been noted."}
    connection.send_bytes(json.dumps(answer).encode())


def limit(wanted: Wanted) -> None:
    """Set the limits beyond which the system stops the process (time) or refuses it memory. Windows has neither: there
    only the server's clock stops the process."""
    if sys.platform == "win32":
        return
    import resource  # noqa: PLC0415  # there is none on Windows

    seconds = int(time.process_time() + wanted.seconds) + 1
    limits = (
        (resource.RLIMIT_CPU, seconds, seconds + 1),
        (resource.RLIMIT_AS, wanted.memory, wanted.memory),
        (resource.RLIMIT_CORE, 0, 0),
    )
    for what, soft, hard in limits:
        with suppress(ValueError, OSError):  # not every system has every limit
            resource.setrlimit(what, (soft, hard))


def play(wanted: Wanted) -> Played:
    """Check what the record says, then play it as a table does, which knows what was decided in secret."""
    record = read_record(wanted.record)
    game = games.load(record.game)
    session = Session.resume(game, record)
    options = json.dumps(dict(record.options), sort_keys=True)
    table = TableRow(scenario=record.scenario, seed=record.seed, options=options, clock_start=None, created=time.time())
    moves = session.record.moves
    del session
    match = Match(game, table, wanted.people)
    for move in moves:
        if move.who != done.ROLL:
            match.do(done.PICK, game.sides.index(move.who), move.what)
    return Played.of(match)


# -- in the server --------------------------------------------------------------------------------------------------


def too_long(seconds: float) -> str:
    return f"The record takes more than {seconds:g} s to play through; at most that long can be imported."


def too_large(memory: int) -> str:
    return f"The record needs more than {memory // 2**20} MiB of memory to play through; at most that can be imported."


def new_worker() -> Worker:
    return Worker(work, "stavka-import", REPLY_BYTES)


class Importer:
    def __init__(self, settings: Settings, make: Callable[[], Worker] = new_worker) -> None:
        self.settings, self.make = settings, make
        self.room = asyncio.Semaphore(AT_ONCE)
        self.clients: set[str] = set()
        """The clients whose records are being imported or wait for it."""

    @contextmanager
    def place(self, client: str) -> Iterator[None]:
        """A place for one import of a client, from reading to storing. ImportBusyError says why there is none now."""
        if client in self.clients:
            raise ImportBusyError("A record of yours is being imported; wait until that is done.")
        if len(self.clients) >= AT_ONCE + MOST_WAITING:
            raise ImportBusyError("Several records are being imported; try again in a minute.")
        self.clients.add(client)
        try:
            yield
        finally:
            self.clients.discard(client)

    async def play(self, record: str, people: list[int]) -> Played:
        """The rows to store for a record. ValueError says why the record cannot be imported."""
        async with self.room:
            return await self.ask(Wanted(record, people, self.settings.record_seconds, self.settings.record_memory))

    async def ask(self, wanted: Wanted) -> Played:
        worker = self.make()
        try:
            reply = json.loads(await worker.ask(json.dumps(wanted).encode(), wanted.seconds * WALL))
        except NoAnswerError:
            raise ValueError(too_long(wanted.seconds)) from None
        except (EOFError, OSError) as error:
            await worker.halt()
            raise ValueError(why(worker.exit_code, wanted, error)) from None
        finally:
            await worker.halt()
            worker.close()
        if "refused" in reply:
            raise ValueError(reply["refused"])
        return Played(**{**reply, "rows": [Done(*row) for row in reply["rows"]]})


def why(exit_code: int | None, wanted: Wanted, error: Exception) -> str:
    """The reason why the process has ended without an answer."""
    if TIME_IS_OVER is not None and exit_code == -TIME_IS_OVER:
        return too_long(wanted.seconds)
    tell_fault("import", error)
    return too_large(wanted.memory)
