"""Computer players: worker processes that are given what a seat may see, a question and a time, and answer with a pick.

A `ProgramQuestion` is sent to a worker: the sight of the seat (pickled, with the game named by its key), the offer, and
the program's own random seed. Neither the position nor the dice are sent. The answer is two numbers, and the plan that
the program has just made, in words. `turns.py` decides
which question comes next, `worker.py` speaks to a worker."""

from __future__ import annotations

import asyncio
import io
import json
import pickle
import time
from collections import OrderedDict
from collections.abc import Callable
from functools import cache, partial
from math import inf
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final, NamedTuple, cast

from stavka import games
from stavka.agents import reasons
from stavka.agents.levels import LEVELS, MARSHAL
from stavka.engine.agent import Agent, Patience, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.engine.state import Json
from stavka.games import opponents
from stavka.server import metrics
from stavka.server.faults import LOG, tell_fault
from stavka.server.turns import Claim, Rank, Turn, Turns
from stavka.server.worker import NoAnswerError, Worker, begin, share

REMEMBERED: Final = 64
"""The number of programs that a worker keeps with their plans; a forgotten one is made again and makes a new plan."""
ATTEMPTS: Final = 2
"""How often a program is asked before a weaker one stands in for it."""
ENOUGH: Final = 0.5
"""The share of its time within which a program should decide."""
LONGER: Final = {MARSHAL: 4}
"""How many times as long a program may think as the others."""
ALONE: Final = 0.1
"""The share of its time within which a program should decide if it plays another program. One worker serves all such
games, and a person may come at any moment."""
GRACE: Final = 0.2
"""The share of its time after which such a thought is stopped if a person waits."""
HURRY: Final = b"hurry"
"""What a worker is told when nobody waits any longer for its thoughts. It is no question, and has no answer."""
REPLY_BYTES: Final = 8 * 1024
"""The most bytes of an answer: a pick and a plan in each language."""
NICE: Final = 5
"""The niceness of workers: they yield to the server itself, which answers people while programs think."""


class ProgramQuestion(NamedTuple):
    game: str
    table: str
    agent: str
    seed: int
    seat: int
    sight: Sight[Any] | None
    offer: Offer
    seconds: float = inf
    """The time within which the program should decide."""
    data: str = ""
    """The folder with the data of the game, if they are not the installed ones."""
    processes: int = 1
    """The processes in which it may think at the same time."""


class ProgramAnswer(NamedTuple):
    pick: Pick
    by: str
    """The program that gave the answer: another one if the one asked could not; empty if chance did."""
    plan: Json | None = None
    """What the program is up to, if it has just made a plan: the aims in each language, and the chance to win that it
    expects."""


class GamePickler(pickle.Pickler):
    """A pickler that leaves out the fixed part of a game, which both sides have."""

    def persistent_id(self, obj: object) -> tuple[str, str] | None:
        return (obj.key, games.data_of(obj)) if isinstance(obj, Game) else None


class GameUnpickler(pickle.Unpickler):
    def persistent_load(self, pid: tuple[str, str]) -> Game[Any]:
        return games.again(*pid)


def packed(question: ProgramQuestion) -> bytes:
    buffer = io.BytesIO()
    GamePickler(buffer, pickle.HIGHEST_PROTOCOL).dump(question)
    return buffer.getvalue()


def unpacked(data: bytes) -> ProgramQuestion:
    question = GameUnpickler(io.BytesIO(data)).load()
    assert isinstance(question, ProgramQuestion)
    return question


@cache
def is_blind(agent: str, game: Game[Any]) -> bool:
    return opponents.make(agent, game, 0).blind


def stand_ins(question: ProgramQuestion) -> list[str]:
    """Weaker programs that know the game, the strongest first. Other levels are the same program as this one: a fault
    in it would stop them too."""
    known = opponents.names(question.game)
    weaker = known[: known.index(question.agent)]
    return [name for name in reversed(weaker) if name not in LEVELS]


# -- in the worker --------------------------------------------------------------------------------------------------


def work(connection: Connection) -> None:
    """Answer questions until the server is gone."""
    agents: OrderedDict[tuple[str, int, str], Agent] = OrderedDict()
    begin(connection, NICE)
    while True:
        data = connection.recv_bytes()
        if data == HURRY:  # it came while the last question was answered
            continue
        question = unpacked(data)
        try:
            reply = json.dumps([*answer(question, agents, connection)])
        except ConnectionError:  # the server is gone
            raise
        except Exception as error:  # a fault in a program: the server is told that there is no pick
            tell_fault(f"program {question.agent}", error)
            reply = "[]"
        connection.send_bytes(reply.encode())


class Hurried(Patience):
    """A patience that is also over when the server says something: while a program thinks, that is only `HURRY`."""

    def __init__(self, connection: Connection, seconds: float) -> None:
        super().__init__(seconds, lambda done: connection.send_bytes(share(done)))
        self.connection = connection

    def is_over(self) -> bool:
        return super().is_over() or self.connection.poll()


