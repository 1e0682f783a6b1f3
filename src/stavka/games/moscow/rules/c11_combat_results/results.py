"""Chapter 11.1 and 11.2: the cost of a result to either side, and the units that pay it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.deciding import BySide
from stavka.engine.frames import Frame, frame
from stavka.engine.kinds import Side, Unit, last_unit, units_in
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import er, steps_of
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate, lose_step
from stavka.games.moscow.state import Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.files import Result
    from stavka.games.moscow.game import Moscow


class Bill(NamedTuple):
    """The steps that both sides lose, and units of which one must be the first to pay (0: the Lead Unit)."""

    attacker: int
    defender: int
    extra: int
    """The step of a No Retreat, which comes after the others."""
    first_attacker: int
    first_defender: int


def has_attrition(g: Moscow, result: Result, attackers: int, defenders: int) -> bool:
    """Armor Attrition: a red result, armor among the attackers, and a unit in the Defender hex that stops it."""
    return bool(result.red and attackers & g.armor and defenders & (g.armor | g.red_defence))  # [11.11f, 11.23a1]


def make_bill(g: Moscow, s: Position, result: Result, attackers: int, defenders: int, arrived: int, hex_: Hex) -> Bill:
    """The losses that each side owes: one step less if the other side does not have all the steps that it owes."""
    extra = 1 if result.defender.retreat and s.holding >> hex_ & 1 else 0  # [9.46b, 11.24, 11.41]
    owed = [result.attacker.steps, result.defender.steps]
    short_attacker = not result.attacker.eliminated and owed[0] > steps_of(s, attackers)
    short_defender = not result.defender.eliminated and owed[1] + extra > steps_of(s, defenders | arrived)  # [11.25c]
    if short_defender:
        owed[0] = max(0, owed[0] - 1)  # [11.25a]
    if short_attacker:
        owed[1] = max(0, owed[1] - 1)  # [11.25a]
    if not has_attrition(g, result, attackers, defenders):
        return Bill(owed[0], owed[1], extra, 0, 0)
    qualified = defenders & (g.armor | g.red_defence)  # [11.23b]
    return Bill(max(owed[0], 1), owed[1], extra, attackers & g.armor, qualified)  # [11.23a2, 11.25b]


@frame("lose")
class Losing(Frame):
    """Steps that one side loses."""

    side: Side
    steps: int  # still to be lost
    units: int  # units that may pay
    first: int = 0  # units of which one pays first
    last: int = 0  # units that pay when all others are gone


class Lose(BySide["Moscow", Position, Losing]):
    """Steps are lost."""

    rule = "11.21"

    def proceed(self, g: Moscow, s: Position, f: Losing) -> bool:
        units = self.units(s, f)
        if not f.steps or not units:
            s.stack.pop()
            return True
        every = self.alive(s, f.units | f.last)
        if units & (units - 1) and steps_of(s, every) > f.steps:
            return False
        self.unit(g, s, f, last_unit(units))
        return True

    def alive(self, s: Position, units: int) -> int:
        return sum(1 << unit for unit in units_in(units) if s.steps[unit])

    def units(self, s: Position, f: Losing) -> int:
        force = self.alive(s, f.units) or self.alive(s, f.last)  # [11.36c]
        return self.alive(s, f.first) & force or force  # [3.43b, 11.22, 11.23a2, 11.23b]

    def offer(self, g: Moscow, s: Position, f: Losing) -> Offer:
        return Offer(self.seat(g, s, f), units=self.units(s, f))  # [11.21]

    def unit(self, g: Moscow, s: Position, f: Losing, unit: Unit) -> None:
        f.steps -= 1
        f.first = 0
        lose_step(g, s, unit)  # [11.11d]

    def prompt(self, g: Moscow, s: Position, f: Losing) -> str:
        return ask("lose", number=f.steps)

    def why(self, g: Moscow, s: Position, f: Losing, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if f.first and (f.units | f.last) >> pick[1] & 1:
            return because("11.22", "another pays first")
        return because("11.21", "not of this force")


def extra_step(g: Moscow, s: Position, units: int, lead: int) -> None:
    """Take the step of a No Retreat from the Lead Unit, or from the unit with the highest ER."""
    alive = [unit for unit in units_in(units) if s.steps[unit]]
    if not alive:
        return
    best = max(er(g, s, unit) for unit in alive)
    choice = 1 << lead if lead in alive else sum(1 << unit for unit in alive if er(g, s, unit) == best)  # [11.42b]
    s.stack.append(Losing(g.side[alive[0]], 1, choice))


def eliminate_all(g: Moscow, s: Position, units: int) -> None:
    for unit in units_in(units):
        if s.steps[unit]:
            eliminate(g, s, unit)  # [11.11c]


def disrupt(g: Moscow, s: Position, units: int) -> None:
    """Disrupt combat units. None of them is building: a unit that attacks or defends has stopped."""
    units &= g.combat
    there = sum(1 << unit for unit in units_in(units) if s.place[unit] >= 0)
    s.disrupted |= there  # [3.7, 3.71, 3.73, 3.74, 11.11e]
    if there:
        s.tell("disrupted", ("3.71",), units=there)
