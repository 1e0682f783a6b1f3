"""A small policy learned with NumPy alone: an example of a learner for the environments, and a yardstick above random.

    python -m stavka.research.learn train stavka/moscow-mtsensk-v0 policy.npz
    python -m stavka.research.learn test policy.npz

The policy is linear: each action on offer has a score, the scores of all make the odds. An option has a weight of its
own; a hex is scored by its column of the planes and by where it lies, a unit by its row of the table and by where it
stands. Learning is REINFORCE: actions that were followed by more reward than usual get likelier."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray

from stavka.research.referee import RESULT, Named, environments, kit, named
from stavka.research.seat import SeatEnv
from stavka.studies.pool import ParallelMap, workers
from stavka.studies.simulate import wilson

Floats = NDArray[np.float64]

RATE: Final = 0.05
"""How far the weights go in a step of learning."""
FADING: Final = 0.98
"""How much a reward counts for an action one decision earlier."""
BATCH: Final = 32
"""The games of a step of learning."""
MEMORY: Final = 0.9, 0.99
"""How much of the mean and of the spread of the gradients is kept from step to step (Adam)."""
TINY: Final = 1e-8
SCALE: Final = 16.0
"""Numbers of the table of units are divided by this, and cut off at 1."""
CORES: Final = os.cpu_count() or 1
FIRST_TEST: Final = 1_000_000
"""The seed of the first game of a test; games of learning have smaller seeds."""


class Plan(NamedTuple):
    """What is learned: a seat of an environment, against an opponent."""

    id: str
    seat: str
    opponent: str
    figure: str
    """A figure of the game that counts beside the result."""
    weight: float


class Features:
    """The numbers by which actions are scored."""

    def __init__(self, each: Named) -> None:
        shared = kit(each.game)
        self.actions, observer = shared.actions, shared.observer
        self.planes, self.columns = len(observer.planes), len(observer.columns)
        self.cell = [field.name for field in observer.columns].index("cell")
        self.first_hex = self.actions.options
        self.first_unit = self.first_hex + self.planes + 2
        self.number = self.first_unit + self.columns + 3

    def of(self, seen: dict[str, Any], offered: NDArray[np.int64]) -> Floats:
        """A row of numbers for each action that is offered."""
        actions = self.actions
        found = np.zeros((len(offered), self.number))
        options = np.flatnonzero(offered < actions.first_unit)
        found[options, offered[options]] = 1
        hexes = np.flatnonzero(offered >= actions.first_cell)
        cells = offered[hexes] - actions.first_cell
        planes = seen["observation"].reshape(self.planes, -1)[:, cells].T
        found[hexes, self.first_hex : self.first_hex + self.planes] = np.minimum(planes, 1)
        self.locate(found, hexes, self.first_hex + self.planes, cells)
        units = np.flatnonzero((offered >= actions.first_unit) & (offered < actions.first_cell))
        rows = seen["units"][offered[units] - actions.first_unit]
        found[units, self.first_unit : self.first_unit + self.columns] = np.clip(rows / SCALE, -1, 1)
        found[units, self.first_unit + self.columns] = 1
        self.locate(found, units, self.first_unit + self.columns + 1, np.maximum(rows[:, self.cell], 0))
        return found

    def locate(self, found: Floats, rows: NDArray[np.int64], at: int, cells: NDArray[Any]) -> None:
        """The line of each cell and the place in the line, from -1 to 1."""
        found[rows, at] = 2 * (cells // self.actions.length) / self.actions.lines - 1
        found[rows, at + 1] = 2 * (cells % self.actions.length) / self.actions.length - 1


def odds(features: Floats, weights: Floats) -> Floats:
    scores = features @ weights
    shares: Floats = np.exp(scores - scores.max())
    shares /= shares.sum()
    return shares


class Played(NamedTuple):
    """A game: for each decision how the weights would make it likelier, and the reward that followed."""

    slopes: Floats
    followed: Floats
    reward: float


def play(plan: Plan, weights: Floats | None, seed: int) -> Played:
    """A game with these weights; None: at random."""
    rewards = {RESULT: 1.0, plan.figure: plan.weight} if weights is not None else None
    env = SeatEnv(plan.id, seat=plan.seat, opponent=plan.opponent, rewards=rewards)
    features, rng = Features(named(plan.id)), np.random.default_rng(seed)
    even = np.zeros(features.number)
    slopes: list[Floats] = []
    gains: list[float] = []
    seen, _ = env.reset(seed=seed)
    is_over = env.referee.is_over
    while not is_over:
        offered = np.flatnonzero(seen["action_mask"])
        rows = features.of(seen, offered)
        chances = odds(rows, even if weights is None else weights)
        at = int(rng.choice(len(offered), p=chances))
        slopes.append(rows[at] - chances @ rows)
        seen, gain, is_over, _, _ = env.step(int(offered[at]))
        gains.append(gain)
    env.close()
    followed = np.zeros(len(gains))
    total = 0.0
    for nth in range(len(gains) - 1, -1, -1):
        total = followed[nth] = gains[nth] + FADING * total
    return Played(np.array(slopes).reshape(-1, features.number), followed, sum(gains))


def learn(plan: Plan, games: int, mapped: ParallelMap) -> Iterator[tuple[int, Floats, float]]:
    """Learn from this many games: after each step the games so far, the weights, and the mean reward."""
    now = np.zeros(Features(named(plan.id)).number)
    mean, spread = np.zeros_like(now), np.zeros_like(now)
    for step, first in enumerate(range(0, games, BATCH), 1):
        played = list(mapped(partial(play, plan, now), range(first, first + BATCH)))
        slopes = np.concatenate([each.slopes for each in played])
        followed = np.concatenate([each.followed for each in played])
        better = (followed - followed.mean()) / (followed.std() + TINY)
        slope = better @ slopes / len(better)
        mean = MEMORY[0] * mean + (1 - MEMORY[0]) * slope
        spread = MEMORY[1] * spread + (1 - MEMORY[1]) * slope**2
        root = np.sqrt(spread / (1 - MEMORY[1] ** step)) + TINY
        now = now + RATE * (mean / (1 - MEMORY[0] ** step)) / root
        yield first + BATCH, now, float(np.mean([each.reward for each in played]))


def is_won(plan: Plan, weights: Floats | None, seed: int) -> bool:
    return play(plan, weights, seed).reward > 0


def wins(plan: Plan, weights: Floats | None, games: int, mapped: ParallelMap) -> int:
    """How many games of a test are won: with seeds that learning has not seen, and with the result alone."""
    bare = plan._replace(weight=0.0)
    seeds = range(FIRST_TEST, FIRST_TEST + games)
    return sum(mapped(partial(is_won, bare, weights), seeds))


# -- commands -------------------------------------------------------------------------------------------------------

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes.")]


@app.command()
def train(
    id_: Annotated[str, typer.Argument(metavar="ENVIRONMENT", help=f"Such as {environments()[0].id}.")],
    out: Annotated[Path, typer.Argument(metavar="FILE.npz", help="Where the weights are written.")],
    seat: Annotated[str, typer.Option("--seat", help="A side; by default the first.")] = "",
    opponent: Annotated[str, typer.Option("--opponent", help="As `stavka sim` names it.")] = "random",
    figure: Annotated[str, typer.Option("--figure", help="A figure of the game that counts too.")] = "points",
    weight: Annotated[float, typer.Option("--weight", help="What it counts for the first side.")] = 0.1,
    games: Annotated[int, typer.Option("--games", min=BATCH, help="The games to learn from.")] = 1600,
    jobs: Jobs = CORES,
) -> None:
    """Learn to play a seat."""
    plan = Plan(id_, seat or kit(named(id_).game).game.sides[0], opponent, figure, weight)
    with workers(jobs) as mapped:
        for played, weights, reward in learn(plan, games, mapped):
            np.savez(out, weights=weights, plan=np.array(json.dumps(plan)))
            if played % (5 * BATCH) == 0:
                print(f"{played} games, mean reward {reward:+.2f}", flush=True)


@app.command()
def test(
    file: Annotated[Path, typer.Argument(metavar="FILE.npz", help="What `train` has written.")],
    games: Annotated[int, typer.Option("--games", min=1, help="The games to play.")] = 200,
    jobs: Jobs = CORES,
) -> None:
    """Compare what was learned with random picks, on the same seeds."""
    stored = np.load(file)
    plan = Plan(*json.loads(str(stored["plan"])))
    with workers(jobs) as mapped:
        for name, weights in (("random", None), ("learned", stored["weights"])):
            won = wins(plan, weights, games, mapped)
            rate = wilson(won, games)
            print(
                f"{name:8} as {plan.seat} against {plan.opponent}: wins {won} of {games}, "
                f"{rate['rate']:.0%} ({rate['low']:.0%} to {rate['high']:.0%})"
            )


if __name__ == "__main__":
    app()
