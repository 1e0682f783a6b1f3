"""Chapters 10 to 13: one combat, step by step (OPS.A.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.machine import ListStep
from stavka.engine.offer import CHANCE, Offer, members
from stavka.engine.state import Frame
from stavka.games.moscow.files import Result
from stavka.games.moscow.rules import c12_artillery as support
from stavka.games.moscow.rules.c02_components.dice import D10
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import leaders
from stavka.games.moscow.rules.c10_combat.battleframe import (
    AIR,
    ARKO,
    ATTACKER,
    BAND,
    DEFENDER,
    FULL,
    GUNS,
    HALF,
    HELPED,
    LEAD_A,
    LEAD_D,
    LENT,
    NONE,
    PLACE,
    STAGE,
    TABLE,
    UNCOORDINATED,
    UNITS,
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
from stavka.games.moscow.rules.c15_hqs_and_leaders import Check, check_frame, helpers
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.engine.offer import Pick, Reason
    from stavka.games.moscow.game import Moscow


class Battle(ListStep["Moscow", Position]):
    """One combat. Frame: see battleframe; each stage pushes what has to be decided, or goes on to the next."""

    rule = "10.17"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        stage = STAGES[f[STAGE]]
        f[STAGE] += 1
        stage(g, s, f)
        return True


# -- stages: who leads, who helps -------------------------------------------------------------------------------------


def lead_attacker(g: Moscow, s: Position, f: Frame) -> None:
    name_lead(g, s, f, leaders(g, s, f[UNITS]), LEAD_A)  # [10.17, OPS.A.3a]


def lead_defender(g: Moscow, s: Position, f: Frame) -> None:
    name_lead(g, s, f, lead_candidates(g, defenders(g, s, f[PLACE])), LEAD_D)  # [9.43d, 10.44b, OPS.A.3a]


def name_lead(g: Moscow, s: Position, f: Frame, units: int, where: int) -> None:
    if units & (units - 1):
        s.stack.append(["lead", units, where])
    else:
        f[where] = units.bit_length() - 1


class Lead(ListStep["Moscow", Position]):
    """A player names the Lead Unit of his side. Frame: [name, candidates, where it is noted]; the combat is below."""

    rule = "3.43a"

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(g.side_of_units(f[1]), units=f[1])  # [3.43a]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        battle_under(s)[f[2]] = unit  # [3.43]

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        b = battle_under(s)
        hex_ = g.place_text(b[PLACE])
        if b[0] == "overrun":
            return ask("lead overrun", hex=hex_)
        return ask("lead attack", hex=hex_) if f[2] == LEAD_A else ask("lead defence", hex=hex_)

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead")


def assign_air(g: Moscow, s: Position, f: Frame) -> None:
    """The Soviet player first, then the German; or both at once in secret."""
    if g.uses(s, "secret_cas"):
        s.stack.append(["secret_cas", 0, 0, 0])  # [10.41e]
        return
    s.stack += [["cas", GERMAN, 0], ["cas", SOVIET, 0]]  # [10.41a1, 13.22, OPS.A.3b]


def check_air(g: Moscow, s: Position, f: Frame) -> None:
    for side in (GERMAN, SOVIET):  # the Soviet player's is on top
        units = f[AIR + role_of(g, f, side)]
        if units:
            lead = support.best_er(g, s, units)  # [10.41b]
            s.stack.append(check_frame("cas_check", lead, coordination_drm(g, s, 0)))  # [10.41b, 13.15, OPS.A.3b2]


def name_guns(g: Moscow, s: Position, f: Frame) -> None:
    s.stack += [["guns", ATTACKER], ["guns", DEFENDER]]  # [10.42a1, 12.11, OPS.A.3c, 10.12b]


def check_guns(g: Moscow, s: Position, f: Frame) -> None:
    """The Defender's check is on top, as it comes first."""
    for role in (ATTACKER, DEFENDER):  # [10.4a, 10.4b]
        guns = f[GUNS + role] & ~support.automatic(g, s, f, role)  # [10.42b2]
        if guns:
            lead = support.best_er(g, s, guns)
            drm = coordination_drm(g, s, 1) - support.arko_drm(g, s, f, role)
            s.stack.append(check_frame("gun_check", lead, drm, role))  # [10.42b1, 12.0b, OPS.A.3d]


