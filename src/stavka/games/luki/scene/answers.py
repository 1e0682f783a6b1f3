"""Where a unit can go, by which way, and the cost of each step."""

from __future__ import annotations

from itertools import pairwise

from stavka.engine.kinds import Side, Unit, last_unit, units_in
from stavka.engine.words import ENGINE
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c10_movement import costs
from stavka.games.luki.rules.c10_movement import moves as movement
from stavka.games.luki.rules.c10_movement.moves import MOVE, ONE_HEX, Moving
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import Position
from stavka.games.luki.words import WORDS
from stavka.hexes import Hex
from stavka.scenes.scene import Path, PathStep, Reach, ReachHex


class Way:
    """A unit's move as it can be made now: the one that is under way, or a new one."""

    def __init__(self, g: Luki, s: Position, unit: Unit) -> None:
        if s.place[unit] < 0:
            raise ValueError(ENGINE.message("engine", "not on the map", unit=g.labels[unit]))
        self.g, self.s, self.unit = g, s, unit
        self.frame = Moving(1 << unit, [movement.points(g, s, unit)])
        top = s.stack[-1] if s.stack else None
        if isinstance(top, Moving) and top.units >> unit & 1:
            self.frame = top
        self.points: float = max(min(self.frame.half_points), 0) / 2
        self.single = min(self.frame.half_points) == ONE_HEX

    def costs(self) -> dict[Hex, float]:
        """The costs of the hexes in reach; a hex that takes the whole move costs all MP."""
        g, s = self.g, self.s
        if not min(self.frame.half_points):
            return {}
        hexes, whole, found = MOVE.find(g, s, self.frame)

        def cost(hex_: Hex) -> float:
            if whole >> hex_ & 1:
                return float(self.points)
            return found.cost_of(hex_) / 2 if found is not None else self.step(hex_)

        return {hex_: cost(hex_) for hex_ in g.grid.bits(hexes)}

    def step(self, hex_: Hex) -> float:
        """The cost of a single step for the unit of a stack that pays most for it."""
        here = self.s.place[self.unit]
        return max(movement.step_cost(self.g, unit, here, hex_) for unit in units_in(self.frame.units)) / 2

    def left(self, hex_: Hex, cost: float) -> float:
        """MP left in a hex: a zone of control takes them all."""
        zone = enemy_zoc(self.g, self.s, self.g.side[self.unit])
        return 0 if self.single or zone >> hex_ & 1 else self.points - cost

    def path(self, hex_: Hex) -> list[Hex]:
        """The way that the rules would take."""
        g, s, here = self.g, self.s, self.s.place[self.unit]
        _, whole, found = MOVE.find(g, s, self.frame)
        if whole >> hex_ & 1 or found is None:
            return [here, hex_]
        lead = last_unit(self.frame.units)
        known = movement.reacher(g, s, lead, here)
        return known.path(here, min(self.frame.half_points), hex_, movement.enemy(g, s, self.frame.units))


def reach(v: Voice, s: Position, unit: Unit) -> Reach:
    g, way = v.g, Way(v.g, s, unit)
    side = g.side[unit]
    targets = s.occupied[1 - side] if fights_later(s, side) else 0

    def shown(hex_: Hex, cost: float) -> ReachHex:
        return {"cost": cost, "left": way.left(hex_, cost), "attack": bool(g.near[hex_] & targets)}

    number = g.grid.number
    return {
        "unit": g.unit_ids[unit],
        "hex": number(s.place[unit]),
        "points": way.points,
        "hexes": {number(hex_): shown(hex_, cost) for hex_, cost in way.costs().items()},
        "road": {},
    }


def fights_later(s: Position, side: Side) -> bool:
    """Whether a combat phase of a side is still to come in this segment."""
    return any(isinstance(frame, CombatPhase) and frame.side == side for frame in s.stack)


def path(v: Voice, s: Position, unit: Unit, target: Hex) -> Path:
    """The way to a hex. ValueError where the unit cannot go there."""
    g, way = v.g, Way(v.g, s, unit)
    known = way.costs()
    if target not in known:
        raise ValueError(WORDS.message("scene", "no way there", unit=g.labels[unit], hex=g.grid.number(target)))
    steps = [step(v, s, way, a, b) for a, b in pairwise(way.path(target))]
    cost = sum(each["cost"] for each in steps)
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": cost, "left": way.left(target, known[target])}


def step(v: Voice, s: Position, way: Way, here: Hex, hex_: Hex) -> PathStep:
    g = v.g
    if g.swim[here] >> hex_ & 1:
        lines = [v.line("10.31a", v("whole move"), way.points)]
    else:
        found = costs.step_lines(g, way.unit, here, hex_)
        lines = [v.line(rule, price(v, key), value) for rule, key, value in found]
    if way.single:
        lines.append(v.line("6.43b", v("one hex"), 0))
    if enemy_zoc(g, s, g.side[way.unit]) >> hex_ & 1:
        lines.append(v.line("5.0f", v("stops in zone"), 0))
    return {"hex": g.grid.number(hex_), "cost": sum(line["value"] for line in lines), "lines": lines}


def price(v: Voice, key: str) -> str:
    """The word for something that costs MP."""
    return v.word("terrain" if key in v.g.terrain else "feature", key)
