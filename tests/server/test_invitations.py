"""Friends sit down by invitation: nobody else holds their key, nobody looks into their hand unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat
from stavka.engine.state import Json
from stavka.server.accounts import hashed
from stavka.server.settings import Settings
from stavka.server.store import Store

BOTH_FRIENDS = {"soviet": "friend", "axis": "friend"}


def bearer(*keys: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {','.join(keys)}"}


def take(house: House, made: Json, invitation: str) -> tuple[int, Json]:
    reply = house.client.post(f"/api/tables/{made['table']}/seats", json={"invitation": invitation})
    return reply.status_code, reply.json()


def code_of(do: Callable[[], object]) -> int:
    """The code with which a connection is closed."""
    with pytest.raises(WebSocketDisconnect) as error:
        while True:
            do()
    return error.value.code


def connections(seat: Seat) -> dict[str, int]:
    return {each["side"]: each["connections"] for each in seat.catch_up().facts["table"]["seats"]}


def notes(seat: Seat) -> list[str]:
    return [line["text"] for line in seat.catch_up().said if line["side"] is None]


# -- one invitation, one key -----------------------------------------------------------------------------------------


def test_the_host_is_given_an_invitation_and_not_the_key_of_a_friend(house: House) -> None:
    made = house.make(FRIENDS)
    assert set(made["keys"]) == {"soviet"} and set(made["invitations"]) == {"axis"}
    invitation = made["invitations"]["axis"]
    address = f"/api/tables/{made['table']}/play?key={invitation}"
    with house.client.websocket_connect(address) as socket:
        assert code_of(socket.receive_json) == 4403, "an invitation opens no seat by itself"
    assert made["keys"]["soviet"] == made["host"]
    assert set(house.make(HOT_SEAT)["keys"]) == {"soviet", "axis"}
    both = house.make(BOTH_FRIENDS)
    assert both["keys"] == {} and set(both["invitations"]) == {"soviet", "axis"} and both["host"]


def test_who_sits_down_first_has_a_key_of_his_own_and_the_invitation_is_dead(house: House) -> None:
    made = house.make(FRIENDS)
    invitation = made["invitations"]["axis"]
    status, taken = take(house, made, invitation)
    assert status == 201 and taken["side"] == "axis"
    assert taken["key"] not in (invitation, made["host"], *made["keys"].values())
    status, refused = take(house, made, invitation)
    assert status == 404 and refused["error"]
    made["keys"]["axis"] = taken["key"]
    assert house.sit(made, "axis").scene["side"] == "axis"
    assert house.client.get("/api/tables", headers=bearer(made["host"])).json()[0]["sides"] == ["soviet"]


def test_invitations_and_keys_are_stored_hashed(house: House) -> None:
    made = house.make(FRIENDS)
    seats = house.desk.store.seats(made["table"])
    assert seats[1].key_hash is None and seats[1].invitation_hash == hashed(made["invitations"]["axis"])
    _, taken = take(house, made, made["invitations"]["axis"])
    seats = house.desk.store.seats(made["table"])
    assert seats[1].key_hash == hashed(taken["key"]) and seats[1].invitation_hash is None


def test_an_invitation_is_one_of_its_own_table(house: House) -> None:
    one, two = house.make(FRIENDS), house.make(FRIENDS)
    assert take(house, one, two["invitations"]["axis"])[0] == 404
    assert take(house, one, one["keys"]["soviet"])[0] == 404, "a key is no invitation"
    assert take(house, two, two["invitations"]["axis"])[0] == 201


# -- the host, while nobody has sat down -----------------------------------------------------------------------------


def test_the_host_takes_an_invitation_back_and_makes_a_new_one(house: House) -> None:
    made = house.make(FRIENDS)
    address = f"/api/tables/{made['table']}/seats/axis/invitation"
    assert house.facts(made)["seats"][1]["is_invited"]
    assert house.client.delete(address, headers=bearer("x" * 43)).status_code == 403
    assert house.client.delete(address, headers=bearer(made["host"])).status_code == 200
    assert not house.facts(made)["seats"][1]["is_invited"]
    assert take(house, made, made["invitations"]["axis"])[0] == 404
    again = house.client.post(address, headers=bearer(made["host"]))
    assert again.status_code == 201
    assert take(house, made, again.json()["invitation"])[0] == 201


def test_a_second_invitation_kills_the_first(house: House) -> None:
    made = house.make(FRIENDS)
    address = f"/api/tables/{made['table']}/seats/axis/invitation"
    again = house.client.post(address, headers=bearer(made["host"])).json()["invitation"]
    assert take(house, made, made["invitations"]["axis"])[0] == 404
    assert take(house, made, again)[0] == 201


def test_an_invitation_that_was_used_cannot_be_taken_back(house: House) -> None:
    made = house.make(FRIENDS)
    address = f"/api/tables/{made['table']}/seats/axis/invitation"
    house.sit(made, "axis")
    assert house.client.delete(address, headers=bearer(made["host"])).status_code == 409
    assert house.client.post(address, headers=bearer(made["host"])).status_code == 409
    key = f"/api/tables/{made['table']}/seats/axis/key"
    assert house.client.post(key, headers=bearer(made["host"])).status_code == 403
    assert house.client.delete(key, headers=bearer(made["host"])).status_code == 403


def test_a_key_that_never_reached_its_player_can_be_replaced_by_a_new_invitation(house: House) -> None:
    """The answer that held it was lost: nobody has been at the table with it, so nobody's hand was seen."""
    made = house.make(FRIENDS)
    lost = take(house, made, made["invitations"]["axis"])[1]["key"]
    address = f"/api/tables/{made['table']}/seats/axis/invitation"
    again = house.client.post(address, headers=bearer(made["host"])).json()["invitation"]
    with house.client.websocket_connect(f"/api/tables/{made['table']}/play?key={lost}") as socket:
        assert code_of(socket.receive_json) == 4403
    assert take(house, made, again)[0] == 201