def check_ground(g: Moscow, s: Position, f: Frame) -> None:
    s.fired |= f[GUNS + ATTACKER] | f[GUNS + DEFENDER]  # [10.42d, 12.19a, OPS.A.3d]
    if f[ARKO] >= 0:
        s.spent |= 1 << f[ARKO]  # [15.22, 16.12]
    if must_coordinate(g, s, f[UNITS], mobile=bool(f[TABLE])):  # [10.43a, 10.44a, OPS.A.3e]
        s.stack.append(check_frame("ground_check", f[LEAD_A], coordination_drm(g, s, 2)))


class CombatCheck(Check):
    """A Coordination check, for which HQs and Leaders spend CPs. Frame: that of a check."""

    def lead(self, g: Moscow, s: Position, f: Frame) -> int:
        """The combat's ground Lead Unit of that side, by which Formation and range are measured."""
        b = battle_under(s)
        lead: int = b[LEAD_A + role_of(g, b, g.side[f[1]])]
        return lead

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        b, role = battle_under(s), role_of(g, battle_under(s), g.side[f[1]])
        units = helpers(g, s, self.lead(g, s, f))  # [15.23b1, 15.23b3]
        if role == DEFENDER:
            if b[HELPED] & g.hqs:
                units &= ~g.hqs  # [15.23c1, 15.23c2]
            if b[HELPED] & g.leaders:
                units &= ~g.leaders  # [15.23c1, 15.23c2]
        return units

    def roll(self, g: Moscow, s: Position, f: Frame, outcome: int) -> None:
        b = battle_under(s)
        b[LENT] |= f[3] & g.leaders  # [15.34b]
        if role_of(g, b, g.side[f[1]]) == DEFENDER:
            b[HELPED] |= f[3]
        super().roll(g, s, f, outcome)


class CasCheck(CombatCheck):
    rule = "10.41b"
    asks = "check air"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        units = super().helpers(g, s, f)
        b = battle_under(s)
        taken = b[HELPED] & g.leaders if role_of(g, b, g.side[f[1]]) == DEFENDER else 0
        return units if taken else units | support.air_leaders(g, s, self.lead(g, s, f))  # [15.32b]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        b = battle_under(s)
        where = AIR + role_of(g, b, g.side[f[1]])
        if not success:
            support.fly_home(s, b[where])  # [10.41d, OPS.A.3b4]
            b[where] = 0


def gun_band(g: Moscow, modified: int, *, success: bool) -> int:
    """How the artillery check of a modified roll has gone."""
    return FULL if success else HALF if modified < g.silenced else NONE  # [10.42c1, 10.42c2, 10.42c3]


class GunCheck(CombatCheck):
    """Frame: that of a check, and the role of its side."""

    rule = "10.42b1"
    asks = "check artillery"

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        battle_under(s)[BAND + f[5]] = gun_band(g, modified, success=success)


class GroundCheck(CombatCheck):
    rule = "10.43a"
    asks = "check ground"

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        battle_under(s)[UNCOORDINATED] = int(not success)  # [10.43a1, 10.43a2]


# -- odds and the roll ------------------------------------------------------------------------------------------------


