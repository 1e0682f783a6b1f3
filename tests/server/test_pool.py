"""One pool of workers for several server processes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from server.test_turns import ALONE, AWAY, PERSON, Slow, question
from stavka.server import turns
from stavka.server.pool import Pool, SharedPrograms
from stavka.server.programs import ProgramAnswer, Programs
from stavka.server.turns import Claim, Rank


class Site:
    """A pool with slow workers, and the servers that ask it."""

    def __init__(self, folder: Path, workers: int = 1) -> None:
        self.place, self.workers = folder / "pool", workers
        self.servers: list[SharedPrograms] = []
        self.asking: dict[str, asyncio.Task[ProgramAnswer]] = {}
        self.places: dict[str, list[int]] = {}
        self.shares: dict[str, list[float]] = {}

    async def open(self) -> None:
        self.pool = Pool(self.place, Programs(self.workers, 1000, Slow))
        is_open = asyncio.Event()
        self.running = asyncio.create_task(self.pool.run(is_open.set))
        await is_open.wait()

    async def close(self) -> None:
        self.pool.ending.set()
        await self.running

    @property
    def slow(self) -> list[Slow]:
        return [worker for worker in self.pool.programs.workers if isinstance(worker, Slow)]

    @property
    def served(self) -> list[str]:
        return [table for worker in self.slow for table in worker.asked]

    async def ask(self, server: SharedPrograms, table: str, rank: Rank | list[Rank] = PERSON) -> None:
        ranks = rank if isinstance(rank, list) else [rank]
        places: list[int] = []
        shares: list[float] = []
        self.places[table], self.shares[table] = places, shares
        self.asking[table] = asyncio.create_task(
            server.ask(question(table), shares.append, lambda: Claim(ranks[0], table), places.append)
        )
        await until(lambda: table in self.served or table in self.line())

    def line(self) -> list[str]:
        return [turn.table for turn in self.pool.programs.turns.in_line()]

    async def answer(self, table: str) -> ProgramAnswer:
        """Let the workers answer until a table has its pick."""
        while not self.asking[table].done():
            for worker in self.slow:
                worker.answer.set()
            await asyncio.sleep(0.01)
        return self.asking[table].result()


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.005)


def test_the_questions_of_all_servers_stand_in_one_line(tmp_path: Path) -> None:
    async def play() -> None:
        site = Site(tmp_path)
        await site.open()
        one, other = (SharedPrograms(site.place, 1000) for _ in range(2))
        await site.ask(one, "first")
        await site.ask(one, "programs", ALONE)
        await site.ask(other, "away", AWAY)
        await site.ask(other, "person")
        assert site.line() == ["person", "away", "programs"]
        answers = [await site.answer(table) for table in ("first", "person", "away", "programs")]
        assert site.served == ["first", "person", "away", "programs"]
        assert {answer.by for answer in answers} == {"random"}
        assert all(answer.pick in question("x").offer for answer in answers)
        await site.close()

    asyncio.run(play())


def test_who_waits_is_told_how_many_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "TELL", 0.0)

    async def play() -> None:
        site = Site(tmp_path)
        await site.open()
        one, other = (SharedPrograms(site.place, 1000) for _ in range(2))
        await site.ask(one, "first")
        for server, table in ((one, "second"), (other, "third"), (one, "fourth")):
            await site.ask(server, table)
        await until(lambda: [site.places[table][-1:] for table in ("second", "third", "fourth")] == [[0], [1], [2]])
        await site.answer("first")
        await until(lambda: site.places["third"][-1] == 0 and site.places["fourth"][-1] == 1)
        assert site.places["first"] == []
        for table in ("second", "third", "fourth"):
            await site.answer(table)
        await site.close()

    asyncio.run(play())


def test_who_comes_back_to_his_table_moves_up_in_the_pool(tmp_path: Path) -> None:
    async def play() -> None:
        site, rank = Site(tmp_path), [AWAY]
        await site.open()
        server = SharedPrograms(site.place, 1000)
        await site.ask(server, "first")
        await site.ask(server, "away", AWAY)
        await site.ask(server, "back", rank)
        assert site.line() == ["away", "back"]
        rank[0] = PERSON
        await until(lambda: site.line() == ["back", "away"])
        for table in ("first", "back", "away"):
            await site.answer(table)
        await site.close()

    asyncio.run(play())


def test_what_is_not_wanted_any_more_is_dropped(tmp_path: Path) -> None:
    """One question is cancelled; the server of another is gone."""

    async def play() -> None:
        site = Site(tmp_path)
        await site.open()
        one, other = (SharedPrograms(site.place, 1000) for _ in range(2))
        await site.ask(one, "first")
        await site.ask(one, "cancelled")
        await site.ask(other, "lost")
        site.asking["cancelled"].cancel()
        await until(lambda: site.line() == ["lost"])
        other.close()
        await until(lambda: site.line() == [])
        site.asking["lost"].cancel()
        await site.answer("first")
        await site.close()

    asyncio.run(play())


def test_a_pool_that_has_died_is_asked_again(tmp_path: Path) -> None:
    async def play() -> None:
        site = Site(tmp_path)
        await site.open()
        server = SharedPrograms(site.place, 1000)
        await site.ask(server, "thinking")
        await site.ask(server, "waiting")
        await site.close()
        await asyncio.sleep(0.3)
        assert not any(task.done() for task in site.asking.values())
        await site.open()
        for table in ("thinking", "waiting"):
            assert (await site.answer(table)).pick in question(table).offer
        await site.close()

    asyncio.run(play())


def test_a_player_who_is_in_a_hurry_reaches_the_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        site = Site(tmp_path)
        await site.open()
        hurried: list[bytes] = []

        async def tell(data: bytes) -> None:
            hurried.append(data)

        monkeypatch.setattr(site.slow[0], "tell", tell)
        server = SharedPrograms(site.place, 1000)
        await site.ask(server, "first")
        await server.hurry("first")
        await until(lambda: hurried == [b"hurry"])
        await site.answer("first")
        await site.close()

    asyncio.run(play())
