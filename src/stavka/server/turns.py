"""The order of service: questions to computer players wait here for a worker.

A question of a table at which a person sits comes before one of a table whose person is away, and that before one of a
table of computer players alone. Among equals the turn rotates: first the address that was served longest ago, then the
table. So a hundred tables of one player get as much as the one table of another. The more people wait, the less time
each thought has."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count
from math import inf
from typing import Final, NamedTuple

from stavka.server.worker import Worker

TELL: float = 1.0
"""Seconds between two times at which questions are told how many come first."""
LEAST: Final = 0.5
"""The least time that a program gets, in seconds, however many people wait."""
REMEMBERED: Final = 1000
"""The number of tables and addresses for which the server remembers when they were last served, and by which worker."""


class Rank(IntEnum):
    PERSON = 0
    """A person sits at the table and is connected."""
    AWAY = 1
    """A person plays, but is not connected now."""
    ALONE = 2
    """Only computer players play."""


class Claim(NamedTuple):
    rank: Rank = Rank.PERSON
    client: str = ""
    """The address for which the question is asked."""


class Turn:
    """A question that waits for a worker, or has one."""

    def __init__(self, table: str, claim: Callable[[], Claim], number: int, wait: Callable[[int], None]) -> None:
        self.table, self.claim, self.number = table, claim, number
        self.wait = wait
        """A function that is told how many questions come first."""
        self.place: int | None = None
        self.given: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.begun = 0.0
        self.is_stopped = False
        """Whether its worker was taken away because a person waits: the question then has to wait once more."""
        self.seconds = inf
        """The time within which the program should decide if nobody waits."""
        self.hurry: Callable[[], None] | None = None
        """A function that lets the program decide at once."""


class Turns:
    def __init__(self, workers: Sequence[Worker], grace: float) -> None:
        self.workers, self.grace = workers, grace
        self.waiting: list[Turn] = []
        self.running: dict[Turn, Worker] = {}
        self.numbers = count(1)
        self.telling: asyncio.TimerHandle | None = None
        self.last = 0
        """The number of the turn that was served last."""
        self.served: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.homes: OrderedDict[str, Worker] = OrderedDict()
        """The worker in which the programs of a table keep their plans."""

    @property
    def is_single(self) -> bool:
        return len(self.workers) == 1

    @asynccontextmanager
    async def turn(
        self, table: str, claim: Callable[[], Claim], wait: Callable[[int], None] = lambda _: None
    ) -> AsyncIterator[tuple[Turn, Worker]]:
        """Wait for a worker, and hold it for the block."""
        turn = Turn(table, claim, next(self.numbers), wait)
        self.waiting.append(turn)
        self.assign()
        try:
            yield turn, await turn.given
        finally:
            if turn in self.waiting:
                self.waiting.remove(turn)
            self.running.pop(turn, None)
            self.assign()

    def assign(self) -> None:
        """Give idle workers to the questions that wait."""
        while (turn := self.next_turn()) is not None:
            worker = self.worker_for(turn)
            self.waiting.remove(turn)
            self.running[turn] = worker
            turn.begun = time.monotonic()
            self.note(turn, worker)
            turn.given.set_result(worker)
        if self.waiting and self.telling is None:
            self.telling = asyncio.get_running_loop().call_later(TELL, self.tell_places)
        self.watch()

    def tell_places(self) -> None:
        """Tell each question how many come first, if that has changed. What is answered quickly is told nothing."""
        self.telling = None
        for place, turn in enumerate(self.in_line()):
            if turn.place != place:
                turn.place = place
                turn.wait(place)

    def in_line(self) -> list[Turn]:
        """The questions in the order in which they would be served if no other came."""
        served, now = dict(self.served), self.last
        left, line = [turn for turn in self.waiting if not turn.given.done()], list[Turn]()
        while left:
            turn = min(left, key=lambda turn: self.order(turn, served))
            left.remove(turn)
            line.append(turn)
            now += 1
            served["client", turn.claim().client] = served["table", turn.table] = now
        return line

    def idle(self) -> list[Worker]:
        busy = list(self.running.values())
        return [worker for worker in self.workers if worker not in busy]

    def spare(self, turn: Turn) -> int:
        """The number of idle workers whose cores a question may use too: none if it is asked for computer players
        alone."""
        return len(self.idle()) if turn.claim().rank < Rank.ALONE else 0

    def next_turn(self) -> Turn | None:
        if not self.idle():
            return None
        ready = [turn for turn in self.waiting if not turn.given.done() and self.may_run(turn)]
        return min(ready, key=self.order, default=None)

    def may_run(self, turn: Turn) -> bool:
        """Whether a question may have a worker: tables of computer players alone never take all workers if there are
        several."""
        return turn.claim().rank < Rank.ALONE or self.is_single or len(self.alone()) < len(self.workers) - 1

    def alone(self) -> list[Turn]:
        return [turn for turn in self.running if turn.claim().rank == Rank.ALONE]

    def order(self, turn: Turn, served: Mapping[tuple[str, str], int] | None = None) -> tuple[int, int, int, int]:
        served = self.served if served is None else served
        rank, client = turn.claim()
        return rank, served.get(("client", client), 0), served.get(("table", turn.table), 0), turn.number

    def worker_for(self, turn: Turn) -> Worker:
        """The worker that has the plans of the table, if it is idle; else the one that has been idle longest."""
        idle = self.idle()
        home = self.homes.get(turn.table)
        if home in idle:
            return home
        lately = list(dict.fromkeys(reversed(self.homes.values())))
        return max(idle, key=lambda worker: lately.index(worker) if worker in lately else len(lately))

    def note(self, turn: Turn, worker: Worker) -> None:
        now = self.last = next(self.numbers)
        for what in (("client", turn.claim().client), ("table", turn.table)):
            self.served[what] = now
            self.served.move_to_end(what)
        self.homes[turn.table] = worker
        self.homes.move_to_end(turn.table)
        for known in (self.served, self.homes):
            while len(known) > REMEMBERED:
                known.popitem(last=False)

    # -- while people wait ------------------------------------------------------------------------------------------

    def crowd(self) -> int:
        """The number of people who wait."""
        return sum(turn.claim().rank < Rank.ALONE for turn in self.waiting)

    def fair(self, seconds: float) -> float:
        """The part of a program's time that it has if the people who wait are to have as much."""
        return max(min(LEAST, seconds), seconds / (1 + self.crowd() / len(self.workers)))

    def watch(self) -> None:
        """While people wait, let programs decide that have had their part of the time. If there is only one worker,
        stop a thought of computer players alone beyond its grace period: that question is asked again later."""
        if not self.crowd():
            return
        loop, now = asyncio.get_running_loop(), time.monotonic()
        for turn in self.running:
            if turn.hurry is not None:
                loop.call_later(max(0.0, turn.begun + self.fair(turn.seconds) - now), self.hasten, turn)
        for turn in self.alone() if self.is_single else ():
            loop.call_later(max(0.0, turn.begun + self.grace - now), self.stop, turn)

    def hasten(self, turn: Turn) -> None:
        hurry, passed = turn.hurry, time.monotonic() - turn.begun
        if turn in self.running and hurry is not None and self.crowd() and passed >= self.fair(turn.seconds):
            turn.hurry = None
            hurry()

    def stop(self, turn: Turn) -> None:
        if turn in self.running and not turn.is_stopped and self.crowd():
            turn.is_stopped = True
            self.running[turn].kill()
