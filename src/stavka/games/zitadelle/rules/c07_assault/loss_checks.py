"""Chapter 7.5 and 7.6: the result of an assault and the loss checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Unit, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import Offer
from stavka.games.zitadelle.dice import TWO_DICE
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import is_surrounded
from stavka.games.zitadelle.rules.c06_anti_tank_fire.losses import eliminate, lose_step
from stavka.games.zitadelle.rules.c07_assault.advance import Advancing
from stavka.games.zitadelle.rules.c07_assault.morale import level, lower_morale
from stavka.games.zitadelle.rules.c07_assault.retreat import Withdrawing
from stavka.games.zitadelle.state import Position
from stavka.games.zitadelle.words import ask

if TYPE_CHECKING:
    from stavka.games.zitadelle.game import Zitadelle

NOTHING, DISRUPTED, STEP_LOST = range(3)
ATTACKER, DEFENDER, BOTH = "A", "D", "B"
"""The first letter of a result of the CRT: whom it strikes."""


def check_drm(result: str, who: str) -> int | None:
    """The modifier of the loss checks that a result asks of the attacker or defender; None if it asks for no check."""
    whom, what = result[0], result[1]
    if what == "E" or whom not in (who, BOTH):  # [7.5a, 7.5d, 7.5e]
        return None
    return int(what) if what.isdigit() else 0  # [7.5b, 7.5f]


def destroys(result: str, who: str) -> bool:
    """Whether a result eliminates the attackers or the defenders."""
    return result == f"{who}E"  # [7.5c, 7.5g]


def outcome_of(g: Zitadelle, roll: int, pm_level: int) -> int:
    """The effect of a modified roll of a loss check on a unit whose formation has this PM level (U24)."""
    if roll > g.lethal:  # [7.63]
        return STEP_LOST  # [7.63]
    return DISRUPTED if roll > pm_level else NOTHING  # [7.62]


def check_odds(g: Zitadelle, pm_level: int, drm: int) -> tuple[float, ...]:
    """The chances that a loss check does nothing, disrupts, or costs a step."""
    weights = [0, 0, 0]
    for i, (_, weight) in enumerate(TWO_DICE):
        weights[outcome_of(g, i + 2 + drm, pm_level)] += weight
    return tuple(weight / sum(weights) for weight in weights)


@fixed_frame("assault_dice")
class Resolving(Frame):
    """An assault that has been declared."""

    units: int  # attacking units
    hexes: int
    defenders: int
    sheltering: int  # units that retreated into the hexes before
    column: int  # the column of the CRT


class AssaultDice(ByDice["Zitadelle", Position, Resolving]):
    """The attacker rolls."""

    rule = "7.3.6a"

    def offer(self, g: Zitadelle, s: Position, f: Resolving) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [7.3.6a]

    def roll(self, g: Zitadelle, s: Position, f: Resolving, outcome: int) -> None:
        s.stack.pop()
        units, defenders, shelter = f.units, f.defenders, f.sheltering
        result = g.crt[f.column][outcome]  # [7.3.6a]
        s.tell("assault result", ("7.3.6a",), dice=outcome + 2, column=f.column, result=result)
        s.stack.append(Advancing(units, f.hexes))  # [7.92a, 7.96b]
        if destroys(result, ATTACKER):
            destroy(g, s, units)  # [7.5c]
        if destroys(result, DEFENDER):
            destroy(g, s, defenders | shelter)  # [7.5g, 7.67, 7.85b]
        drm = check_drm(result, ATTACKER)
        if drm is not None:
            s.stack.append(Checking(units, units, drm))  # [7.5a, 7.5b, 7.5d, 10.14b, 10.24b]
        drm = check_drm(result, DEFENDER)
        if drm is not None:
            s.stack.append(Checking(defenders, defenders, drm, sheltering=shelter))  # [7.5d, 7.5e, 7.5f, 7.64]

    def prompt(self, g: Zitadelle, s: Position, f: Resolving) -> str:
        return ask("assault dice")


def destroy(g: Zitadelle, s: Position, units: int) -> None:
    for unit in units_in(units):
        eliminate(g, s, unit)
    lower_morale(g, s)


@frame("checks")
class Checking(Frame):
    """One side's loss checks."""

    units: int
    waiting: int  # units still to roll
    drm: int
    surrounded: int = -1  # units (-1: find out)
    disrupted: int = 0  # units that have failed
    step_lost: int = 0  # units that lose a step
    sheltering: int = 0  # units that retreated into the hexes before


