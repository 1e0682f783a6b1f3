"""Control of Cities and Crossing Points: 8.1f, 12.3, the Bridgehead (11.1i) and Automatic Victory (13.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit
from stavka.games.traces.state import (
    AXIS,
    DESTROYED_BRIDGEHEAD,
    NO_BRIDGEHEAD,
    SOVIET,
    Position,
    lift,
    put,
)
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

LAST_TURNS = 7
"""From this turn on every CP without an Axis unit is Soviet (12.3g)."""


def controlled_crossings(s: Position) -> int:
    """The number of Soviet-controlled CP, the Bridgehead included even after its destruction."""
    return s.crossings.bit_count() + (s.bridgehead != NO_BRIDGEHEAD)  # [2.1d, 11.1k, 12.3b]


def enter(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    """Carry out everything that follows at once when a unit enters a hex."""
    bit = 1 << hex_
    if g.side[unit] == SOVIET:
        if bit & g.crossings & ~s.crossings:  # [12.3c]
            take_crossing(s, bit, "12.3c")
        if bit & g.cities & ~s.cities:  # [8.1f]
            take_city(g, s, bit)
    else:
        if bit & s.cities:  # [8.1f]
            s.cities &= ~bit
            s.tell("city", ("8.1f",), hex=hex_, side=AXIS)
        if hex_ == s.bridgehead and g.combat_units >> unit & 1:  # [11.1i]
            s.bridgehead = DESTROYED_BRIDGEHEAD
            s.tell("bridgehead destroyed", ("11.1i",), hex=hex_)
    if s.crossings != g.crossings:
        check_crossings(g, s)


def take_city(g: Traces, s: Position, bit: int) -> None:
    s.cities |= bit  # [2.5b, 8.1f]
    s.tell("city", ("8.1f",), hex=bit.bit_length() - 1, side=SOVIET)
    if bit & s.orders:  # [13.1]
        s.result = "soviet automatic"
        s.tell("automatic victory", ("13.1",), hex=bit.bit_length() - 1)


def take_crossing(s: Position, bit: int, rule: str) -> None:
    """Take a CP. It is never given back, since its control is permanent (12.3f)."""
    s.crossings |= bit  # [2.5b, 12.3f]
    s.tell("crossing", (rule,), hex=bit.bit_length() - 1)


def check_crossings(g: Traces, s: Position) -> None:
    """Change the control of CP by the units near them; tested whenever a unit has come or gone."""
    soviet, axis = s.occupied[SOVIET], s.occupied[AXIS]
    for bit, near, rule in g.crossing_triggers:
        if bit & s.crossings or bit & axis:
            continue
        if near & soviet:  # [12.3d, 12.3e]
            take_crossing(s, bit, rule)
        elif s.turn >= LAST_TURNS:  # [12.3g]
            take_crossing(s, bit, "12.3g")


def walk(g: Traces, s: Position, unit: Unit, path: Sequence[Hex]) -> None:
    """Take a unit along a path, each hex being entered in turn; hexes where nothing can happen are passed at once."""
    alert = g.alert(s, g.side[unit])
    for hex_ in path[:-1]:
        if alert >> hex_ & 1:
            step(g, s, unit, hex_)
            if s.result:
                return
    step(g, s, unit, path[-1])


def step(g: Traces, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a unit from its hex to another, entering it."""
    lift(g, s, unit, hex_)
    put(g, s, unit, hex_)
    enter(g, s, unit, hex_)
