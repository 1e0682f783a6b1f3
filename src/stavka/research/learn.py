"""A small policy learned with NumPy alone: an example of a learner for the environments, and a yardstick above random.

    python -m stavka.research.learn train stavka/moscow-mtsensk-v0 policy.npz
    python -m stavka.research.learn test policy.npz

The policy is linear: each action on offer has a score, the scores of all make the odds. An option has a weight of its
own; a hex is scored by its column of the planes and by where it lies, a unit by its row of the table and by where it
stands. It learns by imitation: a teacher plays, and its actions become likelier than the others that it was offered.

It stays small enough to be read in ten minutes, and needs no PyTorch. `baseline.py` teaches a network that plays both
seats and every scenario of its game."""

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

from stavka.research.referee import Named, environments, kit, named
from stavka.research.seat import SeatEnv
from stavka.studies import players
from stavka.studies.pool import Crew, Spread, workers
from stavka.studies.simulate import wilson

Floats = NDArray[np.float64]

RATE: Final = 0.05
"""How far the weights go in a step of learning."""
STEPS: Final = 150
"""The steps of learning."""
MEMORY: Final = 0.9, 0.99
"""How much of the mean and of the spread of the slopes is kept from step to step (Adam)."""
DECAY: Final = 1e-4
"""How strongly weights are pulled to 0."""
TINY: Final = 1e-8
SCALE: Final = 16.0
"""Numbers of the table of units are divided by this, and cut off at 1."""
CORES: Final = os.cpu_count() or 1
FIRST_TEST: Final = 1_000_000
"""The seed of the first game of a test; games of learning have smaller seeds."""


class Plan(NamedTuple):
    """What is learned: a seat of an environment, from a teacher, against an opponent."""

    id: str
    seat: str
    teacher: str
    opponent: str


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


class Lesson(NamedTuple):
    """The decisions of a teacher in a game."""

    rows: Floats
    """The features of all actions that were offered, decision by decision."""
    first: NDArray[np.int64]
    """The first row of each decision."""
    taken: NDArray[np.int64]
    """The row that the teacher took."""


def games_of(plan: Plan, seed: int) -> tuple[SeatEnv, dict[str, Any], np.random.Generator]:
    env = SeatEnv(plan.id, seat=plan.seat, opponent=plan.opponent)
    seen, _ = env.reset(seed=seed)
    return env, seen, np.random.default_rng(seed)


def lesson(plan: Plan, seed: int) -> Lesson:
    """A game of the teacher."""
    env, seen, _ = games_of(plan, seed)
    referee, features = env.referee, Features(named(plan.id))
    teacher = players.make(plan.teacher, referee.game, seed)
    rows: list[Floats] = []
    first, taken, at = [], [], 0
    while not referee.is_over:
        assert referee.offer is not None
        offered = np.flatnonzero(seen["action_mask"])
        pick = teacher.choose(None if teacher.blind else referee.game.see(referee.state, env.seat), referee.offer)
        action = referee.actions.encode(pick)
        if len(offered) > 1:
            rows.append(features.of(seen, offered))
            first.append(at)
            taken.append(at + int(np.searchsorted(offered, action)))
            at += len(offered)
        seen, *_ = env.step(action)
    env.close()
    return Lesson(np.concatenate(rows), np.array(first), np.array(taken))


def odds(scores: Floats, first: NDArray[np.int64]) -> Floats:
    """The odds of each action within its decision."""
    sizes = np.diff(np.append(first, len(scores)))
    shares: Floats = np.exp(scores - np.repeat(np.maximum.reduceat(scores, first), sizes))
    shares /= np.repeat(np.add.reduceat(shares, first), sizes)
    return shares


