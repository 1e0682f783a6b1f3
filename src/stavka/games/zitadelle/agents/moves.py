"""The plan of a Movement Phase of Zitadelle: groups that are brought up to attack, then a place for every other
unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from stavka.agents.placing import best_place
from stavka.agents.pushing import Pushing
from stavka.agents.trail import Trail
from stavka.engine.kinds import Unit, hexes_in
from stavka.games.zitadelle.agents.menace import reach_of
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c07_assault.morale import armour_value, combat_strength
from stavka.games.zitadelle.state import DUE, OFF, lift, put
from stavka.hexes import NO_HEX, Hex

LOOKS: Final = 10
"""The number of places of a unit that are examined closely, the best at first sight."""
GROUP: Final = 6
"""Units that are brought up against one hex, at most."""

PlaceScore = Callable[[Unit, Hex], float]
"""The value of a hex as a place for a unit, apart from fire and assaults."""


class Push(NamedTuple):
    """A group brought up against a hex: its units with their hexes, and the value."""

    target: Hex
    group: tuple[tuple[Unit, Hex], ...]
    worth: float


class Moves(Pushing[Push]):
    """A plan in the making: units are moved on the sense's own position as it grows."""

    def __init__(
        self, sense: Sense, units: Iterable[Unit], score: PlaceScore, trail: Trail | None = None, idle: int = 0
    ) -> None:
        """trail: where the units came from. idle: units that are not brought up to attack."""
        self.sense, self.score, self.trail, self.idle = sense, score, trail, idle
        g, s = sense.g, sense.s
        self.home = {unit: s.place[unit] for unit in units if s.place[unit] != DUE}
        self.reach = {unit: reach_of(g, s, unit) for unit in self.home}
        self.free = set(self.home)
        self.ends: dict[Unit, Hex] = {}
        self.posted: set[Unit] = set()
        """Garrisons, and the units that are ready to replace them."""
        self.known: dict[Hex, Push | None] = {}

    def shift(self, unit: Unit, hex_: Hex) -> None:
        g, s = self.sense.g, self.sense.s
        if s.place[unit] != hex_:
            lift(g, s, unit, OFF)
            put(g, s, unit, hex_)

    # -- groups -----------------------------------------------------------------------------------------------------

    def commit(self, push: Push) -> None:
        g = self.sense.g
        used, places = set(), 0
        for unit, hex_ in push.group:
            self.free.discard(unit)
            self.ends[unit] = hex_
            self.shift(unit, hex_)
            used.add(unit)
            places |= 1 << hex_ | 1 << self.home[unit]
        near = g.grid.spread(g.grid.spread(places, g.open_sides), g.open_sides) | places
        self.known[push.target] = None
        for target, other in list(self.known.items()):
            if target == push.target or other is None:
                continue
            if near >> target & 1 or any(unit in used for unit, _ in other.group):
                del self.known[target]

    def targets(self) -> int:
        """The enemy hexes next to which a unit that is not there yet could move."""
        g, s, ends = self.sense.g, self.sense.s, 0
        for unit in self.free:
            ends |= self.reach[unit] & ~(1 << self.home[unit])
        return g.grid.spread(ends, g.open_sides) & s.soft[self.sense.foe]

    def joiners(self, target: Hex) -> list[Unit]:
        """Units that could be brought up against a hex and are not next to it, the strongest first."""
        g, s = self.sense.g, self.sense.s
        near = g.near[target] & ~s.occupied[self.sense.foe]
        found = {unit for unit in self.free if self.reach[unit] & near and not near >> s.place[unit] & 1}
        if self.idle:
            found = {unit for unit in found if not self.idle >> unit & 1}
        there = sum(1 << unit for unit in found) | self.sense.around(self.sense.side, target)
        whole = 0
        for division in g.divisions:
            if all(regiment & there for regiment, _ in division):
                whole |= sum(regiment for regiment, _ in division)

        def key(unit: Unit) -> tuple[int, int]:
            bonus = 2 * g.integrity_shift if whole >> unit & 1 else 0
            return -combat_strength(g, s, unit) - armour_value(g, s, unit) - bonus, unit

        return sorted(found, key=key)[: GROUP + 3]

    def weigh(self, target: Hex) -> Push | None:
        """The best group for a hex: units are added one by one as long as stacking allows."""
        sense = self.sense
        g, s = sense.g, sense.s
        group: list[tuple[Unit, Hex]] = []
        best: Push | None = None
        slots = g.near[target] & ~s.occupied[sense.foe]
        region = self.region(slots)
        before = self.region_worth(region)
        gained = 0.0
        for unit in self.joiners(target):
            hex_ = self.slot(unit, slots & self.reach[unit] & ~crowded(g, s, unit))
            if hex_ < 0:
                continue
            gained += self.score(unit, hex_) - self.score(unit, s.place[unit]) - sense.w.effort
            self.shift(unit, hex_)
            group.append((unit, hex_))
            worth = self.region_worth(region) - before + gained
            if worth > sense.w.least_attack and (best is None or worth > best.worth):
                best = Push(target, tuple(group), worth)
            if len(group) == GROUP:
                break
        for unit, _ in reversed(group):
            self.shift(unit, self.home[unit])
        return best

    def slot(self, unit: Unit, hexes: int) -> Hex:
        """The best place for a unit to attack from: near few non-armoured enemies; armour with own non-armoured units,
        and these with armour."""
        g, s, foe = self.sense.g, self.sense.s, self.sense.foe
        side = self.sense.side
        is_armour = g.armoured >> unit & 1

        def key(hex_: Hex) -> tuple[int, float, int]:
            screened = bool(s.soft[side] >> hex_ & 1) if is_armour else bool(s.hard[side] >> hex_ & 1)
            return (g.near[hex_] & s.soft[foe]).bit_count() - screened, -self.score(unit, hex_), hex_

        return min(hexes_in(hexes), key=key, default=NO_HEX)

    def region(self, slots: int) -> tuple[int, int]:
        """Own places and enemy hexes that matter to an attack from some hexes."""
        g, s = self.sense.g, self.sense.s
        return slots, g.grid.spread(slots, g.open_sides) & s.occupied[self.sense.foe]

    def region_worth(self, region: tuple[int, int]) -> float:
        """The result of fire and assaults in a region, with the units in their present places."""
        sense, (slots, enemies) = self.sense, region
        worth = 0.0
        for hex_ in hexes_in(slots & sense.s.occupied[sense.side]):
            worth -= sense.onslaught(sense.foe, hex_) + sense.fire_worth(sense.foe, hex_)
        if sense.is_last:
            return worth
        for hex_ in hexes_in(enemies):
            coming = sense.onslaught(sense.side, hex_)
            worth += coming * (sense.w.coming if coming > 0 else 1.0) + 0.8 * sense.fire_worth(sense.side, hex_)
        return worth

    # -- everybody else ---------------------------------------------------------------------------------------------

    def settle(self, order: Callable[[Unit], tuple[float, ...]]) -> None:
        """Find a place for each unit that is left, one after the other."""
        for unit in sorted(self.free, key=lambda u: (order(u), u)):
            self.ends[unit] = self.settle_unit(unit)
        self.free.clear()

    def settle_unit(self, unit: Unit) -> Hex:
        g, s = self.sense.g, self.sense.s
        here = s.place[unit]
        lift(g, s, unit, OFF)
        hexes = self.reach[unit] & ~crowded(g, s, unit) & ~s.occupied[self.sense.foe] | 1 << here
        end = self.best_hex(unit, hexes, here)
        put(g, s, unit, end)
        return end

    def best_hex(self, unit: Unit, hexes: int, here: Hex) -> Hex:
        """The best of some hexes for a unit that has been lifted."""
        known: dict[int, float] = {}
        back = self.trail.back(1 << unit, here) if self.trail is not None else NO_HEX

        def glance(hex_: Hex) -> float:
            if hex_ not in known:
                known[hex_] = self.score(unit, hex_) - (self.sense.w.undo if hex_ == back else 0.0)
            return known[hex_]

        return best_place(hexes_in(hexes), here, glance, lambda hex_: glance(hex_) + self.gain(unit, hex_), LOOKS)

    def gain(self, unit: Unit, hex_: Hex) -> float:
        """The change in fire and assaults if a unit that is off the map is put in a hex. A unit that is not brought up
        to attack does not seek an exchange, but avoids bad ones."""
        sense = self.sense
        g, s = sense.g, sense.s
        if not g.near[hex_] & s.occupied[sense.foe]:
            return 0.0
        before = sense.exchange(hex_)
        put(g, s, unit, hex_)
        after = sense.exchange(hex_)
        lift(g, s, unit, OFF)
        return after - before if not self.idle >> unit & 1 else min(0.0, after - before)
