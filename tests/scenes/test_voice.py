"""A voice says the same as the words of its game, however often it is asked."""

from __future__ import annotations

from typing import Any

from games.shown import SHOWN
from stavka.engine.words.forms import Listed
from stavka.scenes.voice import Voice

GAME: Any = SHOWN["zitadelle"].game


def test_a_sentence_with_plain_values_is_remembered_and_others_are_not(monkeypatch: Any) -> None:
    voice, said = Voice(GAME), list[str]()
    say = GAME.words.say

    def listen(lang: str, table: str, key: str, **values: object) -> str:
        said.append(key)
        return str(say(lang, table, key, **values))

    monkeypatch.setattr(GAME.words, "say", listen)
    for points in (6, 6, 7):
        assert voice("moves", factors="4-6", points=points, level=2).count(str(points)) >= 1
    assert said == ["moves", "moves"]
    for share in (0.5, 0.5):
        voice("hit chance", share=share)
    assert said[2:] == ["hit chance", "hit chance"]
    for _ in range(2):
        voice("strikes", units=Listed.make([]), hexes="1234")
    assert said[4:] == ["strikes", "strikes"]


def test_a_number_and_a_truth_are_not_confused() -> None:
    """True equals 1, and so does 1.0: only what is written alike may be remembered."""
    voice = Voice(GAME)
    one = voice("moves", factors="4-6", points=1, level=2)
    assert voice("moves", factors="4-6", points=True, level=2) != one
