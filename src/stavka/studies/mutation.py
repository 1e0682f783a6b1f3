"""The mutation job: switch every rule off in turn and demand that a situation citing it fails.

    python -m stavka.studies.mutation traces [--rule 10.4d] [--file battle.py] [--rest] [--jobs 2]

Every tagged statement (`# [10.4d]`) of a game's code and data is changed in a process of its own, and the situations
that cite the rule are run there. What is found goes, line by line, to the game's mutation.json, which the ledger reads,
and to docs/rules-mutation-GAME.md. A run that was broken off is taken up again with --rest: only what has not been
noticed is tried, and what has been counts as long as its line stays as it is and the situation is there."""

from __future__ import annotations

import argparse
import importlib
import os
import resource
import signal
import sys
import time
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from stavka import games
from stavka.assurance.ledger import Site, keyed, sites
from stavka.assurance.situations import Report, Situation, examine, read_situations
from stavka.studies.mutants import Mutant, mutants
from stavka.studies.noticed import Noticed
from stavka.studies.swap import anew, function_of, recorded, swap

PATIENCE = 30
"""Seconds of computing after which a mutant that still runs counts as noticed, because it hangs. All situations of a
game take less than half of them."""
HASTE = 5
"""Seconds that a mutant has at first; one that needs more is tried again after all others of its line."""


class Job(NamedTuple):
    """A game whose rules are switched off, and its situations by file."""

    game: str
    situations: tuple[Situation, ...]
    sound: set[str]
    """Situations that have passed while nothing was switched off."""
    ran: set[CodeType]
    """The code that ran while the game was imported and loaded."""

    @property
    def module(self) -> str:
        return games.package(self.game)

    @property
    def package(self) -> Path:
        return games.folder(self.game)


class Verdict(NamedTuple):
    site: Site
    rule: str
    by: str
    """The change, and the situation that failed; empty if none did."""


def make_job(game: str) -> Job:
    """Read and import once what the process of every mutant then shares."""
    setattr(tomllib, "loads", cache(tomllib.loads))  # noqa: B010 (mypy lets nobody assign to a module's function)
    files = sorted((games.folder(game) / "situations").glob("*.toml"))
    with recorded() as ran:
        games.module(game, "checks.situations")
        games.module(game, "game").load()
    return Job(game, tuple(situation for file in files for situation in read_situations(file)[1]), set(), ran)


def run_mutant(
    job: Job, mutant: Mutant | None, rules: Iterable[str], found: Connection, *, cold: bool, patience: int
) -> None:
    """Run in a separate process: become the mutant, run the situations that cite its rules, send those that fail."""
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (to the end of the process)
    try:
        if mutant is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (patience, patience))
            if cold:
                anew(mutant, job.module)
            else:
                swap(mutant, job.module, job.ran)
        build = importlib.import_module(f"{job.module}.checks.situations").build
        failed = failing(job, build, set(rules))
    except BaseException as error:
        found.send(("unusable", f"{type(error).__name__}: {error}"))
        return
    found.send(("ran", failed))


def failing(job: Job, build: Callable[[Situation], Any], rules: set[str]) -> dict[str, str]:
    """For each of the rules, a situation that cites it and fails."""
    failed: dict[str, str] = {}
    for situation in job.situations:
        cited = rules.intersection(situation.rules) - failed.keys()
        if cited and fails(situation, build):
            failed.update(dict.fromkeys(cited, title(situation)))
    return failed


def title(situation: Situation) -> str:
    return f"{situation.file}: {situation.name}"


def fails(situation: Situation, build: Callable[[Situation], Any]) -> bool:
    try:
        return any(True for _ in examine(situation, build, Report()))
    except Exception:  # a crash also counts as noticed
        return True


