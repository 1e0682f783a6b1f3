"""Orders over the wire: one message, one update, one undo; stored as ordinary picks."""

from __future__ import annotations

import pytest

from games.zitadelle import story as kursk
from page import story
from server.seats import House, Seat
from stavka.engine.state import Json


def table(house: House, record: str, seats: Json) -> Json:
    reply = house.client.post("/api/records", json={"record": record, "seats": seats})
    assert reply.status_code == 201, reply.text
    made: Json = reply.json()
    return made


@pytest.fixture
def made(house: House) -> Json:
    """The Soviet player moves."""
    return table(house, story.moving(), {"soviet": "me", "axis": "friend"})


def order(seat: Seat, *units: str, **more: object) -> Json:
    return seat.say("order", state=seat.state, units=list(units), **more)


def rows(house: House, made: Json) -> list[tuple[str, str]]:
    return [(row.kind, row.what) for row in house.desk.store.moves(made["table"])]


def updates(seat: Seat) -> int:
    return sum(message["is"] == "update" for message in seat.heard)


def places(seat: Seat, *units: str) -> list[str]:
    return [seat.scene["units"][unit]["hex"] for unit in units]


def test_another_unit_is_taken_with_one_message_and_the_first_has_not_moved(house: House, made: Json) -> None:
    seat = house.sit(made, "soviet")
    offered, before = seat.picks(), rows(house, made)
    assert seat.scene["offer"]["hand"]["units"] == []
    seat.pick("so.55rc")
    hand = seat.scene["offer"]["hand"]
    assert hand["units"] == ["so.55rc"] and not hand["ends"]
    assert set(hand["others"]) == set(offered) - {"so.55rc", "done"}
    heard = updates(seat)
    assert order(seat, "so.54rc")["is"] == "answer"
    assert updates(seat) == heard + 1 and seat.scene["offer"]["hand"]["units"] == ["so.54rc"]
    assert order(seat)["is"] == "answer", "nothing is ordered: it is put down"
    assert seat.picks() == offered and "moved" not in seat.scene["units"]["so.55rc"]["flags"]
    assert [row for row in rows(house, made)[len(before) :] if row[0] != "void"] == []


def test_an_order_is_one_change_and_one_undo(house: House, made: Json) -> None:
    seat, axis = house.sit(made, "soviet"), house.sit(made, "axis")
    before, heard, offered = rows(house, made), updates(seat), seat.picks()
    left = order(seat, "so.2gmc", "so.4gmc", "so.49rc", to="1344")["left"]
    assert [(each["units"], each["rule"]) for each in left] == [(["so.49rc"], "4.3.1a")]
    assert updates(seat) == heard + 1 and places(seat, "so.2gmc", "so.4gmc") == ["1344", "1344"]
    assert places(axis.catch_up(), "so.4gmc") == ["1344"]
    words = ["so.2gmc", "1344", "stop", "so.4gmc", "1344"]
    assert rows(house, made)[len(before) :] == [("pick", word) for word in words]
    house.clear()
    house.desk.tables.clear()  # read again from its rows
    seat = house.sit(made, "soviet")
    assert places(seat, "so.2gmc", "so.4gmc") == ["1344", "1344"]
    assert seat.say("undo", state=seat.state)["is"] == "answer"
    assert places(seat, "so.2gmc", "so.4gmc") == ["1243", "1243"] and seat.picks() == offered
    house.clear()
    house.desk.tables.clear()
    assert house.sit(made, "soviet").picks() == offered


def test_a_record_of_orders_holds_ordinary_picks(house: House, made: Json) -> None:
    seat = house.sit(made, "soviet")
    start = len(house.desk.stored(made["table"]).record().moves)
    for _ in range(2):
        order(seat, "so.2gmc", "so.4gmc", to="1344")
        seat.say("undo", state=seat.state)
    order(seat, "so.2gmc", "so.4gmc", to="1344")
    seat.say("resign")
    moves = house.desk.stored(made["table"]).record().moves
    assert [move.what for move in moves[start:]] == ["so.2gmc", "1344", "stop", "so.4gmc", "1344"]
    assert moves == house.desk.tables[made["table"]].match.record().moves
    text = house.client.get(f"/api/tables/{made['table']}/record").text
    again = table(house, text, {"soviet": "me", "axis": "friend"})
    assert places(house.sit(again, "soviet"), "so.2gmc", "so.4gmc") == ["1344", "1344"]


def test_a_look_at_an_order_changes_nothing(house: House, made: Json) -> None:
    seat = house.sit(made, "soviet")
    seat.pick("so.55rc")
    before = rows(house, made)
    told = seat.say("ask", what="order", units=["so.2gmc", "so.49rc"], to="1344")
    assert [(way["units"], way["hexes"][0], way["hexes"][-1]) for way in told["ways"]] == [
        (["so.2gmc"], "1243", "1344")
    ]
    assert [each["units"] for each in told["left"]] == [["so.49rc"]]
    moves = house.desk.tables[made["table"]].match.session.record.moves
    assert rows(house, made) == before and moves[-1].what == "so.55rc", "nothing was picked or taken back"


