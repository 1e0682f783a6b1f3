"""Imagined futures of an activation in Traces of War: it is carried out, the enemy answers, the result is judged."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from stavka.agents.choice import Futures
from stavka.agents.playout import Luck, play_on
from stavka.engine.agent import Sight
from stavka.engine.kinds import Side, numbered
from stavka.engine.offer import Pick
from stavka.games.traces.agents.command import Plan
from stavka.games.traces.agents.model import Model
from stavka.games.traces.agents.value import soviet_chance
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import AddingChits, ChoosingMode, DrawingChit
from stavka.games.traces.state import SOVIET, Position
from stavka.hexes import Table

if TYPE_CHECKING:
    from stavka.games.traces.game import Traces


class Idea(NamedTuple):
    """Something that could be done: a first pick, the model that carries on from there, and its plan if it has one."""

    pick: Pick
    model: Model
    plan: Plan | None = None


def moment_of(s: Position) -> tuple[int, bytes]:
    """The facts that stay the same while a chit is carried out."""
    return s.turn, bytes(s.played)


class TracesFutures(Futures):
    """Futures of the position that a seat sees: hidden things are dealt out and dice rolled again for each."""

    def __init__(
        self,
        g: Traces,
        sight: Sight[Position],
        side: Side,
        ideas: list[Idea],
        models: Table[Side, Model],
        replies: int,
        seed: str,
    ) -> None:
        self.g, self.sight, self.side, self.ideas, self.models = g, sight, side, ideas, models
        self.replies, self.seed = replies, seed
        self.starts: dict[int, Position] = {}
        self.ends: dict[tuple[int, int], tuple[Position, Luck]] = {}
        self.looks = self.follows = 0

    def look(self, plan: int, future: int) -> float:
        self.looks += 1
        if future not in self.starts:
            self.starts[future] = self.sight.sample(Random(f"{self.seed}/{future}"))
        s, luck = self.starts[future].clone(), Luck(f"{self.seed}/{future}")
        self.carry_out(s, self.ideas[plan], luck)
        self.ends[plan, future] = s, luck
        return self.worth(s)

    def follow(self, plan: int, future: int) -> float:
        self.follows += 1
        s, luck = self.ends.pop((plan, future))
        self.answer(s, luck)
        return self.worth(s)

    def worth(self, s: Position) -> float:
        worth = soviet_chance(self.g, s, self.side)
        return worth if self.side == SOVIET else 1 - worth

    def carry_out(self, s: Position, idea: Idea, luck: Luck) -> None:
        """Carry out the activation."""
        g, moment = self.g, moment_of(s)
        for model in (*self.models, idea.model):
            model.forget()
        if idea.plan is not None:
            idea.model.plan = idea.plan.copy()
        players = {g.seat(s, side): model for side, model in numbered(self.models)}
        players[g.seat(s, self.side)] = idea.model
        g.apply(s, g.seat(s, self.side), idea.pick)

        def until(p: Position) -> bool:
            return moment_of(p) != moment or isinstance(p.stack[-1], (AddingChits, DrawingChit))

        play_on(g, s, players, luck, until)

    def answer(self, s: Position, luck: Luck) -> None:
        """Play on: draw chits until the enemy has answered, or the turn is over."""
        g, turn, enemy = self.g, s.turn, 1 - self.side
        for model in self.models:
            model.forget()
        answered = 0
        busy = False

        def until(p: Position) -> bool:
            nonlocal answered, busy
            if p.turn != turn:
                return True
            top = p.stack[-1]
            if isinstance(top, ChoosingMode) and top.side == enemy:
                busy = True
            elif isinstance(top, DrawingChit):
                answered += busy
                busy = False
            return answered >= self.replies

        play_on(g, s, {g.seat(s, side): model for side, model in numbered(self.models)}, luck, until)