def try_mutant(
    job: Job, mutant: Mutant | None, rules: Iterable[str], *, cold: bool = False, patience: int = PATIENCE
) -> tuple[str, Any]:
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    args, how = (job, mutant, list(rules), theirs), {"cold": cold, "patience": patience}
    process = context.Process(target=run_mutant, args=args, kwargs=how)
    process.start()
    theirs.close()
    answer: tuple[str, Any]
    try:
        answer = ours.recv()
    except EOFError:
        process.join()
        hangs = process.exitcode in (-signal.SIGXCPU, -signal.SIGKILL)
        answer = ("hangs", None) if hangs else ("unusable", "the process ended")
    process.kill()
    process.join()
    return answer


def must_pass(job: Job, titles: Iterable[str]) -> None:
    """Check that a situation passes without mutants: one that fails anyway notices nothing."""
    for situation in job.situations:
        if title(situation) in titles and title(situation) not in job.sound:
            kind, failed = try_mutant(job._replace(situations=(situation,)), None, situation.rules)
            if kind != "ran" or failed:
                raise SystemExit(f"{title(situation)}: it must pass before anything is switched off")
            job.sound.add(title(situation))


def judge(job: Job, site: Site) -> list[Verdict]:
    """Try the mutants of a site until each of its rules has been noticed; rules that have not are tried in a newly
    imported game."""
    noticed: dict[str, str] = {}
    warm = bool(function_of(site)) or site.file.suffix != ".py"
    slow: list[tuple[Mutant, bool]] = []
    ways = ((mutant, cold) for cold in ((False, True) if warm else (True,)) for mutant in mutants(site))
    for patience, tries in ((HASTE, ways), (PATIENCE, slow)):
        for mutant, cold in tries:
            wanted = [rule for rule in site.rules if rule not in noticed]
            if not wanted:
                break
            kind, answer = try_mutant(job, mutant, wanted, cold=cold, patience=patience)
            if kind == "hangs" and patience < PATIENCE:
                slow.append((mutant, cold))
                continue
            if kind == "ran":
                must_pass(job, answer.values())
            failed = dict.fromkeys(wanted, "it hangs") if kind == "hangs" else answer if kind == "ran" else {}
            noticed |= {rule: f"{mutant.what}: {by}" for rule, by in failed.items()}
    return [Verdict(site, rule, noticed.get(rule, "")) for rule in site.rules]


def main() -> int:
    parser = argparse.ArgumentParser(description="Switch every rule off and demand that a situation fails.")
    parser.add_argument("game")
    parser.add_argument("--rule", action="append", help="only this rule (may be repeated)")
    parser.add_argument("--file", action="append", help="only this file of the game (may be repeated)")
    parser.add_argument("--rest", action="store_true", help="only what has not been noticed so far")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    if args.game not in games.GAMES:
        parser.error(f"no game {args.game!r}")
    job = make_job(args.game)
    kept = Noticed(job.package, {title(situation) for situation in job.situations})
    wanted = [s for s in sites(job.package) if not args.rule or set(args.rule) & set(s.rules)]
    wanted = [s for s in wanted if not args.file or s.file.relative_to(job.package).as_posix() in args.file]
    if args.rest:
        left = {site for key, site, _ in keyed(job.package) if key not in kept.noticed}
        wanted = [site for site in wanted if site in left]
    survived = try_all(job, wanted, kept, args.jobs)
    return int(survived)


def try_all(job: Job, wanted: list[Site], kept: Noticed, jobs: int) -> bool:
    """Judge these sites, save each finding at once, and report the survivors."""
    start, survived = time.monotonic(), 0
    with ThreadPoolExecutor(jobs) as pool:
        for verdicts in pool.map(lambda site: judge(job, site), wanted):
            for verdict in verdicts:
                if not verdict.by:
                    survived += 1
                    where = f"{verdict.site.file.relative_to(job.package)}:{verdict.site.line}"
                    print(f"survived: {verdict.rule} at {where}", flush=True)
            kept.add(verdicts[0].site, {v.rule: v.by for v in verdicts})
    kept.save()
    print(f"{len(wanted)} tagged lines tried in {time.monotonic() - start:.0f} s, {survived} rules survived")
    print(kept.report())
    return bool(survived)


if __name__ == "__main__":
    sys.exit(main())
