"""A crew for tests, whose results come in another order than the items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from stavka.studies.pool import Crew

T = TypeVar("T")
R = TypeVar("R")


class Backwards(Crew):
    """Three at once, in threads; of each three the last is finished first."""

    at_once = 3

    def each(self, do: Callable[[T], R], items: Iterable[T], *, bundle: int = 1) -> Iterator[tuple[T, R]]:
        every = list(items)
        with ThreadPoolExecutor(3) as pool:
            for first in range(0, len(every), 3):
                part = every[first : first + 3]
                yield from reversed(list(zip(part, pool.map(do, part), strict=True)))
