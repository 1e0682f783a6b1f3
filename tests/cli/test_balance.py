"""`stavka balance`: a folder with a page, its figures and the games; the same for the same seed."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Stavka

BALANCE = ("balance", "moscow", "mtsensk", "--players", "random,random", "--jobs", "1")
VARY = ("--vary", "scenario.mtsensk.threshold=1..5", "--seeds", "2")


def files(folder: Path) -> dict[str, Any]:
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


def test_a_study_can_be_taken_up_and_comes_to_the_same(stavka: Stavka, tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "deep" / "other"
    whole = stavka(*BALANCE, "--games", "3", *VARY, "-o", one, "--json")
    assert whole.code == 0 and whole.json == json.loads((one / "report.json").read_text("utf-8"))
    stavka(*BALANCE, "--games", "2", "-o", other)
    taken_up = stavka(*BALANCE, "--games", "3", *VARY, "-o", other)
    assert files(one) == files(other)
    assert "Roads to Moscow, Drive on Mtsensk: 3 games" in taken_up.out
    assert "scenario.mtsensk.threshold, 1 to 5: " in taken_up.out and "report.html" in taken_up.out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("--vary", "nonsense"), "--vary nonsense: expected NAME=LOW..HIGH"),
        (("--vary", "objective.moon.value=1..2"), "no value in units.toml, tables.toml, scenarios.toml of moscow"),
        (("--vary", "scenario.mtsensk.turns=0..5"), "experiment.toml line 1: scenario mtsensk: turns: expected"),
        (VARY[:2] * 24, "expected at most 23 values, found 24"),
        (("--players", "random"), "expected a player for each of german,soviet"),
    ],
)
def test_bad_input_is_one_sentence_and_plays_nothing(
    stavka: Stavka, tmp_path: Path, words: tuple[str, ...], expected: str
) -> None:
    ran = stavka(*BALANCE, *words, "-o", tmp_path)
    assert ran.refuses(expected), ran.err
    assert files(tmp_path) == {}


def test_values_of_ones_own_cannot_be_varied(stavka: Stavka, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text("")
    assert stavka(*BALANCE, *VARY, "--overlay", mine, "-o", tmp_path / "out").refuses(
        "cannot be combined with --overlay"
    )


def test_a_folder_of_another_study_is_refused(stavka: Stavka, tmp_path: Path) -> None:
    stavka(*BALANCE, "--games", "1", "-o", tmp_path)
    before = files(tmp_path)
    assert stavka(*BALANCE, "--games", "1", "--seed", "2", "-o", tmp_path).refuses("another series; seed: expected 2")
    assert files(tmp_path) == before
