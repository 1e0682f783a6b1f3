"""Mix-ups in copies of real rule functions. Nobody runs this file: `test_kinds.py` has mypy read it, and each marked
line must be refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import units_in
from stavka.engine.offer import HEX, UNIT, Pick
from stavka.engine.state import below
from stavka.games.traces.rules.c06_zones_of_control import enemy_zoc
from stavka.games.traces.rules.c09_movement import Movement, MovementSegment, Moving
from stavka.games.traces.state import BOX, SOVIET, Position, lift

if TYPE_CHECKING:
    from stavka.engine.kinds import Option, Side, Unit
    from stavka.games.traces.game import Traces
    from stavka.hexes import Hex


def put(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    side = g.side[hex_]  # mix-up: the side of a hex
    s.place[hex_] = hex_  # mix-up: the place of a hex
    s.place[unit] = unit  # mix-up: a unit as a place
    here = s.at.get(unit, 0) | 1 << unit  # mix-up: who is in a unit
    s.occupied[unit] |= 1 << hex_  # mix-up: a unit as a side
    s.occupied[1 - side] |= here


def can_move(g: Traces, s: Position, unit: Unit, side: Side) -> bool:
    zone = enemy_zoc(g, s, unit)  # mix-up: the zones of a unit
    if s.place[unit] == unit:  # mix-up: a hex compared with a unit
        return False
    return bool(zone >> g.grid.neighbours[unit][0] & 1)  # mix-up: the neighbours of a unit


def picks(g: Traces, s: Position, unit: Unit, hex_: Hex, option: Option) -> list[Pick]:
    lift(g, s, BOX, unit)  # mix-up: places in the wrong order
    s.stack.append(Moving(hex_, half_points=2, origin=hex_))  # mix-up: a hex moves
    movable = s.stack[-2].movable  # mix-up: a value of a frame whose class nobody has asked for
    movable |= below(s, MovementSegment).movable
    Movement().unit(g, s, MovementSegment(SOVIET), option)  # mix-up: an option is picked as a unit
    return [(UNIT, each) for each in units_in(movable)] + [(HEX, unit)]  # mix-up: a unit is picked as a hex
