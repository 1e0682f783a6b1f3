"""Chapter 10: strengths, odds, modifiers of a combat or an Overrun."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.kinds import Side, Unit, units_in
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, defence, er, support
from stavka.games.moscow.rules.c07_operations.activation import formation_now
from stavka.games.moscow.state import ASSAULT, RAIN, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

Line = tuple[str, str, int]
"""A modifier: its rule, a word for it, its value."""


class Modifiers(NamedTuple):
    """The modifiers of a combat: everything but strengths."""

    lead_attacker: Unit
    lead_defender: Unit
    cas: int = 0
    """DRMs of all coordinated air units together."""
    uncoordinated: bool = False


# -- who crosses what -----------------------------------------------------------------------------------------------


def crossing(g: Moscow, s: Position, units: int, hex_: Hex, sides: tuple[int, ...]) -> int:
    """The units, out of the given ones, that attack a hex across such a hexside."""
    found = 0
    for unit in units_in(units):
        here = s.place[unit]
        d = g.grid.direction(here, hex_)
        if d >= 0 and sides[d] >> here & 1:
            found |= 1 << unit
    return found


def behind_line(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether all attackers cross active Fortified Line hexsides of the Defender hex, from the front."""
    side = g.side_of_units(units)
    if not g.lines_against(s, side) >> hex_ & 1:
        return False
    return crossing(g, s, units, hex_, g.line_front) == units  # [14.12a, 14.12c3]


def in_fort(g: Moscow, s: Position, side: Side, hex_: Hex) -> bool:
    """Whether the defenders of a side have a completed Strongpoint there."""
    return bool(s.forts[side] >> hex_ & 1)


# -- strengths ------------------------------------------------------------------------------------------------------


def attack_strength(g: Moscow, s: Position, units: int, hex_: Hex) -> int:
    """The modified attack strength of non-artillery units against a hex."""
    wet = crossing(g, s, units, hex_, g.river)
    return (
        group_strength(g, s, units & ~wet) + group_strength(g, s, wet) // 2
    )  # [3.52, 3.53, 3.54, 3.54b, 3.56, 10.24, 10.51a]


def group_strength(g: Moscow, s: Position, units: int) -> int:
    """The attack strength of units: those in supply in full, those that are OOS at half."""
    full = sum(attack(g, s, unit) for unit in units_in(units & ~s.oos))
    return full + sum(attack(g, s, unit) for unit in units_in(units & s.oos)) // 2  # [3.53, 3.54, 6.14c]


def idle(g: Moscow, s: Position, units: int, hex_: Hex) -> int:
    """Units of a group whose halved strength is zero: they take no part, even if others do."""
    wet = crossing(g, s, units, hex_, g.river)
    out = 0
    if wet and not group_strength(g, s, wet) // 2:
        out |= wet  # [3.54c, 9.14b, 10.23]
    for starved in (wet & s.oos, units & ~wet & s.oos):
        if starved and not group_strength(g, s, starved):
            out |= starved  # [3.54c, 9.14b, 10.23]
    return out


def defenders(g: Moscow, s: Position, hex_: Hex) -> int:
    """The units that defend a hex; those that have retreated into it do not."""
    return s.at.get(hex_, 0) & g.combat & ~s.arrived  # [10.16, 11.36a, 15.12b]


def defence_strength(g: Moscow, s: Position, units: int) -> int:
    return sum(defence(g, s, unit) for unit in units_in(units))  # [10.51a]


def support_strength(g: Moscow, s: Position, unit: Unit, hex_: Hex, *, halved: bool) -> int:
    """The strength that a gun adds, halved if its side's coordination has failed and again if the hex is Marsh."""
    value = support(g, s, unit)
    if halved:
        value //= 2  # [3.54a, 3.55, 10.42c2]
    return value // 2 if g.marsh >> hex_ & 1 else value  # [3.55, 10.25, 12.18b]


def column_of(g: Moscow, mobile: int, attacker: int, defender: int) -> int:
    """The column of a CRT for these strengths, -1 below the lowest."""
    best = -1
    for number, (a, b) in enumerate(g.crt_ratios[mobile]):
        if attacker * b >= a * defender:
            best = number  # [10.52, 10.53b, 10.53c, 10.53d]
    return best


