"""The server's first requests: it answers before the games are loaded, and one that cannot be loaded shuts no other."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Self

import pytest
from alembic.script import ScriptDirectory
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.process import Server
from server.seats import FRIENDS, House
from server.storm import Storm, faults_in, one_of_each
from server.test_waiting import wait_until
from stavka import games
from stavka.engine.machine import Game
from stavka.engine.state import Json
from stavka.server import migrating, shelf
from stavka.server.desk import Desk
from stavka.server.limits import Limiter
from stavka.server.settings import Settings
from stavka.server.shelf import UnloadedGameError
from stavka.server.socket import BROKEN
from stavka.server.store import MIGRATIONS, Store, newest
from threads import at_once

SECRET = "what an exception says"


def test_a_storm_of_first_requests_finds_every_game_open(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log", STAVKA_LIMIT_FACTOR="1000")
    try:
        made = one_of_each(server)
        for number in range(2):
            server.kill()
            server.launch()
            assert Storm(server, made, number).blow() == []
    finally:
        server.kill()
    assert faults_in(server.log) == []


@pytest.fixture
def without_luki(open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch) -> tuple[House, str]:
    """A server that had a table of Velikye Luki, and now cannot load that game; and the table."""
    before = House(lite)
    with before:
        wanted = {"game": "luki", "scenario": "campaign", "seats": {"soviet": "me", "german": "me"}}
        table: str = before.client.post("/api/tables", json=wanted).json()["table"]
    opened = games.opened

    def broken(key: str) -> Game[Any]:
        if key == "luki":
            raise ValueError(SECRET)
        return opened(key)

    monkeypatch.setattr(games, "opened", broken)
    return loaded(open_house(lite)), table


def loaded(house: House) -> House:
    """The server when it has done with loading."""
    house.desk.shelf.thread.join()
    return house


def test_a_game_that_cannot_be_loaded_is_remembered_and_not_listed(without_luki: tuple[House, str]) -> None:
    house, _ = without_luki
    assert house.desk.shelf.unloaded == {"luki": "ValueError"}
    assert [each["key"] for each in house.client.get("/api/games").json()] == [
        key for key in games.GAMES if key != "luki"
    ]


@pytest.mark.parametrize("which", ["opened", "prepared"])
def test_its_fault_is_in_the_log_without_its_text(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, which: str
) -> None:
    def broken(key: str) -> Game[Any]:
        raise ValueError(SECRET)

    monkeypatch.setattr(games, which, broken)
    with caplog.at_level(logging.ERROR):
        house = loaded(open_house(lite))
    told = [record.getMessage() for record in caplog.records]
    assert [line.split(" at ")[0] for line in told] == [f"game {key}: ValueError" for key in games.GAMES]
    assert house.desk.shelf.unloaded == dict.fromkeys(games.GAMES, "ValueError")
    assert SECRET not in caplog.text


def test_its_calls_are_refused_with_a_sentence(without_luki: tuple[House, str]) -> None:
    house, table = without_luki
    calls = [
        "games/luki/board",
        "games/luki/guide?scenario=campaign",
        "games/luki/map.svg",
        "games/luki/cover.png",
        "games/luki/rules/4.0c",
        f"tables/{table}",
    ]
    replies = [house.client.get(f"/api/{call}") for call in calls]
    wanted = {"game": "luki", "scenario": "campaign", "seats": {"soviet": "me", "german": "me"}}
    replies.append(house.client.post("/api/tables", json=wanted))
    told = "Velikye Luki could not be loaded on this server. Its other games can be played."
    assert [(reply.status_code, reply.json()) for reply in replies] == [(503, {"error": told})] * len(replies)
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        house.client.websocket_connect(f"/api/tables/{table}/play") as at,
    ):
        at.receive_json()
    assert closed.value.code == BROKEN


def test_the_other_games_can_be_played(without_luki: tuple[House, str]) -> None:
    house, _ = without_luki
    seat = house.sit(house.make(FRIENDS), "soviet")
    assert seat.scenes


def test_the_clocks_of_a_game_that_cannot_be_loaded_are_kept(without_luki: tuple[House, str]) -> None:
    house, table = without_luki
    house.desk.store.set_table(table, deadline=1.0)
    asyncio.run(house.desk.look_at_clocks())
    row = house.desk.store.table(table)
    assert row is not None and row.deadline == 1.0


def test_a_second_server_in_a_process_loads_nothing_again(lite: Settings) -> None:
    Desk(lite).shelf.run()
    shown = [games.presenter(key, games.load(key)) for key in games.GAMES]
    boards = [show.board("es") for show in shown]
    Desk(lite).shelf.run()
    assert all(games.presenter(key, games.load(key)) is show for key, show in zip(games.GAMES, shown, strict=True))
    assert all(show.board("es") is board for show, board in zip(shown, boards, strict=True))


# -- before the games are loaded ------------------------------------------------------------------------------------


class Gate:
    """Stands in for the loading of games: notes which game is loaded, and lets it through when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.open = threading.Semaphore(0)
        opened = games.opened

        def wait(key: str) -> Game[Any]:
            self.begun.append(key)
            self.open.acquire()
            return opened(key)

        monkeypatch.setattr(games, "opened", wait)
        monkeypatch.setattr(games, "prepared", opened)
        monkeypatch.setattr(shelf, "REST", 3600.0)

    def let_all_through(self) -> None:
        self.open.release(len(games.GAMES))

    def close(self) -> None:
        """Let nobody through any more."""
        self.begun.clear()
        while self.open.acquire(blocking=False):
            pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.let_all_through()


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    with Gate(monkeypatch) as made:
        yield made


FIRST, SECOND, *OTHERS = games.GAMES


