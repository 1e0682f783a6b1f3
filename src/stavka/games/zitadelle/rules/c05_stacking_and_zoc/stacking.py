"""Chapter 5.1: stacking, in thirds of a unit, by corps, army, division and brigade."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit, units_in
from stavka.engine.offer import Reason
from stavka.games.zitadelle.counters import BRIGADE
from stavka.games.zitadelle.state import GERMAN, Position, stack_load
from stavka.games.zitadelle.words import because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle


def crowded(g: Zitadelle, s: Position, unit: Unit) -> int:
    """Hexes in which this unit may not end. Its own hex is judged as if it were not there only by `crowded_for`."""
    side, kind, is_light, formation, rank, group = g.bonds[unit]
    if kind >= 0:
        hexes = s.support[kind]  # [5.14]
    elif is_light:
        hexes = s.full[side]  # [5.11a, 5.15]
    else:
        hexes = s.crowd[side]  # [5.11a]
    if formation >= 0:  # an HQ stacks with any unit of its front (U9)
        hexes |= s.formed[side] ^ s.groups[formation]  # [5.13a, 5.13b]
        if group >= 0:
            hexes |= s.ranks[rank] ^ s.groups[group]  # [5.12a, 5.12b]
    return hexes


def is_legal(g: Zitadelle, units: int) -> bool:
    """Whether units may be in one hex together."""
    if stack_load(g, units) > g.stack_limit:  # [5.11a]
        return False
    if not units & (units - 1):  # a unit alone
        return True
    formations = {g.formation[unit] for unit in units_in(units)} - {-1}
    groups = {(g.rank[unit], g.rank_group[unit]) for unit in units_in(units) if g.rank[unit] >= 0}
    support = [(units & kind).bit_count() for kind in (g.bombardment, g.engineers)]
    return (
        len(formations) <= 1  # [5.13a, 5.13b]
        and len(groups) == len({rank for rank, _ in groups})  # [5.12a, 5.12b]
        and all(number <= limit for number, limit in zip(support, g.support_limit, strict=True))  # [5.14]
    )


def why_crowded(g: Zitadelle, s: Position, unit: Unit, hex_: Hex) -> Reason:
    """The reason why a unit may not end in a hex that is `crowded` for it."""
    bit, side = 1 << hex_, g.side[unit]
    formation, group = g.formation[unit], g.rank_group[unit]
    if formation >= 0 and s.formed[side] & ~s.groups[formation] & bit:
        if side == GERMAN:
            return because("5.13a", "other corps there")
        return because("5.13b", "other army there")
    if group >= 0 and s.ranks[g.rank[unit]] & ~s.groups[group] & bit:
        if g.rank[unit] == BRIGADE:
            return because("5.12b", "other brigades there")
        return because("5.12a", "other division there")
    if g.support_kind[unit] >= 0:
        return because("5.14", "support there already")
    return because("5.11a", "two units there")