def is_attackable(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether the initial odds are high enough to declare the attack."""
    strength = attack_strength(g, s, units, hex_)
    return strength > 0 and column_of(g, 0, strength, defence_strength(g, s, defenders(g, s, hex_))) >= 0  # [10.53a1]


# -- the choice of the CRT ------------------------------------------------------------------------------------------


def may_be_mobile(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether the Attacker may use the Mobile CRT."""
    side = 1 - g.side_of_units(units)
    return not (
        s.sequence == ASSAULT  # [7.21B4, 7.21b, 10.32a]
        or s.weather == RAIN  # [5.13e, 10.32b]
        or not units & g.spearheads  # [10.32c, 10.33]
        or g.towns >> hex_ & 1  # [10.32d]
        or in_fort(g, s, side, hex_)  # [10.32d, 14.12a]
        or crossing(g, s, units, hex_, g.river) == units  # [10.32e]
        or behind_line(g, s, units, hex_)  # [10.32f, 14.12a]
    )


# -- modifiers ------------------------------------------------------------------------------------------------------


def terrain_lines(g: Moscow, s: Position, units: int, hex_: Hex, *, is_overrun: bool = False) -> list[Line]:
    """The DRMs of the hex and of hexsides that all attackers cross."""
    value = g.overrun_drm[hex_] if is_overrun else g.hex_drm[hex_]  # [10.21]
    lines: list[Line] = [("10.22a", "terrain", value)]  # [10.22a, 10.61a]
    for name, (sides, drm, overrun) in zip(("stream", "river", "slope"), g.side_drms, strict=True):
        if crossing(g, s, units, hex_, sides) == units:
            lines.append(("10.22b", name, overrun if is_overrun else drm))  # [10.22b, 10.22c, 10.61a]
    return lines


def fortification(g: Moscow, s: Position, units: int, hex_: Hex) -> Line:
    """The DRM of a Fortified Line, or else of a Strongpoint."""
    if behind_line(g, s, units, hex_):
        return "14.12c2", "fortified line", g.line_drm  # [10.61b, 14.12c2, 14.12c3]
    fort = g.fort_drm if in_fort(g, s, 1 - g.side_of_units(units), hex_) else 0
    return "14.12c1", "strongpoint", fort  # [10.61b, 14.12c1]


def er_difference(g: Moscow, s: Position, m: Modifiers) -> Line:
    return "10.61c", "efficiency", er(g, s, m.lead_defender) - er(g, s, m.lead_attacker)  # [8.56e, 10.61c]


def has_combined_arms(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """The Combined Arms Bonus: armor and a partner, against a force without a unit that stops tanks."""
    if defenders(g, s, hex_) & g.red_defence:  # [10.61f3]
        return False
    side = 1 - g.side_of_units(units)
    if g.towns >> hex_ & 1 or in_fort(g, s, side, hex_) or behind_line(g, s, units, hex_):  # [10.61f4]
        return False
    fit = units & ~s.disrupted & ~crossing(g, s, units, hex_, g.river)  # [3.72h, 10.61f5]
    return bool(fit & g.armor and fit & g.partners)  # [10.61f, 10.61f1, 10.61f2]


def engineers_help(g: Moscow, s: Position, units: int, hex_: Hex) -> bool:
    """Whether attacking engineers count: against a Town, a Strongpoint or a Fortified Line that helps the Defender."""
    town = g.towns >> hex_ & 1 and g.hex_drm[hex_] == g.town_drm
    return bool(units & g.engineers & ~s.disrupted) and bool(town or fortification(g, s, units, hex_)[2])  # [10.61h]


def modifiers(g: Moscow, s: Position, units: int, hex_: Hex, m: Modifiers) -> list[Line]:
    """All DRMs of a combat, each with its rule."""
    lines = terrain_lines(g, s, units, hex_)
    lines.append(fortification(g, s, units, hex_))
    lines.append(er_difference(g, s, m))
    lines.append(("10.61d", "close air support", m.cas))  # [10.61d]
    if s.holding >> hex_ & 1:
        lines.append(("10.61e", "no retreat", g.no_retreat_drm))  # [9.46a, 10.61e]
    if has_combined_arms(g, s, units, hex_):
        lines.append(("10.61f", "combined arms", -g.combined_arms_drm))  # [10.61f]
    if m.uncoordinated:
        lines.append(("10.61g", "not coordinated", g.uncoordinated_drm))  # [10.43a1, 10.61g]
    if engineers_help(g, s, units, hex_):
        lines.append(("10.61h", "engineers", -g.engineers_drm))  # [10.61h]
    return [line for line in lines if line[2]]


def overrun_modifiers(g: Moscow, s: Position, units: int, hex_: Hex, m: Modifiers) -> list[Line]:
    """The DRMs of an Overrun: terrain, ER, Combined Arms, German air."""
    lines = terrain_lines(g, s, units, hex_, is_overrun=True)  # [8.56e]
    lines += [er_difference(g, s, m), ("8.56d", "close air support", m.cas)]  # [8.56e]
    if has_combined_arms(g, s, units, hex_):
        lines.append(("10.61f", "combined arms", -g.combined_arms_drm))  # [8.56e]
    return [line for line in lines if line[2]]


def net(g: Moscow, lines: list[Line]) -> int:
    """The sum of the DRMs within its limits."""
    total = sum(value for _, _, value in lines)
    return max(-g.drm_limit, min(g.drm_limit, total))  # [10.62]


# -- coordination of ground units -----------------------------------------------------------------------------------


def must_coordinate(g: Moscow, s: Position, units: int, *, mobile: bool) -> bool:
    """Whether the Attacker has to check Ground Unit Coordination."""
    if units & s.disrupted:
        return True  # [10.43d2]
    if len({s.place[unit] for unit in units_in(units)}) == 1:
        return False  # [10.43d1]
    formations = {formation_now(g, s, unit) for unit in units_in(units)}
    return mobile or len(formations) > 1  # [10.43b1, 10.43b2, 10.43c]