def learn(lessons: list[Lesson]) -> Iterator[tuple[int, Floats, float]]:
    """Learn from lessons: after each step its number, the weights, and how often the likeliest action was the
    teacher's."""
    rows = np.concatenate([each.rows for each in lessons])
    starts = np.cumsum([0, *(len(each.rows) for each in lessons[:-1])])
    first = np.concatenate([each.first + start for each, start in zip(lessons, starts, strict=True)])
    taken = np.concatenate([each.taken + start for each, start in zip(lessons, starts, strict=True)])
    wanted = rows[taken].sum(axis=0)
    now = np.zeros(rows.shape[1])
    mean, spread = np.zeros_like(now), np.zeros_like(now)
    for step in range(1, STEPS + 1):
        shares = odds(rows @ now, first)
        slope = (wanted - shares @ rows) / len(first) - DECAY * now
        mean = MEMORY[0] * mean + (1 - MEMORY[0]) * slope
        spread = MEMORY[1] * spread + (1 - MEMORY[1]) * slope**2
        root = np.sqrt(spread / (1 - MEMORY[1] ** step)) + TINY
        now = now + RATE * (mean / (1 - MEMORY[0] ** step)) / root
        yield step, now, float(np.mean(shares[taken] >= np.maximum.reduceat(shares, first)))


def is_won(plan: Plan, weights: Floats | None, seed: int) -> bool:
    """Whether a game with these weights is won; None: with random picks."""
    env, seen, rng = games_of(plan, seed)
    features, reward = Features(named(plan.id)), 0.0
    while not env.referee.is_over:
        offered = np.flatnonzero(seen["action_mask"])
        shares = None if weights is None else odds(features.of(seen, offered) @ weights, np.zeros(1, np.int64))
        seen, reward, *_ = env.step(int(rng.choice(offered, p=shares)))
    env.close()
    return reward > 0


def wins(plan: Plan, weights: Floats | None, games: int, crew: Crew) -> int:
    """How many games of a test are won, with seeds that learning has not seen."""
    return sum(crew.map(partial(is_won, plan, weights), range(FIRST_TEST, FIRST_TEST + games)))


# -- commands -------------------------------------------------------------------------------------------------------

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
Jobs = Annotated[int, typer.Option("--jobs", min=1, help="Processes.")]


@app.command()
def train(
    id_: Annotated[str, typer.Argument(metavar="ENVIRONMENT", help=f"Such as {environments()[0].id}.")],
    out: Annotated[Path, typer.Argument(metavar="FILE.npz", help="Where the weights are written.")],
    seat: Annotated[str, typer.Option("--seat", help="A side; by default the first.")] = "",
    teacher: Annotated[str, typer.Option("--teacher", help="As `stavka sim` names it.")] = "scripted",
    opponent: Annotated[str, typer.Option("--opponent", help="As `stavka sim` names it.")] = "random",
    games: Annotated[int, typer.Option("--games", min=1, help="The games of the teacher to learn from.")] = 24,
    jobs: Jobs = CORES,
) -> None:
    """Learn to play a seat from a teacher."""
    plan = Plan(id_, seat or kit(named(id_).game).game.sides[0], teacher, opponent)
    with workers(Spread(jobs)) as crew:
        lessons = list(crew.map(partial(lesson, plan), range(games)))
    print(f"{sum(len(each.first) for each in lessons)} decisions of {games} games of {teacher}", flush=True)
    for step, weights, share in learn(lessons):
        if step == STEPS:
            np.savez(out, weights=weights, plan=np.array(json.dumps(plan)))
            print(f"after {step} steps the likeliest action is the teacher's in {share:.0%} of them")


@app.command()
def test(
    file: Annotated[Path, typer.Argument(metavar="FILE.npz", help="What `train` has written.")],
    games: Annotated[int, typer.Option("--games", min=1, help="The games to play.")] = 200,
    jobs: Jobs = CORES,
) -> None:
    """Compare what was learned with random picks, on the same seeds."""
    stored = np.load(file)
    plan = Plan(*json.loads(str(stored["plan"])))
    with workers(Spread(jobs)) as crew:
        for name, weights in (("random", None), ("learned", stored["weights"])):
            won = wins(plan, weights, games, crew)
            rate = wilson(won, games)
            print(
                f"{name:8} as {plan.seat} against {plan.opponent}: wins {won} of {games}, "
                f"{rate['rate']:.0%} ({rate['low']:.0%} to {rate['high']:.0%})"
            )


if __name__ == "__main__":
    app()
