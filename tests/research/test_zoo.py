"""PettingZoo's own tests, and what they do not look at: chance, secrets, rewards, illegal actions."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from research.chosen import EVERY, IDS, QUICK
from stavka import games
from stavka.research import zoo
from stavka.research.referee import UnknownEnvironmentError, environments
from stavka.studies.simulate import winner

with warnings.catch_warnings():  # where pygame is installed, PettingZoo's tests import one of its games in an old way
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

CYCLES = 1500 if EVERY else 200
OF_ALL_WITH_MASKS = (
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    "Observation is not a NumPy array",
    "Action mask numpy array is all zeros (no legal actions).",
)
"""What PettingZoo's tests say of every environment with masks that is not on their own list of names: its observation
is a dictionary, and a seat that does not decide has nothing to pick."""


@contextmanager
def no_other_warnings() -> Iterator[None]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield
    assert {str(each.message) for each in found} <= set(OF_ALL_WITH_MASKS)


@pytest.mark.parametrize("id_", IDS)
def test_pettingzoo_accepts_the_interface(id_: str) -> None:
    with no_other_warnings():
        api_test(zoo.env(id_), num_cycles=CYCLES)
        api_test(zoo.raw_env(id_), num_cycles=CYCLES // 4)


@pytest.mark.parametrize("id_", IDS)
def test_the_same_seed_gives_the_same_game(id_: str) -> None:
    with no_other_warnings():
        seed_test(lambda: zoo.env(id_), num_cycles=CYCLES)


@pytest.mark.parametrize("id_", IDS)
def test_pettingzoo_accepts_the_rendering(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: zoo.env(id_, render_mode=render_mode), {"svg": is_svg, "ansi": is_text})
    assert "\x1b[" in capsys.readouterr().out


def is_svg(shown: Any) -> bool:
    return isinstance(shown, str) and shown.startswith("<svg")


def is_text(shown: Any) -> bool:
    return isinstance(shown, str) and shown.count("\n") > 20


@pytest.mark.parametrize("id_", IDS if EVERY else [QUICK])
def test_pettingzoo_can_measure_the_speed(id_: str, capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(zoo.raw_env(id_))
    assert "turns per second" in capsys.readouterr().out


# -- games ----------------------------------------------------------------------------------------------------------


def play(env: zoo.StavkaEnv, seed: int) -> dict[str, float]:
    """A random game: what each agent gets in all."""
    rng, got = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, reward, is_over, _, _ = env.last(observe=False)
        got[agent] += reward
        env.step(None if is_over else rng.choice(env.referee.legal))
    return got


@pytest.mark.parametrize("id_", IDS)
def test_the_winner_gets_1_and_the_loser_gets_minus_1(id_: str) -> None:
    env = zoo.raw_env(id_)
    for seed in range(2):
        got = play(env, seed)
        won = winner(env.referee.state.result)
        side = env.referee.game.sides.index(won) if won in env.referee.game.sides else None
        seat = None if side is None else env.referee.game.seat(env.referee.state, side)
        expected = [0.0, 0.0] if seat is None else [1.0 if at == seat else -1.0 for at in (0, 1)]
        assert list(got.values()) == expected


def test_chance_comes_from_the_seed() -> None:
    env = zoo.raw_env(QUICK)
    results = []
    for seed in (1, 1, 2):
        play(env, seed)
        results.append(env.referee.state.digest())
    assert results[0] == results[1] != results[2]
    env.reset(seed=5)
    env.reset()
    first = play_on(env, 3)
    env.reset(seed=5)
    env.reset()
    assert play_on(env, 3) == first


def play_on(env: zoo.StavkaEnv, seed: int) -> str:
    rng = Random(seed)
    while not env.referee.is_over:
        env.step(rng.choice(env.referee.legal))
    return str(env.referee.state.digest())


def test_every_scenario_has_an_environment() -> None:
    listed = {(key, item["key"]) for key in games.GAMES for item in games.about(key)["scenarios"]}
    assert set(environments()) == listed
    assert zoo.raw_env("stavka/traces-race-v0").metadata["name"] == "stavka/traces-race-v0"
    with pytest.raises(UnknownEnvironmentError, match="no environment 'chess_v6'; there are stavka/"):
        zoo.env("chess_v6")


def test_drawing_needs_a_mode() -> None:
    with pytest.raises(ValueError, match="render mode 'oil': expected one of human, ansi, svg"):
        zoo.env(QUICK, render_mode="oil")
    env = zoo.raw_env(QUICK)
    env.reset(seed=1)
    with pytest.raises(ValueError, match="made without render_mode"):
        env.render()
