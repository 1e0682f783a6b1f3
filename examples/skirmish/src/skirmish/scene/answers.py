"""Where a unit can go, by which way, and the odds of attacks: each number with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from skirmish.rules import c07_movement as movement
from skirmish.rules import c08_combat as combat
from skirmish.rules.c02_units import strength
from skirmish.rules.c04_zones import enemy_zones
from skirmish.scene.voice import Voice
from skirmish.state import Position
from skirmish.words import WORDS
from stavka.engine.agent import Sight
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.words import ENGINE
from stavka.hexes import Hex
from stavka.scenes import parts
from stavka.scenes.scene import Chances, Line, Odds, OddsLine, Path, PathStep, Reach

DICE: Final = tuple((face, 1) for face in range(1, 7))

# -- ways -----------------------------------------------------------------------------------------------------------


def on_map(v: Voice, s: Position, unit: Unit) -> None:
    if s.place[unit] < 0:
        raise ValueError(ENGINE.message("engine", "not on the map", unit=v.g.labels[unit]))


def left(v: Voice, s: Position, unit: Unit, hex_: Hex, cost: int) -> int:
    """MP left in a hex: an enemy zone of control takes them all."""
    stops = enemy_zones(v.g, s, v.g.side[unit]) >> hex_ & 1
    return 0 if stops else movement.allowance(v.g, s, unit) - cost


def reach(v: Voice, s: Position, unit: Unit) -> Reach:
    on_map(v, s, unit)
    g, enemies = v.g, s.occupied[1 - v.g.side[unit]]
    return {
        "unit": g.unit_ids[unit],
        "hex": g.grid.number(s.place[unit]),
        "points": movement.allowance(g, s, unit),
        "hexes": {
            g.grid.number(hex_): {
                "cost": cost,
                "left": left(v, s, unit, hex_, cost),
                "attack": bool(g.grid.ring(hex_, 1) & enemies),
            }
            for hex_, cost in movement.costs(g, s, unit).items()
        },
        "road": {},
    }


def path(v: Voice, s: Position, unit: Unit, target: Hex) -> Path:
    """The way to a hex. ValueError where the unit cannot go there."""
    on_map(v, s, unit)
    g, known = v.g, movement.costs(v.g, s, unit)
    if target not in known:
        raise ValueError(WORDS.message("scene", "no way there", unit=g.labels[unit], hex=g.grid.number(target)))
    steps = [step(v, s, unit, here, hex_) for here, hex_ in pairwise(movement.path(g, s, unit, target))]
    cost = known[target]
    return {"unit": g.unit_ids[unit], "steps": steps, "cost": cost, "left": left(v, s, unit, target, cost)}


def step(v: Voice, s: Position, unit: Unit, here: Hex, hex_: Hex) -> PathStep:
    g = v.g
    lines: list[Line] = []
    if g.grid.between(g.road, here, hex_):
        lines.append(v.line("7.4", v.word("feature", "road"), g.road_cost))
    else:
        lines.append(v.line("7.2", v.terrain(hex_), g.entry_cost[hex_]))
        if g.grid.between(g.river, here, hex_):
            lines.append(v.line("7.3", v.word("feature", "river"), g.river_cost))
    if enemy_zones(g, s, g.side[unit]) >> hex_ & 1:
        lines.append(v.line("4.3", v("stops in zone"), 0))
    return {"hex": g.grid.number(hex_), "cost": sum(line["value"] for line in lines), "lines": lines}


# -- attacks --------------------------------------------------------------------------------------------------------


def neighbours(v: Voice, s: Position, hex_: Hex) -> int:
    """The enemies of the units in a hex that are next to it."""
    side = 1 - v.g.side[units_in(s.at[hex_])[0]]
    return sum(s.at[there] for there in hexes_in(v.g.grid.ring(hex_, 1) & s.occupied[side]))


def odds(v: Voice, sight: Sight[Position], hex_: Hex, units: int) -> Odds:
    """An attack on a hex by some units, by everybody next to it where none are named."""
    s = sight.position
    if hex_ not in s.at:
        raise ValueError(WORDS.message("scene", "nobody there"))
    near = neighbours(v, s, hex_)
    if not near or units & ~near:
        raise ValueError(WORDS.message("scene", "no enemy near"))
    return work_out(v, s, units or near, hex_)


def thrown(v: Voice, s: Position, f: combat.Rolling) -> Odds:
    """The attack whose die is thrown."""
    return work_out(v, s, f.units, f.hex)


def work_out(v: Voice, s: Position, units: int, hex_: Hex) -> Odds:
    g, found = v.g, combat.odds(v.g, s, units, hex_)
    barred = found.ratio == combat.BARRED
    return {
        "title": v("attack title", hex=v.hex(hex_)),
        "hexes": [g.grid.number(hex_)],
        "units": [g.unit_ids[unit] for unit in units_in(units)],
        "labels": {"attack": v("attack"), "defence": v("defence"), "column": v("column")},
        "attack": found.attack,
        "defence": found.defence,
        "allowed": not barred,
        "lines": list(lines(v, s, units, hex_, found)),
        "notes": [v.line("8.3", v("too weak"), 0)] if barred else [],
        "support": [],
        **chances(v, found.column),
    }


def lines(v: Voice, s: Position, units: int, hex_: Hex, found: combat.Odds) -> Iterator[OddsLine]:
    g = v.g
    for unit in units_in(units):
        text = v("from", unit=g.labels[unit], hex=v.hex(s.place[unit]))
        yield {"on": "attack", **v.line("8.2", text, strength(g, s, unit))}
    for unit in units_in(s.at[hex_]):
        yield {"on": "defence", **v.line("8.2", g.labels[unit], strength(g, s, unit))}
    plain = v.column(max(found.ratio, 0))
    yield {"on": "column", **v.line("8.3", v("ratio", attack=found.attack, defence=found.defence, column=plain), 0)}
    for what, shift in found.shifts:
        yield {"on": "column", **v.line("8.4", v.word("feature" if what == "river" else "terrain", what), -shift)}


def chances(v: Voice, column: int) -> Chances:
    def outcome(face: int) -> parts.Outcome:
        result = v.g.crt[column].results[face - 1]
        attacker, defender = float("A" in result), float("D" in result)
        return parts.Outcome(result, v.word("combat", result), (attacker, defender))

    return {**parts.chances(v.g, v.column(column), DICE, outcome), "losses": {}}
