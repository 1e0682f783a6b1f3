"""`stavka arena`: a table, JSON and a picture, games that are kept, and one sentence for bad input."""

from pathlib import Path

import pytest

from cli.conftest import Stavka

ARENA = ("arena", "traces", "race", "random", "scripted-1", "--seeds", "1")


def test_an_arena_is_played_once_and_shown_in_three_ways(stavka: Stavka, tmp_path: Path) -> None:
    out, plot = tmp_path / "games.jsonl", tmp_path / "ratings.svg"
    found = stavka(*ARENA, "--out", str(out), "--plot", str(plot), "--json").json
    assert (found["players"], found["games"], found["seed"]) == (["random", "scripted-1"], 3, "reporting")
    assert found["pairs"][0]["games"] == 2 and found["ratings"]["random"]["elo"] == 0
    assert plot.read_text("utf-8").startswith("<svg ")
    before = out.read_bytes()
    shown = stavka(*ARENA, "--out", str(out))
    assert out.read_bytes() == before
    assert "scripted-1 against random" in shown.out and "3 games" in shown.out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("traces", "rase", "random", "scripted"), ("no scenario 'rase'", "race, campaign")),
        (("traces", "race", "random", "clever"), ("no player 'clever'",)),
        (("traces", "race", "random"), ("expected two or more programs",)),
        (("traces", "race", "random", "random"), ("each once",)),
        (("traks", "race", "random", "scripted"), ("no game 'traks'",)),
    ],
)
def test_bad_input_is_one_sentence(stavka: Stavka, words: tuple[str, ...], says: tuple[str, ...]) -> None:
    assert stavka("arena", *words).refuses(*says)


def test_a_file_of_something_else_is_refused(stavka: Stavka, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a game\n")
    assert stavka(*ARENA, "--out", str(path)).refuses("this is not a file of games")
