"""The balance of a scenario: who wins, how score and losses grow, where the fighting is, and which values matter.

Two series of games are played. The first plays the scenario as it is; game i is game i of `stavka sim` with the same
players and seed. The second is a designed experiment with values that the user names: each run plays the same seeds
with other values (`designs.py`, `factors.py`). Both are kept in files, game by game, and can be interrupted."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from statistics import fmean, quantiles
from typing import Any, Final, NamedTuple

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.state import Json
from stavka.hexes import Hex
from stavka.studies.designs import HIGH, Effect, Levels, design, effects
from stavka.studies.factors import Factor, changed
from stavka.studies.lines import Kept
from stavka.studies.play import play_out
from stavka.studies.pool import Spread, workers
from stavka.studies.simulate import Series, cast, spread, wilson, winner

BUNDLE: Final = 4
FORMAT: Final = 1
"""The version of the files that keep games."""
GAMES_FILE, RUNS_FILE = "games.jsonl", "runs.jsonl"
WIN, EDGE = "win", "edge"


class Watched(NamedTuple):
    """What is noted of a game; a line of a file."""

    result: str = ""
    score: float = 0.0
    """The points of the first side: 1, 0.5 (a draw) or 0."""
    edge: float | None = None
    """The VP of the first side over the border of victory; None if the game does not define it."""
    picks: int = 0
    turn: int = 0
    figures: Mapping[str, float] = {}
    """The figures of the game at its end."""
    turns: Sequence[tuple[int, Mapping[str, float]]] = ()
    """The figures at the end of each turn, with the steps that each side had lost."""
    fights: Mapping[str, int] = {}
    """The number of combats in each hex."""
    lost: Mapping[str, int] = {}
    """The steps lost in each hex."""
    forfeit: str = ""
    fault: str = ""


class Notes:
    """What happens in a game that is under way."""

    def __init__(self, game: Game[Any], state: Any) -> None:
        self.game, self.state = game, state
        state.events = []
        self.turn = turn_of(state)
        self.steps = steps_of(state)
        self.sides_lost = [0] * len(game.sides)
        self.turns: list[tuple[int, dict[str, float]]] = []
        self.fights: Counter[Hex] = Counter()
        self.lost: Counter[Hex] = Counter()

    def look(self, state: Any) -> None:
        """Note what a pick or a roll has led to."""
        if state.events:
            self.read(state)
            state.events = []
            self.steps = steps_of(state)
        if turn_of(state) != self.turn:
            self.end_turn(state)

    def read(self, state: Any) -> None:
        after = steps_of(state)
        told: set[int] = set()
        for event in state.events:
            form = self.game.told[event.name]
            if form.begins == "combat":
                self.fights.update(form.hexes(event.values))
            if form.costs and self.steps:
                self.count_losses(form.units(event.values), form.hexes(event.values), after, told)

    def count_losses(self, units: Iterable[int], hexes: Sequence[Hex], after: Sequence[int], told: set[int]) -> None:
        """Count what units that an event names have lost; a unit that several events name counts once."""
        for unit in units:
            if unit in told:
                continue
            told.add(unit)
            lost = max(0, self.steps[unit] - after[unit])
            self.sides_lost[self.game.side[unit]] += lost  # type: ignore[index]  # a plain int here
            if hexes:
                self.lost[hexes[0]] += lost

    def end_turn(self, state: Any) -> None:
        self.turns.append((self.turn, self.figures(state)))
        self.turn = turn_of(state)

    def figures(self, state: Any) -> dict[str, float]:
        lost = {lost_name(side): float(steps) for side, steps in zip(self.game.sides, self.sides_lost, strict=True)}
        return {**self.game.figures(state), **lost}

    def numbered(self, counted: Counter[Hex]) -> dict[str, int]:
        return {self.game.grid.number(hex_): number for hex_, number in sorted(counted.items()) if number}


def lost_name(side: str) -> str:
    """The name of the figure of the steps that a side has lost in all."""
    return f"{side}: steps lost"


def turn_of(state: Any) -> int:
    return int(getattr(state, "turn", 0))


def steps_of(state: Any) -> Sequence[int]:
    """A copy of the steps of all units; empty in a game without steps."""
    return tuple(getattr(state, "steps", ()))


def watch(series: Series, index: int, *, closely: bool) -> Watched:
    """Play a game of a series and note what happens. closely: also turn by turn and hex by hex."""
    game, state, agents, dice = cast(series, index)
    notes = Notes(game, state) if closely else None
    try:
        outcome = play_out(game, state, agents, dice, notes.look if notes else None)
    except Exception as error:  # any error in rules or players is a finding
        return Watched(fault=f"{type(error).__name__}: {error}")
    won = winner(outcome.result)
    has_edge = bool(games.GAMES[series.game].tuning) and not outcome.forfeit
    found = Watched(
        result=outcome.result,
        score=1.0 if won == game.sides[0] else 0.0 if won in game.sides else 0.5,
        edge=float(games.tuning(series.game).ending(game, state).edge) if has_edge else None,
        picks=outcome.picks,
        turn=outcome.turn,
        figures=dict(outcome.figures),
        forfeit=outcome.forfeit,
    )
    if notes is None:
        return found
    notes.look(state)
    notes.end_turn(state)
    return found._replace(
        figures=notes.turns[-1][1],
        turns=notes.turns,
        fights=notes.numbered(notes.fights),
        lost=notes.numbered(notes.lost),
    )


class Plan(NamedTuple):
    """What is studied."""

    series: Series
    games: int
    """The games of the scenario as it is."""
    factors: tuple[Factor, ...] = ()
    """The values that the experiment changes."""
    seeds: int = 0
    """The games of each run of the experiment."""

    @property
    def runs(self) -> list[Levels]:
        return design(len(self.factors)) if self.factors else []

    @property
    def total(self) -> int:
        return self.games + self.seeds * len(self.runs)

    def at(self, levels: Levels) -> Series:
        """The series of a run of the experiment."""
        return self.series._replace(overlay=changed(self.factors, levels))

    def check(self) -> None:
        """Load the game of each run: values that the game refuses are refused before anything is played."""
        for levels in self.runs:
            self.at(levels).load()


def play_game(series: Series, index: int) -> Watched:
    return watch(series, index, closely=True)


def play_run(runs: Sequence[Series], job: tuple[int, int]) -> Watched:
    """Play a game of the experiment: the number of the run, and that of the seed."""
    run, index = job
    return watch(runs[run], index, closely=False)


class Study:
    """The games of a plan, as far as they have been played."""

    def __init__(self, plan: Plan, folder: Path | None) -> None:
        self.plan = plan
        identity = {"study": "balance", "format": FORMAT, **plan.series.identity()}
        texts = {"values": [factor.text for factor in plan.factors]}
        self.games = Kept(folder / GAMES_FILE if folder else None, identity)
        self.runs = Kept(folder / RUNS_FILE if folder and plan.factors else None, {**identity, **texts})

    def play(self, where: Spread, tell: Callable[[], None] = lambda: None) -> None:
        """Play what is missing; `tell` is called for each game, also for those that are there."""
        plan = self.plan
        games_left = [index for index in range(plan.games) if index not in self.games.results]
        jobs = [(run, index) for index in range(plan.seeds) for run in range(len(plan.runs))]
        runs_left = [job for job in jobs if run_key(*job) not in self.runs.results]
        for _ in range(plan.total - len(games_left) - len(runs_left)):
            tell()
        if not games_left and not runs_left:
            return
        every = [plan.at(levels) for levels in plan.runs]
        with workers(where) as crew:
            for index, game in crew.each(partial(play_game, plan.series), games_left, bundle=BUNDLE):
                self.games.add(index, game._asdict())
                tell()
            for job, game in crew.each(partial(play_run, every), runs_left, bundle=BUNDLE):
                self.runs.add(run_key(*job), game._asdict())
                tell()

    @property
    def watched(self) -> list[Watched]:
        """The games of the scenario as it is, in order."""
        found = self.games.results
        return [Watched(**found[index]) for index in range(self.plan.games) if index in found]

    def report(self) -> Json:
        """Everything that the games say, as plain data."""
        plan, found = self.plan, self.watched
        about = games.about(plan.series.game)
        done = [game for game in found if not game.fault]
        return {
            "game": plan.series.game,
            "title": about["title"],
            "scenario": plan.series.scenario,
            "scenario_title": next(item["title"] for item in about["scenarios"] if item["key"] == plan.series.scenario),
            "turns": next(item["turns"] for item in about["scenarios"] if item["key"] == plan.series.scenario),
            "sides": list(about["sides"]),
            "players": dict(zip(about["sides"], plan.series.players, strict=True)),
            "seed": plan.series.seed,
            "options": dict(plan.series.options),
            "overlay": plan.series.overlay.name if plan.series.overlay else "",
            "data": self.games.series["data"],
            "rules": self.games.series["rules"],
            "games": len(found),
            **results_of(done, about["sides"]),
            "lengths": {"picks": spread([game.picks for game in done]), "turns": spread([game.turn for game in done])},
            "last_turns": dict(sorted(Counter(game.turn for game in done).items())),
            "figures": figures_of(done),
            "fights": mean_by_hex([game.fights for game in done]),
            "lost": mean_by_hex([game.lost for game in done]),
            "experiment": self.experiment(),
            "forfeits": sorted({game.forfeit for game in found if game.forfeit}),
            "faults": [{"game": index, "error": game.fault} for index, game in enumerate(found) if game.fault],
        }

    def experiment(self) -> Json:
        """The effects of the values, from the seeds of which every run has been played; empty without an experiment."""
        plan, results = self.plan, self.runs.results
        runs = plan.runs
        if not runs:
            return {}
        whole: list[list[Watched]] = []
        for index in range(plan.seeds):
            keys = [run_key(run, index) for run in range(len(runs))]
            if all(key in results for key in keys):
                whole.append([Watched(**results[key]) for key in keys])
        faults = [game.fault for seed in whole for game in seed if game.fault]
        clean = [seed for seed in whole if not any(game.fault for game in seed)]
        return {
            "runs": len(runs),
            "seeds": len(clean),
            "games": len(clean) * len(runs),
            "faults": faults,
            "values": [
                {
                    "name": factor.name,
                    "low": factor.low,
                    "high": factor.high,
                    "relative": factor.is_relative,
                    "now": sorted({str(target.value) for target in factor.targets}),
                    "changed": len(factor.targets),
                }
                for factor in plan.factors
            ],
            "effects": {name: effect_rows(runs, clean, of) for name, of in measures(clean).items()},
        }


def run_key(run: int, index: int) -> str:
    return f"{run}/{index}"


def measures(seeds: Sequence[Sequence[Watched]]) -> dict[str, Callable[[Watched], float]]:
    """What an experiment measures of each game: the points of the first side, the VP over the border of victory where
    the game defines it, and the game's figures."""
    if len(seeds) < 2:
        return {}
    every = [game for seed in seeds for game in seed]
    found: dict[str, Callable[[Watched], float]] = {WIN: lambda game: game.score}
    if all(game.edge is not None for game in every):
        found[EDGE] = lambda game: game.edge or 0.0
    for name in every[0].figures:
        if all(name in game.figures for game in every):
            found[name] = partial(figure, name)
    return found


