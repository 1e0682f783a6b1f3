"""Tuning of a player's weights by regression: in every game every weight is changed at random, and what a change of one
is worth is read off all games together.

    python -m stavka.studies.tuning soviet race --out games.jsonl --games 900            # play, and print the slopes
    python -m stavka.studies.tuning soviet race --out games.jsonl --steps 1,2,3 --more 60  # follow them

A game is a line of the file as soon as it is over; a run can be stopped and taken up, and several may write to files of
their own with other seeds (`cat` puts them together). A step is so many standard deviations of the changes along the
slopes that stand out of the noise. What a game is worth is whether it was won, and a little by how much."""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Final, NamedTuple

from stavka.games.traces.agents.portfolio import PLANNED
from stavka.games.traces.agents.scripted import ScriptedPlayer
from stavka.games.traces.agents.weights import Weights
from stavka.games.traces.game import Traces, load
from stavka.studies.play import play_out

MARGIN: Final = 15.0
"""VPs that make a game clearly won or lost."""
SPREAD: Final = 0.5
"""How far a weight is changed: the standard deviation of its logarithm."""
HANDICAP: Final = 2.5
"""The same for the handicaps of goals, in hexes."""
SHIFTS: Final = {name: HANDICAP for name in Weights._fields if name.endswith("_goal")} | {"touch": 0.6, "advance": 0.6}
"""Weights that may be negative: something is added to them."""
BOTH: Final = Weights._fields[: Weights._fields.index("crowd")]
SOVIET: Final = Weights._fields[Weights._fields.index("crowd") : Weights._fields.index("danger")]
AXIS: Final = Weights._fields[Weights._fields.index("danger") :]
NAMES: Final = {"soviet": BOTH + SOVIET, "axis": BOTH + AXIS}

Changes = Mapping[str, float]
"""How far each weight is changed, in standard deviations."""


class TunedGame(NamedTuple):
    changes: Changes
    worth: float


class Slope(NamedTuple):
    """What a change by a standard deviation is worth."""

    mean: float
    error: float

    @property
    def trusted(self) -> float:
        """The slope less what noise alone would make of it."""
        return self.mean * max(0.0, 1 - (self.error / self.mean) ** 2) if self.mean else 0.0


@cache
def game() -> Traces:
    return load()


def changed(weights: Weights, changes: Changes) -> Weights:
    new = {}
    for name, change in changes.items():
        value = getattr(weights, name)
        new[name] = value + SHIFTS[name] * change if name in SHIFTS else value * math.exp(SPREAD * change)
    return weights._replace(**{name: round(value, 4) for name, value in new.items()})


def worth(side: str, scenario: str, weights: Weights, seed: str) -> float:
    """One game of a table of weights against the scripted player: 0 (lost high) to 1 (won high)."""
    g = game()
    at = g.sides.index(side)
    agents = [ScriptedPlayer(g, seat) for seat in range(2)]
    agents[at] = ScriptedPlayer(g, at, {**PLANNED, (side, scenario): weights})
    state = g.new(scenario)
    outcome = play_out(g, state, agents, Random(seed))
    over = outcome.figures["VPs"] - state.threshold / 4
    if outcome.result == "soviet automatic":
        over = 2 * MARGIN
    if side != "soviet":
        over = -over
    won = outcome.result.split()[0] == side
    return 0.7 * won + 0.3 * (1 + math.tanh(over / MARGIN)) / 2


def slopes(games: list[TunedGame]) -> dict[str, Slope]:
    """What each weight is worth, the steepest first. Changes are independent of each other: each can be looked at by
    itself."""
    middle = fmean(game.worth for game in games)
    error = pstdev(game.worth for game in games) / math.sqrt(len(games))
    found = {
        name: Slope(
            math.fsum(game.changes[name] * (game.worth - middle) for game in games)
            / math.fsum(game.changes[name] ** 2 for game in games),
            error,
        )
        for name in games[0].changes
    }
    return dict(sorted(found.items(), key=lambda item: -abs(item[1].mean)))


def along(found: Mapping[str, Slope], step: float) -> dict[str, float]:
    """Changes by so many standard deviations in all, in the direction of the slopes."""
    length = math.sqrt(math.fsum(slope.trusted**2 for slope in found.values()))
    return {name: step * slope.trusted / length for name, slope in found.items() if slope.trusted}


def read(path: Path) -> list[TunedGame]:
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return [TunedGame(*json.loads(line)) for line in lines]


def play(side: str, scenario: str, seed: str, games: int, path: Path) -> list[TunedGame]:
    """The games of a series, each with its own changes; those that are in the file are not played again."""
    found = read(path)
    with path.open("a", encoding="utf-8") as out:
        for number in range(len(found), games):
            rng = Random(f"{seed} {number}")
            changes = {name: round(rng.gauss(0, 1), 4) for name in NAMES[side]}
            weights = changed(PLANNED[side, scenario], changes)
            found.append(TunedGame(changes, worth(side, scenario, weights, f"{seed} {number}")))
            out.write(json.dumps(found[-1]) + "\n")
            out.flush()
    return found


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tuning", description="Tune the weights of the planner of Traces of War.")
    parser.add_argument("side", choices=tuple(NAMES))
    parser.add_argument("scenario", choices=("race", "campaign"))
    parser.add_argument("--out", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--games", type=int, default=0, help="how many there shall be")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--steps", default="", help="how far to follow the slopes: some numbers")
    parser.add_argument("--more", type=int, default=60, help="games with each step")
    args = parser.parse_args(None if arguments is None else list(arguments))
    found = play(args.side, args.scenario, args.seed, args.games, args.out)
    if not found:
        parser.error(f"--games: there is no game in {args.out} yet")
    inclines = slopes(found)
    print(f"{len(found)} games, worth {fmean(game.worth for game in found):.3f}")
    for name, slope in inclines.items():
        print(f"  {name:16} {slope.mean:+.4f}, error {slope.error:.4f}")
    base = PLANNED[args.side, args.scenario]
    for step in [0.0, *map(float, args.steps.split(","))] if args.steps else []:
        weights = changed(base, along(inclines, step))
        values = [worth(args.side, args.scenario, weights, f"{args.seed} step {i}") for i in range(args.more)]
        print(f"step {step}: worth {fmean(values):.3f}, {sum(value > 0.5 for value in values)} of {args.more} won")
        print("  " + ", ".join(f"{n}={v}" for n, v in weights._asdict().items() if v != getattr(base, n)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
