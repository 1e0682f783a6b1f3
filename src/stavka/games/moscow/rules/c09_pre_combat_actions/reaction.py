"""Chapter 9.3: Reaction Movement, as ruling U116 has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByOwner, BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import HEXES, OPTIONS
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason
from stavka.engine.state import below
from stavka.games.moscow.frames import LateFrame
from stavka.games.moscow.rules.c03_basic_concepts import control
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import formation_now, reserve_units
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends, can_step, enemy, going, stay
from stavka.games.moscow.rules.c11_combat_results.losses import give_up_works
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking, helpers
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Enemy, Hex, Reach

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def able(g: Moscow, s: Position, side: Side) -> int:
    """Units that may react as far as their kind and their state are concerned, wherever they are."""
    units = g.combat & g.red_box & g.side_units[side] & s.placed  # [8.0a, 8.17a, 9.33]
    units &= ~(s.disrupted | s.oos | s.low_fuel | reserve_units(g, s))  # [3.72d, 6.44b2, 8.16, 9.33]
    return sum(1 << unit for unit in units_in(units) if formation_now(g, s, unit) >= 0)  # [9.33]


def refusers(s: Position) -> int:
    """Units that have refused combat in this Enemy Reaction Phase and could react otherwise."""
    return next((below.refusers for below in reversed(s.stack) if isinstance(below, Reacting)), 0)


def note_refusal(g: Moscow, s: Position, units: int) -> None:
    """Keep units that refuse combat out of the reactions to come; where no attack is left there will be none."""
    units &= able(g, s, g.side_of_units(units))
    if not units or not s.attacks:
        return
    for each in s.stack:
        if isinstance(each, Reacting):
            each.refusers = refusers(s) | units  # [9.33]


def reactors(g: Moscow, s: Position, side: Side) -> int:
    """Units of the non-active player that may try to react."""
    units = able(g, s, side) & ~refusers(s)  # [9.33]
    bound = enemy_zone(g, s, side) | s.stubborn | g.grid.hexes(attack[0] for attack in s.attacks)  # [9.33]
    return sum(1 << unit for unit in units_in(units) if not bound >> s.place[unit] & 1)  # [9.33]


@frame("reaction")
class Reacting(LateFrame):
    """One side's Reaction Movement."""

    unknown = 0

    side: Side
    tried: int = 0  # units
    refusers: int = 0  # units that have refused combat and could react otherwise


