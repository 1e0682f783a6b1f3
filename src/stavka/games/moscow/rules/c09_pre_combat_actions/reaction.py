"""Chapter 9.3: Reaction Movement, as it is ruled (U116)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.machine import ListStep
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import formation_now, reserve_units
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends, can_step, enemy, going, stay
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, check_frame, helpers
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Enemy, Reach

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


REFUSERS: Final = 3
"""Where the frame of the reactions has the units that have refused combat before, if any of them could react."""


def able(g: Moscow, s: Position, side: int) -> int:
    """Units that may react as far as their kind and their state are concerned, wherever they are."""
    units = g.combat & g.red_box & g.side_units[side] & s.placed  # [8.0a, 8.17a, 9.33]
    units &= ~(s.disrupted | s.oos | s.low_fuel | reserve_units(g, s))  # [3.72d, 6.44b2, 8.16, 9.33]
    return sum(1 << unit for unit in members(units) if formation_now(g, s, unit) >= 0)  # [9.33]


def refusers(s: Position) -> int:
    """Units that have refused combat in this Enemy Reaction Phase and could react otherwise."""
    frame: Frame = next((frame for frame in reversed(s.stack) if frame[0] == "reaction"), [])
    units: int = frame[REFUSERS] if len(frame) > REFUSERS else 0
    return units


def note_refusal(g: Moscow, s: Position, units: int) -> None:
    """Keep units that refuse combat out of the reactions to come; where no attack is left there will be none."""
    units &= able(g, s, g.side_of_units(units))
    if not units or not s.attacks:
        return
    for frame in s.stack:
        if frame[0] == "reaction":
            frame[REFUSERS:] = [refusers(s) | units]  # [9.33]


def reactors(g: Moscow, s: Position, side: int) -> int:
    """Units of the non-active player that may try to react."""
    units = able(g, s, side) & ~refusers(s)  # [9.33]
    bound = enemy_zone(g, s, side) | s.stubborn | g.grid.hexes(attack[0] for attack in s.attacks)  # [9.33]
    return sum(1 << unit for unit in members(units) if not bound >> s.place[unit] & 1)  # [9.33]


class Reaction(ListStep["Moscow", Position]):
    """Units of the non-active player may move, one at a time.

    Frame: [name, side, units that have tried]; after a Combat Refusal also those who refused."""

    rule = "9.31"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if s.attacks and self.units(g, s, f):  # [9.31]
            return False
        s.stack.pop()
        s.memo = s.goals = None
        return True

    def units(self, g: Moscow, s: Position, f: Frame) -> int:
        units = reactors(g, s, f[1]) & ~f[2]
        return sum(1 << unit for unit in members(units) if self.moves(g, s, unit))

    def moves(self, g: Moscow, s: Position, unit: int) -> bool:
        """Whether it has anywhere to go."""
        return can_step(g, s, 1 << unit, allowance(g, s, unit, reaction=True), reaction_enemy(g, s, unit))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], units=self.units(g, s, f), options=g.DONE)  # [OPS.A.2b]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[2] |= 1 << unit
        s.stack.append(check_frame("react", unit))  # [9.34]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("reaction")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if f[2] >> pick[1] & 1:
            return because("9.31", "has tried")
        if g.side[pick[1]] != f[1] or not g.red_box >> pick[1] & 1:
            return because("9.33", "cannot react")
        if refusers(s) >> pick[1] & 1 or (s.place[pick[1]] >= 0 and s.stubborn >> s.place[pick[1]] & 1):
            return because("9.33", "has tried to refuse")
        return because("9.33", "not fit to react")


class React(Check):
    """The check of a unit that wants to react. Frame: that of a check."""

    rule = "9.34"
    asks = "check reaction"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        return helpers(g, s, f[1])  # [9.34, 15.23a]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        if success:
            s.stack.append(["react_move", f[1], allowance(g, s, f[1], reaction=True)])  # [9.32, 9.35]


def defended(g: Moscow, s: Position, side: int) -> int:
    """The Defender hexes of a side."""
    return sum({1 << attack[0] for attack in s.attacks}) & s.occupied[side]


def reaction_enemy(g: Moscow, s: Position, unit: int) -> Enemy:
    """What hinders a reacting unit; an EZOC costs nothing in a Defender hex, where it stops."""
    return enemy(g, s, 1 << unit, defender=defended(g, s, g.side[unit]))  # [9.36]


def reaction_reach(g: Moscow, s: Position, unit: int, points: int) -> Reach:
    """Where a reacting unit can go."""
    there = reaction_enemy(g, s, unit)
    return g.reacher(going(g, s, 1 << unit)).reach(s.place[unit], points, there)  # [9.35, 9.37a, 9.37b]


def _goals(g: Moscow, s: Position, unit: int, points: int) -> int:
    if not points:
        return 0
    return reaction_reach(g, s, unit, points).mask & ~(1 << s.place[unit]) & ~barred_ends(g, s, g.side[unit])


class ReactMove(ListStep["Moscow", Position]):
    """A unit that has passed its check moves. Frame: [name, unit, halves left]."""

    rule = "9.35"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if _goals(g, s, f[1], f[2]):
            return False
        self.finish(g, s, f)
        return True

    def finish(self, g: Moscow, s: Position, f: Frame) -> None:
        s.stack.pop()
        stay(g, s, 1 << f[1])

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=_goals(g, s, f[1], f[2]), options=g.STOP)

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        unit = f[1]
        found = reaction_reach(g, s, unit, f[2])
        way = g.reacher(going(g, s, 1 << unit)).way(found, s.place[unit], hex_, reaction_enemy(g, s, unit))
        f[2] = 0 if defended(g, s, g.side[unit]) >> hex_ & 1 else f[2] - found.cost_of(hex_)  # [9.36]
        s.tell("moves", ("9.35",), units=1 << unit, path=way, left=f[2] / 2)
        give_up_works(s, 1 << unit)  # [14.33]
        control.walk(g, s, 1 << unit, way[1:])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        self.finish(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("move", units=g.labels[f[1]], points=f[2] / 2)

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("9.35", "out of reach") if pick[0] == HEX else None
