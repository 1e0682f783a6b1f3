"""Programs that can take a seat, by name, the weakest first: one that picks at random, and what each game has."""

from __future__ import annotations

from typing import Any, Final

from stavka import games
from stavka.agents.random_player import RandomPlayer
from stavka.engine.agent import Agent
from stavka.engine.machine import Game

RANDOM: Final = "random"


class UnknownPlayerError(LookupError):
    """No program of this name, or none that knows the game."""


def names(game: str) -> tuple[str, ...]:
    """The programs that know a game, by its key; the last is the best opponent.

    Yardsticks, the programs that never change, are not among them: studies name those."""
    return (RANDOM, *games.GAMES[game].opponents)


def check(name: str, game: str, *, in_studies: bool = False) -> None:
    """Refuse a name that no program has. in_studies: yardsticks are allowed."""
    if name not in (*names(game), *(games.GAMES[game].yardsticks if in_studies else ())):
        raise UnknownPlayerError(f"no player {name!r} of {game}; there are {', '.join(names(game))}")


def make(name: str, game: Game[Any], seed: int) -> Agent:
    check(name, game.key, in_studies=True)
    if name == RANDOM:
        return RandomPlayer(game, seed)
    manifest = games.GAMES[game.key]
    agent: Agent = games.part(game.key, {**manifest.opponents, **manifest.yardsticks}[name])(game, seed)
    return agent