class Reaction(BySide["Moscow", Position, Reacting]):
    """Units of the non-active player may move, one at a time."""

    rule = "9.31"

    def proceed(self, g: Moscow, s: Position, f: Reacting) -> bool:
        if s.attacks and self.units(g, s, f):  # [9.31]
            return False
        s.stack.pop()
        s.forget()
        return True

    def units(self, g: Moscow, s: Position, f: Reacting) -> int:
        units = reactors(g, s, f.side) & ~f.tried
        return sum(1 << unit for unit in units_in(units) if self.moves(g, s, unit))

    def moves(self, g: Moscow, s: Position, unit: Unit) -> bool:
        """Whether the unit has anywhere to go."""
        return can_step(g, s, 1 << unit, allowance(g, s, unit, reaction=True), reaction_enemy(g, s, unit))

    def offer(self, g: Moscow, s: Position, f: Reacting) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(g, s, f), options=g.DONE)  # [OPS.A.2b]

    def unit(self, g: Moscow, s: Position, f: Reacting, unit: Unit) -> None:
        f.tried |= 1 << unit
        s.stack.append(CheckingReaction(unit))  # [9.34]

    def option(self, g: Moscow, s: Position, f: Reacting, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Reacting) -> str:
        return ask("reaction")

    def why(self, g: Moscow, s: Position, f: Reacting, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if f.tried >> pick[1] & 1:
            return because("9.31", "has tried")
        if g.side[pick[1]] != f.side or not g.red_box >> pick[1] & 1:
            return because("9.33", "cannot react")
        if refusers(s) >> pick[1] & 1 or (s.place[pick[1]] >= 0 and s.stubborn >> s.place[pick[1]] & 1):
            return because("9.33", "has tried to refuse")
        return because("9.33", "not fit to react")


@frame("react")
class CheckingReaction(Checking):
    """The check of a unit that wants to react."""


class React(Check[CheckingReaction]):
    """The check of a unit that wants to react."""

    rule = "9.34"
    asks = "check reaction"

    def helpers(self, g: Moscow, s: Position, f: CheckingReaction) -> int:
        return helpers(g, s, f.lead)  # [9.34, 15.23a]

    def done(self, g: Moscow, s: Position, f: CheckingReaction, modified: int, *, success: bool) -> None:
        if success:
            s.stack.append(ReactionMove(f.lead, allowance(g, s, f.lead, reaction=True)))  # [9.32, 9.35]


def defended(g: Moscow, s: Position, side: Side) -> int:
    """The Defender hexes of a side."""
    hexes: int = sum({1 << attack[0] for attack in s.attacks}) & s.occupied[side]
    return hexes


def reaction_enemy(g: Moscow, s: Position, unit: Unit) -> Enemy:
    """The hindrances to a reacting unit; an EZOC costs nothing in a Defender hex, where it stops."""
    return enemy(g, s, 1 << unit, defender=defended(g, s, g.side[unit]))  # [9.36]


def reaction_reach(g: Moscow, s: Position, unit: Unit, points: int) -> Reach:
    """The hexes that a reacting unit can reach."""
    there = reaction_enemy(g, s, unit)
    return g.reacher(going(g, s, 1 << unit)).reach(s.place[unit], points, there)  # [9.35, 9.37a, 9.37b]


def _goals(g: Moscow, s: Position, unit: Unit, points: int) -> int:
    if not points:
        return 0
    return reaction_reach(g, s, unit, points).mask & ~(1 << s.place[unit]) & ~barred_ends(g, s, g.side[unit])


@frame("react_move")
class ReactionMove(Frame):
    """The move of a unit that reacts."""

    unit: Unit
    half_points: int  # MP left, in halves


class ReactMove(ByOwner["Moscow", Position, ReactionMove]):
    """A unit that has passed its check moves."""

    rule = "9.35"

    def free_picks(self, g: Moscow, s: Position, f: ReactionMove, offer: Offer) -> Offer:
        """The picks that can be taken back as long as another unit may try to react."""
        return offer.only(HEXES | OPTIONS if Reaction().units(g, s, below(s, Reacting)) else 0)

    def proceed(self, g: Moscow, s: Position, f: ReactionMove) -> bool:
        if _goals(g, s, f.unit, f.half_points):
            return False
        self.finish(g, s, f)
        return True

    def finish(self, g: Moscow, s: Position, f: ReactionMove) -> None:
        s.stack.pop()
        stay(g, s, 1 << f.unit)

    def offer(self, g: Moscow, s: Position, f: ReactionMove) -> Offer:
        return Offer(self.seat(g, s, f), hexes=_goals(g, s, f.unit, f.half_points), options=g.STOP)

    def hex(self, g: Moscow, s: Position, f: ReactionMove, hex_: Hex) -> None:
        unit = f.unit
        found = reaction_reach(g, s, unit, f.half_points)
        way = g.reacher(going(g, s, 1 << unit)).way(found, s.place[unit], hex_, reaction_enemy(g, s, unit))
        f.half_points = 0 if defended(g, s, g.side[unit]) >> hex_ & 1 else f.half_points - found.cost_of(hex_)  # [9.36]
        s.tell("moves", ("9.35",), units=1 << unit, path=way, left=f.half_points / 2)
        give_up_works(s, 1 << unit)  # [14.33]
        control.walk(g, s, 1 << unit, way[1:])

    def option(self, g: Moscow, s: Position, f: ReactionMove, option: Option) -> None:
        self.finish(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: ReactionMove) -> str:
        return ask("move", units=g.labels[f.unit], points=f.half_points / 2)

    def why(self, g: Moscow, s: Position, f: ReactionMove, seat: int, pick: Pick) -> Reason | None:
        return because("9.35", "out of reach") if pick[0] == HEX else None
