"""The attacks that a scripted player of Traces of War weighs: the units, the hex, and the value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c10_combat.attacks import attack_strength, ratio_column, total_defence
from stavka.games.traces.state import AXIS, lift, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.files import Result

NOTHING: Final = -1e9

Price = Callable[[Unit, Hex], float]
"""The cost of sending a unit to a hex, apart from the attack itself."""


class Option(NamedTuple):
    """An attack that could be made: units with the hexes they attack from."""

    target: Hex
    group: tuple[tuple[Unit, Hex], ...]
    column: int
    value: float  # gain of the attack
    net: float  # the gain less effort and price


class Defenders:
    """The units in a hex, and what each CRT result would do to them."""

    def __init__(self, sense: Sense, hex_: Hex, zone: int) -> None:
        self.sense, self.hex = sense, hex_
        s = sense.s
        side = 1 - sense.side
        self.units = sorted(
            ((sense.kill_worth(u), sense.step_worth(u), s.steps[u]) for u in units_in(s.at[hex_])), reverse=True
        )
        self.ordered = side == AXIS and bool(s.orders >> hex_ & 1)
        self.ground = sense.ground_worth(hex_)
        self.retreat = (0, *sense.escape(hex_, zone, side))
        self.known: dict[tuple[int, int], float] = {}

    def value(self, column: int, drm: int = 0) -> float:
        """The mean value of a column for the attacker, without the attacker's own losses."""
        results = self.sense.g.crt[column]
        return sum(self.result_value(results[max(0, die + drm)]) for die in range(6)) / 6

    def result_value(self, result: Result) -> float:
        loss, retreat = result.defender, result.retreat
        if self.ordered:
            loss, retreat = loss + retreat, 0
        if not loss and not retreat:
            return 0.0
        found = self.known.get((loss, retreat))
        if found is None:
            found = self.known[loss, retreat] = self._result_value(loss, retreat)
        return found

    def _result_value(self, loss: int, retreat: int) -> float:
        steps = [left for _, _, left in self.units]
        value = 0.0
        for _ in range(min(loss, sum(steps))):
            at = self.victim(steps)
            kill, step, _ = self.units[at]
            steps[at] -= 1
            value += step if steps[at] else step + kill
        if not any(steps):
            return value + self.ground
        if not retreat:
            return value
        toll = self.retreat[min(retreat, 2)]
        for (kill, step, _), left in zip(self.units, steps, strict=True):
            if left:
                value += step * min(toll, left) + (kill if toll >= left else 0.0)
        return value + self.ground

    def victim(self, steps: list[int]) -> int:
        """The unit that loses the next step: the cheapest that survives it, else the cheapest."""
        return max((i for i, left in enumerate(steps) if left), key=lambda i: (steps[i] > 1, i))


class Attacks:
    """The attacks that a set of units can make, each unit being able to end in the hexes of its `reach`."""

    def __init__(self, sense: Sense, reach: Mapping[Unit, int], price: Price | None = None):
        self.sense, self.reach, self.price, self.effort = sense, reach, price, sense.w.effort
        self.free = set(reach)
        self.strength = {unit: attack_strength(sense.g, sense.s, unit) for unit in reach}
        self.order = sorted((unit for unit in reach if self.strength[unit]), key=lambda u: (-self.strength[u], u))
        self.known: dict[int, Option | None] = {}

    def targets(self) -> int:
        """The enemy hexes to which a unit could be adjacent."""
        g, s = self.sense.g, self.sense.s
        ends = 0
        for unit in self.free:
            ends |= self.reach[unit]
        return g.grid.spread(ends, g.unblocked) & s.occupied[self.sense.foe] & ~s.attacked

    def best(self, targets: int) -> Option | None:
        best: Option | None = None
        for target in hexes_in(targets):
            if target not in self.known:
                self.known[target] = self.weigh(target)
            option = self.known[target]
            if option is not None and (best is None or option.net > best.net):
                best = option
        return best

    def commit(self, option: Option) -> None:
        """Send the units of an attack to their places, and forget the attacks that share units or places with it."""
        g, s = self.sense.g, self.sense.s
        places = 0
        for unit, hex_ in option.group:
            self.free.discard(unit)
            places |= 1 << hex_ | 1 << s.place[unit]
            if s.place[unit] != hex_:
                lift(g, s, unit, hex_)
                put(g, s, unit, hex_)
        used = {unit for unit, _ in option.group}
        near = g.grid.spread(places, g.unblocked)
        for target, other in list(self.known.items()):
            if near >> target & 1 or (other is not None and any(unit in used for unit, _ in other.group)):
                del self.known[target]

    # -- one target -------------------------------------------------------------------------------------------------

    def weigh(self, target: Hex) -> Option | None:
        """The best attack on a hex, with as many units as are worth sending."""
        group = self.gather(target)
        if not group:
            return None
        g, sense = self.sense.g, self.sense
        defence = total_defence(g, sense.s, target)
        shift = g.terrain_shift[target] if defence else 0
        halvings = dict(g.attack_sides[target])
        loads: dict[Hex, int] = {}
        best: Option | None = None
        last, cost = -1, 0.0
        for n, (unit, hex_) in enumerate(group, 1):
            loads[hex_] = loads.get(hex_, 0) + self.strength[unit]
            cost += self.effort * self.strength[unit] + (self.price(unit, hex_) if self.price else 0.0)
            attack = sum(load >> halvings[near] for near, load in loads.items())
            column = self.column(attack, defence, shift)
            if column <= last:
                continue
            last = column
            value = self.value(target, column, loads)
            if best is None or value - cost > best.net:
                best = Option(target, tuple(group[:n]), column, value, value - cost)
        return best

    def column(self, attack: int, defence: int, shift: int) -> int:
        g = self.sense.g
        if not defence:
            return len(g.crt) - 1 if attack else -1
        return ratio_column(g, attack, defence) - shift

    def value(self, target: Hex, column: int, places: Iterable[int]) -> float:
        """The value of an attack in a column when its units are in these places."""
        sense = self.sense
        g, s = sense.g, sense.s
        hexes = s.occupied[sense.side] | sum(1 << hex_ for hex_ in places)
        defenders = Defenders(sense, target, g.grid.spread(hexes, g.unblocked))
        losses = sum(result.attacker for result in g.crt[column]) / 6
        return defenders.value(column) - sense.w.own_step * losses

    def gather(self, target: int) -> list[tuple[Unit, Hex]]:
        """Units that can attack a hex, each with a place: the strongest first, not across a river if possible."""
        sense = self.sense
        g, s = sense.g, sense.s
        room: dict[int, int] = {}
        halvings: dict[int, int] = {}
        slots = 0
        for near, halved in g.attack_sides[target]:
            if s.occupied[sense.foe] >> near & 1:
                continue
            staying = sum(1 for unit in units_in(s.at.get(near, 0) & g.combat_units) if unit not in self.free)
            if staying < g.stacking:
                room[near], halvings[near] = g.stacking - staying, halved
                slots |= 1 << near
        group: list[tuple[Unit, Hex]] = []
        for unit in self.order:
            can = self.reach[unit] & slots
            if not can or unit not in self.free:
                continue
            here = s.place[unit]
            hex_ = min(hexes_in(can), key=lambda h: (halvings[h], h != here, -room[h]))
            group.append((unit, hex_))
            room[hex_] -= 1
            if not room[hex_]:
                slots &= ~(1 << hex_)
        return group
