"""Chapters 11.3, 11.4 and 11.6: tactical values, strengths, odds and modifiers of a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.kinds import Side, Unit, members, units_in
from stavka.games.luki.rules.c06_supply.kessel import condition
from stavka.games.luki.rules.c11_combat import chits
from stavka.games.luki.rules.c11_combat.fight import Fight
from stavka.games.luki.state import INTRODUCTORY, LIMITED, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.files import Result
    from stavka.games.luki.game import Luki

Line = tuple[str, str, int]
"""Rule, word of the table [modifier], DRM."""
PARTS = {INTRODUCTORY: "introductory", 1: "first", 3: "second", 5: "third", LIMITED: "limited"}
RULES = {"introductory": "14.0c", "first": "14.0d", "second": "14.0e", "third": "14.0f", "limited": "14.0g"}


# -- tactical values ------------------------------------------------------------------------------------------------


def is_concentric(g: Luki, s: Position, units: int, hex_: Hex) -> bool:
    """Whether attackers stand around a hex in such a way; those across the Lowat do not count (U26, U77)."""
    if g.cities >> hex_ & 1:  # [11.614c, 11.63b]
        return False
    ways = set()
    for unit in units_in(units):
        if not g.across[hex_] >> s.place[unit] & 1:  # [11.613b, 11.63b]
            ways.add(g.grid.direction(hex_, s.place[unit]))
    opposite = any((way + 3) % 6 in ways for way in ways)  # [11.63a]
    return opposite or {0, 2, 4} <= ways or {1, 3, 5} <= ways  # [11.63a]


def has_integrity(g: Luki, s: Position, unit: Unit) -> bool:
    """Whether enough of a unit's formation are stacked with it."""
    formation = g.formation[unit]
    if formation < 0 or not g.red >> unit & 1:  # [2.41d, 11.65a, 11.652]
        return False
    here = (s.at[s.place[unit]] & g.members_of[formation]).bit_count()
    return here >= g.integrity_units[formation]  # [11.65a, 11.651, 11.652]


def has_combined_arms(g: Luki, s: Position, unit: Unit) -> bool:
    """Whether a Soviet rifle regiment is stacked with tanks or mechanized infantry."""
    return bool(g.rifle_regiments >> unit & 1 and s.at[s.place[unit]] & g.combined_arms)  # [11.64a, 11.64b]


def tactical_lines(g: Luki, s: Position, unit: Unit, hex_: Hex, *, concentric: bool) -> list[Line]:
    """A unit's TV and all that adds to it; `concentric`: it is part of such an attack."""
    lines = [("2.43d", "tactical value", g.tactical[unit])]  # [2.43d]
    if concentric and not g.across[hex_] >> s.place[unit] & 1:  # [11.613b]
        lines.append(("11.63a", "concentric", g.concentric_tv))  # [11.63a, 11.63c]
    if has_integrity(g, s, unit):
        lines.append(("11.65a", "integrity", g.integrity_tv))  # [11.651, 11.652]
    if has_combined_arms(g, s, unit):
        lines.append(("11.64a", "combined arms", g.combined_tv))  # [11.64a]
    return lines


def tactical_value(g: Luki, s: Position, unit: Unit, hex_: Hex, *, concentric: bool) -> int:
    """The sum of these."""
    value = sum([value for _, _, value in tactical_lines(g, s, unit, hex_, concentric=concentric)])
    return max(value, 1)  # [3.2c, 11.6b]


def tactical_points(g: Luki, s: Position, units: int, hex_: Hex, *, attack: bool) -> int:
    """The TPV of a side: the best of its units that take part."""
    concentric = attack and is_concentric(g, s, units, hex_)
    return max(tactical_value(g, s, unit, hex_, concentric=concentric) for unit in units_in(units))  # [11.31a]


# -- strengths ------------------------------------------------------------------------------------------------------


def combat_factor(g: Luki, s: Position, unit: Unit) -> int:
    return g.combat[unit][s.steps[unit]]  # [2.43a]


def strength_of(g: Luki, s: Position, unit: Unit, halvings: int) -> float:
    """A unit's CF, halved the given number of times; halves of whole numbers are exact."""
    return max(combat_factor(g, s, unit) / (1 << halvings), 1.0)  # [3.2a, 3.3, 11.6b]


def halvings(g: Luki, s: Position, unit: Unit, hex_: Hex, halved: int, *, attack: bool) -> int:
    """How often a unit's CF is halved."""
    times: int = halved >> unit & 1
    if attack:
        times += g.city_halvings[hex_]  # [11.614b]
        if g.across[hex_] >> s.place[unit] & 1:  # [10.31c, 11.613a, 11.613c]
            times += g.lowat_halvings  # [11.613a]
    return times


