"""The benchmark: random play, offers of moves, copies and views of every game, Traces of War also beside a naive
implementation and beside catanatron.

    stavka bench [--json]

Everything is measured in one run, in turns, since the machine is shared: the ratios are what counts. Times are CPU
time of this process."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from functools import partial
from statistics import median
from typing import Any, Final

from stavka import games
from stavka.engine.machine import Game
from stavka.engine.state import Json
from stavka.games.traces.game import load
from stavka.studies.bench_naive import beside_naive
from stavka.studies.timing import memory, microseconds, positions, random_play, slowest_offer

FIRST: Final = "traces"
"""The game with which the others are compared."""
CATANATRON: Final = """
import time
from catanatron import Color, Game, RandomPlayer
games = decisions = 0
start = time.process_time()
while time.process_time() - start < {seconds}:
    game = Game([RandomPlayer(color) for color in Color], seed=1 + games)
    game.play()
    decisions += len(game.state.actions)
    games += 1
print(decisions / (time.process_time() - start))
"""


def catanatron(seconds: float) -> float | None:
    """Decisions per second of catanatron's random play in a process of its own; None if it is not installed."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    code = CATANATRON.format(seconds=seconds)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def note(text: str) -> None:
    """Name what is being measured, for a user who waits at a terminal."""
    if sys.stderr.isatty():
        print(f"{text} ...", file=sys.stderr)


def speeds(known: dict[str, Game[Any]], rounds: int, seconds: float) -> tuple[dict[str, list[float]], list[float]]:
    """Picks per second of each game, and catanatron's decisions, round by round in turns."""
    ours: dict[str, list[float]] = {key: [] for key in known}
    theirs: list[float] = []
    for game in known.values():
        random_play(game, seconds / 5, 1_000_000)
    for i in range(rounds):
        for key, game in known.items():
            ours[key].append(random_play(game, seconds, 100 * i))
        peer = catanatron(seconds)
        if peer is not None:
            theirs.append(peer)
    return ours, theirs


def small_things(g: Game[Any], found: list[Any]) -> Json:
    """Medians over many positions: a newly made offer of a move (where a unit can go), a copy, a view; and sizes."""
    moving = [s.clone() for s in found if s.stack[-1].step == "move"]
    one, thousand = memory(found[0])
    return {
        "move_offer_us": median(microseconds([partial(g.offers, s) for s in moving])),
        "clone_us": median(microseconds([s.clone for s in found for _ in range(20)])),
        "view_us": median(microseconds([partial(g.view, s, 0) for s in found])),
        "state_kb": one,
        "thousand_clones_mb": thousand,
    }


def run(*, rounds: int = 3, seconds: float = 5.0, games_looked_at: int = 10, offer_seconds: float = 60.0) -> Json:
    """Run the benchmark. seconds: for each game in each round of random play; offer_seconds: for the slowest offer of
    each game."""
    known = {key: games.load(key) for key in games.GAMES}
    note(f"random play, {rounds} rounds in turns")
    ours, theirs = speeds(known, rounds, seconds)
    each: Json = {}
    for key, game in known.items():
        note(f"{key}: moves, copies, views, the slowest offer")
        found = positions(game, games_looked_at)
        worst, looked_at = slowest_offer(game, offer_seconds)
        each[key] = {
            "picks_per_second": median(ours[key]),
            "picks_per_second_all": ours[key],
            **small_things(game, found),
            "slowest_offer_ms": worst,
            "slowest_offer_of_games": looked_at,
        }
        if key == FIRST:
            each[key] |= beside_naive(load(), found)
    return {"games": each, "peers": {"catanatron_decisions_per_second": theirs}, "ratios": ratios(each, ours, theirs)}


def ratios(each: Json, ours: dict[str, list[float]], theirs: list[float]) -> dict[str, float]:
    """The medians of the rounds' ratios, which leave out how busy the machine was in each of them."""
    first = each[FIRST]
    found = {
        f"{key}_picks_vs_{FIRST}": median(a / b for a, b in zip(rates, ours[FIRST], strict=True))
        for key, rates in ours.items()
        if key != FIRST
    }
    found["reach_vs_naive"] = first["naive_reach_us"] / first["reach_us"]
    found["supply_vs_naive"] = first["naive_supply_us"] / first["supply_us"]
    if theirs:
        found["picks_vs_catanatron"] = median(a / b for a, b in zip(ours[FIRST], theirs, strict=True))
    return found


def main(*, as_json: bool = False) -> None:
    result = run()
    if as_json:
        print(json.dumps(result, indent=1))
        return
    for key, values in result["games"].items():
        show(key, values)
    show("peers", result["peers"])
    show("ratios", result["ratios"])


def show(part: str, values: Json) -> None:
    print(part)
    for name, value in values.items():
        text = ", ".join(f"{v:,.1f}" for v in value) if isinstance(value, list) else f"{value:,.2f}"
        print(f"  {name:34} {text}")
