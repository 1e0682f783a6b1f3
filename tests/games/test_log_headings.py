"""The headings of the log, and sums that are taken apart: what each game declares beside its events."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stavka import games

HEADINGS = {
    "traces": {"turn": "turn", "chit drawn": "activation", "interrupt": "activation", "attack": "combat"},
    "zitadelle": {"turn": "turn", "assault": "combat", "moves": "other"},
    "luki": {"turn": "turn", "segment": "activation", "limited": "activation", "attack": "combat"},
    "moscow": {"turn": "turn", "sequence": "activation", "odds": "combat", "overrun odds": "combat"},
}


@pytest.mark.parametrize("key", HEADINGS)
def test_events_say_what_they_begin(key: str) -> None:
    told = games.load(key).told
    assert {name: told[name].begins for name in HEADINGS[key]} == HEADINGS[key]


SUM = re.compile(r"(?:modifier|modificador) ([+-]?\d+)(?: \(([^)]+)\))?")


@pytest.mark.parametrize("key", ["zitadelle", "moscow", "luki"])
def test_the_parts_of_a_modifier_are_its_sum(key: str) -> None:
    """In every shot and combat of the playthroughs; Moscow's table ends at a limit."""
    told = 0
    for path in (Path(__file__).parent / "golden" / key).glob("*.txt"):
        for line in path.read_text("utf-8").splitlines():
            found = SUM.search(line) if " fires at " in line or "column" in line else None
            if not line.startswith("  event") or found is None or found[2] is None:
                continue
            parts = [int(part.rsplit(" ", 1)[1]) for part in found[2].split(", ")]
            told += 1
            assert abs(int(found[1])) <= abs(sum(parts)) if key == "moscow" else int(found[1]) == sum(parts), line
    assert told, "no modifier is taken apart"
