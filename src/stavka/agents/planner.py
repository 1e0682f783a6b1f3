"""The computer opponent: it plans each activation by trying several plans on imagined futures. It knows Traces of War."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Final, NamedTuple

from stavka.agents.choice import best_plan
from stavka.agents.playout import Luck, play_on
from stavka.agents.scripted import ScriptedPlayer
from stavka.agents.traces_command import Commander, Plan
from stavka.agents.traces_model import AxisModel, Model, SovietModel
from stavka.agents.traces_okh import AxisCommander
from stavka.agents.traces_soviet import SovietCommander
from stavka.agents.traces_portfolio import variants
from stavka.agents.traces_value import soviet_chance
from stavka.agents.traces_weights import SCRIPTED, Weights
from stavka.engine.agent import Agent, Sight
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.traces.game import Traces
from stavka.games.traces.position import SOVIET, Position

BUDGET: Final = 24
HORIZON: Final = 3
FIRST: Final = 2
DOUBT: Final = 0.5


class Idea(NamedTuple):
    """A way to lead an activation: the commander, his model in look-ahead, his plan and his first pick."""

    leader: Commander
    model: Model
    plan: Plan
    pick: Pick


class Planner(Agent):
    budget, horizon, first, doubt = BUDGET, HORIZON, FIRST, DOUBT

    def __init__(self, game: Game[Any], seed: int) -> None:
        if not isinstance(game, Traces):
            raise ValueError(f"the planner does not know {game.title}")
        self.g = game
        self.script = ScriptedPlayer(game, seed)
        self.random = Random(seed)
        self.models = SovietModel(game, seed, SCRIPTED), AxisModel(game, seed, SCRIPTED)
        self.known: dict[tuple[int, str, Weights], tuple[Commander, Model]] = {}
        self.leader: Commander | None = None
        self.moment: tuple[int, bytes] = 0, b""
        self.playouts = 0
        self.stats = []

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the planner looks at the position"
        s: Position = sight.position
        moment = s.turn, bytes(s.played)
        if s.stack[-1][0] == "mode":
            self.leader, self.moment = self.think(sight, offer), moment
        if self.leader is not None and (moment != self.moment):
            self.leader = None
        if self.leader is not None:
            return self.leader.choose(sight, offer)
        return self.script.choose(sight, offer)

    def commanders(self, side: int, kind: str, weights: Weights) -> tuple[Commander, Model]:
        """A commander with these weights and his model in look-ahead."""
        key = side, kind, weights
        if key not in self.known:
            table = {**SCRIPTED, (self.g.sides[side], kind): weights}
            if side == SOVIET:
                self.known[key] = SovietCommander(self.g, 0, table), SovietModel(self.g, 0, table)
            else:
                self.known[key] = AxisCommander(self.g, 0, table), AxisModel(self.g, 0, table)
        return self.known[key]

    def think(self, sight: Sight[Any], offer: Offer) -> Commander:
        s: Position = sight.position
        g = self.g
        side = g.side_of(s, offer.seat)
        kind = "race" if g.scenario(s).is_race else "campaign"
        ideas: list[Idea] = []
        seen = set()
        for weights in variants(g.sides[side], kind):
            leader, model = self.commanders(side, kind, weights)
            leader.plan = None
            pick = leader.choose(sight, offer)
            assert leader.plan is not None
            at_once = pick == leader.option(g.COMBAT_MOVEMENT)
            sign = (pick, weights.least_attack if at_once else 0.0, tuple(sorted(leader.plan.ends.items())))
            if sign not in seen:
                seen.add(sign)
                ideas.append(Idea(leader, model, leader.plan, pick))
        seed = self.random.getrandbits(48)
        futures: dict[int, Position] = {}

        def trial(plan: int, future: int) -> float:
            if future not in futures:
                futures[future] = sight.sample(Random(f"{seed}/{future}"))
            return self.playout(futures[future].clone(), side, ideas[plan], Luck(f"{seed}/{future}"))

        at = best_plan(len(ideas), trial, self.budget, self.first, self.doubt)
        self.stats.append((len(ideas), at))
        ideas[at].leader.plan = None
        return ideas[at].leader

    def playout(self, s: Position, side: int, idea: Idea, luck: Luck) -> float:
        g = self.g
        self.playouts += 1
        for model in (*self.models, idea.model):
            model.forget()
        moment = s.turn, bytes(s.played)
        first: list[Any] = list(self.models)
        first[side] = idea.model
        idea.model.plan = idea.plan.copy()
        g.apply(s, g.seat(s, side), idea.pick)
        play_on(
            g, s, self.seats(s, first), luck, lambda p: (p.turn, bytes(p.played)) != moment or p.stack[-1][0] == "draw"
        )
        turn, left = s.turn, self.horizon

        def until(p: Position) -> bool:
            nonlocal left
            if p.turn != turn:
                return True
            if p.stack[-1][0] == "draw":
                if not left:
                    return True
                left -= 1
            return False

        play_on(g, s, self.seats(s, list(self.models)), luck, until)
        worth = soviet_chance(g, s)
        return worth if side == SOVIET else 1 - worth

    def seats(self, s: Position, commanders: list[Any]) -> Mapping[int, Any]:
        return {self.g.seat(s, side): commander for side, commander in enumerate(commanders)}
