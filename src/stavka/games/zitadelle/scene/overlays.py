"""The overlays of the map: zones of control, interdiction, morale, odds, control, zones of deployment."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc, enemy_zoc_for_armour
from stavka.games.zitadelle.rules.c07_assault import odds as rules
from stavka.games.zitadelle.rules.c07_assault.morale import formation_level, level
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.scene.odds import neighbours
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.scenes import parts as scene_parts

Sheet = scene_parts.Sheet[Voice]


def zone(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The ZOC of a side, and where it does not bind armour; of a unit, its own."""
    g, name = sheet.v.g, sheet.v.side(side)
    if unit is not None:
        here = sheet.on_map(s, unit)
        sheet.area("zone", g.near[here] if g.exerts >> unit & 1 else 0, side=name)
        return
    zones = enemy_zoc(g, s, 1 - side)
    hard = enemy_zoc_for_armour(g, s, 1 - side)
    sheet.area("zone", hard, side=name)
    sheet.area("soft zone", zones & ~hard, side=name)


def interdiction(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The hexes where dive bombers slow Soviet movement down."""
    sheet.side = GERMAN
    for cost, hexes in s.tolls:
        sheet.area("interdiction", hexes, cost=cost)


def morale(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The PM level of the units in each hex, and the movement that it gives each formation."""
    g, v = sheet.v.g, sheet.v
    for hex_ in g.grid.bits(s.occupied[side]):
        found = min(level(g, s, one) for one in units_in(s.at[hex_] & g.combat_units))
        sheet.value(hex_, str(found), found / max(g.allowances[side]))
    for formation, owner in enumerate(g.formation_side):
        if owner == side:
            found = formation_level(g, s, formation)
            points = g.allowances[side][found]
            sheet.note("7.71a", "formation morale", name=v.formation(formation), level=found, points=points)


def odds(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The column on which each enemy hex could be assaulted, if all adjacent units took part."""
    v, g = sheet.v, sheet.v.g
    last = len(g.crt_names) - 1
    for hex_ in g.grid.bits(g.grid.spread(s.occupied[side], g.open_sides) & s.soft[1 - side]):
        units = neighbours(g, s, 1 << hex_)
        if units and rules.defenders_in(g, s, 1 << hex_):
            column = rules.odds(g, s, units, 1 << hex_, 0).column
            sheet.value(hex_, v.column(column), column / last)


def control(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The overlay of control: the holders of the victory hexes, and the German ones that count."""
    g, v = sheet.v.g, sheet.v
    sheet.side = None
    counting = victory.scoring_hexes(g, s)
    sheet.area("counting", g.scoring & counting, side=v.owner(GERMAN))
    sheet.area("cut off", g.scoring & s.held & ~counting, side=v.owner(GERMAN))
    sheet.area("not held", g.scoring & ~s.held, side=v.owner(SOVIET))
    for hex_ in g.grid.bits(g.scoring):
        worth = g.values.get(hex_, g.belgorod_vp)
        sheet.value(hex_, str(worth), worth / max([*g.values.values(), g.belgorod_vp]))


def deployment(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The deployment zones of a side, and where its reinforcements enter."""
    g = sheet.v.g
    for name, hexes in g.deployment.items():
        if hexes & g.own_side[side]:
            sheet.area("deployment", hexes, zone=name)
    areas = {g.area[one] for one in units_in(g.side_units[side]) if g.area[one]}
    for name in sorted(areas):
        sheet.area("entry", g.entry_areas.get(name, 0), area=name)


MAKERS: Final[dict[str, scene_parts.Maker[Voice]]] = {
    "zone": zone,
    "interdiction": interdiction,
    "morale": morale,
    "odds": odds,
    "control": control,
    "deployment": deployment,
}
