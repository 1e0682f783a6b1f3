"""The overlays of the map: zones of control, supply, connected railways, odds, control."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.luki.rules import c05_zoc as zoc
from stavka.games.luki.rules.c06_supply import supply_lines as supply
from stavka.games.luki.rules.c10_movement import administrative
from stavka.games.luki.rules.c11_combat import odds as rules
from stavka.games.luki.scene.odds import fight_on, neighbours
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.hexes import flood
from stavka.scenes import parts as scene_parts

Sheet = scene_parts.Sheet[Voice]


def zone(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The ZOC of a side; of a unit, its own."""
    g, name = sheet.v.g, sheet.v.side(side)
    if unit is not None:
        here = sheet.on_map(s, unit)
        sheet.area("zone", zoc.spread_zoc(g, 1 << here) if g.exerts >> unit & 1 else 0, side=name)
        return
    sheet.area("zone", zoc.zoc(g, s, side), side=name)


def supplied(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The hexes from which supply can be traced now, the sources that function, and the units isolated since the last
    check."""
    g, name = sheet.v.g, sheet.v.side(side)
    fed, sources = supply.supplied(g, s, side), supply.functioning(g, s, side)
    isolated = sum(1 << hex_ for hex_, units in s.at.items() if isolated_in(s, units & g.side_units[side]))
    isolated |= s.occupied[side] & ~s.occupied[1 - side] & sum(1 << hex_ for hex_ in set(s.markers.values()))
    sheet.area("sources", sources, side=name)
    sheet.area("supplied", fed & ~sources & ~isolated, side=name)
    sheet.area("isolated", isolated, side=name)
    sheet.area("cut off now", s.occupied[side] & ~fed & ~isolated, side=name)
    sheet.area("cuts", cuts_of(sheet, s, side), side=name)


def cuts_of(sheet: Sheet, s: Position, side: Side) -> int:
    """The hexes in each of which an enemy unit would leave some units of the side without a supply line."""
    g = sheet.v.g
    through, sources = supply.passable(g, s, side), supply.functioning(g, s, side)
    here = s.occupied[side] & supply.supplied(g, s, side)
    return scene_parts.cutting(lambda way: flood(g.grid, sources & way, way, g.grid.all_sides), through, here)


def isolated_in(s: Position, units: int) -> bool:
    return any(s.kessel[unit] for unit in units_in(units))


def rail(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """Connected rail hexes, and the other hexes to which administrative movement may lead."""
    g, name = sheet.v.g, sheet.v.side(side)
    connected = supply.connected_rail(g, s, side)
    sheet.area("connected rail", connected, side=name)
    sheet.area("entry", administrative.entry_hexes(g, s, side) & ~connected, side=name)


def odds(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The column on which the visible units in each enemy hex could be attacked, if all adjacent units took part."""
    v, g = sheet.v, sheet.v.g
    last = len(g.crt_names) - 1
    for hex_ in g.grid.bits(g.grid.spread(s.occupied[side]) & s.occupied[1 - side] & ~s.occupied[side]):
        units = neighbours(g, s, hex_) & g.side_units[side]
        if units:
            column = rules.work_out(g, s, fight_on(g, s, units, hex_)).column
            sheet.value(hex_, v.column(column), max(column, 0) / last)


def control(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The overlay of control, with the value of the objectives."""
    g, v = sheet.v.g, sheet.v
    sheet.side = None
    soviet, german = (zoc.controlled(g, s, each) for each in (SOVIET, GERMAN))
    sheet.area("soviet", soviet & ~german, side=v.owner(SOVIET))
    sheet.area("german", german & ~soviet, side=v.owner(GERMAN))
    sheet.area("both", soviet & german)
    most = max((goal.value for goal in g.goals), default=1)
    for goal in g.goals:
        sheet.value(goal.hex, str(goal.value), goal.value / most)


MAKERS: Final[dict[str, scene_parts.Maker[Voice]]] = {
    "zone": zone,
    "supply": supplied,
    "rail": rail,
    "odds": odds,
    "control": control,
}
