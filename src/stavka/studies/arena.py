"""An arena: programs play each other on the same seeds from both sides, until it is clear which is stronger.

For each seed each pair plays two games, with the sides swapped. The first player is the yardstick: it also plays
itself, so that others can be compared with it on the same seeds and the same side. A pair stops when the sequential
test has decided. Each game becomes a line of a file as soon as it is over, and is not played again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import fsum
from pathlib import Path
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.agent import Agent, Sight
from stavka.engine.offer import Offer, Pick
from stavka.engine.state import Json
from stavka.studies import lines, seeds
from stavka.studies.play import play_out
from stavka.studies.pool import HERE, Spread, workers
from stavka.studies.ratings import Score, rated
from stavka.studies.sequential import BETTER, NOT_BETTER, OPEN, Sequential, mean_and_error
from stavka.studies.simulate import Series, cast, wilson, winner

DECISIVE: Final = 0.14
"""The lead over an even score that the test detects: 64 % of the points, 100 Elo."""
LEVEL: Final = "level"
BETWEEN: Final = 1.96
"""The standard errors on either side of a mean that make an interval of 95 %."""

Pair = tuple[str, str]


class Timed(Agent):
    """A program with a stopwatch: the process time of each of its decisions."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.times: list[float] = []

    def choose(self, sight: Sight[Any] | None, offer: Offer) -> Pick:
        start = time.process_time()
        pick = self.inner.choose(sight, offer)
        self.times.append(time.process_time() - start)
        return pick

    def close(self, result: str) -> None:
        self.inner.close(result)


class Bout(NamedTuple):
    """A game that is to be played."""

    game: str
    scenario: str
    players: tuple[str, str]
    """The players, in the game's order of sides."""
    seed: str
    nth: int


class Played(NamedTuple):
    """A game that has been played: a line of the file."""

    game: str
    scenario: str
    players: list[str]
    seed: str
    nth: int
    result: str
    score: float
    """The score of the first side: 1, 0.5 (a draw) or 0."""
    edge: float
    """The VP of the first side over the border of victory; 0 if the game does not define how games end, and for a game
    that was forfeited."""
    decisions: list[int]
    seconds: list[float]
    slowest: list[float]
    forfeit: str = ""
    """The sentence that says why a player forfeited the game."""

    @property
    def bout(self) -> Bout:
        return Bout(self.game, self.scenario, (self.players[0], self.players[1]), self.seed, self.nth)

    def score_of(self, player: str) -> float:
        return self.score if player == self.players[0] else 1 - self.score


def play(bout: Bout) -> Played:
    game, state, agents, dice = cast(Series(bout.game, bout.scenario, bout.players, bout.seed, {}), bout.nth)
    watched = [agent if agent.blind else Timed(agent) for agent in agents]
    outcome = play_out(game, state, watched, dice)
    won = winner(outcome.result)
    times = [agent.times if isinstance(agent, Timed) else [] for agent in watched]
    is_counted = games.GAMES[bout.game].tuning and not outcome.forfeit
    edge = games.tuning(bout.game).ending(game, state).edge if is_counted else 0.0
    return Played(
        bout.game,
        bout.scenario,
        list(bout.players),
        bout.seed,
        bout.nth,
        outcome.result,
        1.0 if won == game.sides[0] else 0.0 if won in game.sides else 0.5,
        edge,
        [len(each) for each in times],
        [round(sum(each), 3) for each in times],
        [round(max(each, default=0.0), 3) for each in times],
        outcome.forfeit,
    )


