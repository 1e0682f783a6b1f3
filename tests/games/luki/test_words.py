"""Every prompt, reason and event that the rules can say has its sentence, and every sentence somebody who says it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from games.luki.walks import GAME, choose
from stavka.engine.state import Event
from stavka.games import luki
from stavka.games.luki import words

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
    assert words.say(GAME, s, played, "es") == "Chits jugados: soviéticos ninguno; alemanes G1 Morteros."
    assert words.say(GAME, s, Event("refuses", {"units": 0}, (), None), "es") == "Combate rehusado: ninguna."


def test_every_event_of_a_game_can_be_said() -> None:
    rng = Random(5)
    s = GAME.new("campaign")
    s.events = []
    while not s.result:
        offer = GAME.offers(s)[0]
        GAME.apply(s, offer.seat, choose(GAME, offer, rng))
    for event in s.events:
        sentence = GAME.say(s, event)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert set(event.rules) <= set(GAME.catalogue.rules)
