"""Chapters 12 and 13: who may support a combat, from the air and by artillery."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import ListStep
from stavka.engine.offer import UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow.rules.c03_basic_concepts.values import command, er
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import enemy_zone
from stavka.games.moscow.rules.c07_operations.activation import formation_now, is_active, reserve_units
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import stands_together
from stavka.games.moscow.rules.c10_combat.battleframe import (
    AIR,
    ARKO,
    ATTACKER,
    DEFENDER,
    GUNS,
    LEAD_A,
    LEAD_D,
    PLACE,
    UNITS,
    battle_under,
    role_of,
    side_of,
)
from stavka.games.moscow.rules.c10_combat.odds import defenders, support_strength
from stavka.games.moscow.rules.c15_hqs_and_leaders import leaders_with
from stavka.games.moscow.state import FLOWN, GERMAN, READY, SOVIET, Position, shelve
from stavka.games.moscow.words import ask, because

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def best_er(g: Moscow, s: Position, units: int) -> int:
    """The unit with the highest ER: nobody would have another one lead where nothing hangs on it."""
    return max(members(units), key=lambda unit: er(g, s, unit))  # [3.43a]


# -- air ------------------------------------------------------------------------------------------------------------


def enabling_hqs(g: Moscow, s: Position, b: Frame, side: int) -> int:
    """HQs that let air units fly for a side in a combat."""
    hqs = g.hqs & g.side_units[side] & ~g.arko & ~s.disrupted  # [3.72c, 13.21a, 16.11b]
    if role_of(g, b, side) == ATTACKER:
        allowed = sum(g.formation_units[formation] for formation in members(s.active))
    else:
        formation = formation_now(g, s, b[LEAD_D])
        allowed = g.formation_units[formation] if formation >= 0 else hqs  # [13.21b, 13.26a, 15.13c]
    near = g.grid.range(b[PLACE], g.cas_range)
    return sum(1 << hq for hq in members(hqs & allowed) if s.place[hq] >= 0 and near >> s.place[hq] & 1)  # [13.21a]


def ready_air(g: Moscow, s: Position, side: int) -> int:
    return sum(1 << unit for unit in members(g.air & g.side_units[side]) if s.place[unit] == READY)  # [13.13]


def air_choice(g: Moscow, s: Position, b: Frame, side: int, chosen: int) -> int:
    """Air units that a side may still send."""
    limit = g.overrun_cas if b[0] == "overrun" else g.cas_units  # [8.56d, 13.24]
    if chosen.bit_count() >= limit or not enabling_hqs(g, s, b, side):
        return 0
    return ready_air(g, s, side) & ~chosen


def fly_home(s: Position, units: int) -> None:
    for unit in members(units):
        if s.place[unit] == READY:
            shelve(s, unit, FLOWN)  # [13.16, 13.28, OPS.A.3k4]


def air_leaders(g: Moscow, s: Position, lead: int) -> int:
    """Leaders that can help air units: stacked with any HQ of their side, near the combat's Lead Unit."""
    near = g.grid.range(s.place[lead], g.command_range)
    side = g.side[lead]
    return leaders_with(g, s, g.hqs & g.side_units[side], near) & g.side_units[side]  # [15.32b]


