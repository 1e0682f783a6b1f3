"""Playthroughs are what they were. After a change that is meant: tests/games/golden/regenerate.py."""

import difflib

import pytest

from games.facts import is_ours
from games.golden.played import GOLDEN
from games.golden.playthrough import choose, lines, names, runs, written
from games.golden.shapes import Golden
from stavka import games
from stavka.engine.offer import Offer

AGAIN = "if this is meant: .venv/bin/python tests/games/golden/regenerate.py"
FILES = [(golden, name) for golden in GOLDEN.values() for name in names(golden)]


def test_every_game_has_playthroughs() -> None:
    assert set(GOLDEN) == set(filter(is_ours, games.GAMES))


@pytest.mark.parametrize(("golden", "name"), FILES, ids=[f"{golden.key}-{name}" for golden, name in FILES])
def test_a_playthrough_is_what_it_was(golden: Golden, name: str) -> None:
    now, stored = list(lines(golden, name)), written(golden, name)
    difference = list(difflib.unified_diff(stored, now, "stored", "now", n=4, lineterm=""))
    assert now == stored, "\n".join([f"{golden.key}/{name} differs; {AGAIN} {golden.key}", *difference[:40]])


@pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)
def test_every_step_that_waits_is_in_the_playthroughs(golden: Golden) -> None:
    waiting = {name for name, step in golden.game.steps.items() if {"offer", "offers"} & vars(type(step)).keys()}
    shown = {line.split()[0] for line in written(golden, "steps") if line and line[0].isalpha()}
    assert waiting - shown == golden.seldom


@pytest.mark.parametrize("golden", GOLDEN.values(), ids=GOLDEN)
def test_the_files_are_small_enough_to_read(golden: Golden) -> None:
    assert sum(path.stat().st_size for path in golden.folder.glob("*.txt")) < 300_000


def test_a_pick_more_or_less_seldom_changes_what_is_picked() -> None:
    """So a change of one rule does not change the whole playthrough."""
    game = games.load("traces")
    hexes = game.grid.all
    whole = Offer(0, hexes=hexes, options=1)
    pick = choose(game, whole, "seed", 1)
    for hex_ in game.grid.bits(hexes)[::100]:
        if hex_ != pick[1]:
            assert choose(game, Offer(0, hexes=hexes & ~(1 << hex_), options=1), "seed", 1) == pick


def test_runs_of_hexes_are_written_short() -> None:
    assert runs(["1438", "1439", "1440", "1738", "1801", "1802"]) == "1438-1440 1738 1801 1802"
    assert runs(["N0108", "N0109", "N0110", "S0111"]) == "N0108-N0110 S0111"
    assert runs([]) == ""
