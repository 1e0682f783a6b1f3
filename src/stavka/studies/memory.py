"""The memory of a process that plays game after game, as a worker of `stavka sim` does.

    python -m stavka.studies.memory moscow mtsensk --games 10000 --every 500

Each line has the number of games played and the resident memory in MiB."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from stavka import games
from stavka.studies.simulate import Series, play

STATM = Path("/proc/self/statm")
"""Where Linux says how many pages of this process are in memory: the second number."""


def resident() -> float:
    """The resident memory of this process, in MiB."""
    pages = int(STATM.read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def curve(series: Series, number: int, every: int) -> Iterator[tuple[int, float]]:
    """The games played and the memory, after the first game and then after every so many."""
    for index in range(number):
        fault = play(series, index).fault
        if fault:
            raise RuntimeError(f"game {index} broke off: {fault}")
        if index == 0 or (index + 1) % every == 0:
            yield index + 1, resident()


def main(arguments: Iterable[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="memory", description="The memory of a process that plays game after game.")
    parser.add_argument("game", choices=games.GAMES)
    parser.add_argument("scenario")
    parser.add_argument("--players", default="random,random")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--every", type=int, default=500, help="a line after so many games")
    parser.add_argument("--seed", default="memory")
    args = parser.parse_args(None if arguments is None else list(arguments))
    if not STATM.exists():
        parser.error(f"{STATM} is not there: only Linux says how much memory a process has")
    series = Series(args.game, args.scenario, tuple(args.players.split(",")), args.seed, {})
    for number, size in curve(series, args.games, args.every):
        print(f"{number:7} {size:8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
