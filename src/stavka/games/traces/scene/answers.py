"""Where a unit can go, by which way, and the cost of each step."""

from __future__ import annotations

from itertools import pairwise

from stavka.engine.kinds import Side, Unit, hexes_in
from stavka.engine.words import ENGINE
from stavka.games.traces.game import Traces
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingMode
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c09_movement import Moving
from stavka.games.traces.rules.c10_combat.attacks import CombatSegment
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import Position
from stavka.games.traces.words import WORDS
from stavka.hexes import Hex
from stavka.hexes import Reach as Reached
from stavka.scenes.scene import Line, Path, PathStep, Reach, ReachHex


class Way:
    """A unit's move as it could be made now: the one that is under way, or a whole new one."""

    def __init__(self, g: Traces, s: Position, unit: Unit) -> None:
        if s.place[unit] < 0:
            raise ValueError(ENGINE.message("engine", "not on the map", unit=g.label(s, unit)))
        self.g, self.s, self.unit = g, s, unit
        frame = s.stack[-1] if s.stack else None
        if isinstance(frame, Moving) and frame.unit == unit:
            self.halves, self.origin = frame.half_points, frame.origin
            self.strategic, self.has_left = frame.is_strategic, frame.has_left
        else:
            self.halves, self.origin = 2 * movement.movement_allowance(g, s, unit), s.place[unit]
            self.strategic = self.has_left = 0
        self.points: int = self.halves >> 1
        """Whole MP, which is what Normal Movement counts."""

    def normal(self) -> dict[Hex, int]:
        """Hexes in reach of Normal Movement and their cost."""
        if self.strategic or not self.points:
            return {}
        cost = dict(self.reach().cost)
        for hex_ in hexes_in(self.crossings()):
            cost.setdefault(hex_, self.points)
        return cost

    def reach(self) -> Reached:
        return movement.normal_reach(self.g, self.s, self.unit, self.points, self.origin)

    def crossings(self) -> int:
        """Hexes across an unbridged Major River, which take the whole move (9.1d)."""
        return 0 if self.has_left else movement.major_crossings(self.g, self.s, self.unit, self.origin)

    def by_road(self) -> dict[Hex, float]:
        """Hexes in reach of Strategic Movement."""
        if not self.halves or self.has_left > self.strategic:
            return {}
        if not self.strategic and not movement.may_move_strategically(self.g, self.s, self.unit):
            return {}
        levels = movement.strategic_levels(self.g, self.s, self.unit, self.halves)
        return {hex_: far * self.g.strategic_rate / 2 for far, level in enumerate(levels) for hex_ in hexes_in(level)}

    def may_end(self, hex_: Hex) -> bool:
        return hex_ != self.s.place[self.unit] and not crowded(self.g, self.s, self.unit) >> hex_ & 1

    def left(self, hex_: Hex, cost: float) -> float:
        """MP left in a hex of Normal Movement; a Swamp takes them all (9.3c)."""
        stops = self.g.swamp >> hex_ & 1 and self.reach().halts_in(hex_)
        return 0 if stops else self.halves / 2 - cost


def reach(v: Voice, s: Position, unit: Unit) -> Reach:
    g, way = v.g, Way(v.g, s, unit)
    fight = enemy_zoc(g, s, g.side[unit]) if may_still_attack(s, unit) else 0

    def shown(hex_: Hex, cost: float, left: float) -> ReachHex:
        return {"cost": cost, "left": left, "attack": bool(fight >> hex_ & 1)}

    number, points = g.grid.number, way.halves / 2
    return {
        "unit": g.unit_ids[unit],
        "hex": number(s.place[unit]),
        "points": points,
        "hexes": {
            number(hex_): shown(hex_, cost, way.left(hex_, cost))
            for hex_, cost in way.normal().items()
            if way.may_end(hex_)
        },
        "road": {
            number(hex_): shown(hex_, cost, points - cost) for hex_, cost in way.by_road().items() if way.may_end(hex_)
        },
    }


def may_still_attack(s: Position, unit: Unit) -> bool:
    """Whether a combat of this activation is still to come for a unit; without an activation, one could be."""
    if not s.activated >> unit & 1:
        return True
    return not s.fought >> unit & 1 and any(isinstance(frame, (CombatSegment, ChoosingMode)) for frame in s.stack)


def path(v: Voice, s: Position, unit: Unit, target: Hex) -> Path:
    """The way that the rules would take a unit to a hex. ValueError where it cannot go there."""
    g, way = v.g, Way(v.g, s, unit)
    normal = way.normal()
    if target == s.place[unit] or (target not in normal and target not in way.by_road()):
        raise ValueError(WORDS.message("scene", "no way there", unit=g.label(s, unit), hex=g.grid.number(target)))
    if target not in normal:
        hexes = movement.strategic_path(g, movement.strategic_levels(g, s, unit, way.halves), target)
        steps = [road_step(v, hex_) for hex_ in hexes[1:]]
    elif not way.reach().mask >> target & 1:
        line = v.line("9.1d", v("whole move"), way.points)
        steps = [{"hex": g.grid.number(target), "cost": way.points, "lines": [line]}]
    else:
        hexes = movement.normal_path(g, s, unit, way.points, way.origin, target)
        steps = [normal_step(v, s, g.side[unit], a, b) for a, b in pairwise(hexes)]
    cost = sum(step["cost"] for step in steps)
    left = way.left(target, cost) if target in normal else way.halves / 2 - cost
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": cost, "left": left}


def road_step(v: Voice, hex_: Hex) -> PathStep:
    cost = v.g.strategic_rate / 2
    return {"hex": v.g.grid.number(hex_), "cost": cost, "lines": [v.line("9.2a", v("road step"), cost)]}


def normal_step(v: Voice, s: Position, side: Side, here: Hex, hex_: Hex) -> PathStep:
    found = movement.step_cost(v.g, s, side, here, hex_)
    assert found is not None, "a path follows edges"
    cost, leave, enter = found
    lines: list[Line] = [v.line(*entry_rule(v, here, hex_), cost)]
    lines += [v.line("9.3a", v(key), value) for key, value in (("leave zone", leave), ("enter zone", enter)) if value]
    return {"hex": v.g.grid.number(hex_), "cost": sum(found), "lines": lines}


def entry_rule(v: Voice, here: Hex, hex_: Hex) -> tuple[str, str]:
    """The rule that gives the cost of entering a hex, and the terrain or feature that it names."""
    g = v.g
    if g.grid.between(g.lines, here, hex_):
        return "9.1e", v("along line")
    ground = next(v.word("terrain", name) for name, hexes in g.terrain.items() if hexes >> hex_ & 1)
    if g.grid.between(g.minor, here, hex_):
        return "9.1c", v("over river", terrain=ground)
    return "9.1b", ground
