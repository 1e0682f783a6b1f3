"""Standing answers: kept for a seat, given for it when it is asked, told to nobody else."""

from __future__ import annotations

import json

import pytest

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

FUEL = "ax.fuel.2"
"""A Fuel unit that reaches the whole Formation."""


@pytest.fixture
def fuelled(house: House) -> Json:
    """The Germans are asked for a Fuel unit; when one is spent, no unit needs a second one."""
    seats = {"german": "me", "soviet": "friend"}
    reply = house.client.post("/api/records", json={"record": moscow.fuel(), "seats": seats})
    assert reply.status_code == 201, reply.text
    found: Json = reply.json()
    return found


def test_what_is_seldom_worth_asking_is_a_button_beside_the_next_question(house: House, fuelled: Json) -> None:
    seat = house.sit(fuelled, "german")
    seat.pick(FUEL)
    asked = {
        "question": "fuel",
        "text": "When a Formation is given fuel: no second Fuel unit once every unit is in reach",
    }
    offer = seat.catch_up().scene["offer"]
    assert offer["answered"] == [asked] and offer["rule"] != "6.43a"
    assert steps(house, fuelled)[-2:] == [(0, FUEL), (0, "done")]
    # the button asks the question after all, and nothing is answered until the next pick
    reply = seat.say("undo", state=seat.state, question="fuel")
    assert reply["is"] == "answer", reply
    offer = seat.catch_up().scene["offer"]
    assert (offer["standing"], offer["rule"], offer["answered"]) == ("fuel", "6.43a", [])
    assert FUEL not in seat.picks() and "done" in seat.picks()
    reply = seat.say("undo", state=seat.state, question="fuel")
    assert reply["is"] == "refused", "it has been asked"
    # what is picked now is picked by the player
    second = next(word for word in seat.picks() if word.startswith("ax.fuel."))
    seat.pick(second)
    assert seat.catch_up().scene["offer"]["answered"] == [asked]


def test_undo_takes_back_what_was_answered_and_the_pick_before_it(house: House, fuelled: Json) -> None:
    seat = house.sit(fuelled, "german")
    before = seat.scene["offer"]
    seat.pick(FUEL)
    assert steps(house, fuelled)[-1] == (0, "done")
    seat.say("undo", state=seat.state)
    assert seat.catch_up().scene["offer"]["picks"] == before["picks"]
    # the rows of the table are read again
    house.clear()
    assert house.sit(fuelled, "german").scene["offer"]["picks"] == before["picks"]


def test_a_taking_back_with_consent_takes_back_what_was_answered_too(house: House, fuelled: Json) -> None:
    german, soviet = house.sit(fuelled, "german"), house.sit(fuelled, "soviet")
    before = german.scene["offer"]["picks"]
    german.pick(FUEL)
    german.say("takeback")
    soviet.catch_up().say("takeback")
    assert german.catch_up().scene["offer"]["picks"] == before
    table = house.desk.tables.pop(fuelled["table"])
    assert house.client.portal is not None
    house.client.portal.call(table.close)
    assert house.sit(fuelled, "german").scene["offer"]["picks"] == before


def test_a_player_can_be_asked_each_time(house: House, fuelled: Json) -> None:
    seat = house.sit(fuelled, "german")
    assert stand(seat, "fuel", "ask")["is"] == "answer"
    seat.pick(FUEL)
    assert seat.catch_up().scene["offer"]["standing"] == "fuel"
    # back to the default, which answers at once
    assert stand(seat, "fuel", None)["is"] == "answer"
    assert seat.catch_up().scene["offer"]["standing"] == "" and steps(house, fuelled)[-1] == (0, "done")


def test_computer_players_answer_for_themselves(house: House) -> None:
    made = house.make({"soviet": "me", "axis": "random"})
    assert house.client.portal is not None
    table = house.client.portal.call(house.desk.table, made["table"])
    assert set(table.match.held) == {0}
