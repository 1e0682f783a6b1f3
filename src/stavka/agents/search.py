"""Search for the best way to lead an activation, for any game: ways are tried on the same imagined futures, halved
round by round, and bred.

A way is a set of genes: values for a few things that the script decides otherwise. The way without genes is the script.
The first round carries every way out; the best ones are recombined gene by gene, and later rounds follow fewer ways
further, in more futures. Published work on games with many actions a turn (online evolutionary planning, portfolio
search) does the same."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from stavka.engine.agent import Patience

Way = tuple[tuple[str, Hashable], ...]
"""Genes with their values, in the order of their names."""
Genes = Mapping[str, Sequence[Hashable]]
"""What can be varied, and how; the most promising values first."""
Trial = tuple[Way, int, int]
"""A way, the number of a future, and a stage of it that is played."""
SCRIPT: Final[Way] = ()
"""The script's own way."""
TRIES: Final = 8
"""Attempts to breed a new way before the parents count as exhausted."""


def way_of(genes: Mapping[str, Hashable]) -> Way:
    return tuple(sorted(genes.items()))


class Played(NamedTuple):
    trial: Trial
    value: float
    sign: Hashable
    """The sign of the position in which a look has ended (the activation itself, in the first future), or None."""


class Futures(ABC):
    """Imagined futures, by number. All ways are tried on the same futures, so that luck favours none of them."""

    @abstractmethod
    def advance(self, way: Way, future: int, stage: int) -> float:
        """Play a future on to the end of a stage, and return its value there. The stages before have been played."""

    def sign(self, way: Way, future: int) -> Hashable:
        """A sign that two ways have in common if the activation led to the same position in this future; None if that
        is not known. The activation has just been played."""
        return None

    def play_one(self, trial: Trial) -> Played:
        """Play a trial."""
        way, future, stage = trial
        value = self.advance(way, future, stage)
        return Played(trial, value, self.sign(way, future) if is_look(trial) else None)

    def play(self, trials: Sequence[Trial]) -> Iterator[Played | None]:
        """Play trials, and tell the value of each when it is known: one after another here. The stages of a future
        come in their order. None tells nothing but that time passes."""
        return map(self.play_one, trials)

    def close(self) -> None:  # noqa: B027  # most futures hold nothing
        """The search is over. Futures that hold something, such as processes, let go of it."""


def is_look(trial: Trial) -> bool:
    """Whether a trial is the first look at a way: the activation itself, in the first future."""
    return trial[1:] == (0, 0)


class Round(NamedTuple):
    stage: int
    """The stage to which each way is played: 0 is the activation itself."""
    ways: int
    """The most ways that take part, the script's own included."""
    futures: int
    """The futures in which each of them is played."""
    is_apart: bool = False
    """Whether these are none of the futures of earlier rounds. The best of many ways has been lucky in the futures in
    which it was chosen; others say what it is worth."""


class Effort(NamedTuple):
    """The amount of search. This alone, and never a clock, decides the result, so the same seed gives the same
    choice."""

    rounds: tuple[Round, ...]
    bred: int = 0
    """Ways that are bred from the best of the first round, and take part in it."""
    doubt: float = 0.3
    """The number of standard errors by which another way must be better than the script's own."""
    margin: float = 0.005
    """How much better it must be in any case. Where nearly all is won or lost, what is left is chance."""

    def share(self, share: float) -> Effort:
        """A share of this effort: fewer ways in every round, two at least."""
        rounds = tuple(each._replace(ways=max(2, round(each.ways * share))) for each in self.rounds)
        return self._replace(rounds=rounds, bred=round(self.bred * share))

    def most(self) -> int:
        """The most stages that are played; what an earlier round has played is not played again."""
        first, *_ = self.rounds
        total, before = first.futures * self.bred, Round(-1, 0, 0)
        for each in self.rounds:
            again = 0 if each.is_apart else min(each.futures, before.futures) * (before.stage + 1)
            total += each.ways * (each.futures * (each.stage + 1) - again)
            before = each
        return total

    def starts(self) -> list[int]:
        """The number of the first future of each round."""
        found, used = list[int](), 0
        for each in self.rounds:
            found.append(used if each.is_apart else 0)
            used = max(used, found[-1] + each.futures)
        return found


class Verdict(NamedTuple):
    best: Way
    worth: float
    plain: float
    """The value of the script's own way."""
    tried: tuple[tuple[Way, float], ...] = ()
    """The ways of the last round with their values, the best first."""
    played: int = 0
    """The stages that were played."""


class LateError(Exception):
    """The caller does not wait any longer."""


