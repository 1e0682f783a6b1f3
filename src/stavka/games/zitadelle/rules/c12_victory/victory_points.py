"""Chapter 12: victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import hexes_in, units_in
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import flood

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def connected(g: Zitadelle, s: Position) -> int:
    """Hexes with a line to the German map edge."""
    barred = s.occupied[SOVIET] | enemy_zoc(g, s, GERMAN) & ~s.occupied[GERMAN]  # [12.12]
    through = g.grid.all & ~barred
    return flood(g.grid, g.edge & through, through, g.open_sides)  # [12.12]


def scoring_hexes(g: Zitadelle, s: Position) -> int:
    """The victory hexes that count for the German side."""
    return s.held & connected(g, s)  # [12.11a, 12.12]


def victory_points(g: Zitadelle, s: Position) -> dict[str, int]:
    """German VP by rule."""
    return {
        "12.11a": sum(g.values.get(hex_, 0) for hex_ in hexes_in(scoring_hexes(g, s))),  # [12.11a, 12.13, 12.14]
        "12.21a": -g.step_vp * s.lost,  # [12.21a, 12.21b]
        "12.22": -g.belgorod_vp if s.belgorod else 0,  # [12.22]
    }


def total(g: Zitadelle, s: Position) -> int:
    return sum(victory_points(g, s).values())  # [12.0]


def victory_level(g: Zitadelle, points: int) -> str:
    """The level of victory for German VP."""
    best, floor = "", None
    for name, least in g.victories:
        if (least is None or points >= least) and (floor is None or (least is not None and least > floor)):
            best, floor = name, least  # [12.3]
    return best


def end(g: Zitadelle, s: Position) -> None:
    """The game is over."""
    points = total(g, s)
    s.result = victory_level(g, points)  # [4.1c, 12.3]
    s.tell("victory", ("4.1c", "12.3"), points=points, result=s.result)


def figures(g: Zitadelle, s: Position) -> dict[str, float]:
    """Numbers that a study of many games compares."""
    by_rule = victory_points(g, s)
    return {
        "points": float(sum(by_rule.values())),
        "hexes": float(by_rule["12.11a"]),
        "steps lost": float(s.lost),
        "soviet units lost": float(sum(s.place[unit] == -2 for unit in units_in(g.side_units[SOVIET]))),
    }
