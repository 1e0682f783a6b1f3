"""Tuning of a player's weights: random changes that win more games against the player as it is are kept.

    python -m stavka.studies.tuning soviet race --minutes 9 --jobs 16 --out weights.json [--start weights.json]

Each round makes candidates by changing a few weights of the best table so far, plays the same games with all of them
(the same dice for each), plays the best few again in other games beside the present table, and keeps the winner. What a
game is worth is whether it was won, and a little by how much, so that few games tell much."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from stavka.agents.scripted import ScriptedPlayer
from stavka.agents.traces_weights import SCRIPTED, Weights
from stavka.games.traces.game import Traces, load
from stavka.studies.play import play_out

MARGIN: Final = 15.0
"""VPs that make a game clearly won or lost."""
SPREAD: Final = 0.45
"""How far a weight is changed: the standard deviation of its logarithm."""
CANDIDATES, GAMES, FINALISTS, MORE = 14, 12, 3, 40


class Task(NamedTuple):
    side: str
    scenario: str
    weights: Weights
    seed: int


@cache
def game() -> Traces:
    return load()


def worth(task: Task) -> float:
    """One game of a table of weights against the scripted player: 0 (lost high) to 1 (won high)."""
    g = game()
    at = g.sides.index(task.side)
    agents = [ScriptedPlayer(g, 2 * task.seed + seat) for seat in range(2)]
    for commander in agents[at].commanders:
        commander.table = {**SCRIPTED, (task.side, task.scenario): task.weights}
    state = g.new(task.scenario)
    outcome = play_out(g, state, agents, Random(task.seed))
    over = outcome.figures["VPs"] - state.threshold / 4
    if outcome.result == "soviet automatic":
        over = 2 * MARGIN
    if task.side != "soviet":
        over = -over
    won = outcome.result.split()[0] == task.side
    return 0.7 * won + 0.3 * (1 + math.tanh(over / MARGIN)) / 2


def changed(weights: Weights, rng: Random) -> Weights:
    """A few weights changed by a factor; one that is nothing gets a value."""
    names = rng.sample(weights._fields, rng.randint(2, 6))
    values = {name: getattr(weights, name) for name in names}
    return weights._replace(
        **{
            name: round(value * math.exp(rng.gauss(0, SPREAD)) if value else rng.random(), 4)
            for name, value in values.items()
        }
    )


class Tuner:
    def __init__(self, pool: ProcessPoolExecutor, side: str, scenario: str, start: Weights, rng: Random) -> None:
        self.pool, self.side, self.scenario, self.best, self.rng = pool, side, scenario, start, rng
        self.first = 1

    def means(self, tables: list[Weights], games: int) -> list[float]:
        """The mean worth of each table in the next games of the series."""
        seeds = range(self.first, self.first + games)
        self.first += games
        tasks = [Task(self.side, self.scenario, table, seed) for table in tables for seed in seeds]
        values = list(self.pool.map(worth, tasks))
        return [math.fsum(values[i * games : (i + 1) * games]) / games for i in range(len(tables))]

    def round(self) -> tuple[float, float]:
        """One round; what the present table and the best of the others are worth."""
        tables = [changed(self.best, self.rng) for _ in range(CANDIDATES)]
        scored = sorted(zip(self.means(tables, GAMES), tables, strict=True), reverse=True)
        finalists = [table for _, table in scored[:FINALISTS]]
        now, *others = self.means([self.best, *finalists], MORE)
        if max(others) > now:
            self.best = finalists[others.index(max(others))]
        return now, max(others)


def different(weights: Weights, base: Weights) -> dict[str, float]:
    return {name: value for name, value in weights._asdict().items() if value != getattr(base, name)}


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tuning", description="Tune the weights of a player of Traces of War.")
    parser.add_argument("side", choices=("soviet", "axis"))
    parser.add_argument("scenario", choices=("race", "campaign"))
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="weights to start from")
    parser.add_argument("--out", type=Path, required=True, help="where the weights go")
    args = parser.parse_args(None if arguments is None else list(arguments))
    base = SCRIPTED[args.side, args.scenario]
    start = base._replace(**json.loads(args.start.read_text("utf-8"))) if args.start else base
    end = time.monotonic() + 60 * args.minutes
    with ProcessPoolExecutor(args.jobs, get_context("spawn")) as pool:
        tuner = Tuner(pool, args.side, args.scenario, start, Random(args.seed))
        while time.monotonic() < end:
            now, other = tuner.round()
            found = different(tuner.best, base)
            print(f"{args.side} {args.scenario}: {now:.3f} {other:.3f} {found}", flush=True)
            args.out.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
