"""Victory hexes of Zitadelle count only with a line to the German map edge: where it is in danger, and who keeps it."""

from __future__ import annotations

from functools import cache
from math import exp, log
from typing import TYPE_CHECKING, Final

from stavka.agents.fields import Field, Fields
from stavka.engine.kinds import NO_UNIT, Unit, hexes_in, units_in
from stavka.games.zitadelle.agents.moves import Moves
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.stacking import crowded
from stavka.games.zitadelle.rules.c05_stacking_and_zoc.zones_of_control import enemy_zoc
from stavka.games.zitadelle.rules.c07_assault.morale import movement_allowance
from stavka.games.zitadelle.state import GERMAN, OFF, SOVIET, lift, put
from stavka.hexes import Hex

if TYPE_CHECKING:
    from stavka.games.zitadelle.agents.menace import Menace
    from stavka.games.zitadelle.game import Zitadelle

SCALE: Final = 200
"""The distance of a hex in which a line is kept with a chance of 1/e; each hex of a line counts 1."""
FAR: Final = 10 * SCALE
OUSTED: Final = 0.02
"""The chance that a line is cut in a hex with a German unit."""
STAYS: Final = 0.75
"""The chance that a line is cut in an enemy zone without a German unit."""
HELD: Final = 2 * SCALE
"""The distance of a hex with an enemy in it."""
HOPE: Final = 0.7
"""The chance that a unit near enough takes a victory hex."""
DOUBT: Final = 3.0
"""Movement Points: how gradually that chance falls around the distance that the unit can cover."""
BARRED: Final = 3
"""The Movement Points that a hex next to the enemy seems farther; twice as many for a hex with an enemy."""
WORTH: Final = 0.1
"""VP for which a unit goes to another place."""
TRIED: Final = 6
"""Units that are tried for one place, at most."""


