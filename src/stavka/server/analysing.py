"""Analyses and hints, worked out in processes of their own: a game is looked back at, or a plan is made for a player.

The process is given what the request may use: for a hint the sight of the seat, for an analysis the moves of the record
and whether the whole truth may be told. It reports its progress, and when it is told to stop, it answers with what it
has found."""

from __future__ import annotations

import asyncio
import io
import json
import pickle
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.agents.analysis import Analysis, Depth
from stavka.agents.hints import hint
from stavka.agents.levels import USUAL
from stavka.agents.planner import Planner
from stavka.engine.agent import Patience, Sight
from stavka.engine.offer import Offer
from stavka.engine.record import Move
from stavka.engine.state import Json
from stavka.server.faults import tell_fault
from stavka.server.programs import GamePickler, GameUnpickler
from stavka.server.worker import NoAnswerError, Worker, begin, share

AT_ONCE: Final = 2
"""The most analyses that are worked out at the same time, in the whole server, and the most hints."""
NICE: Final = 10
"""The niceness of these processes: they yield to the server and to computer players."""
REPLY_BYTES: Final = 64 * 1024 * 1024
STOP: Final = b"stop"
HINT_SECONDS: Final = 20.0
"""The time within which a hint is made; it then proposes the best that it has tried."""
SOON: Final = 0.05
GRACE: Final = 30.0
"""Additional seconds after which a process that does not answer is ended."""


class Wanted(NamedTuple):
    """A request for an analysis."""

    game: str
    scenario: str
    options: dict[str, Any]
    moves: list[tuple[str, str]]
    seats: list[int]
    whole: bool
    seconds: float
    data: str = ""
    """The folder with the data of the game, if they are not the installed ones."""


class HintWanted(NamedTuple):
    """A request for a hint: the knowledge of the seat, and nothing else of the game."""

    game: str
    sight: Sight[Any]
    offer: Offer
    seconds: float
    data: str = ""


class FailedError(Exception):
    """The process has ended without an answer."""


def has_judgement(game: str) -> bool:
    """Whether the positions of a game can be judged."""
    return bool(games.GAMES[game].craft)


# -- in the process -------------------------------------------------------------------------------------------------


class Stopped(Patience):
    """A patience that is also over when the server says anything."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        super().__init__(seconds, lambda done: connection.send_bytes(share(done)))
        self.connection = connection

    def is_over(self) -> bool:
        return super().is_over() or self.connection.poll()


def work(connection: Connection) -> None:
    """Answer one request with JSON; empty if there was a fault."""
    begin(connection, NICE)
    data = connection.recv_bytes()
    is_stopped = data == STOP  # it came before the request
    wanted = GameUnpickler(io.BytesIO(connection.recv_bytes() if is_stopped else data)).load()
    try:
        reply = json.dumps(answer(wanted, Stopped(connection, -1.0 if is_stopped else wanted.seconds)))
    except ConnectionError:
        raise
    except Exception as error:  # a fault of ours: the server is told that there is nothing
        tell_fault("analysis", error)
        reply = "null"
    connection.send_bytes(reply.encode())


def answer(wanted: Wanted | HintWanted, patience: Patience) -> Json:
    game, make = games.again(wanted.game, wanted.data), games.part(wanted.game, games.GAMES[wanted.game].craft)
    if isinstance(wanted, HintWanted):
        planner = Planner(make, game, 0, USUAL)
        planner.patience = patience
        return hint(planner, wanted.sight, wanted.offer)
    analysis = Analysis(make, game, Depth(), wanted.seats, whole=wanted.whole, patience=patience)
    analysis.run(game.new(wanted.scenario, wanted.options), [Move(*move) for move in wanted.moves])
    return analysis.as_json()


# -- in the server --------------------------------------------------------------------------------------------------


def new_worker() -> Worker:
    return Worker(work, "stavka-analysis", REPLY_BYTES)


def packed(wanted: Wanted | HintWanted) -> bytes:
    buffer = io.BytesIO()
    GamePickler(buffer, pickle.HIGHEST_PROTOCOL).dump(wanted)
    return buffer.getvalue()


class Analyser:
    """Works out analyses and hints, a few at a time."""

    def __init__(self, make: Callable[[], Worker] = new_worker) -> None:
        self.make = make
        self.room = {kind: asyncio.Semaphore(AT_ONCE) for kind in (Wanted, HintWanted)}

    async def ask(
        self, wanted: Wanted | HintWanted, tell: Callable[[float], None], stop: asyncio.Event | None = None
    ) -> Json:
        """The answer to a request; with what it has found when `stop` is set. FailedError if there is no answer.
        Cancelling ends the process."""
        async with self.room[type(wanted)]:
            worker = self.make()
            stopping = asyncio.create_task(stop_when(stop or asyncio.Event(), worker))
            try:
                data = await asyncio.to_thread(packed, wanted)
                reply: Json | None = json.loads(await worker.ask(data, wanted.seconds + GRACE, tell))
            except (NoAnswerError, EOFError, OSError) as error:
                tell_fault("analysis", error)
                reply = None
            finally:
                stopping.cancel()
                await worker.halt()
                worker.close()
        if reply is None:
            raise FailedError
        return reply


async def stop_when(stop: asyncio.Event, worker: Worker) -> None:
    """Tell a worker to stop, as soon as it can be told."""
    await stop.wait()
    while worker.connection is None:
        await asyncio.sleep(SOON)
    await worker.tell(STOP)