def figure(name: str, game: Watched) -> float:
    return game.figures[name]


def effect_rows(
    runs: Sequence[Levels], seeds: Sequence[Sequence[Watched]], of: Callable[[Watched], float]
) -> list[Json]:
    outcomes = [[of(game) for game in seed] for seed in seeds]
    found: list[Effect] = effects(runs, outcomes)
    return [
        {
            "mean": round(effect.mean, 4),
            "low": round(effect.low, 4),
            "high": round(effect.high, 4),
            "clear": effect.is_clear,
            "at_low": round(mean_at(runs, outcomes, value, -HIGH), 4),
            "at_high": round(mean_at(runs, outcomes, value, HIGH), 4),
        }
        for value, effect in enumerate(found)
    ]


def mean_at(runs: Sequence[Levels], outcomes: Sequence[Sequence[float]], value: int, level: int) -> float:
    """The mean outcome of the runs in which a value has a level."""
    return fmean(y for ys in outcomes for run, y in zip(runs, ys, strict=True) if run[value] == level)


def results_of(done: Sequence[Watched], sides: Sequence[str]) -> Json:
    winners = Counter(winner(game.result) for game in done)
    draws = len(done) - sum(winners[side] for side in sides)
    return {
        "finished": len(done),
        "results": dict(sorted(Counter(game.result for game in done).items())),
        "wins": {side: {"number": winners[side], **wilson(winners[side], len(done))} for side in sides},
        "draws": {"number": draws, **wilson(draws, len(done))},
        "edges": sorted(game.edge for game in done if game.edge is not None),
    }