def gun_strengths(g: Moscow, s: Position, f: Frame, role: int) -> list[tuple[int, int]]:
    """The guns of a side and what each adds, before the limit of its ground strength."""
    guns, safe, found = f[GUNS + role], support.automatic(g, s, f, role), []
    fired = s.fired
    s.fired &= ~guns  # what was declared counts, though the guns lie on their Fired side by now
    for gun in members(guns):
        value = 0
        if safe >> gun & 1:
            value = support_strength(g, s, gun, f[PLACE], halved=False)  # [12.17a, 12.17b]
        elif f[BAND + role] != NONE:
            value = support_strength(g, s, gun, f[PLACE], halved=f[BAND + role] == HALF)
        found.append((gun, value))
    s.fired = fired
    return found


def support_points(g: Moscow, s: Position, f: Frame, role: int) -> int:
    """All support of a side, before the limit of its ground strength."""
    return sum(value for _, value in gun_strengths(g, s, f, role))


def strengths(g: Moscow, s: Position, f: Frame) -> tuple[int, int]:
    """The final strengths of both sides."""
    hex_ = f[PLACE]
    attack = attack_strength(g, s, f[UNITS], hex_)
    attack += min(attack, support_points(g, s, f, ATTACKER))  # [10.42e, 10.51b, 12.13f1, OPS.A.3f]
    here = defenders(g, s, hex_)
    ground = defence_strength(g, s, here & ~g.guns)
    guns = defence_strength(g, s, here & g.guns & ~f[GUNS + DEFENDER])  # [12.15a, 12.21, 12.22, 12.23b]
    helped = min(ground, support_points(g, s, f, DEFENDER))  # [10.42e, 12.13f1, 12.23a, OPS.A.3g]
    return attack, ground + guns + helped


def air_drm(g: Moscow, f: Frame) -> int:
    """CAS of both sides."""
    attack, defence = (sum(g.cas[unit] for unit in members(f[AIR + role])) for role in (ATTACKER, DEFENDER))
    return defence - attack  # [10.41c, 10.61d, 13.25]


def resolve(g: Moscow, s: Position, f: Frame) -> None:
    attack, defence = strengths(g, s, f)
    column = column_of(g, f[TABLE], attack, defence)  # [10.52, OPS.A.3h]
    if column < 0:
        s.tell("odds too low", ("10.53a2",), attack=attack, defence=defence)
        aftermath.settle(g, s, f, g.automatic[f[TABLE]])  # [10.53a2]
        return
    lines = modifiers(g, s, f[UNITS], f[PLACE], modifiers_of(g, f))  # [10.6, OPS.A.3i]
    ratio = g.crt_names[f[TABLE]][column]
    s.tell("odds", ("10.52",), hex=f[PLACE], attack=attack, defence=defence, ratio=ratio, drm=net(g, lines))
    s.stack.append(["combat_die", column, net(g, lines)])


def modifiers_of(g: Moscow, f: Frame) -> Modifiers:
    return Modifiers(f[LEAD_A], f[LEAD_D], air_drm(g, f), bool(f[UNCOORDINATED]))


def read_table(g: Moscow, mobile: int, column: int, roll: int) -> Result:
    """The cell of a CRT for a modified roll."""
    results = g.crt_results[mobile][column]
    return results[max(0, min(len(results) - 1, roll))]  # [10.63]


class CombatDie(ListStep["Moscow", Position]):
    """The Attacker rolls. Frame: [name, column, DRM]; the combat is below."""

    rule = "10.63"

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(CHANCE, chance=D10)  # [10.63, OPS.A.3j]

    def roll(self, g: Moscow, s: Position, f: Frame, outcome: int) -> None:
        s.stack.pop()
        b = s.stack[-1]
        result = read_table(g, b[TABLE], f[1], outcome + 1 + f[2])
        text = g.crts[b[TABLE]][f[1]].results[max(0, min(11, outcome + 1 + f[2]))]
        s.tell("combat result", ("10.63",), die=outcome + 1, drm=f[2], result=text, at=(b[TABLE], f[1]))
        aftermath.settle(g, s, b, result)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("combat die")


def finish(g: Moscow, s: Position, f: Frame) -> None:
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
