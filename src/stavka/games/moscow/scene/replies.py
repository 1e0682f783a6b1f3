"""The replies that the attacked side still has to an attack: refusal, reaction, No Retreat, artillery and air units;
and the worst case of the attack, in which it uses all of them and the attacker fails every check."""

from __future__ import annotations

from typing import NamedTuple

from stavka.engine.kinds import Unit, units_in
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules import c12_artillery as support
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c03_basic_concepts.values import allowance, best_er, defence
from stavka.games.moscow.rules.c08_ground_movement.going import barred_ends
from stavka.games.moscow.rules.c09_pre_combat_actions import declaration as combat
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import DeclaringNoRetreat, may_hold
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import Reacting, reaction_reach, reactors
from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import can_refuse
from stavka.games.moscow.rules.c10_combat import battle
from stavka.games.moscow.rules.c10_combat import odds as rules
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    NONE,
    Fighting,
    Overrunning,
    side_of,
)
from stavka.games.moscow.rules.c11_combat_results.retreat import has_room, lead_candidates
from stavka.games.moscow.rules.c12_artillery import NamingGuns
from stavka.games.moscow.rules.c13_air_units import SendingAir, SendingAirInSecret
from stavka.games.moscow.scene.chain import active_side
from stavka.games.moscow.state import OFF, Position, lift, put
from stavka.hexes import Hex

AIR_SENT, AIR_CHECKED, GUNS_NAMED, GUNS_CHECKED, GROUND_CHECKED = (
    battle.STAGES.index(stage) + 1
    for stage in (battle.assign_air, battle.check_air, battle.name_guns, battle.check_guns, battle.check_ground)
)
"""The stage of a combat when air units are sent, when they check, when artillery is named, when it checks, and when
ground units check."""


class Worst(NamedTuple):
    """An attack at its worst, and what makes it so."""

    position: Position
    battle: Fighting
    reacting: int  # units that have joined the defence
    holds: bool  # whether No Retreat is declared
    guns: int  # artillery of the defence that is still to be named
    air: int  # air units of the defence that are still to be sent
    unchecked: int  # artillery and air units of the attack that fail their checks
    is_uncoordinated: bool  # whether the attacking ground units fail theirs


