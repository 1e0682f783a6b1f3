"""Tuning of a script's weights, for every game and side.

    python -m stavka.studies.tuning GAME SCENARIO SIDE --out games.jsonl --games 900        # play, and print the slopes
    python -m stavka.studies.tuning GAME SCENARIO SIDE --out games.jsonl --steps 1,2,3      # follow them, and check
    python -m stavka.studies.tuning GAME SCENARIO SIDE --out games.jsonl --try danger=2,line=0.5   # check these weights

In every tuning game every weight is changed at random. What a change of one is worth is read off all games together.
A step is so many standard deviations of the changes along the slopes that stand out of the noise.

Weights are checked in games of their own (`seeds.CHECKING`). Each is played twice with the same dice against the same
opponent, once with the new weights and once with those of the frozen script (`--from scripted`: of today's script),
until a sequential test has decided or `--more` pairs are played.

A tuning game is a line of the file as soon as it is over; a run can be stopped and taken up. With `--jobs N` that many
processes play, and find the same. What a game is worth is whether it was won, and a
little by how much."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.agents.tables import Changes, Table, Tuning
from stavka.engine.agent import Agent
from stavka.studies import lines, seeds
from stavka.studies.play import play_out
from stavka.studies.pool import Alone, Crew, Spread, workers
from stavka.studies.sequential import OPEN, Sequential, mean_and_error
from stavka.studies.simulate import number

GAIN: Final = 0.08
"""The gain in worth for which weights are checked: about one game won in nine."""


class Task(NamedTuple):
    """The game, scenario and side whose weights are tuned."""

    game: str
    scenario: str
    side: str

    @property
    def tuning(self) -> Tuning:
        return games.tuning(self.game)


class TunedGame(NamedTuple):
    changes: Changes
    worth: float


class Slope(NamedTuple):
    """The gain from changing a weight by one standard deviation."""

    mean: float
    error: float

    @property
    def trusted(self) -> float:
        """The slope without the part that noise alone would produce."""
        return self.mean * max(0.0, 1 - (self.error / self.mean) ** 2) if self.mean else 0.0


def worth(task: Task, base: Table, weights: Any, seed: str, index: int) -> float:
    """The worth of a game of some weights against a table of them: 0 (clearly lost) to 1 (clearly won)."""
    game, tuning = games.load(task.game), task.tuning
    agents: list[Agent] = []
    for side in game.sides:
        table = {**base, (side, task.scenario): weights} if side == task.side else base
        agents.append(tuning.player(game, number(seed, index, side), table))
    state = game.new(task.scenario)
    play_out(game, state, agents, Random(number(seed, index, "dice")))
    return tuning.worth(game, state, task.side)


def slopes(found: list[TunedGame]) -> dict[str, Slope]:
    """The slope of each weight, the steepest first. Changes are independent, so each weight can be judged by itself."""
    middle = fmean(game.worth for game in found)
    error = pstdev(game.worth for game in found) / math.sqrt(len(found))
    inclines = {
        name: Slope(
            math.fsum(game.changes[name] * (game.worth - middle) for game in found)
            / math.fsum(game.changes[name] ** 2 for game in found),
            error,
        )
        for name in found[0].changes
    }
    return dict(sorted(inclines.items(), key=lambda item: -abs(item[1].mean)))


def along(found: Mapping[str, Slope], step: float) -> dict[str, float]:
    """Changes by a total of this many standard deviations, in the direction of the slopes."""
    length = math.sqrt(math.fsum(slope.trusted**2 for slope in found.values()))
    return {name: step * slope.trusted / length for name, slope in found.items() if slope.trusted}


def read(path: Path) -> list[TunedGame]:
    return [TunedGame(*line) for line in lines.read(path)]


def play(task: Task, base: Table, games_wanted: int, path: Path, crew: Crew | None = None) -> list[TunedGame]:
    """Play tuning games, each with its own changes; games that are in the file are not played again."""
    found = read(path)
    for game in (crew or Alone()).map(partial(tuned, task, base), range(len(found), games_wanted)):
        found.append(game)
        lines.append(path, game)
    return found


def tuned(task: Task, base: Table, index: int) -> TunedGame:
    """Play a tuning game."""
    rng = Random(f"{seeds.TUNING} {index}")
    changes = {name: round(rng.gauss(0, 1), 4) for name in task.tuning.names(task.side, task.scenario)}
    weights = task.tuning.changed(base[task.side, task.scenario], changes)
    return TunedGame(changes, worth(task, base, weights, seeds.TUNING, index))


class Check(NamedTuple):
    """The result of checking some weights."""

    verdict: str
    before: list[float]
    after: list[float]

    @property
    def differences(self) -> list[float]:
        return [new - old for new, old in zip(self.after, self.before, strict=True)]

    def __str__(self) -> str:
        mean, error = mean_and_error(self.differences)
        won = [f"{sum(value > 0.5 for value in values)}" for values in (self.after, self.before)]
        return (
            f"{self.verdict or 'not decided'}: won {won[0]} of {len(self.after)}, before {won[1]}; "
            f"worth {mean:+.3f}, error {error:.3f}"
        )


def check(
    task: Task,
    base: Table,
    weights: Any,
    most: int,
    known: dict[int, float],
    crew: Crew | None = None,
) -> Check:
    """Play pairs of games until it is decided whether weights are better than those of a table.

    known: the worth of games with the weights of the table, which are played once for all checks. As many pairs as the
    crew plays at once are played before the test is asked again."""
    crew = crew or Alone()
    test, found, at_once = Sequential(GAIN), Check(OPEN, [], []), crew.at_once
    for first in range(0, most, at_once):
        batch = range(first, min(most, first + at_once))
        new = [index for index in batch if index not in known]
        bouts = [(base[task.side, task.scenario], index) for index in new] + [(weights, index) for index in batch]
        results = list(crew.map(partial(_checked, task, base), bouts))
        known.update(zip(new, results[: len(new)], strict=True))
        for index, result in zip(batch, results[len(new) :], strict=True):
            found.before.append(known[index])
            found.after.append(result)
            verdict = test.verdict(found.differences)
            if verdict:
                return found._replace(verdict=verdict)
    return found


def _checked(task: Task, base: Table, bout: tuple[Any, int]) -> float:
    weights, index = bout
    return worth(task, base, weights, seeds.CHECKING, index)


def parsed(text: str, weights: Any) -> Any:
    """Read weights written as `name=value,name=value`; the others keep their values."""
    new = {}
    for word in text.split(","):
        name, _, value = word.partition("=")
        if name not in weights._fields:
            raise ValueError(f"--try {word}: no weight {name!r}; there are {', '.join(weights._fields)}")
        try:
            new[name] = float(value)
        except ValueError:
            raise ValueError(f"--try {word}: {value!r} is not a number") from None
    return weights._replace(**new)


def written(weights: Any, base: Any) -> str:
    """Write the weights that differ from those of another row."""
    new = ((name, value) for name, value in weights._asdict().items() if value != getattr(base, name))
    return ", ".join(f"{name}={value:g}" for name, value in new) or "no change"


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tuning", description="Tune the weights of a script.")
    parser.add_argument("game", choices=tuple(key for key, each in games.GAMES.items() if each.tuning))
    parser.add_argument("scenario")
    parser.add_argument("side")
    parser.add_argument("--out", type=Path, required=True, help="where the games are kept")
    parser.add_argument("--games", type=int, default=0, help="how many tuning games there shall be")
    parser.add_argument("--steps", default="", help="how far to follow the slopes: some numbers")
    parser.add_argument("--try", dest="tries", action="append", default=[], help="weights to check: NAME=VALUE,..")
    parser.add_argument("--from", dest="base", choices=("scripted-1", "scripted"), default="scripted-1")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes")
    parser.add_argument("--more", type=int, default=60, help="pairs of games for a check, at most")
    args = parser.parse_args(None if arguments is None else list(arguments))
    task = Task(args.game, args.scenario, args.side)
    base = task.tuning.frozen if args.base == "scripted-1" else task.tuning.table
    if (task.side, task.scenario) not in base:
        known = ", ".join(f"{scenario} {side}" for side, scenario in base)
        parser.error(f"{task.scenario} {task.side}: expected one of {known}")
    row = base[task.side, task.scenario]
    try:
        candidates = [parsed(text, row) for text in args.tries]
    except ValueError as error:
        parser.error(str(error))
    with workers(Spread(args.jobs)) as crew:
        found = play(task, base, args.games, args.out, crew)
        if not found and not candidates:
            parser.error(f"--games: there is no game in {args.out} yet")
        if found:
            inclines = slopes(found)
            print(f"{len(found)} games, worth {fmean(game.worth for game in found):.3f}")
            for name, slope in inclines.items():
                print(f"  {name:16} {slope.mean:+.4f}, error {slope.error:.4f}", flush=True)
            steps = map(float, args.steps.split(",")) if args.steps else ()
            candidates += [task.tuning.changed(row, along(inclines, step)) for step in steps]
        played: dict[int, float] = {}
        for weights in candidates:
            print(written(weights, row))
            print(f"  {check(task, base, weights, args.more, played, crew)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
