"""The facts that tests know of a game beyond its manifest: the module `facts` beside the game's tests has a `FACTS`.

A game without one, such as a plug-in, is tested with everything that applies to any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.agents.tables import Ending

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Rulings(NamedTuple):
    """The known contents of a game's catalogue and page of rulings, from the rulebook and the facts file."""

    rules: int
    examples: int
    rulings: frozenset[int]
    cited: frozenset[int]
    """Some of the rulings that the catalogue points to."""


class Thrown(NamedTuple):
    """A scenario, and how many picks of the script show enough dice."""

    scenario: str
    picks: int


class Guided(NamedTuple):
    """What the guide says of a scenario in a language, as somebody of a side reads it in the page."""

    lang: str
    scenario: str
    says: str
    is_on_a_phone: bool = False
    side: str = "soviet"


class Box(NamedTuple):
    """What stands on the box: when it was, in English and in Spanish, the first scenario, how much there is to learn,
    and a counter of each side."""

    period: str
    spanish: str
    scenario: str
    level: int
    labels: tuple[str, str]
    factors: tuple[str, str]


class Ended(NamedTuple):
    """A change made by hand at the start of a scenario, and the ending that the tuning of scripts must see in it."""

    scenario: str
    change: Mapping[str, Any]
    ending: Ending


class Hunted(NamedTuple):
    """Random games in which the hunt for peeks has enough to look at."""

    numbers: tuple[int, ...]
    look: int = 40
    most: int = 250


class Name(NamedTuple):
    """A unit or a formation in three languages."""

    english: str
    spanish: str
    french: str


class Typed(NamedTuple):
    """A beginning at the terminal: how the game is started, what is typed, and some of what is said to it."""

    how: tuple[str, ...]
    lines: str
    answers: tuple[str, ...]


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
    """A large game has so many times as much in its guide as a small one."""
    guided: Guided | None = None
    headings: Mapping[str, str] = NOTHING
    """What some events begin in the log."""
    is_sum: Callable[[int, int], bool] | None = None
    """How a modifier that the log takes apart goes with the sum of its parts; None: it takes none apart."""
    thrown: Thrown | None = None
    names: tuple[Name, ...] = ()
    banned: Mapping[str, tuple[str, ...]] = NOTHING
    """By language: words (regular expressions) that the published edition, or our glossary, has others for."""
    box: Box | None = None
    endings: tuple[Ended, ...] = ()
    hunted: Hunted | None = None
    typed: Typed | None = None


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


def known(name: str) -> list[str]:
    """The games of which a fact is known."""
    return [key for key in games.GAMES if getattr(facts(key), name)]


def title(key: str) -> str:
    """The title of a game as its box says it first: what follows a colon stands below."""
    return games.GAMES[key].title.partition(":")[0]


def is_ours(key: str) -> bool:
    """Whether a game is part of Stavka: then our documentation has pages about it."""
    return games.package(key).startswith("stavka.")


def upto(last: int) -> frozenset[int]:
    return frozenset(range(1, last + 1))