def test_what_cannot_be_done_at_all_is_refused_with_the_rule(house: House, made: Json) -> None:
    seat = house.sit(made, "soviet")
    reply = order(seat, "so.49rc", to="1344")
    assert (reply["is"], reply["rule"]) == ("refused", "4.3.1a")
    assert order(seat, "so.nobody")["text"] == "there is no unit “so.nobody”"
    assert order(seat, "so.55rc", to="9999")["text"] == "there is no hex “9999”"
    assert seat.say("order", state=seat.state - 1, units=["so.55rc"])["is"] == "refused"
    assert order(house.sit(made, "axis"), "so.55rc")["is"] == "refused"
    assert order(house.sit(made), "so.55rc")["is"] == "refused"
    for units in ("so.55rc", ["so.55rc"] * 65):
        assert seat.say("ask", what="order", units=units, to="1344")["text"] == "This order cannot be read."


def test_a_whole_formation_of_zitadelle_goes_with_one_message(house: House) -> None:
    made = table(house, kursk.movement(), {"german": "me", "soviet": "friend"})
    seat = house.sit(made, "german")
    corps = [word for word in seat.picks() if word.startswith("ax.")][:10]
    assert len(corps) == 10
    before = places(seat, *corps)
    order(seat, *corps, to=before[0], towards=True)
    assert sum(a != b for a, b in zip(before, places(seat, *corps), strict=True)) >= 3
    assert seat.say("undo", state=seat.state)["is"] == "answer"
    assert places(seat, *corps) == before


def test_a_drawn_way_of_a_unit_in_hand_is_taken_back_at_once(house: House, made: Json) -> None:
    seat = house.sit(made, "soviet")
    offered = seat.picks()
    for by in ("1343", "1244"):
        seat.pick("so.2gmc")
        assert order(seat, "so.2gmc", to="1344", via=[by], towards=True)["is"] == "answer"
        assert places(seat, "so.2gmc") == ["1344"]
        assert seat.say("undo", state=seat.state)["is"] == "answer"
        assert seat.picks() == offered


def test_a_chosen_attacker_is_taken_out_again(house: House) -> None:
    """An assault of Zitadelle with all who can; one is left out, and the others stay chosen."""
    made = table(house, kursk.attack(), {"german": "me", "soviet": "friend"})
    seat = house.sit(made, "german")
    attackers = [word for word in seat.picks() if word.startswith("ax.")][:3]
    for word in attackers:
        seat.pick(word)
    chosen = seat.scene["offer"]["chosen"]
    assert set(attackers) <= set(chosen["drop"]) <= {*chosen["units"], *chosen["hexes"]}
    first, *others = attackers
    assert seat.say("drop", state=seat.state, units=[first])["is"] == "answer"
    assert set(seat.scene["offer"]["chosen"]["units"]) == set(others)
    assert seat.say("drop", state=seat.state, units=[first])["is"] == "refused", "it is not chosen any more"
    house.clear()
    house.desk.tables.clear()
    assert set(house.sit(made, "german").scene["offer"]["chosen"]["units"]) == set(others)


def test_the_hex_of_an_attack_is_taken_out_again(house: House) -> None:
    """An assault of Zitadelle that has never been: its attackers are free again."""
    made = table(house, kursk.attack(), {"german": "me", "soviet": "friend"})
    seat = house.sit(made, "german")
    (hex_,) = seat.scene["offer"]["chosen"]["hexes"]
    seat.say("undo", state=seat.state)
    seat.pick(hex_)
    seat.pick(next(word for word in seat.picks() if word.startswith("ax.")))
    offer = seat.scene["offer"]
    assert hex_ in offer["chosen"]["hexes"] and hex_ in offer["chosen"]["drop"]
    assert seat.say("drop", state=seat.state, units=[hex_])["is"] == "answer"
    offer = seat.scene["offer"]
    assert not offer["chosen"]["hexes"] and hex_ in seat.picks()
    assert seat.say("drop", state=seat.state, units=[hex_])["is"] == "refused"


def test_one_of_two_chits_that_are_alike_is_taken_out_again(house: House) -> None:
    """While both sides select: nobody else sees it."""
    made = table(house, story.selecting(), {"soviet": "me", "axis": "friend"})
    seat = house.sit(made, "soviet")
    seat.say("standing", question="fronts", answer="ask")
    for word in ("step", "vrnz", "step"):
        seat.pick(word)
    chosen = seat.scene["offer"]["chosen"]
    assert [each["pick"] for each in chosen["options"]] == ["step", "vrnz", "step"]
    assert chosen["drop"] == ["step", "vrnz"]
    seat.say("drop", state=seat.state, units=["step"])
    assert [each["pick"] for each in seat.scene["offer"]["chosen"]["options"]] == ["step", "vrnz"]
    seat.say("drop", state=seat.state, units=["vrnz"])
    assert [each["pick"] for each in seat.scene["offer"]["chosen"]["options"]] == ["step"]


def test_the_fewest_units_keep_the_column(house: House) -> None:
    made = table(house, kursk.attack(), {"german": "me", "soviet": "friend"})
    seat = house.sit(made, "german")
    while units := [word for word in seat.picks() if word.startswith("ax.")]:
        seat.pick(units[0])
    before = seat.scene["offer"]
    seat.say("drop", state=seat.state)
    after = seat.scene["offer"]
    assert after["odds"]["column"] == before["odds"]["column"]
    assert set(after["chosen"]["units"]) <= set(before["chosen"]["units"])
    # no further unit can be spared: without any of them the column is different, or the assault cannot be made
    for unit in set(after["chosen"]["drop"]) & set(after["chosen"]["units"]):
        seat.say("drop", state=seat.state, units=[unit])
        trial = seat.scene["offer"]
        options = {pick["pick"] for pick in trial["picks"] if pick["kind"] == "option"}
        assert trial["odds"] is None or trial["odds"]["column"] != before["odds"]["column"] or "attack" not in options
        seat.pick(unit)