def test_the_host_invites_another_player_to_a_seat_that_was_given_up(house: House) -> None:
    made = house.make(FRIENDS)
    address = f"/api/tables/{made['table']}/seats"
    house.sit(made, "axis")
    assert house.client.delete(f"{address}/axis/key", headers=bearer(made["keys"]["axis"])).status_code == 200
    again = house.client.post(f"{address}/axis/invitation", headers=bearer(made["host"])).json()["invitation"]
    assert take(house, made, again)[0] == 201
    assert house.client.delete(f"{address}/moon/key").status_code == 404
    assert house.client.post(f"{address}/moon/invitation").status_code == 404
    against = house.make({"soviet": "me", "axis": "random"})
    program = f"/api/tables/{against['table']}/seats/axis/invitation"
    assert house.client.post(program, headers=bearer(against["host"])).status_code == 409, "a program has it"


# -- what everybody sees of it ---------------------------------------------------------------------------------------


def test_everybody_sees_how_many_connections_a_seat_has(house: House) -> None:
    made = house.make(FRIENDS)
    soviet, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    assert connections(soviet) == connections(axis) == {"soviet": 1, "axis": 1}
    house.sit(made, "axis")
    assert connections(soviet) == connections(axis) == {"soviet": 1, "axis": 2}
    assert connections(house.sit(made)) == {"soviet": 1, "axis": 2}, "an onlooker is at no seat"


def test_sitting_down_and_giving_up_are_told(house: House) -> None:
    made = house.make(FRIENDS)
    soviet = house.sit(made, "soviet")
    house.sit(made, "axis")
    assert notes(soviet) == ["The Axis player takes the seat."]
    address = f"/api/tables/{made['table']}/seats/axis/key"
    assert house.client.delete(address, headers=bearer(made["keys"]["axis"])).status_code == 200
    assert notes(soviet)[1:] == ["The Axis player gives up the seat."]


def test_a_seat_that_is_given_up_keeps_nothing_of_its_player(house: House) -> None:
    made = house.make(FRIENDS)
    house.sit(made, "axis")
    mine = bearer(made["keys"]["axis"])
    address = f"/api/tables/{made['table']}"
    assert house.client.put(f"{address}/notify", json={"email": "a@b.example"}, headers=mine).status_code == 200
    assert house.client.delete(f"{address}/seats/axis/key", headers=mine).status_code == 200
    seat = house.desk.store.seats(made["table"])[1]
    assert (seat.key_hash, seat.account_id, seat.email, seat.standing) == (None, None, None, "{}")