class Arena:
    """The pairs of players, and their results so far."""

    def __init__(self, game: str, scenario: str, players: Sequence[str], seed: str = seeds.REPORTING) -> None:
        self.game, self.scenario, self.players, self.seed = game, scenario, tuple(players), seed
        self.sides = games.GAMES[game].sides
        self.test = Sequential(DECISIVE)
        self.played: dict[Bout, Played] = {}

    @property
    def pairs(self) -> list[Pair]:
        return list(combinations(self.players, 2))

    def take(self, found: Iterable[Played]) -> None:
        """Add games that have been played; those of other players, scenarios and seeds are left out."""
        for game in found:
            same = (game.game, game.scenario, game.seed) == (self.game, self.scenario, self.seed)
            if same and set(game.players) <= set(self.players):
                self.played[game.bout] = game

    def bout(self, first: str, second: str, index: int) -> Bout:
        return Bout(self.game, self.scenario, (first, second), self.seed, index)

    # -- what is played ---------------------------------------------------------------------------------------------

    def bouts(self, index: int) -> list[Bout]:
        """The games of a seed that are still to be played: those of undecided pairs, and the games of the yardstick
        against itself that these need."""
        found = []
        for a, b in self.pairs:
            if not self.verdict(a, b):
                found += [self.bout(a, b, index), self.bout(b, a, index)]
        if found:
            found.append(self.bout(self.players[0], self.players[0], index))
        return [bout for bout in found if bout not in self.played]

    def run(
        self, number: int, path: Path | None, spread: Spread = HERE, tell: Callable[[], None] = lambda: None
    ) -> None:
        """Play the seeds 0 to number - 1 as long as something is undecided; `tell` is called for each game."""
        with workers(spread) as crew:
            first = 0
            while first < number:
                after = min(number, first + crew.at_once)
                bouts = [bout for index in range(first, after) for bout in self.bouts(index)]
                for _, game in crew.each(play, bouts):
                    if path is not None:
                        lines.append(path, game._asdict())
                    self.take([game])
                    tell()
                first = after

    # -- the results ------------------------------------------------------------------------------------------------

    def both(self, a: str, b: str) -> list[tuple[Played, Played]]:
        """The seeds on which a pair has played both games: with the first player on the first side, and swapped."""
        found = []
        for index in self.indices:
            one, other = (self.played.get(self.bout(*pair, index)) for pair in ((a, b), (b, a)))
            if one is not None and other is not None:
                found.append((one, other))
        return found

    @property
    def indices(self) -> list[int]:
        return sorted({bout.nth for bout in self.played})

    def leads(self, a: str, b: str) -> list[float]:
        """For each seed, the points of the first player over an even score, in both games together."""
        return [(one.score + 1 - other.score) / 2 - 0.5 for one, other in self.both(a, b)]

    def verdict(self, a: str, b: str) -> str:
        """The stronger of two players, `LEVEL`, or `OPEN`."""
        leads = self.leads(a, b)
        ahead, behind = self.test.verdict(leads), self.test.verdict([-lead for lead in leads])
        if BETTER in (ahead, behind):
            return a if ahead == BETTER else b
        return LEVEL if ahead == behind == NOT_BETTER else OPEN

    def as_json(self) -> Json:
        return {
            "game": self.game,
            "scenario": self.scenario,
            "seed": self.seed,
            "players": list(self.players),
            "games": len(self.played),
            "forfeits": sorted({game.forfeit for game in self.played.values() if game.forfeit}),
            "ratings": self.ratings(),
            "pairs": [self.pair(a, b) for a, b in self.pairs],
            "beside_yardstick": [self.beside(b, at) for b in self.players[1:] for at in range(2)],
            "times": {player: self.times(player) for player in self.players},
        }

    def ratings(self) -> Json:
        rounds: dict[int, list[Score]] = {}
        for game in self.played.values():
            if game.players[0] != game.players[1]:
                rounds.setdefault(game.nth, []).append((game.players[0], game.players[1], game.score))
        found = rated(self.players, rounds)
        return {player: {k: round(v, 1) for k, v in each._asdict().items()} for player, each in found.items()}

    def pair(self, a: str, b: str) -> Json:
        """The result of the second of two players against the first: points, VP on the same seeds, and the decision."""
        both = self.both(a, b)
        points = fsum(one.score_of(b) + other.score_of(b) for one, other in both)
        edges = [(other.edge - one.edge) / 2 for one, other in both]
        return {
            "player": b,
            "against": a,
            "games": 2 * len(both),
            "points": points,
            "rate": wilson(points, 2 * len(both)),
            "vp": spread(edges),
            "stronger": self.verdict(a, b),
        }

    def beside(self, player: str, at: int) -> Json:
        """The results of a player on one side against the yardstick, beside those of the yardstick itself on the same
        seeds."""
        base, sign = self.players[0], 1 if at == 0 else -1
        pair = (player, base) if at == 0 else (base, player)
        found = []
        for index in self.indices:
            game, plain = (self.played.get(self.bout(*each, index)) for each in (pair, (base, base)))
            if game is not None and plain is not None:
                found.append((game, plain))
        mine = [game.score if at == 0 else 1 - game.score for game, _ in found]
        its = [plain.score if at == 0 else 1 - plain.score for _, plain in found]
        return {
            "player": player,
            "side": self.sides[at],
            "games": len(found),
            "points": fsum(mine),
            "rate": wilson(fsum(mine), len(found)),
            "yardstick_points": fsum(its),
            "points_gained": spread([a - b for a, b in zip(mine, its, strict=True)]),
            "vp_gained": spread([sign * (game.edge - plain.edge) for game, plain in found]),
        }

    def times(self, player: str) -> Json:
        """Process time of a player's decisions."""
        found = [(game, at) for game in self.played.values() for at in range(2) if game.players[at] == player]
        decisions = sum(game.decisions[at] for game, at in found)
        seconds = sum(game.seconds[at] for game, at in found)
        if not decisions:
            return {}
        return {
            "games": len(found),
            "milliseconds_a_decision": round(1000 * seconds / decisions, 2),
            "seconds_a_game": round(seconds / len(found), 3),
            "slowest": max(game.slowest[at] for game, at in found),
        }


def spread(values: Sequence[float]) -> Json:
    """A mean with an interval of 95 %."""
    if not values:
        return {}
    mean, error = mean_and_error(values)
    return {"mean": round(mean, 3), "low": round(mean - BETWEEN * error, 3), "high": round(mean + BETWEEN * error, 3)}


def read(path: Path) -> list[Played]:
    """The games of a file. LookupError with one sentence if the file is something else."""
    try:
        return [Played(**line) for line in lines.read(path)]
    except (TypeError, ValueError):
        raise LookupError(f"{path}: this is not a file of games that an arena has written") from None
