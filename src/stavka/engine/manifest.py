"""The description of a game before it is loaded, like the box on a shelf."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Cover(NamedTuple):
    """The contents of the box: the map around a hex, counters of a scenario, and the complexity (1 to 5)."""

    hex: str
    scenario: str
    counters: tuple[str, ...]
    level: int


class Manifest(NamedTuple):
    """The description of a game; each package of a game has one, named `MANIFEST`.

    The package also has the modules `game` (`load(overlay, folder)` makes the game), `scene` (`presenter(game)` shows
    it), `checks.situations` (`build` and `vocabulary`) and `checks.invariants`, the catalogue `rules.toml`, and
    `data/scenarios.toml` with its scenarios and options.
    """

    key: str
    title: str
    sides: tuple[str, ...]
    cover: Cover
    opponents: Mapping[str, str] = {}
    """Computer players by name, the weakest first, as `module:Class` below the package; the class is called with a game
    and a seed."""
    yardsticks: Mapping[str, str] = {}
    """Computer players that never change, written like `opponents`. Studies use them; players cannot choose them."""
    craft: str = ""
    """What the levels of the computer opponent know of the game (`agents/craft.py`), as `module:Class` below the
    package; empty if the game has no levels."""
    tuning: str = ""
    """Where the game declares the `Tuning` of its scripts (`agents/tables.py`), as `module:NAME` below the package."""
    features: str = ""
    """Where the game declares its `Features` for programs that learn (`agents/features.py`), written like `tuning`."""
