"""The tasks of a side of Roads to Moscow: objectives to take and to keep, and the units for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.agents.missions import Body, Mission, assign
from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.moscow.agents.chart import MOTORIZED, class_of
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, defence
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.agents.fights import Fights

NEAR: Final = 3
"""Hexes within which units of a Formation go together."""
THREAT: Final = 24
"""From how far an enemy threatens an objective, in halves of MP."""
LEAST: Final = 6
"""Strength that an objective calls for in any case."""
MAIN: Final = 3.0
"""How much more the main effort of an operation is worth than otherwise, and how much more strength it calls for."""


def strength(fights: Fights, unit: Unit) -> int:
    return max(1, attack(fights.g, fights.s, unit), defence(fights.g, fights.s, unit))


def missions(fights: Fights, side: Side, focus: int = 0) -> list[Mission]:
    """A mission for every objective: to take it from the enemy, or to keep it if the enemy is near.

    focus: the hexes of the main effort."""
    g, s = fights.g, fights.s
    theirs, found = controlled(s, 1 - side), []
    for hex_, value in sorted(fights.prizes.items()):
        area, weight = 1 << hex_, 0.0
        if theirs >> hex_ & 1:
            around = g.grid.range(hex_, 2) & s.occupied[1 - side]
            need = sum(defence(g, s, u) for h in hexes_in(around) for u in units_in(s.at[h] & g.combat))
            weight = value + fights.w.lifeline * fights.bars(side).get(hex_, 0)
            found.append(Mission(area, weight, LEAST + need))
        else:
            power = threat(fights, 1 - side, hex_)
            if power:
                weight = fights.w.guard * value * min(1.0, 0.2 + power / 16)
                need = max(LEAST, int(0.7 * fights.w.guard * power))
                found.append(Mission(area | g.grid.ring(hex_, 1), weight, need))
    for hex_, points in sorted(fights.bars(side).items()):
        if not fights.prizes.get(hex_, 0):
            need = sum(defence(g, s, unit) for unit in units_in(s.at[hex_] & g.combat))
            found.append(Mission(1 << hex_, fights.w.lifeline * points, LEAST + 2 * need))
    gaps = fights.lifelines(side).gaps
    for worth in sorted(set(gaps.values())):
        hexes = sum(1 << hex_ for hex_, points in gaps.items() if points == worth)
        found.append(Mission(hexes, fights.w.lifeline * worth, LEAST))
    return [stressed(mission) if mission.hexes & focus else mission for mission in found] if focus else found


def stressed(mission: Mission) -> Mission:
    return mission._replace(weight=MAIN * mission.weight, need=int(MAIN * mission.need))


def threat(fights: Fights, side: Side, hex_: Hex) -> float:
    """The strength of a side that may come to a hex, reduced by distance."""
    g, s = fights.g, fights.s
    field = fights.chart.roads[side].toward(1 << hex_, MOTORIZED)
    total = 0.0
    for unit in units_in(g.combat & g.side_units[side] & ~g.guns):
        if s.place[unit] >= 0:
            total += attack(g, s, unit) * max(0.0, 1 - field[s.place[unit]] / THREAT)
    return total


def bodies(fights: Fights, side: Side) -> list[Body]:
    """Units that go together: those of a Formation that are near each other, Army units one by one."""
    g, s = fights.g, fights.s
    left = g.combat & g.side_units[side]
    left = sum(1 << unit for unit in units_in(left) if s.place[unit] >= 0)
    found = []
    while left:
        first = max(units_in(left), key=lambda unit: (g.formation[unit] >= 0, strength(fights, unit), -unit))
        units = 1 << first
        if g.formation[first] >= 0:
            near = g.grid.range(s.place[first], NEAR)
            mates = left & g.formation_units[g.formation[first]]
            units = sum(1 << unit for unit in units_in(mates) if near >> s.place[unit] & 1)
        left &= ~units
        kind = class_of(g, units)
        found.append(Body(units, s.place[first], kind, sum(strength(fights, unit) for unit in units_in(units))))
    return found


def share_out(fights: Fights, side: Side, focus: int = 0) -> dict[int, Mission]:
    """Share out the tasks among the units."""
    found = fights.known.tasks.get(side)
    if found is not None:
        return found
    found = fights.known.tasks[side] = {}
    shared = assign(fights.chart.roads[side], missions(fights, side, focus), bodies(fights, side), fights.w.stray)
    for units, mission in shared.items():
        for unit in units_in(units):
            found[unit] = mission
    return found


def task_of(fights: Fights, side: Side, unit: Unit, hexes: int, focus: int = 0) -> Mission | None:
    """The best task of a unit that may enter at some hexes."""
    roads, kind = fights.chart.roads[side], class_of(fights.g, 1 << unit)

    def worth(mission: Mission) -> float:
        field = mission.field(roads, kind)
        return mission.weight - fights.w.stray * min(field[hex_] for hex_ in hexes_in(hexes))

    return max(missions(fights, side, focus), key=worth, default=None)
