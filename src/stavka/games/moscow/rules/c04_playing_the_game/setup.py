"""Set-up: the start of each scenario, and the units that their owner places near a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Unit, hexes_in, numbered, units_in
from stavka.engine.machine import HEXES
from stavka.engine.offer import HEX, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled, settle_control
from stavka.games.moscow.rules.c04_playing_the_game.sequence import Playing
from stavka.games.moscow.state import (
    COMING,
    NOT_YET,
    POOL,
    READY,
    SOVIET,
    Position,
    blank,
    put,
    shelve,
    stack_points,
)
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

NEAR = 2
"""The distance from its hex within which a unit may be set up whose card says `near`."""


def set_up(g: Moscow, scenario: str, options: int) -> Position:
    """A new game before its first decision."""
    s = blank(g, scenario)
    s.options = options
    number = g.scenarios[scenario].number
    label = str(number)
    s.german = g.german_start.get(label, 0)  # [3.12a1]
    s.forts[SOVIET] = g.fort_start.get(label, 0)
    s.lines_down = g.fallen_start.get(label, 0)
    free = []
    for unit, counter in numbered(g.units):
        placement = counter.placements.get(number)
        if placement is None:
            continue
        s.steps[unit] = 1 if placement.reduced else counter.steps or 0
        if placement.hex is not None and g.grid.has(placement.hex):
            put(g, s, unit, g.grid.index(placement.hex))
        elif placement.near is not None:
            free.append(unit)
        else:
            shelve(s, unit, {"ready": READY, "pool": POOL, None: COMING}[placement.box])
    start = g.scenarios[scenario].fuel_start
    if start is not None and g.grid.has(start.hex):
        for fuel in list(units_in(g.fuel_units))[: start.units]:
            put(g, s, fuel, g.grid.index(start.hex))
    for marker in g.schedules[scenario].markers:
        s.markers[marker] = NOT_YET  # [4.23a]
    settle_control(g, s)
    s.stack = [Playing(), *(SettingUp(unit) for unit in reversed(free))]
    return s


@frame("set_up")
class SettingUp(Frame):
    """One unit that its owner sets up."""

    unit: Unit


class SetUp(ByOwner["Moscow", Position, SettingUp]):
    """A unit is placed by its owner, near a hex."""

    rule = "5.2a"

    def free_picks(self, g: Moscow, s: Position, f: SettingUp, offer: Offer) -> Offer:
        """The picks that can be taken back as long as the same side has another unit to place."""
        below = s.stack[-2]
        return offer.only(HEXES if isinstance(below, SettingUp) and g.side[below.unit] == g.side[f.unit] else 0)

    def hexes(self, g: Moscow, s: Position, unit: Unit) -> int:
        placement = g.units[unit].placements[g.scenarios[s.scenario].number]
        assert placement.near is not None
        near = g.grid.range(g.grid.index(placement.near), NEAR) & controlled(s, g.side[unit])
        room = g.stacking - g.points_of[unit]
        full = sum(1 << hex_ for hex_ in hexes_in(near) if stack_points(g, s.at.get(hex_, 0)) > room)  # [3.32]
        return near & ~full

    def offer(self, g: Moscow, s: Position, f: SettingUp) -> Offer:
        return Offer(self.seat(g, s, f), hexes=self.hexes(g, s, f.unit))

    def hex(self, g: Moscow, s: Position, f: SettingUp, hex_: Hex) -> None:
        s.stack.pop()
        put(g, s, f.unit, hex_)
        settle_control(g, s)
        s.tell("set up", ("5.2a",), unit=f.unit, hex=hex_)

    def prompt(self, g: Moscow, s: Position, f: SettingUp) -> str:
        return ask("set up", unit=g.labels[f.unit])

    def why(self, g: Moscow, s: Position, f: SettingUp, seat: int, pick: Pick) -> Reason | None:
        return because("5.2a", "not near enough") if pick[0] == HEX else None
