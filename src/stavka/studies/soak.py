"""Soak: random games by the thousand, in every scenario with every option, with everything checked on the way.

    python -m stavka.studies.soak --games 20000 --jobs 2 --seed 1 [--check 200] [--replay 20] [--only N] [--json]

After every pick the cheap invariants of the game and its offers are looked at, after every `--check` picks also copies,
JSON, derived columns and views; every `--replay`-th game is played again in a session with record and undo, written,
read and replayed. The same seed gives the same games whatever the number of processes. A fault is written as a record
that can be replayed, and makes the exit status 1. docs/soak.md says more."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.progress import track

from stavka import games
from stavka.engine import chance
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, UNIT, Offer, Pick
from stavka.engine.record import Move, Record, read_record
from stavka.engine.session import Session, replay, verify_dice
from stavka.engine.state import Json, State
from stavka.studies.invariants import copy_faults, offer_faults, same_offers, view_faults

LONGEST_SECONDS: Final = 300
"""A game that takes longer hangs: somewhere in it the turn machine goes round without asking anybody."""
CHUNK: Final = 8


class Plan(NamedTuple):
    """What every worker is told."""

    game: str
    seed: str
    check: int
    replay: int


class Case(NamedTuple):
    scenario: str
    options: Mapping[str, bool]

    def __str__(self) -> str:
        return " ".join([self.scenario, *(name for name, on in self.options.items() if on)])


@dataclass
class Played:
    """What became of one game. `moves` is kept only when something is wrong with it."""

    number: int
    case: Case
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


class FaultError(Exception):
    """Something is not as it must be."""


# -- one game -------------------------------------------------------------------------------------------------------


def cases(key: str) -> list[Case]:
    """Every scenario with every combination of options."""
    about = games.about(key)
    names: list[str] = about["options"]
    combinations = list(product((False, True), repeat=len(names)))
    return [
        Case(scenario["key"], dict(zip(names, chosen, strict=True)))
        for scenario in about["scenarios"]
        for chosen in combinations
    ]


class Temper:
    """A random player. Tempers differ in what they like, so that different corners of the game are reached."""

    names: Final = ("even", "brisk", "eager")
    idle: Final = frozenset({"done", "stop", "pass", "draw", "no-air-support"})

    def __init__(self, game: Game[Any], name: str, rng: Random) -> None:
        self.name, self.rng = name, rng
        self.nth = game.grid.nth
        self.busy = sum(1 << i for i, option in enumerate(game.option_names) if option not in self.idle)

    def choose(self, offer: Offer) -> Pick:
        """even: any pick; brisk: any kind of pick, then any of that kind; eager: ends nothing while there is more."""
        bits = [offer.units, offer.hexes, offer.options]
        if self.name == "eager" and (bits[0] or bits[1] or bits[2] & self.busy) and self.rng.random() < 0.97:
            bits[2] &= self.busy
        counts = [each.bit_count() for each in bits]
        weights = [bool(count) for count in counts] if self.name == "brisk" else counts
        kind = self.rng.choices(range(3), weights)[0]
        at = self.rng.randrange(counts[kind])
        return UNIT + kind, self.nth(bits[kind], at)


class Player:
    """Plays one game and looks at it."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.game = games.load(plan.game)
        self.rules = import_module(f"stavka.games.{plan.game}.invariants")
        self.seed = f"soak {plan.seed} {number}"
        self.rng = Random(self.seed)
        every = cases(plan.game)
        case = every[number % len(every)]
        self.played = Played(number, case)
        self.tempers = [Temper(self.game, self.rng.choice(Temper.names), self.rng) for _ in self.game.sides]
        self.made: list[tuple[int, Pick]] = []
        self.texts: list[Move] = []

    def play(self) -> Played:
        played = self.played
        try:
            with time_limit(LONGEST_SECONDS):
                final = self.play_through()
                played.result = final.result
                if self.plan.replay and played.number % self.plan.replay == 0:
                    self.play_again(final)
        except Exception as error:  # whatever goes wrong is the finding
            played.fault = f"{type(error).__name__}: {error}"
            played.trace = traceback.format_exc()
            played.moves = self.texts
        return played

    def play_through(self) -> State:
        """The game itself, without record or log."""
        game, played, rng = self.game, self.played, self.rng
        state: State = game.new(played.case.scenario, played.case.options)
        watch = self.rules.Watch(game, state)
        offset = rng.randrange(self.plan.check)
        offers = self.look(state, watch)
        while not state.result:
            offer = offers[0] if len(offers) == 1 else rng.choice(offers)
            played.waits[state.stack[-1][0]] += 1
            pick = self.choose(offer)
            self.note(offer, pick)
            game.apply(state, offer.seat, pick)
            offers = self.look(state, watch)
            if len(self.made) % self.plan.check == offset:
                self.look_deeper(state, watch, offers)
            demand(len(self.made) < watch.longest, f"the game has not ended after {len(self.made)} picks")
        self.look_deeper(state, watch, offers)
        return state

    def choose(self, offer: Offer) -> Pick:
        if offer.chance is None:
            self.played.picks += 1
            return self.tempers[offer.seat].choose(offer)
        self.played.rolls += 1
        return ROLL, chance.choose(self.seed, self.played.rolls - 1, offer.chance)

    def note(self, offer: Offer, pick: Pick) -> None:
        self.made.append((offer.seat, pick))
        who = "chance" if offer.seat == CHANCE else self.game.sides[offer.seat]
        self.texts.append(Move(who, self.game.write_pick(pick, offer)))

    def look(self, state: State, watch: Any) -> tuple[Offer, ...]:
        for fault in watch.faults(state):
            raise FaultError(fault)
        offers = self.game.offers(state)
        for fault in offer_faults(self.game, state, offers):
            raise FaultError(fault)
        return offers

    def look_deeper(self, state: State, watch: Any, offers: tuple[Offer, ...]) -> None:
        self.played.deep += 1
        for fault in watch.deep_faults(state):
            raise FaultError(fault)
        for fault in copy_faults(self.game, state, self.rng):
            raise FaultError(fault)
        for fault in view_faults(self.game, state, self.rng, self.rules.shuffled):
            raise FaultError(fault)
        demand(same_offers(offers, self.game.offers(state)), "the same position offers something else")

    # -- once more, with a record -----------------------------------------------------------------------------------

    def play_again(self, final: State) -> None:
        """The same picks in a session, with undo here and there; then the record is written, read and replayed."""
        session = Session(self.game, self.played.case.scenario, self.played.case.options, seed=self.seed)
        for seat, pick in self.made:
            if seat != CHANCE:
                session.play(seat, pick)
                if self.rng.random() < 0.05 and session.can_undo(seat):
                    self.take_back(session, seat, pick)
        demand(session.state == final, "the session ends in another position than the game without a record")
        record = read_record(session.record.write())
        demand(replay(self.game, record) == final, "the replay ends in another position")
        demand(verify_dice(self.game, record), "the dice are not those of the seed")
        self.played.replayed = 1
        assert session.state.events is not None
        self.played.events.update(event.name for event in session.state.events)
        for event in session.state.events:
            self.game.say(session.state, event)

    def take_back(self, session: Session[Any], seat: int, pick: Pick) -> None:
        after, moves = session.state.digest(), len(session.record.moves)
        session.undo(seat)
        demand(len(session.record.moves) == moves - 1, "undo took back more than one pick")
        session.play(seat, pick)
        demand(session.state.digest() == after, "undo and the same pick again give another position")


