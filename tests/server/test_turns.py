"""The order of questions to programs, and the limit on tables of computer players alone."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from server.conftest import OpenHouse
from server.seats import GAME, House
from stavka.engine.offer import Pick
from stavka.engine.session import Session
from stavka.server import quota
from stavka.server.programs import ProgramAnswer, ProgramQuestion, Programs, unpacked, work
from stavka.server.quota import SLICE, Quota
from stavka.server.settings import Settings
from stavka.server.turns import Claim, Rank
from stavka.server.worker import Worker

PERSON, AWAY, ALONE = Rank.PERSON, Rank.AWAY, Rank.ALONE


def question(table: str) -> ProgramQuestion:
    session = Session(GAME, "race", seed="q")
    (offer,) = session.offers()
    return ProgramQuestion("traces", table, "random", 1, offer.seat, None, offer)


class Slow(Worker):
    """A worker that answers when it is let, and has noted who asked it."""

    def __init__(self) -> None:
        super().__init__(work, "stub")
        self.asked: list[str] = []
        self.seconds: list[float] = []
        self.processes: list[int] = []
        self.killed = 0
        self.answer = asyncio.Event()

    async def ask(self, data: bytes, seconds: float, tell: object = None) -> bytes:
        asked = unpacked(data)
        self.asked.append(asked.table)
        self.seconds.append(asked.seconds)
        self.processes.append(asked.processes)
        self.answer.clear()
        killed = self.killed
        await self.answer.wait()
        if self.killed > killed:
            raise EOFError
        return json.dumps([*next(iter(asked.offer)), None]).encode()

    def kill(self) -> None:
        self.killed += 1
        self.answer.set()

    async def halt(self) -> None:
        pass


class Crowd:
    """A pool of such workers, and tables that ask it."""

    def __init__(self, workers: int, seconds: float = 1000) -> None:
        self.programs = Programs(workers, seconds, Slow)
        self.tasks: list[asyncio.Task[ProgramAnswer]] = []

    @property
    def workers(self) -> list[Slow]:
        return [worker for worker in self.programs.workers if isinstance(worker, Slow)]

    @property
    def asked(self) -> list[str]:
        return [table for worker in self.workers for table in worker.asked]

    async def ask(self, table: str, rank: Rank, client: str = "") -> asyncio.Task[ProgramAnswer]:
        claim = Claim(rank, client or table)
        self.tasks.append(asyncio.create_task(self.programs.ask(question(table), claim=lambda: claim)))
        await settle()
        return self.tasks[-1]

    async def let_answer(self) -> None:
        """Every worker that thinks answers."""
        for worker in self.workers:
            worker.answer.set()
        await settle()

    async def finish(self) -> None:
        while not all(task.done() for task in self.tasks):
            await self.let_answer()


async def settle() -> None:
    """Let everything happen that can happen now; questions are packed in a thread, one after the other."""
    for _ in range(5):
        await asyncio.to_thread(int)
        for _ in range(5):
            await asyncio.sleep(0)


def played(play: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Play with one thread, so that what waits for it after a question knows that the question is packed."""

    async def play_alone() -> None:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(1))
        await play()

    asyncio.run(play_alone())


def test_a_person_is_served_next_however_many_programs_play_each_other() -> None:
    async def play() -> None:
        crowd = Crowd(1)
        for n in range(28):
            await crowd.ask(f"programs {n}", ALONE, "greedy")
        await crowd.ask("away", AWAY)
        await crowd.ask("person", PERSON)
        await crowd.finish()
        assert crowd.asked[:3] == ["programs 0", "person", "away"]

    played(play)


def test_the_turn_goes_round_among_clients_then_among_tables() -> None:
    async def play() -> None:
        crowd = Crowd(1)
        for table in ("a1", "a2", "a3", "b1", "c1"):
            await crowd.ask(table, PERSON, table[0])
        await crowd.let_answer()  # a1 is answered, b1 thinks
        await crowd.ask("a1", PERSON, "a")
        await crowd.ask("b1", PERSON, "b")
        await crowd.finish()
        # a is served first of the clients, then b and c, which have not been served; a2 before a1, which has been
        assert crowd.asked == ["a1", "b1", "c1", "a2", "b1", "a3", "a1"]

    played(play)


