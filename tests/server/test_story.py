"""The story of a game: marks, points, and the luck of the dice, worked out by hand and summed over whole games."""

from __future__ import annotations

from random import Random

import pytest

from server.conftest import OpenHouse
from server.seats import FRIENDS, play_on
from stavka.engine.record import Move
from stavka.engine.state import Json, State
from stavka.server.settings import Settings
from stavka.server.story import Storyteller, swing


def result(text: str, rolls: list[int], soviet: float, axis: float) -> Json:
    return {"text": text, "rolls": rolls, "share": len(rolls) / 6, "losses": {"soviet": soviet, "axis": axis}}


ODDS: Json = {
    "results": [
        result("A1", [1], 1, 0),
        result("-", [2, 3], 0, 0),
        result("R", [4, 5], 0, 1),
        result("2RR", [6], 0, 4),
    ],
    "losses": {"soviet": 1 / 6, "axis": (2 * 1 + 4) / 6},
}


@pytest.mark.parametrize(
    ("die", "soviet", "axis"),
    [
        (1, 1 - 1 / 6, 0 - 1),  # the attacker loses his step, the defender is spared the one that he loses on average
        (2, 0 - 1 / 6, 0 - 1),
        (4, 0 - 1 / 6, 1 - 1),
        (6, 0 - 1 / 6, 4 - 1),
    ],
)
def test_a_die_is_compared_with_its_average(die: int, soviet: float, axis: float) -> None:
    assert swing(ODDS, die) == pytest.approx({"soviet": soviet, "axis": axis})


def test_over_all_faces_nobody_is_lucky() -> None:
    for side in ("soviet", "axis"):
        assert sum(swing(ODDS, die)[side] for die in range(1, 7)) == pytest.approx(0)


def test_the_story_has_turns_draws_and_combats_and_at_the_end_the_dice(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make(FRIENDS, by_hand=True, seed="story")
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(3), 300)
    told = seats[0].say("story")
    last = seats[0].say("past", at=100_000)["last"]
    assert told["last"] == last and told["throws"] == [], "the luck of the dice is told at the end"
    kinds = {mark["kind"] for mark in told["marks"]}
    assert {"turn", "activation", "combat"} <= kinds
    assert [mark["page"] for mark in told["marks"]] == sorted(mark["page"] for mark in told["marks"])
    combats = [entry for entry in seats[0].catch_up().log if "roll" in entry]
    assert [mark["text"] for mark in told["marks"] if mark["kind"] == "combat"] == [entry["text"] for entry in combats]
    at = next(mark["page"] for mark in told["marks"] if mark["kind"] == "combat")
    before, after = (seats[0].say("past", at=page)["logged"] for page in (at - 1, at))
    assert before <= combats[0]["n"] < after, "the mark is the pick after which the dice lie"
    assert told["points"][0]["page"] == 0 and told["points"][-1]["page"] == last
    seats[1].say("resign")
    ended = seats[0].catch_up().say("story")
    assert len(ended["throws"]) == len(combats)
    for throw in ended["throws"]:
        for side in ("soviet", "axis"):
            assert throw["swing"][side] == pytest.approx(throw["losses"][side] - throw["expected"][side])
    # the losses of a side are the steps that its units have lost since the beginning, but for those that came new
    assert told["losses"] == [] and ended["step_points"] == {}
    units, start = seats[0].scene["units"], house.sit(made, "axis").say("past", at=0)["scene"]["units"]
    for side, prefix in (("soviet", "so."), ("axis", "ax.")):
        lost = sum(each["lost"].get(side, 0) for each in ended["losses"])
        there = [unit for unit in start if unit.startswith(prefix) and "hex" in start[unit]]
        assert lost == sum(start[unit]["steps"] - units[unit]["steps"] for unit in there) > 0


def test_a_table_goes_on_while_its_story_is_worked_out(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The story of a long game was worked out under the lock of the table: nobody could pick meanwhile."""
    house = open_house(lite)
    made = house.make(FRIENDS, seed="story")
    seat, other = house.sit(made, "soviet"), house.sit(made, "axis")
    play_on([seat, other], Random(3), 20)
    tell, held = Storyteller.tell, list[bool]()

    def watched(teller: Storyteller, moves: list[Move], start: State) -> Json:
        held.append(house.desk.tables[made["table"]].lock.locked())
        return tell(teller, moves, start)

    monkeypatch.setattr(Storyteller, "tell", watched)
    first, second = seat.say("story"), seat.say("story")
    assert {**first, "id": ""} == {**second, "id": ""}
    assert held == [False], "it is worked out once, and not under the lock"
