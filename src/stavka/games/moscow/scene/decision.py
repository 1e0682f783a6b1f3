"""The offer to a seat: the choices so far, notes on each pick, its cost, the odds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, last_hex, last_unit, members, units_in
from stavka.engine.offer import Offer
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules import c13_air_units as air_units
from stavka.games.moscow.rules.c04_playing_the_game.setup import SettingUp
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import Entering, FormingReserves, Joining
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling, without_fuel
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import Choosing, Combining
from stavka.games.moscow.rules.c08_ground_movement.going import Moving
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import CheckingStacks, MovementPhase
from stavka.games.moscow.rules.c08_ground_movement.movers import movers
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Attacking, Declaring
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import NamingCheckLead
from stavka.games.moscow.rules.c09_pre_combat_actions.reaction import ReactionMove
from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import RefusalRetreat
from stavka.games.moscow.rules.c10_combat.battleframe import Overrunning, battle_under, role_of
from stavka.games.moscow.rules.c11_combat_results.advance import Advancing, SecondAdvance
from stavka.games.moscow.rules.c11_combat_results.retreat import NamingZoneLead, Retreating
from stavka.games.moscow.rules.c12_artillery import NamingGuns
from stavka.games.moscow.rules.c13_air_units import SendingAir
from stavka.games.moscow.rules.c15_hqs_and_leaders import Checking
from stavka.games.moscow.rules.c16_special_units.rockets import SpecialRetreating
from stavka.games.moscow.scene import notes, odds, trials
from stavka.games.moscow.scene.answers import Way, entry_costs
from stavka.games.moscow.scene.replies import led
from stavka.games.moscow.scene.status import turn_text
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import HAND, Position
from stavka.hexes import Hex
from stavka.scenes import parts as scene_parts
from stavka.scenes.scene import Chances, Odds

OF_ONE_UNIT: Final = (SettingUp, Entering, Joining, ReactionMove, SpecialRetreating, SecondAdvance)
"""Frames of decisions about one unit."""
BEFORE_THE_DIE: Final = frozenset({"lead", "cas", "secret_cas", "guns"})
"""Decisions of a combat that come before its die and are no checks."""
BEFORE_COMBAT: Final = frozenset({"refusal", "reaction", "no_retreat"})
"""Steps in which the other side answers the attacks that have been declared: the first that it is asked about, or the
first of all, is shown with its odds."""


def chosen_units(g: Moscow, s: Position) -> list[int]:
    """The units that have been picked on the way to the present decision, or that it is about."""
    top = s.stack[-1]
    if isinstance(top, Checking):
        return [top.lead, *members(top.helpers)]
    if isinstance(top, OF_ONE_UNIT):
        return [top.unit]
    if isinstance(top, (Moving, Attacking, SendingAir)):
        return list(members(top.units))
    if isinstance(top, Choosing):
        return list(drawn_units(g, s, top.side))
    if isinstance(top, Combining):
        return list(members(top.leaders))
    if isinstance(top, (Retreating, RefusalRetreat)):
        return list(members(top.going or top.units))
    return list(members(battle_under(s).units)) if top.step in BEFORE_THE_DIE else []


def drawn_units(g: Moscow, s: Position, side: Side) -> Iterator[int]:
    """The units on the map whose Formation's AM has been drawn."""
    for marker in markers_at(g, s, side, HAND):
        formation = g.marker_of[marker]
        if formation != NO_FORMATION:
            yield from (unit for unit in units_in(g.formation_units[formation]) if s.place[unit] >= 0)


def chosen_hexes(s: Position) -> list[int]:
    top = s.stack[-1]
    if isinstance(top, (Attacking, NamingCheckLead, Advancing)):
        return [top.hex]
    if isinstance(top, (Retreating, RefusalRetreat, SpecialRetreating)):
        return list(top.way)
    return [battle_under(s).hex] if odds.under_way(s) else []


def costs(v: Voice, s: Position) -> Mapping[Hex, float]:
    """The MP that it takes to go to the offered hexes; nothing where that is not the question."""
    top = s.stack[-1]
    if isinstance(top, Moving):
        return Way(v.g, s, last_unit(top.units)).costs()
    if isinstance(top, ReactionMove):
        return Way(v.g, s, top.unit).costs()
    return entry_costs(v.g, s, top.unit) if isinstance(top, Entering) else {}


def odds_shown(v: Voice, s: Position, offer: Offer) -> Odds | None:
    """The check, the attack that is being put together, or the combat that is being fought."""
    g, top = v.g, s.stack[-1]
    if isinstance(top, Checking):
        return trials.work_out(v, s, top)
    if isinstance(top, Attacking):
        return odds.work_out(v, s, odds.fresh(g, s, top.units, top.hex)) if top.units else None
    if top.step in BEFORE_COMBAT:
        standing = [each for each in s.attacks if each[1] and each[0] in s.at]
        asked = [each for each in standing if offer.hexes >> each[0] & 1]
        return next((odds.work_out(v, s, odds.declared_on(each)) for each in asked or standing), None)
    return odds.work_out(v, s, odds.current(g, s)) if top.step in BEFORE_THE_DIE else None


