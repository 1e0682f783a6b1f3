"""The overlays of the map: zones of control, supply, command, control, odds."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Side, Unit, last_hex, units_in
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c08_supply import supply_lines as supply
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.odds import attackers_near
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import AXIS, SOVIET, Position
from stavka.games.traces.words import WORDS
from stavka.hexes import Hex, flood
from stavka.scenes import parts as scene_parts

Sheet = scene_parts.Sheet[Voice]


def zone(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    g = sheet.v.g
    if unit is not None:
        sheet.area("zone", g.grid.spread(1 << sheet.on_map(s, unit), g.unblocked), side=sheet.v.side(side))
        return
    sheet.area("zone", enemy_zoc(g, s, 1 - side), side=sheet.v.side(side))


# -- supply -----------------------------------------------------------------------------------------------------------


def supply_of(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The hexes where the side's units would be in supply, its unsupplied units, and for a unit its line and the hexes
    that would cut it."""
    v, g = sheet.v, sheet.v.g
    sheet.area("supplied", supply.traceable_hexes(g, s, side), side=v.side(side))
    sheet.area("source", supply.supply_sources(g, s, side), side=v.side(side))
    cut_off = supply.without_supply(g, s, side)
    sheet.area("cut off", sum(1 << hex_ for hex_ in {s.place[one] for one in units_in(cut_off)}), side=v.side(side))
    if unit is None:
        sheet.area("cuts", cuts_of(sheet, s, side), side=v.side(side))
        return
    sheet.on_map(s, unit)
    line = supply_line(sheet, s, side, unit)
    name = g.label(s, unit)
    if not line:
        sheet.note("8.1a", "no line", unit=name)
        return
    sheet.lines.append([g.grid.number(hex_) for hex_ in line])
    sheet.note("8.1a", "line", len(line) - 1, unit=name, hex=v.hex(line[-1]))
    cuts = cutting(sheet, s, side, unit, line)
    sheet.area("cut here", cuts)
    if not cuts:
        sheet.note("8.1c", "no single cut", unit=name)


def cuts_of(sheet: Sheet, s: Position, side: Side) -> int:
    """The hexes in each of which an enemy unit would leave some units of the side without a Supply Line."""
    g, sources = sheet.v.g, supply.supply_sources(sheet.v.g, s, side)

    def fed(through: int) -> int:
        line = flood(g.grid, sources & through, through, g.supply_open)
        return line | g.grid.spread(line, g.supply_open) | sources

    through = supply.carries_supply(g, s, side)
    return scene_parts.cutting(fed, through, s.occupied[side] & fed(through))


def supply_line(sheet: Sheet, s: Position, side: Side, unit: Unit) -> list[Hex]:
    """One shortest Supply Line of a unit, from its hex to a Source; empty if there is none."""
    g, start = sheet.v.g, 1 << s.place[unit]
    through = supply.carries_supply(g, s, side)
    sources = supply.supply_sources(g, s, side) & through
    levels, seen = [start & through], start
    while levels[-1] and not levels[-1] & sources:
        levels.append(g.grid.spread(levels[-1], g.supply_open) & through & ~seen)
        seen |= levels[-1]
    if not levels[-1]:
        return []
    path = [lowest(levels[-1] & sources)]
    for level in reversed(levels[:-1]):
        path.append(lowest(g.grid.spread(1 << path[-1], g.supply_open) & level))
    return path[::-1]


def lowest(hexes: int) -> Hex:
    return last_hex(hexes & -hexes)


def cutting(sheet: Sheet, s: Position, side: Side, unit: Unit, line: list[Hex]) -> int:
    """The hexes of a Supply Line that all lines of the unit pass: an enemy there leaves it without one."""
    g, here = sheet.v.g, 1 << s.place[unit]
    through = supply.carries_supply(g, s, side)
    sources = supply.supply_sources(g, s, side)
    cuts = 0
    for hex_ in line[1:]:
        left = through & ~(1 << hex_)
        if not flood(g.grid, sources & left, left, g.supply_open, here) & here:
            cuts |= 1 << hex_
    return cuts


# -- command, control, odds -------------------------------------------------------------------------------------------


def command_range(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The Command Range of an HQ, or of all HQs of a side."""
    g = sheet.v.g
    if unit is not None and not g.hq_units >> unit & 1:
        raise ValueError(WORDS.message("scene", "no hq", unit=g.label(s, unit)))
    if unit is not None:
        sheet.on_map(s, unit)
    hqs = units_in(g.hq_units & g.side_units[side]) if unit is None else [unit]
    for hq in hqs:
        if s.place[hq] < 0:
            continue
        reach = g.values[s.converted].range[hq]
        sheet.area("range", g.command_hexes(s.place[hq], reach), unit=g.label(s, hq), range=reach)
        near = in_command_range(g, s, hq) & g.combat_units
        sheet.note("2.3h", "in range", near.bit_count(), unit=g.label(s, hq), number=near.bit_count())


def control(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The overlay of control over Cities and Crossing Points."""
    g, v = sheet.v.g, sheet.v
    sheet.side = None
    for owner, cities in ((SOVIET, s.cities), (AXIS, g.cities & ~s.cities)):
        sheet.area(f"city {g.sides[owner]}", cities, side=v.owner(owner))
    sheet.area("crossings taken", s.crossings)
    sheet.area("crossings open", g.crossings & ~s.crossings)


def odds(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The column on which each enemy hex could be attacked, if all adjacent units took part: during an activation those
    that may, else all."""
    v, g = sheet.v, sheet.v.g
    last = len(g.crt_names) - 1
    active = s.activated & g.side_units[side]
    enemies = g.grid.spread(s.occupied[side], g.unblocked) & s.occupied[1 - side]
    for target in g.grid.bits(enemies & ~(s.attacked if active else 0)):
        units = combat.attackers_of(g, s, target) if active else attackers_near(g, s, target)
        if units:
            column = combat.odds(g, s, units, target).column
            value = column / last if column >= 0 else -1
            sheet.value(target, v.column(column), value)


MAKERS: Final[dict[str, scene_parts.Maker[Voice]]] = {
    "zone": zone,
    "supply": supply_of,
    "range": command_range,
    "control": control,
    "odds": odds,
}
