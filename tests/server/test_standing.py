"""Standing answers: kept for a seat, given for it when it is asked, told to nobody else."""

from __future__ import annotations

import json

import pytest

from games.luki import story as luki
from games.moscow import story as moscow
from server.seats import House, Seat
from stavka.engine.state import Json


@pytest.fixture
def made(house: House) -> Json:
    """The Germans are about to end their declarations; the Soviet side may react and hold then."""
    seats = {"german": "me", "soviet": "friend"}
    reply = house.client.post("/api/records", json={"record": moscow.attacks(), "seats": seats})
    assert reply.status_code == 201, reply.text
    found: Json = reply.json()
    return found


def steps(house: House, made: Json) -> list[tuple[int | None, str]]:
    """The seats and steps of the picks since the record."""
    rows = house.desk.store.moves(made["table"])
    return [(row.seat, row.what) for row in rows if row.kind == "pick" and row.change > 0][-3:]


def stand(seat: Seat, question: str, answer: str | None) -> Json:
    return seat.say("standing", question=question, answer=answer)


def test_what_was_answered_once_is_picked_and_stored_like_a_pick(house: House, made: Json) -> None:
    german, soviet = house.sit(made, "german"), house.sit(made, "soviet")
    assert stand(soviet, "reaction", "never")["is"] == "answer"
    assert soviet.catch_up().facts["standing"] == {"soviet": {"reaction": "never"}}
    german.pick("done")
    # no unit can refuse or hold in these two attacks: after the reaction the Germans go on
    assert steps(house, made)[-2:] == [(0, "done"), (1, "done")]
    assert german.catch_up().scene["offer"]
    assert "never" not in json.dumps(german.heard) and german.facts["standing"] == {"german": {}}
    # the table is thrown away and made again from its rows
    house.clear()
    soviet = house.sit(made, "soviet")
    assert soviet.facts["standing"] == {"soviet": {"reaction": "never"}}


def test_who_is_asked_and_answers_for_good_is_asked_no_more(house: House, made: Json) -> None:
    german, soviet = house.sit(made, "german"), house.sit(made, "soviet")
    german.pick("done")
    assert soviet.catch_up().scene["offer"]["standing"] == "reaction"
    stand(soviet, "reaction", "never")
    assert steps(house, made)[-1] == (1, "done")
    assert not soviet.catch_up().scene["offer"] and german.catch_up().scene["offer"]
    # taken back: he is asked again next time
    stand(soviet, "reaction", None)
    assert soviet.catch_up().facts["standing"] == {"soviet": {}}


def test_a_question_of_several_words_can_be_answered(house: House, made: Json) -> None:
    soviet = house.sit(made, "soviet")
    assert stand(soviet, "no retreat", "never")["is"] == "answer"
    assert soviet.catch_up().facts["standing"] == {"soviet": {"no retreat": "never"}}


def test_what_the_game_does_not_know_is_refused(house: House, made: Json) -> None:
    soviet = house.sit(made, "soviet")
    for question, answer in (("reaction", "always"), ("weather", "never")):
        assert stand(soviet, question, answer)["is"] == "refused"
    assert stand(house.sit(made), "reaction", "never")["is"] == "refused", "an onlooker has nothing to answer"
    assert soviet.catch_up().facts["standing"] == {"soviet": {}}


# -- answers by default ------------------------------------------------------------------------------------------------


@pytest.fixture
def boxed(house: House) -> tuple[Json, str, str]:
    """A table of Velikye Luki; the side and the pick after which units could go from the map to the administrative
    box."""
    before, _ = luki.boxes()
    reply = house.client.post(
        "/api/records", json={"record": before.record, "seats": {"soviet": "me", "german": "friend"}}
    )
    assert reply.status_code == 201, reply.text
    return reply.json(), before.side, before.word


def test_a_question_that_is_seldom_worth_asking_is_a_button_beside_the_next_one(
    house: House, boxed: tuple[Json, str, str]
) -> None:
    made, side, word = boxed
    seat = house.sit(made, side)
    seat.pick(word)
    asked = {"question": "to box", "text": "From the map to the administrative box: no unit moves"}
    assert seat.catch_up().scene["offer"]["answered"] == [asked]
    assert "move-fight" in seat.picks() and steps(house, made)[-1][1] == "pass"
    # the button asks the question after all, and nothing is answered until the next pick
    reply = seat.say("undo", state=seat.state, question="to box")
    assert reply["is"] == "answer", reply
    offer = seat.catch_up().scene["offer"]
    assert offer["standing"] == "to box" and offer["answered"] == [] and "pass" in seat.picks()
    assert seat.say("undo", state=seat.state, question="to box")["text"] == seat.replies[-1]["text"] != ""
    # what is picked now is picked by hand: a unit goes, and nothing is answered for the player
    unit = next(pick["pick"] for pick in offer["picks"] if pick["kind"] == "unit")
    seat.pick(unit)
    assert seat.catch_up().scene["units"][unit].get("box") or "done" in seat.picks()


def test_undo_takes_back_what_was_answered_and_the_pick_before_it(house: House, boxed: tuple[Json, str, str]) -> None:
    made, side, word = boxed
    seat = house.sit(made, side)
    before = seat.scene["offer"]["prompt"]
    seat.pick(word)
    assert steps(house, made)[-1][1] == "pass"
    seat.say("undo", state=seat.state)
    offer = seat.catch_up().scene["offer"]
    assert offer["prompt"] == before and word in seat.picks()


def test_a_player_can_be_asked_each_time(house: House, boxed: tuple[Json, str, str]) -> None:
    made, side, word = boxed
    seat = house.sit(made, side)
    for each in ("soviet", "german"):
        stand(house.sit(made, each), "to box", "ask")
    seat.pick(word)
    assert seat.catch_up().scene["offer"]["standing"] == "to box"


def test_computer_players_answer_for_themselves(house: House) -> None:
    made = house.make({"soviet": "me", "axis": "random"})
    table = house.client.portal.call(house.desk.table, made["table"]) if house.client.portal else None
    assert table is not None and set(table.match.held) == {0}
