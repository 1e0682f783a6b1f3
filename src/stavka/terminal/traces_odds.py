"""Attacks of Traces of War reckoned through for the player: every number with the rule that it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.offer import members
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c07_luftwaffe import OFFENSIVE
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.odds import attackers, faces, fronts, shifts, supports
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position

HALVED: Final = {1: "halved", 2: "quartered"}


def report(v: Voice, sight: Sight[Position], target: int, units: int) -> list[str]:
    """The lines of the reckoning. ValueError where there is nothing to reckon."""
    g, s = v.g, sight.position
    units = attackers(g, s, target, units)
    found = combat.odds(g, s, units, target)
    lines = [
        f"attack   {found.attack:3}  {'; '.join(attack_parts(g, s, units, target))}",
        f"defence  {found.defence:3}  {defence_parts(g, s, target)}",
        *column_lines(g, target, found),
    ]
    if found.column >= 0:
        lines += result_lines(g, sight, target, found)
    return lines


def attack_parts(g: Traces, s: Position, units: int, target: int) -> Iterator[str]:
    for front in fronts(g, s, units, target):
        parts = [unit_part(g, s, unit, combat.attack_strength(g, s, unit)) for unit in front.units]
        text = f"from {g.grid.number(front.hex)} {' + '.join(parts)}"
        if front.halvings:
            why = "across the river [10.2b]" if front.across_river else "by the terrain"
            text += f" = {front.strength}" if len(parts) > 1 else ""
            text += f", {HALVED[min(front.halvings, 2)]} {why} to {front.strength >> front.halvings}"
        yield text


def unit_part(g: Traces, s: Position, unit: int, strength: int) -> str:
    marker = " OOS [8.2b]" if s.oos >> unit & 1 else " isolated [8.2c]" if s.isolated >> unit & 1 else ""
    return f"{g.label(s, unit)} {strength}{marker}"


def defence_parts(g: Traces, s: Position, target: int) -> str:
    parts = []
    for unit in members(s.at[target]):
        marker = " isolated [8.2c]" if s.isolated >> unit & 1 else ""
        parts.append(f"{g.label(s, unit)} {combat.defence_strength(g, s, unit)}{marker}")
    return " + ".join(parts)


def column_lines(g: Traces, target: int, found: combat.Odds) -> Iterator[str]:
    if found.zero:
        yield "column   the last one: the defence is zero [10.2n]" if found.attack else "No attack strength [10.2n]."
        return
    if found.ratio < 0:
        yield f"ratio    {found.attack} to {found.defence} is below 1-1: no attack [10.2m]"
        return
    yield f"ratio    {g.crt_names[found.ratio]}, {found.attack} to {found.defence} rounded down [10.2g]"
    for what, shift in shifts(g, target):
        yield f"shift    {shift} left for {what.title()} [10.2i]"
    if found.column < 0:
        yield "column   below 1-1 after the shifts: no attack [10.2m]"
    else:
        yield f"column   {g.crt_names[found.column]}"


def result_lines(g: Traces, sight: Sight[Position], target: int, found: combat.Odds) -> Iterator[str]:
    yield f"result   {chances(g, found.column, 0)}"
    if sight.position.orders >> target & 1:
        yield "A Supreme Command Order stands there: hexes of retreat become steps lost [12.2a]."
    for kind, column, drm in supports(g, sight, target, found):
        if kind == OFFENSIVE:
            yield f"with Offensive AS, column {g.crt_names[column]} [7.0h]: {chances(g, column, drm)}"
        else:
            yield f"with Defensive AS, die {drm:+} [7.0i]: {chances(g, column, drm)}"


def chances(g: Traces, column: int, drm: int) -> str:
    """The exact chance of each result, in the order of the die."""
    return "  ".join(f"{result.text} {percent(len(dice))}" for result, dice in faces(g, column, drm).items())


def percent(faces: int) -> str:
    return f"{100 * faces / 6:.1f}%".replace(".0%", "%")
