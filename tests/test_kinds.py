"""Types of their own for units, hexes, sides and options: mypy refuses mix-ups, and nothing of it exists in play."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from stavka.engine import kinds
from stavka.engine.kinds import Option, Side, Unit, indices, last_unit, members, numbered, units_in
from stavka.hexes import Hex

ROOT = Path(__file__).parents[1]
MIXED = Path(__file__).with_name("mixups.py")
MARK = "# mix-up: "


def test_mypy_refuses_every_mix_up_and_nothing_else() -> None:
    lines = MIXED.read_text("utf-8").splitlines()
    marked = {number for number, line in enumerate(lines, 1) if MARK in line}
    assert len(marked) >= 10
    command = [sys.executable, "-m", "mypy", "--no-error-summary", str(MIXED.relative_to(ROOT))]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    refused = {int(number) for number in re.findall(r"mixups\.py:(\d+): error", found.stdout)}
    assert refused == marked, found.stdout + found.stderr


def test_the_types_cost_nothing_in_play() -> None:
    types: list[object] = [Unit, Hex, Side, Option]
    assert types == [int] * 4
    loops: list[object] = [units_in, kinds.hexes_in, kinds.options_in]
    assert loops == [members] * 3
    counted: object = numbered
    assert counted is enumerate


def test_members_and_indices() -> None:
    assert list(units_in(0b101001)) == [0, 3, 5]
    assert (last_unit(0b101001), last_unit(0)) == (5, -1)
    assert list(indices(["a", "b", "c"])) == [0, 1, 2]
