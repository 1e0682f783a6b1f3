"""Gymnasium: one seat of a scenario against a program of the game.

import gymnasium, stavka.research.seat
env = gymnasium.make("stavka/traces-race-v0", seat="soviet", opponent="random")
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import gymnasium
import numpy as np
from numpy.typing import NDArray

from stavka.engine.agent import Agent, ForfeitError
from stavka.games.opponents import RANDOM
from stavka.research.arrays import Arrays, action_space, arrays, observation_space
from stavka.research.referee import Referee, environments
from stavka.research.rendering import MODES, checked, rendered
from stavka.studies import players

LOST: Final = -1.0
"""The reward for an action that is not offered, which ends the game."""


class SeatEnv(gymnasium.Env[Arrays, np.int64]):
    """A seat of a scenario. The opponent, chance and secret simultaneous decisions are played inside `step`."""

    metadata: dict[str, Any] = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # Gymnasium's own form

    def __init__(
        self,
        id_: str,
        *,
        seat: str = "",
        opponent: str = RANDOM,
        rewards: Mapping[str, float] | None = None,
        options: Mapping[str, bool] | None = None,
        render_mode: str | None = None,
    ) -> None:
        """seat: the name of a side, by default the first. opponent: a program, as `stavka sim` names it. rewards: as in
        `Referee`. options: the optional rules."""
        self.referee = Referee(id_, rewards=rewards, options=options)
        game = self.referee.game
        if seat and seat not in game.sides:
            raise ValueError(f"no seat {seat!r} in {game.title}; there are {', '.join(game.sides)}")
        players.check(opponent, game.key)
        self.seat = game.sides.index(seat) if seat else 0
        self.opponent = opponent
        self.players: dict[int, Agent] = {}
        self.render_mode = checked(render_mode)
        self.observation_space: Any = observation_space(self.referee.observer)
        self.action_space = action_space(self.referee.actions)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Arrays, dict[str, Any]]:
        """Begin a new game. The same seed and the same actions give the same game. `options` has no effect."""
        super().reset(seed=seed)
        game = self.referee.game
        self.close()
        numbers = self.np_random.integers(1 << 62, size=1 + len(game.sides)).tolist()
        self.players = {
            seat: players.make(self.opponent, game, number)
            for seat, number in enumerate(numbers[1:])
            if seat != self.seat
        }
        self.referee.start(numbers[0])
        self.play_others()
        self.referee.gains()
        return self.observed(), {}

    def play_others(self) -> None:
        """Let the other seats decide until it is this seat's turn."""
        referee = self.referee
        game, actions = referee.game, referee.actions
        while not referee.is_over and referee.seat != self.seat:
            player, offer = self.players[referee.seat], referee.offer
            assert offer is not None
            try:
                pick = player.choose(None if player.blind else game.see(referee.state, referee.seat), offer)
            except ForfeitError:
                referee.forfeit(referee.seat)
            else:
                referee.act(actions.encode(pick))

    def step(self, action: np.int64 | int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Carry out an action. One that is not offered loses the game; `info["illegal"]` then says why."""
        referee = self.referee
        try:
            referee.act(int(action))
        except ValueError as error:
            return self.observed(), LOST, True, False, {"illegal": str(error)}
        self.play_others()
        return self.observed(), referee.gains()[self.seat], referee.is_over, False, {}

    def observed(self) -> Arrays:
        referee = self.referee
        offer = referee.offer if referee.seat == self.seat else None
        return arrays(referee.actions, referee.observe(self.seat), offer)

    def action_masks(self) -> NDArray[np.bool_]:
        """The actions that are offered, under the name by which learners with masks ask for them."""
        return self.referee.actions.mask(self.referee.offer).astype(bool)

    def render(self) -> Any:
        """The map as everybody may see it."""
        return rendered(self.referee.named.game, self.referee.state, self.render_mode)

    def close(self) -> None:
        """Let go of what the opponent holds."""
        for player in self.players.values():
            player.close(self.referee.state.result)
        self.players = {}


def register() -> None:
    """Make the environments known to `gymnasium.make`."""
    for each in environments():
        if each.id not in gymnasium.registry:
            gymnasium.register(each.id, entry_point=f"{__name__}:SeatEnv", kwargs={"id_": each.id})


register()
