"""Chapter 10.0 to 10.3: combat, from the declaration to the losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from stavka.engine.deciding import ByDice, BySide
from stavka.engine.frames import Frame, fixed_frame, frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Step
from stavka.engine.offer import CHANCE, DIE, HEX, OPTION, UNIT, Offer, Pick, Reason
from stavka.games.traces.files import Result
from stavka.games.traces.rules.c02_components.headquarters import begin_relocation
from stavka.games.traces.rules.c07_luftwaffe import SupportingByAir
from stavka.games.traces.rules.c10_combat.advance import Advancing
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.rules.c12_special_rules import control
from stavka.games.traces.state import AXIS, ELIMINATED, SOVIET, Position, lift
from stavka.games.traces.words import ask, because
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


# -- strengths ------------------------------------------------------------------------------------------------------


def attack_strength(g: Traces, s: Position, unit: Unit) -> int:
    """A unit's Attack Strength, less what its supply state takes off."""
    strength = g.values[s.converted].attack[s.steps[unit]][unit]  # [2.2i]
    if s.oos >> unit & 1:  # [8.1j, 8.2a]
        strength = max(0, strength - g.oos_penalty)  # [8.2b, 10.2d]
    elif s.isolated >> unit & 1:
        strength = max(0, strength - g.isolated_penalty)  # [8.2c, 10.2d]
    return strength


def defence_strength(g: Traces, s: Position, unit: Unit) -> int:
    strength = g.values[s.converted].defence[s.steps[unit]][unit]  # [2.2i]
    if s.isolated >> unit & 1:
        strength = max(0, strength - g.isolated_penalty)  # [8.2c, 10.2d]
    return strength


def total_attack(g: Traces, s: Position, attackers: int, target: int) -> int:
    """The total attack. Hex by hex, add the units, halve those across a River, and round down; then add the hexes."""
    total = 0
    for near, halvings in g.attack_sides[target]:
        units = s.at.get(near, 0) & attackers
        if units:
            strength = sum(attack_strength(g, s, unit) for unit in units_in(units))
            total += strength >> halvings  # [1.3a, 1.3b, 10.2b, 10.2c, 10.2e, 10.2f]
    return total


def total_defence(g: Traces, s: Position, target: Hex) -> int:
    """The total defence of a hex: all units in it defend together."""
    return sum(defence_strength(g, s, unit) for unit in units_in(s.at[target]))  # [2.3a, 10.0h, 10.2a]


class Odds(NamedTuple):
    """The odds of an attack before air support: totals, the ratio's column and the column after shifts for terrain."""

    attack: int
    defence: int
    ratio: int  # column before shifts, -1 below 1-1
    shift: int  # terrain shifts to the left
    column: int  # column after terrain, -1 when the attack is not allowed
    zero: bool  # defence reduced to nothing (10.2n)


def ratio_column(g: Traces, attack: int, defence: int) -> int:
    """The CRT column of attack : defence, rounded down; -1 below 1-1. The last column is 10-1 and more."""
    column = -1
    for numerator, denominator in g.crt_ratios:
        if attack * denominator < defence * numerator:  # [10.2g]
            break
        column += 1
    return column  # [10.2h]


def odds(g: Traces, s: Position, attackers: int, target: Hex) -> Odds:
    attack, defence = total_attack(g, s, attackers, target), total_defence(g, s, target)  # [10.1b]
    last = len(g.crt_ratios) - 1
    if defence == 0:  # [10.2n]
        return Odds(attack, defence, last, 0, last if attack else -1, True)
    ratio = ratio_column(g, attack, defence)
    shift = g.terrain_shift[target]  # [10.2i, 10.2k]
    column = ratio - shift if ratio >= 0 else -1  # [10.1d, 10.2i]
    return Odds(attack, defence, ratio, shift, max(column, -1), False)  # [10.2m]


# -- who may attack what --------------------------------------------------------------------------------------------


def attackers_of(g: Traces, s: Position, target: int) -> int:
    """Activated units that have not fought and stand next to the target, not across a Blocked hexside."""
    fresh = s.activated & ~s.fought  # [10.0b, 10.0d]
    units = 0
    for near, _ in g.attack_sides[target]:  # [10.0a, 10.0i]
        units |= s.at.get(near, 0)
    return units & fresh


def targets(g: Traces, s: Position) -> int:
    """The enemy hexes that could be attacked at 1-1 or better, with all units in reach."""
    fresh = s.activated & ~s.fought
    if not fresh:
        return 0
    key = (fresh, s.attacked)
    if s.memo is not None and s.memo[0] == key:
        known: int = s.memo[1]
        return known
    allowed = find_targets(g, s, fresh)
    s.memo = (key, allowed)
    return allowed


