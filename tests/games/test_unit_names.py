"""The names of units and formations in every language: which there are, and what some of them are."""

import re
from functools import cache
from typing import Any

import pytest

from games.facts import Name, facts
from games.french import typeset
from stavka import games
from stavka.engine.words.names import ending, pattern

GAMES = list(games.GAMES)
EACH = pytest.mark.parametrize("key", GAMES)
WINGS = re.compile(r"I+/StG \d+|KG \d+")
"""Names of Luftwaffe wings, which are the same in every language."""
ENGLISH = {
    *("Airborne", "Alarm", "Army", "Artillery", "Assault", "Battalion", "Bic", "Bn", "Brigade", "Bty", "Cavalry"),
    *("Command", "Company", "Eng", "HArt", "Recon"),
    *("Corps", "Division", "Engineer", "Field", "Fuel", "Group", "Guards", "Gun", "Heavy", "Hungarian", "Infantry"),
    *("Instruction", "Leave", "Light", "Mechanised", "Mobile", "Mortars", "Motorised", "Mountain"),
    *("Parachute", "Panzergrenadier", "Reconnaissance", "Regiment", "Rifle", "Rocket", "Romanian", "School"),
    *("Security", "Ski", "Staff", "Strongpoint", "Supply", "Tank", "Workers", "and", "cadets", "of", "sector"),
    *("Axis", "Gd", "Moscow", "South", "West", "minors"),
}


@cache
def names(key: str, lang: str) -> dict[str, str]:
    """The full name of every unit and of every formation with a name, by what the data call it."""
    g: Any = games.load(key)
    units = games.presenter(key, g).board(lang)["units"]
    found = {unit.name: units[unit.id]["name"] for unit in g.units}
    return found | {each.name: g.words.unit_name(each.name, lang) for each in getattr(g, "formations", ())}


@pytest.mark.parametrize("key", [key for key in GAMES if facts(key).has_full_names])
@pytest.mark.parametrize("lang", ["es", "fr"])
def test_every_unit_has_a_name(key: str, lang: str) -> None:
    assert len(names(key, lang)) >= len(games.load(key).unit_ids)
    same = [name for name, said in names(key, lang).items() if said == name]
    assert [name for name in same if not WINGS.fullmatch(name)] == []


@EACH
@pytest.mark.parametrize("lang", ["es", "fr"])
def test_no_unit_has_an_english_word_in_its_name(key: str, lang: str) -> None:
    said = names(key, lang)
    g: Any = games.load(key)
    units = [said[unit.name] for unit in g.units]
    assert [name for name in units if ENGLISH & {*re.findall(r"\w+", name)}] == []


def above(key: str, lang: str) -> set[str]:
    """What the page says above a unit: its formation, and the one between them."""
    units = games.presenter(key, games.load(key)).board(lang)["units"]
    return {name for unit in units.values() for name in unit["formation"].split(", ")}


@EACH
@pytest.mark.parametrize("lang", ["es", "fr"])
def test_no_unit_has_an_english_word_in_the_name_of_its_formation(key: str, lang: str) -> None:
    assert [name for name in above(key, lang) if ENGLISH & {*re.findall(r"\w+", name)}] == []
    assert len(above(key, lang)) == len(above(key, "en"))


@EACH
def test_english_says_what_the_data_say(key: str) -> None:
    table = games.load(key).words.language()["unit"]
    g: Any = games.load(key)
    labels = {pattern(g.label(g.new(scenario), unit)) for scenario in g.scenarios for unit in range(len(g.units))}
    assert {*table} <= {pattern(name) for name in (*names(key, "en"), *above(key, "en"))} | labels
    assert [said for name, said in names(key, "en").items() if said != name] == []


@EACH
@pytest.mark.parametrize("lang", ["es", "fr"])
def test_names_tell_units_apart(key: str, lang: str) -> None:
    assert len({*names(key, lang).values()}) == len(names(key, lang))


@pytest.mark.parametrize(("key", "name"), [(key, name) for key in GAMES for name in facts(key).names])
def test_some_names(key: str, name: Name) -> None:
    assert [names(key, lang)[name.english] for lang in ("en", "es", "fr")] == [*name[:2], typeset(name.french)]


def test_a_name_without_a_pattern_stands_as_it_is() -> None:
    words = games.load("traces").words
    assert words.unit_name("Headquarters of nobody", "fr") == "Headquarters of nobody"
    assert words.unit_name("101st Rifle Corps", "fr") == "101e corps de fusiliers"


def test_endings_of_ordinals() -> None:
    english = "*11=th *12=th *13=th *1=st *2=nd *3=rd th"
    numbers = ("1", "2", "3", "4", "11", "12", "13", "21", "111", "1002")
    assert [ending(number, english) for number in numbers] == ["st", "nd", "rd", *["th"] * 4, "st", "th", "nd"]
