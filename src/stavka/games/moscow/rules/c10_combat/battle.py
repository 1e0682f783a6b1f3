"""Chapters 10 to 13: one combat, step by step (OPS.A.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.deciding import ByDice
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Unit, last_unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import Offer
from stavka.engine.state import top
from stavka.games.moscow.files import Result
from stavka.games.moscow.rules import c12_artillery as support
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c03_basic_concepts.values import best_er
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import leaders
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    FULL,
    HALF,
    NONE,
    Fighting,
    Overrunning,
    battle_under,
    coordination_drm,
    role_of,
)
from stavka.games.moscow.rules.c10_combat.odds import (
    Modifiers,
    attack_strength,
    column_of,
    defence_strength,
    defenders,
    modifiers,
    must_coordinate,
    net,
    support_strength,
)
from stavka.games.moscow.rules.c11_combat_results import advance, aftermath
from stavka.games.moscow.rules.c11_combat_results.retreat import lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import C, Check, Checking, helpers
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.engine.offer import Pick, Reason
    from stavka.games.moscow.game import Moscow


class Battle(Step["Moscow", Position, Fighting]):
    """One combat: each stage pushes the next decision, or leads to the next stage."""

    rule = "10.17"

    def proceed(self, g: Moscow, s: Position, f: Fighting) -> bool:
        stage = STAGES[f.stage]
        f.stage += 1
        stage(g, s, f)
        return True


# -- stages: who leads, who helps -------------------------------------------------------------------------------------


def lead_attacker(g: Moscow, s: Position, f: Fighting) -> None:
    name_lead(g, s, f, leaders(g, s, f.units), ATTACKER)  # [10.17, OPS.A.3a]


def lead_defender(g: Moscow, s: Position, f: Fighting) -> None:
    name_lead(g, s, f, lead_candidates(g, defenders(g, s, f.hex)), DEFENDER)  # [9.43d, 10.44b, OPS.A.3a]


def name_lead(g: Moscow, s: Position, f: Fighting, units: int, role: int) -> None:
    if units & (units - 1):
        s.stack.append(NamingLead(units, LEAD_CODES[role]))
    else:
        f.set_lead(role, last_unit(units))


LEAD_CODES: Final = (5, 6)
"""The codes in a stored game for the side that names a Lead Unit: the Attacker, or the Defender."""


@fixed_frame("lead")
class NamingLead(Frame):
    """The Lead Unit of one side; the frame below is the combat."""

    candidates: int  # units
    code: int  # code of the role, see LEAD_CODES


class Lead(Step["Moscow", Position, NamingLead]):
    """A player names the Lead Unit of a side."""

    rule = "3.43a"

    def seat(self, g: Moscow, s: Position, f: NamingLead) -> int:
        return g.side_of_units(f.candidates)

    def offer(self, g: Moscow, s: Position, f: NamingLead) -> Offer:
        return Offer(self.seat(g, s, f), units=f.candidates)  # [3.43a]

    def unit(self, g: Moscow, s: Position, f: NamingLead, unit: Unit) -> None:
        s.stack.pop()
        battle_under(s).set_lead(LEAD_CODES.index(f.code), unit)  # [3.43]

    def prompt(self, g: Moscow, s: Position, f: NamingLead) -> str:
        b = battle_under(s)
        hex_ = g.place(b.hex)
        if isinstance(b, Overrunning):
            return ask("lead overrun", hex=hex_)
        return ask("lead attack", hex=hex_) if f.code == LEAD_CODES[ATTACKER] else ask("lead defence", hex=hex_)

    def why(self, g: Moscow, s: Position, f: NamingLead, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead")


def assign_air(g: Moscow, s: Position, f: Fighting) -> None:
    """The Soviet player first, then the German; or both at once in secret."""
    if g.uses(s, "secret_cas"):
        s.stack.append(air_units.SendingAirInSecret())  # [10.41e]
        return
    s.stack += [air_units.SendingAir(GERMAN), air_units.SendingAir(SOVIET)]  # [10.41a1, 13.22, OPS.A.3b]


def check_air(g: Moscow, s: Position, f: Fighting) -> None:
    for side in (GERMAN, SOVIET):  # the Soviet player's is on top
        units = f.air(role_of(g, f, side))
        if units:
            lead = best_er(g, s, units)  # [10.41b]
            s.stack.append(CheckingAir(lead, coordination_drm(g, s, 0)))  # [10.41b, 13.15, OPS.A.3b2]


def name_guns(g: Moscow, s: Position, f: Fighting) -> None:
    s.stack += [support.NamingGuns(ATTACKER), support.NamingGuns(DEFENDER)]  # [10.42a1, 12.11, OPS.A.3c, 10.12b]


def check_guns(g: Moscow, s: Position, f: Fighting) -> None:
    """Push the artillery checks of both sides, the Defender's last, as it comes first."""
    for role in (ATTACKER, DEFENDER):  # [10.4a, 10.4b]
        guns = f.guns(role) & ~support.automatic(g, s, f, role)  # [10.42b2]
        if guns:
            lead = best_er(g, s, guns)
            drm = coordination_drm(g, s, 1) - support.arko_drm(g, s, f, role)
            s.stack.append(CheckingGuns(lead, drm, role=role))  # [10.42b1, 12.0b, OPS.A.3d]


