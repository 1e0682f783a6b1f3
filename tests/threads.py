"""Threads that do something at the same time, and change hands as often as Python lets them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

T = TypeVar("T")
SWITCH = 1e-6


def at_once(number: int, work: Callable[[int], T]) -> list[T]:
    """The results of `work` in a number of threads, by the thread's number; all of them begin together. The first error
    is raised."""
    barrier = Barrier(number)

    def begin(i: int) -> T:
        barrier.wait()
        return work(i)

    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        with ThreadPoolExecutor(number) as pool:
            return list(pool.map(begin, range(number)))
    finally:
        sys.setswitchinterval(before)
