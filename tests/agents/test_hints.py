"""A hint answers the question that is asked: it names what the planner would pick, and marks it on the map."""

from __future__ import annotations

from typing import Any, Final

import pytest

from stavka import games
from stavka.agents.hints import hint
from stavka.agents.planner import Planner
from stavka.engine.offer import HEX, UNIT
from stavka.engine.session import Session
from stavka.engine.words import LANGUAGES
from stavka.games import opponents

BEGINNINGS: Final = {"en": "Suggestion: choose ", "es": "Sugerencia: elegir ", "fr": "Suggestion\u00a0: choisir "}
QUESTIONS: Final = 5
MOVES: Final = 150


@pytest.mark.parametrize("key", games.GAMES)
def test_a_hint_begins_with_the_pick_for_the_question(key: str) -> None:
    game: Any = games.load(key)
    make = games.part(key, games.GAMES[key].craft)
    session: Session[Any] = Session(game, games.GAMES[key].cover.scenario, seed="hints")
    script, asked = opponents.make("scripted-1", game, 1), set[str]()
    while len(asked) < QUESTIONS and len(session.record.moves) < MOVES:
        s, offer = session.state, session.offers()[0]
        sight = game.see(s, offer.seat)
        if len(offer) > 1 and s.stack[-1].step not in asked:
            asked.add(s.stack[-1].step)
            found = hint(Planner(make, game, 0, "recruit"), sight, offer)
            pick = Planner(make, game, 0, "recruit").choose(sight, offer)
            marks = [arrow for arrow in found["arrows"] if arrow["kind"] == "choose"]
            hex_ = sight.position.place[pick[1]] if pick[0] == UNIT else pick[1] if pick[0] == HEX else -1
            number = game.grid.number(hex_) if hex_ >= 0 else ""
            units = [game.unit_ids[pick[1]]] if pick[0] == UNIT else []
            assert marks == ([{"kind": "choose", "hexes": [number], "units": units}] if number else [])
            for lang in LANGUAGES:
                assert found["text"][lang].startswith(BEGINNINGS[lang]) and number in found["text"][lang]
            if pick[0] == UNIT:
                assert found["text"]["en"].startswith(f"{BEGINNINGS['en']}{game.label(s, pick[1])}")
        session.play(offer.seat, script.choose(sight, offer))
    assert len(asked) > 1
