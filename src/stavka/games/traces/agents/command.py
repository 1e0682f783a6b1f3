"""The common part of the scripted commanders of both sides of Traces of War: plan an activation, carry it out,
fight."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Final

from stavka.agents.decider import StepDecider
from stavka.agents.placing import best_place
from stavka.agents.tables import Table
from stavka.engine.agent import Sight
from stavka.engine.kinds import Option as OptionIndex
from stavka.engine.kinds import Side, Unit, hexes_in, last_unit, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.games.traces.agents.attack import Attacks, Option
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.weights import Weights
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c02_components.headquarters import Relocating
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingMode
from stavka.games.traces.rules.c05_stacking import crowded
from stavka.games.traces.rules.c09_movement import MovementSegment, Moving
from stavka.games.traces.rules.c10_combat.attacks import Attacking, CombatSegment, TakingLosses
from stavka.games.traces.rules.c10_combat.frames import Retreating
from stavka.games.traces.rules.c10_combat.retreat import RetreatingUnit
from stavka.games.traces.rules.c14_optional_rules import Bidding
from stavka.games.traces.state import Position, lift, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces

SHORT_LIST: Final = 14
"""The number of destinations of a unit that are examined closely, the best at first sight."""


class Plan:
    """The destinations of the units of an activation. The plan is made once, and carried out pick by pick."""

    def __init__(self, key: tuple[Any, ...], map_: tuple[Any, ...] = ()) -> None:
        self.key, self.map = key, map_
        self.ends: dict[Unit, Hex] = {}
        self.strategic: dict[int, int] = {}
        self.value = 0.0
        """The value of the plan's attacks."""

    def copy(self) -> Plan:
        plan = Plan(self.key, self.map)
        plan.ends, plan.strategic, plan.value = self.ends.copy(), self.strategic.copy(), self.value
        return plan

    def pending(self, s: Position, units: int) -> list[Unit]:
        return [unit for unit, end in self.ends.items() if units >> unit & 1 and end != s.place[unit]]


def map_of(s: Position) -> tuple[Any, ...]:
    """The parts of a position on which a plan depends, apart from the plan's key."""
    fighting = any(isinstance(frame, (ChoosingMode, CombatSegment)) for frame in s.stack)
    ground = s.cities, s.crossings, s.orders, s.bridgehead
    return bytes(s.place), bytes(s.steps), s.moved, s.attacked, s.oos, s.isolated, ground, fighting


