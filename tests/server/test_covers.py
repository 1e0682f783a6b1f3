"""The contents of the boxes of the games."""

import pytest

from games.facts import facts, known
from server.conftest import OpenHouse
from stavka.server.settings import Settings


@pytest.mark.parametrize("key", known("box"))
def test_a_box_says_when_and_how_much_there_is_to_learn_and_shows_a_counter_of_each_side(
    open_house: OpenHouse, lite: Settings, key: str
) -> None:
    listed = {game["key"]: game for game in open_house(lite).client.get("/api/games?lang=es").json()}
    box = facts(key).box
    assert box is not None
    cover = listed[key]["cover"]
    assert (cover["period"], cover["level"]) == (box.spanish, box.level)
    assert [each["info"]["label"] for each in cover["counters"]] == [*box.labels]
    assert [each["state"]["factors"] for each in cover["counters"]] == [*box.factors]
    assert [each["info"]["side"] for each in cover["counters"]] == [side["key"] for side in listed[key]["sides"]]
