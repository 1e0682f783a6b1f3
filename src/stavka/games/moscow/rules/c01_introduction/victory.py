"""Chapter 1.2 and 4.12: who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled
from stavka.games.moscow.rules.c06_supply.supply_routes import traces
from stavka.games.moscow.state import GERMAN, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def attacker(g: Moscow, s: Position) -> Side:
    return GERMAN if g.scenarios[s.scenario].attacker == "german" else SOVIET


def supplied_control(g: Moscow, s: Position) -> int:
    """The hexes that the attacker controls and can supply."""
    side = attacker(g, s)
    return controlled(s, side) & traces(g, s, side)[0]  # [1.2b]


def hex_points(g: Moscow, s: Position) -> int:
    """The attacker's VP for the objectives as they are held now."""
    good = supplied_control(g, s)
    return sum(each.value for each in g.scenarios[s.scenario].objective if good >> g.grid.index(each.hex) & 1)  # [1.2b]


def victory_points(g: Moscow, s: Position) -> int:
    return s.points + hex_points(g, s)


def is_won(g: Moscow, s: Position) -> bool:
    """Whether the attacker has won before the end."""
    goals = g.scenarios[s.scenario].automatic
    if not goals:
        return False
    return not g.grid.from_numbers(*goals) & ~supplied_control(g, s)  # see U281 [4.11C3, SEQ.C.3]


def end(g: Moscow, s: Position) -> None:
    """The game is over."""
    scenario, points = g.scenarios[s.scenario], victory_points(g, s)
    won = is_won(g, s) or points >= scenario.threshold  # [1.2b, 4.12a]
    winner = attacker(g, s) if won else 1 - attacker(g, s)
    s.result = g.sides[winner]
    s.tell("victory", ("4.12a",), points=points, side=winner)


def figures(g: Moscow, s: Position) -> dict[str, float]:
    return {"points": victory_points(g, s)}
