"""What a game says of itself before it is loaded: its box on the shelf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Cover(NamedTuple):
    """What is on the box: the map around a hex, counters of a scenario, how much there is to learn (1 to 5)."""

    hex: str
    scenario: str
    counters: tuple[str, ...]
    level: int


class Manifest(NamedTuple):
    """The package of a game has one, named `MANIFEST`.

    Beside it the package has the modules `game` (`load(overlay)` makes the game), `scene` (`presenter(game)` shows it),
    `checks.situations` (`build` and `vocabulary`) and `checks.invariants`, the catalogue `rules.toml`, and
    `data/scenarios.toml` with its scenarios and options."""

    key: str
    title: str
    sides: tuple[str, ...]
    cover: Cover
    opponents: Mapping[str, str] = {}
    """Computer players by name, the weakest first: `module:Class` below the package, made of a game and a seed."""
    yardsticks: Mapping[str, str] = {}
    """Computer players that never change, written the same way: studies name them, nobody is offered them."""
    tuning: str = ""
    """Where the game says what tuning its scripts has to know (`agents/tables.py`): `module:NAME` below the package."""
