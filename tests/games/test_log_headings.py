"""The headings of the log, and sums that are taken apart: what each game declares beside its events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.facts import facts, known
from stavka import games


@pytest.mark.parametrize("key", known("headings"))
def test_events_say_what_they_begin(key: str) -> None:
    told, headings = games.load(key).told, facts(key).headings
    assert {name: told[name].begins for name in headings} == headings


SUM = re.compile(r"(?:modifier|modificador) ([+-]?\d+)(?: \(([^)]+)\))?")


@pytest.mark.parametrize("key", known("is_sum"))
def test_the_parts_of_a_modifier_are_its_sum(key: str) -> None:
    """In every shot and combat of the playthroughs."""
    told, is_sum = 0, facts(key).is_sum
    assert is_sum is not None
    for path in (Path(__file__).parent / "golden" / key).glob("*.txt"):
        for line in path.read_text("utf-8").splitlines():
            found = SUM.search(line) if " fires at " in line or "column" in line else None
            if not line.startswith("  event") or found is None or found[2] is None:
                continue
            parts = [int(part.rsplit(" ", 1)[1]) for part in found[2].split(", ")]
            told += 1
            assert is_sum(int(found[1]), sum(parts)), line
    assert told, "no modifier is taken apart"
