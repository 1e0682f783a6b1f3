"""The server's first requests: every game is loaded before it answers, and one that cannot be loaded shuts no other."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.process import Server
from server.seats import FRIENDS, House
from server.storm import Storm, faults_in, one_of_each
from stavka import games
from stavka.engine.machine import Game
from stavka.server.desk import Desk
from stavka.server.limits import Limiter
from stavka.server.settings import Settings
from stavka.server.socket import BROKEN
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
    prepared = games.prepared

    def broken(key: str) -> Game[Any]:
        if key == "luki":
            raise ValueError(SECRET)
        return prepared(key)

    monkeypatch.setattr(games, "prepared", broken)
    return open_house(lite), table


def test_a_game_that_cannot_be_loaded_is_remembered_and_not_listed(without_luki: tuple[House, str]) -> None:
    house, _ = without_luki
    assert house.desk.unloaded == {"luki": "ValueError"}
    assert [each["key"] for each in house.client.get("/api/games").json()] == [
        key for key in games.GAMES if key != "luki"
    ]


def test_its_fault_is_in_the_log_without_its_text(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(key: str) -> Game[Any]:
        raise ValueError(SECRET)

    monkeypatch.setattr(games, "prepared", broken)
    with caplog.at_level(logging.ERROR):
        open_house(lite)
    told = [record.getMessage() for record in caplog.records]
    assert [line.split(" at ")[0] for line in told] == [f"game {key}: ValueError" for key in games.GAMES]
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
    Desk(lite).load_games()
    shown = [games.presenter(key, games.load(key)) for key in games.GAMES]
    boards = [show.board("es") for show in shown]
    Desk(lite).load_games()
    assert all(games.presenter(key, games.load(key)) is show for key, show in zip(games.GAMES, shown, strict=True))
    assert all(show.board("es") is board for show, board in zip(shown, boards, strict=True))


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
