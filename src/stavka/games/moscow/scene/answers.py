"""Where a unit can go, by which way, and the cost of each step."""

from __future__ import annotations

from itertools import pairwise

from stavka.engine.kinds import Side, Unit
from stavka.engine.words import ENGINE
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c05_strategic_segment import reinforcements
from stavka.games.moscow.rules.c06_supply.fuel import is_hungry
from stavka.games.moscow.rules.c07_operations.activation import is_active
from stavka.games.moscow.rules.c08_ground_movement import costs, going, overrun
from stavka.games.moscow.rules.c08_ground_movement import moves as movement
from stavka.games.moscow.rules.c08_ground_movement.going import Moving
from stavka.games.moscow.rules.c09_pre_combat_actions import reaction
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Declaring
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import DUE, Position
from stavka.games.moscow.words import WORDS
from stavka.hexes import Enemy, Hex
from stavka.hexes import Reach as Found
from stavka.scenes.scene import Path, PathStep, Reach, ReachHex


class Way:
    """A move as it could be made now: the one that is under way, in Reaction or not, or a whole new one of a unit."""

    def __init__(self, g: Moscow, s: Position, unit: Unit) -> None:
        if not g.ground >> unit & 1 or s.place[unit] < 0:
            raise ValueError(ENGINE.message("engine", "not on the map", unit=g.labels[unit]))
        top = s.stack[-1] if s.stack else None
        self.g, self.s, self.unit = g, s, unit
        self.here = s.place[unit]
        self.units, self.moved = 1 << unit, False
        self.frame = Moving(self.units, origin=self.here)
        self.enemy: Enemy = going.enemy(g, s, self.units)
        if isinstance(top, Moving) and top.units >> unit & 1:
            self.frame, self.units, self.moved = top, top.units, bool(top.flags & going.MOVED)
            self.enemy = going.enemy(g, s, self.units)
            self.halves = going.points_left(g, s, top)
        elif isinstance(top, reaction.ReactionMove) and top.unit == unit:
            self.moved, self.halves = True, top.half_points
            self.enemy = reaction.reaction_enemy(g, s, unit)
        elif isinstance(top, reaction.Reacting) and g.side[unit] == top.side:
            self.moved, self.halves = True, allowance(g, s, unit, reaction=True)
            self.enemy = reaction.reaction_enemy(g, s, unit)
        else:
            hungry = is_active(g, s, unit) and is_hungry(g, s, unit)  # who is not active may still be given fuel
            self.halves = allowance(g, s, unit, hungry=hungry)

    @property
    def side(self) -> Side:
        return self.g.side[self.unit]

    def found(self) -> Found:
        return self.g.reacher(going.going(self.g, self.s, self.units)).reach(self.here, self.halves, self.enemy)

    def costs(self) -> dict[Hex, float]:
        """The costs of the hexes in reach; a step that takes the whole MA costs all MP."""
        g, s = self.g, self.s
        if not self.halves or (self.frame is s.stack[-1] and movement.is_spent(g, s, self.frame)):
            return {}
        found = self.found()
        whole = 0 if self.moved else going.whole_steps(g, s, self.units, self.here, self.halves)
        hexes = (found.mask | whole) & ~(1 << self.here) & ~going.barred_ends(g, s, self.side)
        return {
            hex_: (found.cost_of(hex_) if found.mask >> hex_ & 1 else self.halves) / 2 for hex_ in g.grid.bits(hexes)
        }

    def left(self, hex_: Hex, cost: float) -> float:
        """MP left in a hex, where the units have not to stop."""
        return 0 if self.enemy.stop >> hex_ & 1 else self.halves / 2 - cost

    def path(self, hex_: Hex) -> list[Hex]:
        """The way that the rules would take."""
        if not self.found().mask >> hex_ & 1:
            return [self.here, hex_]
        how = going.going(self.g, self.s, self.units)
        return self.g.reacher(how).path(self.here, self.halves, hex_, self.enemy)

    def overruns(self) -> dict[Hex, float]:
        """The costs of the Overruns that the units of a move can make."""
        g, s = self.g, self.s
        if self.frame is not s.stack[-1]:
            return {}
        targets = overrun.targets(g, s, self.frame)
        return {hex_: overrun.cost(g, s, self.frame, hex_) / 2 for hex_ in g.grid.bits(targets)}


def entry_costs(g: Moscow, s: Position, unit: Unit) -> dict[Hex, float]:
    """The costs of the entry hexes of a reinforcement."""
    hexes = g.grid.bits(reinforcements.entries(g, s, unit))
    return {hex_: reinforcements.entry_cost(g, s, unit, hex_) / 2 for hex_ in hexes}