def test_who_comes_back_to_his_table_moves_up() -> None:
    async def play() -> None:
        crowd, rank = Crowd(1), [AWAY]
        await crowd.ask("first", PERSON)
        for n in range(3):
            await crowd.ask(f"away {n}", AWAY)
        crowd.tasks.append(
            asyncio.create_task(crowd.programs.ask(question("back"), claim=lambda: Claim(rank[0], "back")))
        )
        await settle()
        rank[0] = PERSON
        await crowd.finish()
        assert crowd.asked[:2] == ["first", "back"]

    played(play)


def test_programs_alone_never_have_the_last_of_several_workers() -> None:
    async def play() -> None:
        crowd = Crowd(3)
        for n in range(5):
            await crowd.ask(f"programs {n}", ALONE, f"client {n}")
        assert sorted(crowd.asked) == ["programs 0", "programs 1"]
        await crowd.ask("person", PERSON)
        assert "person" in crowd.asked, "at once, on the worker that was kept free"
        assert crowd.workers[0].seconds == [500], "and nobody has to hurry"
        await crowd.finish()
        assert sum(worker.killed for worker in crowd.workers) == 0

    played(play)


def test_a_question_for_people_uses_the_cores_of_idle_workers_too() -> None:
    """The first of four workers is lent the three others; the next question finds two of them idle. Programs alone are
    lent none."""

    async def play() -> None:
        crowd = Crowd(4)
        await crowd.ask("person", PERSON)
        await crowd.ask("away", AWAY)
        await crowd.ask("programs", ALONE)
        assert sorted(worker.processes for worker in crowd.workers) == [[], [1], [3], [4]]
        await crowd.finish()

    played(play)


def test_with_one_worker_a_thought_of_programs_alone_is_short_and_is_stopped_for_a_person() -> None:
    async def play() -> None:
        crowd = Crowd(1, seconds=1)
        (worker,) = crowd.workers
        alone = await crowd.ask("programs", ALONE)
        assert worker.seconds == [0.1]
        await asyncio.sleep(0.4)
        assert worker.killed == 0, "nobody waits"
        person = await crowd.ask("person", PERSON)
        assert worker.asked == ["programs", "person"] and worker.killed == 1
        await crowd.let_answer()
        assert person.done() and not alone.done()
        assert worker.asked == ["programs", "person", "programs"], "and is thought again"
        await crowd.finish()
        assert (await alone).by == "random", "being stopped is no failure"

    played(play)


def test_a_short_thought_of_programs_alone_is_let_finish() -> None:
    async def play() -> None:
        crowd = Crowd(1)
        (worker,) = crowd.workers
        await crowd.ask("programs", ALONE)
        await crowd.ask("person", PERSON)
        assert worker.asked == ["programs"]
        await crowd.finish()
        assert worker.asked == ["programs", "person"] and worker.killed == 0

    played(play)


def test_a_thought_for_a_person_is_not_stopped_for_another() -> None:
    async def play() -> None:
        crowd = Crowd(1, seconds=0.1)
        for table, rank in (("away", AWAY), ("one", PERSON), ("two", PERSON)):
            await crowd.ask(table, rank)
        await asyncio.sleep(0.1)
        assert crowd.asked == ["away"] and crowd.workers[0].killed == 0
        await crowd.finish()

    played(play)


def test_the_more_people_wait_the_less_time_a_thought_has() -> None:
    async def play() -> None:
        crowd = Crowd(2)
        for table in "abcdef":
            await crowd.ask(table, PERSON)
        await crowd.ask("programs", ALONE)
        await crowd.finish()
        # a and b while nobody waits, c and d while two people wait for two workers, e and f while only programs do
        given = [seconds for worker in crowd.workers for seconds in worker.seconds]
        assert sorted(given) == [250, 250, 500, 500, 500, 500, 500]

    played(play)


