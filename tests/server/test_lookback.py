"""Analysis, hints and plans of a table: who may ask, what is told, what is stored."""

from __future__ import annotations

import json
import time
from random import Random

import pytest

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat, play_on
from stavka import games
from stavka.engine.state import Json
from stavka.server.limits import Limiter
from stavka.server.lookback import Lookback
from stavka.server.rows import PlanRow
from stavka.server.settings import Settings

ALONE = {"soviet": "me", "axis": "scripted"}


@pytest.fixture
def house(open_house: OpenHouse, lite: Settings) -> House:
    return open_house(lite, analysis_seconds=1000)


def finished(seat: Seat, **how: object) -> Json:
    """The analysis, when it is done."""
    answer = seat.say("analyse", **how)
    while answer["is"] == "answer" and answer["running"]:
        while not any(told["is"] == "analysing" and told["done"] for told in seat.heard):
            seat.hear()
        seat.heard.clear()
        answer = seat.say("analyse")
    return answer


def ended(house: House) -> list[Seat]:
    """Two people who have played a while; one of them has resigned."""
    made = house.make(FRIENDS, by_hand=True, seed="story")
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(3), 60)
    seats[1].say("resign")
    return seats


def test_a_finished_game_is_analysed_once_for_all_and_its_pages_are_those_of_the_replay(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = ended(house)
    asked, run = list[int](), Lookback.run

    async def counted(lookback: Lookback, seat: int, *more: object) -> None:
        asked.append(seat)
        await run(lookback, seat, *more)  # type: ignore[arg-type]  # as it came

    monkeypatch.setattr(Lookback, "run", counted)
    found = finished(seats[0])["found"]
    again = seats[1].say("analyse")
    assert again["found"] == found and not again["running"] and asked == [-1]
    last = seats[0].say("past", at=100_000)["last"]
    assert found["whole"] and found["complete"] and found["sides"] == ["soviet", "axis"]
    assert [point["page"] for point in found["curve"]] == sorted(point["page"] for point in found["curve"])
    assert found["curve"][-1]["page"] == last
    assert set(found["luck"]) == {"soviet", "axis"}
    assert found["luck"]["soviet"]["chance"] == -found["luck"]["axis"]["chance"]
    for decision in found["decisions"]:
        assert 0 <= decision["page"] < decision["last"] <= last
        asks = seats[0].say("past", at=decision["page"], side=decision["side"])["scene"]
        assert asks["turn"]["number"] == decision["turn"]


def test_a_reload_does_not_compute_again_and_another_language_has_other_words(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = ended(house)
    found = finished(seats[0])["found"]
    made = {"table": next(iter(house.desk.tables)), "keys": {}}
    monkeypatch.setattr(Lookback, "run", None)
    french = house.sit(made, lang="fr").say("analyse")["found"]
    assert french["decisions"][0]["difference"] == found["decisions"][0]["difference"]
    assert [each["plan"] for each in french["decisions"]] != [each["plan"] for each in found["decisions"]]


def test_nobody_is_helped_in_a_running_game_against_a_person(house: House) -> None:
    made = house.make(FRIENDS, by_hand=True)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis"), house.sit(made)]
    for seat in seats:
        for do in ("analyse", "hint"):
            refused = seat.say(do)
            assert refused["is"] == "refused" and "against another person nobody is helped" in refused["text"]
    assert house.facts(made)["hints"] == 0


def test_a_player_alone_looks_back_with_what_the_seat_saw(house: House) -> None:
    made = house.make(HOT_SEAT, by_hand=True, seed="story")
    seat = house.sit(made, "soviet")
    play_on([seat], Random(3), 60)
    answer = finished(seat)
    found, side = answer["found"], seat.scene["side"]
    assert not found["whole"] and found["throws"] == [] and found["luck"] == {}
    assert {decision["side"] for decision in found["decisions"]} <= {side}
    assert all(point["truth"] is None and list(point["seen"]) == [side] for point in found["curve"])
    seat.play(Random(1))
    assert seat.say("analyse")["running"], "another position needs another analysis"
    assert seat.say("analyse", stop=True)["is"] == "answer"


def test_an_onlooker_of_a_running_game_is_told_nothing(house: House) -> None:
    made = house.make(HOT_SEAT)
    assert house.sit(made).say("analyse")["is"] == "refused"
    assert house.sit(made).say("hint")["is"] == "refused"


def test_an_analysis_can_be_stopped_with_what_it_has_and_taken_up(house: House) -> None:
    seats = ended(house)
    assert seats[0].say("analyse")["running"]
    stopped = finished(seats[0], stop=True)["found"]
    assert not stopped["complete"] and stopped["decisions"] == []
    assert seats[1].say("analyse")["found"] == stopped, "it does not begin again by itself"
    assert finished(seats[1], again=True)["found"]["complete"]


def test_a_hint_is_drawn_counted_and_knows_what_the_seat_knows(house: House) -> None:
    made = house.make(HOT_SEAT, by_hand=True, seed="story")
    seat = house.sit(made, "soviet")
    play_on([seat], Random(3), 40)
    before = house.facts(made)["hints"]
    assert seat.say("hint")["is"] == "answer"
    while not any(told["is"] == "hint" for told in seat.heard):
        seat.hear()
    told = next(told for told in seat.heard if told["is"] == "hint")
    assert told["text"].startswith("Suggestion: ") and told["text"].endswith("%.")
    assert told["side"] == seat.scene["side"] and told["state"] == seat.state
    units = seat.scene["units"]
    for arrow in told["arrows"]:
        assert arrow["kind"] in ("choose", "move", "attack")
        assert all(units[unit]["hex"] == arrow["hexes"][0] for unit in arrow["units"]), "from where its units stand"
    seat.catch_up()
    assert house.facts(made)["hints"] == before + 1


def test_there_is_no_hint_when_nothing_is_asked(house: House) -> None:
    seats = ended(house)
    assert seats[0].say("hint")["text"] == "There is nothing to propose now."


def test_a_game_without_a_judgement_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "soviet")
    monkeypatch.setitem(games.GAMES, "traces", games.GAMES["traces"]._replace(craft=""))
    assert "no judgement" in seat.say("analyse")["text"]


def plan(house: House, made: Json, seat: int, *, is_open: bool, moves: int = 0) -> None:
    table = house.desk.tables[made["table"]]
    digest = table.match.record().moves[moves].digest
    row = PlanRow(table_id=table.id, seat=seat, moves=moves, digest=digest, is_open=is_open)
    row.said = json.dumps({"aims": dict.fromkeys(("en", "es", "fr"), "hold on"), "worth": 0.423})
    house.desk.store.keep_plan(row)


def test_plans_are_told_after_the_game_or_where_nothing_is_hidden(house: House) -> None:
    made = house.make(HOT_SEAT, by_hand=True, seed="story")
    seat = house.sit(made, "soviet")
    play_on([seat], Random(3), 30)
    plan(house, made, 1, is_open=False)
    assert seat.say("plans")["plans"] == []
    plan(house, made, 0, is_open=True, moves=5)
    told = seat.say("plans")["plans"]
    assert [each["side"] for each in told] in (["soviet"], []), "only when its activation is over"
    assert house.sit(made).say("plans")["plans"] == []
    seat.say("resign")
    texts = [each["text"] for each in seat.catch_up().say("plans")["plans"]]
    assert texts[0].startswith("The Axis player wanted to hold on") and texts[0].endswith(
        "put the chance of winning at 42%."
    )
    assert len(texts) == 2


def test_a_plan_whose_move_was_taken_back_is_not_told(house: House) -> None:
    made = house.make(HOT_SEAT, by_hand=True, seed="story")
    seat = house.sit(made, "soviet")
    play_on([seat], Random(3), 30)
    plan(house, made, 1, is_open=True)
    rows = house.desk.store.plans(made["table"])
    rows[0].digest = "0" * 16
    house.desk.store.keep_plan(rows[0])
    seat.say("resign")
    assert seat.catch_up().say("plans")["plans"] == []


def test_a_level_stores_what_it_was_up_to(house: House) -> None:
    made = house.make({"soviet": "me", "axis": "recruit"}, seed="hurry")
    seat = house.sit(made, "soviet")
    while not house.desk.store.plans(made["table"]):
        if seat.catch_up().picks():
            seat.play(Random(1), 5)
        time.sleep(0.05)
    row = house.desk.store.plans(made["table"])[0]
    said = json.loads(row.said)
    assert set(said["aims"]) == {"en", "es", "fr"} and 0 <= said["worth"] <= 1
    assert not row.is_open, "chits are hidden in Traces of War"
    assert seat.say("plans")["plans"] == []
    seat.say("resign")
    assert len(seat.catch_up().say("plans")["plans"]) >= 1


def test_a_client_begins_only_so_many(house: House) -> None:
    """An analysis takes minutes of a processor."""
    made = house.make(HOT_SEAT, by_hand=True, seed="story")
    seat = house.sit(made, "soviet")
    house.desk.limits.help = Limiter(1, 600)
    assert seat.say("hint")["is"] == "answer"
    assert seat.say("analyse")["text"] == "Too many attempts. Wait a moment."