def find_targets(g: Traces, s: Position, fresh: int) -> int:
    side = g.side[last_unit(fresh)]
    strengths: dict[int, int] = {}
    hexes = 0
    for unit in units_in(fresh):
        hex_ = s.place[unit]
        if hex_ >= 0:
            strengths[hex_] = strengths.get(hex_, 0) + attack_strength(g, s, unit)
            hexes |= 1 << hex_
    candidates = g.grid.spread(hexes, g.unblocked) & s.occupied[1 - side] & ~s.attacked  # [10.0f]
    allowed = 0
    for target in hexes_in(candidates):
        attack = 0
        for near, halvings in g.attack_sides[target]:
            if near in strengths:
                attack += strengths[near] >> halvings
        defence = total_defence(g, s, target)
        if attack and (not defence or ratio_column(g, attack, defence) >= g.terrain_shift[target]):  # [10.2m]
            allowed |= 1 << target
    return allowed


@fixed_frame("combat")
class CombatSegment(Frame):
    """The combats of an activation."""

    side: Side


class Combat(BySide["Traces", Position, CombatSegment]):
    """The Active Player's combats, one after the other."""

    rule = "10.0e"
    free = HEXES  # the attackers of the hex are asked for next

    def proceed(self, g: Traces, s: Position, f: CombatSegment) -> bool:
        if targets(g, s):
            return False
        self.end(s)
        return True

    def end(self, s: Position) -> None:
        """Forget the targets: strengths may change before the next combats although no unit moves (supply, steps)."""
        s.forget()
        s.stack.pop()

    def offer(self, g: Traces, s: Position, f: CombatSegment) -> Offer:
        return Offer(self.seat(g, s, f), hexes=targets(g, s), options=g.DONE)  # [10.0e, 10.1a]

    def hex(self, g: Traces, s: Position, f: CombatSegment, hex_: Hex) -> None:
        s.stack.append(Attacking(hex_))

    def option(self, g: Traces, s: Position, f: CombatSegment, option: Option) -> None:
        self.end(s)

    def prompt(self, g: Traces, s: Position, f: CombatSegment) -> str:
        return ask("combat")

    def why(self, g: Traces, s: Position, f: CombatSegment, seat: int, pick: Pick) -> Reason | None:
        return why_not_attack(g, s, f.side, pick[1]) if pick[0] == HEX else None


def why_not_attack(g: Traces, s: Position, side: Side, target: Hex) -> Reason:
    if not s.occupied[1 - side] >> target & 1:
        return because("10.0a", "no enemy there")
    if s.attacked >> target & 1:
        return because("10.0f", "hex attacked")
    if not attackers_of(g, s, target):
        return why_nobody_attacks(g, s, side, target)
    result = odds(g, s, attackers_of(g, s, target), target)
    if result.zero:
        return because("10.2n", "no attack strength")
    return because("10.2m", "odds with everybody", attack=result.attack, defence=result.defence, shift=result.shift)


def why_nobody_attacks(g: Traces, s: Position, side: Side, target: Hex) -> Reason:
    near = 0
    for neighbour in g.grid.neighbours[target]:
        near |= s.at.get(neighbour, 0) & g.side_units[side]
    if not near:
        return because("10.0a", "nobody adjacent")
    if not near & s.activated:
        return because("10.0d", "nobody activated")
    if not near & s.activated & ~s.fought:
        return because("10.0b", "all have fought")
    return because("10.0i", "only blocked")


@frame("attack")
class Attacking(Frame):
    """An attack that is being declared."""

    target: Hex  # the attacked hex
    attackers: int = 0  # the units named so far


