"""The benchmark of the interfaces: steps a second of random play through each, beside the bare engine and peers.

    stavka bench --interfaces [--json]

All games and interfaces take turns in one process, in CPU time: the ratios of each round are what counts. A step is a
decision of a seat; chance is answered too and not counted, except by the peers, where nothing else is."""

from __future__ import annotations

import importlib
import importlib.util
import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import numpy as np
import pyspiel

from stavka import games
from stavka.agents.random_player import RandomPlayer
from stavka.engine.state import Json
from stavka.research import zoo
from stavka.research.referee import Named, kit
from stavka.research.seat import SeatEnv
from stavka.research.spiel import name_of
from stavka.studies.bench import show
from stavka.studies.timing import longest_scenario, microseconds, positions, random_play

BARE: Final = "engine"
CLASSICS: Final = {"chess": ("chess", "pygame"), "go": ("pygame",)}
"""Environments of PettingZoo's own, and the packages that they need."""
Interface = Callable[[float, int], float]
"""(seconds, seed) -> steps a second."""


def rate(seconds: float, seed: int, game: Callable[[int], int]) -> float:
    """Steps a second of games, one after another; `game` plays one from a seed and returns its steps."""
    steps, start = 0, process_time()
    while process_time() - start < seconds:
        steps += game(seed)
        seed += 1
    return steps / (process_time() - start)


def random_action(mask: Any, rng: Random) -> int:
    offered = np.flatnonzero(mask)
    return int(offered[int(rng.random() * len(offered))])


def zoo_game(env: zoo.StavkaEnv, seed: int, *, observes: bool) -> int:
    """A random game through PettingZoo. Without observations the action is drawn from the offer of the engine."""
    referee, rng, steps = env.referee, Random(seed), 0
    player, encode = RandomPlayer(referee.game, seed), referee.actions.encode
    env.reset(seed=seed)
    while not referee.is_over:
        seen, _, _, _, _ = env.last(observe=observes)
        if observes:
            action = random_action(seen["action_mask"], rng)
        else:
            assert referee.offer is not None
            action = encode(player.choose(None, referee.offer))
        env.step(action)
        steps += 1
    return steps


def seat_game(env: SeatEnv, seed: int) -> int:
    """A random game of one seat against a random opponent through Gymnasium; the steps of both seats count."""
    rng, is_over = Random(seed), False
    seen, _ = env.reset(seed=seed)
    while not is_over:
        seen, _, is_over, _, _ = env.step(random_action(seen["action_mask"], rng))
    return env.referee.decisions


def spiel_game(name: str, seed: int) -> int:
    """A random game through OpenSpiel."""
    state, rng, steps = pyspiel.load_game(name).new_initial_state(), Random(seed), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, weights)[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps


def interfaces(key: str) -> dict[str, Interface]:
    """The ways in which a game can be played at random."""
    named = Named(key, longest_scenario(key))
    game, env, seat = kit(key).game, zoo.raw_env(named.id), SeatEnv(named.id)
    return {
        BARE: lambda seconds, seed: random_play(game, seconds, seed),
        "pettingzoo without observations": lambda s, n: rate(s, n, lambda seed: zoo_game(env, seed, observes=False)),
        "pettingzoo": lambda s, n: rate(s, n, lambda seed: zoo_game(env, seed, observes=True)),
        "gymnasium": lambda s, n: rate(s, n, lambda seed: seat_game(seat, seed)),
        "openspiel": lambda s, n: rate(s, n, lambda seed: spiel_game(name_of(named), seed)),
    }


def classic_game(env: Any, seed: int) -> int:
    """A random game of an environment of PettingZoo's own, with observations."""
    rng, steps = Random(seed), 0
    env.reset(seed=seed)
    for _ in env.agent_iter():
        seen, _, is_over, is_cut_short, _ = env.last()
        env.step(None if is_over or is_cut_short else random_action(seen["action_mask"], rng))
        steps += not (is_over or is_cut_short)
    return steps


def peers() -> dict[str, Interface]:
    """Games of others; those of PettingZoo take part where the packages that they need are installed."""
    found: dict[str, Interface] = {
        "openspiel backgammon": lambda s, n: rate(s, n, lambda x: spiel_game("backgammon", x))
    }
    for name, needed in CLASSICS.items():
        if all(importlib.util.find_spec(package) for package in needed):
            found[f"pettingzoo {name}"] = classic(name)
    return found


def classic(name: str) -> Interface:
    env = importlib.import_module(f"pettingzoo.classic.{name}.{name}").raw_env()
    return lambda seconds, n: rate(seconds, n, lambda seed: classic_game(env, seed))


def observation_time(key: str, number: int) -> float:
    """The median microseconds of an observation in random positions, the mask included."""
    observer, actions, game = kit(key).observer, kit(key).actions, kit(key).game

    def one(s: Any) -> Callable[[], object]:
        def call() -> object:
            offer = game.offers(s)[0]
            return observer.observe(s, max(offer.seat, 0), decides=True), actions.mask(offer)

        return call

    calls = [one(s) for s in positions(game, number)]
    for call in calls:  # what a position works out for itself once is not the observation's
        call()
    return median(microseconds(calls))


def run(*, rounds: int = 3, seconds: float = 4.0, games_looked_at: int = 4) -> Json:
    """Run the benchmark. seconds: for each interface in each round."""
    ours = {key: interfaces(key) for key in games.GAMES}
    theirs = peers()
    for every in (*ours.values(), theirs):
        for play in every.values():
            play(seconds / 10, 1_000_000)
    rates: dict[str, dict[str, list[float]]] = {key: {name: [] for name in ours[key]} for key in ours}
    beside: dict[str, list[float]] = {name: [] for name in theirs}
    for nth in range(rounds):
        for key, each in ours.items():
            for name, play in each.items():
                rates[key][name].append(play(seconds, 100 * nth))
        for name, play in theirs.items():
            beside[name].append(play(seconds, 100 * nth))
    return {
        "games": {
            key: {
                **{f"{name} steps/s": values for name, values in each.items()},
                **{f"{name} of {BARE}": share(values, each[BARE]) for name, values in each.items() if name != BARE},
                "observation us": observation_time(key, games_looked_at),
            }
            for key, each in rates.items()
        },
        "peers": {f"{name} steps/s": values for name, values in beside.items()},
    }


def share(values: list[float], bare: list[float]) -> float:
    """The median of the rounds' ratios."""
    return median(one / other for one, other in zip(values, bare, strict=True))


def main(*, as_json: bool = False) -> None:
    result = run()
    if as_json:
        print(json.dumps(result, indent=1))
        return
    for key, values in result["games"].items():
        show(key, values)
    show("peers", result["peers"])
