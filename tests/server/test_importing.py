"""Records that become tables: what an import may cost, and that the server itself pays nothing."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.conftest import OpenHouse, quick
from server.seats import FRIENDS, GAME, House
from server.toggling import toggling
from stavka import games
from stavka.engine.offer import Pick
from stavka.engine.session import Session
from stavka.server.importing import ImportBusyError, Importer, work
from stavka.server.settings import Settings
from stavka.server.worker import NoAnswerError, Worker

BOTH = {"german": "me", "soviet": "friend"}


@pytest.fixture
def played_here(monkeypatch: pytest.MonkeyPatch) -> list[Pick]:
    """The picks that are carried out in this process, which is the server's."""
    picks: list[Pick] = []
    play = Session.play

    def noted(self: Session[Any], seat: int, pick: Pick) -> None:
        picks.append(pick)
        play(self, seat, pick)

    monkeypatch.setattr(Session, "play", noted)
    return picks


def race(picks: int) -> str:
    session, rng = Session(GAME, "race", seed="brought"), Random(4)
    for _ in range(picks):
        offer = rng.choice(session.offers())
        session.play(offer.seat, rng.choice(list(offer)))
    session.record.seed = session.seed
    return session.record.write()


def bring(house: House, record: str, seats: dict[str, str]) -> tuple[int, Any]:
    reply = house.client.post("/api/records", json={"record": record, "seats": seats})
    return reply.status_code, reply.json()


def children() -> list[str]:
    return [child.name for child in multiprocessing.active_children()]


def test_a_record_that_toggles_without_end_is_refused_unplayed(
    open_house: OpenHouse, lite: Settings, played_here: list[Pick]
) -> None:
    record = toggling(30_000)
    moves = len(record.partition("\n\n")[2].splitlines())
    played_here.clear()
    said = f"The record has {moves:,} moves; at most 20,000 can be imported."
    assert 30_000 < moves < 31_000
    assert bring(open_house(lite), record, BOTH) == (400, {"error": said})
    assert played_here == []


@pytest.mark.parametrize(
    ("budget", "said"),
    [
        ({"record_seconds": 1.0}, "The record takes more than 1 s to play through; at most that long"),
        ({"record_memory": 64 * 2**20}, "The record needs more than 64 MiB of memory to play through; at most that"),
    ],
)
def test_a_record_that_toggles_long_is_stopped_at_its_budget(
    open_house: OpenHouse, lite: Settings, played_here: list[Pick], budget: dict[str, Any], said: str
) -> None:
    record = toggling(19_000)
    played_here.clear()
    status, answer = bring(open_house(lite, **budget), record, BOTH)
    assert status == 400 and answer["error"] == f"{said} can be imported."
    assert played_here == [] and "stavka-import" not in children()


def test_an_import_that_hangs_is_stopped_by_the_clock(tmp_path: Path) -> None:
    """For a system that counts no processor time, or a process that sleeps."""

    class Hanging(Worker):
        halted = 0

        async def ask(self, data: bytes, seconds: float, tell: object = None) -> bytes:
            raise NoAnswerError

        async def halt(self) -> None:
            self.halted += 1

    worker = Hanging(work, "stub")
    importer = Importer(quick(tmp_path), lambda: worker)
    with pytest.raises(ValueError, match="takes more than 20 s"):
        asyncio.run(importer.play("", [0]))
    assert worker.halted


def test_an_imported_table_is_neither_played_nor_kept_by_the_server_until_somebody_comes(
    open_house: OpenHouse, lite: Settings, played_here: list[Pick]
) -> None:
    house, record = open_house(lite), race(60)
    played_here.clear()
    status, made = bring(house, record, {"soviet": "me", "axis": "me"})
    assert status == 201
    assert played_here == [] and house.desk.tables == {} and children() == []
    moves = [line.split() for line in record.partition("\n\n")[2].splitlines()]
    rows = house.desk.store.moves(made["table"])
    assert [(row.what, row.digest) for row in rows] == [(move[2], move[4]) for move in moves]
    house.sit(made, "axis")
    assert len(played_here) == 60, "opened once"


