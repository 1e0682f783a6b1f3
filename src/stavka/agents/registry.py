"""Programs that can take a seat, by name, the weakest first.

What plays by a name differs from game to game. Each is a class made of a game and a seed, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from stavka.engine.agent import Agent
from stavka.engine.machine import Game

ANY_GAME: Final = ""
CLASSES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "random": {ANY_GAME: ("stavka.agents.random_player", "RandomPlayer")},
    "scripted": {
        "traces": ("stavka.agents.scripted", "ScriptedPlayer"),
        "zitadelle": ("stavka.agents.zitadelle_scripted", "ZitadellePlayer"),
        "luki": ("stavka.agents.luki_scripted", "LukiPlayer"),
        "moscow": ("stavka.agents.moscow_scripted", "MoscowPlayer"),
    },
    "planner": {"traces": ("stavka.agents.planner", "Planner")},
}
"""For each name the classes by the key of their game."""


class UnknownPlayerError(LookupError):
    """No program of this name, or none that knows the game."""


def names(game: str) -> tuple[str, ...]:
    """The programs that know a game, by its key; the last is the best opponent."""
    return tuple(name for name, classes in CLASSES.items() if game in classes or ANY_GAME in classes)


def check(name: str, game: str) -> None:
    if name not in names(game):
        raise UnknownPlayerError(f"no player {name!r} of {game}; there are {', '.join(names(game))}")


def make(name: str, game: Game[Any], seed: int) -> Agent:
    check(name, game.key)
    classes = CLASSES[name]
    module, class_ = classes.get(game.key) or classes[ANY_GAME]
    agent: Agent = getattr(import_module(module), class_)(game, seed)
    return agent
