"""The order of service: questions to computer players wait here for a worker.

A question of a table at which a person sits comes before one of a table whose person is away, and that before one of a
table of computer players alone. Among equals the turn rotates: first the address that was served longest ago, then the
table. So a hundred tables of one player get as much as the one table of another."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from enum import IntEnum
from itertools import count
from typing import Final, NamedTuple

from stavka.server.worker import Worker

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

    def __init__(self, table: str, claim: Callable[[], Claim], number: int) -> None:
        self.table, self.claim, self.number = table, claim, number
        self.given: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self.begun = 0.0
        self.is_stopped = False
        """Whether its worker was taken away because a person waits: the question then has to wait once more."""


class Turns:
    def __init__(self, workers: Sequence[Worker], grace: float) -> None:
        self.workers, self.grace = workers, grace
        self.waiting: list[Turn] = []
        self.running: dict[Turn, Worker] = {}
        self.numbers = count(1)
        self.served: OrderedDict[tuple[str, str], int] = OrderedDict()
        self.homes: OrderedDict[str, Worker] = OrderedDict()
        """The worker in which the programs of a table keep their plans."""

    @property
    def is_single(self) -> bool:
        return len(self.workers) == 1

    @asynccontextmanager
    async def turn(self, table: str, claim: Callable[[], Claim]) -> AsyncIterator[tuple[Turn, Worker]]:
        """Wait for a worker, and hold it for the block."""
        turn = Turn(table, claim, next(self.numbers))
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
        self.watch()

    def idle(self) -> list[Worker]:
        busy = list(self.running.values())
        return [worker for worker in self.workers if worker not in busy]

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

    def order(self, turn: Turn) -> tuple[int, int, int, int]:
        rank, client = turn.claim()
        return rank, self.served.get(("client", client), 0), self.served.get(("table", turn.table), 0), turn.number

    def worker_for(self, turn: Turn) -> Worker:
        """The worker that has the plans of the table, if it is idle; else the one that has been idle longest."""
        idle = self.idle()
        home = self.homes.get(turn.table)
        if home in idle:
            return home
        lately = list(dict.fromkeys(reversed(self.homes.values())))
        return max(idle, key=lambda worker: lately.index(worker) if worker in lately else len(lately))

    def note(self, turn: Turn, worker: Worker) -> None:
        now = next(self.numbers)
        for what in (("client", turn.claim().client), ("table", turn.table)):
            self.served[what] = now
            self.served.move_to_end(what)
        self.homes[turn.table] = worker
        self.homes.move_to_end(turn.table)
        for known in (self.served, self.homes):
            while len(known) > REMEMBERED:
                known.popitem(last=False)

    # -- one worker for all -----------------------------------------------------------------------------------------

    def watch(self) -> None:
        """If there is only one worker, stop a thought of computer players alone that keeps a person waiting beyond its
        grace period. The question is asked again later."""
        if self.is_single and any(turn.claim().rank < Rank.ALONE for turn in self.waiting):
            for turn in self.alone():
                left = turn.begun + self.grace - time.monotonic()
                asyncio.get_running_loop().call_later(max(0.0, left), self.stop, turn)

    def stop(self, turn: Turn) -> None:
        is_wanted = any(other.claim().rank < Rank.ALONE for other in self.waiting)
        if turn in self.running and not turn.is_stopped and is_wanted:
            turn.is_stopped = True
            self.running[turn].kill()
