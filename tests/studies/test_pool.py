"""Games are played in several processes. Results never depend on it, and a process that dies costs nothing."""

import os
import signal
from functools import partial
from pathlib import Path
from time import sleep

import pytest

from stavka.studies.pool import Spread, WorkersLostError, workers
from studies.crews import Backwards


def where(base: int, item: int) -> tuple[int, int]:
    return base + item, os.getpid()


def waits(folder: Path, item: int) -> int:
    """Item 0 is finished only when the file `go` is there."""
    while item == 0 and not (folder / "go").exists():
        sleep(0.01)
    return item


def dies_once(folder: Path, item: int) -> int:
    """The process that is the first to be given item 3 is killed."""
    if item == 3 and not (folder / "died").exists():
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 10 * item


def dies(item: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return item


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("bundle", [1, 2])
def test_results_come_in_order_from_as_many_processes_as_asked_for(jobs: int, bundle: int) -> None:
    with workers(Spread(jobs)) as crew:
        assert crew.at_once == jobs
        found = list(crew.map(partial(where, 10), range(5), bundle=bundle))
    assert [number for number, _ in found] == [10, 11, 12, 13, 14]
    assert (os.getpid() in {process for _, process in found}) == (jobs == 1)


def test_order_is_kept_whatever_is_finished_first() -> None:
    assert [item for item, _ in Backwards().each(abs, range(5))] == [2, 1, 0, 4, 3]
    assert list(Backwards().map(partial(pow, 2), range(5))) == [1, 2, 4, 8, 16]


def test_a_result_is_there_as_soon_as_it_is_finished(tmp_path: Path) -> None:
    with workers(Spread(2)) as crew:
        found = crew.each(partial(waits, tmp_path), range(2))
        assert next(found) == (1, 1)
        (tmp_path / "go").touch()
        assert list(found) == [(0, 0)]


def test_a_process_that_is_killed_costs_nothing(tmp_path: Path) -> None:
    with workers(Spread(2)) as crew:
        found = dict(crew.each(partial(dies_once, tmp_path), range(8), bundle=2))
    assert found == {item: 10 * item for item in range(8)}
    assert (tmp_path / "died").exists()


def test_a_game_that_kills_every_process_ends_the_run() -> None:
    with workers(Spread(2)) as crew, pytest.raises(WorkersLostError, match="has died 4 times without"):
        list(crew.each(dies, range(3)))
