"""The results of the games of a soak: counts that add up over processes and days, and the file that keeps them.

Each line of the file is a part of a series, in JSON: the game and the seed, the numbers of the games, the rules and
data, and the counts. A soak that finds its series in the file continues where it ended."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from stavka.engine.machine import Game
from stavka.engine.record import Move
from stavka.engine.state import Json


class SoakCase(NamedTuple):
    scenario: str
    options: Mapping[str, bool]

    def __str__(self) -> str:
        return " ".join([self.scenario, *(name for name, on in self.options.items() if on)])


@dataclass
class SoakedGame:
    """The result of one game. `moves` is kept only if something is wrong with it."""

    number: int
    case: SoakCase
    result: str = ""
    picks: int = 0
    rolls: int = 0
    deep: int = 0
    replayed: int = 0
    waits: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    fault: str = ""
    trace: str = ""
    moves: list[Move] = field(default_factory=list)


@dataclass
class Tally:
    """The results of many games."""

    games: int = 0
    picks: int = 0
    rolls: int = 0
    deep: int = 0
    replayed: int = 0
    longest: int = 0
    seconds: float = 0.0
    results: dict[str, Counter[str]] = field(default_factory=dict)
    """The number of games by case and result."""
    waits: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    faults: list[Json] = field(default_factory=list)

    def add(self, played: SoakedGame) -> None:
        self.games += 1
        self.picks += played.picks
        self.rolls += played.rolls
        self.deep += played.deep
        self.replayed += played.replayed
        self.longest = max(self.longest, played.picks + played.rolls)
        self.waits += played.waits
        self.events += played.events
        self.results.setdefault(str(played.case), Counter())[played.result or "fault"] += 1

    def merge(self, other: Tally) -> None:
        for name in ("games", "picks", "rolls", "deep", "replayed", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest = max(self.longest, other.longest)
        self.waits += other.waits
        self.events += other.events
        for case, results in other.results.items():
            self.results[case] = self.results.get(case, Counter()) + results
        self.faults += other.faults


def read_tally(data: Json) -> Tally:
    tally = Tally(**data)
    tally.results = {case: Counter(results) for case, results in tally.results.items()}
    tally.waits, tally.events = Counter(tally.waits), Counter(tally.events)
    return tally


class SoakSeries(NamedTuple):
    """Games that can be added up: of one game and seed, with the same data and rules."""

    game: str
    seed: str
    data: str
    rules: str


def series_of(game: Game[Any], seed: str) -> SoakSeries:
    return SoakSeries(game.key, seed, game.data_hash, game.rules_hash)


def write_part(path: Path, series: SoakSeries, numbers: Sequence[int], tally: Tally) -> None:
    """Append a line for a part of a series."""
    line = json.dumps({**series._asdict(), "numbers": list(numbers), "tally": vars(tally)}, separators=(",", ":"))
    with path.open("a", encoding="utf-8") as file:
        file.write(line + "\n")


def read_parts(paths: Iterable[Path], series: SoakSeries) -> tuple[set[int], Tally]:
    """The numbers of all games of a series that are in the files, and their results together."""
    done: set[int] = set()
    total = Tally()
    for path in paths:
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
            part = read_line(line, f"{path}, line {number}")
            found = SoakSeries(*(part[name] for name in SoakSeries._fields))
            if found[:2] != series[:2]:
                continue
            if found != series:
                raise ValueError(f"{path}, line {number}: these games were played with other rules or data")
            twice = done.intersection(part["numbers"])
            if twice:
                raise ValueError(f"{path}, line {number}: game {min(twice)} is there twice")
            done.update(part["numbers"])
            total.merge(read_tally(part["tally"]))
    return done, total


def read_line(line: str, place: str) -> Json:
    try:
        part: Json = json.loads(line)
        Tally(**part["tally"])
        [part[name] for name in (*SoakSeries._fields, "numbers")]
    except (ValueError, TypeError, KeyError):
        raise ValueError(f"{place}: this is no part of a soak") from None
    return part
