"""The contents of the boxes of the games."""

import pytest

from server.conftest import OpenHouse
from stavka import games
from stavka.server.settings import Settings

SAID = {
    "traces": ("De agosto de 1943 a marzo de 1944", 2, ["5GTk", "GD"], ["6-4-7", "9-7-8"]),
    "zitadelle": ("Del 5 al 13 de julio de 1943", 3, ["3 SS", "25 G"], ["7-4-4", "4-2-3"]),
    "luki": ("De noviembre de 1942 a enero de 1943", 4, ["9-18", "83-I/257"], ["13-3-4", "5-2-4"]),
    "moscow": ("Del 4 al 19 de octubre de 1941", 5, ["I/7", "1+2/18"], ["7-4-7", "3-3-6"]),
}


@pytest.mark.parametrize("key", games.GAMES)
def test_a_box_says_when_and_how_much_there_is_to_learn_and_shows_a_counter_of_each_side(
    open_house: OpenHouse, lite: Settings, key: str
) -> None:
    listed = {game["key"]: game for game in open_house(lite).client.get("/api/games?lang=es").json()}
    period, level, labels, factors = SAID[key]
    cover = listed[key]["cover"]
    assert (cover["period"], cover["level"]) == (period, level)
    assert [each["info"]["label"] for each in cover["counters"]] == labels
    assert [each["state"]["factors"] for each in cover["counters"]] == factors
    assert [each["info"]["side"] for each in cover["counters"]] == [side["key"] for side in listed[key]["sides"]]
