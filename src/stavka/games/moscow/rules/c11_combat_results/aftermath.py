"""Chapter 11: the result of a combat is carried out (OPS.A.3k)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import units_in
from stavka.engine.machine import Step
from stavka.games.moscow.files import Result
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    Fighting,
    battle_under,
    read_result,
    side_of,
    write_result,
)
from stavka.games.moscow.rules.c10_combat.odds import defenders
from stavka.games.moscow.rules.c11_combat_results.losses import eliminate, give_up_works
from stavka.games.moscow.rules.c11_combat_results.results import Losing, disrupt, eliminate_all, extra_step, make_bill
from stavka.games.moscow.rules.c11_combat_results.retreat import Retreating
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, Checking
from stavka.games.moscow.rules.c16_special_units import rockets
from stavka.games.moscow.state import Position
from stavka.hexes import NO_HEX

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def settle(g: Moscow, s: Position, b: Fighting, result: Result) -> None:
    """Losses of both sides, then the checks of air units and Leaders; retreats come next."""
    hex_ = b.hex
    write_result(b, result)
    near = g.grid.ring(hex_, 1)
    guns = sum(1 << gun for gun in units_in(b.attacker_guns) if near >> s.place[gun] & 1)
    b.force = b.units | guns  # [11.12, 12.16a, 12.16b]
    b.defenders = defenders(g, s, hex_)
    b.arrived = s.at.get(hex_, 0) & g.combat & s.arrived
    b.is_held = s.holding >> hex_ & 1
    give_up_works(s, b.units | b.defenders)  # [14.25b, 14.33]
    bill = make_bill(g, s, result, b.force, b.defenders, b.arrived, hex_)
    attacking, defending = side_of(g, b, ATTACKER), side_of(g, b, DEFENDER)
    frames: list[Frame] = [
        Losing(defending, bill.defender, b.defenders, bill.first_defender or 1 << b.defender_lead, b.arrived),
        Losing(attacking, bill.attacker, b.force, bill.first_attacker or 1 << b.attacker_lead),
    ]  # [11.11d, 11.21, 11.22, 11.36c, 11.42a, OPS.A.3k1]
    if bill.extra:
        frames.append(ExtraStep())  # [11.42b, OPS.A.3k2]
    if result.red:
        frames += loss_checks(g, b)
    for force, units in ((result.defender, b.defenders), (result.attacker, b.force)):
        if force.eliminated:
            eliminate_all(g, s, units)  # [11.11c]
    s.stack += reversed(frames)


def loss_checks(g: Moscow, b: Fighting) -> list[CheckingLoss]:
    """A red result: every air unit in the combat, the Attacker's first, and the Leaders that lent CP."""
    air = [CheckingLoss(unit) for role in (ATTACKER, DEFENDER) for unit in units_in(b.air(role))]
    return air + [CheckingLoss(leader) for leader in units_in(b.lent)]  # [13.17, 15.34b]


@frame("loss_check")
class CheckingLoss(Checking):
    """The check of an air unit or Leader after a red result."""


class LossCheck(Check[CheckingLoss]):
    """An air unit or Leader passes a check or is lost."""

    rule = "13.17"

    def done(self, g: Moscow, s: Position, f: CheckingLoss, modified: int, *, success: bool) -> None:
        if not success:
            eliminate(g, s, f.lead)  # [13.17, 15.34b]


@fixed_frame("extra")
class ExtraStep(Frame):
    """The step of a No Retreat; the frame below is the combat."""


class Extra(Step["Moscow", Position, ExtraStep]):
    """Units under a No Retreat marker lose one more step instead of retreating."""

    rule = "11.42b"

    def proceed(self, g: Moscow, s: Position, f: ExtraStep) -> bool:
        s.stack.pop()
        b = battle_under(s)
        s.holding &= ~(1 << b.hex)  # [11.42c]
        extra_step(g, s, b.defenders | b.arrived, b.defender_lead)  # [9.46b, 11.41, 11.42b]
        return True


def alive(s: Position, units: int) -> int:
    return sum(1 << unit for unit in units_in(units) if s.place[unit] >= 0)


def retreats(g: Moscow, s: Position, b: Fighting) -> None:
    """Retreats of both sides, the Defender's first, and Special Retreats."""
    result, hex_ = read_result(b), b.hex
    least = 2 if b.is_mobile else 1  # [11.31a, 11.31b]
    frames: list[Frame] = []
    here = s.at.get(hex_, 0) & g.side_units[side_of(g, b, DEFENDER)]
    s.fired |= here & g.guns  # [12.24]
    fleeing = here & g.rockets  # [16.31]
    frames += [rockets.SpecialRetreating(rocket, s.place[rocket]) for rocket in units_in(fleeing)]
    if result.defender.retreat and not b.is_held:  # [9.46c]
        goes = here & ~fleeing  # [11.11b, 11.36b, 15.33a, 16.22a, 16.32a]
        frames.append(Retreating(goes, hex_, least, away=NO_HEX, seat=side_of(g, b, DEFENDER)))
    away = alive(s, b.attacker_guns) & g.rockets
    frames += [rockets.SpecialRetreating(rocket, s.place[rocket]) for rocket in units_in(away)]
    if result.attacker.retreat:
        frames += attackers_retreat(g, s, b, least, away)
    s.stack += reversed(frames)  # [OPS.A.3k3]


def attackers_retreat(g: Moscow, s: Position, b: Fighting, least: int, away: int) -> list[Frame]:
    """One retreat for each hex from which the attack came, with the artillery that is stacked there."""
    frames: list[Frame] = []
    force = alive(s, b.force) & ~away
    side = side_of(g, b, ATTACKER)
    for hex_ in sorted({s.place[unit] for unit in units_in(force)}):
        goes = s.at[hex_] & (force | g.guns | ~g.combat) & ~away  # [12.16c, 15.33a, 16.22a]
        frames.append(Retreating(goes, hex_, least, away=b.hex, seat=side))  # [11.3a]
    return frames


def disruption(g: Moscow, s: Position, b: Fighting) -> None:
    """Disruption comes after the retreats; then the air units go home."""
    result = read_result(b)
    if result.defender.disrupted:
        disrupt(g, s, b.defenders | b.arrived)  # [11.11e, OPS.A.3k, OPS.B.4a]
    if result.attacker.disrupted:
        disrupt(g, s, b.force)  # [11.11e, OPS.B.4a]
    s.arrived &= ~b.arrived
    air_units.fly_home(s, b.attacker_air | b.defender_air)  # [13.28, OPS.A.3k4]
