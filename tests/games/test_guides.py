"""The guide for newcomers: complete for every scenario of every game, in every language, and true to the data."""

import re
from collections.abc import Iterator

import pytest

from games.facts import facts
from games.guides import guide
from games.shown import SHOWN
from stavka import games
from stavka.engine.words import LANGUAGES
from stavka.scenes.guide import Guide, GuideTable, GuideText

SCENARIOS = [(key, scenario["key"]) for key in SHOWN for scenario in games.about(key)["scenarios"]]
EACH = pytest.mark.parametrize(("key", "scenario"), SCENARIOS)
OTHERS = [lang for lang in LANGUAGES if lang != "en"]


def texts(shown: Guide) -> Iterator[GuideText]:
    """Everything that is told in sentences, with its rules."""
    yield from shown["aim"]
    yield from shown["turn"]
    for topic in shown["topics"]:
        yield from topic["texts"]
    yield from shown["numbers"]
    for sign in (*shown["flags"], *shown["marks"]):
        yield {"text": sign["text"], "rule": sign["rule"]}
    for table in tables(shown):
        yield {"text": table["title"], "rule": table["rule"]}


def tables(shown: Guide) -> list[GuideTable]:
    return [*shown["map"], *shown["tables"]]


@EACH
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_scenario_has_a_whole_guide_in_every_language(key: str, scenario: str, lang: str) -> None:
    shown, board, size = guide(key, scenario, lang), SHOWN[key].show.board(lang), facts(key).guide
    assert len(shown["aim"]) >= 3 and len(shown["turn"]) >= 5 and len(shown["numbers"]) >= 3
    assert len(shown["map"]) >= 2 and len(shown["tables"]) >= 2 * size and len(shown["words"]) >= 4 * size
    assert shown["formations"]
    assert [flag["key"] for flag in shown["flags"]] == list(board["flags"])
    assert shown["counter"]["state"]["factors"] and shown["counter"]["state"]["steps"] >= 2
    types = {board["units"][counter["unit"]]["type"] for counter in shown["types"]}
    assert len(types) == len(shown["types"]) and types <= {unit["type"] for unit in board["units"].values()}
    grounds = {board["units"][counter["unit"]]["ground"] for counter in shown["colours"]}
    assert len(grounds) == len(shown["colours"]) >= 2 * size
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


@pytest.mark.parametrize("key", SHOWN)
def test_a_game_without_such_a_scenario_is_refused(key: str) -> None:
    with pytest.raises(KeyError):
        guide(key, "nothing")


ABBREVIATION = re.compile(r"(?<![\w-])[A-Z][A-Z0-9]*[A-Z][A-Z0-9]*(?=s?(?![\w-]))")
NUMBER = re.compile(r"[IVX]+|U\d+|KV1C")
"""A Roman number, or that of a ruling or a tank."""
NAMES = {"unit", "chit", "formation", "place", "about", "abbreviation", "short", "optional", "scenario", "direction"}
"""Tables of names, of directions, and of what explains itself."""


@pytest.mark.parametrize("key", SHOWN)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_abbreviation_that_a_game_shows_is_spelled_out(key: str, lang: str) -> None:
    """In the glossary of the board, from which the page explains it under the pointer, and in the guide."""
    game, board = SHOWN[key].game, SHOWN[key].show.board(lang)
    shown = guide(key, games.about(key)["scenarios"][0]["key"], lang)
    assert board["glossary"] == {word["short"]: word["text"] for word in shown["words"]}
    assert all(text and short not in text.split() for short, text in board["glossary"].items())
    labels = {unit["label"] for unit in board["units"].values()} | {word["short"] for word in shown["formations"]}
    known = {part for name in [*board["glossary"], *labels] for part in re.split(r"[ /-]", name)}
    found = {
        (short, table, word)
        for table, texts in game.words.language(lang).items()
        if table not in NAMES
        for word, text in texts.items()
        for short in ABBREVIATION.findall(re.sub(r"{[^}]*}|\[[^\]]*\]", "", text))
        if short not in known and not NUMBER.fullmatch(short) and not game.grid.has(short)
    }
    assert found == set()