class Checks(ByDice["Zitadelle", Position, Checking]):
    """One side's loss checks, a roll for each unit; all are judged by the PM levels and positions at the beginning,
    then carried out together.

    """

    rule = "7.61"

    def proceed(self, g: Zitadelle, s: Position, f: Checking) -> bool:
        if f.surrounded < 0:
            f.surrounded = sum(1 << unit for unit in units_in(f.units) if is_surrounded(g, s, unit))  # [7.65]
        if f.waiting:
            return False
        s.stack.pop()
        self.carry_out(g, s, f)
        return True

    def unit_checking(self, f: Checking) -> Unit:
        """The unit whose turn it is."""
        return last_unit(f.waiting & -f.waiting)

    def offer(self, g: Zitadelle, s: Position, f: Checking) -> Offer:
        return Offer(self.seat(g, s, f), chance=TWO_DICE)  # [7.3.6b, 7.61]

    def roll(self, g: Zitadelle, s: Position, f: Checking, outcome: int) -> None:
        unit = self.unit_checking(f)
        bit = 1 << unit
        f.waiting &= ~bit
        drm = f.drm + (g.surrounded_drm if f.surrounded & bit else 0)  # [7.61, 7.65]
        pm_level = level(g, s, unit)
        what = outcome_of(g, outcome + 2 + drm, pm_level)
        if what == DISRUPTED:
            f.disrupted |= bit
        elif what == STEP_LOST:
            f.step_lost |= bit
        s.tell("loss check", ("7.61",), unit=unit, dice=outcome + 2, drm=drm, level=pm_level, what=what)

    def carry_out(self, g: Zitadelle, s: Position, f: Checking) -> None:
        """Carry out the checks: step losses, then all retreats together, then units that shelter there, then the PM
        markers."""
        broken, hit, shelter = f.disrupted, f.step_lost, f.sheltering
        hurt = broken | hit
        exposed = 0
        if shelter and hurt:
            struck = sum(1 << hex_ for hex_ in {s.place[unit] for unit in units_in(hurt)})
            exposed = sum(1 << unit for unit in units_in(shelter) if struck >> s.place[unit] & 1)  # [7.85b]
        s.stack.append(Ending(exposed))
        for unit in units_in(hit):
            lose_step(g, s, unit)  # [7.63, 7.66b]
        alive = sum(1 << unit for unit in units_in(hit) if s.place[unit] >= 0)
        for unit in units_in(broken):
            s.disrupted |= 1 << unit  # [7.62, 7.86, 7.88a]
        side = g.side[last_unit(f.units)]
        s.stack.append(Withdrawing(side, must=broken, may=alive & ~g.hq_units, lifted=[]))  # [7.62, 7.63, 7.89b]

    def prompt(self, g: Zitadelle, s: Position, f: Checking) -> str:
        return ask("loss check", unit=g.labels[self.unit_checking(f)])


@fixed_frame("aftermath")
class Ending(Frame):
    """The end of one side's loss checks."""

    exposed: int  # units that had sheltered where the blow fell


class Aftermath(Step["Zitadelle", Position, Ending]):
    """The end of one side's checks."""

    rule = "7.85b"

    def proceed(self, g: Zitadelle, s: Position, f: Ending) -> bool:
        s.stack.pop()
        for unit in units_in(f.exposed):
            eliminate(g, s, unit)  # [7.85b]
        lower_morale(g, s)  # [7.73a]
        return True
