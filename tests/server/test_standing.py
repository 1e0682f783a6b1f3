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


def test_what_the_game_does_not_know_is_refused(house: House, made: Json) -> None:
    soviet = house.sit(made, "soviet")
    for question, answer in (("reaction", "always"), ("weather", "never")):
        assert stand(soviet, question, answer)["is"] == "refused"
    assert stand(house.sit(made), "reaction", "never")["is"] == "refused", "an onlooker has nothing to answer"
    assert soviet.catch_up().facts["standing"] == {"soviet": {}}
