"""Games are played in several processes, and come back in order."""

import os

import pytest

from stavka.studies.pool import in_order


def where(base: int, item: int) -> tuple[int, int]:
    return base + item, os.getpid()


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order_from_as_many_processes_as_asked_for(jobs: int) -> None:
    found = list(in_order(jobs, where, 10, items=range(5)))
    assert [number for number, _ in found] == [10, 11, 12, 13, 14]
    assert (os.getpid() in {process for _, process in found}) == (jobs == 1)
