"""Positions as one line of text: there and back in every game, and nothing else is read."""

from __future__ import annotations

import base64
import json
import zlib
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stavka import games
from stavka.engine import notation
from stavka.engine.machine import Game
from stavka.engine.notation import PositionError, read_head, read_position, write_position
from stavka.engine.offer import CHANCE
from stavka.engine.state import State

WALKS: Final = 4
PICKS: Final = 400
EVERY: Final = 25
OTHER: Final = next(key for key in games.GAMES if key != "traces")


@cache
def positions(key: str) -> tuple[State, ...]:
    """Positions of random games of all scenarios, with options, some at a decision of chance."""
    game, about = games.load(key), games.about(key)
    found = []
    for scenario in about["scenarios"]:
        for seed in range(WALKS):
            rng = Random(f"{key} {scenario['key']} {seed}")
            s = game.new(scenario["key"], {name: rng.random() < 0.5 for name in about["options"]})
            for number in range(PICKS):
                offers = game.offers(s)
                if not offers:
                    break
                if number % EVERY == seed or (offers[0].seat == CHANCE and rng.random() < 0.1):
                    found.append(s.clone())
                offer = rng.choice(offers)
                game.apply(s, offer.seat, rng.choice(list(offer)))
            found.append(s)
    return tuple(found)


@pytest.mark.parametrize("key", games.GAMES)
def test_a_position_comes_back_equal(key: str) -> None:
    game = games.load(key)
    for s in positions(key):
        text = write_position(game, s)
        again = read_position(game, text)
        assert again == s
        assert again.digest() == s.digest()
        assert write_position(game, again) == text
        assert [list(offer) for offer in game.offers(again)] == [list(offer) for offer in game.offers(s)]


@pytest.mark.parametrize("key", games.GAMES)
def test_the_text_is_short_printable_and_has_no_spaces(key: str) -> None:
    for s in positions(key):
        text = write_position(games.load(key), s)
        assert text.isascii()
        assert text.isprintable()
        assert not set(text) & set(" \"'`\\$<>&")
        assert len(text) < 4000
        assert text.startswith(f"stavka1:{key}:")


def text_of(key: str, number: int = -1) -> str:
    return write_position(games.load(key), positions(key)[number])


@pytest.mark.parametrize("key", games.GAMES)
@given(data=st.data())
def test_damaged_text_is_refused(key: str, data: st.DataObject) -> None:
    text = text_of(key, data.draw(st.integers(0, len(positions(key)) - 1)))
    at = data.draw(st.integers(0, len(text) - 1))
    by = data.draw(st.text(max_size=3))
    until = data.draw(st.integers(at, min(len(text), at + 4)))
    damaged = text[:at] + by + text[until:]
    refused(games.load(key), damaged, text)


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    for each in (text, f"stavka1:{text}", f"stavka1:traces:race:0-0:{text}:00000000"):
        refused(games.load("traces"), each, text_of("traces"))


def test_signs_that_take_many_letters_to_show_are_refused_in_one_sentence_too() -> None:
    refused(games.load("traces"), "\U00014647" * 40, text_of("traces"))


def refused(game: Game[Any], text: str, whole: str) -> None:
    """Check for an error of one sentence, unless the text is the whole one with spaces in it."""
    try:
        assert write_position(game, read_position(game, text)) == whole == "".join(text.split())
    except PositionError as error:
        assert "\n" not in str(error)
        assert 20 < len(str(error)) < 200


def test_spaces_and_line_breaks_of_a_mail_are_ignored() -> None:
    text = text_of("traces")
    broken = "\n> ".join(["", *(text[i : i + 70] for i in range(0, len(text), 70))]).replace("> ", "  ")
    assert read_position(games.load("traces"), broken) == positions("traces")[-1]


def sealed(key: str, *, scenario: str = "", hashes: str = "", packed: str | None = None, data: Any = None) -> str:
    """A text made by hand whose check fits."""
    head = read_head(text_of(key))
    if data is not None:
        packed = base64.urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode().rstrip("=")
    parts = (f"{notation.NAME}1", key, scenario or head.scenario, hashes or f"{head.data}-{head.rules}")
    line = ":".join((*parts, head.packed if packed is None else packed))
    return f"{line}:{notation._check(line)}"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected a position, a text that begins with 'stavka1:', found ''"),
        ("stavka record 1", "found 'stavkarecord1'"),
        ("stavka2:traces:race:0-0:x:0", "the position has format 2, and this Stavka reads format 1"),
        (text_of(OTHER), f"the position is one of {OTHER}, not of traces"),
        (text_of("traces")[:-9], "the position is damaged: its last part does not fit the rest"),
        (text_of("traces").replace(":campaign:", ":race:"), "damaged: its last part does not fit the rest"),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str) -> None:
    with pytest.raises(PositionError) as error:
        read_position(games.load("traces"), text)
    assert sentence in str(error.value)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"hashes": "00000000-11111111"}, "made with other data (00000000) than these ("),
        ({"scenario": "chase"}, "the position is none of traces, scenario 'chase'"),
        ({"packed": "AAAA"}, "the position is damaged: it cannot be unpacked"),
        ({"packed": "?"}, "the position is damaged: it cannot be unpacked"),
        ({"packed": ""}, "the position is damaged: it cannot be unpacked"),
        ({"data": []}, "the position is damaged: it cannot be unpacked"),
        ({"data": {}}, "the position is none of traces"),
        ({"data": "[" * 100_000}, "the position is damaged: it cannot be unpacked"),
        ({"data": {"a": "0" * 2_000_000}}, "the position is damaged: it cannot be unpacked"),
    ],
)
def test_a_text_whose_check_was_made_to_fit_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(PositionError) as error:
        read_position(games.load("traces"), sealed("traces", **change))
    assert sentence in str(error.value)


@pytest.mark.parametrize("key", games.GAMES)
def test_values_of_another_kind_are_refused(key: str) -> None:
    """Each column in turn with something else in it: refused, or a position that says the same again."""
    game, good = games.load(key), positions(key)[-2].to_json()
    kinds: tuple[Any, ...] = (None, "x", [], [[]], {}, -1, 10**30, [None], {"a": 1})
    for name in good:
        for wrong in kinds:
            text = sealed(key, scenario=good["scenario"], data=good | {name: wrong})
            try:
                assert read_position(game, text).to_json() == good | {name: wrong}
            except PositionError as error:
                assert "the position is none of" in str(error)


def test_differences_name_units_and_hexes() -> None:
    game = games.load("traces")
    one = game.new("race")
    other = one.clone()
    game.apply(other, 1, game.read_pick("1631", game.offers(other)[0]))
    assert 'place ax.213sec: -1 -> "1631"' in notation.differences(game, one, other)
    assert notation.differences(game, one, one.clone()) == []
