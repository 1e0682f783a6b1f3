"""Gymnasium's own test, several environments at once, and games of one seat against a program."""

from __future__ import annotations

import sys
import warnings
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv

from research.chosen import IDS, QUICK
from stavka.games.opponents import UnknownPlayerError
from stavka.research.seat import SeatEnv
from stavka.studies.simulate import winner

PAIR = 2


@pytest.mark.parametrize("id_", IDS)
def test_gymnasium_accepts_the_environment(id_: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seat in SeatEnv(id_).referee.game.sides:
            env = gymnasium.make(id_, seat=seat)
            check_env(env.unwrapped, skip_render_check=False)
            env.close()


def legal(rng: np.random.Generator, mask: Any) -> int:
    offered = np.flatnonzero(mask)
    return int(rng.choice(offered)) if len(offered) else 0


def game_of(env: SeatEnv, seed: int) -> tuple[float, int]:
    """A random game: its reward and the number of decisions."""
    rng = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    got, number, is_over = 0.0, 0, False
    while not is_over:
        seen, reward, is_over, _, info = env.step(legal(rng, seen["action_mask"]))
        assert "illegal" not in info
        got, number = got + reward, number + 1
    assert not seen["action_mask"].any()
    return got, number


@pytest.mark.parametrize("id_", IDS)
def test_a_seat_plays_to_the_end(id_: str) -> None:
    env = SeatEnv(id_)
    got, number = game_of(env, 3)
    won = winner(env.referee.state.result)
    sides = env.referee.game.sides
    assert got == (0.0 if won not in sides else 1.0 if won == sides[env.seat] else -1.0) and number > 20
    assert game_of(env, 3) == (got, number)


def test_either_seat_and_a_better_opponent() -> None:
    sides = SeatEnv(QUICK).referee.game.sides
    env = SeatEnv(QUICK, seat=sides[1], opponent="scripted")
    assert env.seat == 1 and game_of(env, 0)[0] in {-1.0, 0.0, 1.0}
    with pytest.raises(ValueError, match=f"no seat 'british' in .*; there are {', '.join(sides)}"):
        SeatEnv(QUICK, seat="british")
    with pytest.raises(UnknownPlayerError, match="no player 'rommel' of "):
        SeatEnv(QUICK, opponent="rommel")


def test_an_opponent_that_fails_loses(tmp_path: Path) -> None:
    file = tmp_path / "silent.py"
    file.write_text("raise SystemExit(1)")
    env = SeatEnv(QUICK, opponent=f"pipe:{sys.executable} {file}")
    assert game_of(env, 1)[0] == 1.0
    assert env.referee.state.result == f"{env.referee.game.sides[0]} forfeit"


@pytest.mark.parametrize("kind", [SyncVectorEnv, AsyncVectorEnv])
def test_several_at_once_begin_anew_by_themselves(kind: Any) -> None:
    """In one process and in processes of their own: the same games, and the next one begins after each."""
    envs = kind([partial(SeatEnv, QUICK) for _ in range(PAIR)])
    try:
        rng = np.random.default_rng(1)
        seen, _ = envs.reset(seed=3)
        assert seen["observation"].shape[0] == PAIR
        ended, begun, after = 0, 0, np.zeros(PAIR, bool)
        for _ in range(3000):
            seen, rewards, over, _, _ = envs.step(np.array([legal(rng, mask) for mask in seen["action_mask"]]))
            assert (seen["action_mask"].any(axis=1) == ~over).all()
            begun += int((after & ~over).sum())
            assert not rewards[after].any()
            ended, after = ended + int(over.sum()), over
            if ended >= PAIR and begun >= PAIR:
                break
        assert ended >= PAIR and begun >= PAIR
    finally:
        envs.close()
