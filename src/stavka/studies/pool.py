"""Play many games at the same time: a `map` over the processes of this machine that keeps the order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class ParallelMap(Protocol):
    """The function `map` for one argument, and how many items a process is given at once."""

    def __call__(self, do: Callable[[T], R], items: Iterable[T], /, *, chunksize: int = 1) -> Iterator[R]: ...


def in_this_process(do: Callable[[T], R], items: Iterable[T], /, *, chunksize: int = 1) -> Iterator[R]:
    return map(do, items)


@contextmanager
def workers(jobs: int) -> Iterator[ParallelMap]:
    """The function `map`, over this many processes; with one job everything happens in this process, item by item."""
    if jobs <= 1:
        yield in_this_process
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield pool.map


def in_order(
    jobs: int, do: Callable[..., R], *first: object, items: Iterable[object], chunksize: int = 1
) -> Iterator[R]:
    """The results of `do(*first, item)` for each item, in order."""
    with workers(jobs) as mapped:
        yield from mapped(partial(do, *first), items, chunksize=chunksize)
