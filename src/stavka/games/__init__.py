"""The games that can be played: found by themselves, loaded when somebody asks.

A game is a package, here or in an installed distribution, that says of itself what `engine/manifest.py` describes.
Nothing outside the package knows it. Threads may ask for anything at any time: it is made once (`engine/once.py`), and
what was made does not change."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from warnings import warn

from stavka.agents.features import Features
from stavka.agents.tables import Tuning
from stavka.assurance.situations import Examiner, Situation
from stavka.assurance.vocabulary import Vocabulary
from stavka.engine.catalogue import Catalogue, catalogue_in
from stavka.engine.machine import Game
from stavka.engine.manifest import Manifest
from stavka.engine.once import MAKING, once
from stavka.engine.words import LANGUAGES
from stavka.scenes.scene import Presenter

PLUG_INS: Final = "stavka.games"
"""The group of entry points by which an installed package adds a game: `KEY = "package:MANIFEST"`."""


class Found(NamedTuple):
    """A game that was found: its manifest and its package."""

    manifest: Manifest
    package: str


def found() -> Iterator[Found]:
    """The games beside this file, and those of installed packages."""
    for module in iter_modules(__path__):
        if module.ispkg:
            package = f"{__name__}.{module.name}"
            yield Found(import_module(package).MANIFEST, package)
    for entry in entry_points(group=PLUG_INS):
        try:
            yield Found(entry.load(), entry.module)
        except Exception as error:  # whatever the error: another package's fault must not disable the games here
            warn(f"the game {entry.name} cannot be used: {type(error).__name__}: {error}", stacklevel=1)


FOUND: Final[Mapping[str, Found]] = {
    each.manifest.key: each for each in sorted(found(), key=lambda each: (each.manifest.cover.level, each.manifest.key))
}
GAMES: Final[Mapping[str, Manifest]] = {key: each.manifest for key, each in FOUND.items()}
"""The games that are available, the easiest to learn first."""


class UnknownGameError(LookupError):
    """There is no game with this key; the sentence lists the keys that exist."""

    def __init__(self, key: str) -> None:
        super().__init__(f"no game {key!r}; there are {', '.join(GAMES)}")
        self.key = key


class UnknownTuningError(LookupError):
    """The game has no script whose weights could be tuned."""


def package(key: str) -> str:
    """The name of the package of a game."""
    if key not in FOUND:
        raise UnknownGameError(key)
    return FOUND[key].package


def folder(key: str) -> Path:
    """The folder of a game's package."""
    file = import_module(package(key)).__file__
    assert file is not None
    return Path(file).parent


def load(key: str, overlay: Path | None = None, data: Path | None = None) -> Game[Any]:
    """The game; with an owner's own values, or with data from another folder than its own."""
    make = module(key, "game").load
    game: Game[Any] = make(overlay, data) if data else make(overlay) if overlay else make()
    return game


def data_of(game: Game[Any]) -> str:
    """The folder with the data of a game; empty if they are those of its package."""
    loaded: Any = game
    found: Path = loaded.files.folder
    return "" if found == folder(game.key) / "data" else str(found)


def again(key: str, data: str) -> Game[Any]:
    """The game with this key and what `data_of` says of it: in another process, for example."""
    return load(key, data=Path(data)) if data else load(key)


def files(key: str, overlay: Path | None = None) -> Any:
    """The game's data files, checked: with `provenance`, `names`, `hash`, `listing()` and `hexmap`."""
    loaded: Any = load(key, overlay)
    return loaded.files


def catalogue(key: str) -> Catalogue:
    return catalogue_in(folder(key))


@once
def presenter(key: str, game: Game[Any]) -> Presenter[Any]:
    """The presenter that shows the game to people."""
    made: Presenter[Any] = module(key, "scene").presenter(game)
    return made


def opened(key: str) -> Game[Any]:
    """The game, with everything at hand that a table of it needs."""
    game = load(key)
    presenter(key, game)
    about(key)
    return game


def prepared(key: str) -> Game[Any]:
    """The game, with everything at hand that a page or a table of it asks for, in all languages."""
    game = opened(key)
    show, rules = presenter(key, game), catalogue(key)
    for lang in LANGUAGES:
        rules.translated(lang)
        show.board(lang)
    return game


def builder(key: str) -> Callable[[Situation], Examiner]:
    """The function that sets up the game's situations."""

    def build(situation: Situation) -> Examiner:
        examiner: Examiner = module(key, "checks.situations").build(situation)
        return examiner

    return build


def vocabulary(key: str) -> Vocabulary:
    """The words that the game's situations know."""
    words: Vocabulary = module(key, "checks.situations").vocabulary()
    return words


@once
def about(key: str) -> Mapping[str, Any]:
    """Title, sides, scenarios and options of a game, as read-only data."""
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


def module(key: str, name: str) -> Any:
    """A module of a game's package."""
    with MAKING:
        return import_module(f"{package(key)}.{name}")


def part(key: str, name: str) -> Any:
    """The object that a manifest names as `module:NAME` below a game's package."""
    where, _, what = name.partition(":")
    return getattr(module(key, where), what)


def tuning(key: str) -> Tuning:
    """The data about a game that tuning needs."""
    if not GAMES[key].tuning:
        raise UnknownTuningError(f"{GAMES[key].title} does not say how its scripts are tuned")
    found: Tuning = part(key, GAMES[key].tuning)
    return found


def features(key: str) -> Features:
    """What the game declares of its positions for programs that learn; nothing if it declares none."""
    found: Features = part(key, GAMES[key].features) if GAMES[key].features else Features()
    return found