class Attack(Step["Traces", Position, Attacking]):
    """The Attacker names the units."""

    rule = "10.1a"

    def free_picks(self, g: Traces, s: Position, f: Attacking, offer: Offer) -> Offer:
        """The picks that can be taken back: units, and before a unit is named also options, because the only option
        then is to take all."""
        return offer.only(UNITS if f.attackers else UNITS | OPTIONS)

    def seat(self, g: Traces, s: Position, f: Attacking) -> int:
        return g.seat(s, self.side(g, s, f))

    def offer(self, g: Traces, s: Position, f: Attacking) -> Offer:
        more = attackers_of(g, s, f.target) & ~f.attackers  # [10.0c, 10.0g]
        options = g.ALL if more else 0
        if f.attackers and odds(g, s, f.attackers, f.target).column >= 0:  # [10.2m]
            options |= g.ATTACK
        return Offer(self.seat(g, s, f), units=more, options=options)

    def side(self, g: Traces, s: Position, f: Attacking) -> Side:
        return AXIS if s.occupied[SOVIET] >> f.target & 1 else SOVIET

    def unit(self, g: Traces, s: Position, f: Attacking, unit: Unit) -> None:
        f.attackers |= 1 << unit

    def option(self, g: Traces, s: Position, f: Attacking, option: Option) -> None:
        if 1 << option == g.ALL:
            f.attackers = attackers_of(g, s, f.target)
            return
        s.stack.pop()
        declare(g, s, f.target, f.attackers)

    def prompt(self, g: Traces, s: Position, f: Attacking) -> str:
        number = g.grid.number(f.target)
        if not f.attackers:
            return ask("attack", hex=number)
        result = odds(g, s, f.attackers, f.target)
        return ask("attack so far", hex=number, attack=result.attack, defence=result.defence)

    def why(self, g: Traces, s: Position, f: Attacking, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return why_not_attacker(g, s, f, pick[1])
        if pick[0] == OPTION and 1 << pick[1] == g.ATTACK:
            return why_not_yet(g, s, f)
        if pick[0] == OPTION and 1 << pick[1] == g.ALL:
            return because("10.0g", "all attack already")
        return None


def why_not_yet(g: Traces, s: Position, f: Attacking) -> Reason:
    if not f.attackers:
        return because("10.1a", "no attacker yet")
    now = odds(g, s, f.attackers, f.target)
    return because("10.2m", "odds too low", attack=now.attack, defence=now.defence, shift=now.shift)


def why_not_attacker(g: Traces, s: Position, f: Attacking, unit: Unit) -> Reason:
    target, bit = f.target, 1 << unit
    if bit & f.attackers:
        return because("10.1a", "attacks already")
    if bit & s.at[target] or g.side[unit] == g.side[last_unit(s.at[target])] or s.place[unit] < 0:
        return because("10.0a", "not yours to attack")
    if g.grid.direction(s.place[unit], target) < 0:
        return because("10.0a", "not adjacent")
    if not bit & s.activated:
        return because("10.0d", "not activated")
    if bit & s.fought:
        return because("10.0b", "has fought")
    return because("10.0i", "blocked")


def declare(g: Traces, s: Position, target: Hex, attackers: int) -> None:
    """An attack is declared: its units have fought, its hex has been attacked; now the air, then the die."""
    result = odds(g, s, attackers, target)
    s.fought |= attackers  # [10.0b]
    s.attacked |= 1 << target  # [10.0f]
    s.tell(
        "attack",
        ("10.1a", "10.2a", "10.2n" if result.zero else "10.2g", *(["10.2i"] if result.shift else [])),
        hex=target,
        units=attackers,
        attack=result.attack,
        defence=result.defence,
        ratio=result.ratio,
        column=result.column,
        shift=result.shift,
        zero=result.zero,
    )
    s.stack.append(CombatRoll(target, attackers, result.column))  # [10.1e]
    if sum(s.air):
        s.stack.append(SupportingByAir(is_undefended=int(result.zero)))  # [7.0e, 10.1c]


@frame("combat_die")
class CombatRoll(Frame):
    """The die of a combat is to be rolled."""

    target: Hex  # the attacked hex
    attackers: int
    column: int  # the column of the CRT
    drm: int = 0


class CombatDie(ByDice["Traces", Position, CombatRoll]):
    """The Attacker rolls."""

    rule = "10.3a"

    def offer(self, g: Traces, s: Position, f: CombatRoll) -> Offer:
        return Offer(CHANCE, chance=DIE)  # [1.2, 10.3a]

    def roll(self, g: Traces, s: Position, f: CombatRoll, outcome: int) -> None:
        s.stack.pop()
        roll = max(1, outcome + 1 + f.drm)  # [7.0i, 10.3b]
        result = g.crt[f.column][roll - 1]  # [10.3a]
        s.tell(
            "combat result",
            result_rules(result, f.drm),
            hex=f.target,
            die=outcome + 1,
            drm=f.drm,
            column=f.column,
            result=result.text,
        )
        apply_result(g, s, f.target, f.attackers, result)

    def prompt(self, g: Traces, s: Position, f: CombatRoll) -> str:
        return ask("combat die")


def result_rules(result: Result, drm: int) -> tuple[str, ...]:
    """The rules that a roll applies."""
    said = {"10.3b": drm, "10.3c": result.attacker or result.defender, "10.4a": result.retreat}
    return ("10.1e", "10.3a", *(rule for rule, applies in said.items() if applies))


def apply_result(g: Traces, s: Position, target: Hex, attackers: int, result: Result) -> None:
    """Losses first, then retreats, then the advance (10.1f)."""
    defenders = s.at[target]
    side = g.side[last_unit(defenders)]
    losses, retreat = suffered(s, target, side, result)
    if retreat < result.retreat:
        s.tell("order holds", ("12.2a",), hex=target, losses=losses)
    s.stack.append(EndingCombat())
    s.stack.append(Advancing(target, attackers, trail=[]))  # [10.1f]
    if retreat:
        s.stack.append(Retreating(target, defenders, length=retreat))  # [10.4a]
    if losses:
        s.stack.append(TakingLosses(side, defenders, steps=losses))  # [10.3c]
    if result.attacker:
        s.stack.append(TakingLosses(1 - side, attackers, steps=result.attacker))


def suffered(s: Position, target: int, side: Side, result: Result) -> tuple[int, int]:
    """Steps that the defenders lose and hexes that they retreat: an order turns retreats into losses."""
    if side == AXIS and s.orders >> target & 1:  # [12.2a]
        return result.defender + result.retreat, 0  # [12.2a]
    return result.defender, result.retreat


# -- losses ---------------------------------------------------------------------------------------------------------


def lose_step(g: Traces, s: Position, unit: Unit) -> None:
    """Lose one step: flip the unit, or eliminate it; an HQ relocates instead."""
    if s.steps[unit] > 1:
        s.steps[unit] -= 1  # [10.3c]
        s.tell("step lost", ("10.3c",), unit=unit, hex=s.place[unit])
    else:
        destroy(g, s, unit)


def destroy(g: Traces, s: Position, unit: Unit) -> None:
    """A Combat Unit leaves the game for good; an HQ relocates."""
    if g.hq_units >> unit & 1:
        begin_relocation(g, s, unit, rules=("10.3f", "2.3c"))  # [10.3f, 2.3c]
        return
    s.tell("eliminated", ("10.3e",), unit=unit, hex=s.place[unit])
    lift(g, s, unit, ELIMINATED)  # [10.3e]
    s.steps[unit] = 0
    bit = 1 << unit
    s.oos &= ~bit
    s.isolated &= ~bit
    if s.crossings != g.crossings:
        control.check_crossings(g, s)


@frame("losses")
class TakingLosses(Frame):
    """A side takes the losses of a combat."""

    side: Side
    units: int  # units that can take the losses
    steps: int  # still to be lost


class Losses(BySide["Traces", Position, TakingLosses]):
    """The owner gives step losses to the units concerned, one at a time."""

    rule = "10.3d"

    def proceed(self, g: Traces, s: Position, f: TakingLosses) -> bool:
        units = self.candidates(s, f)
        if not f.steps or not units:  # excess losses are ignored (U24)
            s.stack.pop()
            return True
        return self.only_unit(g, s, f, units)

    def candidates(self, s: Position, f: TakingLosses) -> int:
        return sum(1 << unit for unit in units_in(f.units) if s.place[unit] >= 0)

    def free_picks(self, g: Traces, s: Position, f: TakingLosses, offer: Offer) -> Offer:
        """Units while each leaves another step to lose and two units to choose from."""
        units = self.candidates(s, f)
        one_less = any(s.steps[unit] == 1 for unit in units_in(units))
        return offer.only(UNITS if f.steps > 1 and units.bit_count() - one_less > 1 else 0)

    def offer(self, g: Traces, s: Position, f: TakingLosses) -> Offer:
        return Offer(self.seat(g, s, f), units=self.candidates(s, f))  # [10.3d]

    def unit(self, g: Traces, s: Position, f: TakingLosses, unit: Unit) -> None:
        f.steps -= 1
        if s.steps[unit] == 1:
            f.units &= ~(1 << unit)
        lose_step(g, s, unit)

    def prompt(self, g: Traces, s: Position, f: TakingLosses) -> str:
        return ask("losses", steps=f.steps)

    def why(self, g: Traces, s: Position, f: TakingLosses, seat: int, pick: Pick) -> Reason | None:
        if pick[0] == UNIT:
            return because("10.3d", "not of this combat")
        return None


@frame("combat_end")
class EndingCombat(Frame):
    """A combat is to end."""

    hqs: int = 0  # HQs that have retreated onto another HQ


class CombatEnd(Step["Traces", Position, EndingCombat]):
    """A combat is over: HQs that retreated onto another HQ relocate."""

    rule = "5.0e"

    def proceed(self, g: Traces, s: Position, f: EndingCombat) -> bool:
        hqs = f.hqs
        if not hqs:
            s.stack.pop()
            return True
        hq = last_unit(hqs)
        f.hqs = hqs & ~(1 << hq)
        if s.place[hq] >= 0:
            begin_relocation(g, s, hq, rules=("5.0e",))  # [5.0e]
        return True
