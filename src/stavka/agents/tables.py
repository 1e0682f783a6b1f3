"""Weights of a script by side and scenario, and the data that tuning needs, for any game.

A game declares its `Tuning` beside its scripts, and its manifest says where (`Manifest.tuning`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import exp, tanh
from typing import Any, Final, NamedTuple

from stavka.engine.agent import Agent
from stavka.engine.machine import Game

Table = Mapping[tuple[str, str], Any]
"""The weights (a `NamedTuple` of floats) with which a script plays, by side and scenario."""
Changes = Mapping[str, float]
"""The change of each weight, in standard deviations."""

SPREAD: Final = 0.5
"""The size of a change of a weight: the standard deviation of its logarithm."""
WINNING: Final = 0.7
"""The share of winning in the value of a game; the margin of victory is the rest."""


class Ending(NamedTuple):
    """How a game ended."""

    winner: str
    """The side that counts as the winner; empty if neither does."""
    edge: float
    """The VP by which the first side of the game is above the border between victory and defeat."""


@dataclass(frozen=True)
class Tuning:
    """The data about a game that tuning needs."""

    player: Callable[[Game[Any], int, Table], Agent]
    """Makes the script with a table of weights."""
    table: Table
    """The present weights."""
    frozen: Table
    """The weights of the frozen script."""
    ending: Callable[[Any, Any], Ending]
    """How a finished position of the game ended."""
    margin: float
    """The VP that make a game clearly won or lost."""
    foreign: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The weights that a side does not use."""
    shifts: Mapping[str, float] = field(default_factory=dict)
    """Weights that may be negative, with the standard deviation of what is added to them. All others are multiplied."""

    def names(self, side: str, scenario: str) -> tuple[str, ...]:
        """The weights that a side uses."""
        fields: tuple[str, ...] = self.table[side, scenario]._fields
        return tuple(name for name in fields if name not in self.foreign.get(side, ()))

    def changed(self, weights: Any, changes: Changes) -> Any:
        """A row of the table with each weight changed by the given number of standard deviations."""
        new = {}
        for name, change in changes.items():
            value = getattr(weights, name)
            shifted = value + self.shifts[name] * change if name in self.shifts else value * exp(SPREAD * change)
            new[name] = round(shifted, 4)
        return weights._replace(**new)

    def worth(self, game: Game[Any], state: Any, side: str) -> float:
        """The value of a finished game to a side, from 0 (clearly lost) to 1 (clearly won); the values of both sides
        add up to 1."""
        winner, edge = self.ending(game, state)
        won = 0.5 if not winner else float(winner == side)
        ahead = tanh(edge / self.margin) * (1 if side == game.sides[0] else -1)
        return WINNING * won + (1 - WINNING) * (1 + ahead) / 2