# -- accounts --------------------------------------------------------------------------------------------------------


def log_in(house: House, made: Json) -> dict[str, str]:
    who = {"name": f"Olga{made['table'][:8].replace('_', '-')}", "password": "cranes over the Dnipro"}
    assert house.client.post("/api/account", json=who).status_code == 201
    return {"X-CSRF-Token": house.client.post("/api/account/login", json=who).json()["csrf"]}


def test_an_account_loses_its_claim_when_the_key_changes(house: House) -> None:
    made = house.make(FRIENDS)
    house.sit(made, "axis")
    token = log_in(house, made)
    old = made["keys"]["axis"]
    assert house.client.post("/api/account/seats", json={"keys": [old]}, headers=token).status_code == 200
    assert house.client.get("/api/tables").json()[0]["sides"] == ["axis"]
    address = f"wss://testserver/api/tables/{made['table']}/play"
    with house.client.websocket_connect(address, headers={"Origin": "https://testserver"}) as socket:
        assert socket.receive_json()["mine"] == ["axis"]
        key = f"/api/tables/{made['table']}/seats/axis/key"
        assert house.client.post(key, headers=bearer(old)).status_code == 201
        assert code_of(socket.receive_json) == 4403
    assert house.client.get("/api/tables").json() == []
    with house.client.websocket_connect(address, headers={"Origin": "https://testserver"}) as socket:
        assert socket.receive_json()["mine"] == [], "an onlooker"


def test_an_invitation_cannot_be_claimed(house: House) -> None:
    made = house.make(FRIENDS)
    token = log_in(house, made)
    invitation = made["invitations"]["axis"]
    assert house.client.post("/api/account/seats", json={"keys": [invitation]}, headers=token).status_code == 200
    assert house.client.get("/api/tables").json() == []
    take(house, made, invitation)
    assert house.client.get("/api/tables").json() == []


def test_a_host_who_changes_his_key_is_still_the_host(house: House) -> None:
    made = house.make(FRIENDS)
    address = f"/api/tables/{made['table']}/seats"
    old = made["host"]
    new = house.client.post(f"{address}/soviet/key", headers=bearer(old)).json()["key"]
    assert house.client.delete(f"{address}/axis/invitation", headers=bearer(old)).status_code == 403
    assert house.client.delete(f"{address}/axis/invitation", headers=bearer(new)).status_code == 200


# -- tables from before there were invitations -----------------------------------------------------------------------


def test_a_link_that_was_sent_before_the_upgrade_is_an_invitation_after_it(
    open_house: OpenHouse, bare: Settings
) -> None:
    """Before, a friend's link held the key of the seat. What nobody had used becomes an invitation."""
    store = Store(bare.database)
    store.migrate("0003")
    old = "k" * 43
    with store.writer.begin() as connection:
        connection.exec_driver_sql(OLD_TABLE)
        for seat, used in ((0, True), (1, False)):
            connection.exec_driver_sql(
                "INSERT INTO seats (table_id, seat, player, key_hash, used, standing) VALUES "
                f"('old', {seat}, 'person', '{hashed(old if seat else 'host' * 10)}', {str(used).lower()}, '{{}}')"
            )
    store.close()
    house = open_house(bare)
    made = {"table": "old", "keys": {}}
    seats = house.desk.store.seats("old")
    assert [(seat.key_hash is None, seat.invitation_hash is None) for seat in seats] == [(False, True), (True, False)]
    assert take(house, made, old)[0] in (201, 409)


OLD_TABLE = """
INSERT INTO tables (id, game, scenario, options, seed, seeded, program_seed, host_hash, clock_increment, pace, created,
                    updated, result, turn, asked, may_take_back)
VALUES ('old', 'traces', 'race', '{}', 'old', true, '00', 'x', 0, 350, 1, 1, '', 1, '1', true)
"""