class Lifelines:
    """The lines from the map edge to the victory hexes of a plan, while units are moved about in it."""

    def __init__(self, moves: Moves, menace: Menace, purpose: float) -> None:
        """purpose: the chance that the enemy goes wherever it can cut a line."""
        self.moves, self.g, self.s = moves, moves.sense.g, moves.sense.s
        self.ways = ways_of(self.g)
        self.chance = [1 - (1 - chance) * (1 - purpose) if chance else 0.0 for chance in menace.blind]
        self.scale = SCALE * (2 + moves.sense.turns_left)
        """The sooner the end, the more counts what is cut now; one enemy alone makes several hexes doubtful."""
        self.values = {hex_: value for hex_, value in self.g.values.items() if value}
        self.roads = {} if moves.sense.is_last else self.find_roads()

    def find_roads(self) -> dict[int, tuple[Field, Field]]:
        """For each victory hex the distances of all hexes from it, for vehicles and on foot, round the enemy."""
        g, s = self.g, self.s
        extra = [0] * g.grid.size
        for hex_ in hexes_in(enemy_zoc(g, s, GERMAN)):
            extra[hex_] = BARRED
        for hex_ in hexes_in(s.occupied[SOVIET]):
            extra[hex_] = 2 * BARRED
        vehicles, foot = self.moves.sense.chart.fields[GERMAN]
        return {goal: (vehicles.search(((goal, 0),), extra), foot.search(((goal, 0),), extra)) for goal in self.values}

    def hopes(self) -> float:
        """The VP that may still be won: for each victory hex that is not taken, from the units near it."""
        g, s, turns = self.g, self.s, self.moves.sense.turns_left
        mine = s.held | s.occupied[GERMAN]
        open_ = [(self.roads[goal], value) for goal, value in self.values.items() if not mine >> goal & 1]
        without = [1.0] * len(open_)
        for unit in units_in(g.side_units[GERMAN] & g.combat_units):
            place = s.place[unit]
            if place >= 0:
                points = movement_allowance(g, s, unit) * turns
                for i, (roads, _) in enumerate(open_):
                    far = roads[g.foot >> unit & 1][place] - points
                    if far < 3 * DOUBT:
                        without[i] *= 1 - HOPE / (1 + exp(far / DOUBT))
        return sum(value * (1 - chance) for (_, value), chance in zip(open_, without, strict=True))

    def prices(self) -> list[int]:
        """The distance of each hex, from the chance that a line is cut there."""
        g, s = self.g, self.s
        chances = list(self.chance)
        for hex_ in hexes_in(enemy_zoc(g, s, GERMAN)):
            chances[hex_] = max(STAYS, chances[hex_])
        for hex_ in hexes_in(s.occupied[GERMAN]):
            chances[hex_] = OUSTED
        found = [int(-SCALE * log(1 - min(chance, 0.98))) for chance in chances]
        for hex_ in hexes_in(s.occupied[SOVIET]):
            found[hex_] = HELD
        return found

    def held(self) -> list[tuple[Hex, int]]:
        """Victory hexes that are captured or occupied, with their values."""
        mine = self.s.held | self.s.occupied[GERMAN]
        return [(hex_, value) for hex_, value in sorted(self.values.items()) if mine >> hex_ & 1]

    def look(self) -> tuple[float, Field, list[int]]:
        """The VP to hope for; the distance of each hex from the edge, without its own price; the price of each hex."""
        prices = self.prices()
        start = tuple((hex_, 0) for hex_ in hexes_in(self.g.edge))
        field = self.ways.search(start, prices)
        total = sum(value * self.kept(field[hex_] + prices[hex_]) for hex_, value in self.held())
        return total + (self.hopes() if self.roads else 0.0), field, prices

    def kept(self, far: int) -> float:
        """The chance that a line of a given distance is kept."""
        return exp(-far / self.scale) if far < FAR else 0.0

    def gains(self, field: Field, prices: list[int]) -> dict[Hex, float]:
        """For each hex of the lines, the approximate gain from a unit in it."""
        least = int(-SCALE * log(1 - OUSTED))
        found: dict[Hex, float] = {}
        for end, value in self.held():
            whole = field[end] + prices[end]
            if whole >= FAR:
                continue
            for hex_ in self.line(end, field, prices):
                if prices[hex_] > least and not self.s.occupied[SOVIET] >> hex_ & 1:
                    more = self.kept(whole - prices[hex_] + least) - self.kept(whole)
                    found[hex_] = found.get(hex_, 0.0) + value * more
        return found

    def line(self, end: Hex, field: Field, prices: list[int]) -> list[Hex]:
        """The hexes of the best line to a hex, which comes first."""
        found, here = [end], end
        while field[here]:
            here = min(hexes_in(self.g.near[here]), key=lambda near: (field[near] + prices[near], near))
            found.append(here)
        return found

    def keep(self) -> None:
        """Move units to where lines are in danger, first to where most is at stake."""
        total, field, prices = self.look()
        barred: set[Hex] = set()
        while True:
            gains = self.gains(field, prices)
            can = [hex_ for hex_, gain in gains.items() if gain > WORTH and hex_ not in barred]
            if not can:
                return
            hex_ = max(can, key=lambda hex_: (gains[hex_], -hex_))
            barred.add(hex_)
            if self.man(hex_, total):
                total, field, prices = self.look()

    def man(self, hex_: Hex, total: float) -> bool:
        """Bring to a hex the unit that gains most there, if any gains, and return whether one goes."""
        g, s, moves = self.g, self.s, self.moves
        spare = [unit for unit in moves.ends if unit not in moves.posted and moves.reach[unit] >> hex_ & 1]
        can = [unit for unit in spare if not crowded(g, s, unit) >> hex_ & 1]

        def loss(unit: Unit) -> float:
            """The value that a unit loses by leaving its place; in the last turn places are worth nothing."""
            return 0.0 if moves.sense.is_last else moves.score(unit, s.place[unit]) - moves.score(unit, hex_)

        def key(unit: Unit) -> tuple[bool, bool, float, int]:
            here = s.place[unit]
            alone = (s.at[here] & g.combat_units).bit_count() == 1
            return bool(g.scoring >> here & 1), alone, loss(unit), unit

        best, most = NO_UNIT, WORTH
        for unit in sorted(can, key=key)[:TRIED]:
            here, less = s.place[unit], loss(unit)
            lift(g, s, unit, OFF)
            fights = moves.gain(unit, hex_) - moves.gain(unit, here)
            put(g, s, unit, hex_)
            more = self.look()[0] - total + fights - less
            moves.shift(unit, here)
            if more > most:
                best, most = unit, more
        if best < 0:
            return False
        moves.shift(best, hex_)
        moves.ends[best] = hex_
        return True


@cache
def ways_of(g: Zitadelle) -> Fields:
    """Distances in which every step over an open side counts 1."""
    return Fields([[(near, 1) for near in hexes_in(g.near[hex_])] for hex_ in range(g.grid.size)], FAR)
