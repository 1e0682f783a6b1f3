"""Every game is loaded once, whichever threads ask first; each in a process of its own, in which nothing is loaded."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stavka import games

TESTS = Path(__file__).parents[1]

FIRST = """
import json, sys
from stavka import games
from threads import at_once

key = sys.argv[1]

def ask(i):
    # all of a game: whole games, files and presenters by turns, as first requests come
    game = games.load(key)
    return game, games.files(key), games.presenter(key, game), games.catalogue(key), games.about(key)

found = at_once(8, ask)
game = found[0][0]
print(json.dumps({
    "objects": [len({id(each) for each in column}) for column in zip(*found)],
    "hexes": len(game.grid.bits(game.grid.all)) == game.grid.all.bit_count(),
    "is the module's": games.module(key, "game").load() is game,
}))
"""

ALL = """
import sys
from stavka import games
from threads import at_once

keys = [*games.GAMES, *games.GAMES]

def ask(i):
    game = games.prepared(keys[i])
    scenario = games.about(keys[i])["scenarios"][0]["key"]
    return game.new(scenario).result, games.presenter(keys[i], game).guide(scenario, "fr")["title"]

at_once(len(keys), ask)
"""


def run(code: str, *words: str) -> str:
    paths = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr}"
    return done.stdout


@pytest.mark.parametrize("key", games.GAMES)
def test_threads_that_ask_first_get_the_same_game(key: str) -> None:
    assert json.loads(run(FIRST, key)) == {"objects": [1, 1, 1, 1, 1], "hexes": True, "is the module's": True}


def test_all_games_can_be_asked_for_at_once() -> None:
    run(ALL)


def test_what_is_told_of_a_game_cannot_be_changed() -> None:
    about = games.about("traces")
    with pytest.raises(TypeError):
        about["title"] = "mine"  # type: ignore[index]  # the very thing that must not be
    with pytest.raises(TypeError):
        about["scenarios"][0]["turns"] = 99
    assert about["sides"] == ("soviet", "axis")


def test_an_overlay_is_a_game_of_its_own(tmp_path: Path) -> None:
    overlay = tmp_path / "mine.toml"
    overlay.write_text("constants.airborne_range = { value = 7 }\n", "utf-8")
    mine = games.load("traces", overlay)
    assert mine is games.load("traces", overlay)
    assert mine is not games.load("traces")
    assert games.files("traces", overlay).names[-1] == "mine.toml"
    assert games.files("traces", overlay) is not games.files("traces")
