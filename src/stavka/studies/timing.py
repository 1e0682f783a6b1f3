"""The speed of a game: random games, and many small calls, of any game."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter, process_time
from typing import Any, Final

from stavka import games
from stavka.agents.random_player import RandomPlayer
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL
from stavka.engine.state import State
from stavka.studies.play import play_out, weighted

LONG: Final = 0.002
EVERY: Final = 100
"""One of this many positions is kept."""


def longest_scenario(key: str) -> str:
    """The scenario of a game with the most turns."""
    scenarios = games.about(key)["scenarios"]
    found: str = max(scenarios, key=lambda item: item["turns"])["key"]
    return found


def two(g: Game[Any], seed: int) -> list[RandomPlayer]:
    return [RandomPlayer(g, 2 * seed), RandomPlayer(g, 2 * seed + 1)]


def random_play(g: Game[Any], seconds: float, first_seed: int) -> float:
    """Picks per second of random games, offers included; chance outcomes are not counted."""
    scenario = longest_scenario(g.key)
    picks, seed, start = 0, first_seed, process_time()
    while process_time() - start < seconds:
        picks += play_out(g, g.new(scenario), two(g, seed), Random(seed)).picks
        seed += 1
    return picks / (process_time() - start)


def positions(g: Game[Any], number: int) -> list[Any]:
    """Positions from random games, one in a hundred picks."""
    found: list[State] = []
    for seed in range(number):
        count = 0

        def keep(s: State) -> None:
            nonlocal count
            count += 1
            if count % EVERY == 0 and not s.result:
                found.append(s.clone())

        play_out(g, g.new(longest_scenario(g.key)), two(g, seed), Random(seed), keep)
    return found


def microseconds(calls: Iterable[Callable[[], Any]]) -> list[float]:
    times = []
    for call in calls:
        start = perf_counter()
        call()
        times.append((perf_counter() - start) * 1e6)
    return times


def offer_time(g: Game[Any], s: State) -> float:
    """Seconds for one offer, asked of a copy without caches. A slow offer is asked twice more, and the least time
    counts: the machine is shared, and Python's garbage collector may run at any time."""
    times: list[float] = []
    while len(times) < (3 if times and times[0] > LONG else 1):
        copy = s.clone()
        start = process_time()
        g.offers(copy)
        times.append(process_time() - start)
    return min(times)


def slowest_offer(g: Game[Any], seconds: float) -> tuple[float, int]:
    """The slowest single offer of random games, in milliseconds, and the number of games."""
    worst, seed, start = 0.0, 0, process_time()
    while process_time() - start < seconds:
        agents, rng, s = two(g, seed), Random(seed), g.new(longest_scenario(g.key))
        while not s.result:
            worst = max(worst, offer_time(g, s))
            offer = g.offers(s)[0]
            if offer.chance is not None:
                g.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            else:
                g.apply(s, offer.seat, agents[offer.seat].choose(None, offer))
        seed += 1
    return worst * 1000, seed


def memory(s: State) -> tuple[float, float]:
    """The kilobytes of one position alone, and the megabytes of a thousand copies."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    alone = s.clone()
    one = tracemalloc.get_traced_memory()[0] - before
    copies = [alone.clone() for _ in range(1000)]
    many = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del copies
    return one / 1024, many / 1024**2