class Trials:
    """The values found so far, and a count of the stages played; it stops when the caller no longer waits."""

    def __init__(self, futures: Futures, patience: Patience, most: int) -> None:
        self.futures, self.patience, self.most = futures, patience, most
        self.done = 0
        self.values: dict[Trial, float] = {}
        self.signs: dict[Way, Hashable] = {}
        """The signs of the ways that have been looked at."""

    def play(self, trials: Iterable[Trial]) -> None:
        """Find the values of trials that are not known yet. The stages before are played where that has not been
        done."""
        steps = ((way, future, each) for way, future, stage in trials for each in range(stage + 1))
        missing = dict.fromkeys(step for step in steps if step not in self.values)
        if not missing:
            return
        played = self.futures.play(list(missing))
        while missing:
            if self.patience.is_over():
                raise LateError
            found = next(played)
            if found is not None:
                self.values[found.trial] = found.value
                if is_look(found.trial):
                    self.signs[found.trial[0]] = found.sign
                del missing[found.trial]
                self.done += 1
                self.patience.tell(min(1.0, self.done / self.most))

    def value(self, way: Way, future: int, stage: int) -> float:
        self.play([(way, future, stage)])
        return self.values[way, future, stage]

    def rows(self, ways: Iterable[Way], each: Round, start: int = 0) -> dict[Way, list[float]]:
        """The values of ways in the futures of a round, the first of which has the number `start`."""
        futures = range(start, start + each.futures)
        rows = {way: [(way, future, each.stage) for future in futures] for way in ways}
        self.play(trial for row in rows.values() for trial in row)
        return {way: [self.values[trial] for trial in row] for way, row in rows.items()}


def best_way(genes: Genes, futures: Futures, effort: Effort, patience: Patience, rng: Random) -> Verdict:
    """The best way. Another way must be clearly better than the script's own to replace it.

    When the caller no longer waits, the last round that was played to its end decides."""
    genes = {name: values for name, values in genes.items() if values}
    trials = Trials(futures, patience, effort.most())
    rows: dict[Way, list[float]] = {}
    first, *later = effort.rounds
    singles = (((name, value),) for name, value in in_turn(genes))
    ways: list[Way] = [SCRIPT, *islice(singles, first.ways - 1)]
    if len(ways) < 2:
        return Verdict(SCRIPT, 0.0, 0.0)
    with suppress(LateError):
        found = first_round(trials, ways, first)
        rows = found
        if effort.bred:
            children = bred(ranked(found)[: max(2, first.ways // 2)], genes, effort.bred, set(ways), rng)
            rows = found = {**found, **first_round(trials, children, first, found)}
        for each, start in zip(later, effort.starts()[1:], strict=True):
            ways = [SCRIPT, *(way for way in ranked(rows) if way != SCRIPT)][: each.ways]
            rows = trials.rows(ways, each, start)
    return verdict(rows, effort.doubt, effort.margin)._replace(played=trials.done)


def in_turn(genes: Genes) -> list[tuple[str, Hashable]]:
    """All genes with their values: the first value of every gene, then the second ones, and so on."""
    longest = max(map(len, genes.values()), default=0)
    return [(name, values[nth]) for nth in range(longest) for name, values in genes.items() if nth < len(values)]


def first_round(
    trials: Trials, ways: Sequence[Way], each: Round, known: Mapping[Way, list[float]] | None = None
) -> dict[Way, list[float]]:
    """The values of ways. A way with the same results as another one is left out."""
    trials.play((way, 0, 0) for way in ways)
    signs = {trials.signs[way] for way in known or {}}
    fresh: list[Way] = []
    for way in ways:
        sign = trials.signs[way]
        if sign is None or sign not in signs:
            signs.add(sign)
            fresh.append(way)
    return trials.rows(fresh, each)


def ranked(rows: Mapping[Way, list[float]]) -> list[Way]:
    """The ways, the best first."""
    return sorted(rows, key=lambda way: (-mean(rows[way]), repr(way)))


def bred(parents: Sequence[Way], genes: Genes, number: int, known: set[Way], rng: Random) -> list[Way]:
    """New ways from good ones: each gene comes from either parent, and sometimes a gene changes by chance."""
    children: list[Way] = []
    for _ in range(number * TRIES):
        one, other = rng.choice(parents), rng.choice(parents)
        child = dict(one)
        for name, value in other:
            if name not in child or rng.random() < 0.5:
                child[name] = value
        if one == other or rng.random() < 0.25:
            name = rng.choice(list(genes))
            child[name] = rng.choice(genes[name])
        way = way_of(child)
        if way not in known:
            known.add(way)
            children.append(way)
        if len(children) == number:
            break
    return children


def verdict(rows: Mapping[Way, list[float]], doubt: float, margin: float = 0.0) -> Verdict:
    if SCRIPT not in rows:
        return Verdict(SCRIPT, 0.0, 0.0)
    best, own = ranked(rows)[0], rows[SCRIPT]
    slack = max(margin, doubt * standard_error([a - b for a, b in zip(rows[best], own, strict=True)]))
    if mean(rows[best]) <= mean(own) + slack:
        best = SCRIPT
    return Verdict(best, mean(rows[best]), mean(own), tuple((way, mean(rows[way])) for way in ranked(rows)))


def mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def standard_error(values: Sequence[float]) -> float:
    middle = mean(values)
    return sqrt(sum((value - middle) ** 2 for value in values) / max(1, len(values) - 1) / len(values))
