"""The overlays of the map: zones of control, supply, command and gun ranges, odds, control, Formations."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.moscow.files import Objective
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts import zones_of_control as zoc
from stavka.games.moscow.rules.c06_supply import supply_routes as supply
from stavka.games.moscow.rules.c10_combat import odds as rules
from stavka.games.moscow.scene.odds import Workings, assailants, fresh, summary
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import GERMAN, RAIN, SOVIET, Position
from stavka.games.moscow.words import WORDS
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts

Sheet = scene_parts.Sheet[Voice]


def hexes_of(s: Position, units: int) -> int:
    """The hexes of those of the units that are on the map."""
    return sum({1 << s.place[unit] for unit in units_in(units) if s.place[unit] >= 0})


def zone(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The ZOC of a side: where it alone has one, and where both have."""
    g, name = sheet.v.g, sheet.v.side(side)
    ours, theirs = zoc.zone(g, s, side), zoc.enemy_zone(g, s, side)
    sheet.area("zone", ours & ~theirs, side=name)
    sheet.area("both zones", ours & theirs, side=name)


def supplied(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The hexes from which supply can be traced now, on wheels or only on foot, and the units that have been without
    it."""
    g, name = sheet.v.g, sheet.v.side(side)
    foot, motorized = supply.traces(g, s, side)
    own, sources = g.side_units[side], supply.sources(g, s, side) & g.on_map(s)
    without, emergency = hexes_of(s, s.oos & own), hexes_of(s, s.emergency & own)
    sheet.area("sources", sources, side=name)
    sheet.area("supplied", foot & motorized & g.on_map(s) & ~sources & ~without & ~emergency, side=name)
    sheet.area("supplied on foot", foot & ~motorized & g.on_map(s) & ~sources & ~without & ~emergency, side=name)
    sheet.area("emergency", emergency, side=name)
    sheet.area("oos", without, side=name)
    fighters = g.combat & own
    cut = hexes_of(s, fighters & g.motorized) & ~motorized | hexes_of(s, fighters & ~g.motorized) & ~foot
    sheet.area("cut off now", cut & ~without & ~emergency, side=name)
    on_wheels, others = hexes_of(s, fighters & g.motorized) & motorized, hexes_of(s, fighters & ~g.motorized) & foot
    cuts = cuts_of(sheet, s, side, on_wheels, motorized=True) | cuts_of(sheet, s, side, others, motorized=False)
    sheet.area("cuts", cuts, side=name)


def cuts_of(sheet: Sheet, s: Position, side: Side, here: int, *, motorized: bool) -> int:
    """The hexes in each of which an enemy unit would leave some units in the hexes `here` without a Supply Route."""
    g = sheet.v.g
    start, lines, rain = supply.sources(g, s, side), g.lines_against(s, side), s.weather == RAIN

    def fed(ground: int) -> int:
        return supply.find_supplied(g, start & ground, ground, lines, motorized, rain)

    return scene_parts.cutting(fed, supply.open_hexes(g, s, side), here)


def ranges(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The Command Range of an HQ or Leader, the range of a gun; without a unit the Command Ranges of a side."""
    g = sheet.v.g
    if unit is None:
        hexes = 0
        for hq in units_in(g.hqs & g.side_units[side]):
            if s.place[hq] >= 0:
                hexes |= g.grid.range(s.place[hq], g.command_range)
        sheet.area("command", hexes & g.on_map(s), side=sheet.v.side(side))
        return
    here = sheet.on_map(s, unit)
    if g.guns >> unit & 1:
        hexes = g.grid.range(here, g.range_of[unit]) & g.on_map(s)
        sheet.area("gun range", hexes, unit=g.labels[unit], range=g.range_of[unit])
        return
    if not (g.hqs | g.leaders) >> unit & 1:
        raise ValueError(WORDS.message("scene", "no range", unit=g.labels[unit]))
    hexes = g.grid.range(here, g.command_range) & g.on_map(s)
    sheet.area("command of", hexes, unit=g.labels[unit], range=g.command_range)


def odds(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The column and modifier with which each enemy hex could be attacked, if all adjacent units took part."""
    v, g = sheet.v, sheet.v.g
    for hex_ in g.grid.bits(g.grid.spread(s.occupied[side]) & s.occupied[1 - side]):
        if not rules.defenders(g, s, hex_):
            continue
        units = assailants(g, s, hex_)
        if units:
            b = fresh(g, s, units, hex_)
            found = Workings(g, s, b)
            last = len(g.crt_names[found.table]) - 1
            sheet.value(hex_, summary(v, s, b), max(found.column, 0) / last)


def held(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The overlay of control: controllers, disputed hexes, and the value of the objectives."""
    g, v = sheet.v.g, sheet.v
    sheet.side = None
    disputed = control.disputed(g, s) & g.on_map(s)
    for each in (GERMAN, SOVIET):
        sheet.area(g.sides[each], control.controlled(s, each) & g.on_map(s) & ~disputed, side=v.owner(each))
    sheet.area("disputed", disputed)
    worth: dict[Hex, int] = {}
    for objective in g.scenarios[s.scenario].objective:
        hex_ = hex_of(v, objective)
        worth[hex_] = worth.get(hex_, 0) + objective.value
    most = max((abs(value) for value in worth.values()), default=1)
    for hex_, value in worth.items():
        sheet.value(hex_, str(value), abs(value) / most)


def hex_of(v: Voice, objective: Objective) -> Hex:
    return v.g.grid.index(objective.hex)


def formation(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The hexes with the units of a Formation, or, without a unit, those of every active or else every Formation."""
    g, v = sheet.v.g, sheet.v
    if unit is not None and g.formation[unit] >= 0:
        wanted = [g.formation[unit]]
    else:
        own = [f for f, owner in enumerate(g.formation_side) if owner == side]
        wanted = [f for f in own if s.active >> f & 1] or own
    for number in wanted:
        sheet.area("formation", hexes_of(s, g.formation_units[number]), formation=v.formation(number))
    sheet.area("army", hexes_of(s, g.army & g.side_units[side]), side=v.side(side))


MAKERS: Final[dict[str, scene_parts.Maker[Voice]]] = {
    "zone": zone,
    "supply": supplied,
    "range": ranges,
    "odds": odds,
    "control": held,
    "formation": formation,
}
