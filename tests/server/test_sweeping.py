"""Garbage that refers to itself is freed when much of it has been made, and not all the time."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from stavka.server.sweeping import CONNECTION, LEAST, TABLE, Sweeper


class Knot:
    """Garbage that only a look through everything frees."""

    def __init__(self) -> None:
        self.itself = self


def knot() -> weakref.ref[Knot]:
    return weakref.ref(Knot())


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Python does not look for garbage by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("by_hand")
def test_garbage_is_freed_when_the_last_of_many_tables_is_dropped() -> None:
    sweeper, garbage = Sweeper(), knot()
    for _ in range((LEAST - 1) // TABLE):
        sweeper.drop_table(present=0)
    assert garbage() is not None
    sweeper.drop_table(present=0)
    assert garbage() is None


@pytest.mark.usefixtures("by_hand")
def test_connections_count_too() -> None:
    sweeper, garbage = Sweeper(), knot()
    for _ in range(LEAST // CONNECTION):
        sweeper.end_connection()
    assert garbage() is None


@pytest.mark.usefixtures("by_hand")
def test_a_quarter_of_many_tables_is_dropped_before_a_look() -> None:
    """With 4,000 tables a look takes long: 1,000 have to be dropped before one."""
    sweeper, garbage = Sweeper(), knot()
    for _ in range(999):
        sweeper.drop_table(present=4000)
    assert garbage() is not None
    sweeper.drop_table(present=4000)
    assert garbage() is None
