"""The computer opponent: it tries several plans for each activation on imagined futures. It knows Traces of War."""

from __future__ import annotations

from typing import Any, Final

from stavka.agents.choice import Effort, Verdict, best_plan
from stavka.engine.agent import Agent, Sight
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick
from stavka.games.traces.agents.command import Commander
from stavka.games.traces.agents.futures import Idea, TracesFutures, moment_of
from stavka.games.traces.agents.model import AxisModel, Model, SovietModel
from stavka.games.traces.agents.okh import AxisCommander
from stavka.games.traces.agents.portfolio import Way, ways
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.agents.soviet import SovietCommander
from stavka.games.traces.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.traces.game import Traces
from stavka.games.traces.state import SOVIET, Position

EFFORT: Final = Effort(looks=3, finalists=4, more=6, follows=4, doubt=0.3)
TRIED: Final = {"choose_hq", "interrupt", "negotiation", "okh", "security"}
"""Steps in which each pick is tried, beside the activations."""
LESS: Final = Effort(looks=2, finalists=3, more=4, follows=4, doubt=0.3)
"""The effort for picks after which an activation may follow at once."""
AFTER: Final = Effort(looks=3, finalists=3, more=6, follows=3, doubt=0.3)
"""The effort for an activation that follows such a pick at once: both together are one wait."""
REPLIES: Final = 1
"""The number of enemy activations that are played out after one's own."""


class Planner(Agent):
    """Plays the side of any seat that asks. It plans only on what the seat sees."""

    effort, less, after, replies = EFFORT, LESS, AFTER, REPLIES

    def __init__(self, game: Game[Any], seed: int) -> None:
        if not isinstance(game, Traces):
            raise ValueError(f"the planner does not know {game.title}")
        self.g = game
        self.script = ScriptedPlayer(game, seed, SCRIPTED)
        self.seed = seed
        own = SovietModel(game, seed, SCRIPTED), AxisModel(game, seed, SCRIPTED)
        other = SovietModel(game, seed, SCRIPTED_1), AxisModel(game, seed, SCRIPTED_1)
        self.models: tuple[tuple[Model, Model], ...] = (own[0], other[1]), (other[0], own[1])
        """For each side that it may play: the models of the Soviets and the Axis in a future."""
        self.known: dict[tuple[int, Way], tuple[Commander, Model]] = {}
        self.leader: Commander | None = None
        self.moment: tuple[int, bytes] = 0, b""
        """The moment at which the present activation began."""
        self.tried: tuple[int, bytes] = 0, b""
        """The moment at which picks were last tried."""
        self.verdict: Verdict | None = None
        """The verdict of the last search for an activation."""

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the planner looks at the position"
        s: Position = sight.position
        moment = moment_of(s)
        if s.stack[-1].step == "mode":
            self.leader, self.moment = self.choose_leader(sight, offer), moment
        elif s.stack[-1].step in TRIED:
            return self.choose_pick(sight, offer)
        leader = self.leader
        if leader is not None and moment == self.moment and leader.side == self.g.side_of(s, offer.seat):
            return leader.choose(sight, offer)
        return self.script.choose(sight, offer)

    def think(self, sight: Sight[Any], side: Side, ideas: list[Idea], effort: Effort) -> int:
        """The best of some ideas; the first idea is the script's choice."""
        s: Position = sight.position
        seed = f"{self.seed}/{s.turn}/{s.stack[-1].step}/{bytes(s.played).hex()}/{s.activated:x}"
        futures = TracesFutures(self.g, sight, side, ideas, self.models[side], self.replies, seed)
        self.verdict = best_plan(len(ideas), futures, effort, self.patience)
        return self.verdict.best

    def choose_pick(self, sight: Sight[Any], offer: Offer) -> Pick:
        """Try every pick: an HQ to activate, an Interrupt, a use of OKH, a negotiation, a Security Division's hex."""
        side = self.g.side_of(sight.position, offer.seat)
        first = self.script.choose(sight, offer)
        picks = [first, *(pick for pick in offer if pick != first)]
        if len(picks) > 1:
            self.tried = moment_of(sight.position)
        return picks[self.think(sight, side, [Idea(pick, self.models[side][side]) for pick in picks], self.less)]

    def choose_leader(self, sight: Sight[Any], offer: Offer) -> Commander:
        """Choose the leader of the activation that begins now."""
        side = self.g.side_of(sight.position, offer.seat)
        plans = self.plans(sight, offer, side)
        effort = self.after if self.tried == moment_of(sight.position) else self.effort
        return plans[self.think(sight, side, [idea for _, idea in plans], effort)][0]

    def plans(self, sight: Sight[Any], offer: Offer, side: Side) -> list[tuple[Commander, Idea]]:
        """The plans that different commanders make, each once; the script's own is the first."""
        g, s = self.g, sight.position
        found: dict[tuple[Any, ...], tuple[Commander, Idea]] = {}
        basis = Sense(g, s, side, SCRIPTED[g.sides[side], "race"])
        for way in ways(g, s, side):
            leader, model = self.commanders(side, way)
            leader.forget()
            leader.basis = basis
            pick = leader.choose(sight, offer)
            leader.basis = None
            assert leader.plan is not None
            at_once = pick == leader.option(g.COMBAT_MOVEMENT)
            sign = (pick, way.weights.least_attack if at_once else 0.0, tuple(sorted(leader.plan.ends.items())))
            if sign not in found:
                found[sign] = leader, Idea(pick, model, leader.plan)
        return list(found.values())

    def commanders(self, side: Side, way: Way) -> tuple[Commander, Model]:
        """A commander that goes this way, and its model in look-ahead."""
        key = side, way
        if key not in self.known:
            name = self.g.sides[side]
            table = {**SCRIPTED, (name, "race"): way.weights, (name, "campaign"): way.weights}
            if side == SOVIET:
                self.known[key] = SovietCommander(self.g, 0, table, way.focus), SovietModel(self.g, 0, table, way.focus)
            else:
                self.known[key] = AxisCommander(self.g, 0, table), AxisModel(self.g, 0, table)
        return self.known[key]
