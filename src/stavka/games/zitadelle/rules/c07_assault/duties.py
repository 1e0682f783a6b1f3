"""Chapter 7.1: who must attack whom, and what an assault leaves possible.

Every obliged attacker must attack and every obliged hex be attacked, each once; all attackers of an assault are
adjacent to all its hexes. Whatever is left after an assault can be completed exactly when each obliged unit that is
left still has a hex to attack and each obliged hex still somebody to attack it: single attackers on single hexes, and
stars of these, then serve (an edge cover). So an assault (attackers X on hexes Y) that has been begun is possible
exactly when its *closure* is one in which everybody is adjacent to everything: X with all who would be left with nobody
to attack, Y with all that would be left with nobody to attack them, and so on until nothing changes."""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, hexes_in, units_in
from stavka.games.zitadelle.state import SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting


def duties(g: Zitadelle, s: Position, side: Side) -> tuple[int, int]:
    """Units that must attack and hexes that must be attacked, as the Assault Phase of a side begins."""
    units = hexes = 0
    soft = s.soft[1 - side]
    binding = g.dry if g.uses(s, "water") else g.near  # [13.11]
    for hex_ in hexes_in(g.grid.spread(soft, g.open_sides) & s.occupied[side]):
        near = binding[hex_] & soft
        here = s.at[hex_] & g.combat_units & ~exempt(g, s, side, hex_)
        if near and here:
            units |= here  # [5.27, 7.0a, 7.11a, 7.13c]
            hexes |= near  # [4.1.4c, 7.12, 7.13c]
    return units, hexes


def exempt(g: Zitadelle, s: Position, side: Side, hex_: Hex) -> int:
    """Soviet non-armoured units in towns and works need not attack."""
    if side == SOVIET and g.refuges >> hex_ & 1:  # [7.13a]
        return s.at[hex_] & g.soft_units  # [7.13a, 7.13b]
    return 0


def open_hexes(g: Zitadelle, s: Position, side: Side) -> int:
    """Hexes with enemy non-armoured units that have not been attacked in this phase."""
    hexes = s.soft[1 - side]  # [4.1.4b, 6.64b, 7.15]
    for unit in units_in(s.defended):
        place = s.place[unit]
        if place >= 0 and not s.at[place] & g.soft_units & ~s.defended:  # [7.14b, 7.85a]
            hexes &= ~(1 << place)
    return hexes


Band = tuple[int, int]
"""The units of a hex that have not attacked in this phase, and the open hexes adjacent to them."""


def bands(g: Zitadelle, s: Position, side: Side, hexes: int) -> dict[Hex, Band]:
    """The units of a side that can attack one of some open hexes, for each hex."""
    found = {}
    fresh = g.combat_units & ~s.fought  # [7.14a, 7.87b, 7.93a]
    for hex_ in hexes_in(g.grid.spread(hexes, g.open_sides) & s.occupied[side]):
        units = s.at[hex_] & fresh
        if units:
            found[hex_] = units, g.near[hex_] & hexes  # [6.56, 7.25]
    return found


def fewest_first(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Pairs of sets with the number of members of the second, those with the fewest first: none of these is part of a
    set that has fewer."""
    return sorted(((own.bit_count(), bond, own) for bond, own in pairs), key=itemgetter(0))


class Field:
    """The present state of an Assault Phase: the open hexes, the fresh units, and those that must attack."""

    def __init__(self, g: Zitadelle, s: Position, f: Assaulting) -> None:
        """f: the frame of the phase."""
        side = f.side
        self.g, self.s, self.side = g, s, side
        self.open = open_hexes(g, s, side)
        self.bands = bands(g, s, side, self.open)
        self.fresh = 0
        for units, _ in self.bands.values():
            self.fresh |= units
        self.must_attack = f.must_attack & self.fresh
        self.must_fall = f.must_fall & self.open
        self._hunters: dict[int, int] = {}
        obliged = ((own, hexes) for units, hexes in self.bands.values() if (own := units & self.must_attack))
        self._obliged = fewest_first(obliged)
        prey = ((1 << hex_, own) for hex_ in hexes_in(self.must_fall) if (own := self.hunters(hex_)))
        self._prey = fewest_first(prey)

    def hunters(self, hex_: Hex) -> int:
        """Fresh units adjacent to a hex."""
        found = self._hunters.get(hex_)
        if found is None:
            found = 0
            for there in self.g.adjacent[hex_]:
                if there in self.bands:
                    found |= self.bands[there][0]
            self._hunters[hex_] = found
        return found

    def attackers(self, hexes: int) -> int:
        """Fresh units adjacent to every one of the hexes."""
        units = self.fresh
        for hex_ in hexes_in(hexes):
            units &= self.hunters(hex_)
        return units

    def common(self, units: int) -> int:
        """Open hexes adjacent to every one of the units."""
        near, place = self.open, self.s.place
        for unit in units_in(units):
            near &= self.g.near[place[unit]]  # [6.56, 7.25]
        return near

    def within_reach(self, units: int) -> int:
        """Open hexes adjacent to any of the units, which are fresh."""
        found = 0
        for those, hexes in self.bands.values():
            if those & units:
                found |= hexes
        return found

    def stranded_units(self, hexes: int) -> int:
        """Units that must attack and have nothing left to attack once these hexes are attacked."""
        units, number = 0, hexes.bit_count()
        for count, those, near in self._obliged:
            if count > number:
                break
            if near & hexes == near:  # [7.11a]
                units |= those
        return units

    def stranded_hexes(self, units: int) -> int:
        """Hexes that must be attacked and that no unit is left to attack once these units have attacked."""
        hexes, number = 0, units.bit_count()
        for count, hex_, hunters in self._prey:
            if count > number:
                break
            if hunters & units == hunters:  # [7.11b, 7.12, 7.21]
                hexes |= hex_
        return hexes

    def closure(self, units: int, hexes: int) -> tuple[int, int]:
        """The assault with all units and hexes that cannot be left out of it."""
        while True:
            units |= self.stranded_units(hexes)
            wider = hexes | self.stranded_hexes(units)
            if wider == hexes:
                return units, hexes
            hexes = wider

    def is_possible(self, units: int, hexes: int, support: int = 0) -> bool:
        """Whether an assault that has been begun can be completed so that all the others can be."""
        units, hexes = self.closure(units, hexes)
        if hexes & ~self.common(units | support):  # [7.25]
            return False
        if units:
            return True
        return any(self.is_possible(1 << unit, hexes, support) for unit in units_in(self.attackers(hexes)))

    def targets(self) -> int:
        """Hexes that can be part of an assault now."""
        found = self.must_fall
        for hex_ in hexes_in(self.within_reach(self.fresh) & ~found):
            if self.is_possible(0, 1 << hex_):
                found |= 1 << hex_
        return found


def field(g: Zitadelle, s: Position, f: Assaulting) -> Field:
    key = ("assault", f.side, s.fought, s.defended)
    if s.memo is not None and s.memo[0] == key:
        known: Field = s.memo[1]
        return known
    found = Field(g, s, f)
    s.memo = (key, found)
    return found