def loses(v: Voice, s: Position, offer: Offer) -> str:
    """What being done gives up for good: Fuel units that could still enter."""
    g, f = v.g, s.stack[-1]
    if isinstance(f, MovementPhase):
        waiting = offer.units & g.fuel_units & s.due
    elif isinstance(f, Declaring):
        waiting = movers(g, s, f.side) & g.fuel_units & s.due
    else:
        return ""
    return v("fuel waits", units=g.named(s, waiting)) if waiting else ""


def good_attacks(v: Voice, s: Position, offer: Offer) -> int:
    """The attacks that Done would give up and that are worth a warning."""
    g = v.g

    def forecast(hex_: Hex) -> Chances | None:
        units = odds.hopeful(g, s, hex_)
        return odds.forecast(v, s, odds.fresh(g, s, units, hex_)) if units else None

    return scene_parts.good_attacks(g, offer, g.sides[g.side_of(s, offer.seat)], forecast)


def last_units(v: Voice, s: Position, offer: Offer) -> int:
    """The units on offer that leave nothing to choose in this step."""
    found, step = 0, v.g.steps[s.stack[-1].step]
    for unit in units_in(offer.units):
        after = s.clone()
        step.unit(v.g, after, after.stack[-1], unit)
        if not step.offer(v.g, after, after.stack[-1]).units:
            found |= 1 << unit
    return found


def about_support(v: Voice, s: Position, offer: Offer) -> list[str]:
    """What a question about support or a Lead Unit says of air units out of range of an HQ, and of the units whose
    choice ends it: the dice follow at once."""
    g, f, b = v.g, s.stack[-1], battle_under(s)
    side = g.side_of(s, offer.seat)
    told = []
    has_air = air_units.ready_air(g, s, side) and not isinstance(b, Overrunning)
    if has_air and not b.air(role_of(g, b, side)) and not air_units.enabling_hqs(g, s, led(g, s, b), side):
        told.append(v("about no air", range=g.cas_range))
    if isinstance(f, (SendingAir, NamingGuns)):
        told += scene_parts.about_units(v, s, "about last", last_units(v, s, offer))
    return told


def about(v: Voice, s: Position, offer: Offer) -> list[str]:
    """The units of a question whose prompt does not name them."""
    g, f = v.g, s.stack[-1]
    if isinstance(f, Fuelling):
        # before the first unit is spent, the button that ends the question names all of them
        hungry = without_fuel(g, s, f.formation) if s.burning else 0
        return [v("about hungry", units=g.named(s, hungry))] if hungry else []
    if isinstance(f, NamingZoneLead):
        return scene_parts.about_units(v, s, "about retreated", f.units)
    if isinstance(f, CheckingStacks):
        crowded = last_hex(s.crowded & -s.crowded)
        return [v("about crowd", hex=g.place(crowded), units=g.named(s, offer.units))]
    if isinstance(f, Attacking):
        told = scene_parts.about_attack(v, s, f.units, f.hex)
        has_one_table = bool(offer.options & g.ATTACK_ASSAULT) and not offer.options & g.ATTACK_MOBILE
        return [*told, *([v("about one table")] if has_one_table else [])]
    if f.step in BEFORE_COMBAT:
        return [told for hex_, units, *_ in s.attacks for told in scene_parts.about_attack(v, s, units, Hex(hex_))]
    if f.step in BEFORE_THE_DIE:
        told = scene_parts.about_attack(v, s, battle_under(s).units, battle_under(s).hex)
        return [*told, *about_support(v, s, offer)]
    if isinstance(f, FormingReserves):
        return [v("about reserve", turn=turn_text(v, s, s.turn + g.reserve_turns))]
    return []


def decision(v: Voice, sight: Sight[Position], offer: Offer) -> scene_parts.Decision:
    s = sight.position
    return scene_parts.Decision(
        units=chosen_units(v.g, s),
        hexes=chosen_hexes(s),
        is_way=isinstance(s.stack[-1], (Retreating, RefusalRetreat, SpecialRetreating)),
        unit_note=lambda unit: notes.unit_note(v, s, unit),
        hex_note=lambda hex_: notes.hex_note(v, s, hex_),
        option_note=lambda name: notes.option_note(v, s, name),
        cost=costs(v, s),
        odds=odds_shown(v, s, offer),
        loses=loses(v, s, offer),
        good_attacks=good_attacks(v, s, offer) if isinstance(s.stack[-1], Declaring) else 0,
        about=about(v, s, offer),
    )
