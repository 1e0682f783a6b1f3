"""Computer seats: worker processes that may die, dawdle or be stopped without hurting a game."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from collections.abc import Iterator
from multiprocessing import Pipe
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import SimpleNamespace

import pytest

from server.conftest import OpenHouse
from server.seats import GAME
from stavka.engine.kinds import units_in
from stavka.engine.offer import HEX, Offer, Pick
from stavka.engine.session import Session
from stavka.games.traces.game import load
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import activate_hq
from stavka.games.traces.state import SOVIET
from stavka.hexes import Hex
from stavka.server import programs
from stavka.server.programs import ProgramAnswer, ProgramQuestion, Programs, new_worker, packed, unpacked, work
from stavka.server.settings import Settings
from stavka.server.worker import NoAnswerError, Worker, until_gone


def question(agent: str = "random") -> ProgramQuestion:
    session = Session(GAME, "race", seed="q")
    (offer,) = session.offers()
    return ProgramQuestion("traces", "t", agent, 1, offer.seat, GAME.see(session.state, offer.seat), offer)


def process_id(worker: Worker) -> int:
    assert worker.process is not None and worker.process.pid is not None
    return worker.process.pid


@pytest.fixture
def pool() -> Iterator[Programs]:
    pool = Programs(1, 30)
    yield pool
    pool.close()


def test_a_program_answers_and_a_worker_that_dies_is_replaced(pool: Programs) -> None:
    async def play() -> list[Pick]:
        worker = pool.workers[0]
        picks = [(await pool.ask(question("scripted"))).pick]
        first = process_id(worker)
        os.kill(first, signal.SIGKILL)
        picks.append((await pool.ask(question("scripted"))).pick)
        assert process_id(worker) != first
        return picks

    picks = asyncio.run(play())
    assert picks[0] == picks[1]
    assert picks[0] in question().offer


def test_a_program_that_is_interrupted_stops_at_once(pool: Programs) -> None:
    async def play() -> None:
        await pool.ask(question())
        worker = pool.workers[0]
        os.kill(process_id(worker), signal.SIGSTOP)
        asking = asyncio.create_task(pool.ask(question()))
        await asyncio.sleep(0.3)
        asking.cancel()
        start = time.monotonic()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert time.monotonic() - start < 20 and worker.process is None

    asyncio.run(play())


def test_time_is_limited_and_progress_is_told() -> None:
    """A worker that hangs is asked no longer than its time."""
    worker, shares = new_worker(), list[float]()

    async def play() -> None:
        await asyncio.to_thread(worker.start)
        worker.is_fresh = False
        os.kill(process_id(worker), signal.SIGSTOP)
        with pytest.raises(NoAnswerError):
            await worker.ask(packed(question()), 0.7, shares.append)

    try:
        asyncio.run(play())
    finally:
        worker.close()
    assert shares == sorted(shares) and shares[0] > 0 and shares[-1] <= 1


def activation(level: str) -> ProgramQuestion:
    """A level is asked how to lead an activation."""
    traces = load()
    s = traces.new("race")
    activate_hq(traces, s, units_in(traces.hq_units & traces.side_units[SOVIET])[0])
    (offer,) = traces.offers(s)
    return ProgramQuestion("traces", "t", level, 1, offer.seat, traces.see(s, offer.seat), offer)


@pytest.fixture
def patient() -> Iterator[Programs]:
    """A pool that gives a program time without end."""
    pool = Programs(1, 10_000)
    yield pool
    pool.close()


def test_a_program_that_thinks_tells_how_far_it_is(patient: Programs) -> None:
    asked, shares = activation("staff"), list[float]()
    assert asyncio.run(patient.ask(asked, shares.append)).pick in asked.offer
    assert shares == sorted(shares)
    assert 0.5 < shares[-1] <= 1
    assert len(set(shares)) > 8


def test_a_program_that_is_hurried_decides_and_answers_the_next_question_too(patient: Programs) -> None:
    """It is hurried when it has thought for a tenth of its way, and twice: the second time is too late or too much."""
    asked, shares = activation("marshal"), list[float]()

    async def play() -> list[ProgramAnswer]:
        hurries: list[asyncio.Task[None]] = []

        def tell(share: float) -> None:
            shares.append(share)
            if share > 0.1 and not hurries:
                hurries.extend(asyncio.create_task(patient.hurry("t")) for _ in range(2))

        answers = [await patient.ask(asked, tell)]
        await asyncio.gather(*hurries)
        await patient.hurry("t")  # nobody thinks for this table now
        return [*answers, await patient.ask(question("scripted"))]

    hurried, after = asyncio.run(play())
    assert hurried.by == "marshal" and hurried.pick in asked.offer
    assert shares[-1] < 0.5
    assert after.by == "scripted" and after.pick in question().offer


def children(process: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def runs(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_processes_that_help_a_worker_end_with_it(patient: Programs) -> None:
    """Three processes think; the worker is killed in the middle, and its answer does not come from another place."""
    asked, helpers = activation("marshal")._replace(processes=3), list[int]()

    async def play() -> None:
        worker = patient.workers[0]

        def tell(share: float) -> None:
            if len(helpers) < 3 and worker.process is not None:
                helpers[:] = children(process_id(worker))

        asking = asyncio.create_task(worker.ask(packed(asked), 100, tell))
        while len(helpers) < 3 and not asking.done():
            await asyncio.sleep(0.1)
        assert len(helpers) == 3
        halting = asyncio.create_task(worker.halt())
        done, _ = await asyncio.wait([asking, halting], timeout=60)
        assert done == {asking, halting} and isinstance(asking.exception(), EOFError | OSError)

    asyncio.run(play())
    for _ in range(600):  # each ends after what it is playing
        if any(map(runs, helpers)):
            time.sleep(0.1)
    assert not any(map(runs, helpers))


class Stub(Worker):
    """A worker of which we say what it does."""

    def __init__(self, *replies: Pick | Exception) -> None:
        super().__init__(work, "stub")
        self.replies, self.asked, self.stopped = list(replies), 0, 0
        self.times: list[tuple[float, float]] = []
        """The seconds in which the program should answer each question, and those after which it must have."""

    async def ask(self, data: bytes, seconds: float, tell: object = None) -> bytes:
        self.asked += 1
        self.times.append((unpacked(data).seconds, seconds))
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return json.dumps([*reply, None]).encode()

    async def halt(self) -> None:
        self.stopped += 1


@pytest.mark.parametrize(
    ("level", "times"), [("officer", (5.0, 10.0)), ("staff", (5.0, 10.0)), ("marshal", (20.0, 40.0))]
)
def test_the_marshal_has_four_times_as_long_to_think(level: str, times: tuple[float, float]) -> None:
    worker = Stub((HEX, Hex(5)))
    asked = question(level)._replace(offer=Offer(0, hexes=1 << 5))
    assert asyncio.run(Programs(1, 10, lambda: worker).ask(asked)).by == level
    assert worker.times == [times]


@pytest.mark.parametrize(
    ("replies", "asked", "by"),
    [
        ([(1, 5)], 1, "staff"),
        ([NoAnswerError(), (1, 5)], 2, "staff"),
        ([(0, 7), (1, 5)], 2, "staff"),
        ([EOFError(), OSError(), (1, 5)], 3, "scripted"),
        ([EOFError(), OSError(), NoAnswerError(), (1, 5)], 4, "random"),
        ([ValueError(), EOFError(), NoAnswerError(), NoAnswerError()], 4, ""),
    ],
)
def test_what_goes_wrong_is_asked_again_and_then_a_weaker_program(
    replies: list[Pick | Exception], asked: int, by: str
) -> None:
    worker = Stub(*replies)
    pool = Programs(1, 1, lambda: worker)
    answer = asyncio.run(pool.ask(question("staff")._replace(offer=Offer(0, hexes=1 << 5))))
    assert answer[:2] == ((1, 5), by)
    assert worker.asked == asked
    assert worker.stopped == len([reply for reply in replies if reply != (1, 5)]), "each that failed is replaced"


def test_a_person_plays_against_a_program_that_dies_in_the_middle(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "me", "axis": "scripted"}, seed="p")
    soviet = house.sit(made, "soviet")
    for n in range(16):
        while not soviet.catch_up().picks():
            time.sleep(0.02)
        if n == 5:
            os.kill(process_id(house.desk.programs.workers[0]), signal.SIGKILL)
        words = soviet.picks()
        assert soviet.pick("done" if "done" in words else words[0])["is"] == "answer"
    assert {row.seat for row in house.desk.store.moves(made["table"])} == {-1, 0, 1}


def test_a_table_is_told_of_a_stand_in(open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    house = open_house(lite)
    asked = []

    async def ask(question: ProgramQuestion, tell: object, claim: object, wait: object) -> ProgramAnswer:
        asked.append(question.agent)
        return ProgramAnswer(next(iter(question.offer)), "random" if len(asked) == 1 else question.agent)

    monkeypatch.setattr(house.desk.programs, "ask", ask)
    made = house.make({"soviet": "me", "axis": "scripted"})
    soviet = house.sit(made, "soviet")
    while not soviet.catch_up().picks():
        time.sleep(0.02)
    said = [line["text"] for line in soviet.said]
    assert said == ["The Axis computer player ran out of time; a simpler one made this decision."]
    assert set(asked) == {"scripted"} and len(asked) > 1


def test_the_pace_of_a_program_can_be_followed_set_and_skipped(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "random", "axis": "me"}, pace=60_000)
    axis = house.sit(made, "axis")
    for _ in range(3):  # its security markers
        axis.pick(axis.catch_up().picks()[0])
    state = axis.state
    time.sleep(1)
    assert axis.catch_up().state == state, "it waits a minute after what has been told"
    assert axis.scene["waiting"] == ["soviet"]
    assert house.sit(made).say("skip")["is"] == "refused"
    axis.say("skip")
    while not axis.catch_up().picks():
        time.sleep(0.02)
    assert axis.say("pace", ms=0)["is"] == "answer"
    assert axis.catch_up().facts["table"]["pace"] == 0


def test_a_program_agrees_to_taking_back_and_to_no_draw(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "me", "axis": "random"})
    soviet = house.sit(made, "soviet")
    while not soviet.catch_up().picks():
        time.sleep(0.02)
    assert soviet.say("draw")["is"] == "refused"
    before = soviet.scene
    soviet.pick(soviet.picks()[0])
    assert soviet.say("takeback")["is"] == "answer"
    assert soviet.catch_up().scene["offer"] == before["offer"]


def test_programs_play_each_other_while_somebody_looks(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "random", "axis": "random"})
    assert made["keys"] == {}
    time.sleep(0.3)
    assert house.desk.store.moves(made["table"]) == []
    onlooker = house.sit(made)
    while onlooker.catch_up().state < 20:
        time.sleep(0.02)


def test_a_worker_can_be_ended_while_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is closed at the moment in which a program is asked for the first time."""
    worker, start = Worker(work, "early"), SpawnProcess.start

    def and_kill(process: SpawnProcess) -> None:
        worker.kill()
        start(process)

    monkeypatch.setattr(SpawnProcess, "start", and_kill)
    worker.start()
    process = worker.process
    assert process is not None and process.is_alive()
    worker.stop()
    assert worker.process is None


def test_a_worker_of_a_killed_server_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    """It told its progress to nobody, and printed a traceback into the server's log."""
    faults: list[str] = []
    monkeypatch.setattr(programs, "begin", lambda *of: None)
    monkeypatch.setattr(programs, "unpacked", lambda data: SimpleNamespace(agent="scripted"))
    monkeypatch.setattr(programs, "answer", lambda question, agents, connection: connection.send_bytes(b"0.50"))
    monkeypatch.setattr(programs, "tell_fault", lambda what, error: faults.append(what))
    ours, theirs = Pipe()
    ours.send_bytes(b"question")
    ours.close()
    until_gone(programs.work, theirs)
    assert faults == []
