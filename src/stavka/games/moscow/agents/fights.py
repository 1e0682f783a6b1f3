"""The value of combats and Overruns of Roads to Moscow, over all checks and dice, in VP of the attacker."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Side, Unit, hexes_in, units_in
from stavka.games.moscow.agents.chart import FACES, MOTORIZED, chart_of
from stavka.games.moscow.agents.lifelines import Lifelines, lifelines
from stavka.games.moscow.rules import c12_artillery as support
from stavka.games.moscow.rules.c01_introduction.victory import attacker, hex_points
from stavka.games.moscow.rules.c03_basic_concepts.control import controlled, settle_control
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, best_er, defence, er
from stavka.games.moscow.rules.c03_basic_concepts.values import support as support_of
from stavka.games.moscow.rules.c08_ground_movement import overrun
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import is_legal, leaders
from stavka.games.moscow.rules.c09_pre_combat_actions.no_retreat import may_hold
from stavka.games.moscow.rules.c10_combat import battle
from stavka.games.moscow.rules.c10_combat.battleframe import (
    ATTACKER,
    DEFENDER,
    FULL,
    HALF,
    NONE,
    Fighting,
    Overrunning,
    coordination_drm,
    side_of,
)
from stavka.games.moscow.rules.c10_combat.odds import (
    Modifiers,
    attack_strength,
    column_of,
    defenders,
    may_be_mobile,
    modifiers,
    must_coordinate,
    net,
    overrun_modifiers,
)
from stavka.games.moscow.rules.c11_combat_results.results import make_bill
from stavka.games.moscow.rules.c11_combat_results.retreat import find_ways, is_through_zone, lead_candidates
from stavka.games.moscow.rules.c15_hqs_and_leaders import passing
from stavka.games.moscow.state import GERMAN, SOVIET, Position
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field
    from stavka.agents.missions import Mission
    from stavka.games.moscow.agents.weights import Weights
    from stavka.games.moscow.files import Result
    from stavka.games.moscow.game import Moscow

AIR_CHECKED, GUNS_CHECKED, GROUND_CHECKED = (
    battle.STAGES.index(stage) + 1 for stage in (battle.check_air, battle.check_guns, battle.check_ground)
)
"""The stage of a combat when air units check, when artillery does, and when ground units do."""
NEVER: Final = -99.0
"""The worth of an attack that may not be made."""
HANDICAP: Final = 3
"""The additional distance of an objective for each VP that it is worth less than the best, in halves of MP."""

SPENT: Final = 0.2
"""The value of units in the last turn, as a share of their value LONG turns before."""
LATE: Final = 1
"""Turns before the end from which on places are judged by what would be scored."""
LONG: Final = 6
"""The number of turns in which a unit may win its own value once more."""

Spread = dict[tuple[int, int], float]
"""Columns and DRMs with their chances."""
Columns = Sequence[tuple[int, float]]
"""Columns with their chances."""


class Survey:
    """Facts about a position before any move: the plans that are made on copies of it share them."""

    def __init__(self) -> None:
        self.steps: dict[tuple[int, int], float] = {}
        self.units: dict[int, float] = {}
        self.bodies: dict[int, float] = {}
        self.tolls: dict[tuple[int, int, int], float] = {}
        self.arms: dict[int, list[tuple[int, int]]] = {}
        self.lifelines: dict[int, Lifelines] = {}
        self.fronts: dict[tuple[int, int], Field] = {}
        self.tasks: dict[int, dict[int, Mission]] = {}


def survey_key(s: Position) -> tuple[Hashable, ...]:
    """A key of the survey: positions with the same places, controllers and supply share a survey."""
    return (
        *(s.scenario, s.turn, s.weather, s.options, s.german, s.lines_down, *s.forts),
        *(s.disrupted, s.oos, s.emergency, s.low_fuel, s.fed, bytes(s.place), bytes(s.steps)),
    )


class Clash:
    """The parts that the results of one combat share, each worked out when a result first asks for it."""

    def __init__(self, fights: Fights, b: Fighting) -> None:
        g, s = fights.g, fights.s
        self.fights, self.b = fights, b
        self.is_overrun = isinstance(b, Overrunning)
        self.here = defenders(g, s, b.hex)
        self.arrived = s.at.get(b.hex, 0) & g.combat & s.arrived
        self.least = 2 if b.is_mobile else 1
        self.all_theirs, self.all_mine = fights.body(self.here), fights.body(b.units)

    @cached_property
    def fate(self) -> tuple[float, float]:
        """The cost of a retreat to the defenders."""
        return self.fights.fate(self.here, self.b.hex, self.least, NO_HEX)

    @cached_property
    def repulsed(self) -> float:
        """The cost of a retreat to the attackers."""
        return self.fights.repulsed(self.b.units, self.b.hex, self.least)

    @cached_property
    def ground(self) -> float:
        """The value of the hex to the attackers."""
        return self.fights.ground(side_of(self.fights.g, self.b, ATTACKER), self.b.hex, self.b.units)


class Fights:
    """Combats on a position of its own."""

    def __init__(self, g: Moscow, s: Position, weights: Weights, survey: Survey | None = None) -> None:
        self.g, self.s, self.w = g, s, weights
        self.known = survey if survey is not None else Survey()
        self.chart = chart_of(g)
        self.prizes = self.chart.prizes[s.scenario]
        left = g.scenarios[s.scenario].turns - s.turn
        self.life = SPENT + left / LONG
        self.is_late = left <= LATE
        self._worth: dict[tuple[int, ...], tuple[float, int]] = {}
        self._fate: dict[tuple[int, ...], tuple[float, float]] = {}

    # -- what units are worth to their owner ------------------------------------------------------------------------

    def points_lost(self, unit: Unit) -> int:
        """VP that the enemy gains by a step of a unit."""
        g = self.g
        values = g.loss_values[self.s.scenario]
        if g.armor >> unit & 1:
            return abs(values.get(f"{g.sides[g.side[unit]]} armor step", 0))
        return abs(values.get("rocket unit", 0)) if g.rockets >> unit & 1 else 0

    def step_worth(self, unit: Unit, steps: int) -> float:
        """The value of the last of a number of steps of a unit."""
        found = self.known.steps.get((unit, steps))
        if found is None:
            found = self.known.steps[unit, steps] = self._step_worth(unit, steps)
        return found

    def _step_worth(self, unit: Unit, steps: int) -> float:
        g, w = self.g, self.w
        lost = g.attack[unit][steps] + g.defence[unit][steps] - g.attack[unit][steps - 1] - g.defence[unit][steps - 1]
        worth = w.strength * lost / 2 * g.printed_er[unit][steps] / 6
        if steps == 1:
            worth += w.last_step + w.gun * (g.guns >> unit & 1) + w.hq * (g.hqs >> unit & 1)
        return self.life * worth + self.points_lost(unit)

    def unit_worth(self, unit: Unit) -> float:
        found = self.known.units.get(unit)
        if found is None:
            steps = range(1, self.s.steps[unit] + 1)
            found = self.known.units[unit] = sum(self.step_worth(unit, number) for number in steps)
        return found

    def body(self, units: int) -> float:
        found = self.known.bodies.get(units)
        if found is None:
            found = self.known.bodies[units] = sum(self.unit_worth(unit) for unit in units_in(units & self.g.combat))
        return found

    def toll(self, units: int, number: int, first: int) -> float:
        """The least cost to its owner of a number of steps of a force. first: units of which one pays the first
        step."""
        if not number:
            return 0.0
        key = units, number, first
        found = self.known.tolls.get(key)
        if found is None:
            found = self.known.tolls[key] = self._toll(units, number, first)
        return found

    def _toll(self, units: int, number: int, first: int) -> float:
        s, total = self.s, 0.0
        steps = {unit: s.steps[unit] for unit in units_in(units) if s.steps[unit]}
        for _ in range(number):
            able = [unit for unit in steps if first >> unit & 1] or list(steps)
            if not able:
                break
            unit = min(able, key=lambda each: (self.step_worth(each, steps[each]), each))
            total += self.step_worth(unit, steps[unit])
            steps[unit] -= 1
            if not steps[unit]:
                del steps[unit]
            first = 0
        return total

    # -- ground -----------------------------------------------------------------------------------------------------

    def front(self, side: Side, kind: int = MOTORIZED) -> Field:
        """The distance of each hex from the objectives that a side has still to take, in halves of MP."""
        key = side, kind
        if key not in self.known.fronts:
            self.known.fronts[key] = self.find_front(side, kind)
        return self.known.fronts[key]

    def find_front(self, side: Side, kind: int) -> Field:
        theirs = controlled(self.s, 1 - side)
        left = [(hex_, value) for hex_, value in sorted(self.prizes.items()) if theirs >> hex_ & 1]
        most = max((value for _, value in left), default=0)
        goals = tuple((hex_, HANDICAP * (most - value)) for hex_, value in left)
        return self.chart.roads[side].fields[kind].field(goals)

    def ground(self, side: Side, hex_: Hex, units: int) -> float:
        """The value of driving the enemy out of a hex to a side whose units are adjacent to it."""
        g, s, w = self.g, self.s, self.w
        worth = w.ground + w.keep * self.prizes.get(hex_, 0) + w.lifeline * self.bars(side).get(hex_, 0)
        theirs = controlled(s, 1 - side) & ~s.occupied[1 - side]
        for near in hexes_in(g.grid.ring(hex_, 1) & theirs):
            worth += w.watched * self.prizes.get(near, 0)
        front = self.front(side)
        nearer = max(front[s.place[unit]] for unit in units_in(units)) - front[hex_]
        return worth + w.progress * max(0, min(nearer, 8)) / 2

    def bars(self, side: Side) -> dict[Hex, float]:
        """The VP that depend on driving enemies off the ways by which objectives are supplied."""
        return self.lifelines(side).bars

    def lifelines(self, side: Side) -> Lifelines:
        if side not in self.known.lifelines:
            self.known.lifelines[side] = lifelines(self.g, self.s, side)
        return self.known.lifelines[side]

    def standing(self, side: Side) -> int:
        """The VP of a side for objectives, if control and supply stay the same with the units where they are."""
        g, s = self.g, self.s
        kept = s.german
        settle_control(g, s)
        points = hex_points(g, s)
        s.german = kept
        return points if attacker(g, s) == side else -points

    # -- checks -----------------------------------------------------------------------------------------------------

    def passes(self, unit: Unit, drm: int) -> float:
        return passing(self.g, self.s, unit, drm) / FACES

    def bands(self, b: Fighting, role: int) -> Iterator[tuple[int, float]]:
        """The possible results of the artillery check of a side."""
        g, s = self.g, self.s
        guns = b.guns(role) & ~support.automatic(g, s, b, role)
        if b.stage >= GUNS_CHECKED or not guns:
            yield b.band(role), 1.0
            return
        lead = best_er(g, s, guns)
        drm = coordination_drm(g, s, 1) - support.arko_drm(g, s, b, role)
        full = self.passes(lead, drm)
        heard = sum(face + drm < g.silenced or face + drm <= er(g, s, lead) for face in range(1, FACES + 1)) / FACES
        for band, chance in ((FULL, full), (HALF, heard - full), (NONE, 1 - heard)):
            if chance > 0:
                yield band, chance

    def airs(self, b: Fighting, role: int) -> Iterator[tuple[int, float]]:
        """The possible effects of the air units of a side, in DRMs."""
        g, units = self.g, b.air(role)
        drm = sum(g.cas[unit] for unit in units_in(units))
        if not units or b.stage >= AIR_CHECKED:
            yield drm, 1.0
            return
        good = self.passes(best_er(g, self.s, units), coordination_drm(g, self.s, 0))
        yield drm, good
        yield 0, 1 - good

    def grounds(self, b: Fighting) -> Iterator[tuple[int, float]]:
        """Whether the attackers fail to coordinate."""
        if b.stage >= GROUND_CHECKED or not must_coordinate(self.g, self.s, b.units, mobile=bool(b.is_mobile)):
            yield b.is_uncoordinated, 1.0
            return
        good = self.passes(b.attacker_lead, coordination_drm(self.g, self.s, 2))
        yield 0, good
        yield 1, 1 - good

    def spread(self, b: Fighting) -> Spread:
        """The columns and DRMs that a combat may be rolled with."""
        return self.spread_over(b, self.columns(b))

    def columns(self, b: Fighting) -> Columns:
        """The columns that a combat may be rolled on, by the artillery checks of both sides."""
        g, s, trial = self.g, self.s, b.clone()
        found = []
        theirs = list(self.bands(b, DEFENDER))
        for own, chance in self.bands(b, ATTACKER):
            for other, odds in theirs:
                trial.attacker_band, trial.defender_band = own, other
                found.append((column_of(g, b.is_mobile, *battle.strengths(g, s, trial)), chance * odds))
        return found

    def spread_over(self, b: Fighting, columns: Columns) -> Spread:
        """The chances of each of some columns with each DRM."""
        g, s = self.g, self.s
        plain = Modifiers(b.attacker_lead, b.defender_lead)
        fixed = sum(line[2] for line in modifiers(g, s, b.units, b.hex, plain))
        drms: dict[int, float] = {}
        for failed, ground in self.grounds(b):
            for mine, sent in self.airs(b, ATTACKER):
                for theirs, met in self.airs(b, DEFENDER):
                    drm = fixed + failed * g.uncoordinated_drm - mine + theirs
                    drm = max(-g.drm_limit, min(g.drm_limit, drm))
                    drms[drm] = drms.get(drm, 0.0) + ground * sent * met
        found: Spread = {}
        for column, chance in columns:
            for drm, share in drms.items():
                key = column, drm
                found[key] = found.get(key, 0.0) + chance * share
        return found

    # -- results ----------------------------------------------------------------------------------------------------

    def fate(self, units: int, hex_: Hex, least: int, away: Hex) -> tuple[float, float]:
        """The cost of a retreat: the value of units without a way, and of steps lost in EZOC."""
        g, s = self.g, self.s
        key = units, hex_, least, away, s.occupied[GERMAN], s.occupied[SOVIET]
        found = self._fate.get(key)
        if found is None:
            ways = find_ways(g, s, units, hex_, least, away)
            lost = sum(
                self.unit_worth(unit)
                for unit in units_in(units)
                if not ways and not find_ways(g, s, 1 << unit, hex_, least, away)
            )
            hot = bool(ways) and all(is_through_zone(g, s, units, way) for way in ways)
            found = self._fate[key] = lost, 0.5 * self.toll(units, 1, 0) if hot else 0.0
        return found

    def result_worth(self, clash: Clash, result: Result) -> float:
        """The value of a result to the attacker."""
        g, s, w = self.g, self.s, self.w
        b, here, all_theirs, all_mine = clash.b, clash.here, clash.all_theirs, clash.all_mine
        hex_, force, is_overrun = b.hex, b.units, clash.is_overrun
        attacker, defender = result.attacker, result.defender
        bill = make_bill(g, s, result, force, here, clash.arrived, hex_)
        held = s.holding >> hex_ & 1 and not is_overrun
        theirs = all_theirs if defender.eliminated else self.toll(here, bill.defender, bill.first_defender)
        theirs += self.toll(here, 1, 0) if bill.extra and not is_overrun else 0.0
        mine = all_mine if attacker.eliminated else self.toll(force, bill.attacker, bill.first_attacker)
        gone = defender.eliminated or theirs >= all_theirs - 0.001
        if not gone and defender.retreat and not held:
            gone = True
            lost, paid = clash.fate
            share = 1 - theirs / all_theirs
            theirs += (lost + paid) * share
        if defender.disrupted or (gone and is_overrun):
            theirs += w.disrupted * (all_theirs - min(theirs, all_theirs))
        if attacker.disrupted:
            mine += w.disrupted * (all_mine - min(mine, all_mine))
        if attacker.retreat and not is_overrun and mine < all_mine - 0.001:
            mine += w.repulse + clash.repulsed
        worth = min(theirs, all_theirs + 1) - min(mine, all_mine + 1)
        return worth + clash.ground if gone else worth

    def repulsed(self, force: int, hex_: Hex, least: int) -> float:
        """The cost of a retreat to attackers: units without a way are lost."""
        total = 0.0
        for here in {self.s.place[unit] for unit in units_in(force)}:
            units = self.s.at[here] & force
            lost, paid = self.fate(units, here, least, hex_)
            total += lost + paid + 0.3 * self.prizes.get(here, 0)
        return total

    def expected(self, b: Fighting) -> float:
        """The worth of a combat to its attacker, over all that may still happen."""
        return self.over(Clash(self, b), self.columns(b), {})

    def over(self, clash: Clash, columns: Columns, known: dict[Result, float]) -> float:
        """The worth of a combat over its columns and the die. known: results that have been judged already."""
        cells, total, b = self.chart.cells, 0.0, clash.b
        for (column, drm), chance in self.spread_over(b, columns).items():
            for result, odds in cells(b.is_mobile, column, drm):
                worth = known.get(result)
                if worth is None:
                    worth = known[result] = self.result_worth(clash, result)
                total += chance * odds * worth
        return total

    # -- attacks ----------------------------------------------------------------------------------------------------

    def frame(self, units: int, hex_: Hex, table: int) -> Fighting:
        """A combat with its Lead Units and the artillery that both sides would name."""
        g, s = self.g, self.s
        b = Fighting(stage=0, hex=hex_, units=units, is_mobile=table)
        b.attacker_lead = best_er(g, s, leaders(g, s, units) or units)
        b.defender_lead = best_er(g, s, lead_candidates(g, defenders(g, s, hex_)))
        for role in (DEFENDER, ATTACKER):
            b.set_guns(role, self.likely_guns(b, role))
        return b

    def likely_guns(self, b: Fighting, role: int) -> int:
        """The strongest guns, as many as may be named and as the ground units can make use of."""
        g, s, hex_ = self.g, self.s, b.hex
        able = support.eligible_guns(g, s, b, role)
        if not able:
            return 0
        if role == ATTACKER:
            room = attack_strength(g, s, b.units, hex_)
        else:
            room = sum(defence(g, s, unit) for unit in units_in(defenders(g, s, hex_) & ~g.guns))
        near, inside = g.grid.range(hex_, 1), s.at.get(hex_, 0)
        found = distant = 0
        for gun in sorted(units_in(able), key=lambda each: (-support_of(g, s, each), each)):
            far = not near >> s.place[gun] & 1
            if room <= 0 or (far and distant == g.distant_guns) or (inside >> gun & 1 and found & inside):
                continue
            found |= 1 << gun
            distant += far
            room -= support_of(g, s, gun)
        return found

    def attack(self, units: int, hex_: Hex) -> tuple[float, int]:
        """The value of an attack to the attacker, and the CRT on which it is higher."""
        s = self.s
        places = (s.place[unit] for unit in units_in(units))
        key = units, hex_, s.at.get(hex_, 0), s.occupied[GERMAN], s.occupied[SOVIET], s.holding >> hex_ & 1, *places
        found = self._worth.get(key)
        if found is None:
            found = self._worth[key] = self._attack(units, hex_)
        return found

    def _attack(self, units: int, hex_: Hex) -> tuple[float, int]:
        g, s = self.g, self.s
        if not units or not is_legal(g, s, units, hex_):
            return NEVER, 0
        tables = (0, 1) if may_be_mobile(g, s, units, hex_) else (0,)
        frames = [self.frame(units, hex_, table) for table in tables]
        return max((self.withstood(b) - self.price(b), b.is_mobile) for b in frames)

    def withstood(self, b: Fighting) -> float:
        """The value of a combat in which the Defender declares No Retreat if that is possible and worthwhile."""
        g, s, hex_ = self.g, self.s, b.hex
        clash, columns = Clash(self, b), self.columns(b)
        known: dict[Result, float] = {}
        worth = self.over(clash, columns, known)
        if not self.can_hold(b.units, hex_):
            return worth
        here = s.at[hex_]
        sure = here & (g.leaders | g.nkvd & ~s.disrupted) or here & g.hqs & ~s.disrupted
        chance = 1.0 if sure else self.passes(b.defender_lead, 0)
        s.holding |= 1 << hex_
        known = {result: value for result, value in known.items() if not result.defender.retreat}
        held = self.over(clash, columns, known)
        s.holding &= ~(1 << hex_)
        return worth + chance * min(0.0, held - worth)

    def can_hold(self, units: int, hex_: Hex) -> bool:
        """Whether the units of a hex could declare No Retreat against an attack."""
        s = self.s
        if any(declared[0] == hex_ for declared in s.attacks):
            return False  # the decision is past, or made elsewhere
        s.attacks.append([hex_, units, 0])
        able = may_hold(self.g, s, hex_)
        s.attacks.pop()
        return able

    def price(self, b: Fighting) -> float:
        """The value elsewhere of the guns that support an attack."""
        return self.w.fired * sum(support_of(self.g, self.s, gun) for gun in units_in(b.attacker_guns))

    def overrun(self, units: int, hex_: Hex) -> float:
        """The value of an Overrun by units adjacent to the hex."""
        g, s = self.g, self.s
        force = overrun.fighting(g, units)
        b = Overrunning(stage=0, hex=hex_, units=force, is_mobile=1)
        b.attacker_lead = best_er(g, s, force & ~g.hqs & ~g.guns)
        b.defender_lead = best_er(g, s, lead_candidates(g, defenders(g, s, hex_)))
        column = column_of(g, 1, *overrun.strengths(g, s, units, hex_))
        drm = net(g, overrun_modifiers(g, s, force, hex_, Modifiers(b.attacker_lead, b.defender_lead)))
        failing = self.toll(force, 1, 0)
        total, clash = 0.0, Clash(self, b)
        for result, odds in self.chart.cells(1, column, drm):
            gone = result.defender.eliminated or result.defender.retreat
            total += odds * (self.result_worth(clash, result) - (0.0 if gone else failing))
        return total

    # -- danger -----------------------------------------------------------------------------------------------------

    def power(self, side: Side, hex_: Hex) -> int:
        """The attack strength that a side could bring against a hex soon."""
        return sum(strength for near, strength in self.arms(side) if near >> hex_ & 1)

    def arms(self, side: Side) -> list[tuple[int, int]]:
        """For each unit of a side that attacks, the hexes to which it may soon be adjacent, and its attack strength.
        This is worked out once: later moves are ignored."""
        if side not in self.known.arms:
            g, s = self.g, self.s
            units = [unit for unit in units_in(g.combat & g.side_units[side] & ~g.guns) if s.place[unit] >= 0]
            self.known.arms[side] = [
                (g.grid.range(s.place[unit], 1 + g.move_halves[unit] // 4), attack(g, s, unit)) for unit in units
            ]
        return self.known.arms[side]

    def cover(self, side: Side, hex_: Hex) -> int:
        """The DRMs that a hex gives its defenders."""
        g, s = self.g, self.s
        works = g.fort_drm if s.forts[side] >> hex_ & 1 else 0
        if side != GERMAN and g.lines_against(s, GERMAN) >> hex_ & 1:
            works = g.line_drm
        return g.hex_drm[hex_] + works
