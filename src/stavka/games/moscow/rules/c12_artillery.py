"""Chapters 12 and 16.1: which artillery may support a combat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.frames import Frame, fixed_frame
from stavka.engine.kinds import Option, Side, Unit, units_in
from stavka.engine.machine import Step
from stavka.engine.offer import UNIT, Offer, Pick, Reason
from stavka.games.moscow.rules.c03_basic_concepts.values import command
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import formation_now, is_active, reserve_units
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import stands_together
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    Fighting,
    battle_under,
    side_of,
)
from stavka.games.moscow.rules.c10_combat.odds import defenders, support_strength
from stavka.games.moscow.rules.c13_air_units import why_not_air
from stavka.games.moscow.state import GERMAN, Position
from stavka.games.moscow.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def ready_guns(g: Moscow, s: Position, side: Side) -> int:
    """Guns that could fire at all."""
    guns = g.guns & g.side_units[side] & ~s.fired & ~s.disrupted  # [3.72e, 12.13d]
    return sum(1 << gun for gun in units_in(guns) if s.place[gun] >= 0)


def in_range(g: Moscow, s: Position, gun: Unit, hex_: Hex) -> bool:
    return g.grid.distance(s.place[gun], hex_) <= g.range_of[gun]  # [12.13a, 12.18a]


def attacking_guns(g: Moscow, s: Position, b: Fighting) -> int:
    """Artillery that may support an attack."""
    hex_, side = b.hex, side_of(g, b, ATTACKER)
    zone, near = enemy_zone(g, s, side), g.grid.ring(hex_, 1)
    together = stands_together(g, s, b.units)
    formation = formation_now(g, s, b.attacker_lead)
    found = 0
    for gun in units_in(ready_guns(g, s, side)):
        where = 1 << s.place[gun]
        if not is_active(g, s, gun) or not in_range(g, s, gun, hex_):  # [7.41a, 7.48a, 9.15b, 12.13b]
            continue
        if formation_now(g, s, gun) != formation and not together:  # [7.35a, 12.13b]
            continue
        if zone & where and not near & where:  # [12.14]
            continue
        if support_strength(g, s, gun, hex_, halved=False):  # [3.54c]
            found |= 1 << gun
    return found


def defending_guns(g: Moscow, s: Position, b: Fighting) -> int:
    """Artillery that may support the defence of a hex, including the artillery in it."""
    hex_, side = b.hex, side_of(g, b, DEFENDER)
    formation = formation_now(g, s, b.defender_lead)
    zone, here = enemy_zone(g, s, side), defenders(g, s, hex_)
    found = 0
    for gun in units_in(ready_guns(g, s, side) & ~g.attack_only):  # [12.0c]
        if here >> gun & 1:
            if here & ~g.guns:  # [12.21, 12.22]
                found |= 1 << gun  # [12.17b, 12.23a]
            continue
        if s.arrived >> gun & 1 or not here & ~g.guns or formation < 0:  # [12.22, 15.13c]
            continue
        silent = s.silent >> gun & 1 or zone >> s.place[gun] & 1  # [12.14, 12.25]
        if silent or not in_range(g, s, gun, hex_) or not may_defend(g, s, gun, formation):
            continue
        if support_strength(g, s, gun, hex_, halved=False):
            found |= 1 << gun
    return found


def may_defend(g: Moscow, s: Position, gun: Unit, formation: int) -> bool:
    """Whether a gun is one that may support a Formation's defence."""
    if (s.emergency | s.oos) & reserve_units(g, s) & 1 << gun:
        return False  # [5.32a]
    if g.army >> gun & 1:
        near = g.grid.range(s.place[gun], g.command_range)
        hqs = g.formation_units[formation] & g.hqs
        return any(s.place[hq] >= 0 and near >> s.place[hq] & 1 for hq in units_in(hqs))  # [12.13c1, 12.13c2]
    return g.formation[gun] == formation  # [12.13c1]