class Cas(ListStep["Moscow", Position]):
    """A player sends air units into a combat. Frame: [name, side, units]; the combat is below."""

    rule = "13.22"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if air_choice(g, s, battle_under(s), f[1], f[2]):
            return False
        self.end(g, s, f)
        return True

    def end(self, g: Moscow, s: Position, f: Frame) -> None:
        s.stack.pop()
        b = battle_under(s)
        b[AIR + role_of(g, b, f[1])] = f[2]  # [10.41a2, OPS.A.3b1]
        if f[2]:
            s.tell("air support", ("13.22",), side=f[1], units=f[2])

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], units=air_choice(g, s, battle_under(s), f[1], f[2]), options=g.DONE)  # [13.12b, 13.22]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[2] |= 1 << unit

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        self.end(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("air support", hex=g.place_text(battle_under(s)[PLACE]))

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if not g.air & g.side_units[f[1]] & 1 << pick[1]:
            return because("13.22", "no air unit")
        return because("13.13", "not ready") if s.place[pick[1]] != READY else because("13.24", "two air units")


class SecretCas(ListStep["Moscow", Position]):
    """Both players assign air units in secret. Frame: [name, German units, Soviet units, who is done]."""

    rule = "10.41e"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        b = battle_under(s)
        for side in (GERMAN, SOVIET):
            if not air_choice(g, s, b, side, f[1 + side]):
                f[3] |= 1 << side
        if f[3] != 3:
            return False
        s.stack.pop()
        for side in (GERMAN, SOVIET):
            b[AIR + role_of(g, b, side)] = f[1 + side]
            if f[1 + side]:
                s.tell("air support", ("10.41e",), side=side, units=f[1 + side])
        return True

    def offers(self, g: Moscow, s: Position, f: Frame) -> tuple[Offer, ...]:
        b = battle_under(s)
        return tuple(
            Offer(side, units=air_choice(g, s, b, side, f[1 + side]), options=g.DONE)
            for side in (GERMAN, SOVIET)
            if not f[3] >> side & 1
        )  # [10.41e]

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return self.offers(g, s, f)[0]

    def pick(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> None:
        if pick[0] == UNIT:
            f[1 + seat] |= 1 << pick[1]
        else:
            f[3] |= 1 << seat

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("air support", hex=g.place_text(battle_under(s)[PLACE]))


# -- artillery ------------------------------------------------------------------------------------------------------


def ready_guns(g: Moscow, s: Position, side: int) -> int:
    """Guns that could fire at all."""
    guns = g.guns & g.side_units[side] & ~s.fired & ~s.disrupted  # [3.72e, 12.13d]
    return sum(1 << gun for gun in members(guns) if s.place[gun] >= 0)


def in_range(g: Moscow, s: Position, gun: int, hex_: int) -> bool:
    return g.grid.distance(s.place[gun], hex_) <= g.range_of[gun]  # [12.13a, 12.18a]


def attacking_guns(g: Moscow, s: Position, b: Frame) -> int:
    """Artillery that may support an attack."""
    hex_, side = b[PLACE], side_of(g, b, ATTACKER)
    zone, near = enemy_zone(g, s, side), g.grid.ring(hex_, 1)
    together = stands_together(g, s, b[UNITS])
    formation = formation_now(g, s, b[LEAD_A])
    found = 0
    for gun in members(ready_guns(g, s, side)):
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


def defending_guns(g: Moscow, s: Position, b: Frame) -> int:
    """Artillery that may support the defence of a hex, that in the hex itself among it."""
    hex_, side = b[PLACE], side_of(g, b, DEFENDER)
    formation = formation_now(g, s, b[LEAD_D])
    zone, here = enemy_zone(g, s, side), defenders(g, s, hex_)
    found = 0
    for gun in members(ready_guns(g, s, side) & ~g.attack_only):  # [12.0c]
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


def may_defend(g: Moscow, s: Position, gun: int, formation: int) -> bool:
    """Whether a gun belongs to those who may support a Formation's defence."""
    if (s.emergency | s.oos) & reserve_units(g, s) & 1 << gun:
        return False  # [5.32a]
    if g.army >> gun & 1:
        near = g.grid.range(s.place[gun], g.command_range)
        hqs = g.formation_units[formation] & g.hqs
        return any(s.place[hq] >= 0 and near >> s.place[hq] & 1 for hq in members(hqs))  # [12.13c1, 12.13c2]
    return g.formation[gun] == formation  # [12.13c1]


def eligible_guns(g: Moscow, s: Position, b: Frame, role: int) -> int:
    return attacking_guns(g, s, b) if role == ATTACKER else defending_guns(g, s, b)


def gun_choice(g: Moscow, s: Position, b: Frame, role: int) -> int:
    """Guns that may still be named: two that are not adjacent, one in the Defender hex, all that are adjacent."""
    chosen, hex_ = b[GUNS + role], b[PLACE]
    found: int = eligible_guns(g, s, b, role) & ~chosen
    near = g.grid.range(hex_, 1)
    distant = sum(1 << gun for gun in members(found | chosen) if not near >> s.place[gun] & 1)
    inside = s.at.get(hex_, 0)
    if chosen & inside:
        found &= ~inside  # [12.17b, 12.23b]
    if b[ARKO] >= 0:
        reach = g.grid.range(s.place[b[ARKO]], g.command_range)
        return sum(1 << gun for gun in members(found) if reach >> s.place[gun] & 1)  # [16.11c, 16.12]
    return found & ~distant if (chosen & distant).bit_count() >= g.distant_guns else found  # [12.13f2]


def automatic(g: Moscow, s: Position, b: Frame, role: int) -> int:
    """The one gun that needs no coordination: in the Defender hex, or adjacent to it with the Attacker."""
    near = g.grid.range(b[PLACE], 1 if role == ATTACKER else 0)
    close = [gun for gun in members(b[GUNS + role]) if s.place[gun] >= 0 and near >> s.place[gun] & 1]
    return 1 << max(close, key=lambda gun: g.support[gun]) if close else 0  # [10.42b2, 12.17a, 12.17b]


def free_arko(g: Moscow, s: Position, b: Frame, role: int) -> int:
    """Arko, if it can be used for this attack and no gun is named yet; -1 otherwise."""
    if role != ATTACKER or side_of(g, b, role) != GERMAN or b[GUNS + role]:
        return -1
    for hq in members(g.arko):
        if s.place[hq] >= 0 and command(g, s, hq):
            reach = g.grid.range(s.place[hq], g.command_range)
            if any(reach >> s.place[gun] & 1 for gun in members(eligible_guns(g, s, b, role))):
                return hq  # [16.11a, 16.11b]
    return -1


def arko_drm(g: Moscow, s: Position, b: Frame, role: int) -> int:
    return command(g, s, b[ARKO]) if role == ATTACKER and b[ARKO] >= 0 else 0  # [15.21c, 16.11a]


class Guns(ListStep["Moscow", Position]):
    """A player names the artillery that supports a combat. Frame: [name, role]; the combat is below."""

    rule = "12.11"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        b = battle_under(s)
        if gun_choice(g, s, b, f[1]):
            return False
        s.stack.pop()
        return True

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        b = battle_under(s)
        arko = free_arko(g, s, b, f[1]) if b[ARKO] < 0 else -1
        units = gun_choice(g, s, b, f[1]) | (1 << arko if arko >= 0 else 0)
        return Offer(side_of(g, b, f[1]), units=units, options=g.DONE)  # [12.11, 12.12]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        b = battle_under(s)
        if g.arko >> unit & 1:
            b[ARKO] = unit
        else:
            b[GUNS + f[1]] |= 1 << unit  # [10.42a1, 10.42a2, 12.15b]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("guns", hex=g.place_text(battle_under(s)[PLACE]))

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        unit, b = pick[1], battle_under(s)
        if not g.guns & g.side_units[seat] & 1 << unit:
            return because("12.12", "no artillery")
        if (s.fired | s.disrupted) >> unit & 1:
            return because("12.13d", "gun fired")
        if s.place[unit] < 0 or not in_range(g, s, unit, b[PLACE]):
            return because("12.13a", "out of range")
        if eligible_guns(g, s, b, f[1]) >> unit & 1:
            return because("12.13f2", "guns enough")
        return because("12.13b" if f[1] == ATTACKER else "12.13c1", "gun not eligible")
