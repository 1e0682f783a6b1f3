"""The facts that tests know of a game beyond its manifest: the module `facts` beside the game's tests has a `FACTS`.

A game without one, such as a plug-in, is tested with everything that applies to any game."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from stavka import games


class Rulings(NamedTuple):
    """The known contents of a game's catalogue and page of rulings, from the rulebook and the facts file."""

    rules: int
    examples: int
    rulings: frozenset[int]
    cited: frozenset[int]
    """Some of the rulings that the catalogue points to."""


class Facts(NamedTuple):
    examples: int = 0
    """Worked examples that the rulebook has; 0: nobody has counted them."""
    situations: int = 20
    """The least number of situations."""
    rare: frozenset[str] = frozenset()
    """Steps that seldom wait: their reasons are asked for in the situations."""
    rulings: Rulings | None = None
    is_tagged: bool = False
    """Whether every line of its tables names its rule."""
    has_full_names: bool = True
    """Whether its units have names to be translated, and not just the numbers that their counters show."""
    guide: int = 1
    """How many times as much a large game has in its guide as a small one."""


def beside(key: str, name: str) -> Any:
    """A module beside the tests of a game, if there is one."""
    module = f"games.{key}.{name}"
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or not module.startswith(error.name):
            raise
        return None


@cache
def facts(key: str) -> Facts:
    module = beside(key, "facts")
    return Facts() if module is None else module.FACTS


def is_ours(key: str) -> bool:
    """Whether a game is part of Stavka: then our documentation has pages about it."""
    return games.package(key).startswith("stavka.")


def upto(last: int) -> frozenset[int]:
    return frozenset(range(1, last + 1))
