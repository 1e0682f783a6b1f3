"""The overlays of the map: zones of control, supply, odds."""

from __future__ import annotations

from typing import Final

from skirmish.rules import c04_zones as zoc
from skirmish.rules import c05_supply as supply
from skirmish.rules import c08_combat as combat
from skirmish.scene.answers import neighbours
from skirmish.scene.voice import Voice
from skirmish.state import Position
from stavka.engine.kinds import Side, Unit
from stavka.scenes import parts

Sheet = parts.Sheet[Voice]


def zone(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    g = sheet.v.g
    hexes = zoc.zones(g, s, side) if unit is None else g.grid.spread(1 << sheet.on_map(s, unit), g.dry)
    sheet.area("zone", hexes, side=sheet.v.side(side))


def supplied(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    g, name = sheet.v.g, sheet.v.side(side)
    fed = supply.supplied_hexes(g, s, side)
    sheet.area("supplied", fed, side=name)
    sheet.area("cut off", s.occupied[side] & ~fed, side=name)


def odds(sheet: Sheet, s: Position, side: Side, unit: Unit | None) -> None:
    """The column of each enemy hex, if everybody next to it attacked."""
    g, last = sheet.v.g, len(sheet.v.g.crt) - 1
    for hex_ in g.grid.bits(s.occupied[1 - side]):
        units = neighbours(sheet.v, s, hex_)
        if units:
            column = combat.odds(g, s, units, hex_).column
            sheet.value(hex_, sheet.v.column(column), column / last)


MAKERS: Final[dict[str, parts.Maker[Voice]]] = {"zone": zone, "supply": supplied, "odds": odds}
