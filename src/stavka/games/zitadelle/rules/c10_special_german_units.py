"""Chapter 10: bombardment and engineer units, breakdown of Panthers and Ferdinands."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import DIE, Offer
from stavka.games.zitadelle.state import OFF, REMOVED, Position, lift
from stavka.games.zitadelle.words import ask

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle
    from stavka.games.zitadelle.rules.c08_movement.unit_moves import Moving
    from stavka.games.zitadelle.rules.c11_reinforcements import Entering


def may_support(g: Zitadelle, s: Position, attackers: int, hexes: int) -> int:
    """Bombardment and engineer units that may take part in an assault of their corps in the first turn."""
    if s.turn != 1:  # [7.48, 10.12, 10.22]
        return 0
    near = -1
    for hex_ in hexes_in(hexes):
        near &= g.near[hex_]  # [7.25]
    corps = {g.formation[unit] for unit in units_in(attackers)}
    there = (unit for unit in units_in(g.support_units) if s.place[unit] >= 0 and near >> s.place[unit] & 1)
    return sum(1 << unit for unit in there if g.formation[unit] in corps)  # [10.12, 10.22]


@fixed_frame("spent")
class Spending(Frame):
    """Bombardment and engineer units of an assault that is being resolved."""

    units: int


class Spent(Step["Zitadelle", Position, Spending]):
    """Bombardment and engineer units leave the game once their assault is resolved."""

    rule = "10.11"

    def proceed(self, g: Zitadelle, s: Position, f: Spending) -> bool:
        s.stack.pop()
        remove_support(g, s, f.units)  # [10.11, 10.21]
        return True


def remove_support(g: Zitadelle, s: Position, units: int) -> None:
    """Remove bombardment and engineer units from the game; this does not count as elimination."""
    for unit in units_in(units):
        if s.place[unit] >= 0:
            lift(g, s, unit, REMOVED)  # [10.11, 10.21]
        elif s.place[unit] != OFF:
            s.place[unit] = REMOVED


@fixed_frame("breakdown")
class BreakingDown(Frame):
    """A unit that may break down; the frame below is its move."""

    unit: Unit


class Breakdown(ByDice["Zitadelle", Position, BreakingDown]):
    """A Panther or Ferdinand unit may lose MP before it moves; the frame below is the move."""

    rule = "10.32"

    def offer(self, g: Zitadelle, s: Position, f: BreakingDown) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)

    def roll(self, g: Zitadelle, s: Position, f: BreakingDown, outcome: int) -> None:
        s.stack.pop()
        move = cast("Moving | Entering", s.stack[-1])
        move.points = max(0, move.points - outcome - 1)  # [10.32]
        s.tell("breakdown", ("10.32",), unit=f.unit, die=outcome + 1, left=move.points)
        if not move.points and not g.uses(s, "minimum_move"):
            s.stack.pop()
            s.moved |= 1 << f.unit

    def prompt(self, g: Zitadelle, s: Position, f: BreakingDown) -> str:
        return ask("breakdown", unit=g.labels[f.unit])
