"""`stavka check` and `stavka map`."""

from pathlib import Path

import pytest

from cli.conftest import Stavka
from stavka import games

RIGHT = """
game = "traces"

[[situation]]
name = "the CRT of the book"
rule = ["10.3a"]
setup = true

[[situation.then]]
ratio = { "12:3" = "4-1" }
turn = 1
"""


@pytest.fixture
def situation(tmp_path: Path) -> Path:
    path = tmp_path / "situation.toml"
    path.write_text(RIGHT, "utf-8")
    return path


def test_check_has_the_shape_that_programs_rely_on(stavka: Stavka, situation: Path) -> None:
    ran = stavka("check", situation, "--json")
    assert (ran.code, ran.json) == (0, {"checks": 2, "passed": 2, "failed": []})
    assert "2 checks, 2 passed, 0 failed." in stavka("check", situation.parent).out


def test_a_wrong_answer_is_shown_and_fails(stavka: Stavka, situation: Path) -> None:
    situation.write_text(RIGHT.replace('"4-1"', '"5-1"'), "utf-8")
    ran = stavka("check", situation, "--json")
    assert ran.code == 1
    assert ran.json["failed"] == [
        {
            "file": "situation.toml",
            "name": "the CRT of the book",
            "rule": ["10.3a"],
            "expected": {"ratio": {"12:3": "5-1"}},
            "got": {"ratio": {"12:3": "4-1"}},
        }
    ]
    text = stavka("check", situation)
    assert text.code == 1
    assert "ratio 12:3\n        expected 5-1\n        got      4-1" in text.out


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('game = "traces"', 'game = "chess"', "no game 'chess'"),
        ("turn = 1", "moon = 1", "question: no 'moon'; there are "),
        ('rule = ["10.3a"]', "", "expected rule"),
        ("[[situation]]", "[[situation", "situation.toml"),
    ],
)
def test_a_broken_situation_is_one_sentence(stavka: Stavka, situation: Path, old: str, new: str, words: str) -> None:
    situation.write_text(RIGHT.replace(old, new), "utf-8")
    assert stavka("check", situation).refuses(words)


def test_a_given_difference_is_written_as_the_file_would_have_it(stavka: Stavka, situation: Path) -> None:
    """No Python in what the user reads: tables and lists as TOML has them."""
    situation.write_text(RIGHT.replace("turn = 1", "relocations = { soviet = 1 }"), "utf-8")
    assert "expected { soviet = 1 }\n        got      { soviet = 0, axis = 0 }" in stavka("check", situation).out


def test_the_page_of_words_is_what_the_command_writes(stavka: Stavka) -> None:
    page = Path(__file__).parents[2] / "docs" / "situations-words.md"
    assert stavka("situations").out == page.read_text("utf-8"), "run `stavka situations > docs/situations-words.md`"


def test_the_words_of_a_game(stavka: Stavka) -> None:
    """Picks, places, phases, frames and options of the rulebooks."""
    said = stavka("situations", "traces").out
    assert "`bid-1` to `bid-150`" in said
    assert "`hold-supply`" in said
    assert "**Options**: `vp_bid`" in said
    assert "**Places of units that are in no hex**: `box`, `eliminated`, `due`, `replaced`, `waiting`" in said
    assert '`["okh", 1 if played from the hand]`' in said
    assert "`soviet movement`, `axis movement`" in said
    assert stavka("situations", "chess").refuses("no game 'chess'")


def test_an_empty_folder_is_refused(stavka: Stavka, tmp_path: Path) -> None:
    assert stavka("check", tmp_path).refuses("no situations")


def test_a_theatre_is_built(stavka: Stavka, tmp_path: Path) -> None:
    data = games.folder("traces") / "data"
    ran = stavka("map", "build", data / "theatre.toml", "-o", tmp_path / "map.txt")
    assert ran.code == 0
    assert (tmp_path / "map.txt").read_text("utf-8") == (data / "map.txt").read_text("utf-8")


@pytest.mark.parametrize("game", games.GAMES)
def test_maps_are_drawn(stavka: Stavka, tmp_path: Path, game: str) -> None:
    assert stavka("map", "draw", game, "-o", tmp_path / "map.svg").code == 0
    assert stavka("map", "draw", game, "-o", tmp_path / "setup.svg", "--setup").code == 0
    plain, with_counters = ((tmp_path / name).read_text("utf-8") for name in ("map.svg", "setup.svg"))
    assert plain.startswith("<svg")
    assert len(with_counters) > len(plain)


def test_the_map_of_a_file_is_drawn(stavka: Stavka, tmp_path: Path) -> None:
    file = games.folder("traces") / "data" / "map.txt"
    assert stavka("map", "draw", file, "-o", tmp_path / "map.png").code == 0
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_maps_that_cannot_be_drawn_are_refused(stavka: Stavka, tmp_path: Path) -> None:
    file = games.folder("traces") / "data" / "map.txt"
    assert stavka("map", "draw", file, "-o", tmp_path / "map.svg", "--setup").refuses("--setup needs a game")
    assert stavka("map", "draw", "traces", "-o", tmp_path / "no" / "map.svg").refuses("map.svg")
    broken = tmp_path / "broken.txt"
    broken.write_text("[map]\nrows: many\n", "utf-8")
    assert stavka("map", "draw", broken, "-o", tmp_path / "map.svg").refuses("broken.txt line")