def test_a_thought_that_has_had_its_part_is_ended_when_a_person_waits() -> None:
    async def play() -> None:
        crowd, hurried = Crowd(1, seconds=0.2), list[bytes]()
        (worker,) = crowd.workers

        async def tell(data: bytes) -> None:
            hurried.append(data)

        vars(worker)["tell"] = tell
        await crowd.ask("marshal", PERSON)
        await asyncio.sleep(0.2)
        assert hurried == [], "nobody waits"
        await crowd.ask("programs", ALONE)
        await asyncio.sleep(0.05)
        assert hurried == [], "programs can wait"
        await crowd.ask("person", PERSON)
        await asyncio.sleep(0.05)
        assert hurried == [b"hurry"] and worker.killed == 0
        await crowd.finish()

    played(play)


def test_the_line_is_the_order_of_service() -> None:
    """Nobody who was told "two before you" is served third, if nobody else comes."""

    async def play() -> None:
        crowd = Crowd(1)
        for table in ("a1", "a2", "b1", "a3", "c1", "b2"):
            await crowd.ask(table, PERSON, table[0])
        await crowd.ask("alone", ALONE, "d")
        line = [turn.table for turn in crowd.programs.turns.in_line()]
        await crowd.finish()
        assert crowd.asked == ["a1", *line] and line[:2] == ["b1", "c1"] and line[-1] == "alone"

    played(play)


def test_a_table_stays_with_its_worker_where_that_costs_no_wait() -> None:
    async def play() -> None:
        crowd = Crowd(2)
        one, two = crowd.workers
        await crowd.ask("a", PERSON)
        await crowd.ask("b", PERSON)
        await crowd.let_answer()
        await crowd.ask("b", PERSON)
        assert (one.asked, two.asked) == (["a"], ["b", "b"])
        await crowd.ask("a", PERSON)
        await crowd.let_answer()
        assert (one.asked, two.asked) == (["a", "a"], ["b", "b"])
        await crowd.ask("c", PERSON)
        await crowd.ask("a", PERSON)
        assert (one.asked, two.asked) in [(["a", "a", "c"], ["b", "b", "a"]), (["a", "a", "a"], ["b", "b", "c"])]
        await crowd.finish()

    played(play)


def test_who_is_cancelled_while_waiting_is_not_asked() -> None:
    async def play() -> None:
        crowd = Crowd(1)
        for table in "abc":
            await crowd.ask(table, PERSON)
        crowd.tasks[1].cancel()
        await crowd.finish()
        assert crowd.asked == ["a", "c"]

    played(play)


@pytest.mark.parametrize(("agent", "game"), [("staff", "traces"), ("scripted", "traces")])
def test_a_table_that_moves_to_another_worker_gets_sound_answers(agent: str, game: str) -> None:
    """Its plans stay behind: they are made again from what the seat sees. Old ones do no harm when it comes back."""
    session = Session(GAME, "race", seed="moved")
    pool = Programs(2, 2)

    async def play() -> list[Pick]:
        picks: list[Pick] = []
        for n in range(24):
            offer = session.offers()[0]
            sight = GAME.see(session.state, offer.seat)
            asked = ProgramQuestion(game, "moving", agent, 1, offer.seat, sight, offer)
            pool.turns.homes["moving"] = pool.workers[n % 2]
            answer = await pool.ask(asked)
            assert answer.by == agent
            picks.append(answer.pick)
            session.play(offer.seat, answer.pick)
        return picks

    try:
        assert len(asyncio.run(play())) == 24
    finally:
        pool.close()


# -- how many tables ------------------------------------------------------------------------------------------------


def test_programs_play_at_two_tables_of_one_client_and_at_eight_in_all() -> None:
    woken: list[str] = []
    found = Quota(8, 2, woken.append)
    assert [found.may_play(f"a{n}", ["a"], 0) for n in range(28)] == [True, True] + [False] * 26
    others = [f"{client}{n}" for client in "bcd" for n in range(2)]
    assert all(found.may_play(table, [table[0]], 0) for table in others)
    assert not found.may_play("e0", ["e"], 0), "eight are played"
    found.leave("b0")
    assert woken == ["e0"], "those of a have waited longer, but a plays at two already"
    found.leave("a1")
    assert woken == ["e0", "a2"]
    found.leave("a3")
    found.leave("a0")
    assert woken == ["e0", "a2", "a4"], "nobody looks at a3 any more"


