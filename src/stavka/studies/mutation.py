"""The mutation job: switch every rule off in turn and demand that a situation citing it fails.

    python -m stavka.studies.mutation traces [--rule 10.4d] [--jobs 2]

Every tagged statement (`# [10.4d]`) of a game's code and data is changed in a process of its own, and the situations
that cite the rule are run there. The result goes to the game's mutation.json, which the ledger reads, and to
docs/rules-mutation-GAME.md."""

from __future__ import annotations

import argparse
import importlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from importlib.machinery import SourceFileLoader
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType
from typing import Any, NamedTuple

from stavka.engine.ledger import KILLS, Site, read_ledger, sites
from stavka.engine.situations import Report, Situation, examine, read_situations
from stavka.studies.mutants import Mutant, mutants

PATIENCE = 60.0
"""Seconds after which a mutant that still runs counts as noticed: it hangs."""

PACKAGES = Path(__file__).parent.parent / "games"
DOCS = Path(__file__).parents[3] / "docs"


class Verdict(NamedTuple):
    site: Site
    rule: str
    killed: bool
    by: str


def run_mutant(game: str, mutant: Mutant | None, rules: Iterable[str], found: Connection) -> None:
    """In a process of its own: install the mutant, run the situations that cite its rules, send those that fail."""
    sys.stdout = sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (to the end of the process)
    if mutant is not None:
        install(mutant)
    try:
        build = importlib.import_module(f"stavka.games.{game}.situations").build
        failed = failing(game, build, set(rules))
    except BaseException as error:
        found.send(("unusable", f"{type(error).__name__}: {error}"))
        return
    found.send(("ran", failed))


def failing(game: str, build: Callable[[Situation], Any], rules: set[str]) -> dict[str, str]:
    """For each of the rules a situation that cites it and fails."""
    failed: dict[str, str] = {}
    for file in sorted((PACKAGES / game / "situations").glob("*.toml")):
        for situation in read_situations(file)[1]:
            cited = rules.intersection(situation.rules) - failed.keys()
            if cited and fails(situation, build):
                failed.update(dict.fromkeys(cited, f"{file.name}: {situation.name}"))
    return failed


def fails(situation: Situation, build: Callable[[Situation], Any]) -> bool:
    try:
        return any(True for _ in examine(situation, build, Report()))
    except Exception:
        return True


def install(mutant: Mutant) -> None:
    """Have Python and the data loader read the mutant in place of its file."""
    target = str(mutant.site.file)
    original = SourceFileLoader.get_code
    read_text = Path.read_text
    read_bytes = Path.read_bytes

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        return compile(mutant.source, target, "exec") if self.path == target else original(self, fullname)

    def mutant_text(self: Path, *args: Any, **kwargs: Any) -> str:
        return mutant.source if str(self) == target else read_text(self, *args, **kwargs)

    def mutant_bytes(self: Path) -> bytes:
        return mutant.source.encode() if str(self) == target else read_bytes(self)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]  # this process exists to run the mutant
    Path.read_text = mutant_text  # type: ignore[method-assign]  # likewise
    Path.read_bytes = mutant_bytes  # type: ignore[method-assign]  # likewise


def try_mutant(game: str, mutant: Mutant | None, rules: Iterable[str]) -> tuple[str, Any]:
    context = get_context("fork")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=run_mutant, args=(game, mutant, list(rules), theirs))
    process.start()
    theirs.close()
    try:
        answer = ours.recv() if ours.poll(PATIENCE) else ("hangs", None)
    except EOFError:
        answer = ("unusable", "the process ended")
    process.kill()
    process.join()
    return answer


def judge(game: str, site: Site) -> list[Verdict]:
    """Try the mutants of a site until each of its rules has been noticed."""
    open_rules = dict.fromkeys(site.rules, "")
    noticed: dict[str, str] = {}
    for mutant in mutants(site):
        kind, answer = try_mutant(game, mutant, open_rules)
        failed = dict.fromkeys(open_rules, "it hangs") if kind == "hangs" else answer if kind == "ran" else {}
        for rule, by in failed.items():
            noticed[rule] = f"{mutant.what}: {by}"
            del open_rules[rule]
        if not open_rules:
            break
    return [Verdict(site, rule, rule in noticed, noticed.get(rule, "")) for rule in site.rules]


def main() -> int:
    parser = argparse.ArgumentParser(description="Switch every rule off and demand that a situation fails.")
    parser.add_argument("game")
    parser.add_argument("--rule", action="append", help="only this rule (may be repeated); writes nothing")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    package = PACKAGES / args.game
    if not package.is_dir():
        parser.error(f"no game {args.game!r}")
    wanted = [s for s in sites(package) if not args.rule or set(args.rule) & set(s.rules)]
    kind, failed = try_mutant(args.game, None, read_ledger(package).catalogue.rules)
    if kind != "ran" or failed:
        print(f"The situations must pass before anything is switched off: {failed}")
        return 1
    start = time.monotonic()
    with ThreadPoolExecutor(args.jobs) as pool:
        verdicts = [v for found in pool.map(lambda site: judge(args.game, site), wanted) for v in found]
    show(verdicts, package)
    print(f"{time.monotonic() - start:.0f} s")
    if not args.rule:
        save(args.game, package, verdicts)
    return int(any(not v.killed for v in verdicts))


def place(verdict: Verdict, package: Path) -> str:
    return f"{verdict.site.file.relative_to(package)}:{verdict.site.line}"


def show(verdicts: list[Verdict], package: Path) -> None:
    for verdict in verdicts:
        if not verdict.killed:
            print(f"survived: {verdict.rule} at {place(verdict, package)}")
    noticed = {v.rule for v in verdicts if v.killed}
    print(f"{sum(v.killed for v in verdicts)} of {len(verdicts)} rule sites noticed, {len(noticed)} rules shown")


def save(game: str, package: Path, verdicts: list[Verdict]) -> None:
    killed = {v.rule: f"{v.site.file.relative_to(package)}: {v.by}" for v in verdicts if v.killed}
    survived = sorted({f"{v.rule} {v.site.file.relative_to(package)}" for v in verdicts if not v.killed})
    text = json.dumps({"killed": dict(sorted(killed.items())), "survived": survived}, indent=1, ensure_ascii=False)
    (package / KILLS).write_text(text + "\n", "utf-8")
    if DOCS.is_dir():
        report(game, package, verdicts)


def report(game: str, package: Path, verdicts: list[Verdict]) -> None:
    coverage = read_ledger(package).coverage(game)
    lines = [
        f"# Rule mutation: {game}",
        "",
        f"Written by `make rules-mutation`. {len(verdicts)} rule sites, {sum(v.killed for v in verdicts)} noticed.",
        f"Rules: {coverage['total']} in all, {coverage['implemented']} implemented, {coverage['shown']} shown, "
        f"{coverage['descriptive']} descriptive, {len(coverage['not_done'])} not done.",
        "",
        "| rule | where | what was done, and the situation that failed |",
        "|---|---|---|",
        *(f"| {v.rule} | {v.site.file.relative_to(package)} | {v.by or '**survived**'} |" for v in verdicts),
    ]
    (DOCS / f"rules-mutation-{game}.md").write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
