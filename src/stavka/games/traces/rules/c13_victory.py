"""Chapter 13: victory. All VP are counted in quarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, indices, units_in
from stavka.games.traces.rules.c08_supply.supply_lines import can_trace, on_map
from stavka.games.traces.state import AXIS, ELIMINATED, SOVIET, Position

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

Score = dict[str, int]
"""Quarter VP by rule id."""


def victory_points(g: Traces, s: Position, *, final: bool = False) -> Score:
    """The present Soviet VP, by rule. `final`: the end of the game, when units without supply count (13.3j)."""
    return race_points(g, s) if g.scenario(s).is_race else campaign_points(g, s, final=final)  # [13.2b]


def total(g: Traces, s: Position, *, final: bool = False) -> int:
    return sum(victory_points(g, s, final=final).values())  # [2.1d]


def race_points(g: Traces, s: Position) -> Score:
    vp = g.scenario(s).vp
    supplied = can_trace(g, s, SOVIET)
    across = sum(1 << u for u in units_in(on_map(s) & g.side_units[SOVIET]) if g.west_bank >> s.place[u] & 1)
    across &= ~g.hq_units
    mechanised, others = across & g.mechanised, across & ~g.mechanised
    return {
        "13.2c": vp.crossing * s.crossings.bit_count(),  # [13.2c, 13.2d]
        "13.2e": vp.mechanised_supplied * (mechanised & supplied).bit_count(),  # [13.2e]
        "13.2f": vp.other_supplied * (others & supplied).bit_count(),  # [13.2f]
        "13.2g": vp.mechanised_unsupplied * (mechanised & ~supplied).bit_count(),  # [13.2g]
        "13.2h": vp.other_unsupplied * (others & ~supplied).bit_count(),  # [13.2h]
    }


def campaign_points(g: Traces, s: Position, *, final: bool) -> Score:
    vp = g.scenario(s).vp
    lost = sum(1 << u for u in indices(s.place) if s.place[u] == ELIMINATED)
    relocations = list(s.relocations)
    breakthrough = on_map(s) & g.side_units[SOVIET]
    if final:
        cut_off = on_map(s) & ~can_trace(g, s, SOVIET) & ~can_trace(g, s, AXIS)  # [13.3j]
        lost |= cut_off & ~g.hq_units  # [13.3j]
        breakthrough &= ~cut_off  # [13.3j]
        for side in (SOVIET, AXIS):
            relocations[side] += (cut_off & g.hq_units & g.side_units[side]).bit_count()  # [13.3j]
    on_hex = sum(1 for u in units_in(breakthrough) if g.breakthrough >> s.place[u] & 1)
    return {
        "13.3c": vp.major_city * (s.cities & g.major_cities).bit_count(),  # [13.3c]
        "13.3d": vp.panzer * (lost & g.panzers).bit_count(),  # [13.3d]
        "13.3e": vp.german * (lost & g.germans & ~g.panzers).bit_count(),  # [13.3e]
        "13.3f": vp.minor * (lost & g.minors).bit_count(),  # [13.3f]
        "13.3g": vp.german_hq * relocations[AXIS],  # [13.3g]
        "13.3h": vp.soviet_hq * relocations[SOVIET],  # [13.3h]
        "13.3i": vp.breakthrough * on_hex,  # [13.3i]
    }


def end_of_turn(g: Traces, s: Position) -> None:
    """Decide the game if it can be decided now."""
    last = s.turn >= g.scenario(s).turns
    if g.scenario(s).is_race:
        if last:  # [13.2a]
            finish(g, s, total(g, s))
        return
    points = total(g, s, final=last)
    if last or points >= s.threshold:  # [13.3a, 13.3b]
        finish(g, s, points)


def finish(g: Traces, s: Position, points: int) -> None:
    s.result = "soviet points" if points >= s.threshold else "axis points"  # [13.2a, 13.3a, 13.3b, 14.1b]
    campaign = "13.3a" if points >= s.threshold else "13.3b"
    s.tell(
        "victory",
        ("13.2a" if g.scenario(s).is_race else campaign,),
        points=points / 4,
        threshold=s.threshold,
        result=s.result,
    )


def figures(g: Traces, s: Position) -> dict[str, float]:
    """The figures for a study of many games: VP in whole points, also by rule, and the losses of each side."""
    score = victory_points(g, s, final=s.turn >= g.scenario(s).turns)
    lost = sum(1 << u for u in indices(s.place) if s.place[u] == ELIMINATED)
    return {
        "VPs": sum(score.values()) / 4,
        **{f"VPs by {rule}": quarters / 4 for rule, quarters in score.items()},
        "Crossing Points": s.crossings.bit_count(),
        "Major Cities": (s.cities & g.major_cities).bit_count(),
        **{f"{name} units lost": (lost & g.side_units[Side(side)]).bit_count() for side, name in enumerate(g.sides)},
    }