def test_a_table_that_has_been_played_for_a_while_makes_room() -> None:
    woken: list[str] = []
    found = Quota(8, 1, woken.append)
    assert found.may_play("a0", ["a"], 0)
    assert found.may_play("a0", ["a"], 10 * SLICE), "as long as nobody waits"
    assert not found.may_play("a1", ["a"], 10 * SLICE)
    assert not found.may_play("a0", ["a"], 10 * SLICE) and woken == ["a1"]
    assert found.may_play("a1", ["a"], 11 * SLICE - 1)
    assert not found.may_play("a1", ["a"], 11 * SLICE) and woken == ["a1", "a0"]


def test_who_looks_at_the_table_of_another_does_not_stop_it() -> None:
    found = Quota(8, 2, lambda _: None)
    assert found.may_play("a0", ["a"], 0) and found.may_play("a1", ["a"], 0)
    assert found.may_play("b0", ["a", "b"], 0), "it is played on the account of b"
    assert not found.may_play("b0", ["a"], 1), "b has gone, and a plays at two already"
    found.leave("a0")
    assert found.may_play("b0", ["a"], 2)


def programs_at(house: House, tables: int) -> list[str]:
    """Tables of programs alone, each with an onlooker."""
    made = [house.make({"soviet": "random", "axis": "random"}) for _ in range(tables)]
    for table in made:
        house.sit(table)
    return [table["table"] for table in made]


def slow_down(house: House, monkeypatch: pytest.MonkeyPatch) -> Slow:
    (worker,) = house.desk.programs.workers
    slow = Slow()
    for name in ("ask", "kill", "halt"):
        monkeypatch.setattr(worker, name, getattr(slow, name))
    return slow


def let_answer(house: House, slow: Slow) -> None:
    assert house.client.portal is not None
    house.client.portal.call(slow.answer.set)


def until(is_so: Callable[[], bool]) -> None:
    while not is_so():
        time.sleep(0.01)


def test_one_person_beside_28_tables_of_programs(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a quota, so that it is the order that is tested."""
    house = open_house(lite, program_tables=100, program_tables_each=100, think_seconds=1000)
    slow = slow_down(house, monkeypatch)
    tables = programs_at(house, 28)
    until(lambda: len(house.desk.programs.turns.waiting) == 27)
    made = house.make({"soviet": "me", "axis": "random"})
    person = house.sit(made, "soviet")
    until(lambda: len(house.desk.programs.turns.waiting) == 28)
    before = len(slow.asked)
    let_answer(house, slow)
    until(lambda: len(slow.asked) > before)
    assert slow.asked[before] == made["table"] and slow.asked[0] in tables
    house.desk.quota.most = 0
    for _ in range(3):
        let_answer(house, slow)
        person.catch_up()


def test_tables_beyond_the_quota_wait_and_say_so(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quota, "SLICE", 3600.0)
    house = open_house(lite)
    made = [house.make({"soviet": "random", "axis": "random"}, pace=60_000) for _ in range(3)]
    langs = ("en", "en", "es")
    seats = [house.sit(table, lang=lang) for table, lang in zip(made, langs, strict=True)]
    until(lambda: any(message["is"] == "queued" for message in seats[2].catch_up().heard))
    told = [message["text"] for message in seats[2].heard if message["is"] == "queued"]
    assert told[0] == "Se están jugando otras partidas entre ordenadores. Esta continuará cuando le llegue el turno."
    assert not any(message["is"] == "queued" for seat in seats[:2] for message in seat.catch_up().heard)
    assert house.desk.store.moves(made[2]["table"]) == []
    seats[0].socket.close()
    until(lambda: len(house.desk.store.moves(made[2]["table"])) > 0)


def test_a_server_that_starts_leaves_games_of_programs_alone_to_those_who_look(
    open_house: OpenHouse, lite: Settings
) -> None:
    house = open_house(lite)
    alone = house.make({"soviet": "random", "axis": "random"})
    against = house.make({"soviet": "random", "axis": "me"})
    house.desk.store.set_table(alone["table"], asked="0,1")
    house.desk.store.set_table(against["table"], asked="0,1")
    assert house.desk.store.running_with_programs() == [against["table"]]
