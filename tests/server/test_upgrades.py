"""A server that is upgraded changes no game behind the players' backs, and loses none."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from sqlalchemy import text

from server.conftest import OpenHouse
from server.seats import FRIENDS, GAME, HOT_SEAT, House, Seat, play_on
from stavka.engine.record import read_record
from stavka.engine.session import replay
from stavka.engine.state import Json
from stavka.server.settings import Settings

OTHER = "0123456789abcdef"


def change(house: House, statement: str, **values: Any) -> None:
    with house.desk.store.writer.begin() as connection:
        connection.execute(text(statement), values)


def begun_with_other(house: House, made: Json, which: str = "data") -> None:
    """Simulate an upgrade of the server: the game began with other data or rules."""
    assert which in ("data", "rules")
    change(house, f"UPDATE tables SET {which}_hash = '{OTHER}' WHERE id = :id", id=made["table"])


def reopened(open_house: OpenHouse, settings: Settings, house: House) -> House:
    house.__exit__(None, None, None)
    return open_house(settings)


@pytest.fixture
def begun(open_house: OpenHouse, settings: Settings) -> tuple[House, Json]:
    """A game of two friends, some picks old."""
    house = open_house(settings)
    made = house.make(FRIENDS)
    play_on([house.sit(made, "soviet"), house.sit(made, "axis")], Random(3), 12)
    return house, made


def both(house: House, made: Json) -> tuple[Seat, Seat]:
    return house.sit(made, "soviet"), house.sit(made, "axis")


def changed(seat: Seat) -> Json | None:
    found: Json | None = seat.catch_up().facts["table"]["changed"]
    return found


def asked(*seats: Seat) -> Seat:
    return next(seat for seat in seats if seat.catch_up().picks())


# -- a game that was begun with something else -----------------------------------------------------------------------


def test_a_game_remembers_the_data_and_rules_with_which_it_began(house: House) -> None:
    row = house.desk.store.table(house.make()["table"])
    assert row is not None and (row.data_hash, row.rules_hash) == (GAME.data_hash, GAME.rules_hash)


@pytest.mark.parametrize("which", ["data", "rules"])
def test_with_other_data_or_rules_nobody_plays_on_unasked(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json], which: str
) -> None:
    house, made = begun
    begun_with_other(house, made, which)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    told = changed(soviet)
    assert told is not None and told["what"] == [which] and told["agreed"] == []
    hand = asked(soviet, axis)
    state = hand.state
    reply = hand.pick(hand.picks()[0])
    assert reply["is"] == "refused" and which in reply["text"] and hand.catch_up().state == state
    assert hand.say("undo", state=state)["is"] == "refused"
    assert soviet.say("takeback")["is"] == "refused"
    assert soviet.say("chat", text="shall we?")["is"] == "answer"


def test_the_game_goes_on_when_every_player_agrees_and_its_record_says_so(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    begun_with_other(house, made)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert house.sit(made).say("agree")["is"] == "refused", "an onlooker has no say"
    assert soviet.say("agree")["is"] == "answer"
    told = changed(axis)
    assert told is not None and told["agreed"] == ["soviet"]
    hand = asked(soviet, axis)
    assert hand.pick(hand.picks()[0])["is"] == "refused"
    assert axis.say("agree")["is"] == "answer"
    assert changed(soviet) is None and changed(axis) is None
    assert axis.say("agree")["is"] == "refused", "nothing has changed"
    play_on([soviet, axis], Random(5), 4)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert changed(soviet) is None, "it is agreed for good"
    axis.say("resign")
    record = house.client.get(f"/api/tables/{made['table']}/record").text
    assert f"data: {OTHER}\n" in record, "the data with which it began"
    assert f"# from here on with data {GAME.data_hash} and rules {GAME.rules_hash}, as agreed\n" in record


def test_a_program_waits_until_its_opponent_has_agreed(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "random", "axis": "me"})
    seat = house.sit(made, "axis")
    while seat.catch_up().picks():
        seat.play(Random(1))
        if not seat.scene["offer"]:
            break
    begun_with_other(house, made)
    house = reopened(open_house, lite, house)
    seat = house.sit(made, "axis")
    state = seat.state
    before = len(house.desk.store.moves(made["table"]))
    assert seat.catch_up().state == state and len(house.desk.store.moves(made["table"])) == before
    assert seat.say("agree")["is"] == "answer"
    assert changed(seat) is None


def test_clocks_stand_while_players_are_asked(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make(FRIENDS, clock={"start": 1000, "increment": 0})
    play_on([*both(house, made)], Random(3), 2)
    begun_with_other(house, made)
    change(house, "UPDATE moves SET at = at - 5000 WHERE table_id = :id", id=made["table"])
    change(house, "UPDATE tables SET created = created - 5000 WHERE id = :id", id=made["table"])
    house = reopened(open_house, lite, house)
    soviet, axis = both(house, made)
    assert not soviet.catch_up().scene["result"], "nobody has lost on time meanwhile"
    soviet.say("agree")
    axis.say("agree")
    left = [seat["seconds"] for seat in soviet.catch_up().facts["table"]["seats"]]
    assert all(900 < seconds <= 1000 for seconds in left)


def test_a_table_from_before_there_were_fingerprints_goes_on(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    change(house, "UPDATE tables SET data_hash = NULL, rules_hash = NULL WHERE id = :id", id=made["table"])
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert changed(soviet) is None
    play_on([soviet, axis], Random(5), 2)
    row = house.desk.store.table(made["table"])
    assert row is not None and row.data_hash == GAME.data_hash, "taken when it was first opened"


# -- a game that cannot be played through any more -------------------------------------------------------------------


def broken(house: House, made: Json) -> None:
    begun_with_other(house, made)
    change(house, "UPDATE moves SET digest = '0000000000000000' WHERE table_id = :id AND n = 2", id=made["table"])


def test_the_record_of_a_finished_game_can_always_be_downloaded(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    house.sit(made, "axis").say("resign")
    address = f"/api/tables/{made['table']}/record"
    before = house.client.get(address)
    assert replay(GAME, read_record(before.text)).result == ""
    broken(house, made)
    house = reopened(open_house, settings, house)
    after = house.client.get(address)
    assert after.status_code == 200
    named = before.text.replace(f"data: {GAME.data_hash}", f"data: {OTHER}")
    assert [line.split(" = ")[0] for line in after.text.splitlines()] == [
        line.split(" = ")[0] for line in named.splitlines()
    ]
    facts = house.client.get(f"/api/tables/{made['table']}")
    assert facts.status_code == 409 and "other data" in facts.json()["error"]


def test_the_log_of_any_game_can_be_read_by_those_who_saw_it(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    seats = dict(zip(("soviet", "axis", ""), (*both(house, made), house.sit(made)), strict=True))
    expected = {side: "".join(f"{entry['text']}\n" for entry in seat.log) for side, seat in seats.items()}
    assert expected["axis"] and len(set(expected.values())) > 1, "each sees something else"

    def read(house: House) -> dict[str, str]:
        address = f"/api/tables/{made['table']}/log"
        keys = {side: {"Authorization": f"Bearer {key}"} for side, key in made["keys"].items()} | {"": {}}
        return {side: house.client.get(address, headers=headers).text for side, headers in keys.items()}

    assert read(house) == expected
    broken(house, made)
    house = reopened(open_house, settings, house)
    assert read(house) == expected, "it was stored as it was told"


def test_a_stored_record_leaves_out_what_was_taken_back(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    rng = Random(2)
    for _ in range(20):
        seat.play(rng)
        offer = seat.catch_up().scene["offer"]
        if rng.random() < 0.4 and offer and offer["undo"]:
            assert seat.say("undo", state=seat.state)["is"] == "answer"
    match = house.desk.tables[made["table"]].match
    seat.say("resign")
    text = house.client.get(f"/api/tables/{made['table']}/record").text
    assert read_record(text).moves and [(move.who, move.what, move.digest) for move in read_record(text).moves] == [
        (move.who, move.what, move.digest) for move in match.record().moves
    ]
