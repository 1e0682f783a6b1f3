"""Chapter 14.3 to 14.5: victory points and levels of victory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import units_in
from stavka.games.luki.rules.c05_zoc import holds, zoc
from stavka.games.luki.rules.c06_supply.supply_lines import supplied
from stavka.games.luki.rules.c13_miscellaneous.garrison import has_city_kessel
from stavka.games.luki.state import BOX, ELIMINATED, GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.charts import Goal
    from stavka.games.luki.game import Luki

BREAKOUT_TURN = 9


def counts(g: Luki, s: Position, goal: Goal) -> bool:
    """Whether an objective is worth its VP to the Soviet player now."""
    if goal.occupied:
        return bool(s.occupied[SOVIET] >> goal.hex & 1)  # [14.3a]
    return holds(g, s, SOVIET, goal.hex)  # [14.3a]


def is_cut_off(g: Luki, s: Position) -> bool:
    """Whether Velikye Luki is surrounded, or no German unit is left in it."""
    return has_city_kessel(s) or not s.occupied[GERMAN] & g.luki  # [14.3a]


def is_railway_cut(g: Luki, s: Position) -> bool:
    """Whether a Soviet unit or ZOC is anywhere on the railway; German units do not help."""
    return bool(g.railway & (s.occupied[SOVIET] | zoc(g, s, SOVIET)))  # [14.3a]


def soviet_items(g: Luki, s: Position) -> list[tuple[Hex | str, int]]:
    """The items for which the Soviet player earns VP in a victory check now: hexes, or words of the table [word]."""
    items: list[tuple[Hex | str, int]] = [(goal.hex, goal.value) for goal in g.goals if counts(g, s, goal)]  # [14.3a]
    if is_cut_off(g, s):
        items.append(("city cut off", g.cut_off_vp))  # [14.3a]
    if is_railway_cut(g, s):
        items.append(("railway cut", g.railway_vp))  # [14.3a]
    return items


def soviet_points(g: Luki, s: Position) -> int:
    return sum(value for _, value in soviet_items(g, s))


def german_points(g: Luki, s: Position) -> int:
    """The points of the German player for breakout units in the last victory check."""
    if s.turn != BREAKOUT_TURN:  # [14.3b]
        return 0
    fed, value = supplied(g, s, GERMAN), 0
    for unit in units_in(g.breakout):
        place = s.place[unit]
        if place == BOX or (place >= 0 and fed >> place & 1):
            value += g.breakout_vp[0] * s.steps[unit]  # [14.3b]
        elif place >= 0 and not g.luki >> place & 1:
            value += g.breakout_vp[1] * s.steps[unit]  # [14.3b]
    return value


def score(g: Luki, s: Position) -> None:
    soviet, german = soviet_points(g, s), german_points(g, s)
    s.points += soviet - german  # [14.3a, 14.3b, 14.3c]
    s.tell("score", ("14.3a", "14.3c"), soviet=soviet, items=soviet_items(g, s), german=german, total=s.points)


def victory_level(g: Luki, scenario: str, total: int) -> str:
    """The level of victory that a total of VP is worth."""
    levels = g.scenarios[scenario].victory
    return next(each.id for each in reversed(levels) if each.least is None or total >= each.least)  # [14.4b, 14.5b]


def end(g: Luki, s: Position) -> None:
    s.result = victory_level(g, s.scenario, s.points)  # [14.4b, 14.5b]
    s.tell("victory", ("14.4b", "14.5b"), points=s.points, result=s.result)


def figures(g: Luki, s: Position) -> dict[str, float]:
    """Numbers of a finished game: VP, and the steps that either side has lost."""
    lost = [
        sum(
            g.full_steps[unit] - s.steps[unit]
            for unit in units_in(own)
            if s.place[unit] >= 0 or s.place[unit] in (ELIMINATED, BOX)
        )
        for own in g.side_units
    ]
    return {"points": s.points, "soviet steps lost": lost[SOVIET], "german steps lost": lost[GERMAN]}