def test_a_program_goes_on_with_an_imported_game_when_somebody_looks(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    status, made = bring(house, race(60), {"soviet": "random", "axis": "random"})
    assert status == 201
    before = len(house.desk.store.moves(made["table"]))
    time.sleep(0.5)
    assert len(house.desk.store.moves(made["table"])) == before
    onlooker = house.sit(made)
    while onlooker.catch_up().state < 80:
        time.sleep(0.02)


def test_what_is_wrong_with_a_record_costs_no_process(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, record = open_house(lite), race(5)

    def make() -> Worker:
        raise AssertionError("a process for it")

    monkeypatch.setattr(house.desk.importer, "make", make)
    for text, seats in (
        ("moon", FRIENDS),
        (record.replace("scenario: race", "scenario: moon"), FRIENDS),
        (record.replace("overlay: none", "overlay: mine"), FRIENDS),
        (record, {"soviet": "me", "axis": "moon"}),
        (record, {"soviet": "me"}),
    ):
        status, answer = bring(house, text, seats)
        assert status == 400 and answer["error"].endswith((".", "'"))


def test_a_record_of_other_rules_is_refused_with_its_line(open_house: OpenHouse, lite: Settings) -> None:
    house, record = open_house(lite), race(20)
    last = record.splitlines()[-1]
    for text, said in (
        (record.replace("data: ", "data: 0"), "line 6: the record was made with other data"),
        (record.replace(last, last[:-4] + "0000"), f"line {len(record.splitlines())}: "),
        (record.replace("seed: brought", "seed: other"), "without the seed of its dice"),
    ):
        status, answer = bring(house, text, FRIENDS)
        assert status == 400 and said in answer["error"]


class Gate(Worker):
    """A process that answers when it is let."""

    def __init__(self, order: list[str], is_open: asyncio.Event) -> None:
        super().__init__(work, "stub")
        self.order, self.is_open = order, is_open

    async def ask(self, data: bytes, seconds: float, tell: object = None) -> bytes:
        self.order.append(json.loads(data)[0])
        await self.is_open.wait()
        return b'{"rows": [], "result": "", "turn": 0, "asked": "", "deadline": null}'


def test_one_import_at_a_time_and_few_wait(tmp_path: Path) -> None:
    order: list[str] = []

    async def crowd() -> None:
        is_open = asyncio.Event()
        importer = Importer(quick(tmp_path), lambda: Gate(order, is_open))

        async def bring(client: str) -> None:
            with importer.place(client):
                await importer.play(client, [0])

        running = [asyncio.create_task(bring(client)) for client in "abcde"]
        await asyncio.sleep(0.01)
        with pytest.raises(ImportBusyError, match="A record of yours is being imported"):
            await bring("b")
        with pytest.raises(ImportBusyError, match="Several records are being imported"):
            await bring("f")
        assert order == ["a"], "one at a time"
        is_open.set()
        await asyncio.gather(*running)
        await bring("f")

    asyncio.run(crowd())
    assert order == ["a", "b", "c", "d", "e", "f"]


def test_who_has_to_wait_with_an_import_is_told_when_to_come(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    house.desk.importer.clients.update("abcde")
    reply = house.client.post("/api/records", json={"record": race(5), "seats": FRIENDS})
    assert reply.status_code == 503 and reply.headers["retry-after"] == "30"
    assert reply.json() == {"error": "Several records are being imported; try again in a minute."}


def test_picks_that_cancel_each_other_are_dropped_from_a_record_that_is_brought(house: House) -> None:
    """A record of Roads to Moscow in which a unit is picked up and put down forty times."""
    game = games.load("moscow")
    session: Session[Any] = Session(game, "mtsensk", seed="brought")
    for word in ("done", "done", "formation-eberbach", "mobile", "done", "done", *["ax.eb.hq", "stop"] * 40):
        (offer,) = session.offers()
        session.play(offer.seat, game.read_pick(word, offer))
    session.record.seed = session.seed
    wanted = {"record": session.record.write(), "seats": {"german": "me", "soviet": "me"}}
    made = house.client.post("/api/records", json=wanted).json()
    seat = house.sit(made, "german")
    assert "ax.eb.hq" in seat.picks() and seat.say("past", at=1000)["last"] == 6
    assert len(house.desk.tables[made["table"]].match.record().moves) == len(session.record.moves) - 80
