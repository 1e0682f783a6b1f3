"""Programs over a pipe and installed ones, in `stavka sim` and `stavka arena`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Stavka
from stavka.agents.random_player import RandomPlayer
from stavka.engine.machine import Game
from stavka.studies import players

NONSENSE = "import sys\nfor line in sys.stdin:\n    print('ready' if line[:5] == 'hello' else 'nonsense', flush=True)\n"
LUKI = ("luki", "cut-the-line")


@pytest.fixture
def nonsense(tmp_path: Path) -> str:
    """A program that answers nonsense, as a player."""
    file = tmp_path / "nonsense.py"
    file.write_text(NONSENSE)
    return f"pipe:{sys.executable} {file}"


def test_a_fault_of_a_program_ends_its_own_games_only(stavka: Stavka, nonsense: str) -> None:
    """In a series the others go on, a forfeit is a loss, and it is no fault of Stavka."""
    ran = stavka("sim", *LUKI, "--players", f"{nonsense},random", "--games", "2", "--jobs", "1", "--json")
    assert ran.code == 0 and ran.json["results"] == {"german forfeit": 2}
    assert ran.json["wins"] == {"soviet": 0, "german": 2} and ran.json["faults"] == []
    assert [forfeit["game"] for forfeit in ran.json["forfeits"]] == [0, 1]
    assert ran.json["forfeits"][0]["sentence"].endswith("answered 'nonsense'; expected 'pick WORD'")


def test_sim_says_why_a_program_lost(stavka: Stavka, nonsense: str) -> None:
    ran = stavka("sim", *LUKI, "--players", f"random,{nonsense}", "--jobs", "1")
    said = " ".join(ran.out.split())
    assert "soviet forfeit" in said and "Game 0 was forfeited: the program" in said and "expected 'pick WORD'" in said


def test_the_arena_counts_a_forfeit_as_a_loss_and_says_why(stavka: Stavka, nonsense: str) -> None:
    found = stavka("arena", *LUKI, "random", nonsense, "--seeds", "1", "--json").json
    assert (found["pairs"][0]["points"], found["pairs"][0]["games"]) == (0, 2)
    (sentence,) = found["forfeits"]
    assert sentence.endswith("answered 'nonsense'; expected 'pick WORD'")


def test_a_pipe_needs_a_command(stavka: Stavka) -> None:
    assert stavka("sim", *LUKI, "--players", "pipe:,random").refuses("expected a command after pipe:")


def installed(monkeypatch: pytest.MonkeyPatch, make: Callable[[Game[Any], int], Any]) -> None:
    """Let a package be installed that adds the program `clever`."""

    class Found(EntryPoint):
        def load(self) -> Any:
            return make

    entry = Found("clever", "somewhere:make", players.PLUG_INS)

    def entry_points(group: str, name: str) -> list[EntryPoint]:
        return [entry] if (group, name) == (players.PLUG_INS, "clever") else []

    monkeypatch.setattr(players, "entry_points", entry_points)


def test_an_installed_program_plays(stavka: Stavka, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def make(game: Game[Any], seed: int) -> RandomPlayer:
        seeds.append(seed)
        return RandomPlayer(game, seed)

    installed(monkeypatch, make)
    ran = stavka("sim", *LUKI, "--players", "clever,random", "--jobs", "1", "--json")
    assert ran.code == 0 and ran.json["finished"] == 1 and len(seeds) == 1


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda game, seed: 1 / 0, "ZeroDivisionError: division by zero"),
        (lambda game, seed: "a player", "somewhere:make makes no Agent"),
    ],
)
def test_an_installed_program_that_cannot_be_made_is_named(
    make: Callable[[Game[Any], int], Any], says: str, monkeypatch: pytest.MonkeyPatch, stavka: Stavka
) -> None:
    installed(monkeypatch, make)
    ran = stavka("sim", *LUKI, "--players", "clever,random", "--jobs", "1")
    assert ran.refuses("the program clever cannot be used:", says)


def test_a_program_that_nobody_has_is_refused(stavka: Stavka) -> None:
    assert stavka("sim", *LUKI, "--players", "clever,random").refuses("no player 'clever' of luki")
