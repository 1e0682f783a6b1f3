"""A player that follows a script: quick and sensible, on what its seat sees and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

from skirmish.game import Skirmish
from skirmish.rules.c02_units import strength
from skirmish.rules.c06_reinforcements import Arriving, Placing, Planning
from skirmish.rules.c07_movement import Marching, Moving, costs
from skirmish.rules.c08_combat import Advancing, Attacking, Fighting, Retreating, able, odds
from skirmish.state import LEAGUE, Position
from stavka.agents.decider import StepDecider
from stavka.engine.agent import Agent, Sight
from stavka.engine.kinds import NO_UNIT, Side, Unit, hexes_in, units_in
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, UNIT, Offer, Pick
from stavka.hexes import Hex

GOOD = 1
"""The lowest column (1-1) on which the script attacks."""


class ScriptedPlayer(StepDecider, Agent):
    """Plays the side of whatever seat it is asked for: a method for each step, named as the step is."""

    def __init__(self, game: Game[Any], seed: int) -> None:
        assert isinstance(game, Skirmish)
        self.g, self.random = game, Random(seed)
        self.sane = (game.ATTACK, game.DONE, game.STOP)

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the scripted player looks at the position"
        return super().choose(sight, offer)

    # -- where to go ------------------------------------------------------------------------------------------------

    def wanted(self, s: Position, side: Side) -> dict[Hex, int]:
        """The objectives that a side wants to be at, and how much."""
        goals = self.g.goals
        if side == LEAGUE:
            return {hex_: value for hex_, value in goals.items() if not s.held >> hex_ & 1} or goals
        enemies = list(hexes_in(s.occupied[LEAGUE]))
        near = {hex_: min((self.g.grid.distance(hex_, there) for there in enemies), default=9) for hex_ in goals}
        return {hex_: value + max(4 - near[hex_], 0) + 3 * (s.held >> hex_ & 1) for hex_, value in goals.items()}

    def worth(self, s: Position, unit: Unit, hex_: Hex) -> float:
        """The value of a hex for a unit."""
        g, side = self.g, self.g.side[unit]
        wanted = self.wanted(s, side)
        best = max(3 * value - 2 * g.grid.distance(hex_, goal) for goal, value in wanted.items())
        found: float = best + g.shift[hex_] + (4 * g.goals[hex_] if hex_ in g.goals else 0)
        for there in hexes_in(g.grid.ring(hex_, 1) & s.occupied[1 - side]):
            weak = 8 - sum(strength(g, s, enemy) for enemy in units_in(s.at[there]))
            found += weak / 2 + (1 if g.grid.between(g.dry, hex_, there) else 0)
        return found

    def movement(self, sight: Sight[Position], s: Position, f: Marching, offer: Offer) -> Pick | None:
        """The unit that gains most by moving."""
        gains = {unit: self.best_move(s, unit)[1] for unit in units_in(offer.units)}
        unit = max(gains, key=lambda each: gains[each], default=NO_UNIT)
        return (UNIT, unit) if unit >= 0 and gains[unit] > 0 else None

    def best_move(self, s: Position, unit: Unit) -> tuple[Hex, float]:
        """The best hex for a unit, and what it gains there; a garrison gains nothing by leaving an objective."""
        g, here = self.g, s.place[unit]
        alone = here in g.goals and s.at[here].bit_count() == 1
        stay = self.worth(s, unit, here) + 20 * alone
        hex_ = max(costs(g, s, unit), key=lambda each: (self.worth(s, unit, each), -each))
        return hex_, self.worth(s, unit, hex_) - stay

    def move(self, sight: Sight[Position], s: Position, f: Moving, offer: Offer) -> Pick:
        return HEX, self.best_move(s, f.unit)[0]

    # -- columns ----------------------------------------------------------------------------------------------------

    def plan(self, sight: Sight[Position], s: Position, f: Planning, offer: Offer) -> Pick:
        return self.option(self.random.choice((self.g.NORTH, self.g.SOUTH)))

    def arrival(self, sight: Sight[Position], s: Position, f: Arriving, offer: Offer) -> Pick | None:
        return (UNIT, units_in(offer.units)[0]) if offer.units else None

    def place(self, sight: Sight[Position], s: Position, f: Placing, offer: Offer) -> Pick:
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: self.worth(s, f.unit, hex_))

    # -- combat -----------------------------------------------------------------------------------------------------

    def combat(self, sight: Sight[Position], s: Position, f: Fighting, offer: Offer) -> Pick | None:
        g = self.g
        columns = {h: odds(g, s, able(g, s, h), h).column for h in hexes_in(offer.hexes)}
        hex_ = max(columns, key=lambda each: (columns[each], g.goals.get(each, 0)))
        return (HEX, hex_) if columns[hex_] >= GOOD else None

    def attack(self, sight: Sight[Position], s: Position, f: Attacking, offer: Offer) -> Pick | None:
        return (UNIT, units_in(offer.units)[0]) if offer.units else None

    def retreat(self, sight: Sight[Position], s: Position, f: Retreating, offer: Offer) -> Pick:
        unit = units_in(s.at[f.hex])[0]
        return HEX, max(hexes_in(offer.hexes), key=lambda hex_: self.worth(s, unit, hex_))

    def advance(self, sight: Sight[Position], s: Position, f: Advancing, offer: Offer) -> Pick | None:
        """The strongest unit goes, unless it leaves an objective empty."""
        free = [u for u in units_in(offer.units) if s.place[u] not in self.g.goals or s.at[s.place[u]].bit_count() > 1]
        return (UNIT, max(free, key=lambda unit: strength(self.g, s, unit))) if free else None
