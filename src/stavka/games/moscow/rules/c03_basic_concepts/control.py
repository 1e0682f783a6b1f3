"""Chapter 3.1: who controls a hex, and what happens to the units in a hex that is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Side, units_in
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import zone
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate
from stavka.games.moscow.state import GERMAN, SOVIET, Position, put, shift
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def controlled(s: Position, side: Side) -> int:
    """The hexes of a side. Those of the Soviet side may include bits that do not stand for a hex."""
    return s.german if side == GERMAN else ~s.german  # [3.1c, 3.12a]


def disputed(g: Moscow, s: Position) -> int:
    """Empty hexes in the ZOC of both sides."""
    return zone(g, s, GERMAN) & zone(g, s, SOVIET) & ~held(s, GERMAN) & ~held(s, SOVIET)  # [3.12b]


def held(s: Position, side: Side) -> int:
    """Hexes with any ground unit of a side."""
    return s.occupied[side] | s.apart[side]


def settle_control(g: Moscow, s: Position) -> None:
    """Settle control: hexes go to the side whose units are in them, empty ones to the only side with a ZOC there."""
    german, soviet = held(s, GERMAN), held(s, SOVIET)
    ours, theirs = zone(g, s, GERMAN), zone(g, s, SOVIET)
    s.german |= german | ours & ~(theirs | soviet)  # [3.12a2, 3.12a3]
    s.german &= ~(soviet | theirs & ~(ours | german))  # [3.12a2, 3.12a3]
    s.settled = s.german


def enter(g: Moscow, s: Position, units: int, hex_: Hex) -> None:
    """Units go into a hex: enemy Leaders and Fuel units are lost there, and control is settled."""
    side = g.side_of_units(units)
    if units & g.combat and s.apart[1 - side] >> hex_ & 1:
        for unit in units_in(s.at[hex_] & g.side_units[1 - side]):
            eliminate(g, s, unit)  # [3.14g2, 15.34a, 16.22b]
    for unit in units_in(units):
        left = s.place[unit]
        if left < 0:
            put(g, s, unit, hex_)
            continue
        shift(g, s, unit, hex_)
        if not s.occupied[side] >> left & 1:
            s.holding &= ~(1 << left)  # [9.45c]
    settle_control(g, s)


def restless(g: Moscow, s: Position, side: Side) -> int:
    """The hexes in which units of a side that pass through may change more than their place: hexes that the side does
    not control, hexes with an enemy, its ZOC or a unit that holds, and the hexes around all these."""
    other = 1 - side
    theirs = zone(g, s, other)
    key = (side, s.german, theirs, s.occupied[other], s.apart[other], s.holding)
    if s.alarm is None or s.alarm[0] != key:
        quiet = controlled(s, side) & ~theirs & ~held(s, other) & ~s.holding
        hexes = g.grid.all & ~quiet
        s.alarm = (key, hexes | g.grid.spread(hexes))
    return s.alarm[1]


def walk(g: Moscow, s: Position, units: int, path: list[Hex]) -> None:
    """Take units along a path, hex by hex where it matters."""
    start = g.place_of(s, units)
    hexes = g.grid.hexes(path) | (1 << start if start >= 0 else 0)
    if hexes & restless(g, s, g.side_of_units(units)):
        for hex_ in path:
            enter(g, s, units, hex_)  # [8.11]
    elif start >= 0:
        slip(g, s, units, path[-1])
    else:
        enter(g, s, units, path[-1])


def slip(g: Moscow, s: Position, units: int, hex_: Hex) -> None:
    """Take units through hexes that are not restless: control stays the same, if it was settled before."""
    was_settled = s.settled == s.german
    for unit in units_in(units):
        shift(g, s, unit, hex_)
    if was_settled:
        s.settled = s.german
    else:
        settle_control(g, s)
