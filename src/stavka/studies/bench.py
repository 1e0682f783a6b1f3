"""The benchmark: random play, reach, supply, copies, offers and views, beside a naive implementation and catanatron.

    stavka bench [--json]

Everything is measured in one run, since the machine is shared: read the ratios. Times are CPU time of this process."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

from stavka.agents.random_player import RandomPlayer
from stavka.engine.offer import ROLL, members
from stavka.engine.state import Json
from stavka.games.traces.game import Traces, load
from stavka.games.traces.movement import movement_allowance, normal_reach
from stavka.games.traces.position import Position
from stavka.games.traces.supply import can_trace, enemy_cities, on_map
from stavka.studies.naive import NaiveMap, Table
from stavka.studies.play import play_out, weighted

PLAY_SECONDS: Final = 5.0
ROUNDS: Final = 3
LONG: Final = 0.002
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


def random_play(g: Traces, seconds: float, first_seed: int) -> float:
    """Picks per second of random campaign games, offers included; chance outcomes are not counted."""
    picks, seed, start = 0, first_seed, process_time()
    while process_time() - start < seconds:
        agents = [RandomPlayer(g, 2 * seed), RandomPlayer(g, 2 * seed + 1)]
        picks += play_out(g, g.new("campaign"), agents, Random(seed)).picks
        seed += 1
    return picks / (process_time() - start)


def catanatron(seconds: float) -> float | None:
    """Decisions per second of catanatron's random play in a process of its own; None if it is not installed."""
    if importlib.util.find_spec("catanatron") is None:
        return None
    code = CATANATRON.format(seconds=seconds)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(done.stdout)


def positions(g: Traces, games: int) -> list[Position]:
    """Positions from random campaign games, one in a hundred picks."""
    found: list[Position] = []
    for seed in range(games):
        count = 0

        def keep(s: Position) -> None:
            nonlocal count
            count += 1
            if count % 100 == 0 and not s.result:
                found.append(s.clone())

        agents = [RandomPlayer(g, seed), RandomPlayer(g, seed + 1000)]
        play_out(g, g.new("campaign"), agents, Random(seed), keep)
    return found


def microseconds(calls: Iterable[Callable[[], Any]]) -> list[float]:
    times = []
    for call in calls:
        start = perf_counter()
        call()
        times.append((perf_counter() - start) * 1e6)
    return times


def table(g: Traces, s: Position, side: int) -> Table:
    numbers = g.grid.numbers
    return Table(
        set(numbers(s.occupied[side])),
        set(numbers(s.occupied[1 - side])),
        set(numbers(enemy_cities(g, s, side))),
        set(numbers(g.sources[side])),
    )


def small_things(g: Traces, found: list[Position]) -> dict[str, float]:
    """Medians in microseconds over many positions, ours and the naive ones on the same units."""
    naive = NaiveMap(g.hexmap, {terrain.id: terrain.cost for terrain in g.files.tables.terrain})
    rng = Random(1)
    ours: list[Callable[[], Any]] = []
    theirs: list[Callable[[], Any]] = []
    for s in found:
        for unit in rng.sample(list(members(on_map(s) & g.combat_units)), 3):
            points, side, place = movement_allowance(g, s, unit), g.side[unit], s.place[unit]
            ours.append(partial(fresh_reach, g, s, unit, points, place))
            here = table(g, s, side)
            theirs.append(partial(naive.reach, here, g.grid.number(place), points))
    tables = [(s, side, table(g, s, side)) for s in found for side in (0, 1)]
    return {
        "reach": median(microseconds(ours)),
        "naive reach": median(microseconds(theirs)),
        "supply": median(microseconds([partial(can_trace, g, s, side) for s, side, _ in tables])),
        "naive supply": median(microseconds([partial(naive.supplied, here) for _, _, here in tables])),
        "clone": median(microseconds([s.clone for s in found for _ in range(20)])),
        "view": median(microseconds([partial(g.view, s, 0) for s in found])),
    }


def fresh_reach(g: Traces, s: Position, unit: int, points: int, origin: int) -> Any:
    s.memo = None
    return normal_reach(g, s, unit, points, origin).mask


def offer_time(g: Traces, s: Position) -> float:
    """Seconds for one offer. One that takes long is asked again twice from scratch, and the least counts: the machine
    is shared, and Python's garbage collector runs when it likes."""
    times: list[float] = []
    while len(times) < (3 if times and times[0] > LONG else 1):
        s.memo, s.zones = None, [-1, -1]
        start = process_time()
        g.offers(s)
        times.append(process_time() - start)
    return min(times)


def slowest_offer(g: Traces, games: int) -> float:
    """The slowest single offer of random campaign games, in milliseconds."""
    worst = 0.0
    for seed in range(games):
        agents = [RandomPlayer(g, seed), RandomPlayer(g, seed + 1)]
        rng, s = Random(seed), g.new("campaign")
        while not s.result:
            worst = max(worst, offer_time(g, s))
            offer = g.offers(s)[0]
            if offer.chance is not None:
                g.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            else:
                g.apply(s, offer.seat, agents[offer.seat].choose(None, offer))
    return worst * 1000


def memory(s: Position) -> tuple[float, float]:
    """Kilobytes of one position on its own, and megabytes of a thousand copies."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    alone = type(s).clone(s)
    one = tracemalloc.get_traced_memory()[0] - before
    copies = [alone.clone() for _ in range(1000)]
    many = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    del copies
    return one / 1024, many / 1024**2


def note(text: str) -> None:
    """What is being measured, for whoever waits at a terminal."""
    if sys.stderr.isatty():
        print(f"{text} ...", file=sys.stderr)


def run(*, offer_games: int = 1000) -> Json:
    g = load()
    note("random play, three rounds beside catanatron")
    random_play(g, 1.0, 0)
    speeds, peers = [], []
    for i in range(ROUNDS):
        speeds.append(random_play(g, PLAY_SECONDS, 100 * i))
        peer = catanatron(PLAY_SECONDS)
        if peer is not None:
            peers.append(peer)
    note("reach, supply, copies, views")
    found = positions(g, 10)
    small = small_things(g, found)
    one, thousand = memory(found[0])
    note(f"the slowest offer of {offer_games} games")
    ours = {
        "picks_per_second": median(speeds),
        "picks_per_second_all": speeds,
        "reach_us": small["reach"],
        "supply_us": small["supply"],
        "clone_us": small["clone"],
        "view_us": small["view"],
        "slowest_offer_ms": slowest_offer(g, offer_games),
        "state_kb": one,
        "thousand_clones_mb": thousand,
    }
    theirs: Json = {"naive_reach_us": small["naive reach"], "naive_supply_us": small["naive supply"]}
    ratios = {
        "reach_vs_naive": small["naive reach"] / small["reach"],
        "supply_vs_naive": small["naive supply"] / small["supply"],
    }
    if peers:
        theirs["catanatron_decisions_per_second"] = median(peers)
        theirs["catanatron_decisions_per_second_all"] = peers
        ratios["picks_vs_catanatron"] = median(speeds) / median(peers)
    return {"ours": ours, "peers": theirs, "ratios": ratios}


def main(*, as_json: bool = False, offer_games: int = 1000) -> None:
    result = run(offer_games=offer_games)
    if as_json:
        print(json.dumps(result, indent=1))
        return
    for part, values in result.items():
        print(part)
        for name, value in values.items():
            text = ", ".join(f"{v:,.1f}" for v in value) if isinstance(value, list) else f"{value:,.1f}"
            print(f"  {name:34} {text}")
