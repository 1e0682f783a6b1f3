"""Programs that can take a seat, by name, the weakest first: one that picks at random, the programs of each game, and
the levels of the planner if the game has a craft."""

from __future__ import annotations

from typing import Any, Final

from stavka import games
from stavka.agents.levels import LEVELS, USUAL
from stavka.agents.planner import Planner
from stavka.agents.random_player import RandomPlayer
from stavka.engine.agent import Agent
from stavka.engine.machine import Game

RANDOM: Final = "random"


class UnknownPlayerError(LookupError):
    """No program of this name, or none that knows the game."""


def names(game: str) -> tuple[str, ...]:
    """The programs that know a game, by its key; the last is the best opponent.

    Yardsticks, the programs that never change, are not among them: studies name those."""
    return (RANDOM, *games.GAMES[game].opponents, *(LEVELS if games.GAMES[game].craft else ()))


def usual(game: str) -> str:
    """The program that a player gets who names none."""
    known = names(game)
    return USUAL if USUAL in known else known[-1]


def check(name: str, game: str, *, in_studies: bool = False) -> None:
    """Refuse a name that no program has. in_studies: yardsticks are allowed."""
    if name not in (*names(game), *(games.GAMES[game].yardsticks if in_studies else ())):
        raise UnknownPlayerError(f"no player {name!r} of {game}; there are {', '.join(names(game))}")


def make(name: str, game: Game[Any], seed: int) -> Agent:
    check(name, game.key, in_studies=True)
    if name == RANDOM:
        return RandomPlayer(game, seed)
    manifest = games.GAMES[game.key]
    if name in LEVELS:
        return Planner(games.part(game.key, manifest.craft), game, seed, name)
    agent: Agent = games.part(game.key, {**manifest.opponents, **manifest.yardsticks}[name])(game, seed)
    return agent
