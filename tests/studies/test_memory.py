"""The memory of a process that plays: it is measured, and does not grow from game to game."""

import gc
import mmap

import pytest

from stavka import games
from stavka.engine.state import State
from stavka.studies.memory import curve, main, resident
from stavka.studies.simulate import Series, play

MTSENSK = Series("moscow", "mtsensk", ("random", "random"), "memory", {})


def test_memory_in_use_is_seen() -> None:
    """64 MiB of pages that are written to are resident, and are no more when they are given back."""
    before = resident()
    with mmap.mmap(-1, 64 << 20) as pages:
        for at in range(0, len(pages), mmap.PAGESIZE):
            pages[at] = 1
        assert resident() - before > 60
    assert resident() - before < 30


def positions() -> int:
    """The positions of games that are alive."""
    gc.collect()
    return sum(isinstance(each, State) for each in gc.get_objects())


@pytest.mark.parametrize("key", games.GAMES)
def test_games_leave_no_position_behind(key: str) -> None:
    scenario = min(games.about(key)["scenarios"], key=lambda item: int(item["turns"]))["key"]
    series = Series(key, scenario, ("random", "random"), "memory", {})
    play(series, 0)
    before = positions()
    assert not play(series, 1).fault
    assert positions() == before


def test_memory_is_looked_at_after_the_first_game_and_every_so_many() -> None:
    assert [number for number, _ in curve(MTSENSK, 5, 2)] == [1, 2, 4]


def test_it_prints_a_line_for_every_so_many_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moscow", "mtsensk", "--games", "4", "--every", "2"]) == 0
    assert [int(line.split()[0]) for line in capsys.readouterr().out.splitlines()] == [1, 2, 4]