class Commander(StepDecider, ABC):
    """The decisions of one side."""

    side: ClassVar[Side]
    looks: ClassVar[int] = SHORT_LIST
    weights: Weights
    focus: int
    """Hexes to go for before all others."""

    def __init__(self, g: Traces, seed: int, table: Table, focus: int = 0) -> None:
        self.g, self.table, self.focus = g, table, focus
        self.sane = (g.DONE, g.STOP, g.PASS, g.NO_AIR_SUPPORT, g.ATTACK, g.ALL, g.DRAW)
        self.random = Random(seed)
        self.plan: Plan | None = None
        self.home: dict[int, Hex] = {}
        """The present places of units that a plan has taken off its copy of the map."""

    def begin(self, s: Position) -> None:
        kind = "race" if self.g.scenario(s).is_race else "campaign"
        self.weights = self.table[self.g.sides[self.side], kind]

    def forget(self) -> None:
        """Forget the plans: the next position does not follow from the last one."""
        self.plan = None

    def read(self, s: Position, side: Side | None = None) -> Sense:
        """A position as this side reads it, or as it would read it for the other."""
        return Sense(self.g, s, self.side if side is None else side, self.weights)

    def bid(self, sight: Sight[Position], s: Position, f: Bidding, offer: Offer) -> Pick:
        """About the VP that the scenario asks for."""
        return OPTION, OptionIndex(self.g.first_bid + self.g.scenario(s).threshold // 4 + self.random.randint(-5, 5))

    # -- what the sides see differently -----------------------------------------------------------------------------

    @abstractmethod
    def make_plan(self, sense: Sense, plan: Plan, units: list[Unit]) -> None:
        """Fill a plan with the ends of the units, moving them on the sense's position as it goes."""

    @abstractmethod
    def hex_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        """The value of a hex as a place for a unit, after a close look."""

    def glance(self, sense: Sense, hex_: Hex) -> float:
        """The value of a hex as a place for any unit, at first sight."""
        return 0.0

    def attack_price(self, sense: Sense, reach: Mapping[Unit, int]) -> Callable[[Unit, Hex], float] | None:
        return None

    # -- reach ------------------------------------------------------------------------------------------------------

    def reach(self, s: Position, unit: Unit) -> int:
        """The hexes where Normal Movement can end, including the unit's own hex."""
        points = movement.movement_allowance(self.g, s, unit)
        hex_ = s.place[unit]
        if not points or s.moved >> unit & 1:
            return 1 << hex_
        return movement.normal_reach(self.g, s, unit, points, hex_).mask | movement.major_crossings(
            self.g, s, unit, hex_
        )

    def strategic_reach(self, s: Position, unit: Unit) -> int:
        if s.moved >> unit & 1 or not movement.may_move_strategically(self.g, s, unit):
            return 0
        hexes = 0
        for level in movement.strategic_levels(self.g, s, unit, 2 * movement.movement_allowance(self.g, s, unit)):
            hexes |= level
        return hexes

    # -- planning ---------------------------------------------------------------------------------------------------

    def plan_for(self, s: Position) -> Plan:
        """The plan of this activation. Until a unit has moved, it is made again whenever anything has changed."""
        key = (s.turn, s.activated, s.fought, bytes(s.played), s.result)
        if self.plan is None or self.plan.key != key or (not s.moved & s.activated and self.plan.map != map_of(s)):
            self.plan = self.new_plan(s, key)
        return self.plan

    def new_plan(self, s: Position, key: tuple[Any, ...]) -> Plan:
        plan = Plan(key, map_of(s))
        sense = self.read(s.clone())
        units = [unit for unit in units_in(s.activated) if s.place[unit] >= 0]
        self.home = {unit: s.place[unit] for unit in units}
        self.make_plan(sense, plan, units)
        return plan

    def plan_attacks(self, sense: Sense, plan: Plan, reach: Mapping[Unit, int]) -> set[Unit]:
        """Choose attacks one by one, the best first; returns the units that are left."""
        attacks = Attacks(sense, reach, self.attack_price(sense, reach))
        targets = attacks.targets()
        while targets:
            option = attacks.best(targets)
            if option is None or option.net <= self.weights.least_attack:
                break
            targets &= ~(1 << option.target)
            attacks.commit(option)
            plan.value += option.net
            plan.ends.update(option.group)
        return attacks.free

    def settle_unit(self, sense: Sense, plan: Plan, unit: Unit, normal: int, strategic: int) -> None:
        """Send one unit to the best place: a short list at first sight, then a close look."""
        here = sense.s.place[unit] if sense.s.place[unit] >= 0 else self.home[unit]
        hexes = (normal | strategic) & ~crowded(self.g, sense.s, unit) | 1 << here
        end = best_place(
            self.g.grid.bits(hexes),
            here,
            lambda hex_: self.glance(sense, hex_),
            lambda hex_: self.hex_score(sense, unit, hex_),
            self.looks,
        )
        plan.ends[unit] = end
        plan.strategic[unit] = (strategic & ~normal) >> end & 1
        self.shift(sense, unit, end)

    def shift(self, sense: Sense, unit: Unit, hex_: Hex) -> None:
        if sense.s.place[unit] != hex_:
            if sense.s.place[unit] >= 0:
                lift(self.g, sense.s, unit, hex_)
            put(self.g, sense.s, unit, hex_)

    def value_now(self, s: Position) -> float:
        """The value of the attacks that can be made without moving."""
        sense = self.read(s.clone())
        plan = Plan(())
        self.plan_attacks(sense, plan, self.in_place(s, s.activated & self.g.combat_units))
        return plan.value

    def in_place(self, s: Position, units: int) -> dict[Unit, int]:
        return {unit: 1 << s.place[unit] for unit in units_in(units) if s.place[unit] >= 0}

    # -- carrying out -----------------------------------------------------------------------------------------------

    def movement(self, sight: Sight[Position], s: Position, f: MovementSegment, offer: Offer) -> Pick | None:
        plan = self.plan_for(s)
        pending = plan.pending(s, offer.units)
        for unit in pending:
            if not crowded(self.g, s, unit) >> plan.ends[unit] & 1:
                return UNIT, unit
        for unit in pending:  # the place has been taken: find another
            plan.map = ()
            del plan.ends[unit]
            sense = self.read(s.clone())
            self.settle_unit(sense, plan, unit, self.reach(s, unit), self.strategic_reach(s, unit))
            if plan.ends[unit] != s.place[unit]:
                return UNIT, unit
        return None

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick | None:
        if f.has_left:
            return None
        plan = self.plan_for(s)
        end = plan.ends.get(f.unit, s.place[f.unit])
        if plan.strategic.get(f.unit) and not f.is_strategic:
            return self.option(self.g.STRATEGIC)
        return HEX, end

    def combat(self, sight: Sight[Position], s: Position, f: CombatSegment, offer: Offer) -> Pick | None:
        option = self.best_attack(s, offer.hexes)
        return (HEX, option.target) if option is not None else None

    def best_attack(self, s: Position, targets: int) -> Option | None:
        sense = self.read(s)
        attacks = Attacks(sense, self.in_place(s, self.fighters(s)), self.fight_price(sense))
        option = attacks.best(targets)
        return option if option is not None and option.net > self.weights.least_attack else None

    def fighters(self, s: Position) -> int:
        """Units that may still attack; HQs stay out of it."""
        return s.activated & ~s.fought & self.g.combat_units

    def fight_price(self, sense: Sense) -> Callable[[Unit, Hex], float] | None:
        return None

    def attack(self, sight: Sight[Position], s: Position, f: Attacking, offer: Offer) -> Pick | None:
        attacks = Attacks(self.read(s), self.in_place(s, self.fighters(s)))
        option = attacks.weigh(f.target)
        wanted = sum(1 << unit for unit, _ in option.group) if option is not None else 0
        wanted |= self.idle(s, f.target, offer.units & self.g.combat_units)
        more = wanted & offer.units & ~f.attackers
        if more:
            return UNIT, last_unit(more & -more)
        if offer.options & self.g.ATTACK:
            return self.option(self.g.ATTACK)
        return self.option(self.g.ALL)

    def idle(self, s: Position, target: int, units: int) -> int:
        """Units that have nothing else to attack."""
        g = self.g
        others = s.occupied[1 - self.side] & ~s.attacked & ~(1 << target)
        return sum(1 << u for u in units_in(units) if not g.grid.spread(1 << s.place[u], g.unblocked) & others)

    def losses(self, sight: Sight[Position], s: Position, f: TakingLosses, offer: Offer) -> Pick | None:
        sense = self.read(s)

        def cost(unit: Unit) -> float:
            return sense.step_worth(unit) + (0.0 if s.steps[unit] > 1 else sense.kill_worth(unit))

        return UNIT, min(units_in(offer.units), key=lambda unit: (cost(unit), unit))

    def retreat(self, sight: Sight[Position], s: Position, f: Retreating, offer: Offer) -> Pick | None:
        """Retreat the best units first: they have the choice of places."""
        sense = self.read(s)
        return UNIT, max(units_in(offer.units), key=lambda unit: (sense.step_worth(unit), -unit))

    def retreat_path(self, sight: Sight[Position], s: Position, f: RetreatingUnit, offer: Offer) -> Pick | None:
        return HEX, self.best_hex(s, f.unit, offer.hexes)

    def best_hex(self, s: Position, unit: Unit, hexes: int) -> Hex:
        sense = self.read(s)
        return max(hexes_in(hexes), key=lambda hex_: (self.hex_score(sense, unit, hex_), -hex_))

    # -- headquarters -----------------------------------------------------------------------------------------------

    def relocate(self, sight: Sight[Position], s: Position, f: Relocating, offer: Offer) -> Pick | None:
        sense = self.read(s)
        near = self.short_list(offer.hexes, lambda hex_: sense.friends_near(hex_, 4))
        return HEX, max(near, key=lambda hex_: (self.hq_score(sense, f.hq, hex_), -hex_))

    def short_list(self, hexes: int, glance: Callable[[Hex], float]) -> list[Hex]:
        return sorted(self.g.grid.bits(hexes), key=glance, reverse=True)[: 2 * SHORT_LIST]

    def settle_hq(self, sense: Sense, plan: Plan, hq: Unit) -> None:
        s = sense.s
        here = s.place[hq]
        hexes = (self.reach(s, hq) & ~s.hq_at[self.side]) | 1 << here
        roads = self.strategic_reach(s, hq) & ~s.hq_at[self.side] & ~hexes
        listed = self.g.grid.bits(hexes | roads)
        end = max(listed, key=lambda hex_: (self.hq_score(sense, hq, hex_), hex_ == here))
        plan.ends[hq] = end
        plan.strategic[hq] = roads >> end & 1
        self.shift(sense, hq, end)

    def hq_score(self, sense: Sense, hq: Unit, hex_: Hex) -> float:
        """The value of a hex for an HQ: many units of its sector in range, and out of the enemy's reach."""
        g, s = self.g, sense.s
        there = g.command_hexes(hex_, g.values[s.converted].range[hq])
        hexes, full, middle = self.sector(sense, hq)
        score = float((there & hexes).bit_count() + (there & full).bit_count())
        score -= self.weights.hq_middle * g.grid.distance(hex_, middle)
        others, full = s.occupied[self.side], s.full[self.side]
        score += 0.2 * ((there & others).bit_count() + (there & full).bit_count())
        return score + self.hq_ground(sense, hex_) - self.hq_danger(sense, hex_)

    _sectors: tuple[Sense, Unit, tuple[int, int, Hex]] | None = None

    def sector(self, sense: Sense, hq: Unit) -> tuple[int, int, Hex]:
        """An HQ's share of the Combat Units, counted from the north: their hexes, those with two, the middle."""
        if self._sectors is None or self._sectors[:2] != (sense, hq):
            self._sectors = sense, hq, self._find_sector(sense, hq)
        return self._sectors[2]

    def _find_sector(self, sense: Sense, hq: Unit) -> tuple[int, int, Hex]:
        g, s = self.g, sense.s
        hqs = [u for u in units_in(g.hq_units & g.side_units[self.side]) if s.place[u] >= 0 or u == hq]
        stacks = [(h, (s.at[h] & g.combat_units).bit_count()) for h in g.grid.bits(s.occupied[self.side])]
        stacks.sort(key=lambda stack: (-g.grid.row_column(stack[0])[0], stack[0]))
        each = sum(n for _, n in stacks) / len(hqs)
        first = each * hqs.index(hq)
        own: list[Hex] = []
        full = 0
        counted = 0.0
        for hex_, n in stacks:
            if n and first <= counted + n / 2 < first + each:
                own.append(hex_)
                full |= (n > 1) << hex_
            counted += n
        if not own:
            return 0, 0, s.place[hq] if s.place[hq] >= 0 else Hex(0)
        middle = min(own, key=lambda a: sum(g.grid.distance(a, b) for b in own))
        return g.grid.hexes(own), full, middle

    def hq_ground(self, sense: Sense, hex_: Hex) -> float:
        return 0.0

    def hq_danger(self, sense: Sense, hex_: Hex) -> float:
        danger = 30.0 if sense.enemy_zoc >> hex_ & 1 else 0.0
        if not sense.supplied >> hex_ & 1:
            danger += 20.0
        column = sense.column_against(hex_, sense.defence_at(hex_) + 2)
        if column >= 0:
            danger += 2.0 + 3.0 * sense.chart.severity[column]
        return danger + max(0.0, self.weights.hq_distance - sense.from_foe[hex_])
