"""Attacks of Traces of War reckoned through for the player: every number with the rule that it comes from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from stavka.engine.offer import members
from stavka.games.traces import combat
from stavka.games.traces.game import Traces
from stavka.games.traces.position import AXIS, SOVIET, Position
from stavka.games.traces.view import TracesSight

HALVED: Final = {1: "halved", 2: "quartered"}


def attackers_near(g: Traces, s: Position, target: int) -> int:
    """Enemies of the units in a hex that stand where they could attack it, activated or not."""
    near = 0
    for hex_, _ in g.attack_sides[target]:
        near |= s.at.get(hex_, 0)
    defender = g.side[s.at[target].bit_length() - 1]
    return near & g.side_units[1 - defender]


def report(g: Traces, sight: TracesSight, target: int, units: int) -> list[str]:
    """The lines of the reckoning. ValueError where there is nothing to reckon."""
    s = sight.position
    if target not in s.at:
        raise ValueError("nobody is in that hex")
    near = attackers_near(g, s, target)
    strange = units & ~near
    if strange:
        raise ValueError(f"{g.label(s, strange.bit_length() - 1)} cannot attack that hex from where it is")
    units = units or near
    if not units:
        raise ValueError("no enemy of the units there is next to that hex")
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
    for near, halvings in g.attack_sides[target]:
        here = s.at.get(near, 0) & units
        if here:
            parts = [unit_part(g, s, unit, combat.attack_strength(g, s, unit)) for unit in members(here)]
            total = sum(combat.attack_strength(g, s, unit) for unit in members(here))
            text = f"from {g.grid.number(near)} {' + '.join(parts)}"
            if halvings:
                river = g.grid.between(g.major, near, target) or g.grid.between(g.minor, near, target)
                why = "across the river [10.2b]" if river else "by the terrain"
                text += f" = {total}" if len(parts) > 1 else ""
                text += f", {HALVED[min(halvings, 2)]} {why} to {total >> halvings}"
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
        yield f"shift    {shift} left for {what} [10.2i]"
    if found.column < 0:
        yield "column   below 1-1 after the shifts: no attack [10.2m]"
    else:
        yield f"column   {g.crt_names[found.column]}"


def shifts(g: Traces, target: int) -> Iterator[tuple[str, int]]:
    """What shifts the column of an attack on a hex, and by how much."""
    tables = g.files.tables
    for terrain in tables.terrain:
        if terrain.shift and g.terrain.get(terrain.id, 0) >> target & 1:
            yield terrain.id.capitalize(), terrain.shift
    kind = "major city" if g.major_cities >> target & 1 else "city" if g.cities >> target & 1 else ""
    for city in tables.city:
        if city.id == kind and city.shift:
            yield kind.title(), city.shift


def result_lines(g: Traces, sight: TracesSight, target: int, found: combat.Odds) -> Iterator[str]:
    yield f"result   {chances(g, found.column, 0)}"
    if sight.position.orders >> target & 1:
        yield "A Supreme Command Order stands there: hexes of retreat become steps lost [12.2a]."
    if not sight.chits["air"]:
        return
    defended_by = g.side[sight.position.at[target].bit_length() - 1]
    held = sight.chits.get("air_own", (1, 1))
    if defended_by == SOVIET and held[0] and not found.zero:
        column = min(found.column + g.offensive_shift, len(g.crt) - 1)
        yield f"if Offensive AS helps, column {g.crt_names[column]} [7.0h]: {chances(g, column, 0)}"
    if defended_by == AXIS and held[1]:
        yield f"if Defensive AS helps, die {g.defensive_drm:+} [7.0i]: {chances(g, found.column, g.defensive_drm)}"


def chances(g: Traces, column: int, drm: int) -> str:
    """The exact chance of each result, in the order of the die."""
    results = Counter(g.crt[column][max(1, die + drm) - 1].text for die in range(1, 7))
    return "  ".join(f"{result} {percent(count)}" for result, count in results.items())


def percent(faces: int) -> str:
    return f"{100 * faces / 6:.1f}%".replace(".0%", "%")