def strength(g: Luki, s: Position, units: int, hex_: Hex, halved: int, *, attack: bool) -> int:
    """The CF of a side."""
    total = 0.0
    for unit in units_in(units):
        total += strength_of(g, s, unit, halvings(g, s, unit, hex_, halved, attack=attack))  # [3.2a]
    return max(int(total), 1)  # [3.2b, 11.6c]


def odds_column(g: Luki, attack: int, defence: int) -> int:
    """The CRT column of attack : defence; -1 below the first."""
    column = -1
    for a, d in g.crt_ratios:
        if attack * d < defence * a:  # [11.4a]
            break
        column += 1  # [11.4a, 11.4d]
    return column


# -- die-roll modifiers ---------------------------------------------------------------------------------------------


def shared(units: int, crossing: int, whole: int, some: int) -> int:
    """A DRM for all, for some or for none of the attackers (U25)."""
    if not crossing:
        return 0
    return whole if crossing == units else some


def ground_lines(g: Luki, s: Position, units: int, hex_: Hex) -> list[Line]:
    """Terrain of the hex attacked and of those from which it is, and what lies between."""
    lakes = creeks = lowat = 0
    for unit in units_in(units):
        place = s.place[unit]
        lakes |= (g.terrain["lake"] >> place & 1) << unit
        creeks |= g.grid.between(g.creeks, place, hex_) << unit
        lowat |= (g.across[hex_] >> place & 1) << unit
    lake, creek = g.lake_drm, g.creek_drm
    lines = [
        ("11.611a" if g.terrain["lake"] >> hex_ & 1 else "11.61", g.terrain_of(hex_), g.terrain_drm[hex_]),
        ("11.611b" if lakes == units else "11.611c", "out of lake", shared(units, lakes, *lake)),  # [11.611b, 11.611c]
        ("11.612a" if creeks == units else "11.612b", "creek", shared(units, creeks, *creek)),  # [11.612a, 11.612b]
        ("11.613a", "lowat", shared(units, lowat, *g.lowat_drm)),
    ]
    return [line for line in lines if line[2]]


def isolation_drm(g: Luki, s: Position, units: int, *, attack: bool) -> int:
    """The isolation DRM that is worst for a force."""
    spaces = [condition(g, s, unit) for unit in units_in(units)]
    if attack:
        return min(g.conditions[space].attack_drm if space else 0 for space in spaces)  # [6.4, 6.43a, 6.43c, 11.6d]
    return max(g.conditions[space].defence_drm if space else 0 for space in spaces)  # [6.4, 6.43a, 6.43c, 11.6d]


def state_lines(g: Luki, s: Position, side: Side, units: int, defenders: int) -> list[Line]:
    """Isolation on either side, and the Soviet surprise of turn 1."""
    lines = [
        ("6.43c", "attackers isolated", isolation_drm(g, s, units, attack=True)),  # [6.43c, 11.0g]
        ("6.43c", "defenders isolated", isolation_drm(g, s, defenders, attack=False)),  # [6.43c]
    ]
    if side == SOVIET and s.turn == 1 and s.segment in PARTS:
        part = PARTS[s.segment]
        lines.append((RULES[part], part, g.opening[part]))  # [14.0c, 14.0d, 14.0e, 14.0f, 14.0g]
    return [line for line in lines if line[2]]


class Odds(NamedTuple):
    attack: int
    defence: int
    column: int  # -1: below the first
    lines: tuple[Line, ...]
    drm: int


def work_out(g: Luki, s: Position, fight: Fight) -> Odds:
    """A combat with the chits that have been played."""
    side, hex_, units, defenders = fight.side, fight.hex, fight.attackers, fight.defenders
    attack = strength(g, s, units, hex_, fight.halved, attack=True)  # [11.2f]
    defence = strength(g, s, defenders, hex_, fight.halved, attack=False)
    lines = [*ground_lines(g, s, units, hex_), *state_lines(g, s, side, units, defenders)]
    for role in (0, 1):
        for chit in members(fight.played[role]):
            drm = chits.drm(g, s, fight, chit)
            if drm:
                lines.append(("11.62a", f"chit {g.chits[chit].id}", drm if role == 0 else -drm))  # [11.62a]
    total = sum(value for _, _, value in lines)  # [3.3, 11.6a]
    drm = max(-g.drm_limit, min(total, g.drm_limit))  # [11.6e]
    return Odds(attack, defence, odds_column(g, attack, defence), tuple(lines), drm)


def result(g: Luki, column: int, dice: int, drm: int) -> Result:
    """The CRT."""
    row = max(2, min(dice + drm, 14))  # [3.1b, 11.5a, 11.5b]
    return g.crt[column][row - 2]  # [11.5a, 11.7a]
