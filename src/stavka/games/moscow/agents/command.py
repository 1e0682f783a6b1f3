"""The common part of the scripted commanders of Roads to Moscow: choose operations, plan them, move, build, declare
attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from stavka.agents.sharing import NOTHING, Sharing
from stavka.engine.agent import Sight
from stavka.engine.kinds import NO_UNIT, Side, Unit, hexes_in, last_unit, members, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.moscow.agents.aftermath import Aftermath
from stavka.games.moscow.agents.fights import NEVER, Fights, Survey, survey_key
from stavka.games.moscow.agents.moves import Moves
from stavka.games.moscow.agents.places import Places
from stavka.games.moscow.agents.tasks import share_out, task_of
from stavka.games.moscow.agents.weights import DEFENDER_WEIGHTS, SCRIPTED
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.rules.c01_introduction.victory import attacker, victory_points
from stavka.games.moscow.rules.c06_supply.fuel import is_hungry, needs_fuel
from stavka.games.moscow.rules.c07_operations import army_units as army
from stavka.games.moscow.rules.c07_operations.activation import join, markers_at, movable_units
from stavka.games.moscow.rules.c08_ground_movement.going import MOVED
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import attackers, attackers_of
from stavka.games.moscow.rules.c10_combat.odds import idle
from stavka.games.moscow.state import ASSAULT, DUE, GERMAN, HAND, MOBILE, NO_SEQUENCE, PASSED, Position, spend
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.agents.tables import Table
    from stavka.games.moscow.game import Moscow
    from stavka.games.moscow.rules.c04_playing_the_game.setup import SettingUp
    from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import CallingGroups, Entering
    from stavka.games.moscow.rules.c06_supply.fuel import Fuelling
    from stavka.games.moscow.rules.c07_operations.army_units import ActivatingArmy
    from stavka.games.moscow.rules.c07_operations.initiative import FillingCups, OpeningChoice
    from stavka.games.moscow.rules.c07_operations.markers import Choosing, Combining, PlayingMarkers, Revealing
    from stavka.games.moscow.rules.c08_ground_movement.going import Moving
    from stavka.games.moscow.rules.c08_ground_movement.movement_phase import MovementPhase
    from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Attacking, Declaring
    from stavka.games.moscow.rules.c14_strongpoints import Building

SOON: Final = 3
"""Turns that an Optional Group needs to be of use."""
ARRIVAL: Final = 0.3
"""The value of bringing a reinforcement onto the map."""


SURVEYS: Final = 8
"""Surveys that are kept before all are forgotten."""
PLANS: Final = 8
"""Plans of operations that are kept before all are forgotten."""
APART: Final = frozenset(("markers", "returns", "initiative", "calls", "once", "twice"))
"""Columns of a position on which the plan of a Movement Phase does not depend."""
PLANNED_ON: Final = tuple(name for name, column in Position.columns.items() if column.write and name not in APART)


def plan_key(s: Position, units: int) -> tuple[Hashable, ...]:
    """Positions with the same key have the same plan for some units."""
    values = (getattr(s, name) for name in PLANNED_ON)
    return s.scenario, units, *(value if isinstance(value, int) else str(value) for value in values)


class Style(NamedTuple):
    """What a commander does otherwise than the script, beside its weights."""

    focus: int = 0
    """The hexes of the main effort."""
    sequence: int = NO_SEQUENCE
    """The Sequence to run, where a choice of markers leaves that open."""
    formation: int = NO_FORMATION
    """The Formation to activate with the special AM."""
    has_arko: bool = False
    """Whether Arko leads the guns of an attack that gains by it."""


PLAIN: Final = Style()


class Planned(NamedTuple):
    """An attack that is planned."""

    units: int
    worth: float


class Commander(Aftermath):
    """One side's decisions. The commander remembers only the plan of an Operations Sequence."""

    renamed: ClassVar = {"choose": "choose_operation"}

    def __init__(self, g: Moscow, side: Side, table: Table = SCRIPTED, style: Style = PLAIN) -> None:
        self.g, self.side, self.table, self.w = g, side, table, DEFENDER_WEIGHTS
        self.style, self.has_arko = style, style.has_arko
        self.sane = (g.DONE, g.STOP, g.ROLL, g.ATTACK_ASSAULT, g.ALL, g.ASSAULT_SEQUENCE)
        self.key: tuple[Any, ...] = ()
        self.plan: Moves | None = None
        self._surveys: dict[tuple[Hashable, ...], Survey] = {}
        self._plans: dict[tuple[Hashable, ...], Moves] = {}
        self._attacks: tuple[tuple[Any, ...], dict[Hex, Planned]] = (), {}

    def begin(self, s: Position) -> None:
        self.w = self.table[self.g.sides[self.side], s.scenario]

    def forget(self) -> None:
        """Forget the plans: the next position does not follow from the last one."""
        self.key, self.plan = (), None
        self._attacks = (), {}

    def read(self, s: Position) -> Fights:
        return Fights(self.g, s.clone(), self.w, self.survey(s))

    def survey(self, s: Position) -> Survey:
        """The survey of a position, shared with positions in which everything is in the same place."""
        key = survey_key(s)
        found = self._surveys.get(key)
        if found is None:
            if len(self._surveys) >= SURVEYS:
                self._surveys.clear()
            found = self._surveys[key] = Survey()
        return found

    def places(self, fights: Fights) -> Places:
        return Places(fights, self.side, share_out(fights, self.side, self.style.focus))

    # -- before the first turn, and what comes in -------------------------------------------------------------------

    def set_up(self, sight: Sight[Position], s: Position, f: SettingUp, offer: Offer) -> Pick | None:
        return self.best_hex(s, 1 << f.unit, offer.hexes)

    def groups(self, sight: Sight[Position], s: Position, f: CallingGroups, offer: Offer) -> Pick | None:
        """Call Optional Groups, which cost VP, while there is time to use them; a defender does so only when behind."""
        scenario = self.g.scenarios[s.scenario]
        due = scenario.threshold * s.turn / scenario.turns
        wanted = attacker(self.g, s) == self.side or victory_points(self.g, s) > due
        for bit in self.g.CALL:
            if offer.options & bit and wanted and scenario.turns - s.turn >= SOON:
                return self.option(bit)
        return self.option(self.g.DONE)

    def enter(self, sight: Sight[Position], s: Position, f: Entering, offer: Offer) -> Pick | None:
        if not offer.hexes:
            return self.option(self.g.STOP)
        fights = self.read(s)
        task = task_of(fights, self.side, f.unit, offer.hexes, self.style.focus)
        places = Places(fights, self.side, {} if task is None else {f.unit: task})
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: (places.score(f.unit, hex_), -hex_))

    # -- which operation --------------------------------------------------------------------------------------------

    def trial(self, s: Position, formations: int, sequence: int) -> Moves:
        """The plan of an operation that has not begun."""
        g, t = self.g, s.clone()
        t.active, t.sequence = formations, sequence
        for formation in members(formations):
            for unit in units_in(army.within(g, t, self.side, formation)):
                join(g, t, unit, formation)
            self.burn_fuel(t, formation)
        return self.known_plan(t, movable_units(g, t))

    def known_plan(self, t: Position, units: int) -> Moves:
        """The plan for some units, which nobody may change. t: a position that may be changed."""
        key = plan_key(t, units)
        found = self._plans.get(key)
        if found is None:
            if len(self._plans) >= PLANS:
                self._plans.clear()
            found = self._plans[key] = self.make_plan(t, units)
        return found

    def burn_fuel(self, t: Position, formation: int) -> None:
        """Imagine that the best Fuel unit is spent for a Formation."""
        g = self.g
        if self.side != GERMAN or not g.scenarios[t.scenario].fuel:
            return
        best = self.best_fuel(t, formation, g.fuel_units & (t.placed | t.due) & ~t.burning)
        if best >= 0:
            spend(t, best, formation)

    def best_fuel(self, t: Position, formation: int, ready: int) -> Unit:
        """The Fuel unit that feeds most units of a Formation, -1 if none does; those soon to be lost before others."""
        g, counts = self.g, {}
        units = [u for u in units_in(g.formation_units[formation]) if t.place[u] >= 0 and needs_fuel(g, t, u)]
        for fuel in units_in(ready):
            spend(t, fuel, formation)
            counts[fuel] = sum(not is_hungry(g, t, unit) for unit in units)
            spend(t, fuel, -1)
        best = max(counts, key=lambda fuel: (counts[fuel], t.place[fuel] == DUE, -fuel), default=NO_UNIT)
        return best if best >= 0 and (counts[best] or not units) else NO_UNIT

    def outlook_of(self, s: Position, formations: int) -> dict[int, float]:
        """The value that a Mobile and an Assault Sequence of some Formations promise."""
        if not formations:
            return {MOBILE: 0.0, ASSAULT: 0.0}
        units = sum(self.g.formation_units[formation] for formation in members(formations))
        due = ARRIVAL * sum(s.place[unit] == DUE for unit in units_in(units))
        return {
            MOBILE: self.trial(s, formations, MOBILE).worth() + 2 * due,
            ASSAULT: self.trial(s, formations, ASSAULT).worth() + due,
        }

    def choose_operation(self, sight: Sight[Position], s: Position, f: Choosing, offer: Offer) -> Pick | None:
        """Choose the AM and Sequence that promise most; pass only if there is nothing to do yet."""
        g = self.g
        (hand,) = markers_at(g, s, self.side, HAND)
        pool = markers_at(g, s, self.side, PASSED)
        drawn = self.outlook_of(s, self.formation_of(s, hand))
        mine = max(drawn, key=lambda sequence: (drawn[sequence], sequence))
        if pool:
            pooled = max(self.outlook_of(s, self.formation_of(s, pool[0])).values())
            if pooled > drawn[mine] + self.w.least_attack:
                return self.option(g.POOLED)
        elif drawn[mine] < self.w.tempo and offer.options & g.PASS:
            return self.option(g.PASS)
        return self.option(g.MOBILE_SEQUENCE if mine == MOBILE else g.ASSAULT_SEQUENCE)

    def formation_of(self, s: Position, marker: int) -> int:
        """The Formation of an AM; for the special AM the Formation that promises most."""
        formation = self.g.marker_of[marker]
        return 1 << (self.best_formation(s) if formation == NO_FORMATION else formation)

    def best_formation(self, s: Position) -> int:
        """The Formation that promises most, of those of this side that have units on the map."""
        g = self.g
        sides = [i for i, side in enumerate(g.formation_side) if side == self.side]

        def key(formation: int) -> tuple[float, int]:
            worth = max(self.outlook_of(s, 1 << formation).values())
            return worth, -formation

        there = [i for i in sides if any(s.place[unit] >= 0 for unit in units_in(g.formation_units[i]))]
        return max(there, key=key, default=sides[0])

    def play(self, sight: Sight[Position], s: Position, f: PlayingMarkers, offer: Offer) -> Pick | None:
        if self.style.sequence != NO_SEQUENCE:
            return self.option(self.g.MOBILE_SEQUENCE if self.style.sequence == MOBILE else self.g.ASSAULT_SEQUENCE)
        formations = 0
        for marker in markers_at(self.g, s, self.side, HAND):
            formations |= self.formation_of(s, marker)
        worth = self.outlook_of(s, formations)
        return self.option(self.g.MOBILE_SEQUENCE if worth[MOBILE] > worth[ASSAULT] else self.g.ASSAULT_SEQUENCE)

    def combine(self, sight: Sight[Position], s: Position, f: Combining, offer: Offer) -> Pick | None:
        """All Leaders who can help do: two Formations together are worth their CP."""
        return (UNIT, last_unit(offer.units)) if offer.units else None

    def by_worth(self, s: Position, offer: Offer) -> dict[int, float]:
        """The values that the offered Formations promise, by their options."""
        g = self.g
        formations = offer.options >> g.first_formation_option & (1 << len(g.formation_ids)) - 1
        return {
            g.formation_options(1 << formation): max(self.outlook_of(s, 1 << formation).values())
            for formation in members(formations)
        }

    def opening(self, sight: Sight[Position], s: Position, f: OpeningChoice | Revealing, offer: Offer) -> Pick | None:
        worth = self.by_worth(s, offer)
        return self.option(max(worth, key=lambda bit: (worth[bit], -bit)))

    def reveal(self, sight: Sight[Position], s: Position, f: Revealing, offer: Offer) -> Pick | None:
        if self.style.formation != NO_FORMATION:
            wanted = self.g.formation_options(1 << self.style.formation)
            if offer.options & wanted:
                return self.option(wanted)
        return self.opening(sight, s, f, offer)

    def cup(self, sight: Sight[Position], s: Position, f: FillingCups, offer: Offer) -> Pick | None:
        """Leave out the Formation that promises least."""
        worth = self.by_worth(s, offer)
        return self.option(min(worth, key=lambda bit: (worth[bit], bit))) if worth else None

    # -- the beginning of a Sequence --------------------------------------------------------------------------------

    def fuel(self, sight: Sight[Position], s: Position, f: Fuelling, offer: Offer) -> Pick | None:
        """Use one Fuel unit for each activation, the one that feeds most."""
        if f.formation + 1 in s.burns:
            return self.option(self.g.DONE)
        best = self.best_fuel(s.clone(), f.formation, offer.units)
        return (UNIT, best) if best >= 0 else self.option(self.g.DONE)

    def army(self, sight: Sight[Position], s: Position, f: ActivatingArmy, offer: Offer) -> Pick | None:
        """Activate all units in range, and then those outside that fight."""
        if offer.options & self.g.ALL:
            return self.option(self.g.ALL)
        line = offer.units & ~self.g.hqs
        return (UNIT, self.strongest(s, line)) if line else self.option(self.g.DONE)

    def engineering(self, sight: Sight[Position], s: Position, f: Building, offer: Offer) -> Pick | None:
        """Dig in with units that stay where they are and may be attacked."""
        plan = self.plan_of(s, movable_units(self.g, s))
        places = self.places(self.read(s))
        best = [
            (places.power(s.place[unit]) * (1 + places.fights.prizes.get(s.place[unit], 0)), -unit)
            for unit in units_in(offer.units)
            if plan.ends.get(unit, s.place[unit]) == s.place[unit]
        ]
        top = max(best, default=(0, 0))
        return (UNIT, Unit(-top[1])) if top[0] > 0 else self.option(self.g.DONE)

    # -- movement ---------------------------------------------------------------------------------------------------

    def make_plan(self, t: Position, units: int) -> Moves:
        """Plan where each unit goes. t: a position that may be changed."""
        fights = Fights(self.g, t, self.w, self.survey(t))
        places = self.places(fights)
        moves = Moves(fights, self.side, units, places.score)
        if t.sequence == MOBILE:
            moves.sweep()
        moves.push()
        moves.settle(self.order)
        return moves

    def order(self, unit: Unit) -> tuple[float, ...]:
        """Units of the line first, the strongest before the others; then guns, HQs, Leaders, fuel."""
        g, bit = self.g, 1 << unit
        rank = 0 if not bit & (g.guns | g.hqs | ~g.combat) else 1 if g.guns & bit else 2 if g.hqs & bit else 3
        return rank, -g.attack[unit][g.full_steps[unit]] - g.defence[unit][g.full_steps[unit]]

    def plan_of(self, s: Position, units: int) -> Moves:
        """The plan of the Sequence under way."""
        key = s.turn, s.active, s.sequence, bytes(s.markers)
        if self.plan is None or self.key != key:
            self.key, self.plan = key, self.known_plan(s.clone(), units).copy()
        return self.plan

    def movement(self, sight: Sight[Position], s: Position, f: MovementPhase, offer: Offer) -> Pick | None:
        on_map = sum(1 << unit for unit in units_in(offer.units) if s.place[unit] >= 0)
        plan = self.plan_of(s, on_map)
        for sweep in plan.sweeps:
            if sweep.units & offer.units and s.occupied[1 - self.side] >> sweep.target & 1:
                return UNIT, last_unit(sweep.units & offer.units)
        for unit in units_in(on_map):
            if plan.ends.get(unit, s.place[unit]) != s.place[unit]:
                return UNIT, unit
        for unit in units_in(offer.units & ~on_map):
            if not s.moved >> unit & 1:
                return UNIT, unit
        return self.option(self.g.DONE)

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick | None:
        """Move to the planned end, and with arriving units to the best place."""
        pick = self.next_leg(s, f, offer)
        if pick is None:
            assert self.plan is not None
            self.plan.give_up(f.units, s)
            return self.option(self.g.STOP)
        return pick

    def next_leg(self, s: Position, f: Moving, offer: Offer) -> Pick | None:
        """The next hex of units that move; None if they stop where they are."""
        units, unit = f.units, last_unit(f.units)
        plan = self.plan_of(s, movable_units(self.g, s))
        for sweep in plan.sweeps:
            if sweep.units & units and s.occupied[1 - self.side] >> sweep.target & 1:
                return self.swept(s, f, offer, sweep.units, sweep.start, sweep.target)
        end = plan.ends.get(unit, NO_HEX)
        if end >= 0 and offer.hexes >> end & 1 and not plan.is_full(s, units, end):
            return HEX, end
        if end < 0 and f.flags & MOVED and not plan.ends.get(unit):
            places = self.places(self.read(s))
            hexes = [hex_ for hex_ in hexes_in(offer.hexes) if not plan.is_full(s, units, hex_)]
            best = max(hexes, key=lambda hex_: (places.score(unit, hex_), -hex_), default=NO_HEX)
            if best >= 0 and self.gain(places, unit, best) > 0 and not s.occupied[1 - self.side] >> best & 1:
                return HEX, best
        return None

    def swept(self, s: Position, f: Moving, offer: Offer, units: int, start: Hex, target: Hex) -> Pick | None:
        """The next pick of an Overrun: gather the units, go to its first hex, then overrun."""
        joining = units & offer.units & ~f.units
        if not f.flags & MOVED and joining:
            return UNIT, last_unit(joining)
        if offer.hexes >> target & 1 and s.place[last_unit(f.units)] == start:
            return HEX, target
        return (HEX, start) if offer.hexes >> start & 1 else None

    # -- attacks ----------------------------------------------------------------------------------------------------

    def attacks(self, s: Position) -> dict[Hex, Planned]:
        """Plan the attacks of units in their present hexes."""
        key = s.turn, bytes(s.place), bytes(s.steps), s.active, s.sequence, s.fought
        if self._attacks[0] != key:
            self._attacks = key, self.share_attacks(s)
        return self._attacks[1]

    def share_attacks(self, s: Position) -> dict[Hex, Planned]:
        g, fights = self.g, self.read(s)
        t = fights.s
        t.attacks = []
        fit = attackers(g, t, self.side)
        tasks: dict[Unit, list[int]] = {unit: [NOTHING] for unit in units_in(fit)}
        near = g.grid.spread(sum({1 << t.place[unit] for unit in units_in(fit)}))
        for hex_ in hexes_in(near & t.occupied[1 - self.side]):
            for unit in units_in(attackers_of(g, t, fit, hex_)):
                tasks[unit].append(hex_)

        def worth(hex_: Hex, units: int) -> float:
            return max(0.0, fights.attack(units, hex_)[0])

        first = self.first_attacks(fights, fit, near & t.occupied[1 - self.side])
        for unit, hexes in tasks.items():
            best = next((hex_ for hex_, units in first.items() if units >> unit & 1), NOTHING)
            hexes.remove(best)
            hexes.insert(0, best)
        shared = Sharing(tasks, worth).improve()
        return {
            hex_: Planned(units, fights.attack(units, hex_)[0])
            for hex_, units in sorted(shared.items())
            if fights.attack(units, hex_)[0] > self.w.least_attack
        }

    def first_attacks(self, fights: Fights, fit: int, targets: int) -> dict[Hex, int]:
        """The best attack with all units that can join it, the best one with those that are left, and so on."""
        found: dict[Hex, int] = {}
        while targets:
            forces = {hex_: attackers_of(self.g, fights.s, fit, hex_) for hex_ in hexes_in(targets)}
            forces = {hex_: units & ~idle(self.g, fights.s, units, hex_) for hex_, units in forces.items()}
            worth = {hex_: fights.attack(units, hex_)[0] for hex_, units in forces.items()}
            best = max(worth, key=lambda hex_: (worth[hex_], -hex_))
            if worth[best] <= 0:
                break
            found[best] = forces[best]
            fit &= ~forces[best]
            targets &= ~(1 << best)
        return found

    def declare(self, sight: Sight[Position], s: Position, f: Declaring, offer: Offer) -> Pick | None:
        can = {hex_: planned for hex_, planned in self.attacks(s).items() if offer.hexes >> hex_ & 1}
        if not can:
            return self.option(self.g.DONE)
        return HEX, max(can, key=lambda hex_: (can[hex_].worth, -hex_))

    def attack(self, sight: Sight[Position], s: Position, f: Attacking, offer: Offer) -> Pick | None:
        """Attack with all units that are planned for the hex, on the CRT that promises more."""
        g = self.g
        planned = self.attacks(s).get(f.hex)
        wanted = planned.units if planned is not None else 0
        if wanted & offer.units & ~f.units:
            return UNIT, last_unit(wanted & offer.units & ~f.units)
        if not offer.options & (g.ATTACK_ASSAULT | g.ATTACK_MOBILE):
            return (UNIT, self.strongest(s, offer.units)) if offer.units else None
        worth, table = self.read(s).attack(f.units, f.hex)
        mobile = table and worth > NEVER and offer.options & g.ATTACK_MOBILE
        return self.option(g.ATTACK_MOBILE if mobile else g.ATTACK_ASSAULT)
