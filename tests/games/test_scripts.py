"""The frozen script plays as it always has: its moves were written down before it was made faster."""

import json
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import pytest

from games.facts import is_ours
from stavka import games
from stavka.studies.simulate import Series, cast, moves

GOLDEN = Path(__file__).parent / "golden" / "scripts.json"
WRITTEN: dict[str, str] = json.loads(GOLDEN.read_text("utf-8"))
GAMES: dict[str, str] = json.loads(GOLDEN.with_name("script-games.json").read_text("utf-8"))
"""Whole games of short scenarios: the code of commit 41e86d7c played them, before anything was made faster."""
FROZEN = "scripted-1"
MOVES = 500
"""Picks and rolls from the start of each scenario that are looked at: one turn or more."""


def digest(key: str, scenario: str, number: int | None = MOVES) -> str:
    """The picks of both sides and the answers of the dice, in one number. None: of the whole game."""
    game, state, agents, dice = cast(Series(key, scenario, (FROZEN, FROZEN), "golden", {}), 0)
    found = blake2b(digest_size=8)
    for offer, pick in islice(moves(game, state, agents, dice), number):
        found.update(f"{offer.seat} {pick} ".encode())
        game.apply(state, offer.seat, pick)
    return found.hexdigest()


def test_every_scenario_is_written_down() -> None:
    ours = [key for key in games.GAMES if is_ours(key)]
    assert set(WRITTEN) == {f"{key}/{item['key']}" for key in ours for item in games.about(key)["scenarios"]}


@pytest.mark.parametrize("which", WRITTEN)
def test_the_frozen_script_moves_as_it_did(which: str) -> None:
    key, scenario = which.split("/")
    assert digest(key, scenario) == WRITTEN[which]


@pytest.mark.parametrize("which", GAMES)
def test_the_frozen_script_plays_whole_games_as_it_did(which: str) -> None:
    key, scenario = which.split("/")
    assert digest(key, scenario, None) == GAMES[which]