def check_ground(g: Moscow, s: Position, f: Fighting) -> None:
    s.fired |= f.attacker_guns | f.defender_guns  # [10.42d, 12.19a, OPS.A.3d]
    if f.arko >= 0:
        s.spent |= 1 << f.arko  # [15.22, 16.12]
    if must_coordinate(g, s, f.units, mobile=bool(f.is_mobile)):  # [10.43a, 10.44a, OPS.A.3e]
        s.stack.append(CheckingGround(f.attacker_lead, coordination_drm(g, s, 2)))


class CombatCheck(Check[C]):
    """A Coordination check, for which HQs and Leaders spend CP."""

    def lead(self, g: Moscow, s: Position, f: C) -> Unit:
        """The combat's ground Lead Unit of that side, by which Formation and range are measured."""
        b = battle_under(s)
        return b.lead(role_of(g, b, g.side[f.lead]))

    def helpers(self, g: Moscow, s: Position, f: C) -> int:
        b, role = battle_under(s), role_of(g, battle_under(s), g.side[f.lead])
        units = helpers(g, s, self.lead(g, s, f))  # [15.23b1, 15.23b3]
        if role == DEFENDER:
            if b.helped & g.hqs:
                units &= ~g.hqs  # [15.23c1, 15.23c2]
            if b.helped & g.leaders:
                units &= ~g.leaders  # [15.23c1, 15.23c2]
        return units

    def roll(self, g: Moscow, s: Position, f: C, outcome: int) -> None:
        b = battle_under(s)
        b.lent |= f.helpers & g.leaders  # [15.34b]
        if role_of(g, b, g.side[f.lead]) == DEFENDER:
            b.helped |= f.helpers
        super().roll(g, s, f, outcome)


@frame("cas_check")
class CheckingAir(Checking):
    """The CAS check of one side; the frame below is the combat."""


class CasCheck(CombatCheck[CheckingAir]):
    """The Combat Coordination of one side's air units."""

    rule = "10.41b"
    asks = "check air"

    def helpers(self, g: Moscow, s: Position, f: CheckingAir) -> int:
        units = super().helpers(g, s, f)
        b = battle_under(s)
        taken = b.helped & g.leaders if role_of(g, b, g.side[f.lead]) == DEFENDER else 0
        return units if taken else units | air_units.air_leaders(g, s, self.lead(g, s, f))  # [15.32b]

    def done(self, g: Moscow, s: Position, f: CheckingAir, modified: int, *, success: bool) -> None:
        b = battle_under(s)
        role = role_of(g, b, g.side[f.lead])
        if not success:
            air_units.fly_home(s, b.air(role))  # [10.41d, OPS.A.3b4]
            b.set_air(role, 0)


def gun_band(g: Moscow, modified: int, *, success: bool) -> int:
    """The result of an artillery check with a modified roll."""
    return FULL if success else HALF if modified < g.silenced else NONE  # [10.42c1, 10.42c2, 10.42c3]


@frame("gun_check")
class CheckingGuns(Checking):
    """The artillery check of one side; the frame below is the combat."""

    role: int = 0  # ATTACKER or DEFENDER


class GunCheck(CombatCheck[CheckingGuns]):
    """The Combat Coordination of one side's artillery."""

    rule = "10.42b1"
    asks = "check artillery"

    def done(self, g: Moscow, s: Position, f: CheckingGuns, modified: int, *, success: bool) -> None:
        battle_under(s).set_band(f.role, gun_band(g, modified, success=success))


@frame("ground_check")
class CheckingGround(Checking):
    """The check of the attacking ground units; the frame below is the combat."""


class GroundCheck(CombatCheck[CheckingGround]):
    """The Combat Coordination of the attacking ground units."""

    rule = "10.43a"
    asks = "check ground"

    def done(self, g: Moscow, s: Position, f: CheckingGround, modified: int, *, success: bool) -> None:
        battle_under(s).is_uncoordinated = int(not success)  # [10.43a1, 10.43a2]


# -- odds and the roll ------------------------------------------------------------------------------------------------