def new_table(key: str) -> Json:
    scenario = games.about(key)["scenarios"][0]["key"]
    return {"game": key, "scenario": scenario, "seats": dict.fromkeys(games.GAMES[key].sides, "me")}


def test_a_server_answers_while_it_loads_the_game_that_was_played_last_and_no_other(
    open_house: OpenHouse, lite: Settings, gate: Gate
) -> None:
    gate.let_all_through()
    house = House(lite)
    with house:
        for key in (FIRST, *OTHERS, SECOND):
            assert house.client.post("/api/tables", json=new_table(key)).status_code == 201
    gate.close()
    house = open_house(lite)
    for call in ("/health/live", "/health/ready", "/api/openapi.json"):
        assert house.client.get(call).status_code == 200
    assert house.client.post("/api/account", json={"name": "Ada", "password": "quite a long one"}).status_code < 500
    assert gate.begun == [SECOND]
    gate.let_all_through()


def test_a_game_that_somebody_waits_for_is_loaded_next(open_house: OpenHouse, lite: Settings, gate: Gate) -> None:
    house, last = open_house(lite), OTHERS[-1]
    with ThreadPoolExecutor() as threads, gate:
        asked = threads.submit(house.client.get, f"/api/games/{last}/rules")
        wait_until(lambda: last in house.desk.shelf.wanted)
        assert gate.begun == [FIRST] and not asked.done()
        gate.open.release(2)
        assert asked.result().status_code == 200
        assert gate.begun == [FIRST, last], "nobody has asked for another"
        listed = threads.submit(house.client.get, "/api/games")
        wait_until(lambda: house.desk.shelf.wanted == {SECOND, *OTHERS})
        assert not listed.done()
        gate.let_all_through()
        assert [each["key"] for each in listed.result().json()] == list(games.GAMES)


def test_who_comes_to_a_table_waits_for_its_game_and_others_do_not(
    open_house: OpenHouse, lite: Settings, gate: Gate
) -> None:
    """However many tables wait: an event loop has only some threads."""
    gate.let_all_through()
    with House(lite) as house:
        keys = [*[FIRST] * 40, SECOND]
        *many, last = [house.client.post("/api/tables", json=new_table(key)).json()["table"] for key in keys]
    gate.close()
    house = open_house(lite)
    with ThreadPoolExecutor(41) as threads, gate:
        waiting = [threads.submit(house.client.get, f"/api/tables/{table}") for table in many]
        wait_until(lambda: FIRST in house.desk.shelf.wanted)
        gate.open.release()
        asked = threads.submit(house.client.get, f"/api/tables/{last}")
        assert asked.result(30).status_code == 200
        assert not any(each.done() for each in waiting)
        gate.let_all_through()
        assert [each.result().status_code for each in waiting] == [200] * 40


def test_a_server_that_stops_while_it_loads_refuses_who_waits(lite: Settings, gate: Gate) -> None:
    desk = Desk(lite)
    desk.shelf.start()
    with ThreadPoolExecutor() as threads, gate:
        asked = threads.submit(desk.shelf.game, OTHERS[-1])
        wait_until(lambda: OTHERS[-1] in desk.shelf.wanted and gate.begun == [FIRST])
        closed = threads.submit(desk.shelf.close)
        wait_until(lambda: desk.shelf.is_closing)
        gate.open.release()
        closed.result()
        assert isinstance(asked.exception(), UnloadedGameError)
    assert gate.begun == [FIRST]


IMPORTED = """
import json, sys
from stavka.cli import serve
from stavka.server import running
print(json.dumps(sorted(sys.modules)))
"""


def test_a_server_answers_before_it_has_imported_a_game_or_what_a_start_rarely_needs() -> None:
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, check=True)
    modules = set(json.loads(done.stdout))
    assert {f"{games.package(key)}.game" for key in games.GAMES}.isdisjoint(modules)
    assert {"alembic", "zxcvbn", "resvg_py", "stavka.mapping.draw"}.isdisjoint(modules)
    assert "sqlalchemy" in modules


def test_a_database_that_is_up_to_date_is_not_migrated(lite: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    Store(lite.database).migrate()
    monkeypatch.setattr(migrating, "migrate", None)
    Store(lite.database).migrate()
    assert newest() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_a_limiter_counts_for_all_threads() -> None:
    """Requests are counted in the event loop, new accounts and logins in threads."""
    for _ in range(10):
        limiter = Limiter(1000, 1e9)

        def ask(_: int, limiter: Limiter = limiter) -> int:
            return sum(limiter.allow("a", 0) for _ in range(400))

        assert sum(at_once(8, ask)) == 1000


def test_those_who_wait_for_a_table_and_those_who_come_later_get_the_same(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when the table could not be read at the first attempt."""
    house = open_house(lite)
    id_, desk = house.make()["table"], house.desk
    desk.tables.clear()
    load, attempts = desk.load, iter((ConnectionError("the first"), None, None, None))

    def slowly(table: str) -> Any:
        time.sleep(0.2)
        if (error := next(attempts)) is not None:
            raise error
        return load(table)

    monkeypatch.setattr(desk, "load", slowly)

    async def ask() -> tuple[object, ...]:
        first, second = asyncio.create_task(desk.table(id_)), asyncio.create_task(desk.table(id_))
        await asyncio.wait([first])
        await asyncio.sleep(0.05)
        return await asyncio.gather(first, second, desk.table(id_), desk.table(id_), return_exceptions=True)

    found = asyncio.run(ask())
    opened = {id(each) for each in found if not isinstance(each, Exception)}
    assert len(opened) == 1
    assert [isinstance(each, ConnectionError) for each in found] == [True, True, False, False]
