"""Computer seats: worker processes that are given what a seat may see, a question and a time, and answer with a pick.

What travels to a worker is a `Question`: the sight of the seat (pickled, the game itself named by its key), the offer,
and the program's own random seed. Neither the position nor the dice go along. What comes back is two numbers."""

from __future__ import annotations

import asyncio
import io
import json
import pickle
import signal
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from math import inf
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from random import Random
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.agents import registry
from stavka.engine.agent import Agent, Patience, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.server.faults import LOG, tell_fault

REMEMBERED: Final = 64
"""Programs that a worker keeps with their plans; one that was forgotten is made again and plans anew."""
START_SECONDS: Final = 60.0
"""More time for the first answer of a worker: it has to start and to load the game."""
ATTEMPTS: Final = 2
"""How often a program is asked before a weaker one stands in for it."""
LOOK: Final = 0.2
ENOUGH: Final = 0.5
"""The share of its time in which a program should have decided."""


class Question(NamedTuple):
    game: str
    table: str
    agent: str
    seed: int
    seat: int
    sight: Sight[Any] | None
    offer: Offer
    seconds: float = inf
    """In which the program should have decided."""


class Answer(NamedTuple):
    pick: Pick
    by: str
    """The program that gave it: another than was asked if that one could not; none if chance did."""


class GamePickler(pickle.Pickler):
    """A game's fixed part does not travel: both sides have it."""

    def persistent_id(self, obj: object) -> str | None:
        return obj.key if isinstance(obj, Game) else None


class GameUnpickler(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Game[Any]:
        return games.load(pid)


def packed(question: Question) -> bytes:
    buffer = io.BytesIO()
    GamePickler(buffer, pickle.HIGHEST_PROTOCOL).dump(question)
    return buffer.getvalue()


def unpacked(data: bytes) -> Question:
    question = GameUnpickler(io.BytesIO(data)).load()
    assert isinstance(question, Question)
    return question


@cache
def is_blind(agent: str, game: Game[Any]) -> bool:
    return registry.make(agent, game, 0).blind


def stand_ins(question: Question) -> list[str]:
    """Weaker programs that know the game, the best first."""
    known = registry.names(question.game)
    return list(reversed(known[: known.index(question.agent)]))


# -- in the worker --------------------------------------------------------------------------------------------------


def work(connection: Connection) -> None:
    """Answer questions until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    agents: OrderedDict[tuple[str, int, str], Agent] = OrderedDict()
    connection.send_bytes(b"ready")
    while True:
        try:
            question = unpacked(connection.recv_bytes())
        except EOFError:
            return
        try:
            reply = json.dumps(answer(question, agents, lambda share: connection.send_bytes(b"%.2f" % share)))
        except Exception as error:  # a fault in a program: the server is told that there is no pick
            tell_fault(f"program {question.agent}", error)
            reply = "[]"
        connection.send_bytes(reply.encode())


def answer(
    question: Question, agents: OrderedDict[tuple[str, int, str], Agent], tell: Callable[[float], None] | None = None
) -> Pick:
    key = question.table, question.seat, question.agent
    if key not in agents:
        agents[key] = registry.make(question.agent, games.load(question.game), question.seed)
    agents.move_to_end(key)
    while len(agents) > REMEMBERED:
        agents.popitem(last=False)
    agents[key].patience = Patience(question.seconds, tell)
    return agents[key].choose(question.sight, question.offer)


# -- in the server --------------------------------------------------------------------------------------------------


class NoAnswerError(Exception):
    """The worker died, or its time ran out."""


class Worker:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.process: SpawnProcess | None = None
        self.connection: Connection | None = None
        self.is_fresh = True

    def start(self) -> None:
        if self.process is not None and self.process.is_alive():
            return
        self.stop()
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(theirs,), daemon=True, name="stavka-program")
        self.process.start()
        theirs.close()
        self.connection, self.is_fresh = ours, True
        if not ours.poll(START_SECONDS) or ours.recv_bytes() != b"ready":
            raise NoAnswerError

    def stop(self) -> None:
        """Stop it at once, whatever it is doing."""
        if self.process is not None:
            self.process.kill()
            self.process.join(5)
            self.process.close()
        if self.connection is not None:
            self.connection.close()
        self.process = self.connection = None

    async def ask(self, data: bytes, seconds: float, tell: Callable[[float], None]) -> Pick:
        await asyncio.to_thread(self.start)
        assert self.connection is not None
        connection = self.connection
        await asyncio.to_thread(connection.send_bytes, data)
        allowed = seconds + (START_SECONDS if self.is_fresh else 0)
        start = time.monotonic()
        told = shown = 0.0
        while True:
            if await asyncio.to_thread(connection.poll, LOOK):
                reply = json.loads(await asyncio.to_thread(connection.recv_bytes, 64))
                if not isinstance(reply, float):
                    break
                told = reply
            passed = time.monotonic() - start
            if passed > allowed:
                raise NoAnswerError
            shown = max(shown, told or min(1.0, passed / seconds))
            tell(shown)
        kind, index = reply
        self.is_fresh = False
        return int(kind), int(index)


class Programs:
    """One pool. The questions of a table go to the same worker, where the program that it plays has its plans."""

    def __init__(self, workers: int, seconds: float) -> None:
        self.workers = [Worker() for _ in range(workers)]
        self.seconds = seconds

    def worker(self, table: str) -> Worker:
        return self.workers[sum(table.encode()) % len(self.workers)]

    async def ask(self, question: Question, tell: Callable[[float], None] = lambda _: None) -> Answer:
        """The program's pick. A worker that dies or does not answer in time is replaced and asked again; when that does
        not help, weaker programs that know the game are asked, and at last chance picks among what is offered, so that
        the game goes on. Cancelling stops the worker."""
        worker = self.worker(question.table)
        async with worker.lock:
            for attempt, agent in enumerate([question.agent] * ATTEMPTS + stand_ins(question)):
                asked = question._replace(agent=agent, seconds=self.seconds * ENOUGH)
                data = await asyncio.to_thread(packed, asked)
                try:
                    pick = await worker.ask(data, self.seconds * (1 + attempt), tell)
                    if pick in question.offer:
                        return Answer(pick, agent)
                    LOG.error("program %s picked what was not offered", agent)
                except (NoAnswerError, EOFError, OSError, ValueError) as error:
                    tell_fault(f"program {agent} gave no answer", error)
                except asyncio.CancelledError:
                    worker.stop()
                    raise
                await asyncio.to_thread(worker.stop)
        LOG.error("program %s cannot be asked; chance picks", question.agent)
        return Answer(Random().choice(list(question.offer)), "")

    def close(self) -> None:
        for worker in self.workers:
            worker.stop()
