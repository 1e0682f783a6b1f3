"""Rewards from the figures of Velikye Luki, some of which follow from what is hidden."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.walks import walk
from stavka.research import zoo
from stavka.research.referee import RewardError


def play(env: zoo.StavkaEnv, seed: int) -> dict[str, float]:
    """A random game: what each agent gets in all."""
    rng, got = Random(seed), dict.fromkeys(env.possible_agents, 0.0)
    env.reset(seed=seed)
    for agent in env.agent_iter():
        _, reward, is_over, _, _ = env.last(observe=False)
        got[agent] += reward
        env.step(None if is_over else rng.choice(env.referee.legal))
    return got


def test_figures_of_the_game_shape_the_reward() -> None:
    """The gains of a game add up to what the figure is at the end, from what it was at the start, times its weight."""
    id_ = "luki-cut-the-line-v0"
    env = zoo.raw_env(id_, rewards={"points": 0.5, "soviet steps lost": -0.25})
    env.reset(seed=4)
    before = env.referee.game.figures(env.referee.state)
    got = play(env, 4)
    after = env.referee.game.figures(env.referee.state)
    expected = 0.5 * (after["points"] - before["points"])
    expected -= 0.25 * (after["soviet steps lost"] - before["soviet steps lost"])
    assert after != before and got["soviet_0"] == pytest.approx(expected) == pytest.approx(-got["german_1"])


def test_a_figure_that_nobody_counts_is_refused() -> None:
    with pytest.raises(RewardError, match="no figure 'glory' in Velikye Luki; there are result, points, soviet steps"):
        zoo.raw_env("luki-cut-the-line-v0", rewards={"glory": 1.0})


def test_rewards_tell_no_secret_before_the_end() -> None:
    """Steps that a unit below the top of a stack has lost are hidden from the enemy, so they count when all is open."""
    env = zoo.raw_env("luki-cut-the-line-v0", rewards={"soviet steps lost": 1.0})
    game = env.referee.game
    s = next(s for s in walk(game.key, 0) if hidden_unit(game, s) >= 0)
    env.referee.state = s
    hidden = hidden_unit(game, s)
    before = env.referee.open_figures()
    s.steps[hidden] -= 1
    assert game.figures(s)["soviet steps lost"] == before["soviet steps lost"] + 1
    assert env.referee.open_figures() == before


def hidden_unit(game: Any, s: Any) -> int:
    """A Soviet unit below the top of a stack, which only its owner sees; -1: there is none."""
    found = (u for u, place in enumerate(game.see(s, None).position.place) if place != s.place[u] and not game.side[u])
    return next(found, -1)
