"""Playthroughs are what they were. After a change that is meant: tests/games/traces/golden/regenerate.py."""

import difflib
from pathlib import Path

import pytest

from games.traces.golden.playthrough import FILES, GAME, choose, runs, written
from stavka.engine.offer import Offer

AGAIN = "if this is meant: .venv/bin/python tests/games/traces/golden/regenerate.py"


@pytest.mark.parametrize("name", FILES)
def test_a_playthrough_is_what_it_was(name: str) -> None:
    now, stored = list(FILES[name]()), written(name)
    difference = list(difflib.unified_diff(stored, now, "stored", "now", n=4, lineterm=""))
    assert now == stored, "\n".join([f"{name} differs; {AGAIN}", *difference[:40]])


def test_every_step_that_waits_is_in_the_playthroughs() -> None:
    waiting = {name for name, step in GAME.steps.items() if {"offer", "offers"} & vars(type(step)).keys()}
    shown = {line.split()[0] for line in written("steps.txt") if line and line[0].isalpha()}
    assert waiting - shown <= {"unsupplied_hqs"}


def test_the_files_are_small_enough_to_read() -> None:
    folder = Path(__file__).parent / "golden"
    assert sum(path.stat().st_size for path in folder.glob("*.txt")) < 200_000


def test_a_pick_more_or_less_seldom_changes_what_is_picked() -> None:
    """So a change of one rule does not change the whole playthrough."""
    hexes = GAME.grid.all
    whole = Offer(0, hexes=hexes, options=1)
    pick = choose(GAME, whole, "seed", 1)
    for hex_ in GAME.grid.bits(hexes)[::100]:
        if hex_ != pick[1]:
            assert choose(GAME, Offer(0, hexes=hexes & ~(1 << hex_), options=1), "seed", 1) == pick


def test_runs_of_hexes_are_written_short() -> None:
    assert runs(["1438", "1439", "1440", "1738", "1801", "1802"]) == "1438-1440 1738 1801 1802"
    assert runs([]) == ""