def eligible_guns(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    return attacking_guns(g, s, b) if role == ATTACKER else defending_guns(g, s, b)


def gun_choice(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """Guns that may still be named: two that are not adjacent, one in the Defender hex, all that are adjacent."""
    chosen, hex_ = b.guns(role), b.hex
    found: int = eligible_guns(g, s, b, role) & ~chosen
    near = g.grid.range(hex_, 1)
    distant = sum(1 << gun for gun in units_in(found | chosen) if not near >> s.place[gun] & 1)
    inside = s.at.get(hex_, 0)
    if chosen & inside:
        found &= ~inside  # [12.17b, 12.23b]
    if b.arko >= 0:
        reach = g.grid.range(s.place[b.arko], g.command_range)
        return sum(1 << gun for gun in units_in(found) if reach >> s.place[gun] & 1)  # [16.11c, 16.12]
    return found & ~distant if (chosen & distant).bit_count() >= g.distant_guns else found  # [12.13f2]


def automatic(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """The one gun that needs no coordination: in the Defender hex, or adjacent to it with the Attacker."""
    near = g.grid.range(b.hex, 1 if role == ATTACKER else 0)
    close = [gun for gun in units_in(b.guns(role)) if s.place[gun] >= 0 and near >> s.place[gun] & 1]
    return 1 << max(close, key=lambda gun: g.support[gun]) if close else 0  # [10.42b2, 12.17a, 12.17b]


def free_arko(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    """Arko, if it can be used for this attack and no gun is named yet; -1 otherwise."""
    if role != ATTACKER or side_of(g, b, role) != GERMAN or b.guns(role):
        return -1
    for hq in units_in(g.arko):
        if s.place[hq] >= 0 and command(g, s, hq):
            reach = g.grid.range(s.place[hq], g.command_range)
            if any(reach >> s.place[gun] & 1 for gun in units_in(eligible_guns(g, s, b, role))):
                return hq  # [16.11a, 16.11b]
    return -1


def arko_drm(g: Moscow, s: Position, b: Fighting, role: int) -> int:
    return command(g, s, b.arko) if role == ATTACKER and b.arko >= 0 else 0  # [15.21c, 16.11a]


@fixed_frame("guns")
class NamingGuns(Frame):
    """The artillery of one side; the frame below is the combat."""

    role: int  # ATTACKER or DEFENDER


class Guns(Step["Moscow", Position, NamingGuns]):
    """A player names the artillery that supports a combat."""

    rule = "12.11"

    def seat(self, g: Moscow, s: Position, f: NamingGuns) -> int:
        return side_of(g, battle_under(s), f.role)

    def proceed(self, g: Moscow, s: Position, f: NamingGuns) -> bool:
        b = battle_under(s)
        if gun_choice(g, s, b, f.role):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Moscow, s: Position, f: NamingGuns) -> Offer:
        b = battle_under(s)
        arko = free_arko(g, s, b, f.role) if b.arko < 0 else -1
        units = gun_choice(g, s, b, f.role) | (1 << arko if arko >= 0 else 0)
        return Offer(self.seat(g, s, f), units=units, options=g.DONE)  # [12.11, 12.12]

    def unit(self, g: Moscow, s: Position, f: NamingGuns, unit: Unit) -> None:
        b = battle_under(s)
        if g.arko >> unit & 1:
            b.arko = unit
        else:
            b.set_guns(f.role, b.guns(f.role) | 1 << unit)  # [10.42a1, 10.42a2, 12.15b]

    def option(self, g: Moscow, s: Position, f: NamingGuns, option: Option) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: NamingGuns) -> str:
        return ask("guns", hex=g.place(battle_under(s).hex))

    def why(self, g: Moscow, s: Position, f: NamingGuns, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit, b = pick[1], battle_under(s)
        if g.air & g.side_units[g.side_of(s, seat)] & 1 << unit:
            return why_not_air(g, s, b, unit)
        if not g.guns & g.side_units[g.side_of(s, seat)] & 1 << unit:
            return because("12.12", "no artillery")
        if (s.fired | s.disrupted) >> unit & 1:
            return because("12.13d", "gun fired")
        if s.place[unit] < 0 or not in_range(g, s, unit, b.hex):
            return because("12.13a", "out of range")
        if eligible_guns(g, s, b, f.role) >> unit & 1:
            return because("12.13f2", "guns enough")
        return because("12.13b" if f.role == ATTACKER else "12.13c1", "gun not eligible")
