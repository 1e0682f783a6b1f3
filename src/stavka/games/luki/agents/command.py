"""The common part of the scripted commanders of both sides of Velikye Luki: plan a segment, move, attack."""

from __future__ import annotations

from abc import ABC
from collections.abc import Hashable
from math import sqrt
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

from stavka.agents.missions import Mission, assign
from stavka.agents.trail import Trail
from stavka.engine.agent import Sight
from stavka.engine.frames import Frame
from stavka.engine.kinds import Side, hexes_in, last_unit, units_in
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.games.luki.agents.arrivals import WASTE, Arrivals
from stavka.games.luki.agents.chart import chart_of
from stavka.games.luki.agents.fights import Fights, Known, strength
from stavka.games.luki.agents.guess import guessed
from stavka.games.luki.agents.moves import GLANCES, LEAST, LOOKS, Go, Moves, groups_of, with_parts
from stavka.games.luki.agents.value import Value
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE, PAID, Moving, can_move, movers
from stavka.games.luki.rules.c11_combat.combat_phase import Attacking, CombatPhase, fresh, fresh_in, price, targets
from stavka.games.luki.state import LIMITED, Position
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.agents.fields import Field
    from stavka.agents.tables import Table
    from stavka.games.luki.game import Luki

LATER: Final = 0.0005
"""The value of an attacking CF elsewhere."""

WISH: Final = 0.3
"""The share of the worth of an AP that a move must gain to be worth a C3I point."""


class Manner(NamedTuple):
    """What somebody else has decided for a commander: the script decides what is None."""

    fights_first: bool | None = None
    points: int | None = None
    """C3I points for the segment."""
    focus: Hex = NO_HEX
    """An objective that counts more than it is worth."""
    is_quick: bool = False
    """Whether the commander looks less closely."""


PLAIN: Final = Manner()


class Assault(NamedTuple):
    """An attack that is planned."""

    hex: Hex
    units: int
    net: float
    ap: int


