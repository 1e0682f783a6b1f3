"""Programs that can take a seat, by name, the weakest first.

Each is a class made of a game and a seed, imported when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from stavka.engine.agent import Agent
from stavka.engine.machine import Game

CLASSES: Final = {
    "random": ("stavka.agents.random_player", "RandomPlayer"),
    "scripted": ("stavka.agents.scripted", "ScriptedPlayer"),
    "planner": ("stavka.agents.planner", "Planner"),
}


class UnknownPlayerError(LookupError):
    """No program of this name, or none that knows the game."""


def names() -> tuple[str, ...]:
    return tuple(name for name, (module, _) in CLASSES.items() if find_spec(module))


def check(name: str) -> None:
    if name not in names():
        raise UnknownPlayerError(f"no player {name!r}; there are {', '.join(names())}")


def make(name: str, game: Game[Any], seed: int) -> Agent:
    check(name)
    module, class_ = CLASSES[name]
    try:
        agent: Agent = getattr(import_module(module), class_)(game, seed)
    except ValueError as error:
        raise UnknownPlayerError(str(error)) from None
    return agent
