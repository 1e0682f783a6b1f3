"""Chapter 7.3 and 7.4: strengths, odds and column shifts of an assault."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.kinds import hexes_in, units_in
from stavka.games.zitadelle.rules.c07_assault.morale import combat_strength, highest_armour
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

Line = tuple[str, str, int]
"""Rule, word of the table [shift], columns (to the right above zero, to the left below)."""


class Odds(NamedTuple):
    attack: int
    defence: int
    ratio: int  # column before shifts
    lines: tuple[Line, ...]
    shift: int
    column: int
    defenders: int  # units


def ratio_column(g: Zitadelle, attack: int, defence: int) -> int:
    """The CRT column of attack : defence, rounded in the defender's favour; the ends of the table serve all beyond."""
    column = -1
    for a, d in g.crt_ratios:
        if attack * d < defence * a:  # [7.3.3, 7.3.4]
            break
        column += 1
    return max(column, 0)


def defenders_in(g: Zitadelle, s: Position, hexes: int) -> int:
    """The non-armoured units of hexes, all of them but those that have retreated there in this phase."""
    units = 0
    for hex_ in hexes_in(hexes):
        units |= s.at[hex_] & g.soft_units & ~s.defended  # [7.23a, 7.23b, 7.3.2, 7.85a]
    return units


def sheltering_in(g: Zitadelle, s: Position, hexes: int) -> int:
    """The units that have retreated into hexes in this phase: they count for nothing there."""
    units = 0
    for hex_ in hexes_in(hexes):
        units |= s.at[hex_] & g.soft_units & s.defended  # [7.85a]
    return units


def odds(g: Zitadelle, s: Position, units: int, hexes: int, support: int) -> Odds:
    """An assault by units, with bombardment and engineer units in support, on all hexes together."""
    defenders = defenders_in(g, s, hexes)
    attack = sum(combat_strength(g, s, unit) for unit in units_in(units))  # [7.3.2, 7.17, 7.22]
    defence = sum(combat_strength(g, s, unit) for unit in units_in(defenders))  # [7.3.2, 7.23a]
    ratio = ratio_column(g, attack, defence)
    lines = (*ground_lines(g, s, units, hexes, support), *force_lines(g, s, units, hexes, support))
    shift = sum(value for _, _, value in lines)  # [7.49]
    column = max(0, min(ratio + shift, len(g.crt) - 1))  # [7.3.5]
    return Odds(attack, defence, ratio, lines, shift, column, defenders)


def ground_lines(g: Zitadelle, s: Position, units: int, hexes: int, support: int) -> list[Line]:
    """Terrain, works and water of the defending hex for which they shift most (U18)."""
    choices = [hex_lines(g, s, units, hex_, support) for hex_ in hexes_in(hexes)]
    return min(choices, key=lambda lines: sum(value for _, _, value in lines))  # [7.26]


def hex_lines(g: Zitadelle, s: Position, units: int, hex_: Hex, support: int) -> list[Line]:
    terrain = g.terrain_shift[hex_]
    lines = [("7.41" if terrain == 1 else "7.42", "terrain", -terrain)]  # [7.41, 7.42]
    if s.soft[SOVIET] >> hex_ & 1:  # [7.43]
        for name, forts in g.forts.items():
            cancelled = forts == g.entrenchments and support & g.engineers  # [10.23]
            if forts >> hex_ & 1 and not cancelled:
                lines.append(("7.43", name, -g.fort_shift[name]))  # [7.43]
    lines.append(("7.44", "water", -water_shift(g, s, units, hex_)))  # [7.44]
    return [line for line in lines if line[2]]


def water_shift(g: Zitadelle, s: Position, units: int, hex_: Hex) -> int:
    """The effect of water on a hex that is attacked only through it; for a mixture, the smaller effect (U18)."""
    least = -1
    for unit in units_in(units):
        kind = g.water_between(s.place[unit], hex_)
        shift = g.water_shift[kind] if kind else 0
        least = shift if least < 0 else min(least, shift)  # [7.44]
    return max(least, 0)


def force_lines(g: Zitadelle, s: Position, units: int, hexes: int, support: int) -> list[Line]:
    """Armour of both sides, divisional integrity, bombardment."""
    defending = 0
    for hex_ in hexes_in(hexes):
        defending |= s.at[hex_] & g.combat_units
    defending &= ~sheltering_in(g, s, hexes)  # [7.85a]
    bombardment = sum(g.factor[unit] for unit in units_in(support & g.bombardment))
    lines = [
        ("7.45", "attacking armour", highest_armour(g, s, units)),  # [7.45]
        ("7.46", "defending armour", -highest_armour(g, s, defending)),  # [7.46]
        ("7.47", "integrity", g.integrity_shift if is_integral(g, units) else 0),  # [7.47]
        ("7.48", "bombardment", bombardment),  # [7.48]
    ]
    return [line for line in lines if line[2]]


def is_integral(g: Zitadelle, units: int) -> bool:
    """Whether a whole German division attacks; a panzer regiment may do so as its two battalions."""
    if units.bit_count() < g.integrity_units or not units & g.side_units[GERMAN]:
        return False
    for division in g.divisions:
        for regiment, parts in division:
            if not regiment & units and (not parts or parts & units != parts):
                break
        else:
            return True  # [7.47]
    return False
