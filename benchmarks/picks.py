"""Picks through the server: `python benchmarks/picks.py [--against TREE] [--games KEY ..] [--rounds 5] [--picks 300]`.

Programs that pick at random play each game in this process. Each pick is read, played, stored as rows and told to those
who look on as the server does it (`Match.do`, `Viewer.news`, `Viewer.push`), without the network and the database. The
viewers are one at both seats, or one at each, or these two and an onlooker. `--against` names another checkout of this
repository, of any commit since 1253b7c: both are measured by turns, round by round, each in a process of its own, with
the same seeds. Printed are CPU milliseconds a pick: the median of all picks, the mean of each round, and the ratio of
the means (the other checkout's, divided by ours)."""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

from stavka import games
from stavka.server.match import PICK, Match
from stavka.server.presenting import ScenePresenter
from stavka.server.rows import TableRow
from stavka.server.viewer import Viewer

VIEWERS = {"one": ((0, 1),), "two": ((0,), (1,)), "three": ((0,), (1,), ())}
"""The seats that each viewer holds."""


# -- one slice of play, in a process of its own ----------------------------------------------------------------------


def teller(match: Match) -> Callable[[Any], None]:
    """Tells a viewer the news; before issue 19 a table had no gallery, and a change was several messages."""
    show = ScenePresenter()
    if find_spec("stavka.server.gallery") is None:
        return lambda viewer: viewer.push(*viewer.news(match, show))
    gallery = import_module("stavka.server.gallery").Gallery()
    return lambda viewer: viewer.push(*filter(None, [viewer.news(match, show, gallery)]))


def played(key: str, viewers: str, picks: int, seed: str) -> Iterator[float]:
    """The CPU seconds of each pick."""
    game, rng = games.load(key), Random(seed)
    scenarios = [scenario["key"] for scenario in games.about(key)["scenarios"]]
    for scenario in scenarios:
        blank: dict[str, Any] = dict.fromkeys(TableRow.__table__.columns.keys())
        known = {"id": "picks", "game": key, "scenario": scenario, "options": "{}", "seed": seed, "created": 0.0}
        match = Match(game, TableRow(**blank | known), (0, 1))
        looking, tell = [Viewer(seats, None) for seats in VIEWERS[viewers]], teller(match)
        for viewer in looking:
            tell(viewer)
        for _ in range(picks // len(scenarios)):
            if match.result:
                break
            offer = rng.choice(game.offers(match.session.state))
            what = game.write_pick(rng.choice(list(offer)), offer)
            start = time.process_time()
            match.do(PICK, offer.seat, what)
            for viewer in looking:
                tell(viewer)
            yield time.process_time() - start
            for viewer in looking:
                viewer.waiting.clear()
                viewer.bytes = 0


def work() -> None:
    """Answer each line `[game, viewers, picks, seed]` with the milliseconds of its picks."""
    for line in sys.stdin:
        key, viewers, picks, seed = json.loads(line)
        gc.collect()
        print(json.dumps([1000 * seconds for seconds in played(key, viewers, picks, seed)]), flush=True)


# -- rounds ----------------------------------------------------------------------------------------------------------


class Worker:
    """A process that plays with the code of a checkout."""

    def __init__(self, tree: Path) -> None:
        env = os.environ | {"PYTHONPATH": str(tree / "src"), "PYTHONHASHSEED": "0"}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--work"], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, *wanted: Any) -> list[float]:
        assert self.process.stdin is not None and self.process.stdout is not None
        print(json.dumps(wanted), file=self.process.stdin, flush=True)
        times: list[float] = json.loads(self.process.stdout.readline())
        return times

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compare(key: str, viewers: str, trees: list[Path], rounds: int, picks: int) -> None:
    workers = [Worker(tree) for tree in trees]
    found: list[list[list[float]]] = [[] for _ in trees]
    for worker in workers:
        worker.play(key, viewers, 40, "warm")
    for number in range(rounds):
        for worker, times in zip(workers, found, strict=True):
            times.append(worker.play(key, viewers, picks, str(number)))
    for worker in workers:
        worker.close()
    parts = []
    for times in found:
        means = " ".join(f"{statistics.fmean(each):.2f}" for each in times)
        parts.append(f"median {statistics.median([one for each in times for one in each]):.2f} means {means}")
    line = f"{key:10} {viewers:6} {parts[0]}"
    if len(found) > 1:
        ratios = [statistics.fmean(b) / statistics.fmean(a) for a, b in zip(*found, strict=True)]
        line += f" | other {parts[1]} | ratio {statistics.median(ratios):.2f} ({min(ratios):.2f}..{max(ratios):.2f})"
    print(line, flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description="Picks through the server, in CPU milliseconds.")
    reader.add_argument("--against", type=Path, help="another checkout")
    reader.add_argument("--games", nargs="*", default=list(games.GAMES))
    reader.add_argument("--viewers", nargs="*", default=["one", "two"], choices=list(VIEWERS))
    reader.add_argument("--rounds", type=int, default=5)
    reader.add_argument("--picks", type=int, default=300, help="of each game and round")
    reader.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    wanted = reader.parse_args()
    if wanted.work:
        work()
        return
    here = Path(__file__).resolve().parents[1]
    trees = [here] if wanted.against is None else [here, wanted.against.resolve()]
    for key in wanted.games:
        for viewers in wanted.viewers:
            compare(key, viewers, trees, wanted.rounds, wanted.picks)


if __name__ == "__main__":
    main()
