"""The guide for newcomers: complete for every scenario of every game, in every language, and true to the data."""

import re
from collections.abc import Iterator

import pytest

from games.shown import SHOWN
from stavka import games
from stavka.engine.words import LANGUAGES
from stavka.scenes.guide import Guide, GuideTable, GuideText

SCENARIOS = [(key, scenario["key"]) for key in SHOWN for scenario in games.about(key)["scenarios"]]
EACH = pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def guide(key: str, scenario: str, lang: str = "en") -> Guide:
    return SHOWN[key].show.guide(scenario, lang)


def texts(shown: Guide) -> Iterator[GuideText]:
    """Whatever is told in sentences, with its rules."""
    yield from shown["aim"]
    yield from shown["turn"]
    yield from shown["numbers"]
    for sign in (*shown["flags"], *shown["marks"]):
        yield {"text": sign["text"], "rule": sign["rule"]}
    for table in tables(shown):
        yield {"text": table["title"], "rule": table["rule"]}


def tables(shown: Guide) -> list[GuideTable]:
    return [*shown["map"], *shown["tables"]]


def table(shown: Guide, title: str) -> dict[str, dict[str, str]]:
    """A table by its title: cells by the names of rows and columns."""
    found = next(each for each in tables(shown) if each["title"] == title)
    return {row["name"]: dict(zip(found["columns"][1:], row["cells"], strict=True)) for row in found["rows"]}


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scenario_has_a_whole_guide_in_every_language(key: str, scenario: str, lang: str) -> None:
    shown, board = guide(key, scenario, lang), SHOWN[key].show.board(lang)
    assert len(shown["aim"]) >= 3 and len(shown["turn"]) >= 5 and len(shown["numbers"]) >= 3
    assert len(shown["map"]) >= 2 and len(shown["tables"]) >= 4 and len(shown["words"]) >= 10 and shown["formations"]
    assert [flag["key"] for flag in shown["flags"]] == list(board["flags"])
    assert shown["counter"]["state"]["factors"] and shown["counter"]["state"]["steps"] >= 2
    types = {board["units"][counter["unit"]]["type"] for counter in shown["types"]}
    assert len(types) == len(shown["types"]) and types <= {unit["type"] for unit in board["units"].values()}
    grounds = {board["units"][counter["unit"]]["ground"] for counter in shown["colours"]}
    assert len(grounds) == len(shown["colours"]) >= 4
    for counter in (*shown["types"], *shown["colours"]):
        assert counter["text"] and counter["state"]["steps"] == counter["state"]["of"]
    for each in tables(shown):
        assert each["title"] and each["rows"]
        assert {len(row["cells"]) for row in each["rows"]} == {len(each["columns"]) - 1}, each["title"]
        assert all(row["name"] and all(row["cells"]) for row in each["rows"]), each["title"]


@EACH
def test_what_is_explained_of_the_map_can_be_seen_on_it(key: str, scenario: str) -> None:
    """All terrain and every line has a hex that shows it; only what play puts there has none."""
    shown, board = guide(key, scenario), SHOWN[key].show.board("en")
    hexes = {row["name"]: row["hex"] for each in shown["map"] for row in each["rows"]}
    assert {name for name, hex_ in hexes.items() if not hex_} <= {"Strongpoint"}
    assert {hex_ for hex_ in hexes.values() if hex_} <= board["grid"]["hexes"].keys()


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_rules_that_are_named_exist_and_nothing_is_left_to_fill_in(key: str, scenario: str, lang: str) -> None:
    shown, english = guide(key, scenario, lang), guide(key, scenario)
    rules = SHOWN[key].game.catalogue.rules
    for told in texts(shown):
        assert told["rule"] in rules or not told["rule"], told
        assert told["text"] and not re.search(r"[{}\[\]!]", told["text"]), told
    assert [told["rule"] for told in texts(shown)] == [told["rule"] for told in texts(english)]
    assert [each["note"] == "" for each in tables(shown)] == [each["note"] == "" for each in tables(english)]
    assert not [each["note"] for each in tables(shown) if re.search(r"[{}!]", each["note"])]


