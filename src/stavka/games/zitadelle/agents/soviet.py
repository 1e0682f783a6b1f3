"""The Soviet player of Zitadelle: belts that are held, reserves to where the enemy breaks through, counter-attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Unit, hexes_in
from stavka.games.zitadelle.agents.command import PLAIN, Commander
from stavka.games.zitadelle.agents.moves import Moves
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.setup import Score, soviet_start
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c07_assault.morale import combat_strength
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field, Goals

AHEAD: Final = range(2, 4)
"""How many hexes before a German spearhead reserves are placed."""
NEAR: Final = 6
"""Hexes from the enemy at which good ground counts."""
PUSHING: Final = 2.5
"""The factor of the pull towards breakthroughs on units that push on."""
RETIRING: Final = 0.12
"""The value of a hex farther from the enemy to a unit that falls back."""
CLEAR: Final = 4
"""The distance at which it has fallen back far enough."""
STRIKE: Final = 5
"""The distance from the enemy within which a unit in the open may be forced to attack."""


class SovietCommander(Commander):
    side = SOVIET

    # -- places -----------------------------------------------------------------------------------------------------

    def hot(self, sense: Sense) -> Goals:
        """The places where the enemy has to be stopped: in front of enemy spearheads, at the victory hexes that the
        enemy approaches, and at those that it has taken. The handicap is smaller where more is at stake."""
        key = sense.s.occupied[GERMAN], sense.s.held
        if self._hot[0] != key:
            self._hot = key, self.find_hot(sense)
        return self._hot[1]

    _hot: tuple[tuple[int, ...], Goals] = (), ()

    def find_hot(self, sense: Sense) -> Goals:
        g, s = self.g, sense.s
        most = max(g.values.values(), default=0)
        open_ = [(hex_, value) for hex_, value in sorted(g.values.items()) if not s.held >> hex_ & 1]
        left = tuple((hex_, int(1.5 * (most - value))) for hex_, value in open_)
        enemy = sense.chart.fields[GERMAN][0].field(left)
        found: dict[Hex, int] = {}
        for spearhead in hexes_in(s.occupied[GERMAN] & ~self.quiet(s)):
            reach = sense.chart.away(spearhead)
            for hex_ in hexes_in(g.grid.range(spearhead, AHEAD[-1]) & ~s.occupied[GERMAN]):
                if reach[hex_] in AHEAD and enemy[hex_] <= enemy[spearhead] - 3:
                    found[hex_] = min(found.get(hex_, 99), enemy[hex_] // 3)
        for hex_, value in g.values.items():
            if s.held >> hex_ & 1 and not g.own_side[GERMAN] >> hex_ & 1:
                found[hex_] = max(0, 10 - value)
        for hex_, handicap in left:
            found.setdefault(hex_, 15 + handicap)
        return tuple(sorted(found.items()))

    def quiet(self, s: Position) -> int:
        """German hexes where nothing is to be feared: behind the old front, without a panzer."""
        return self.g.own_side[GERMAN] & ~s.hard[GERMAN]

    def hot_field(self, sense: Sense, kind: int) -> Field:
        goals = self.hot(sense)
        if self._hot_fields[0] is not goals:
            self._hot_fields = goals, {}
        known = self._hot_fields[1]
        if kind not in known:
            known[kind] = sense.chart.fields[SOVIET][kind].field(goals)
        return known[kind]

    _hot_fields: tuple[Goals, dict[int, Field]] = (), {}

    def from_enemy(self, sense: Sense) -> list[int]:
        """The distance of German units from each hex, in hexes, as far as it matters."""
        key = (sense.s.occupied[GERMAN],)
        if self._rings[0] != key:
            g, rings = self.g, [0]
            known = seen = sense.s.occupied[GERMAN]
            for _ in range(NEAR):
                known = g.grid.spread(known) | known
                rings.append(known & ~seen)
                seen = known
            self._rings = key, rings
        return self._rings[1]

    _rings: tuple[tuple[int, ...], list[int]] = (), []

    def distance(self, sense: Sense, hex_: Hex) -> int:
        for far, ring in enumerate(self.from_enemy(sense)):
            if ring >> hex_ & 1:
                return far
        return NEAR + 1

    def place_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        g, s, w, bit = self.g, sense.s, self.w, 1 << hex_
        hot, manner = w.hot, self.manner
        away = self.distance(sense, hex_)
        if manner is not PLAIN and 1 << unit & (manner.push | manner.hold | manner.back):
            hot *= PUSHING if manner.push >> unit & 1 else 0.0
        score = -hot * self.hot_field(sense, g.foot >> unit & 1)[hex_]
        if manner.back >> unit & 1:
            score += RETIRING * min(away, CLEAR)
        others = s.at.get(hex_, 0) & ~(1 << unit)
        if away <= NEAR:
            score += 0.05 * g.terrain_shift[hex_]
            if g.soft_units >> unit & 1:
                if bit & g.refuges:
                    score += w.refuge
                elif away <= STRIKE:
                    score -= w.exposed
            if bit & g.scoring and not s.held & bit and not others:
                score += w.guard * g.values.get(hex_, 0) * (1 - away / (NEAR + 2))
        friends = (g.near[hex_] & s.occupied[SOVIET]).bit_count()
        score -= w.crowd * (friends + 2 * others.bit_count())
        return score + self.taking(sense, hex_)

    def order(self, sense: Sense, unit: Unit) -> tuple[float, ...]:
        place = sense.s.place[unit]
        return (self.distance(sense, place), -combat_strength(self.g, sense.s, unit))

    def prepare(self, moves: Moves) -> None:
        """Prepare: in the last turn only the enemy's final score counts."""
        sense = moves.sense
        if not sense.is_last:
            return
        s = sense.s
        telling = self.telling(s)
        for unit in sorted(moves.free):
            here, now = s.place[unit], self.scored(s)
            best, least = here, now
            for hex_ in hexes_in(moves.reach[unit] & telling & ~crowded(self.g, s, unit)):
                held = s.held
                moves.shift(unit, hex_)
                s.held &= ~(1 << hex_)
                if self.scored(s) < least:
                    best, least = hex_, self.scored(s)
                s.held = held
            moves.shift(unit, best)
            if best != here:
                s.held &= ~(1 << best)
                moves.free.discard(unit)
                moves.ends[unit] = best

    def scored(self, s: Position) -> int:
        """The enemy's present score, including Belgorod."""
        g = self.g
        lost = g.belgorod >= 0 and not s.held >> g.belgorod & 1 and not s.belgorod
        return victory.total(g, s) - (g.belgorod_vp if lost else 0)

    def telling(self, s: Position) -> int:
        """Hexes from which the enemy's victory hexes can be taken or cut off."""
        area = 0
        for hex_ in hexes_in(s.held & self.g.scoring):
            area |= self.g.grid.range(hex_, 2)
        return area & ~s.occupied[GERMAN]

    # -- before play ------------------------------------------------------------------------------------------------

    def start_score(self, sense: Sense) -> Score:
        return soviet_start(self.g, sense)
