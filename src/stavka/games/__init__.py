"""The games that can be played: found by key, loaded when somebody asks.

A game is a package here: `game.load(overlay)` makes it, `situations.build` sets up its situations and
`situations.vocabulary` says what they know; `rules.toml` is its catalogue and `data/scenarios.toml` lists its scenarios
and options. Threads may ask for anything at any time: it is made once (`engine/once.py`), and what was made does not
change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from stavka.engine.machine import Game
from stavka.engine.once import MAKING, once
from stavka.engine.rules import Catalogue, load_catalogue
from stavka.engine.scene import Presenter
from stavka.engine.situations import Examiner, Situation
from stavka.engine.vocabulary import Vocabulary
from stavka.engine.words import LANGUAGES

FOLDER: Final = Path(__file__).parent


class Cover(NamedTuple):
    """What is on the box: the map around a hex, counters of a scenario, how much there is to learn (1 to 5)."""

    hex: str
    scenario: str
    counters: tuple[str, ...]
    level: int


class Entry(NamedTuple):
    """What the list of games says without loading the game."""

    title: str
    sides: tuple[str, ...]
    cover: Cover


GAMES: Final[Mapping[str, Entry]] = {
    "traces": Entry(
        "Traces of War",
        ("soviet", "axis"),
        Cover("1926", "race", ("so.5gtc", "ax.gd"), 2),
    ),
    "zitadelle": Entry(
        "Zitadelle: Duel for Kursk",
        ("german", "soviet"),
        Cover("S1227", "campaign", ("ax.tot.pz", "so.2gtc.25g"), 3),
    ),
    "luki": Entry(
        "Velikye Luki",
        ("soviet", "german"),
        Cover("2312", "campaign", ("so.9.18", "ge.83.i-257"), 4),
    ),
    "moscow": Entry(
        "Roads to Moscow",
        ("german", "soviet"),
        Cover("MZ1714", "borodino", ("ax.10pz.i7", "so.18t.i"), 5),
    ),
}


class UnknownGameError(LookupError):
    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}; there are {', '.join(GAMES)}")


def folder(key: str) -> Path:
    """The package of a game."""
    if key not in GAMES:
        raise UnknownGameError(key)
    return FOLDER / key


def load(key: str, overlay: Path | None = None) -> Game[Any]:
    make = _module(key, "game").load
    game: Game[Any] = make(overlay) if overlay else make()
    return game


def files(key: str, overlay: Path | None = None) -> Any:
    """The game's data files, checked: with `provenance`, `names`, `hash`, `listing()` and `hexmap`."""
    loaded: Any = load(key, overlay)
    return loaded.files


@once
def catalogue(key: str) -> Catalogue:
    return load_catalogue(folder(key) / "rules.toml")


@once
def presenter(key: str, game: Game[Any]) -> Presenter[Any]:
    """What shows the game to people."""
    made: Presenter[Any] = _module(key, "scene").presenter(game)
    return made


def prepared(key: str) -> Game[Any]:
    """The game, with everything at hand that a page or a table of it asks for, in all languages."""
    game = load(key)
    show, rules = presenter(key, game), catalogue(key)
    for lang in LANGUAGES:
        rules.translated(lang)
        show.board(lang)
    about(key)
    return game


def builder(key: str) -> Callable[[Situation], Examiner]:
    """What sets up the game's situations."""

    def build(situation: Situation) -> Examiner:
        examiner: Examiner = _module(key, "situations").build(situation)
        return examiner

    return build


def vocabulary(key: str) -> Vocabulary:
    """The words that the game's situations know."""
    words: Vocabulary = _module(key, "situations").vocabulary()
    return words


@once
def about(key: str) -> Mapping[str, Any]:
    """Title, sides, scenarios and options of a game, which nobody can change."""
    listed = tomllib.loads((folder(key) / "data" / "scenarios.toml").read_text("utf-8"))
    entry, options = GAMES[key], listed.get("option", [])
    scenarios = ({"key": item["id"], "title": item["title"], "turns": item["turns"]} for item in listed["scenario"])
    return MappingProxyType(
        {
            "key": key,
            "title": entry.title,
            "sides": entry.sides,
            "scenarios": tuple(map(MappingProxyType, scenarios)),
            "options": tuple(item["id"] for item in options),
            "option_titles": MappingProxyType({item["id"]: item["title"] for item in options}),
        }
    )


def _module(key: str, name: str) -> Any:
    folder(key)
    with MAKING:
        return import_module(f"stavka.games.{key}.{name}")
