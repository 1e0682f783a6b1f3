"""Secret choices and refused actions of Traces of War, through PettingZoo and Gymnasium."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from stavka import games
from stavka.research import zoo
from stavka.research.referee import result_of
from stavka.research.seat import SeatEnv


def test_together_and_in_secret() -> None:
    """Both sides select chits at once. The second one to be asked sees the same, whatever the first has picked, and the
    masks differ for nobody but the one who picks."""
    env = zoo.raw_env("traces-race-v0")
    seen = set()
    for nth in range(4):
        env.reset(seed=7)
        rng = Random(7)
        while env.referee.state.stack[-1].step != "select_chits":
            env.step(rng.choice(env.referee.legal))
        first = env.agent_selection
        other = next(agent for agent in env.possible_agents if agent != first)
        offered = env.referee.legal
        start = env.observe(other)
        assert not start["action_mask"].any() and env.observe(first)["action_mask"].any()
        env.step(offered[nth % len(offered)])
        for name, array in env.observe(other).items():
            assert np.array_equal(array, start[name]), name
        while env.agent_selection == first:
            env.step(env.referee.legal[0])
        if env.referee.state.stack[-1].step == "select_chits":
            seen.add(env.observe(other)["tracks"].tobytes())
    assert len(seen) == 1


def test_an_action_that_is_not_offered_is_refused_with_its_rule() -> None:
    env = zoo.raw_env("traces-race-v0")
    env.reset(seed=1)
    before = env.referee.state.digest()
    with pytest.raises(ValueError, match=r"action 0 \(done\) is not offered: \[3\.0j\] "):
        env.step(0)
    assert env.referee.state.digest() == before
    with pytest.raises(ValueError, match="axis_1 has to decide: expected an action, found None"):
        env.step(None)


@pytest.mark.filterwarnings("ignore:.*Illegal move made")
def test_behind_the_wrappers_an_illegal_action_loses() -> None:
    env = zoo.env("traces-race-v0")
    env.reset(seed=1)
    assert env.agent_selection == "axis_1"
    env.last()
    env.step(0)
    assert env.terminations == {"soviet_0": True, "axis_1": True} and env.rewards["axis_1"] == -1


def test_an_action_that_is_not_offered_loses_and_says_why() -> None:
    env = SeatEnv("traces-race-v0", seat="axis")
    env.reset(seed=1)
    _, reward, is_over, is_cut_short, info = env.step(0)
    assert (reward, is_over, is_cut_short) == (-1.0, True, False)
    assert info["illegal"].startswith("action 0 (done) is not offered: [3.0j] ")


def test_masks_have_the_name_that_learners_ask_for() -> None:
    env = SeatEnv("traces-race-v0", seat="axis")
    seen, _ = env.reset(seed=1)
    assert np.array_equal(env.action_masks(), seen["action_mask"].astype(bool)) and env.action_masks().sum() == 5


@pytest.mark.parametrize(
    ("result", "reward"),
    [("soviet points", 1), ("soviet automatic", 1), ("axis points", -1), ("axis forfeit", -1), ("draw", 0)],
)
def test_the_first_word_of_a_result_is_the_winner(result: str, reward: int) -> None:
    assert result_of(games.load("traces"), result) == reward