@EACH
@pytest.mark.parametrize("lang", OTHERS)
def test_sentences_notes_and_abbreviations_are_translated(key: str, scenario: str, lang: str) -> None:
    shown, english = guide(key, scenario, lang), guide(key, scenario)

    def told(found: Guide) -> list[str]:
        parts = (*found["aim"], *found["turn"], *found["numbers"], *found["flags"], *found["marks"], *found["words"])
        return [part["text"] for part in parts] + [each["note"] for each in tables(found) if each["note"]]

    assert len(told(shown)) == len(told(english))
    assert not [mine for mine, theirs in zip(told(shown), told(english), strict=True) if mine == theirs]


def test_a_game_without_such_a_scenario_is_refused() -> None:
    with pytest.raises(KeyError):
        guide("traces", "nothing")


# -- true to the data: values of the rulebooks, by hand ---------------------------------------------------------------


def test_traces_of_war_is_told_as_its_rules_have_it() -> None:
    race, campaign = guide("traces", "race"), guide("traces", "campaign")
    assert "50 Victory Points" in race["aim"][0]["text"] and "Turn 4" in race["aim"][0]["text"]  # 13.2a
    assert "65 Victory Points" in campaign["aim"][0]["text"]  # 13.3a
    crt = table(race, "Combat Results Table")  # the columns of ex-10.5-3
    assert [crt[str(die)]["5-1"] for die in range(1, 7)] == ["R", "R", "RR", "RR", "1RR", "1RR"]
    assert table(race, "Hexsides and lines")["Minor River"] == {"MP": "+1", "Attack": "attackers halved"}  # 9.1c, 10.2b
    assert table(race, "NP Cost Table")["an Axis minor reinforcement (AR)"] == {"NP": "½"}  # 11.2b
    points = table(campaign, "What earns the Soviet player Victory Points")
    assert points["Major City under Soviet control"] == {"VP": "8"}  # 13.3c
    assert points["relocation of a Soviet HQ"] == {"VP": "-2"}  # 13.3h
    assert "STAVKA Presence Table" not in [each["title"] for each in race["tables"]]  # it comes in turn 5
    assert {"short": "Vrnz", "text": "Voronezh Front HQ"} in race["formations"]


def test_zitadelle_is_told_as_its_rules_have_it() -> None:
    shown = guide("zitadelle", "campaign")
    levels = table(shown, "Victory levels")  # 12.3
    assert levels["Soviet strategic victory"] == {"German VP": "≤ \u221235"}
    assert levels["Soviet tactical victory"] == {"German VP": "\u221214 … 0"}
    assert levels["German operational victory"] == {"German VP": "≥ 21"}
    assert table(shown, "Streams, rivers, lakes")["river"]["Attack"] == "2 left"  # 7.44
    assert table(shown, "VP hexes")["Fatezh"] == {"German VP": "15"}  # 12.13


def test_velikye_luki_is_told_as_its_rules_have_it() -> None:
    shown = guide("luki", "campaign")
    levels = table(shown, "Levels of victory")  # 14.5b
    assert levels["German decisive victory"] == {"VP": "≤ 39"} and levels["a draw"] == {"VP": "56 … 63"}
    assert table(shown, "Terrain")["forest"]["Attack DRM"] == "\u22122"  # 11.61
    assert table(shown, "Terrain")["city"]["AP to attack"] == "6"  # 11.614a
    chits = table(shown, "Combat chits")
    assert (
        chits["S6 Heavy tank support"]["Effect"] == "DRM of 5 in your favour, when you attack, if you have armour"
    )
    assert "breakout" not in " ".join(table(guide("luki", "cut-the-line"), "What earns Soviet Victory Points"))


def test_roads_to_moscow_is_told_as_its_rules_have_it() -> None:
    shown, artemki = guide("moscow", "mtsensk"), guide("moscow", "artemki")
    assert "The German player attacks" in shown["aim"][0]["text"] and "The Soviet player" in artemki["aim"][0]["text"]
    assert table(shown, "Roads")["Trail"]["MP motorized"] == "½"  # 8.33b
    river = table(shown, "Hexsides and works")["River"]
    assert (river["MP motorized"], river["Attack DRM"], river["Overrun DRM"]) == (
        "whole move",
        "attackers halved",
        "prohibited",
    )
    crt = table(shown, "Assault CRT")
    assert (crt["5"]["3-1"], crt["2"]["5-1"]) == ("DR*", "A1/D3R*")  # EX.11.23-1, EX.11.23-3
    assert "Fuel Supply Table" not in [each["title"] for each in artemki["tables"]]  # no fuel rules there
    assert "Fuel unit" not in [counter["text"] for counter in artemki["types"]]
