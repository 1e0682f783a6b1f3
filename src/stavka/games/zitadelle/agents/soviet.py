"""The Soviet player of Zitadelle: belts that are held, reserves to where the enemy breaks through, counter-attacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from stavka.engine.kinds import Unit, hexes_in
from stavka.games.zitadelle.agents.command import PLAIN, Commander, Manner
from stavka.games.zitadelle.agents.moves import Moves
from stavka.games.zitadelle.agents.sense import Sense
from stavka.games.zitadelle.agents.setup import Score, soviet_start
from stavka.games.zitadelle.agents.weights import Weights
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c07_assault.morale import combat_strength
from stavka.games.zitadelle.rules.c12_victory import victory_points as victory
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field, Goals
    from stavka.games.zitadelle.game import Zitadelle

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

    def __init__(self, g: Zitadelle, weights: Weights, manner: Manner = PLAIN) -> None:
        super().__init__(g, weights, manner)
        self._hot_fields: tuple[Goals | None, dict[int, Field]] = None, {}
        self._plain: tuple[dict[Hex, float], ...] = ({}, {}, {}, {})
        """For units on wheels or on foot, armoured or not, the value of each hex as far as it has been asked for. It
        holds as long as the fields."""

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
            ahead = g.grid.range(spearhead, AHEAD[-1]) & ~g.grid.range(spearhead, AHEAD[0] - 1)
            for hex_ in hexes_in(ahead & ~s.occupied[GERMAN]):
                if enemy[hex_] <= enemy[spearhead] - 3:
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
            self._hot_fields, self._plain = (goals, {}), ({}, {}, {}, {})
        known = self._hot_fields[1]
        if kind not in known:
            known[kind] = sense.chart.fields[SOVIET][kind].field(goals)
        return known[kind]

    def from_enemy(self, sense: Sense) -> bytearray:
        """The distance of each hex from German units, as far as it matters."""
        key = (sense.s.occupied[GERMAN],)
        if self._distances[0] != key:
            grid = self.g.grid
            found = bytearray((NEAR + 1,)) * grid.size
            seen = sense.s.occupied[GERMAN]
            ring = seen
            for far in range(NEAR + 1):
                for hex_ in grid.bits(ring):
                    found[hex_] = far
                ring = grid.spread(seen) & ~seen
                seen |= ring
            self._distances = key, found
        return self._distances[1]

    _distances: tuple[tuple[int, ...], bytearray] = (), bytearray()

    def distance(self, sense: Sense, hex_: Hex) -> int:
        return self.from_enemy(sense)[hex_]

    def place_score(self, sense: Sense, unit: Unit, hex_: Hex) -> float:
        g, s, w, bit = self.g, sense.s, self.w, 1 << hex_
        manner = self.manner
        away = self.from_enemy(sense)[hex_]
        if manner is not PLAIN and 1 << unit & (manner.push | manner.hold | manner.back):
            hot = w.hot * (PUSHING if manner.push >> unit & 1 else 0.0)
            score = -hot * self.hot_field(sense, g.foot >> unit & 1)[hex_]
            if manner.back >> unit & 1:
                score += RETIRING * min(away, CLEAR)
            score = self.on_ground(score, unit, hex_, away)
        else:
            score = self.plain_score(sense, unit, hex_, away)
        others = s.at.get(hex_, 0) & ~(1 << unit)
        if bit & g.scoring and away <= NEAR and not s.held & bit and not others:
            score += w.guard * g.values.get(hex_, 0) * (1 - away / (NEAR + 2))
        friends = (g.near[hex_] & s.occupied[SOVIET]).bit_count()
        score -= w.crowd * (friends + 2 * others.bit_count())
        return score + self.taking(sense, hex_) if bit & g.scoring else score

    def plain_score(self, sense: Sense, unit: Unit, hex_: Hex, away: int) -> float:
        """The value of a hex by its ground and the way to breakthroughs: the same for all units of a kind."""
        g = self.g
        kind = g.foot >> unit & 1
        field = self.hot_field(sense, kind)
        known = self._plain[kind + 2 * (g.soft_units >> unit & 1)]
        found = known.get(hex_)
        if found is None:
            found = known[hex_] = self.on_ground(-self.w.hot * field[hex_], unit, hex_, away)
        return found

    def on_ground(self, score: float, unit: Unit, hex_: Hex, away: int) -> float:
        """A score with the value of the ground near the enemy."""
        g, w = self.g, self.w
        if away <= NEAR:
            score += 0.05 * g.terrain_shift[hex_]
            if g.soft_units >> unit & 1:
                if g.refuges >> hex_ & 1:
                    score += w.refuge
                elif away <= STRIKE:
                    score -= w.exposed
        return score

    def order(self, sense: Sense, unit: Unit) -> tuple[float, ...]:
        place = sense.s.place[unit]
        return (self.distance(sense, place), -combat_strength(self.g, sense.s, unit))

    def prepare(self, moves: Moves) -> None:
        """In the last turn, move units to where they lower the enemy's final score."""
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
