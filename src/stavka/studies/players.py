"""The programs that can play in studies, by name: those that a game has, installed ones, and programs over a pipe.

`pipe:COMMAND` starts a program that speaks the protocol of docs/protocol.md. An installed package adds a program as an
entry point of the group `stavka.agents`: `NAME = "package:make"`, where `make(game, seed)` returns an `Agent`.

Only somebody who starts studies on this machine can name these. The server knows the programs of games, and those over
a pipe that its operator names (`server/piping.py`)."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from stavka.agents.piped import PipedPlayer
from stavka.engine.agent import Agent
from stavka.engine.machine import Game
from stavka.games import opponents
from stavka.games.opponents import UnknownPlayerError

PIPE: Final = "pipe:"
PLUG_INS: Final = "stavka.agents"
"""The group of entry points by which an installed package adds a program."""


def installed(name: str) -> EntryPoint | None:
    """The program that an installed package adds under this name."""
    return next(iter(entry_points(group=PLUG_INS, name=name)), None)


def check(name: str, game: str) -> None:
    """Refuse a name that no program has."""
    if name.startswith(PIPE):
        if not name.removeprefix(PIPE).strip():
            raise UnknownPlayerError(f"{name}: expected a command after {PIPE}")
    elif installed(name) is None:
        opponents.check(name, game, in_studies=True)


def make(name: str, game: Game[Any], seed: int) -> Agent:
    """A program by name. The programs of a game come before installed ones of the same name."""
    check(name, game.key)
    if name.startswith(PIPE):
        return PipedPlayer(name.removeprefix(PIPE), game, seed)
    entry = installed(name)
    if entry is None or name in opponents.names(game.key):
        return opponents.make(name, game, seed)
    try:
        made = entry.load()(game, seed)
    except Exception as error:  # whatever the error: another package's fault becomes one sentence
        raise UnknownPlayerError(f"the program {name} cannot be used: {type(error).__name__}: {error}") from error
    if not isinstance(made, Agent):
        raise UnknownPlayerError(f"the program {name} cannot be used: {entry.value} makes no Agent")
    return made
