"""Letters on counters and on the map: within a game each has one meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.facts import is_ours
from stavka import games

COUNTERS = Path(__file__).parents[2] / "web" / "src" / "map" / "counter.ts"
PIP = re.compile(r'^  (\w+): \{ letter: "(.)"', re.MULTILINE)
SAME = ({"crossing", "crossing taken"}, {"attacked", "defended", "struck"}, {"building"})
"""Marks with the same meaning, on the map and on a counter."""


@pytest.mark.parametrize("key", [key for key in games.GAMES if is_ours(key)])
def test_a_letter_means_one_thing(key: str) -> None:
    pips = dict(PIP.findall(COUNTERS.read_text("utf-8")))
    units, hexes = (games.module(key, f"scene.{part}") for part in ("units", "hexes"))
    meanings: dict[str, set[str]] = {}
    for flag in units.FLAGS:
        if flag != "reduced":
            meanings.setdefault(pips.get(flag, flag[0].upper()), set()).add(flag)
    for kind, letter in hexes.LETTERS.items():
        if letter:
            meanings.setdefault(letter, set()).add(kind)
    assert [what for what in meanings.values() if len(what) > 1 and not any(what <= same for same in SAME)] == []
