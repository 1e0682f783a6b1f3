"""What is made once and shared by all threads: games, their presenters, their catalogues.

A thread that asks while another makes something waits, and gets the same object. One lock is enough for everything:
making one thing needs others, and what the data files are checked with (msgspec) prepares its types without a lock when
it meets them first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, update_wrapper
from threading import RLock
from typing import Final, Generic, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

MAKING: Final = RLock()
"""Held while something is made, and while the module that makes it is imported."""


class once(Generic[P, T]):  # noqa: N801 (used as a decorator, as `cache` is)
    """Keeps what a function returns for its arguments, as `functools.cache` does, and never runs it twice for the same
    ones: a thread that asks meanwhile waits. A call that fails is not kept."""

    def __init__(self, make: Callable[P, T]) -> None:
        kept = cache(make)
        self.cache_clear: Final = kept.cache_clear
        self._kept = cast("Callable[P, T]", kept)
        update_wrapper(self, make)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        with MAKING:
            return self._kept(*args, **named)
