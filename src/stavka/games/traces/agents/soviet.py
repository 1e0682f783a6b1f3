"""The scripted Soviet player of Traces of War: push towards the goals, attack what can be beaten, keep supplied."""

from __future__ import annotations

from typing import Any, Final

from stavka.agents.fields import Field, Goals
from stavka.engine.agent import Sight
from stavka.engine.kinds import NO_UNIT, Unit, hexes_in, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.traces.agents.command import Commander, Plan, map_of
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c04_sequence_of_play.chits import SelectingChits
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import ChoosingHq, ChoosingMode
from stavka.games.traces.rules.c06_zones_of_control import is_in_enemy_zoc
from stavka.games.traces.rules.c10_combat.advance import Advancing, AdvancingUnit
from stavka.games.traces.rules.c10_combat.attacks import CombatSegment, attack_strength
from stavka.games.traces.rules.c11_reinforcements import DroppingAirborne, Placing, Reinforcing, Replacing, replaceable
from stavka.games.traces.state import SOVIET, Position
from stavka.hexes import Hex

FOCUS: Final = -8
"""The handicap of a goal that comes before all others."""
ACROSS: Final = (0, 2, 4, 8, 13)
"""The value of being west of the Dnipro in the Race, by turn, in hexes of progress."""


class SovietCommander(Commander):
    side = SOVIET

    # -- goals ------------------------------------------------------------------------------------------------------

    def goals(self, sense: Sense) -> Goals:
        """The goals, each with a handicap in hexes."""
        g, s, w = self.g, sense.s, self.weights
        goals: dict[int, int] = {}

        def add(hexes: int, handicap: float, *, crowded: bool = True) -> None:
            for hex_ in hexes_in(hexes):
                crowd = max(0.0, sense.friends_near(hex_, 4) - w.crowd) // 2 if crowded else 0.0
                goals[hex_] = min(goals.get(hex_, 99), round(handicap + crowd))

        if not sense.race:
            add(g.cities & ~s.cities, w.city_goal)
        add(g.major_cities & ~s.cities, w.major_goal)
        add(s.orders & ~s.cities, w.order_goal)
        add(g.crossings & ~s.crossings, w.crossing_goal)
        if sense.race:
            add(sense.chart.bank & ~s.occupied[1 - SOVIET], w.bank_goal, crowded=False)
        elif s.turn >= sense.scenario.turns - 2:
            add(g.breakthrough, -2)
        add(self.focus, FOCUS, crowded=False)
        return tuple(sorted(goals.items()))

    _field: tuple[Sense | None, int, int, Field] | None = None

    def forget(self) -> None:
        super().forget()
        self._field = None

    def field(self, sense: Sense) -> Field:
        """The distance of each hex from the goals. Within an activation, the field of its plan is used."""
        s = sense.s
        if self._field is None or self._field[1:3] != (s.turn, s.activated):
            self._field = sense, s.turn, s.activated, sense.chart.field(self.goals(sense))
        return self._field[3]

    def glance(self, sense: Sense, hex_: Hex) -> float:
        return -self.field(sense)[hex_]

    def hex_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        g, s, w = self.g, sense.s, self.weights
        bit = 1 << hex_
        score = -float(self.field(sense)[hex_])
        if sense.race and bit & g.west_bank:
            score += w.across * ACROSS[s.turn] + 0.1 * min(5, self.behind_bank(sense, hex_))
        if not sense.supplied & bit:
            cut_off = w.cut_off if not (s.oos | s.isolated) >> unit & 1 else 2 * w.cut_off
            score -= w.race_cut_off if sense.race and s.turn > 2 else cut_off
        if bit & g.breakthrough and not sense.race and s.turn >= sense.scenario.turns - 1:
            score += 12.0
        crowd = s.at.get(hex_, 0).bit_count() - (s.place[unit] == hex_)
        score -= w.stacked * crowd
        if is_in_enemy_zoc(g, s, SOVIET, hex_):
            score += w.touch
        return score - w.from_hq * max(0, self.from_hq(sense, hex_) - 6)

    def behind_bank(self, sense: Sense, hex_: Hex) -> int:
        """How far beyond the river a hex of the west bank is: units that are across make room for others."""
        return sense.chart.around(sense.chart.bank)[hex_]

    def from_hq(self, sense: Sense, hex_: Hex) -> int:
        g, s = self.g, sense.s
        hqs = [s.place[u] for u in units_in(g.hq_units & g.side_units[SOVIET]) if s.place[u] >= 0]
        return min([sense.chart.away(hq)[hex_] for hq in hqs], default=0)

    def hq_ground(self, sense: Sense, hex_: Hex) -> float:
        covered = bool(sense.units_at(hex_) & self.g.combat_units)
        return covered - self.weights.hq_pull * self.field(sense)[hex_]

    # -- plans ------------------------------------------------------------------------------------------------------

    def make_plan(self, sense: Sense, plan: Plan, units: list[Unit]) -> None:
        g, s = self.g, sense.s
        field = self.field(sense)
        combat = [unit for unit in units if g.combat_units >> unit & 1]
        free = set(combat)
        if any(isinstance(frame, (ChoosingMode, CombatSegment)) for frame in s.stack):
            free = self.plan_attacks(sense, plan, {unit: self.reach(s, unit) for unit in combat})
        for unit in sorted(free, key=lambda u: (field[s.place[u]], u)):
            self.settle_unit(sense, plan, unit, self.reach(s, unit), self.strategic_reach(s, unit))
        for unit in units:
            if g.hq_units >> unit & 1:
                self.settle_hq(sense, plan, unit)

    def mode(self, sight: Sight[Position], s: Position, f: ChoosingMode, offer: Offer) -> Pick | None:
        now = self.value_now(s)
        later = self.plan_for(s).value
        at_once = now > self.weights.combat_first * later
        return self.option(self.g.COMBAT_MOVEMENT if at_once else self.g.MOVEMENT_COMBAT)

    def prospects(self, s: Position, hq: Unit, *, moving: bool) -> float:
        """The value that an activation of an HQ promises."""
        if s.place[hq] < 0:
            return -1.0
        now = s.turn, s.activated, s.fought, map_of(s)
        if self._promises[0] != now:
            self._promises = now, {}
        found = self._promises[1].get((hq, moving))
        if found is None:
            found = self._promises[1][hq, moving] = self._prospects(s, hq, moving=moving)
        return found

    _promises: tuple[tuple[Any, ...], dict[tuple[int, bool], float]] = (), {}

    def _prospects(self, s: Position, hq: Unit, *, moving: bool) -> float:
        p = s.clone()
        p.activated = in_command_range(self.g, p, hq) & self.g.combat_units | 1 << hq
        p.moved = p.fought = p.attacked = 0
        p.stack = [*p.stack, ChoosingMode(SOVIET)]
        value = self.new_plan(p, ()).value if moving else self.value_now(p)
        return value + 0.05 * p.activated.bit_count()

    # -- chits ------------------------------------------------------------------------------------------------------

    def choose_hq(self, sight: Sight[Position], s: Position, f: ChoosingHq, offer: Offer) -> Pick | None:
        moving = f.activation != "special"
        hqs = list(units_in(offer.units))
        return UNIT, max(hqs, key=lambda hq: (self.prospects(s, hq, moving=moving), -hq))

    def select_chits(self, sight: Sight[Position], s: Position, f: SelectingChits, offer: Offer) -> Pick | None:
        g = self.g
        if offer.options & g.DONE:
            return self.option(g.DONE)
        for kind in g.front_chits:
            if not f.cup[kind] and offer.options & g.CHIT[kind]:
                return self.option(g.CHIT[kind])
        for kind, chit in enumerate(g.chits):
            useful = chit.action in ("airborne", "stavka") or (chit.action == "reinforcement" and self.are_due(s))
            if useful and offer.options & g.CHIT[kind]:
                return self.option(g.CHIT[kind])
        fronts = [kind for kind in g.front_chits if offer.options & g.CHIT[kind]]
        if not fronts:
            return None
        best = max(fronts, key=lambda kind: (self.prospects(s, g.chits[kind].hq, moving=True), -kind))
        return self.option(g.CHIT[best])

    def are_due(self, s: Position) -> bool:
        return any(draw > s.draws for draw in self.g.groups)

    # -- after combat -----------------------------------------------------------------------------------------------

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        sense = self.read(s)
        best, most = NO_UNIT, 0.0
        for unit in units_in(offer.units & self.g.combat_units):
            gain = self.hex_score(sense, unit, f.target) - self.hex_score(sense, unit, s.place[unit])
            gain += self.weights.advance + 0.5 * (self.g.mechanised >> unit & 1)
            if gain > most:
                best, most = unit, gain
        return (UNIT, best) if best >= 0 else None

    def advance_unit(self, sight: Sight[Position], s: Position, f: AdvancingUnit, offer: Offer) -> Pick | None:
        return HEX, self.best_hex(s, f.unit, offer.hexes)

    # -- arrivals ---------------------------------------------------------------------------------------------------

    def reinforcements(self, sight: Sight[Position], s: Position, f: Reinforcing, offer: Offer) -> Pick | None:
        g = self.g
        new = offer.units & ~g.replacements
        if new:
            return UNIT, last_unit(new & -new)
        for unit in units_in(offer.units):
            if max(self.gain(s, unit, old) for old in units_in(replaceable(g, s, unit))) >= 2:
                return UNIT, unit
        return None

    def gain(self, s: Position, unit: Unit, old: Unit) -> int:
        """Attack strength won when a Replacement takes a unit's place."""
        values = self.g.values[s.converted]
        return values.attack[self.g.full_steps[unit]][unit] - attack_strength(self.g, s, old)

    def replace(self, sight: Sight[Position], s: Position, f: Replacing, offer: Offer) -> Pick | None:
        return UNIT, max(units_in(offer.units), key=lambda old: (self.gain(s, f.unit, old), -old))

    def place(self, sight: Sight[Position], s: Position, f: Placing, offer: Offer) -> Pick | None:
        sense = self.read(s)
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: (self.hex_score(sense, f.unit, hex_), -hex_))

    def airborne_drop(self, sight: Sight[Position], s: Position, f: DroppingAirborne, offer: Offer) -> Pick | None:
        sense = self.read(s)
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: (self.drop_score(sense, hex_), -hex_))

    def drop_score(self, sense: Sense, hex_: Hex) -> float:
        g, s = self.g, sense.s
        bit = 1 << hex_
        if bit & s.orders:
            return 1000.0
        score = 8.0 if bit & g.major_cities & ~s.cities and not sense.race else 0.0
        for crossing, near, _ in g.crossing_triggers:
            if not crossing & (s.crossings | s.occupied[sense.foe]) and (near | crossing) & bit:
                score += 5.0 if sense.race else 1.0
        if bit & g.west_bank:
            score += 1.5 + 0.3 * min(4, sense.friends_near(hex_, 4))
        return score - 0.1 * self.field(sense)[hex_] - 0.5 * sense.foes_near(hex_, 2)