class Commander(Arrivals, ABC):
    """The decisions of one side."""

    side: ClassVar[Side]
    apart: ClassVar[bool]
    """Whether any unit of a formation may go by itself, not only the weakest one."""

    def __init__(self, g: Luki, table: Table, way: Manner = PLAIN) -> None:
        self.g, self.table, self.way = g, table, way
        self.sane = (g.DONE, g.STOP, g.PASS, g.ATTACK, g.STAND)
        self.chart = chart_of(g)
        self.roads = self.chart.roads(0)
        self.take_up(next(iter(g.scenarios)))
        self.plan: list[tuple[int, Hex]] = []
        self.key: tuple[Any, ...] = ()
        self.assault: Assault | None = None
        self._spots: dict[tuple[int, int], float] = {}
        self._pulls: dict[int, tuple[float, Field] | None] = {}
        self._foreseen: tuple[tuple[Hashable, ...], Known, dict[int, tuple[int, Go]]] | None = None
        self.tasks: dict[int, Mission] = {}
        self.trail = Trail()

    def forget(self) -> None:
        """Forget what was planned in another position."""
        self.plan, self.key, self.assault, self._foreseen, self.wanted = [], (), None, None, 0

    def begin(self, s: Position) -> None:
        if self.scenario != s.scenario:
            self.take_up(s.scenario)

    def take_up(self, scenario: str) -> None:
        """Use the weights of a scenario."""
        self.scenario, self.w = scenario, self.table[self.g.sides[self.side], scenario]
        self.value = Value(self.g, self.w, self.way.focus)

    def read(self, s: Position) -> Fights:
        return Fights(self.g, guessed(self.g, s, self.side), self.w, self.value)

    # -- places -----------------------------------------------------------------------------------------------------

    def look_around(self, s: Position) -> None:
        """Find the ways round the strongpoints of the enemy."""
        g, foe = self.g, 1 - self.side
        forts = [hex_ for hex_ in hexes_in(s.occupied[foe]) if s.at[hex_] & g.stationary & g.side_units[foe]]
        self.roads = self.chart.roads(g.grid.hexes(forts))

    def share_out(self, fights: Fights) -> None:
        """Give every group a mission; from then on places are judged by it."""
        self._spots.clear()
        self._pulls.clear()
        self.look_around(fights.s)
        found = self.bodies(fights.s)
        self.tasks = {}
        for units, mission in assign(self.roads, self.missions(fights), found, self.w.stray, WASTE).items():
            for unit in units_in(units):
                self.tasks[unit] = mission

    def place_worth(self, fights: Fights, units: int, hex_: Hex) -> float:
        key = units, hex_
        found = self._spots.get(key)
        if found is None:
            found = self._spots[key] = self.spot(fights, units, hex_)
        return found + self.company(fights.s, units, hex_)

    def spot(self, fights: Fights, units: int, hex_: Hex) -> float:
        """The value of a hex by itself for units: the way to their mission, and cover near the enemy."""
        g, s = self.g, fights.s
        score = 0.0
        if units not in self._pulls:
            self._pulls[units] = self.pull(s, units)
        pull = self._pulls[units]
        if pull is not None:
            score -= pull[0] * pull[1][hex_] / 2
        if g.near[hex_] & s.occupied[1 - self.side]:
            score -= self.w.cover * g.terrain_drm[hex_]
            score += 2 * self.w.cover * bool(g.cities >> hex_ & 1)
        return score

    def pull(self, s: Position, units: int) -> tuple[float, Field] | None:
        """The value of an MP on the way to the units' mission, and the distance of each hex from it."""
        mission = self.tasks.get(units.bit_length() - 1)
        if mission is None:
            return None
        kind = max(self.g.move_class[unit] for unit in units_in(units))
        return self.w.pull * sqrt(strength(self.g, s, units) / self.w.body), mission.field(self.roads, kind)

    def company(self, s: Position, units: int, hex_: Hex) -> float:
        """The value of other units in a hex: those of the same formation help, others crowd."""
        g = self.g
        there = s.at.get(hex_, 0) & g.side_units[self.side] & ~units
        if not there:
            return 0.0
        formation = g.formation[last_unit(units)]
        mates = there & g.members_of[formation] if formation >= 0 else 0
        arms = bool(there & g.combined_arms) != bool(units & g.combined_arms)
        others = (there & ~mates).bit_count()
        return self.w.mate * mates.bit_count() * units.bit_count() - self.w.crowd * others + self.w.arms * arms

    # -- the plan of a segment --------------------------------------------------------------------------------------

    def moves(self, fights: Fights, units: int, how: int, ap: int) -> Moves:
        groups = with_parts(self.g, fights.s, groups_of(self.g, fights.s, units), apart=self.apart)

        def place(group: int, hex_: Hex) -> float:
            return self.place_worth(fights, group, hex_)

        moves = Moves(fights, self.side, groups, place, how, ap, self.trail)
        moves.looks = GLANCES if self.way.is_quick else LOOKS
        return moves

    def foresee(self, moves: Moves) -> None:
        """Find the best move of every group. What was found before for the same position is used again.

        A side plans when it declares its phases and once more when it moves: often nothing has changed in between."""
        s = moves.fights.s
        key = (
            *(s.turn, s.segment, s.cup, s.city_kessel, bytes(s.kessel), bytes(s.track), bytes(s.steps)),
            *(bytes(s.place), moves.how, tuple(moves.home), tuple(moves.reach.values())),
        )
        if self._foreseen is not None and self._foreseen[0] == key:
            moves.fights.recall(self._foreseen[1])
            moves.known = self._foreseen[2].copy()
            return
        moves.wishes()
        self._foreseen = key, moves.fights.known(), moves.known.copy()

    def appraise(self, moves: Moves) -> None:
        """Find what an AP is worth."""
        if moves.how == PAID and moves.ap:
            self.foresee(moves)
        moves.appraise()

    def able(self, s: Position) -> int:
        units = self.g.side_units[self.side] & movers(self.g, s)
        return sum(1 << unit for unit in units_in(units) if s.place[unit] >= 0 and can_move(self.g, s, unit))

    def declare(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        """Fight first if that is worth about as much as what can be brought up: the way is then open to move."""
        ap = self.mean_ap(self.most(s))
        if not ap:
            return None
        fights = self.read(s)
        self.share_out(fights)
        moves = self.moves(fights, self.able(s), PAID, ap)
        self.appraise(moves)
        wishes = moves.wishes()
        now = sum(assault.net for assault in self.assaults(fights, PAID, ap, moves.rate))
        moves.push(fresh(self.g, fights.s, self.side))
        then = sum(push.net for push in moves.pushes)
        first = now > 0.0 and now >= 0.75 * then if self.way.fights_first is None else self.way.fights_first
        spent = sum(push.ap + len(push.groups) for push in moves.pushes)
        self.wanted = spent + sum(go.gain > WISH * self.w.ap and not go.units & moves.used for go in wishes)
        return self.option(self.g.FIGHT_MOVE if first else self.g.MOVE_FIGHT)

    wanted: int = 0

    def most(self, s: Position) -> int:
        """The C3I points that may be spent now: the plan's, or an even share of those left for this turn."""
        if self.way.points is not None:
            return min(self.way.points, s.c3i[self.side], self.g.c3i_most)
        left = 3 - (s.segment - 1) // 2
        return min(-(-s.c3i[self.side] // left), self.g.c3i_most)

    def mean_ap(self, points: int) -> int:
        return self.g.activity[points][5] if points else 0

    def spend(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        most = self.most(s)
        if self.way.points is not None:
            return self.option(self.g.SPEND[most])
        last = s.turn == self.g.scenarios[s.scenario].turns
        number = most
        while number and not last and self.mean_ap(number - 1) >= self.wanted:
            number -= 1
        return self.option(self.g.SPEND[number])

    # -- movement ---------------------------------------------------------------------------------------------------

    def movement(self, sight: Sight[Position], s: Position, f: MovementPhase, offer: Offer) -> Pick | None:
        key = s.turn, s.segment, f.how, len(s.stack)
        if self.key != key or not s.moved:
            self.key, self.plan = key, self.plan_moves(s, f, offer.units)
        for units, hex_ in self.plan:
            able = units & offer.units
            if able and s.place[last_unit(able)] != hex_:
                return UNIT, last_unit(able)
        return self.option(self.g.DONE)

    def plan_moves(self, s: Position, f: MovementPhase, able: int) -> list[tuple[int, Hex]]:
        fights, how = self.read(s), f.how
        self.share_out(fights)
        moves = self.moves(fights, able, how, s.ap)
        below = s.stack[-2] if len(s.stack) > 1 else None
        if isinstance(below, CombatPhase) and below.side == self.side:
            self.appraise(moves)
            moves.push(fresh(self.g, fights.s, self.side))
        else:
            self.foresee(moves)
        moves.settle(LEAST)
        for go in moves.plan:
            self.trail.note(units_in(go.units), s.place[last_unit(go.units)], go.hex)
        return [(go.units, go.hex) for go in moves.plan]

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick | None:
        """Move the units of a planned move together to its hex; stop if the hex is not on offer."""
        first = last_unit(f.units)
        end = next((hex_ for units, hex_ in self.plan if units >> first & 1 and s.place[first] != hex_), NO_HEX)
        if end < 0 or f.has_begun:
            return self.option(self.g.STOP)
        group = next(units for units, hex_ in self.plan if units >> first & 1)
        if group & offer.units:
            return UNIT, last_unit(group & offer.units)
        return (HEX, end) if offer.hexes >> end & 1 else self.option(self.g.STOP)

    # -- attacks ----------------------------------------------------------------------------------------------------

    def assaults(self, fights: Fights, how: int, ap: int, rate: float) -> list[Assault]:
        """The attacks that are worth making as the units stand, the best first."""
        s = fights.s
        found: list[Assault] = []
        ready, open_ = fresh(self.g, s, self.side), targets(self.g, s, self.side, FREE)
        while True:
            choices = [self.best_assault(fights, hex_, ready, how, ap, rate) for hex_ in hexes_in(open_)]
            best = max(
                (each for each in choices if each is not None), key=lambda each: (each.net, -each.hex), default=None
            )
            if best is None:
                return found
            found.append(best)
            ready &= ~best.units
            open_ &= ~(1 << best.hex)
            ap -= best.ap

    def best_assault(self, fights: Fights, hex_: Hex, ready: int, how: int, ap: int, rate: float) -> Assault | None:
        """The best force against a hex: stacks are added, the strongest first; in the LAS one stack attacks alone."""
        g, s = self.g, fights.s
        cost = price(g, hex_) if how == PAID else 0
        if cost > ap:
            return None
        stacks = []
        for near in hexes_in(g.near[hex_] & s.occupied[self.side]):
            units = fresh_in(g, s, self.side, 1 << near) & ready
            if units:
                stacks.append((strength(g, s, units), units))
        stacks.sort(reverse=True)
        forces, force = [units for _, units in stacks], 0
        if s.segment != LIMITED:
            forces = [force := force | units for units in forces]
        best: Assault | None = None
        for units in forces:
            net = fights.worth(self.side, units, hex_) - rate * cost - LATER * strength(g, s, units)
            if net > (best.net if best is not None else LEAST):
                best = Assault(hex_, units, net, cost)
        return best

    def fighting(self, sight: Sight[Position], s: Position, f: CombatPhase, offer: Offer) -> Pick | None:
        fights = self.read(s)
        found = self.assaults(fights, f.how, s.ap, self.rate(fights, s, f))
        self.assault = next((each for each in found if offer.hexes >> each.hex & 1), None)
        return (HEX, self.assault.hex) if self.assault is not None else self.option(self.g.DONE)

    def rate(self, fights: Fights, s: Position, f: CombatPhase) -> float:
        """The value of an AP elsewhere in a combat phase: zero, unless movement follows."""
        below = s.stack[-2] if len(s.stack) > 1 else None
        if f.how != PAID or not isinstance(below, MovementPhase) or below.side != self.side:
            return 0.0
        self.share_out(fights)
        moves = self.moves(fights, self.able(s), PAID, s.ap)
        self.appraise(moves)
        return moves.rate

    def attack(self, sight: Sight[Position], s: Position, f: Attacking, offer: Offer) -> Pick | None:
        assault = self.assault
        if assault is None or assault.hex != f.hex:
            assault = self.assault = self.best_assault(self.read(s), f.hex, fresh(self.g, s, self.side), FREE, 0, 0.0)
        if assault is not None and assault.units & offer.units:
            return UNIT, last_unit(assault.units & offer.units)
        return self.option(self.g.ATTACK if f.attackers else self.g.ALL)
