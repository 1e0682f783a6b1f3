"""A guess at the whole position by a seat: units that it does not see are put where they are most likely to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.luki.rules.c08_stacking import is_legal, top
from stavka.games.luki.state import UNSEEN, Position, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def guessed(g: Luki, seen: Position, seat: int) -> Position:
    """A copy of the position of a seat in which every unit has a place, deduced only from what the seat sees.
    Strongpoints are where they were set up; others lie below units of their formation, else in the smallest stacks."""
    s, foe = seen.clone(), 1 - Side(seat)
    unseen = [unit for unit in units_in(g.side_units[foe]) if s.place[unit] == UNSEEN]
    hosts = {hex_: top(g, s, s.at[hex_] & g.side_units[foe]) for hex_ in hexes_in(s.occupied[foe])}
    for unit in sorted(unseen, key=lambda u: (not g.stationary >> u & 1, g.formation[u] < 0, u)):
        hex_ = likeliest(g, s, unit, hosts)
        put(g, s, unit, hex_)
        s.kessel[unit] = s.kessel[hosts[hex_]] if hex_ in hosts else 0
    return s


def likeliest(g: Luki, s: Position, unit: Unit, hosts: dict[Hex, Unit]) -> Hex:
    """The most likely hex of an unseen unit, below another unit that is seen on top."""
    if g.stationary >> unit & 1:
        return g.setup_hex[unit]
    mates = g.members_of[g.formation[unit]] if g.formation[unit] >= 0 else 0

    def key(hex_: Hex) -> tuple[bool, bool, float, int]:
        here = s.at[hex_] & g.side_units[g.side[unit]]
        fits = g.rank[unit] >= g.rank[hosts[hex_]]
        together = (here & mates).bit_count()
        return fits, is_legal(g, here | 1 << unit), 2 * bool(together) - here.bit_count(), -hex_

    return max(hosts, key=key)