def bring(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> None:
    """Take a unit from its hex to another."""
    lift(g, s, unit, OFF)
    put(g, s, unit, hex_)


def led(g: Moscow, s: Position, b: Fighting) -> Fighting:
    """A combat with Lead Units: the named ones, or those with the best ER."""
    b = b.clone()
    if b.attacker_lead < 0:
        able = combat.leaders(g, s, b.units) or b.units & ~g.hqs or b.units
        b.attacker_lead = best_er(g, s, able)
    if b.defender_lead < 0:
        b.defender_lead = best_er(g, s, lead_candidates(g, rules.defenders(g, s, b.hex)))
    return b


# -- before the combat ------------------------------------------------------------------------------------------------


def declared(s: Position, b: Fighting) -> Position:
    """The position if the attack has been declared."""
    after = s.clone()
    after.attacks = [*(each for each in s.attacks if each[0] != b.hex), [b.hex, b.units, b.is_mobile]]
    return after


def is_to_come(g: Moscow, s: Position, b: Fighting, step: str) -> bool:
    """Whether the attacked side is still asked in a step of its reactions. It will be in a Sequence that has not
    begun."""
    if isinstance(b, Overrunning) or b.stage:
        return False
    is_now = bool(s.active) and active_side(g, s) == side_of(g, b, ATTACKER)
    return not is_now or any(frame.step == step for frame in s.stack)


def refusing(g: Moscow, s: Position, b: Fighting) -> int:
    """The units that could refuse the combat."""
    able = is_to_come(g, s, b, "refusal") and can_refuse(g, s, b.hex)
    return s.at[b.hex] & g.combat if able else 0


def reacting(g: Moscow, s: Position, b: Fighting) -> int:
    """The units that could react into the Defender hex, if they pass their checks."""
    side = side_of(g, b, DEFENDER)
    if not is_to_come(g, s, b, "reaction") or barred_ends(g, s, side) >> b.hex & 1:
        return 0
    tried = sum(frame.tried for frame in s.stack if isinstance(frame, Reacting))
    after = declared(s, b)
    return sum(1 << unit for unit in units_in(reactors(g, after, side) & ~tried) if can_come(g, after, unit, b.hex))


def can_come(g: Moscow, s: Position, unit: Unit, hex_: Hex) -> bool:
    """Whether the MP of a reaction take a unit to a Defender hex."""
    points = allowance(g, s, unit, reaction=True)
    if g.grid.distance(s.place[unit], hex_) > points or not has_room(g, s, 1 << unit, hex_):
        return False  # no road costs less than half an MP
    return bool(reaction_reach(g, s, unit, points).mask >> hex_ & 1)


# -- at the worst -----------------------------------------------------------------------------------------------------


def worst(g: Moscow, s: Position, b: Fighting) -> Worst | None:
    """The attack at its worst; None if nothing can make it worse but the check of its ground units."""
    if isinstance(b, Overrunning):
        return None
    after, joined = declared(s, b), 0
    for unit in sorted(units_in(reacting(g, s, b)), key=lambda each: -defence(g, s, each)):
        if has_room(g, after, 1 << unit, b.hex):
            bring(g, after, unit, b.hex)
            joined |= 1 << unit
    has_tried = any(isinstance(frame, DeclaringNoRetreat) and frame.tried >> b.hex & 1 for frame in s.stack)
    holds = is_to_come(g, s, b, "no_retreat") and not has_tried and may_hold(g, after, b.hex)
    after.holding |= 1 << b.hex if holds else 0
    found = led(g, after, b)
    guns, air = with_guns(g, after, found), with_air_units(g, after, found)
    unchecked = fail(g, s, found)
    if not (joined or holds or guns or air or unchecked):
        return None
    needs_check = b.stage < GROUND_CHECKED and rules.must_coordinate(g, s, b.units, mobile=bool(b.is_mobile))
    found.is_uncoordinated |= int(needs_check)
    return Worst(after, found, joined, holds, guns, air, unchecked, needs_check)


def with_guns(g: Moscow, s: Position, b: Fighting) -> int:
    """Name for the defence the artillery that helps most; returns it."""
    asked = any(isinstance(frame, NamingGuns) and frame.role == DEFENDER for frame in s.stack)
    if b.stage >= GUNS_NAMED and not asked:
        return 0
    before = b.defender_guns

    def strength(gun: Unit) -> int:
        return rules.support_strength(g, s, gun, b.hex, halved=False)

    for gun in sorted(units_in(support.eligible_guns(g, s, b, DEFENDER)), key=lambda each: -strength(each)):
        more = b.clone()
        more.defender_guns |= 1 << gun
        may = support.gun_choice(g, s, b, DEFENDER) >> gun & 1
        if may and battle.strengths(g, s, more)[1] > battle.strengths(g, s, b)[1]:
            b.defender_guns = more.defender_guns
    return b.defender_guns & ~before


def with_air_units(g: Moscow, s: Position, b: Fighting) -> int:
    """Send for the defence the air units that help most; returns them."""
    side, before = side_of(g, b, DEFENDER), b.defender_air
    asked = any(
        isinstance(frame, SendingAirInSecret) or (isinstance(frame, SendingAir) and frame.side == side)
        for frame in s.stack
    )
    if b.stage >= AIR_SENT and not asked:
        return 0
    while choice := air_units.air_choice(g, s, b, side, b.defender_air):
        b.defender_air |= 1 << max(units_in(choice), key=lambda unit: g.cas[unit])
    return b.defender_air & ~before


def fail(g: Moscow, s: Position, b: Fighting) -> int:
    """Let the checks of the attacker's air units and artillery fail; returns the units that do not help then."""
    air = b.attacker_air if b.stage < AIR_CHECKED else 0
    b.attacker_air &= ~air
    guns = b.attacker_guns & ~support.automatic(g, s, b, ATTACKER) if b.stage < GUNS_CHECKED else 0
    if guns:
        b.attacker_band = NONE
    return air | guns
