"""The decisions of the scripted commanders of Velikye Luki in and after a combat: chits, losses, retreats, advances."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar

from stavka.agents.decider import StepDecider
from stavka.agents.trail import Trail
from stavka.engine.agent import Sight
from stavka.engine.frames import Frame
from stavka.engine.kinds import Option, Side, Unit, hexes_in, last_unit, members, units_in
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.games.luki.agents.chart import Spread, chart_of, together
from stavka.games.luki.agents.fights import SIGN, Fights
from stavka.games.luki.agents.moves import LEAST, Moves
from stavka.games.luki.rules.c05_zoc import enemy_zoc
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.rules.c11_combat.advance import Advancing, AdvancingFurther, second_hexes
from stavka.games.luki.rules.c11_combat.chits import ChoosingChits, allowance, works
from stavka.games.luki.rules.c11_combat.fight import Fight, fight_of, role
from stavka.games.luki.rules.c11_combat.retreat import Absorbing, Retreating
from stavka.games.luki.state import Position, move
from stavka.hexes import NO_HEX, Hex

if TYPE_CHECKING:
    from stavka.games.luki.agents.weights import Weights
    from stavka.games.luki.game import Luki

REFUSED = 0.1
"""The least value of an attack on ski troops, to the attacker, at which they refuse it."""


class Aftermath(StepDecider, ABC):
    """The decisions of one side in combat."""

    side: ClassVar[Side]
    g: Luki
    w: Weights

    @abstractmethod
    def read(self, s: Position) -> Fights:
        """The position as the seat takes it to be, with what combats on it are worth."""

    @abstractmethod
    def place_worth(self, fights: Fights, units: int, hex_: Hex) -> float:
        """The value of a hex as a place for units, apart from combats."""

    @abstractmethod
    def share_out(self, fights: Fights) -> None:
        """Set every group to something, so that places can be judged."""

    # -- before the dice --------------------------------------------------------------------------------------------

    def chits(self, sight: Sight[Position], s: Position, f: ChoosingChits, offer: Offer) -> Pick | None:
        """The chits that are worth most together, against the enemy's possible chits."""
        fight, chosen = fight_of(s), f.chosen(self.side)
        best = self.best_chits(s, fight)
        for chit in best:
            if not chosen >> chit & 1:
                return OPTION, Option(self.g.first_chit + chit)
        return self.option(self.g.DONE)

    def best_chits(self, s: Position, fight: Fight) -> tuple[int, ...]:
        g, own = self.g, role(fight, self.side)
        fights = self.read(s)
        drawn = [chit for chit in members(fight.drawn[own]) if works(g, s, fight, chit)]
        most = min(allowance(g, s, fight, self.side), len(drawn))
        effects = chart_of(g).effects
        sign = 1 if own == 0 else -1

        def worth(chits: tuple[int, ...]) -> float:
            spread = Spread([(together(effects[chit] for chit in chits), 1.0)])
            return sign * fights.expected(fight, *((spread, None) if own == 0 else (None, spread)))

        return max(combinations(drawn, most), key=worth, default=())

    def halve(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return UNIT, max(units_in(offer.units), key=lambda u: (self.g.combat[u][s.steps[u]], -u))

    def refuse(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        worth = self.read(s).expected(fight_of(s), None, None)
        return self.option(self.g.REFUSE if worth > REFUSED else self.g.STAND)

    def refusal(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return self.best_way(s, fight_of(s).defenders, offer.hexes)

    # -- losses -----------------------------------------------------------------------------------------------------

    def losses(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return UNIT, self.cheapest(s, offer.units)

    def excess(self, sight: Sight[Position], s: Position, f: Frame, offer: Offer) -> Pick | None:
        return UNIT, min(units_in(offer.units), key=lambda u: (self.g.combat[u][s.steps[u]], u))

    def cheapest(self, s: Position, units: int) -> Unit:
        """The unit whose step is the least loss."""
        g = self.g

        def cost(unit: Unit) -> tuple[float, int]:
            steps, row = s.steps[unit], g.combat[unit]
            lost = row[steps] - row[steps - 1]
            return lost + 4 * (steps == 1) * (1 + g.tactical[unit] / 4), unit

        return min(units_in(units), key=cost)

    def absorb(self, sight: Sight[Position], s: Position, f: Absorbing, offer: Offer) -> Pick | None:
        """Hits as steps or as ground, whichever is the lesser loss."""
        fight, fights = fight_of(s), self.read(s)
        units, hits = fight.defenders, fight.hits[1]
        steps = sum(s.steps[unit] for unit in units_in(units))
        each = fights.step_worth(units)
        ground = fights.ground(fight.side, fight.hex, fight.attackers)
        ways = self.g.near[fight.hex] & ~s.occupied[fight.side]
        hemmed = not ways & ~enemy_zoc(self.g, s, self.side)

        def cost(hexes: int) -> float:
            lost: int = hits - hexes + (hemmed if hexes else 0)
            gone = hexes > 0 or lost >= steps
            return each * min(lost, steps) + ground * gone + 0.02 * hexes

        return self.option(self.g.RETREAT[min(f.hexes, key=lambda hexes: (cost(hexes), hexes))])

    def retreat(self, sight: Sight[Position], s: Position, f: Retreating, offer: Offer) -> Pick | None:
        left = fight_of(s).defenders & ~f.gone
        units = [unit for unit in units_in(left) if s.place[unit] >= 0]
        return self.best_way(s, 1 << units[-1], offer.hexes)

    def best_way(self, s: Position, units: int, hexes: int) -> Pick:
        """The best hex for units that have to go."""
        fights = self.read(s)
        self.share_out(fights)
        t = fights.s
        here = t.place[last_unit(units)]

        def worth(hex_: Hex) -> tuple[float, int]:
            for unit in units_in(units):
                move(self.g, t, unit, hex_)
            found = SIGN[self.side] * fights.value(t) - self.w.menaced * fights.menace(self.side, hex_)
            for unit in units_in(units):
                move(self.g, t, unit, here)
            return found + self.place_worth(fights, units, hex_), -hex_

        return HEX, max(hexes_in(hexes), key=worth)

    # -- advances ---------------------------------------------------------------------------------------------------

    def going(self, s: Position) -> Moves:
        fights = self.read(s)
        self.share_out(fights)
        return Moves(fights, self.side, (), lambda units, hex_: self.place_worth(fights, units, hex_), FREE, 0, Trail())

    def gain(self, moves: Moves, units: int, hex_: Hex) -> float:
        here = moves.fights.s.place[last_unit(units)]
        return moves.place(units, hex_) - moves.place(units, here) + moves.change(units, here, hex_)

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        """Advance stack by stack, with every unit that is better off in the emptied hex."""
        hex_, moves = fight_of(s).hex, self.going(s)
        stacks: dict[int, int] = {}
        for unit in units_in(offer.units):
            if s.place[unit] != hex_:
                stacks[s.place[unit]] = stacks.get(s.place[unit], 0) | 1 << unit
            elif self.best_further(moves, unit, second_hexes(self.g, s, unit, f.across))[0] > LEAST:
                return UNIT, unit
        gains = {units: self.gain(moves, units, hex_) for units in stacks.values()}
        for unit in units_in(offer.units):
            if s.place[unit] != hex_:
                gains.setdefault(1 << unit, self.gain(moves, 1 << unit, hex_))
        best = max(gains, key=lambda units: (gains[units], -units), default=0)
        return (UNIT, last_unit(best)) if best and gains[best] > 0 else self.option(self.g.DONE)

    def best_further(self, moves: Moves, unit: Unit, hexes: int) -> tuple[float, Hex]:
        return max(((self.gain(moves, 1 << unit, hex_), hex_) for hex_ in hexes_in(hexes)), default=(0.0, NO_HEX))

    def further(self, sight: Sight[Position], s: Position, f: AdvancingFurther, offer: Offer) -> Pick | None:
        gain, hex_ = self.best_further(self.going(s), f.unit, offer.hexes)
        return (HEX, hex_) if gain > 0 else self.option(self.g.STOP)
