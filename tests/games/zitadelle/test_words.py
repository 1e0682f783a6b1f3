"""Every prompt, reason and event that the rules can say has its sentence, and every sentence somebody who says it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

from games.drawn import drawn
from games.zitadelle.walks import EVERY_OPTION, GAME, choose
from stavka.games import zitadelle
from stavka.games.zitadelle import words

CODE = "\n".join(path.read_text("utf-8") for path in Path(str(zitadelle.__file__)).parent.rglob("*.py"))
TABLES = words.WORDS.tables("en")


def said(pattern: str) -> set[str]:
    return {key for found in re.findall(pattern, CODE) for key in re.findall(r'"([^"]+)"', found)}


def test_prompts() -> None:
    assert said(r'\bask\("[^"]+"') == set(TABLES["prompt"])


def test_reasons() -> None:
    keys = {key for key in TABLES["reason"] if f'"{key}"' in CODE}
    assert keys == set(TABLES["reason"])
    for found in re.findall(r'because\((?:"[^"]+"|[^,]+), "([^"]+)"', CODE):
        assert found in TABLES["reason"], found


def test_options_have_buttons() -> None:
    assert words.option(GAME, "done") == "Done"
    assert words.option(GAME, "bomb-13a") == "Bomb 13A"
    for name in GAME.option_names:
        assert words.option(GAME, name)


def test_every_event_of_a_game_can_be_said() -> None:
    rng = Random(5)
    s = GAME.new("campaign", EVERY_OPTION)
    s.events = []
    for _ in range(2500):
        if s.result:
            break
        offer = GAME.offers(s)[0]
        GAME.apply(s, offer.seat, choose(GAME, offer, rng))
    for event in s.events:
        sentence = GAME.say(s, event)
        assert sentence.endswith(".")
        assert "{" not in sentence
        assert set(event.rules) <= set(GAME.catalogue.rules)


def test_a_unit_without_a_way_to_retreat_is_eliminated_in_its_hex() -> None:
    counters = {"A": "german infantry regiment 1-*-8", "R": "soviet rifle regiment 1-*-2 of 1 RD"}
    at = drawn(
        "zitadelle", {"picture": ". . ."}, counters=counters, units=["N0102 A", "N0103 R"], phase="german assault"
    )
    at.state.events = []
    at.play("N0103", "A", "attack", "6", "7")  # R is surrounded at the edge of the map: a 7 counts 9
    (event,) = [event for event in at.state.events if event.name == "eliminated"]
    assert at.game.say(at.state, event) == "R/1 RD in N0103 is eliminated."
    assert at.game.say(at.state, event, "es") == "R/1 RD es eliminada en N0103."
    assert at.game.say(at.state, event, "fr") == "R/1 RD est éliminée en N0103."