def figures_of(done: Sequence[Watched]) -> Json:
    """Each figure at the end of the game and at the end of each turn. A game that is over keeps its last figures."""
    names = dict.fromkeys(name for game in done for name in game.figures)
    last = max((game.turn for game in done), default=0)
    first = min((turn for game in done for turn, _ in game.turns), default=0)
    found = {}
    for name in names:
        by_turn: dict[int, list[float]] = defaultdict(list)
        for game in done:
            known = dict(game.turns)
            value = None
            for turn in range(first, last + 1):
                value = known[turn][name] if turn in known and name in known[turn] else value
                if value is not None:
                    by_turn[turn].append(value)
        found[name] = {
            "end": spread([game.figures[name] for game in done if name in game.figures]),
            "ends": sorted(game.figures[name] for game in done if name in game.figures),
            "by_turn": [{"turn": turn, **bands(values)} for turn, values in sorted(by_turn.items())],
        }
    return found


def bands(values: Sequence[float]) -> Json:
    """The mean of some values, their median, and the borders of the middle half and of the middle 90 %."""
    cuts = quantiles(values, n=20, method="inclusive") if len(values) > 1 else [values[0]] * 19
    return {
        "games": len(values),
        "mean": round(fmean(values), 3),
        **{name: round(cuts[at], 3) for name, at in (("p5", 0), ("p25", 4), ("p50", 9), ("p75", 14), ("p95", 18))},
    }


def mean_by_hex(games_: Sequence[Mapping[str, int]]) -> dict[str, float]:
    """The mean of counts by hex over games."""
    total: Counter[str] = Counter()
    for counts in games_:
        total.update(counts)
    return {number: round(count / len(games_), 4) for number, count in sorted(total.items())}