def is_entering(g: Moscow, s: Position, unit: Unit) -> bool:
    return bool(g.ground >> unit & 1) and s.place[unit] == DUE


def reach(v: Voice, s: Position, unit: Unit) -> Reach:
    g, number = v.g, v.g.grid.number
    if is_entering(g, s, unit):
        costs_, points = entry_costs(g, s, unit), allowance(g, s, unit) / 2
        return {
            "unit": g.unit_ids[unit],
            "hex": "",
            "points": points,
            "hexes": {number(h): {"cost": c, "left": points - c, "attack": False} for h, c in costs_.items()},
            "road": {},
        }
    way = Way(g, s, unit)
    targets = s.occupied[1 - way.side] if fights_later(g, s, way.side) and g.combat >> unit & 1 else 0

    def shown(hex_: Hex, cost: float) -> ReachHex:
        near = bool(g.grid.ring(hex_, 1) & targets)
        return {"cost": cost, "left": way.left(hex_, cost), "attack": near}

    return {
        "unit": g.unit_ids[unit],
        "hex": number(way.here),
        "points": way.halves / 2,
        "hexes": {number(hex_): shown(hex_, cost) for hex_, cost in way.costs().items()},
        "road": {},
    }


def fights_later(g: Moscow, s: Position, side: Side) -> bool:
    """Whether a side may still declare attacks in this Sequence."""
    return any(isinstance(frame, Declaring) and frame.side == side for frame in s.stack)


def path(v: Voice, s: Position, unit: Unit, target: Hex) -> Path:
    """The way to a hex. ValueError where the unit cannot go there."""
    g = v.g
    refused = ValueError(WORDS.message("scene", "no way there", unit=g.labels[unit], hex=g.grid.number(target)))
    if is_entering(g, s, unit):
        return entry_path(v, s, unit, target, refused)
    way = Way(g, s, unit)
    known, overruns = way.costs(), way.overruns()
    if target in overruns:
        lines = [v.line("8.54a", v("overrun price"), overruns[target])]
        steps: list[PathStep] = [{"hex": g.grid.number(target), "cost": overruns[target], "lines": lines}]
        left = way.halves / 2 - overruns[target]
        return {"unit": g.unit_ids[unit], "steps": steps, "cost": overruns[target], "left": left}
    if target not in known:
        raise refused
    steps = [step(v, s, way, a, b) for a, b in pairwise(way.path(target))]
    if not way.found().mask >> target & 1:
        steps[0] = whole_step(v, s, way, target)
    cost = sum(each["cost"] for each in steps)
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": cost, "left": way.left(target, known[target])}


def entry_path(v: Voice, s: Position, unit: Unit, target: Hex, refused: ValueError) -> Path:
    """The one step of a reinforcement onto the map."""
    g = v.g
    known = entry_costs(g, s, unit)
    if target not in known:
        raise refused
    tolls = costs.tolls(g, s, 1 << unit, target, going.enemy(g, s, 1 << unit))
    lines = [v.line("5.22b", v("entry price"), known[target] - costs.total(tolls) / 2)]
    lines += [v.line(rule, v.word("price", key), value / 2) for rule, key, value in tolls]
    steps: list[PathStep] = [{"hex": g.grid.number(target), "cost": known[target], "lines": lines}]
    left = allowance(g, s, unit) / 2 - known[target]
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": known[target], "left": left}


def step(v: Voice, s: Position, way: Way, here: Hex, hex_: Hex) -> PathStep:
    found = costs.step_lines(v.g, s, way.units, here, hex_, way.enemy)
    lines = [v.line(rule, v.word("price", key), value / 2) for rule, key, value in found]
    cost = sum(line["value"] for line in lines)
    if way.enemy.stop >> hex_ & 1:
        lines.append(v.line("8.22", v("stops in zone"), 0))
    return {"hex": v.g.grid.number(hex_), "cost": cost, "lines": lines}


def whole_step(v: Voice, s: Position, way: Way, hex_: Hex) -> PathStep:
    """A step that takes the whole MA: over a river, or from EZOC to EZOC."""
    river = v.g.grid.between(v.g.unbridged_river, way.here, hex_)
    line = v.line("8.36c1", v("whole river"), way.halves / 2) if river else None
    zone = v.line("8.23b", v("whole zone"), way.halves / 2)
    return {"hex": v.g.grid.number(hex_), "cost": way.halves / 2, "lines": [line or zone]}
