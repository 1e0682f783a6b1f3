"""Soak: thousands of random games, in every scenario with every option, with everything checked on the way.

    python -m stavka.studies.soak --games 20000 --jobs 2 --seed 1 [--check 1000] [--replay 20] [--only N] [--json]
    python -m stavka.studies.soak --game KEY --first 5000 --games 5000 --results FILE
    python -m stavka.studies.soak --game KEY --sum FILE [FILE ...]

After every pick the cheap invariants of the game and its offers are looked at; at the end of every turn, and after one
pick in `--check` by chance, also copies, JSON, derived columns and views; every `--replay`-th game is played again in a
session with record and undo, written, read and replayed. The same seed gives the same games whatever the number of
processes and whatever is checked; in a few of them the script plays a side. A fault is written as a record that can be
replayed, and makes the exit status 1. docs/soak.md says more."""

from __future__ import annotations

import argparse
import json
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, cast

from rich.console import Console
from rich.progress import track

from stavka import games
from stavka.assurance.invariants import copy_faults, offer_faults, same_offers, view_faults
from stavka.engine import chance
from stavka.engine.kinds import numbered
from stavka.engine.machine import Game
from stavka.engine.offer import CHANCE, ROLL, UNIT, Offer, Pick
from stavka.engine.record import Move, Record, read_record
from stavka.engine.session import Session, replay, verify_dice
from stavka.engine.state import Json, State
from stavka.games import opponents
from stavka.studies.pool import HERE, Spread, WorkersLostError, workers
from stavka.studies.tally import SoakCase, SoakedGame, Tally, read_parts, series_of, write_part

LONGEST_SECONDS: Final = 300
"""Seconds after which a game counts as hanging: somewhere in it the turn machine loops without asking anybody."""
SCHOOLED: Final = 211
"""In one of this many games the script plays a side, which reaches positions that random players do not."""
WHIM: Final = 0.03
"""The share of random picks in such a game."""
CHUNK: Final = 8
PART: Final = 20
"""The number of games in a line of the file of results: at most this many are lost if a run is broken off."""


class Plan(NamedTuple):
    """The task that every worker is given."""

    game: str
    seed: str
    check: int
    replay: int


class FaultError(Exception):
    """Something violates an invariant."""


# -- one game -------------------------------------------------------------------------------------------------------


def cases(key: str) -> list[SoakCase]:
    """Every scenario with every combination of options."""
    about = games.about(key)
    names: tuple[str, ...] = about["options"]
    combinations = list(product((False, True), repeat=len(names)))
    return [
        SoakCase(scenario["key"], dict(zip(names, chosen, strict=True)))
        for scenario in about["scenarios"]
        for chosen in combinations
    ]


class Temper:
    """A random player. Tempers differ in their preferences, so that different parts of the game are reached."""

    names: Final = ("even", "brisk", "eager")
    idle: Final = frozenset({"done", "stop", "pass", "draw", "no-air-support"})

    def __init__(self, game: Game[Any], name: str, rng: Random) -> None:
        self.name, self.rng = name, rng
        self.nth = game.grid.nth
        self.busy = sum(1 << i for i, option in numbered(game.option_names) if option not in self.idle)

    def choose(self, offer: Offer) -> Pick:
        """Choose a pick. even: any pick; brisk: any kind of pick, then any pick of that kind; eager: end nothing while
        there is more."""
        bits = [offer.units, offer.hexes, offer.options]
        if self.name == "eager" and (bits[0] or bits[1] or bits[2] & self.busy) and self.rng.random() < 0.97:
            bits[2] &= self.busy
        counts = [each.bit_count() for each in bits]
        weights = [bool(count) for count in counts] if self.name == "brisk" else counts
        kind = self.rng.choices(range(3), weights)[0]
        at = self.rng.randrange(counts[kind])
        return cast(Pick, (UNIT + kind, self.nth(bits[kind], at)))


