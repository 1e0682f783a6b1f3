"""The computer opponent of any game that has a craft: it tries several ways to lead each activation on imagined
futures."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from functools import cache
from random import Random
from typing import Any, cast

from stavka.agents.craft import FIRST, Craft, Leader, MakeCraft
from stavka.agents.playout import Luck, play_on
from stavka.agents.search import SCRIPT, Effort, Futures, Verdict, Way, best_way
from stavka.agents.team import CAN_FORK, Team
from stavka.engine.agent import Agent, Sight
from stavka.engine.kinds import Side
from stavka.engine.machine import Game
from stavka.engine.offer import Offer, Pick


class Imagining(Futures):
    """Futures of the position that a seat sees: hidden things are dealt out and dice rolled again for each."""

    def __init__(self, craft: Craft[Any], sight: Sight[Any], side: Side, seed: str) -> None:
        self.craft, self.sight, self.side, self.seed = craft, sight, side, seed
        self.starts: dict[int, Any] = {}
        self.ends: dict[tuple[Way, int], tuple[Any, Luck]] = {}
        self.rehearser = cache(craft.rehearser)
        self.model = cache(craft.model)

    def advance(self, way: Way, future: int, stage: int) -> float:
        craft, game, side = self.craft, self.craft.game, self.side
        if stage == 0:
            if future not in self.starts:
                self.starts[future] = self.sight.sample(Random(f"{self.seed}/{future}"))
            s, luck = self.starts[future].clone(), Luck(f"{self.seed}/{future}")
        else:
            s, luck = self.ends[way, future]
        leaders = [self.model(Side(each), craft.foe(future)) for each in range(len(game.sides))]
        leaders[side] = self.model(side, SCRIPT) if stage else self.leader(way)
        until = craft.until(s, side, stage)
        first = first_pick(way)
        if stage == 0 and first is not None:
            game.apply(s, game.seat(s, side), first)
        for leader in leaders:
            leader.forget()
        play_on(game, s, {game.seat(s, Side(each)): leader for each, leader in enumerate(leaders)}, luck, until)
        self.ends[way, future] = s, luck
        return craft.worth(s, side)

    def leader(self, way: Way) -> Leader:
        """The commander that carries a way out."""
        return self.rehearser(self.side, without_first(way))

    def sign(self, way: Way, future: int) -> Hashable:
        return self.craft.sign(self.ends[way, future][0])


def first_pick(way: Way) -> Pick | None:
    """The pick with which an activation begins, where the script does not choose it."""
    return cast("Pick | None", dict(way).get(FIRST))


def without_first(way: Way) -> Way:
    return tuple(gene for gene in way if gene[0] != FIRST)


class Planner(Agent):
    """Plays the side of any seat that asks. It plans only on what the seat sees."""

    def __init__(self, make: MakeCraft, game: Game[Any], seed: int, effort: Effort | str) -> None:
        self.craft, self.seed = make(game, seed), seed
        self.effort = self.craft.efforts[effort] if isinstance(effort, str) else effort
        self.commander = cache(self.craft.commander)
        self.leader: Leader | None = None
        self.moment: Hashable = None
        """The moment at which the present activation began."""
        self.verdict: Verdict | None = None
        """The verdict of the last search."""

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        assert sight is not None, "the planner looks at the position"
        s = sight.position
        side = self.craft.game.side_of(s, offer.seat)
        moment = side, self.craft.moment(s)
        share = self.craft.opens(s)
        if share:
            way = self.think(sight, side, offer, share)
            self.leader, self.moment = self.commander(side, without_first(way)), moment
            self.leader.forget()
            first = first_pick(way)
            if first is not None:
                return first
        if self.leader is not None and moment == self.moment:
            return self.leader.choose(sight, offer)
        return self.commander(side, SCRIPT).choose(sight, offer)

    def think(self, sight: Sight[Any], side: Side, offer: Offer, share: float) -> Way:
        """The best way to lead the activation that begins."""
        s = sight.position
        genes = self.craft.genes(s, side, offer)
        seed = f"{self.seed}/{s.stack[-1].step}/{self.craft.moment(s)!r}"
        futures: Futures = Imagining(self.craft, sight, side, seed)
        if self.processes > 1 and CAN_FORK:
            futures = Team(futures, self.processes)
        effort = self.effort if share == 1 else self.effort.share(share)
        with closing(futures):
            self.verdict = best_way(genes, futures, effort, self.patience, Random(seed))
        return self.verdict.best
