"""Chapter 14.1: the set-up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit, indices
from stavka.engine.state import places
from stavka.games.luki.rules.c04_game_turn import BetweenTurns, opening
from stavka.games.luki.state import COMING, GERMAN, INTRODUCTORY, OFF, POOL, Position, derive
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


def set_up(g: Luki, scenario: str) -> Position:
    """The position in which turn 1 begins: the German units in their hexes, everything else to come."""
    s: Position = Position.blank(scenario)
    s.turn, s.segment = 1, INTRODUCTORY  # [14.0b]
    s.cup = g.first_chits  # [14.1a, 14.1b]
    number = len(g.units)
    s.c3i, s.kessel, s.track = bytearray(2), bytearray(number), bytearray(number + 1)
    s.place = places(first_place(g, unit) for unit in indices(g.unit_ids))
    s.steps = bytearray(0 if g.breakout >> unit & 1 else g.full_steps[unit] for unit in indices(g.unit_ids))  # [9.0b]
    s.stack = [BetweenTurns(), *reversed(opening())]
    derive(g, s)
    return s


def first_place(g: Luki, unit: Unit) -> Hex:
    if g.side[unit] == GERMAN and g.setup_hex[unit] >= 0:
        return g.setup_hex[unit]  # [13.3a, 14.1d]
    if g.variable >> unit & 1:
        return POOL  # [9.2a, 14.1c]
    return OFF if g.breakout >> unit & 1 else COMING