def gun_strengths(g: Moscow, s: Position, f: Fighting, role: int) -> list[tuple[Unit, int]]:
    """The guns of a side and what each adds, before the limit of its ground strength."""
    guns, safe, found = f.guns(role), support.automatic(g, s, f, role), []
    fired = s.fired
    s.fired &= ~guns  # the declaration counts, though the guns are on their Fired side by now
    for gun in units_in(guns):
        value = 0
        if safe >> gun & 1:
            value = support_strength(g, s, gun, f.hex, halved=False)  # [12.17a, 12.17b]
        elif f.band(role) != NONE:
            value = support_strength(g, s, gun, f.hex, halved=f.band(role) == HALF)
        found.append((gun, value))
    s.fired = fired
    return found


def support_points(g: Moscow, s: Position, f: Fighting, role: int) -> int:
    """All support of a side, before the limit of its ground strength."""
    return sum(value for _, value in gun_strengths(g, s, f, role))


def strengths(g: Moscow, s: Position, f: Fighting) -> tuple[int, int]:
    """The final strengths of both sides."""
    hex_ = f.hex
    attack = attack_strength(g, s, f.units, hex_)
    attack += min(attack, support_points(g, s, f, ATTACKER))  # [10.42e, 10.51b, 12.13f1, OPS.A.3f]
    here = defenders(g, s, hex_)
    ground = defence_strength(g, s, here & ~g.guns)
    guns = defence_strength(g, s, here & g.guns & ~f.defender_guns)  # [12.15a, 12.21, 12.22, 12.23b]
    helped = min(ground, support_points(g, s, f, DEFENDER))  # [10.42e, 12.13f1, 12.23a, OPS.A.3g]
    return attack, ground + guns + helped


def air_drm(g: Moscow, f: Fighting) -> int:
    """CAS of both sides."""
    attack, defence = (sum(g.cas[unit] for unit in units_in(f.air(role))) for role in (ATTACKER, DEFENDER))
    return defence - attack  # [10.41c, 10.61d, 13.25]


def resolve(g: Moscow, s: Position, f: Fighting) -> None:
    attack, defence = strengths(g, s, f)
    column = column_of(g, f.is_mobile, attack, defence)  # [10.52, OPS.A.3h]
    if column < 0:
        s.tell("odds too low", ("10.53a2",), attack=attack, defence=defence)
        aftermath.settle(g, s, f, g.automatic[f.is_mobile])  # [10.53a2]
        return
    lines = modifiers(g, s, f.units, f.hex, modifiers_of(g, f))  # [10.6, OPS.A.3i]
    ratio = g.crt_names[f.is_mobile][column]
    s.tell("odds", ("10.52",), hex=f.hex, attack=attack, defence=defence, ratio=ratio, drm=net(g, lines), lines=lines)
    s.stack.append(CombatRoll(column, net(g, lines)))


def modifiers_of(g: Moscow, f: Fighting) -> Modifiers:
    return Modifiers(f.attacker_lead, f.defender_lead, air_drm(g, f), bool(f.is_uncoordinated))


def read_table(g: Moscow, mobile: int, column: int, roll: int) -> Result:
    """The cell of a CRT for a modified roll."""
    results = g.crt_results[mobile][column]
    return results[max(0, min(len(results) - 1, roll))]  # [10.63]


@frame("combat_die")
class CombatRoll(Frame):
    """The roll of a combat; the frame below is the combat."""

    column: int
    drm: int


class CombatDie(ByDice["Moscow", Position, CombatRoll]):
    """The Attacker rolls."""

    rule = "10.63"

    def offer(self, g: Moscow, s: Position, f: CombatRoll) -> Offer:
        return Offer(self.seat(g, s, f), chance=D10)  # [10.63, OPS.A.3j]

    def roll(self, g: Moscow, s: Position, f: CombatRoll, outcome: int) -> None:
        s.stack.pop()
        b = top(s, Fighting)
        result = read_table(g, b.is_mobile, f.column, outcome + 1 + f.drm)
        text = g.crts[b.is_mobile][f.column].results[max(0, min(11, outcome + 1 + f.drm))]
        s.tell("combat result", ("10.63",), die=outcome + 1, drm=f.drm, result=text, at=(b.is_mobile, f.column))
        aftermath.settle(g, s, b, result)

    def prompt(self, g: Moscow, s: Position, f: CombatRoll) -> str:
        return ask("combat die")


def finish(g: Moscow, s: Position, f: Fighting) -> None:
    """The combat is over."""
    s.stack.pop()
    advance.begin(g, s, f)  # [OPS.A.3l]


STAGES: Final = (
    lead_attacker,
    lead_defender,
    assign_air,
    check_air,
    name_guns,
    check_guns,
    check_ground,
    resolve,
    aftermath.retreats,
    aftermath.disruption,
    finish,
)
