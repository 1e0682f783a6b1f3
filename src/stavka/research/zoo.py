"""PettingZoo: every scenario of every game as an environment in which the seats act in turn (AEC).

env = stavka.research.zoo.env("stavka/traces-race-v0")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from stavka.research.arrays import Arrays, action_space, arrays, observation_space
from stavka.research.referee import NOTHING, Referee
from stavka.research.rendering import MODES, checked, rendered

ILLEGAL: Final = -1.0
"""The reward for an action that is not offered, which ends the game."""


def env(id_: str, **choices: Any) -> AECEnv[str, Arrays, int]:
    """The environment with PettingZoo's checks around it: an action that is not offered loses the game. The choices are
    those of `StavkaEnv`."""
    made: Any = wrappers.TerminateIllegalWrapper(StavkaEnv(id_, **choices), illegal_reward=ILLEGAL)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def raw_env(id_: str, **choices: Any) -> StavkaEnv:
    """The environment alone, which is faster: an action that is not offered raises ValueError."""
    return StavkaEnv(id_, **choices)


class StavkaEnv(AECEnv[str, Arrays, int]):  # type: ignore[misc]  # PettingZoo has no types
    """A scenario as an environment.

    An agent is named for its seat: "soviet_0". Where seats decide together and in secret, they are asked in turn, and
    none sees what another has chosen. Chance is answered by the generator that `reset(seed=...)` sets."""

    def __init__(
        self,
        id_: str,
        *,
        rewards: Mapping[str, float] | None = None,
        options: Mapping[str, bool] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """rewards: as in `Referee`. options: the optional rules."""
        super().__init__()
        self.referee = Referee(id_, rewards=rewards, options=options)
        self.render_mode = checked(render_mode)
        self.metadata = {
            "name": self.referee.named.id,
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"{side}_{seat}" for seat, side in enumerate(self.referee.game.sides)]
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(self.referee.observer) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.referee.actions) for agent in self.possible_agents}
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game. The same seed and the same actions give the same game. `options` has no effect."""
        self.referee.start(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.has_gained = False
        self.point_at()

    def point_at(self) -> None:
        """Ask the seat that decides; when the game is over, all agents are done."""
        if self.referee.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.referee.seat]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to decide: expected an action, found None")
        self.referee.act(int(action))
        self._cumulative_rewards[agent] = 0.0
        gains = self.referee.gains()
        if gains is not NOTHING or self.has_gained:
            self.has_gained = gains is not NOTHING
            for each, gain in zip(self.possible_agents, gains, strict=True):
                self.rewards[each] = gain
                self._cumulative_rewards[each] += gain
        self.point_at()

    def observe(self, agent: str) -> Arrays:
        referee, seat = self.referee, self.seat_of[agent]
        offer = referee.offer if referee.seat == seat else None
        return arrays(referee.actions, referee.observe(seat), offer)

    def render(self) -> Any:
        """The map as everybody may see it."""
        return rendered(self.referee.named.game, self.referee.state, self.render_mode)

    def close(self) -> None:
        """There is nothing to release."""
