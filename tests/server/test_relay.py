"""Two servers on one database: players may be connected to either, and what one leads goes on when it is gone."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from sqlalchemy import update
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat, play_on
from server.test_waiting import Hook, hook, wait_until
from stavka.server.accounts import hashed
from stavka.server.rows import ServerRow
from stavka.server.settings import Settings

__all__ = ["hook"]
PASSWORD = "correct horse battery"


@pytest.fixture
def houses(open_house: OpenHouse, settings: Settings) -> tuple[House, House]:
    one = open_house(settings)
    return one, open_house(settings)


def led_by(house: House, made: dict[str, Any]) -> bool:
    return made["table"] in house.desk.tables


def silence(house: House) -> None:
    """The server does not renew its row any more, as if it were stopped or cut off from the database."""
    house.desk.members.stopping.set()
    with house.desk.store.writing() as rows:
        rows.execute(update(ServerRow).where(ServerRow.id == house.desk.members.id).values(until=0))


def is_sent_away(seat: Seat) -> bool:
    """Whether a connection is closed, to come again."""
    with pytest.raises(WebSocketDisconnect) as end:
        while True:
            seat.hear()
    return end.value.code == 1012


def test_players_at_different_servers_see_each_other_at_once(houses: tuple[House, House]) -> None:
    one, other = houses
    made = one.make(FRIENDS)
    axis, soviet = one.sit(made, "axis"), other.sit(made, "soviet")
    assert led_by(one, made) and not led_by(other, made)
    play_on([axis, soviet], Random(3), 30)
    direct = one.sit(made, "soviet")
    soviet.catch_up()
    assert (direct.scene, direct.log) == (soviet.scene, soviet.log) and direct.state > 10
    axis.say("chat", text="good morning")
    while not (soviet.said and soviet.said[-1]["text"] == "good morning"):
        soviet.hear()
    axis.catch_up()
    assert [seat["connections"] for seat in axis.facts["table"]["seats"]] == [2, 1]
    onlooker = other.sit(made)
    assert onlooker.scene["offer"] is None
    assert axis.pick("moon")["is"] == "refused"
    assert soviet.say("pick", state=-5, pick="moon")["is"] == "refused"


def test_calls_over_http_reach_the_server_that_leads(houses: tuple[House, House]) -> None:
    one, other = houses
    made = one.make(FRIENDS)
    soviet = one.sit(made, "soviet")
    taken = other.client.post(f"/api/tables/{made['table']}/seats", json={"invitation": made["invitations"]["axis"]})
    assert taken.status_code == 201
    assert other.client.get(f"/api/tables/{made['table']}").json()["seats"][1]["is_taken"] is False
    made["keys"]["axis"] = taken.json()["key"]
    other.sit(made, "axis")
    soviet.catch_up()
    assert [seat["is_connected"] for seat in soviet.facts["table"]["seats"]] == [True, True]
    again = other.client.post(f"/api/tables/{made['table']}/seats", json={"invitation": made["invitations"]["axis"]})
    assert again.status_code == 404 and "has been used" in again.json()["error"]
    assert again.headers["x-content-type-options"] == "nosniff"
    head = other.client.head(f"/api/tables/{made['table']}")
    assert head.status_code == 200 and head.content == b""
    wrong = other.client.post(f"/api/tables/{made['table']}/seats", content=b"{")
    assert wrong.status_code == 422
    assert other.client.put(f"/api/tables/{made['table']}/seats").headers["allow"] == "POST"
    key = {"authorization": f"Bearer {made['keys']['axis']}"}
    new = other.client.post(f"/api/tables/{made['table']}/seats/axis/key", headers=key)
    assert new.status_code == 201
    (axis,) = [seat for seat in one.desk.tables[made["table"]].seats if seat.seat == 1]
    assert axis.key_hash == hashed(new.json()["key"])
    assert other.client.get(f"/api/tables/{made['table']}/log").status_code == 200
    assert not led_by(other, made)


def test_a_table_goes_on_at_the_other_server_when_its_own_ends(
    open_house: OpenHouse, houses: tuple[House, House]
) -> None:
    one, other = houses
    made = one.make(FRIENDS)
    seats = [one.sit(made, "axis"), other.sit(made, "soviet")]
    play_on(seats, Random(5), 20)
    before = [(seat.catch_up().scene, seat.log) for seat in seats]
    one.__exit__(None, None, None)
    assert is_sent_away(seats[1])
    again = [other.sit(made, "axis"), other.sit(made, "soviet")]
    assert [(seat.scene, seat.log) for seat in again] == before and led_by(other, made)
    play_on(again, Random(6), 10)


def test_a_server_that_falls_silent_is_replaced_and_acknowledges_nothing(houses: tuple[House, House]) -> None:
    one, other = houses
    made = one.make(HOT_SEAT)
    old = one.sit(made, "axis")
    old.pick(old.picks()[0])
    silence(one)
    new = other.sit(made, "axis")
    assert led_by(other, made) and new.scene == old.scene
    answer = old.pick(old.picks()[0])
    assert answer["is"] == "refused" and is_sent_away(old)
    assert len(other.desk.store.moves(made["table"])) == 1
    assert new.pick(new.picks()[1])["is"] == "answer"
    assert one.sit(made, "axis").scene == new.catch_up().scene, "the old one passes it on now"


def test_who_was_late_drops_what_it_has_lost_and_keeps_the_rest(houses: tuple[House, House]) -> None:
    one, other = houses
    kept, lost = one.make(HOT_SEAT), one.make(HOT_SEAT)
    seats = [one.sit(made, "axis") for made in (kept, lost)]
    silence(one)
    other.sit(lost, "axis")
    assert one.client.portal is not None
    one.client.portal.call(one.desk.look_around)
    assert is_sent_away(seats[1])
    assert seats[0].pick(seats[0].picks()[0])["is"] == "answer"
    assert led_by(one, kept) and not led_by(one, lost)


def test_a_program_goes_on_at_another_server(houses: tuple[House, House]) -> None:
    one, other = houses
    made = one.make({"soviet": "me", "axis": "random"}, pace=60_000)
    wait_until(lambda: one.desk.store.moves(made["table"]))
    one.desk.store.set_table(made["table"], pace=0, asked="1")
    silence(one)
    wait_until(lambda: other.facts(made)["waiting"] == ["soviet"])
    assert led_by(other, made)


# -- what is no table's ---------------------------------------------------------------------------------------------


def register(house: House, name: str) -> dict[str, str]:
    """An account that is logged in; the headers of its requests."""
    credentials = {"name": name, "password": PASSWORD}
    assert house.client.post("/api/account", json=credentials).status_code == 201
    return {"x-csrf-token": house.client.post("/api/account/login", json=credentials).json()["csrf"]}


def test_a_session_that_ends_loses_its_connections_everywhere(houses: tuple[House, House]) -> None:
    one, other = houses
    token = register(one, "Ivan")
    made = [house.make(HOT_SEAT) for house in houses]
    for table in made:
        keys = {"keys": [table["keys"]["axis"]]}
        assert one.client.post("/api/account/seats", json=keys, headers=token).status_code == 200
    cookies = {"cookie": f"__Host-stavka={one.client.cookies['__Host-stavka']}", "origin": "https://testserver"}
    seats = [
        Seat(house.stack.enter_context(house.client.websocket_connect(place(table), headers=cookies)))
        for house, table in ((one, made[0]), (one, made[1]), (other, made[0]), (other, made[1]))
    ]
    assert all(seat.facts["mine"] for seat in seats)
    assert one.client.post("/api/account/logout", headers=token).status_code == 200
    for seat in seats:
        with pytest.raises(WebSocketDisconnect) as end:
            while True:
                seat.hear()
        assert end.value.code == 4401


def place(made: dict[str, Any]) -> str:
    return f"/api/tables/{made['table']}/play"


def test_wrong_passwords_are_counted_in_one_place(open_house: OpenHouse, settings: Settings) -> None:
    houses = [open_house(settings, limit_factor=1) for _ in range(2)]
    register(houses[0], "Ivan")
    houses[0].client.cookies.clear()
    for house in houses:
        assert house.client.portal is not None
        house.client.portal.call(house.desk.look_around)

        async def at_once(_: float) -> None:
            return

        house.desk.guesses.sleep = at_once
    wrong = {"name": "Ivan", "password": "wrong horse battery"}
    found = [houses[n % 2].client.post("/api/account/login", json=wrong).status_code for n in range(12)]
    assert found == [401] * 10 + [429] * 2


def test_a_notice_is_sent_once_and_only_to_who_is_nowhere(
    open_house: OpenHouse, settings: Settings, hook: tuple[str, type[Hook]]
) -> None:
    address, handler = hook
    one, other = (open_house(settings, webhook_url=address) for _ in range(2))
    here, away = one.make(FRIENDS), one.make(FRIENDS)
    other.sit(here, "soviet")
    for made in (here, away):
        axis = one.sit(made, "axis")
        for _ in range(3):
            axis.pick(axis.picks()[0])
    wait_until(lambda: not one.desk.store.due_notices(time.time() + 1000))
    assert len(handler.heard) == 1 and away["table"].encode() in handler.heard[0][1]


# -- the address between servers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("hello", [b"", b"x" * 43, b"x" * 43 + b"\xff\xff\xff\xff", b"GET / HTTP/1.1\r\n" * 10])
def test_who_does_not_know_the_secret_learns_nothing(open_house: OpenHouse, lite: Settings, hello: bytes) -> None:
    house = open_house(lite)
    with socket.create_connection(house.desk.members.address, timeout=20) as line:
        line.sendall(hello)
        line.shutdown(socket.SHUT_WR)
        with suppress(ConnectionResetError):
            assert line.recv(100) == b""
    assert house.make()


def test_a_client_cannot_pretend_to_be_passed_on(open_house: OpenHouse, lite: Settings) -> None:
    """The address of a client that was passed on is no header that a client could send."""
    house = open_house(lite, limit_factor=0.1)
    told = {"x-forwarded-for": "1.2.3.4", "x-relayed": "1"}
    found = [house.client.get("/api/games/none/board", headers=told).status_code for _ in range(62)]
    assert found.count(429) >= 1
