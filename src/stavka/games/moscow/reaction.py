"""Chapters 9.2 to 9.4: Combat Refusal, Reaction Movement, No Retreat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.machine import Step
from stavka.engine.offer import HEX, UNIT, Offer, Pick, Reason, members
from stavka.engine.state import Frame
from stavka.games.moscow import advance, control, standing
from stavka.games.moscow.activation import formation_now, in_reserve
from stavka.games.moscow.checks import Check, check_frame, helpers
from stavka.games.moscow.going import barred_ends, can_step, enemy, going, stay
from stavka.games.moscow.losses import eliminate
from stavka.games.moscow.odds import behind_line, defenders, in_fort
from stavka.games.moscow.position import Position
from stavka.games.moscow.retreat import Path, free_hexes, has_room, hot_hexes, lead_candidates, next_to
from stavka.games.moscow.values import allowance, steps_of
from stavka.games.moscow.words import ask, because
from stavka.games.moscow.zoc import enemy_zone
from stavka.hexes import Enemy, Reach

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow


def attack_on(s: Position, hex_: int) -> list[int]:
    return next(attack for attack in s.attacks if attack[0] == hex_)


# -- Combat Refusal -------------------------------------------------------------------------------------------------


def refusal_ways(g: Moscow, s: Position, units: int, origin: int) -> list[Path]:
    """Two hexes, never through an EZOC hex without friends."""
    side = g.side_of_units(units)
    cold = free_hexes(g, s, side) & ~hot_hexes(g, s, side)  # [9.22c]
    ends = cold & ~barred_ends(g, s, side) & g.grid.ring(origin, g.refusal_retreat)
    ways = [(mid, end) for mid in members(next_to(g, origin) & cold) for end in members(next_to(g, mid) & ends)]
    return [way for way in ways if has_room(g, s, units, way[-1])]  # [9.22a]


def can_refuse(g: Moscow, s: Position, hex_: int) -> bool:
    """Whether the units of a Defender hex may attempt to refuse combat."""
    units = s.at[hex_] & g.combat
    if units & ~g.red_box & ~g.cavalry or units & s.disrupted or units & s.arrived:  # [9.21a, 9.21b]
        return False
    return not s.stubborn >> hex_ & 1 and all(refusal_ways(g, s, 1 << unit, hex_) for unit in members(units))  # [9.21]


class Refusal(Step["Moscow", Position]):
    """The defending player may refuse combat, hex by hex. Frame: [name, side, hexes that do not want to]."""

    rule = "9.21"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        hexes = self.hexes(g, s, f)
        if not hexes or standing.has(s, f[1], "never-refuse"):
            s.stack.pop()
            return True
        if standing.has(s, f[1], "always-refuse"):
            self.hex(g, s, f, (hexes & -hexes).bit_length() - 1)
            return True
        return False

    def hexes(self, g: Moscow, s: Position, f: Frame) -> int:
        return sum(1 << attack[0] for attack in s.attacks if can_refuse(g, s, attack[0]))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        answers = g.ANSWER["never-refuse"] | g.ANSWER["always-refuse"]
        return Offer(f[1], hexes=self.hexes(g, s, f), options=g.DONE | answers)  # [9.21, OPS.A.2a]

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        s.holding &= ~(1 << hex_)  # [9.45b]
        s.stubborn |= 1 << hex_  # taken back if the check succeeds
        s.stack.append(["check_lead", "refuse", hex_])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        if not standing.give(g, s, f[1], 1 << option):
            s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("refusal")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.21", "not attacked")
        units = s.at[hex_] & g.combat
        if units & ~g.red_box & ~g.cavalry:
            return because("9.21a", "too slow to refuse")
        if units & s.disrupted:
            return because("9.21b", "disrupted")
        return because("9.22c", "no way to refuse")


class CheckLead(Step["Moscow", Position]):
    """The owner of a Defender hex names the Lead Unit of a check. Frame: [name, check, hex]."""

    rule = "3.43a"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        leads = self.leads(g, s, f)
        if leads & (leads - 1):
            return False
        self.unit(g, s, f, leads.bit_length() - 1)
        return True

    def leads(self, g: Moscow, s: Position, f: Frame) -> int:
        return lead_candidates(g, defenders(g, s, f[2]))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        leads = self.leads(g, s, f)
        return Offer(g.side_of_units(leads), units=leads)  # [3.43, 3.43a]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        s.stack.pop()
        if f[1] == "hold" and g.nkvd & ~s.disrupted & 1 << unit:
            hold(g, s, f[2])  # [9.44a]
            return
        s.stack.append(check_frame(f[1], unit, 0, f[2]))  # [9.23a, 9.43a]

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("lead")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("3.43", "cannot lead") if pick[0] == UNIT else None


class Refuse(Check):
    """The check of a Combat Refusal; no CPs. Frame: that of a check, and the hex."""

    rule = "9.23a"

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        hex_ = f[5]
        if not success:
            return  # [9.23a1]
        s.stubborn &= ~(1 << hex_)
        attack = attack_on(s, hex_)
        s.attacks.remove(attack)  # [9.23c]
        s.fought |= attack[1]  # [9.23c]
        s.tell("refused", ("9.23a2",), hex=hex_)
        s.stack.append(["pursue", attack[1], hex_])
        s.stack.append(["refusing", s.at[hex_], hex_, 0, []])  # [9.23a2]


class Refusing(Step["Moscow", Position]):
    """Units that have refused combat retreat two hexes, all together or in parts.

    Frame: [name, units still to go, hex, units that go now (0: all), hexes of their way]."""

    rule = "9.23a2"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        f[1] = sum(1 << unit for unit in members(f[1]) if s.place[unit] == f[2])
        if not f[1] & g.combat:
            s.stack.pop()
            return True
        if len(f[4]) == g.refusal_retreat:
            self.walk(g, s, f)
            return True
        if not f[4] and not self.ways(g, s, f):
            self.split(g, s, f)
            return True
        return False

    def split(self, g: Moscow, s: Position, f: Frame) -> None:
        """Those who go now have no way: somebody who has goes first, and if there is nobody they are lost."""
        combat = f[1] & g.combat
        able = [unit for unit in members(combat) if refusal_ways(g, s, 1 << unit, f[2])]
        if able:
            f[3] = 1 << able[0]
            return
        for unit in members(combat):
            eliminate(g, s, unit)  # [11.3b, 11.34b]

    def group(self, g: Moscow, s: Position, f: Frame) -> int:
        """Those who go now: those chosen, or all."""
        units: int = f[3] or f[1]
        return units

    def ways(self, g: Moscow, s: Position, f: Frame) -> list[Path]:
        done = tuple(f[4])
        return [way for way in refusal_ways(g, s, self.group(g, s, f), f[2]) if way[: len(done)] == done]

    def others(self, g: Moscow, s: Position, f: Frame) -> int:
        if f[4]:
            return 0
        rest = f[1] & ~f[3]
        units = rest if rest & (rest - 1) or f[3] else 0
        return sum(1 << unit for unit in members(units) if refusal_ways(g, s, f[3] | 1 << unit, f[2]))  # [11.33c]

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        hexes = sum({1 << way[len(f[4])] for way in self.ways(g, s, f)})
        return Offer(g.side_of_units(f[1]), self.others(g, s, f), hexes)  # [9.23a2]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[3] |= 1 << unit

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        f[3] = self.group(g, s, f)
        f[4] = [*f[4], hex_]

    def walk(self, g: Moscow, s: Position, f: Frame) -> None:
        units, way = f[3], list(f[4])
        f[1] &= ~units
        f[3], f[4] = 0, []
        s.tell("retreats", ("9.23a2",), units=units, path=[f[2], *way])
        s.building &= ~units  # [14.33]
        s.holding &= ~(1 << way[-1])  # [9.45a]
        control.walk(g, s, units, way)
        if any(attack[0] == way[-1] for attack in s.attacks):
            s.arrived |= units & g.combat  # [9.22a, 11.36a]

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("retreat", units=g.names_of(self.group(g, s, f)))

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("9.22c", "retreat into zone") if pick[0] == HEX else None


class Pursue(Step["Moscow", Position]):
    """Those who had declared against the hex may advance. Frame: [name, units, hex]."""

    rule = "9.23b1"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        s.stack.pop()
        units = sum(1 << unit for unit in members(f[1]) if s.place[unit] >= 0)
        advance.start(g, s, units, f[2], two=True, counts=False)  # [9.23b1, 9.23b2]
        return True


# -- Reaction Movement ----------------------------------------------------------------------------------------------


def can_react(g: Moscow, s: Position, unit: int) -> bool:
    """Whether a unit of the non-active player may try to react."""
    bit, hex_ = 1 << unit, s.place[unit]
    if not g.combat & g.red_box & bit or hex_ < 0 or formation_now(g, s, unit) < 0:  # [8.0a, 8.17a, 9.33]
        return False
    if (s.disrupted | s.oos | s.low_fuel) & bit or in_reserve(g, s, unit):  # [3.72d, 6.44b2, 8.16, 9.33]
        return False
    if any(attack[0] == hex_ for attack in s.attacks) or s.stubborn >> hex_ & 1 or s.arrived & bit:  # [9.33]
        return False
    return not enemy_zone(g, s, g.side[unit]) >> hex_ & 1  # [9.33]


class Reaction(Step["Moscow", Position]):
    """Units of the non-active player may move, one at a time. Frame: [name, side, units that have tried]."""

    rule = "9.31"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if s.attacks and self.units(g, s, f) and not standing.has(s, f[1], "never-react"):  # [9.31]
            return False
        s.stack.pop()
        s.memo = s.goals = None
        return True

    def units(self, g: Moscow, s: Position, f: Frame) -> int:
        units = g.combat & g.red_box & g.side_units[f[1]] & ~f[2]
        return sum(1 << unit for unit in members(units) if can_react(g, s, unit) and self.moves(g, s, unit))

    def moves(self, g: Moscow, s: Position, unit: int) -> bool:
        """Whether it has anywhere to go."""
        return can_step(g, s, 1 << unit, allowance(g, s, unit, reaction=True), reaction_enemy(g, s, unit))

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], units=self.units(g, s, f), options=g.DONE | g.ANSWER["never-react"])  # [OPS.A.2b]

    def unit(self, g: Moscow, s: Position, f: Frame, unit: int) -> None:
        f[2] |= 1 << unit
        s.stack.append(check_frame("react", unit))  # [9.34]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        if not standing.give(g, s, f[1], 1 << option):
            s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("reaction")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != UNIT:
            return None
        if f[2] >> pick[1] & 1:
            return because("9.31", "has tried")
        if g.side[pick[1]] != f[1] or not g.red_box >> pick[1] & 1:
            return because("9.33", "cannot react")
        return because("9.33", "not fit to react")


class React(Check):
    """The check of a unit that wants to react. Frame: that of a check."""

    rule = "9.34"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        return helpers(g, s, f[1])  # [9.34, 15.23a]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        if success:
            s.stack.append(["react_move", f[1], allowance(g, s, f[1], reaction=True)])  # [9.32, 9.35]


def defended(g: Moscow, s: Position, side: int) -> int:
    """The Defender hexes of a side."""
    return sum({1 << attack[0] for attack in s.attacks}) & s.occupied[side]


def reaction_enemy(g: Moscow, s: Position, unit: int) -> Enemy:
    """What hinders a reacting unit; an EZOC costs nothing in a Defender hex, where it stops."""
    return enemy(g, s, 1 << unit, defender=defended(g, s, g.side[unit]))  # [9.36]


def reaction_reach(g: Moscow, s: Position, unit: int, points: int) -> Reach:
    """Where a reacting unit can go."""
    there = reaction_enemy(g, s, unit)
    return g.reacher(going(g, s, 1 << unit)).reach(s.place[unit], points, there)  # [9.35, 9.37a, 9.37b]


def _goals(g: Moscow, s: Position, unit: int, points: int) -> int:
    if not points:
        return 0
    return reaction_reach(g, s, unit, points).mask & ~(1 << s.place[unit]) & ~barred_ends(g, s, g.side[unit])


class ReactMove(Step["Moscow", Position]):
    """A unit that has passed its check moves. Frame: [name, unit, halves left]."""

    rule = "9.35"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if _goals(g, s, f[1], f[2]):
            return False
        self.finish(g, s, f)
        return True

    def finish(self, g: Moscow, s: Position, f: Frame) -> None:
        s.stack.pop()
        stay(g, s, 1 << f[1])

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(g.side[f[1]], hexes=_goals(g, s, f[1], f[2]), options=g.STOP)

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        unit = f[1]
        found = reaction_reach(g, s, unit, f[2])
        way = g.reacher(going(g, s, 1 << unit)).path(s.place[unit], f[2], hex_, reaction_enemy(g, s, unit))
        f[2] = 0 if defended(g, s, g.side[unit]) >> hex_ & 1 else f[2] - found.cost_of(hex_)  # [9.36]
        s.tell("moves", ("9.35",), units=1 << unit, path=way, left=f[2] / 2)
        s.building &= ~(1 << unit)  # [14.33]
        control.walk(g, s, 1 << unit, way[1:])

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        self.finish(g, s, f)

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("move", units=g.labels[f[1]], points=f[2] / 2)

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        return because("9.35", "out of reach") if pick[0] == HEX else None


# -- No Retreat -----------------------------------------------------------------------------------------------------


def may_hold(g: Moscow, s: Position, hex_: int) -> bool:
    """Whether the units of a Defender hex may attempt a No Retreat Declaration."""
    units = defenders(g, s, hex_)
    if steps_of(s, units) < g.no_retreat_steps or s.stubborn >> hex_ & 1 or s.holding >> hex_ & 1:  # [9.42a, 9.42b]
        return False
    side = g.side_of_units(units)
    if in_fort(g, s, side, hex_) or behind_line(g, s, attack_on(s, hex_)[1], hex_):  # [9.42c, 14.12d]
        return True
    return bool(s.at[hex_] & g.leaders) or has_own_hq(g, units)  # [9.42c]


def has_own_hq(g: Moscow, units: int) -> bool:
    """Whether an HQ is with another unit of its Formation."""
    for hq in members(units & g.hqs):
        formation = g.formation[hq]
        if formation >= 0 and units & g.formation_units[formation] & ~(1 << hq):
            return True  # [9.42c, 15.16]
    return False


def hold(g: Moscow, s: Position, hex_: int) -> None:
    s.holding |= 1 << hex_  # [9.43b]
    s.tell("no retreat marker", ("9.43b",), hex=hex_)


class NoRetreat(Step["Moscow", Position]):
    """The defending player may declare No Retreat, hex by hex, or take one back. Frame: [name, side, hexes tried]."""

    rule = "9.41"

    def proceed(self, g: Moscow, s: Position, f: Frame) -> bool:
        if not self.hexes(g, s, f) or standing.has(s, f[1], "never-hold"):
            s.stack.pop()
            return True
        return False

    def hexes(self, g: Moscow, s: Position, f: Frame) -> int:
        """Hexes that may try, and those with a marker, which may be removed."""
        hexes = sum(1 << attack[0] for attack in s.attacks if may_hold(g, s, attack[0]))
        marked = sum(1 << attack[0] for attack in s.attacks) & s.holding  # [9.45b]
        left: int = (hexes | marked) & ~f[2]
        return left

    def offer(self, g: Moscow, s: Position, f: Frame) -> Offer:
        return Offer(f[1], hexes=self.hexes(g, s, f), options=g.DONE | g.ANSWER["never-hold"])  # [9.41, OPS.A.2c]

    def hex(self, g: Moscow, s: Position, f: Frame, hex_: int) -> None:
        f[2] |= 1 << hex_
        if s.holding >> hex_ & 1:
            s.holding &= ~(1 << hex_)  # [9.45b]
            return
        here = s.at[hex_]
        if here & g.leaders or here & g.hqs & ~s.disrupted:
            hold(g, s, hex_)  # [9.44b]
        else:
            s.stack.append(["check_lead", "hold", hex_])  # [9.43a]

    def option(self, g: Moscow, s: Position, f: Frame, option: int) -> None:
        if not standing.give(g, s, f[1], 1 << option):
            s.stack.pop()

    def prompt(self, g: Moscow, s: Position, f: Frame) -> str:
        return ask("no retreat")

    def why(self, g: Moscow, s: Position, f: Frame, seat: int, pick: Pick) -> Reason | None:
        if pick[0] != HEX:
            return None
        hex_ = pick[1]
        if all(attack[0] != hex_ for attack in s.attacks):
            return because("9.41", "not attacked")
        if s.stubborn >> hex_ & 1:
            return because("9.42b", "failed to refuse")
        if steps_of(s, defenders(g, s, hex_)) < g.no_retreat_steps:
            return because("9.42a", "too few steps")
        return because("9.41", "has tried") if f[2] >> hex_ & 1 else because("9.42c", "nothing to hold by")


class Hold(Check):
    """The check of a No Retreat Declaration. Frame: that of a check, and the hex."""

    rule = "9.43a"

    def helpers(self, g: Moscow, s: Position, f: Frame) -> int:
        return helpers(g, s, f[1])  # [9.43a, 15.23a]

    def done(self, g: Moscow, s: Position, f: Frame, modified: int, *, success: bool) -> None:
        if success:
            hold(g, s, f[5])  # [9.43b, 9.43c]
