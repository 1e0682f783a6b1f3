"""A movement phase of Velikye Luki planned: groups that are brought up to attack, then the moves that gain most."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.agents.trail import Trail
from stavka.engine.kinds import Side, hexes_in, last_unit, units_in
from stavka.games.luki.agents.fights import SIGN, Fights, strength
from stavka.games.luki.rules.c08_stacking import has_room, is_legal
from stavka.games.luki.rules.c10_movement.moves import MOVE, PAID, Moving, points
from stavka.games.luki.rules.c11_combat.combat_phase import price
from stavka.games.luki.state import move
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki
    from stavka.games.luki.state import Position

LOOKS: Final = 5, 3
"""The number of places of a group that are examined closely: the best at first sight, and others where units may change
the score."""
GLANCES: Final = 2, 2
"""The number of places of a group that a commander in a hurry examines closely, and of others."""
JOINERS: Final = 4
"""Groups that are brought up against one hex, at most."""
EFFORT: Final = 0.02
"""The least that a group which is brought up must add to an attack."""
DEAREST: Final = 0.25
"""The most that an AP is taken to be worth."""
LEAST: Final = 0.01
"""The least gain of a move that is free."""

Place = Callable[[int, Hex], float]
"""The value of a hex as a place for units, apart from combats."""


class Go(NamedTuple):
    """Units that go to a hex."""

    units: int
    hex: Hex
    gain: float


class Push(NamedTuple):
    """Groups that are brought up against a hex, and the value of the attack beyond its AP."""

    target: Hex
    groups: tuple[tuple[int, Hex], ...]
    net: float
    ap: int


def groups_of(g: Luki, s: Position, units: int) -> list[int]:
    """Units that can go together: those of a formation in a hex."""
    found = []
    while units:
        unit = last_unit(units)
        formation = g.formation[unit]
        mates = s.at[s.place[unit]] & g.members_of[formation] & units if formation >= 0 else 1 << unit
        found.append(mates)
        units &= ~mates
    return found


def with_parts(g: Luki, s: Position, groups: Iterable[int], *, apart: bool) -> list[int]:
    """Groups, the remainder of each without its weakest unit, and that unit; apart: every unit by itself."""
    found = []
    for group in groups:
        found.append(group)
        if group & (group - 1):
            weakest = min(units_in(group), key=lambda unit: (g.combat[unit][s.steps[unit]], unit))
            rest = group & ~(1 << weakest)
            found += [1 << unit for unit in units_in(group) if apart or unit == weakest]
            if rest & (rest - 1) or not apart:
                found.append(rest)
    return found


class Moves:
    """A plan in the making: units are moved on the fights' own position as it grows."""

    def __init__(
        self, fights: Fights, side: Side, groups: Iterable[int], place: Place, how: int, ap: int, trail: Trail
    ) -> None:
        self.fights, self.side, self.place, self.how, self.ap, self.trail = fights, side, place, how, ap, trail
        g, s = fights.g, fights.s
        self.home = {group: s.place[last_unit(group)] for group in groups}
        self.reach = {group: self.reach_of(g, s, group) for group in self.home}
        self.looks = LOOKS
        self.telling = fights.value.telling(s, side)
        self.plan: list[Go] = []
        self.pushes: list[Push] = []
        self.used = 0
        self.version = 0
        self.known: dict[int, tuple[int, Go]] = {}
        self.rate = fights.w.ap if how == PAID else 0.0

    def reach_of(self, g: Luki, s: Position, group: int) -> int:
        return MOVE.find(g, s, Moving(group, [points(g, s, unit) for unit in units_in(group)], how=self.how))[0]

    def free(self) -> list[int]:
        return [group for group in self.home if not group & self.used]

    def shift(self, group: int, hex_: Hex) -> None:
        g, s = self.fights.g, self.fights.s
        for unit in units_in(group):
            move(g, s, unit, hex_)

    def commit(self, group: int, hex_: Hex, gain: float) -> None:
        self.shift(group, hex_)
        self.used |= group
        self.plan.append(Go(group, hex_, gain))
        self.ap -= self.how == PAID
        self.version += 1

    def wishes(self) -> list[Go]:
        """The best moves of units that are free, each unit once, the best first."""
        found: list[Go] = []
        busy = self.used
        for go in sorted((self.best_move(group) for group in self.free()), key=lambda go: (-go.gain, go.units)):
            if not go.units & busy:
                busy |= go.units
                found.append(go)
        return found

    def appraise(self) -> None:
        """Set the present value of an AP: the gain of a move by a unit that is not among the most urgent."""
        if self.how != PAID or not self.ap:
            return
        wishes = self.wishes()
        if self.ap // 2 < len(wishes):
            self.rate = max(self.rate, min(wishes[self.ap // 2].gain, DEAREST))

    # -- attacks that are prepared ----------------------------------------------------------------------------------

    def push(self, fresh: int) -> None:
        """Bring groups up to attack in the phase that follows, the most worthwhile first. fresh: who may attack."""
        s = self.fights.s
        done = engaged = 0
        while True:
            ends = s.occupied[self.side]
            for group in self.free():
                ends |= self.reach[group]
            targets = self.fights.g.grid.spread(ends) & s.occupied[1 - self.side] & ~done
            found = [push for target in hexes_in(targets) if (push := self.weigh(target, fresh & ~engaged)) is not None]
            if not found:
                return
            best = max(found, key=lambda push: (push.net, -push.target))
            for group, hex_ in best.groups:
                self.commit(group, hex_, 0.0)
            self.ap -= best.ap
            self.pushes.append(best)
            done |= 1 << best.target
            engaged |= self.fights.around(self.side, best.target)
            self.used |= engaged

    def weigh(self, target: Hex, fresh: int) -> Push | None:
        """The best that can be brought up against a hex; nothing if that is not worth its AP."""
        fights, g, s = self.fights, self.fights.g, self.fights.s
        cost = price(g, target) if self.how == PAID else 0
        best: Push | None = None
        slots = g.near[target] & ~s.occupied[1 - self.side]
        joining: list[tuple[int, Hex]] = []
        there = fights.around(self.side, target) & fresh
        for group in (0, *self.joiners(target, slots)):
            if group:
                hex_ = self.slot(group, slots & self.reach[group])
                if hex_ < 0:
                    continue
                self.shift(group, hex_)
                joining.append((group, hex_))
                there |= group & fresh
            moves = len(joining) if self.how == PAID else 0
            if not there or cost + moves > self.ap:
                continue
            net = fights.worth(self.side, there, target) - self.rate * (cost + moves) - EFFORT * len(joining)
            if net > (best.net + LEAST if best is not None else LEAST):
                best = Push(target, tuple(joining), net, cost)
        for group, _ in joining:
            self.shift(group, self.home[group])
        return best

    def joiners(self, target: int, slots: int) -> list[int]:
        """Groups that could come next to a hex, the strongest first."""
        g, s = self.fights.g, self.fights.s
        near = g.near[target]
        found = [group for group in self.free() if self.reach[group] & slots and not near >> self.home[group] & 1]

        def key(group: int) -> tuple[int, int]:
            return -strength(g, s, group), group

        picked: list[int] = []
        for group in sorted(found, key=key):
            if not any(group & other for other in picked):
                picked.append(group)
        return picked[:JOINERS]

    def slot(self, group: int, hexes: int) -> Hex:
        """The hex from which a group attacks best: a good place next to few other enemies."""
        g, s = self.fights.g, self.fights.s

        def key(hex_: Hex) -> tuple[float, int]:
            others = (g.near[hex_] & s.occupied[1 - self.side]).bit_count()
            return 0.1 * others - self.place(group, hex_), hex_

        return min((hex_ for hex_ in hexes_in(hexes) if has_room(g, s, group, hex_)), key=key, default=NO_HEX)

    # -- everybody else ---------------------------------------------------------------------------------------------

    def settle(self, least: float) -> None:
        """Plan the moves that gain most, one after the other, as long as there are AP."""
        best = {group: self.known[group][1] if group in self.known else self.best_move(group) for group in self.free()}
        while best and (self.how != PAID or self.ap > 0):
            group = max(best, key=lambda one: (best[one].gain, one.bit_count(), -one))
            go = best[group]
            if go.gain < least:
                return
            if self.known[group][0] != self.version:
                best[group] = self.best_move(group)
                continue
            self.commit(group, go.hex, go.gain)
            best = {one: found for one, found in best.items() if not one & self.used}

    def best_move(self, group: int) -> Go:
        """The move by which a group gains most while the other groups stay where they are."""
        known = self.known.get(group)
        if known is None or known[0] != self.version:
            known = self.known[group] = self.version, self.find_move(group)
        return known[1]

    def find_move(self, group: int) -> Go:
        g, s, here = self.fights.g, self.fights.s, self.home[group]
        if not is_legal(g, s.at[here] & g.side_units[self.side] & ~group):
            return Go(group, here, 0.0)
        now = self.place(group, here)
        hexes = [hex_ for hex_ in hexes_in(self.reach[group]) if has_room(g, s, group, hex_)]
        hexes.sort(key=lambda hex_: -self.place(group, hex_))
        looks, more = self.looks
        telling = [hex_ for hex_ in hexes[looks:] if self.telling >> hex_ & 1]
        best, back = Go(group, here, 0.0), self.trail.back(group, here)
        for hex_ in (*hexes[:looks], *telling[:more]):
            gain = self.place(group, hex_) - now + self.change(group, here, hex_)
            if hex_ == back:
                gain -= self.fights.w.undo
            if gain > best.gain:
                best = Go(group, hex_, gain)
        return best

    def change(self, group: int, here: Hex, hex_: Hex) -> float:
        """The change that a move makes to the value of the position and to the attacks of either side."""
        before = self.standing(here, hex_)
        self.shift(group, hex_)
        after = self.standing(here, hex_)
        self.shift(group, here)
        return after - before

    def standing(self, here: Hex, hex_: Hex) -> float:
        fights, s = self.fights, self.fights.s
        worth = SIGN[self.side] * fights.value(s)
        for each in (here, hex_):
            if fights.g.near[each] & s.occupied[1 - self.side]:
                worth -= fights.w.menaced * fights.menace(self.side, each)
        if fights.g.near[hex_] & s.occupied[1 - self.side]:
            worth += fights.w.coming * fights.chance(self.side, hex_)
        return worth