def demand(fact: bool, fault: str) -> None:
    if not fact:
        raise FaultError(fault)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """TimeoutError when the block takes longer; no limit where the system has no alarms."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"the game takes more than {seconds} seconds: it goes round without end")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def play(plan: Plan, number: int) -> Played:
    return Player(plan, number).play()


# -- many games -----------------------------------------------------------------------------------------------------


def play_all(plan: Plan, numbers: range, jobs: int) -> Iterator[Played]:
    if jobs <= 1:
        yield from map(partial(play, plan), numbers)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(partial(play, plan), numbers, chunksize=CHUNK)


@dataclass
class Summary:
    plan: Plan
    games: int = 0
    picks: int = 0
    rolls: int = 0
    deep: int = 0
    replayed: int = 0
    longest: int = 0
    seconds: float = 0.0
    results: dict[str, Counter[str]] = field(default_factory=dict)
    waits: Counter[str] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    faults: list[Json] = field(default_factory=list)

    def add(self, played: Played) -> None:
        self.games += 1
        self.picks += played.picks
        self.rolls += played.rolls
        self.deep += played.deep
        self.replayed += played.replayed
        self.longest = max(self.longest, played.picks + played.rolls)
        self.waits += played.waits
        self.events += played.events
        self.results.setdefault(str(played.case), Counter())[played.result or "fault"] += 1

    def as_json(self) -> Json:
        total: Counter[str] = sum(self.results.values(), Counter())
        never = sorted(set(waiting_steps(games.load(self.plan.game))) - set(self.waits))
        return {
            "game": self.plan.game,
            "seed": self.plan.seed,
            "games": self.games,
            "finished": self.games - len(self.faults),
            "results": dict(sorted(total.items())),
            "by_case": {case: dict(sorted(results.items())) for case, results in self.results.items()},
            "picks": self.picks,
            "rolls": self.rolls,
            "longest": self.longest,
            "deep_checks": self.deep,
            "replayed": self.replayed,
            "seconds": round(self.seconds, 1),
            "picks_per_second": round((self.picks + self.rolls) / self.seconds) if self.seconds else 0,
            "waits": dict(self.waits.most_common()),
            "steps_that_never_waited": never,
            "events": dict(self.events.most_common()),
            "faults": self.faults,
        }


def waiting_steps(game: Game[Any]) -> list[str]:
    """Steps that ask somebody; the others never wait."""
    asks = (name for name, step in game.steps.items() if {"offer", "offers"} & vars(type(step)).keys())
    return list(asks)


def soak(plan: Plan, numbers: range, jobs: int, folder: Path, *, bar: bool = False) -> Summary:
    summary = Summary(plan)
    start = time.perf_counter()
    each = play_all(plan, numbers, jobs)
    if bar:
        each = iter(track(each, "Games", len(numbers), console=Console(stderr=True)))
    for played in each:
        summary.add(played)
        if played.fault:
            path = save(plan, played, folder)
            again = f"python -m stavka.studies.soak --seed {plan.seed} --check {plan.check} --only {played.number}"
            summary.faults.append(
                {"number": played.number, "case": str(played.case), "error": played.fault, "record": str(path)}
                | {"again": again}
            )
    summary.seconds = time.perf_counter() - start
    return summary


def save(plan: Plan, played: Played, folder: Path) -> Path:
    """The record of a game in which something is wrong: its last move is the one after which it was seen."""
    game = games.load(plan.game)
    seed = f"soak {plan.seed} {played.number}"
    hashes = game.data_hash, game.rules_hash, chance.commitment(seed)
    record = Record(game.key, played.case.scenario, played.case.options, "", *hashes, seed, played.moves)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"soak-{plan.game}-{plan.seed}-{played.number}.txt"
    trace = "".join(f"# {line}\n" for line in played.trace.splitlines())
    path.write_text(record.write() + trace, "utf-8")
    return path


def print_summary(found: Json) -> None:
    print(f"{found['games']} games, {found['picks']} picks, {found['rolls']} rolls in {found['seconds']:.0f} s")
    print(f"{found['deep_checks']} deep checks, {found['replayed']} games replayed, longest {found['longest']} picks")
    for case, results in found["by_case"].items():
        print(f"  {case}: " + ", ".join(f"{n} {result}" for result, n in results.items()))
    print("steps that never waited: " + (", ".join(found["steps_that_never_waited"]) or "none"))
    print(f"{len(found['faults'])} faults")
    for fault in found["faults"]:
        print(
            f"  game {fault['number']} ({fault['case']}): {fault['error']}\n    {fault['record']}\n    {fault['again']}"
        )


def every(text: str) -> int:
    """A number, or every-N."""
    number = int(text.removeprefix("every-"))
    if number < 1:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Random games with every invariant checked.")
    parser.add_argument("--game", default="traces", choices=games.GAMES, help="which game")
    parser.add_argument("--games", type=every, default=20_000, help="how many games")
    parser.add_argument("--jobs", type=every, default=2, help="how many processes")
    parser.add_argument("--seed", default="1", help="the series: the same seed gives the same games")
    parser.add_argument("--check", type=every, default=200, metavar="N", help="deep checks every N picks")
    parser.add_argument("--replay", type=int, default=20, metavar="N", help="record and replay every N-th game")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="play this one game of the series")
    parser.add_argument("--records", type=Path, default=Path("records"), help="where records of faults go")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args(arguments)
    numbers = range(args.games) if args.only is None else range(args.only, args.only + 1)
    plan = Plan(args.game, args.seed, args.check, args.replay if args.only is None else 1)
    bar = sys.stderr.isatty() and not args.json
    found = soak(plan, numbers, args.jobs if args.only is None else 1, args.records, bar=bar).as_json()
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        print_summary(found)
    return 1 if found["faults"] else 0


if __name__ == "__main__":
    sys.exit(main())
