"""Where a unit can go, by which way, and the cost of each step."""

from __future__ import annotations

from itertools import pairwise

from stavka.engine.kinds import Side, Unit
from stavka.engine.words import ENGINE
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import zoc_against
from stavka.games.zitadelle.rules.c07_assault.assault_phase import Assaulting
from stavka.games.zitadelle.rules.c07_assault.morale import movement_allowance
from stavka.games.zitadelle.rules.c08_movement import costs
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.rules.c08_movement.unit_moves import MOVE, Moving, is_frozen, is_pinned
from stavka.games.zitadelle.rules.c11_reinforcements import ENTER, Entering
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import DUE, Position
from stavka.games.zitadelle.words import WORDS
from stavka.hexes import Hex
from stavka.scenes.scene import Path, PathStep, Reach, ReachHex


class Way:
    """A unit's move as it could be made now: the one that is under way, or a whole new one, from the map's edge too."""

    def __init__(self, g: Zitadelle, s: Position, unit: Unit) -> None:
        if not g.combat_units >> unit & 1 or (s.place[unit] < 0 and s.place[unit] != DUE):
            raise ValueError(ENGINE.message("engine", "not on the map", unit=g.labels[unit]))
        self.g, self.s, self.unit = g, s, unit
        self.frame = march(g, s, unit)
        self.points = self.frame.points
        self.entering = isinstance(self.frame, Entering)

    def hexes(self) -> int:
        """The hexes where the unit may end."""
        if isinstance(self.frame, Entering):
            return ENTER.hexes(self.g, self.s, self.frame)
        if is_frozen(self.g, self.s, self.unit) or is_pinned(self.g, self.s, self.unit):
            return 0
        return MOVE.hexes(self.g, self.s, self.frame)

    def costs(self) -> dict[Hex, int]:
        """The costs of the hexes in reach. Out of a minefield that is the least cost, a 1; a step that needs a roll
        takes everything."""
        g, s, f = self.g, self.s, self.frame
        hexes = g.grid.bits(self.hexes())
        if isinstance(f, Entering):
            return {hex_: self.points - self.left_after_entry(f, hex_) for hex_ in hexes}
        tries = MOVE.tries(g, s, f)
        known = movement.legs(g, s, f)
        return {
            hex_: self.points if tries >> hex_ & 1 else movement.best_leg(known, hex_).cost_of(hex_) for hex_ in hexes
        }

    def left_after_entry(self, f: Entering, hex_: Hex) -> int:
        """The MP that a unit has left when it enters and moves on to a hex, before the cost of the hex itself."""
        _, move, found = ENTER.cheapest(self.g, self.s, f, hex_)
        return move.points - found.cost_of(hex_) if found is not None else move.points

    def left(self, hex_: Hex, cost: int) -> int:
        """MP left in a hex: a zone of control takes them all."""
        return 0 if zoc_against(self.g, self.s, self.unit) >> hex_ & 1 else self.points - cost

    def path(self, hex_: Hex) -> tuple[Moving, list[Hex]]:
        """The way that the rules would take, and the frame of the move along it."""
        g, s, f = self.g, self.s, self.frame
        if isinstance(f, Entering):
            entry, move, found = ENTER.cheapest(g, s, f, hex_)
            if found is None:
                return move, [entry]
            return move, g.reacher_of[self.unit].way(found, entry, hex_, movement.enemy(g, s, move))
        if MOVE.tries(g, s, f) >> hex_ & 1:
            return f, [s.place[self.unit], hex_]
        return f, movement.way_by(g, s, f, movement.best_leg(movement.legs(g, s, f), hex_), hex_)


def march(g: Zitadelle, s: Position, unit: Unit) -> Moving | Entering:
    """The frame of a unit's move: the one that is under way, or a new one."""
    top = s.stack[-1] if s.stack else None
    if isinstance(top, (Moving, Entering)) and top.unit == unit:
        return top
    points = movement_allowance(g, s, unit)
    new = Entering if s.place[unit] == DUE else Moving
    return new(unit, points, half_allowance=points >> 1)


def reach(v: Voice, s: Position, unit: Unit) -> Reach:
    g, way = v.g, Way(v.g, s, unit)
    side = g.side[unit]
    targets = s.soft[1 - side] | s.hard[1 - side] if fights_later(s, side) else 0

    def shown(hex_: Hex, cost: int) -> ReachHex:
        return {"cost": cost, "left": way.left(hex_, cost), "attack": bool(g.near[hex_] & targets)}

    number = g.grid.number
    return {
        "unit": g.unit_ids[unit],
        "hex": number(s.place[unit]) if s.place[unit] >= 0 else "",
        "points": way.points,
        "hexes": {number(hex_): shown(hex_, cost) for hex_, cost in way.costs().items()},
        "road": {},
    }


def fights_later(s: Position, side: Side) -> bool:
    """Whether an Assault Phase of a side is still to come in this player turn (13.6)."""
    return any(isinstance(frame, Assaulting) and frame.side == side for frame in s.stack)


def path(v: Voice, s: Position, unit: Unit, target: Hex) -> Path:
    """The way to a hex. ValueError where the unit cannot go there."""
    g, way = v.g, Way(v.g, s, unit)
    known = way.costs()
    if target not in known:
        raise ValueError(WORDS.message("scene", "no way there", unit=g.labels[unit], hex=g.grid.number(target)))
    frame, hexes = way.path(target)
    steps = [step(v, s, way, frame, a, b) for a, b in pairwise(hexes)]
    if way.entering:
        steps.insert(0, entry_step(v, s, unit, hexes[0]))
    cost = sum(each["cost"] for each in steps)
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": cost, "left": way.left(target, known[target])}


def entry_step(v: Voice, s: Position, unit: Unit, hex_: Hex) -> PathStep:
    """The step onto the map: terrain and works of the entry hex, and interdiction."""
    tolls = s.tolls if v.g.sides[v.g.side[unit]] == "soviet" else ()
    lines = [v.line("11.11b", price(v, key), value) for _, key, value in costs.entry_lines(v.g, unit, hex_)]
    lines += [v.line("8.42b", price(v, "interdiction"), cost) for cost, hexes in tolls if hexes >> hex_ & 1]
    return {"hex": v.g.grid.number(hex_), "cost": sum(line["value"] for line in lines), "lines": lines}


def step(v: Voice, s: Position, way: Way, frame: Moving, here: Hex, hex_: Hex) -> PathStep:
    lines = [v.line(rule, price(v, key), value) for rule, key, value in costs.step_lines(v.g, s, frame, here, hex_)]
    if v.g.mines >> here & 1:
        lines.append(v.line("8.33", v("out of mines"), 1))
    cost = sum(line["value"] for line in lines)
    if MOVE.tries(v.g, s, frame) >> hex_ & 1:
        lines.append(v.line("13.71b", v("tried for"), way.points - cost))
        cost = way.points
    if zoc_against(v.g, s, way.unit) >> hex_ & 1:
        lines.append(v.line("8.22a", v("stops in zone"), 0))
    return {"hex": v.g.grid.number(hex_), "cost": cost, "lines": lines}


def price(v: Voice, key: str) -> str:
    """The word for something that costs MP."""
    table = "terrain" if key in v.g.terrain else "price" if key in ("leave zone", "interdiction") else "feature"
    return v.word(table, key)
