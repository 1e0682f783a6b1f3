"""Every prompt, reason and event that the rules can say has its sentence, and every sentence somebody who says it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from games.moscow.walks import GAME, choose
from stavka.engine.events import placed
from stavka.engine.kinds import Side
from stavka.engine.state import Event
from stavka.engine.words import LANGUAGES
from stavka.games import moscow
from stavka.games.moscow import words
from stavka.games.moscow.events import EVENTS
from stavka.games.moscow.rules.c07_operations.markers import Choose, Choosing, Draw, Drawing
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import CUP, HAND

FILES = sorted(Path(str(moscow.__file__)).parent.rglob("*.py"))
CODE = "\n".join(path.read_text("utf-8") for path in FILES)
TABLES = words.WORDS.tables("en")


def said(pattern: str) -> set[str]:
    return {key for found in re.findall(pattern, CODE) for key in re.findall(r'"([^"]+)"', found)}


def test_prompts() -> None:
    assert said(r'\bask\(\s*"[^"]+"') | said(r'\basks(?:: ClassVar\[str\])? = "[^"]+"') == set(TABLES["prompt"])


def test_reasons() -> None:
    keys = {key for key in TABLES["reason"] if f'"{key}"' in CODE}
    assert keys == set(TABLES["reason"])
    for found in re.findall(r'because\(\s*(?:"[^"]+"|[^,]+), "([^"]+)"', CODE):
        assert found in TABLES["reason"], found


def told(tree: ast.AST) -> Iterator[tuple[str, set[str | None]]]:
    """The events of the code: the name of each, and the names of its values."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "tell":
            name = call.args[0]
            assert isinstance(name, ast.Constant), ast.unparse(call)
            yield str(name.value), {keyword.arg for keyword in call.keywords}


def test_events() -> None:
    assert said(r'\.tell\(\s*"[^"]+"') == set(TABLES["event"]) == set(GAME.told)


def test_every_event_is_told_with_exactly_the_values_of_its_form() -> None:
    for path in FILES:
        for name, values in told(ast.parse(path.read_text("utf-8"))):
            assert values == set(GAME.told[name].values), (path.name, name)


def test_options_have_buttons() -> None:
    assert words.option(GAME, "done") == "Done"
    assert words.option(GAME, "formation-4t") == "4th Tank Brigade"
    for name in GAME.option_names:
        assert words.option(GAME, name)


def test_formations_and_the_special_marker_are_named_in_the_language() -> None:
    assert words.option(GAME, "formation-6gd", "es") == "6.ª División de Fusileros de Guardias"
    assert words.option(GAME, "formation-22t", "fr") == "22e brigade de chars"
    groups = {group.title for scenario in GAME.scenarios.values() for group in scenario.group}
    assert {formation.name for formation in GAME.formations} | groups == set(TABLES["formation"])
    s = GAME.new("artemki")
    called = Event("group called", {"side": 0, "group": "10th Motorized Infantry Division"}, ("SEQ.A.2b",), None)
    assert [GAME.say(s, called, lang) for lang in ("en", "es", "fr")] == [
        "The German player calls the Optional Group 10th Motorised Infantry Division.",
        "El jugador alemán llama al Grupo Opcional 10.ª División de Infantería Motorizada.",
        "Le joueur allemand appelle le groupe facultatif 10e division d\u2019infanterie motorisée.",
    ]
    special = GAME.any_marker[0]
    for marker, side in enumerate(GAME.marker_side):
        if side == 0:
            s.markers[marker] = HAND if marker == special else CUP
    prompt = Choose().prompt(GAME, s, Choosing(Side(0)))
    assert prompt == "You have drawn the special marker: Mobile, Assault or Pass?"
    assert words.WORDS.translate(prompt, "es") == "Has sacado el marcador especial: ¿Móvil, Asalto o Pase?"
    draws = Event("draws", {"side": 0, "marker": special}, ("7.21",), (0,))
    assert GAME.say(s, draws, "fr") == "Le joueur allemand tire le marqueur spécial."
    assert Voice(GAME, "es").markers([special]) == "el marcador especial"  # in a list, as in "En tu recipiente: ..."


def test_the_side_that_draws_is_named_in_the_language() -> None:
    prompt = Draw().prompt(GAME, GAME.new("artemki"), Drawing(Side(1)))
    assert prompt == "The Soviet player draws a marker."
    assert words.WORDS.translate(prompt, "es") == "El jugador soviético saca un marcador."


def test_a_turn_is_called_by_its_half_day() -> None:
    """6AM on the track is the morning of 6 October, not six o'clock."""
    s = GAME.new("mtsensk")
    said = [GAME.say(s, Event("turn", {"turn": turn}, (), None), lang) for turn in ("6AM", "6PM") for lang in LANGUAGES]
    assert said == [
        "6 October, morning: the turn begins.",
        "6 de octubre, mañana: empieza el turno.",
        "6 octobre, matin\u00a0: le tour commence.",
        "6 October, afternoon: the turn begins.",
        "6 de octubre, tarde: empieza el turno.",
        "6 octobre, après-midi\u00a0: le tour commence.",
    ]


def test_a_place_whose_name_is_a_common_noun_needs_no_article() -> None:
    """Height 217.8 is a name; "cota 217.8" and "cote 217.8" are none, and "à cote 217.8" would be wrong."""
    hill, town = (GAME.place(GAME.grid.index(number)) for number in ("MT2314", "MT3406"))
    lost = words.WORDS.message("event", "step lost", unit="1/4", hex=hill, points="")
    assert [words.WORDS.translate(lost, lang) for lang in ("en", "es", "fr")] == [
        "1/4 in Height 217.8 (MT2314) loses a step.",
        "1/4 pierde un paso en MT2314 (cota 217.8).",
        "1/4 perd un pas en MT2314 (cote 217.8).",
    ]
    lost = words.WORDS.message("event", "step lost", unit="1/4", hex=town, points="")
    assert words.WORDS.translate(lost, "fr") == "1/4 perd un pas à Mtsensk (MT3406)."


def test_every_event_of_a_game_can_be_said() -> None:
    rng = Random(5)
    s = GAME.new("artemki")
    s.events = []
    for _ in range(1500):
        if s.result:
            break
        offer = GAME.offers(s)[0]
        GAME.apply(s, offer.seat, choose(GAME, s, offer, rng))
    assert len({event.name for event in s.events}) > 15
    for event in s.events:
        sentence = GAME.say(s, event)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert set(event.rules) <= set(GAME.catalogue.rules)
        assert set(event.values) == set(GAME.told[event.name].values), event.name


def test_who_plays_first_is_not_on_the_card_of_fuel() -> None:
    """It stood below the die for Fuel units where nobody rolls for the initiative."""
    log = [Event("fuel supply", {}, (), None), Event("first player", {}, (), None)]
    assert [place and (place.first, place.kind) for place in placed(EVENTS, log, 0)] == [
        (0, "supply"),
        (1, "initiative"),
    ]
    log = [Event("initiative", {}, (), None), Event("first player", {}, (), None)]
    assert [place and place.first for place in placed(EVENTS, log, 0)] == [0, 0]
    log = [Event("odds", {}, (), None), Event("odds too low", {}, (), None)]
    assert [place and place.part for place in placed(EVENTS, log, 0)] == ["before", "decides"]
