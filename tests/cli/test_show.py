"""`stavka show` and the ways to get a position as one line."""

from __future__ import annotations

from pathlib import Path

import pytest

import stavka as api
from cli.command import write_finished
from cli.conftest import Stavka


def position() -> str:
    return api.load("traces").start("race", seed=1).text


def test_everybody_is_told_who_decides(stavka: Stavka) -> None:
    out = stavka("show", position()).out
    assert "Traces of War" in out
    assert "turn 0 of 4" in out or "turn 1 of 4" in out
    assert "Deciding: axis" in out
    assert "0218" not in out
    assert "\x1b" not in out


def test_the_seat_that_decides_is_told_what_it_can_pick(stavka: Stavka) -> None:
    assert "0218, 1338, 1631, 2305, 2918" in stavka("show", position(), "--seat", "axis").out
    assert "0218" not in stavka("show", position(), "--seat", "soviet").out


def test_a_position_can_be_piped(stavka: Stavka) -> None:
    assert stavka("show", "-", lines=f"{position()}\n").out == stavka("show", position()).out


def test_a_position_as_json(stavka: Stavka) -> None:
    assert stavka("show", position(), "--seat", "axis", "--json").json["offer"]["hexes"][0] == "0218"


def test_a_position_is_drawn(stavka: Stavka, tmp_path: Path) -> None:
    assert stavka("show", position(), "-o", tmp_path / "map.svg").code == 0
    assert (tmp_path / "map.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((position()[:-1],), "the position is damaged"),
        (("e4",), "expected a position"),
        ((position(), "--seat", "german"), "the sides of traces are soviet, axis"),
        ((position(), "-o", "map.gif"), "ends in .svg or .png"),
    ],
)
def test_bad_input_is_one_sentence(stavka: Stavka, words: tuple[str, ...], sentence: str) -> None:
    assert stavka("show", *words).refuses(sentence)


def test_any_position_of_a_record(stavka: Stavka, tmp_path: Path) -> None:
    file = write_finished(tmp_path)
    text = file.read_text("utf-8")
    steps = list(api.moves(text))
    assert stavka("replay", file, "--position", "0").out.strip() == steps[0].position.text
    assert stavka("replay", file, "--position", "40").out.strip() == steps[40].position.text
    assert stavka("replay", file, "--position", str(len(steps))).out.strip() == api.replay(text).text
    assert stavka("replay", file, "--position", "99999").refuses(f"the record has {len(steps)} moves")
    assert "Result: " in stavka("show", api.replay(text).text).out
