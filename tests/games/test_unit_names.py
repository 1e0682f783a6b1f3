"""The names of units and formations in every language: which there are, and what some of them are."""

import re
from functools import cache
from typing import Any

import pytest

from games.facts import facts
from games.french import typeset
from stavka import games
from stavka.engine.words.names import ending, pattern

GAMES = list(games.GAMES)
EACH = pytest.mark.parametrize("key", GAMES)
WINGS = re.compile(r"I+/StG \d+|KG \d+")
"""Names of Luftwaffe wings, which are the same in every language."""
ENGLISH = {
    *("Airborne", "Alarm", "Army", "Artillery", "Assault", "Battalion", "Brigade", "Cavalry", "Command", "Company"),
    *("Corps", "Division", "Engineer", "Field", "Fuel", "Group", "Guards", "Gun", "Heavy", "Hungarian", "Infantry"),
    *("Instruction", "Leave", "Light", "Mechanised", "Mobile", "Mortars", "Motorised", "Mountain"),
    *("Parachute", "Panzergrenadier", "Reconnaissance", "Regiment", "Rifle", "Rocket", "Romanian", "School"),
    *("Security", "Ski", "Staff", "Strongpoint", "Supply", "Tank", "Workers", "and", "cadets", "of", "sector"),
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


@EACH
def test_english_says_what_the_data_say(key: str) -> None:
    table = games.load(key).words.language()["unit"]
    g: Any = games.load(key)
    labels = {pattern(g.label(g.new(scenario), unit)) for scenario in g.scenarios for unit in range(len(g.units))}
    assert {*table} <= {pattern(name) for name in names(key, "en")} | labels
    assert [said for name, said in names(key, "en").items() if said != name] == []


@EACH
@pytest.mark.parametrize("lang", ["es", "fr"])
def test_names_tell_units_apart(key: str, lang: str) -> None:
    assert len({*names(key, lang).values()}) == len(names(key, lang))


@pytest.mark.parametrize(
    ("key", "english", "spanish", "french"),
    [
        ("traces", "1st Infantry Division", "1.ª División de Infantería", "1re division d'infanterie"),
        ("traces", "1st Mechanised Corps", "1.er Cuerpo Mecanizado", "1er corps mécanisé"),
        (
            "traces",
            "2nd Guards Mechanised Corps",
            "2.º Cuerpo Mecanizado de Guardias",
            "2e corps mécanisé de la Garde",
        ),
        (
            "traces",
            "21st Light Division (Hungarian)",
            "21.ª División Ligera (húngara)",
            "21e division légère (hongroise)",
        ),
        ("traces", "23rd Rifle Corps", "23.er Cuerpo de Fusileros", "23e corps de fusiliers"),
        (
            "traces",
            "8th Army HQ (Army Detachment Kempf until 22 August 1943)",
            "HQ del 8.º Ejército (Destacamento de Ejército Kempf hasta el 22 de agosto de 1943)",
            "QG de la 8e armée (détachement d'armée Kempf jusqu'au 22 août 1943)",
        ),
        ("traces", "Steppe Front HQ", "HQ del Frente de la Estepa", "QG du front de la Steppe"),
        (
            "zitadelle",
            "1st Company, 503rd Heavy Panzer Battalion",
            "1.ª Compañía, 503.er Batallón Panzer Pesado",
            "1re compagnie, 503e bataillon lourd de Panzers",
        ),
        (
            "zitadelle",
            "I Battalion, 11th Panzer Regiment",
            "I Batallón, 11.º Regimiento Panzer",
            "Ier bataillon, 11e régiment de Panzers",
        ),
        (
            "zitadelle",
            "27th and 30th Guards Tank Regiments",
            "Regimientos de Tanques de Guardias 27.º y 30.º",
            "27e et 30e régiments de chars de la Garde",
        ),
        ("zitadelle", "Artillery Command 101", "Mando de Artillería 101", "commandement d'artillerie 101"),
        ("zitadelle", "KG 27", "KG 27", "KG 27"),
        ("zitadelle", "II SS Panzer Corps", "II Cuerpo Panzer SS", "IIe corps de Panzers SS"),
        ("zitadelle", "1st Tank Army", "1.er Ejército de Tanques", "1re armée de chars"),
        (
            "luki",
            "1st strongpoint of Nowosokolniki",
            "1.er punto fuerte de Novosokólniki",
            "1er point d'appui de Novosokolniki",
        ),
        (
            "luki",
            "Engineer Battalion of the 6th Luftwaffe Field Division",
            "Batallón de Ingenieros de la 6.ª División de Campaña de la Luftwaffe",
            "bataillon de pionniers de la 6e division de campagne de la Luftwaffe",
        ),
        ("moscow", "1 Workers (5 A)", "1 Obreros (5 A)", "1 Ouvriers (5 A)"),
        ("moscow", "I/35 (PzR 35)", "I/35 (PzR 35)", "I/35 (PzR 35)"),
    ],
)
def test_some_names(key: str, english: str, spanish: str, french: str) -> None:
    assert [names(key, lang)[english] for lang in ("en", "es", "fr")] == [english, spanish, typeset(french)]


def test_the_guide_says_the_names_too() -> None:
    show = games.presenter("zitadelle", games.load("zitadelle"))
    said = {word["short"]: word["text"] for word in show.guide("campaign", "fr")["formations"]}
    assert said["1TA"] == "1re armée de chars"


def test_a_name_without_a_pattern_stands_as_it_is() -> None:
    words = games.load("traces").words
    assert words.unit_name("Headquarters of nobody", "fr") == "Headquarters of nobody"
    assert words.unit_name("101st Rifle Corps", "fr") == "101e corps de fusiliers"


def test_endings_of_ordinals() -> None:
    english = "*11=th *12=th *13=th *1=st *2=nd *3=rd th"
    numbers = ("1", "2", "3", "4", "11", "12", "13", "21", "111", "1002")
    assert [ending(number, english) for number in numbers] == ["st", "nd", "rd", *["th"] * 4, "st", "th", "nd"]