def answer(
    question: ProgramQuestion,
    agents: OrderedDict[tuple[str, int, str], Agent],
    connection: Connection,
) -> tuple[int, int, Json | None]:
    key = question.table, question.seat, question.agent
    if key not in agents:
        agents[key] = opponents.make(question.agent, games.again(question.game, question.data), question.seed)
    agents.move_to_end(key)
    while len(agents) > REMEMBERED:
        agents.popitem(last=False)
    agent = agents[key]
    agent.patience = Hurried(connection, question.seconds)
    agent.processes = question.processes
    before = reasons.verdict_of(agent)
    kind, index = agent.choose(question.sight, question.offer)
    return kind, index, reasons.plan_of(agent, before, question.sight, question.seat)


# -- in the server --------------------------------------------------------------------------------------------------


def new_worker() -> Worker:
    return Worker(work, "stavka-program", REPLY_BYTES)


class Programs:
    """A pool of workers. The questions of a table go to the worker in which the program that it plays keeps its plans,
    if that one is idle; in another worker, the program makes a new plan from what the seat sees."""

    def __init__(self, workers: int, seconds: float, make: Callable[[], Worker] = new_worker) -> None:
        self.workers = [make() for _ in range(workers)]
        self.turns = Turns(self.workers, seconds * GRACE)
        self.seconds = seconds
        self.thinking: dict[str, Worker] = {}
        """The tables for which a worker thinks now."""
        self.hurrying: set[asyncio.Task[None]] = set()

    async def ask(
        self,
        question: ProgramQuestion,
        tell: Callable[[float], None] = lambda _: None,
        claim: Callable[[], Claim] = Claim,
        wait: Callable[[int], None] = lambda _: None,
    ) -> ProgramAnswer:
        """Ask a program for its pick, when its turn has come; `wait` is told how many questions come first. A worker
        that dies or does not answer in time is replaced and asked again. If that does not help, weaker programs that
        know the game are asked, and finally chance picks from the offer, so that the game goes on. Each attempt waits
        for its turn. Cancelling stops the worker."""
        agents = [question.agent] * ATTEMPTS + stand_ins(question)
        attempt = 0
        while attempt < len(agents):
            allowed = self.seconds * LONGER.get(agents[attempt], 1)
            asked_at = time.perf_counter()
            async with self.turns.turn(question.table, claim, wait) as (turn, worker):
                metrics.WAITS.observe(time.perf_counter() - asked_at)
                turn.seconds = allowed * self.soft_share(claim())
                turn.hurry = partial(self.hurry_soon, worker)
                asked = question._replace(
                    agent=agents[attempt],
                    seconds=self.turns.fair(turn.seconds),
                    processes=1 + self.turns.spare(turn),
                )
                self.thinking[question.table] = worker
                try:
                    with metrics.timed(metrics.THOUGHTS.labels(asked.game, asked.agent)):
                        pick = await self.think(worker, turn, asked, allowed * (1 + attempt), tell)
                finally:
                    del self.thinking[question.table]
            if pick is not None:
                return ProgramAnswer(pick[0], asked.agent, pick[1])
            attempt += not turn.is_stopped
        LOG.error("program %s cannot be asked; chance picks", question.agent)
        return ProgramAnswer(Random().choice(list(question.offer)), "")

    def hurry_soon(self, worker: Worker) -> None:
        task = asyncio.create_task(worker.tell(HURRY))
        self.hurrying.add(task)
        task.add_done_callback(self.hurrying.discard)

    async def hurry(self, table: str) -> None:
        """Let the program that thinks for a table decide now, among what it has tried so far."""
        worker = self.thinking.get(table)
        if worker is not None:
            await worker.tell(HURRY)

    def soft_share(self, claim: Claim) -> float:
        """The share of its time within which a program should decide."""
        return ALONE if claim.rank == Rank.ALONE and self.turns.is_single else ENOUGH

    async def think(
        self, worker: Worker, turn: Turn, question: ProgramQuestion, seconds: float, tell: Callable[[float], None]
    ) -> tuple[Pick, Json | None] | None:
        """The pick of a worker, with its plan; None if the worker has been replaced and the program has to be asked
        again."""
        data = await asyncio.to_thread(packed, question)
        try:
            kind, index, plan = json.loads(await worker.ask(data, seconds, tell))
            if (pick := cast(Pick, (int(kind), int(index)))) in question.offer:
                return pick, plan
            LOG.error("program %s picked what was not offered", question.agent)
        except (NoAnswerError, EOFError, OSError, ValueError) as error:
            if not turn.is_stopped:
                tell_fault(f"program {question.agent} gave no answer", error)
        except asyncio.CancelledError:
            await worker.halt()
            raise
        await worker.halt()
        return None

    def close(self) -> None:
        for worker in self.workers:
            worker.close()
