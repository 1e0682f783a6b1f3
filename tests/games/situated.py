"""Situations of any game for tests: a module `situated` beside the game's own tests has its `SITUATED`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from games.facts import beside
from stavka import games
from stavka.assurance.situations import Report, Situation, SituationError, check_file


class Other(NamedTuple):
    """Where A stands, a value of a table, what follows from it, and what the game's own table says instead."""

    hex: str
    tables: str
    reach: str
    own: str


class Attack(NamedTuple):
    """A position, the side that attacks, a result, the attack, and what must hold afterwards."""

    units: str
    phase: str
    result: str
    play: str
    after: str


class Situated(NamedTuple):
    """What the game's situations are made of: a map `m`, counters A of the one side and B of the other."""

    head: str
    rule: str
    counters: str
    phase: str
    """A of this side moves."""
    die: str
    """The step that asks for the die of a combat."""
    at: str
    """A hex of the map."""
    steps: str
    """How many steps A has."""
    other: Other
    attack: Attack
    question: str
    """Something about a combat that is computed, with a place for one more key of the answer."""
    no_counters: tuple[tuple[str, str], ...]
    """Counters that cannot be, and what is said of them."""
    no_positions: tuple[tuple[str, str], ...]
    """Positions that cannot be, and what is said of them."""


SITUATED: Final[dict[str, Situated]] = {
    key: found.SITUATED for key in games.GAMES if (found := beside(key, "situated")) is not None
}


def situation(key: str, position: str, stage: str, *, counters: str = "", name: str = "n") -> str:
    """A situation on the map of the game."""
    has = SITUATED[key]
    return (
        f'[[situation]]\nname = "{name}"\nrule = ["{has.rule}"]\nmap = "m"\n{counters or has.counters}{position}\n'
        f"[[situation.then]]\n{stage}\n"
    )


def check(tmp_path: Path, key: str, *situations: str) -> list[Any]:
    """What is wrong with the answers."""
    file = tmp_path / "some.toml"
    file.write_text(SITUATED[key].head + "".join(situations), "utf-8")
    report = Report()
    check_file(file, {key: games.builder(key)}, report)
    return report.failed


def refused(tmp_path: Path, key: str, text: str) -> str:
    with pytest.raises(SituationError) as error:
        check(tmp_path, key, text)
    said = str(error.value)
    assert said.startswith(("some.toml, situation 'n': ", str(tmp_path / "some.toml")))
    return said


def made(key: str, **spec: Any) -> Situation:
    return Situation("some.toml", "n", (SITUATED[key].rule,), "", spec, None, ({"turn": 1},))
