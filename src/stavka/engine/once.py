"""Objects that are made once and shared by all threads: games, their presenters, their catalogues.

A thread that asks while another makes an object waits, and gets the same object. One lock is enough for everything,
because making one object needs others, and msgspec, which checks the data files, prepares its types without a lock when
it first meets them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import RLock
from typing import Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

MAKING: Final = RLock()
"""Held while an object is made, and while the module that makes it is imported."""


class once(Generic[P, T]):  # noqa: N801 (used as a decorator, as `cache` is)
    """Keep what a function returns for its arguments, as `functools.cache` does, but never run it twice for the same
    arguments: a thread that asks meanwhile waits. Nobody waits for what is made already. A call that fails is not
    kept."""

    def __init__(self, make: Callable[P, T]) -> None:
        self._make = make
        self._kept: dict[Hashable, T] = {}
        self.cache_clear: Final = self._kept.clear
        update_wrapper(self, make)

    def __call__(self, *args: P.args, **named: P.kwargs) -> T:
        key = (args, tuple(named.items()))
        try:
            return self._kept[key]
        except KeyError:
            pass
        with MAKING:
            if key not in self._kept:
                self._kept[key] = self._make(*args, **named)
            return self._kept[key]
