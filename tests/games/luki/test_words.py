"""Every prompt, reason and event that the rules can say has its sentence, and every sentence somebody who says it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games.luki.walks import GAME, choose, encircled
from stavka.engine.events import placed
from stavka.engine.state import Event
from stavka.games import luki
from stavka.games.luki import words
from stavka.games.luki.events import EVENTS
from stavka.games.luki.scene.chits import effect
from stavka.games.luki.scene.voice import Voice

CODE = "\n".join(path.read_text("utf-8") for path in Path(str(luki.__file__)).parent.rglob("*.py"))
TABLES = words.WORDS.tables("en")


def test_prompts() -> None:
    said = {key for found in re.findall(r"\bask\(([^\n]+)", CODE) for key in re.findall(r'"([^"]+)"', found)}
    assert set(TABLES["prompt"]) <= said | {"set up"}
    assert set(re.findall(r'\bask\("([^"]+)"', CODE)) <= set(TABLES["prompt"])


def test_reasons() -> None:
    keys = {key for key in TABLES["reason"] if f'"{key}"' in CODE}
    assert keys == set(TABLES["reason"])
    for found in re.findall(r'because\((?:"[^"]+"|[^,]+), "([^"]+)"', CODE):
        assert found in TABLES["reason"], found


def test_options_have_buttons() -> None:
    assert words.option(GAME, "done") == "Done"
    assert words.option(GAME, "so.6") == "S6 Heavy tank support"
    for name in GAME.option_names:
        assert words.option(GAME, name)


def test_chits_are_masculine_and_units_feminine_where_there_are_none() -> None:
    s, mortars = GAME.new("campaign"), [chit.id for chit in GAME.chits].index("ge.1")
    played = Event("chits", {"soviet": 0, "german": 1 << mortars}, (), None)
    assert GAME.say(s, played, "es") == "Chits jugados: soviéticos ninguno; alemanes G1 Morteros."
    assert GAME.say(s, Event("refuses", {"units": 0}, (), None), "es") == "ninguna rechazan el combate."


def test_french_says_no_de_before_a_vowel_in_the_effects_of_chits() -> None:
    effects = [effect(Voice(GAME, "fr"), chit) for chit in GAME.chits]
    assert "unités motorisées" in "".join(effects)  # G15
    assert [said for said in effects if re.search(r"\b(de|le|la|que) [aeiouéèêh]", said)] == []


def told_by_the_rules() -> Iterator[tuple[str, set[str]]]:
    """The names in the calls of `tell`, each with the names of its values."""
    for node in ast.walk(ast.parse(CODE)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
            name = node.args[0]
            for each in (name.body, name.orelse) if isinstance(name, ast.IfExp) else (name,):
                assert isinstance(each, ast.Constant), ast.unparse(node)
                yield str(each.value), {str(keyword.arg) for keyword in node.keywords} - {"seats"}


def test_the_rules_tell_what_has_a_form_and_nothing_else() -> None:
    told = list(told_by_the_rules())
    assert {name for name, _ in told} == set(EVENTS) == set(TABLES["event"])
    for name, values in told:
        assert set(EVENTS[name].values) == values, name


@pytest.mark.parametrize("seed", [5, 6])
def test_every_event_of_a_game_can_be_said(seed: int) -> None:
    rng = Random(seed)
    s = GAME.new("campaign") if seed % 2 else encircled(seed)
    s.events = []
    while not s.result:
        offer = GAME.offers(s)[0]
        GAME.apply(s, offer.seat, choose(GAME, offer, rng))
    for event in s.events:
        assert set(event.values) == set(EVENTS[event.name].values), event
        sentence = GAME.say(s, event)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert set(event.rules) <= set(GAME.catalogue.rules)


def test_an_attack_that_fails_without_a_roll_is_decided_by_that() -> None:
    """Its card had the outcome below all chits."""
    log = [Event("attack", {}, (), None), Event("odds", {}, (), None), Event("automatic", {}, (), None)]
    assert [place and place.part for place in placed(EVENTS, log, 0)] == ["opens", "before", "decides"]
