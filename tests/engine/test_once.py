"""Objects that are made once, whichever threads ask for them."""

import time
from collections import Counter

import pytest

from stavka.engine.once import once
from threads import at_once

THREADS = 8


def test_all_who_ask_at_once_get_the_one_thing_that_is_made() -> None:
    made = Counter[str]()

    @once
    def make(what: str) -> list[str]:
        made[what] += 1
        time.sleep(0.01)  # long enough for every other thread to ask
        return [what]

    found = at_once(THREADS, lambda i: make("ab"[i % 2]))
    assert made == {"a": 1, "b": 1}
    assert all(each is found[i % 2] for i, each in enumerate(found))
    assert found[:2] == [["a"], ["b"]]


def test_what_is_made_may_need_another_thing() -> None:
    @once
    def part(number: int) -> list[int]:
        return [number]

    @once
    def whole(number: int) -> tuple[list[int], ...]:
        return part(number), part(number + 1)

    found = at_once(THREADS, lambda i: whole(i % 2))
    assert found[0][1] is found[1][0]


def test_what_cannot_be_made_is_tried_again() -> None:
    faults = [ValueError("not yet")]

    @once
    def make() -> str:
        if faults:
            raise faults.pop()
        return "made"

    with pytest.raises(ValueError, match="not yet"):
        make()
    assert make() == "made"


def test_what_is_kept_can_be_forgotten() -> None:
    """`studies/swap.py` does so by this name."""

    @once
    def make() -> list[int]:
        return []

    before = make()
    assert make() is before
    make.cache_clear()
    assert make() is not before
