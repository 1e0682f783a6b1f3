"""Chapter 6: supply is judged, Kessels form, split, merge and wither (step I.B, U41)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, numbered, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import DIE, Offer
from stavka.games.luki.rules.c02_components.losses import lose_step
from stavka.games.luki.rules.c06_supply.supply_lines import passable, supplied
from stavka.games.luki.rules.c08_stacking import who_sees
from stavka.games.luki.rules.c13_miscellaneous import garrison
from stavka.games.luki.state import GERMAN, SOVIET, Position
from stavka.games.luki.words import ask
from stavka.hexes import flood

if TYPE_CHECKING:
    from stavka.games.luki.game import Luki


# -- who is isolated, and with whom ---------------------------------------------------------------------------------


def isolated(g: Luki, s: Position, side: Side) -> int:
    """The units of a side that cannot trace supply now."""
    units = 0
    for hex_ in hexes_in(s.occupied[side] & ~supplied(g, s, side)):  # [6.2a]
        units |= s.at[hex_]
    return units  # [6.0a]


def groups(g: Luki, s: Position, side: Side, units: int) -> list[int]:
    """Isolated units, grouped by what can be reached from each other."""
    through = passable(g, s, side)  # [6.41a]
    found = []
    while units:
        first = last_unit(units)
        linked = flood(g.grid, 1 << s.place[first], through, g.grid.all_sides)  # [6.41a]
        group = 0
        for hex_ in hexes_in(linked & s.occupied[side]):
            group |= s.at[hex_] & units  # [6.41b]
        units &= ~group
        found.append(group)
    return found


def start_space(g: Luki, s: Position, units: int) -> int:
    """The space of a new Kessel: the worst of those of its units."""
    return max(unit_space(g, s, unit) for unit in units_in(units))  # [6.42b]


def unit_space(g: Luki, s: Position, unit: Unit) -> int:
    """The start space for a unit where it is."""
    row, bit = g.kessel_starts[g.side[unit]], 1 << s.place[unit]
    if g.luki & bit:
        return row.velikye_luki  # [6.42a]
    if g.cities & bit:
        return row.city  # [6.42a]
    return row.village if g.settled & bit else row.elsewhere  # [6.42a]


def new_space(g: Luki, s: Position, units: int, old: bytes, track: bytes) -> int:
    """The space for the marker of a group: the start space of a new group; for any other group, one space beyond the
    worst from which it comes."""
    parents = {old[unit] for unit in units_in(units)} - {0}  # [6.42d]
    if not parents:
        return start_space(g, s, units)  # [6.42a]
    worst = max(track[parent] for parent in parents)  # [6.42c, 6.42d, 6.42e, 6.42g]
    return min(worst + 1, g.worst_condition)  # [6.42i, 6.42j, 6.42k]


def judge(g: Luki, s: Position) -> None:
    """The supply of all units, the Kessels and their markers."""
    old, track = bytes(s.kessel), bytes(s.track)
    s.kessel = bytearray(len(s.kessel))  # [6.1a, 6.1b, 6.42f, 6.42g]
    s.track[:] = bytes(len(s.track))  # [6.42f]
    number = 0
    for side in (SOVIET, GERMAN):  # [6.1a]
        for units in groups(g, s, side, isolated(g, s, side)):
            number += 1
            s.track[number] = new_space(g, s, units, old, track)  # [6.41c]
            for unit in units_in(units):
                s.kessel[unit] = number  # [6.41a, 6.41b]
            s.tell("kessel", ("6.41c", "6.42a"), side=side, number=number, space=s.track[number])


def condition(g: Luki, s: Position, unit: Unit) -> int:
    """The space of a unit's Kessel; 0 for a unit in supply."""
    return s.track[s.kessel[unit]]  # [6.0a, 6.1b]


# -- step I.B -------------------------------------------------------------------------------------------------------


@fixed_frame("supply")
class JudgingSupply(Frame):
    """The supply step (I.B) of a turn."""


class Supply(Step["Luki", Position, JudgingSupply]):
    """Both players judge supply at once; attrition and the release attempt follow."""

    rule = "6.1a"

    def proceed(self, g: Luki, s: Position, f: JudgingSupply) -> bool:
        s.stack.pop()
        judge(g, s)  # [4.2b]
        s.stack.append(garrison.Releasing())  # [4.2b, 13.41e]
        s.stack.append(CheckingAttrition(checked(g, s)))  # [4.2b]
        garrison.choose_kessel(g, s)  # [13.4a]
        return True


def checked(g: Luki, s: Position) -> int:
    """The units that make an attrition check."""
    units = 0
    for unit, number in numbered(s.kessel):
        if number and g.conditions[s.track[number]].attrition:  # [6.44a]
            units |= 1 << unit
    return units


def attrition_number(g: Luki, s: Position, unit: Unit) -> int:
    """The lowest roll that costs a unit a step."""
    row = g.attrition[condition(g, s, unit)]
    return row.settled if g.settled >> s.place[unit] & 1 else row.elsewhere  # [6.44a]


@frame("attrition")
class CheckingAttrition(Frame):
    """The attrition checks of a turn."""

    units: int  # units that have not checked yet


class Attrition(ByDice["Luki", Position, CheckingAttrition]):
    """Check units for attrition one after another."""

    rule = "6.44a"

    def proceed(self, g: Luki, s: Position, f: CheckingAttrition) -> bool:
        if f.units:
            return False
        s.stack.pop()
        return True

    def offer(self, g: Luki, s: Position, f: CheckingAttrition) -> Offer:
        return Offer(self.seat(g, s, f), chance=DIE)  # [6.44a]

    def roll(self, g: Luki, s: Position, f: CheckingAttrition, outcome: int) -> None:
        unit = last_unit(f.units & -f.units)
        f.units &= ~(1 << unit)
        number = attrition_number(g, s, unit)
        s.tell("attrition", ("6.44a",), seats=who_sees(g, s, unit), unit=unit, die=outcome + 1, number=number)
        if outcome + 1 >= number:  # [6.44a]
            lose_step(g, s, unit)  # [6.4, 6.44a, 6.44b]

    def prompt(self, g: Luki, s: Position, f: CheckingAttrition) -> str:
        return ask("attrition", unit=g.labels[last_unit(f.units & -f.units)])
