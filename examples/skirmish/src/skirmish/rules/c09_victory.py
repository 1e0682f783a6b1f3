"""Chapter 9: objectives and victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from skirmish.state import LEAGUE, Position
from stavka.engine.kinds import Unit
from stavka.hexes import Hex

if TYPE_CHECKING:
    from skirmish.game import Skirmish


def take(g: Skirmish, s: Position, unit: Unit, hex_: Hex) -> None:
    """Note that a unit has entered a hex: its side holds the objective there, if there is one."""
    if hex_ in g.goals:
        held = s.held & ~(1 << hex_)
        s.held = held | (1 << hex_ if g.side[unit] == LEAGUE else 0)  # [9.1]


def points(g: Skirmish, s: Position) -> int:
    """The VP of the League."""
    return sum(value for hex_, value in g.goals.items() if s.held >> hex_ & 1)  # [9.1]


def check(g: Skirmish, s: Position) -> None:
    """At the end of a turn: whether the game ends, and who has won it."""
    scenario, total = g.scenarios[s.scenario], points(g, s)
    if total and total == sum(g.goals.values()):
        s.result = "league"  # [9.3]
    elif s.turn == scenario.turns:
        s.result = "league" if total >= scenario.least else "crown"  # [3.3, 9.2]
    if s.result:
        s.tell("victory", ("9.2",), points=total, result=s.result)