class Player:
    """Plays one game and checks it."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.game = games.load(plan.game)
        self.rules = games.module(plan.game, "checks.invariants")
        self.seed = f"soak {plan.seed} {number}"
        self.rng = Random(self.seed)
        self.eye = Random(f"{self.seed} looks")  # the choice of checks changes nothing in the game
        every = cases(plan.game)
        case = every[number % len(every)]
        self.played = SoakedGame(number, case)
        self.tempers = [Temper(self.game, self.rng.choice(Temper.names), self.rng) for _ in self.game.sides]
        self.script = opponents.make("scripted", self.game, number) if number % SCHOOLED == SCHOOLED - 1 else None
        self.schooled = number // (2 * SCHOOLED) % len(self.game.sides)
        self.made: list[tuple[Offer, Pick]] = []

    def play(self) -> SoakedGame:
        played = self.played
        try:
            with time_limit(LONGEST_SECONDS):
                final = self.play_through()
                played.result = final.result
                if self.plan.replay and played.number % self.plan.replay == 0:
                    self.play_again(final)
        except Exception as error:  # any error is a finding
            played.fault = f"{type(error).__name__}: {error}"
            played.trace = traceback.format_exc()
            played.moves = [self.write(offer, pick) for offer, pick in self.made]
        return played

    def play_through(self) -> State:
        """Play the game itself, without record or log."""
        game, played, rng = self.game, self.played, self.rng
        state: State = game.new(played.case.scenario, played.case.options)
        watch = self.rules.Watch(game, state)
        offers = self.look(state, watch)
        while not state.result:
            offer = offers[0] if len(offers) == 1 else rng.choice(offers)
            played.waits[state.stack[-1].step] += 1
            pick = self.choose(state, offer)
            self.made.append((offer, pick))
            turn = self.turn(state)
            game.apply(state, offer.seat, pick)
            offers = self.look(state, watch)
            if self.turn(state) != turn or self.eye.random() * self.plan.check < 1:
                self.look_deeper(state, watch, offers)
            demand(len(self.made) < watch.longest, f"the game has not ended after {len(self.made)} picks")
        self.look_deeper(state, watch, offers)
        return state

    def turn(self, state: State) -> int:
        number: int = getattr(state, "turn", 0)
        return number

    def choose(self, state: State, offer: Offer) -> Pick:
        if offer.chance is None:
            self.played.picks += 1
            if self.script is not None and offer.seat == self.schooled and self.rng.random() > WHIM:
                return self.script.choose(self.game.see(state, offer.seat), offer)
            return self.tempers[offer.seat].choose(offer)
        self.played.rolls += 1
        return ROLL, chance.choose(self.seed, self.played.rolls - 1, offer.chance)

    def write(self, offer: Offer, pick: Pick) -> Move:
        who = "chance" if offer.seat == CHANCE else self.game.sides[offer.seat]
        return Move(who, self.game.write_pick(pick, offer))

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
        for fault in copy_faults(self.game, state, self.eye):
            raise FaultError(fault)
        for fault in view_faults(self.game, state, self.eye, self.rules.shuffled):
            raise FaultError(fault)
        demand(same_offers(offers, self.game.offers(state)), "the same position offers something else")

    # -- once more, with a record -----------------------------------------------------------------------------------

    def play_again(self, final: State) -> None:
        """Make the same picks in a session, with occasional undo; then write, read and replay the record."""
        session = Session(self.game, self.played.case.scenario, self.played.case.options, seed=self.seed)
        for offer, pick in self.made:
            if offer.seat != CHANCE:
                session.play(offer.seat, pick)
                if self.eye.random() < 0.05 and session.can_undo(offer.seat):
                    self.take_back(session, offer.seat, pick)
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
    """Raise TimeoutError if the block takes longer; there is no limit on a system without alarms."""

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


def play(plan: Plan, number: int) -> SoakedGame:
    return Player(plan, number).play()


# -- many games -----------------------------------------------------------------------------------------------------


def play_all(plan: Plan, numbers: Sequence[int], spread: Spread) -> Iterator[SoakedGame]:
    """The games as they are finished."""
    with workers(spread) as crew:
        for _, played in crew.each(partial(play, plan), numbers, bundle=CHUNK):
            yield played


def waiting_steps(game: Game[Any]) -> list[str]:
    """The steps that ask a seat; the others never wait."""
    asks = (name for name, step in game.steps.items() if {"offer", "offers"} & vars(type(step)).keys())
    return list(asks)


def soak(
    plan: Plan, numbers: Sequence[int], spread: Spread, folder: Path, results: Path | None = None, *, bar: bool = False
) -> Tally:
    """The results of these games; with a file of results, together with the games of the series that are already in
    it."""
    series = series_of(games.load(plan.game), plan.seed)
    done, total = read_parts([results] if results and results.exists() else [], series)
    left = [number for number in numbers if number not in done]
    each = play_all(plan, left, spread)
    if bar:
        each = iter(track(each, "Games", len(left), console=Console(stderr=True)))
    start = time.perf_counter()
    for _ in range(0, len(left), PART):
        part, at = Tally(), []
        for played in islice(each, PART):
            part.add(played)
            at.append(played.number)
            if played.fault:
                part.faults.append(fault_of(plan, played, folder))
        part.seconds, start = time.perf_counter() - start, time.perf_counter()
        if results:
            write_part(results, series, at, part)
        total.merge(part)
    return total


def fault_of(plan: Plan, played: SoakedGame, folder: Path) -> Json:
    path = save(plan, played, folder)
    words = f"--game {plan.game} --seed {plan.seed} --check {plan.check} --only {played.number}"
    return {
        "number": played.number,
        "case": str(played.case),
        "error": played.fault,
        "record": str(path),
        "again": f"python -m stavka.studies.soak {words}",
    }


def save(plan: Plan, played: SoakedGame, folder: Path) -> Path:
    """Save the record of a game with a fault: its last move is the one after which the fault was seen."""
    game = games.load(plan.game)
    seed = f"soak {plan.seed} {played.number}"
    hashes = game.data_hash, game.rules_hash, chance.commitment(seed)
    record = Record(game.key, played.case.scenario, played.case.options, "", *hashes, seed, played.moves)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"soak-{plan.game}-{plan.seed}-{played.number}.txt"
    trace = "".join(f"# {line}\n" for line in played.trace.splitlines())
    path.write_text(record.write() + trace, "utf-8")
    return path


def summary(plan: Plan, total: Tally) -> Json:
    by_result: Counter[str] = sum(total.results.values(), Counter())
    never = sorted(set(waiting_steps(games.load(plan.game))) - set(total.waits))
    return {
        "game": plan.game,
        "seed": plan.seed,
        "games": total.games,
        "finished": total.games - len(total.faults),
        "results": dict(sorted(by_result.items())),
        "by_case": {case: dict(sorted(results.items())) for case, results in total.results.items()},
        "picks": total.picks,
        "rolls": total.rolls,
        "longest": total.longest,
        "deep_checks": total.deep,
        "replayed": total.replayed,
        "seconds": round(total.seconds, 1),
        "picks_per_second": round((total.picks + total.rolls) / total.seconds) if total.seconds else 0,
        "waits": dict(total.waits.most_common()),
        "steps_that_never_waited": never,
        "events": dict(total.events.most_common()),
        "faults": total.faults,
    }


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
    """Read a number, or every-N."""
    number = int(text.removeprefix("every-"))
    if number < 1:
        raise ValueError
    return number


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="soak", description="Random games with every invariant checked.")
    parser.add_argument("--game", default="traces", choices=games.GAMES, help="which game")
    parser.add_argument("--games", type=every, default=20_000, help="how many games")
    parser.add_argument("--jobs", type=every, default=2, help="how many processes")
    parser.add_argument("--ray", default="", metavar="auto|ADDRESS", help="play on a Ray cluster, with all its cores")
    parser.add_argument("--seed", default="1", help="the series: the same seed gives the same games")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first game of the series")
    parser.add_argument("--check", type=every, default=1000, metavar="N", help="deep checks after one pick in N")
    parser.add_argument("--replay", type=int, default=20, metavar="N", help="record and replay every N-th game")
    parser.add_argument("--only", type=int, metavar="NUMBER", help="play this one game of the series")
    parser.add_argument("--records", type=Path, default=Path("records"), help="where records of faults go")
    parser.add_argument("--results", type=Path, metavar="FILE", help="add to this file, and play what it has not")
    parser.add_argument("--sum", type=Path, nargs="+", metavar="FILE", help="play nothing: add up files of results")
    parser.add_argument("--json", action="store_true", help="the summary as JSON")
    args = parser.parse_args(arguments)
    plan = Plan(args.game, args.seed, args.check, args.replay if args.only is None else 1)
    try:
        found = summary(plan, run(plan, args))
    except (ValueError, OSError, WorkersLostError) as error:
        parser.error(str(error))
    if args.json:
        print(json.dumps(found, indent=1))
    else:
        print_summary(found)
    return 1 if found["faults"] else 0


def run(plan: Plan, args: argparse.Namespace) -> Tally:
    if args.sum:
        done, total = read_parts(args.sum, series_of(games.load(plan.game), plan.seed))
        if not done:
            files = ", ".join(str(path) for path in args.sum)
            raise ValueError(
                f"{files}: expected games of {plan.game} with seed {plan.seed} (--game, --seed), found none"
            )
        return total
    if args.only is not None:
        return soak(plan, [args.only], HERE, args.records)
    numbers = range(args.first, args.first + args.games)
    spread = Spread(args.jobs, args.ray)
    return soak(plan, numbers, spread, args.records, args.results, bar=sys.stderr.isatty() and not args.json)


if __name__ == "__main__":
    sys.exit(main())
