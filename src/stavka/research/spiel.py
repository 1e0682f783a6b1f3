"""OpenSpiel: every scenario of every game, registered under a name such as `stavka_traces_race`.

    import pyspiel, stavka.research.spiel
    game = pyspiel.load_game("stavka_traces_race")

Chance has nodes of its own. Where seats decide together and in secret, they are asked in turn, and none sees what
another has chosen."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar, Final

import numpy as np
import pyspiel

from stavka import games
from stavka.engine.kinds import Side
from stavka.engine.offer import CHANCE, ROLL, Pick
from stavka.research.referee import Kit, Named, environments, kit, result_of
from stavka.research.table import Table, view_of
from stavka.studies.play import MOST_PICKS

MOST_OUTCOMES: Final = 512
"""More outcomes than any question to chance has."""
PLAYERS: Final = 2


def name_of(named: Named) -> str:
    """The name under which a scenario is registered."""
    return f"stavka_{named.game}_{named.scenario}".replace("-", "_")


def game_type(named: Named) -> Any:
    titles = {item["key"]: item["title"] for item in games.about(named.game)["scenarios"]}
    return pyspiel.GameType(
        short_name=name_of(named),
        long_name=f"{games.about(named.game)['title']}: {titles[named.scenario]}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=PLAYERS,
        min_num_players=PLAYERS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A scenario as a game of OpenSpiel. Each scenario has a class of its own: OpenSpiel keeps it after Python has
    ended, which no other kind of object survives."""

    named: ClassVar[Named]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        named = self.named
        self.kit: Kit = kit(named.game)
        self.first = Table(self.kit.game, self.kit.game.new(named.scenario))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.kit.actions.number,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=PLAYERS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_PICKS,
        )
        super().__init__(game_type(named), info, params or {})

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (name_of(self.named),)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver | None:
        """The observer of a seat; None for observations that hold only what is public or only what is private. With the
        parameter `arrays=False` it makes text only."""
        known = dict(params or {})
        has_arrays = known.pop("arrays", True)
        known.pop("name", None)
        if known:
            raise ValueError(f"observations have the parameter arrays alone, found {', '.join(known)}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return SpielObserver(self.kit, recalls=kind.perfect_recall, has_arrays=has_arrays and not kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A state of a game of OpenSpiel. Everything that changes is in its table."""

    def __init__(self, game: SpielGame, table: Table | None = None) -> None:
        super().__init__(game)
        self.table = table or game.first
        self.is_shared = table is None

    @property
    def kit(self) -> Kit:
        return kit(self.table.game.key)

    def current_player(self) -> int:
        offer = self.table.offer
        if offer is None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if offer.seat == CHANCE else offer.seat

    def _legal_actions(self, player: int) -> Sequence[int]:
        offer = self.table.offer
        return self.kit.actions.list(offer) if offer is not None and offer.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        offer = self.table.offer
        assert offer is not None and offer.chance is not None, "chance is not asked here"
        total = sum(weight for _, weight in offer.chance)
        return [(index, weight / total) for index, (_, weight) in enumerate(offer.chance) if weight]

    def _apply_action(self, action: int) -> None:
        offer = self.table.offer
        assert offer is not None, "the game is over"
        pick: Pick = (ROLL, action) if offer.seat == CHANCE else self.kit.actions.decode(action)
        if pick not in offer:
            raise ValueError(f"action {action} is not offered")
        if self.is_shared:  # every game begins with one table
            self.table, self.is_shared = self.table.copy(), False
        self.table.apply(pick)

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.table.game
        if player == pyspiel.PlayerId.CHANCE:
            return game.write_pick((ROLL, action), self.table.offer)
        return game.write_pick(self.kit.actions.decode(action))

    def is_terminal(self) -> bool:
        return self.table.offer is None

    def returns(self) -> list[float]:
        s, game = self.table.state, self.table.game
        found = result_of(game, s.result) if s.result else 0.0
        return [found, -found] if game.seat(s, Side(0)) == 0 else [-found, found]

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that looks the same to a player, with everything that it cannot know dealt out at random. It has no
        history: that is not known."""
        rng = Random(float(sampler()))
        return SpielState(self.get_game(), self.table.resampled(player, rng))

    def __str__(self) -> str:
        return str(self.table)


class SpielObserver:
    """What a seat sees: the arrays of `Observer` in a row; with perfect recall, its information state as text."""

    def __init__(self, kit_: Kit, *, recalls: bool, has_arrays: bool) -> None:
        self.kit, self.recalls = kit_, recalls
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if has_arrays:
            observer = kit_.observer
            shapes = {
                "planes": (len(observer.planes), *observer.shape),
                "units": (observer.number, len(observer.columns)),
                "tracks": (len(observer.tracks),),
            }
            sizes = {name: int(np.prod(shape)) for name, shape in shapes.items()}
            self.tensor = np.zeros(sum(sizes.values()), np.float32)
            at = 0
            for name, shape in shapes.items():
                self.dict[name] = self.tensor[at : at + sizes[name]].reshape(shape)
                at += sizes[name]

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is None:
            return
        decides = state.table.offer is not None and state.table.offer.seat == player
        seen = self.kit.observer.observe(state.table.state, player, decides=decides)
        for name, array in seen._asdict().items():
            self.dict[name][...] = array

    def string_from(self, state: SpielState, player: int) -> str:
        table = state.table
        if self.recalls:
            return table.information(player)
        seen = view_of(table.game, table.state, player)
        return f"{table.game.sides[player]}, turn {table.state.turn}: {seen}"


def loaded(name: str) -> Any:
    """The game with this name, in a process that has imported this module."""
    return pyspiel.load_game(name)


def register() -> None:
    """Make the scenarios known to `pyspiel.load_game`."""
    known = set(pyspiel.registered_names())
    for each in environments():
        if name_of(each) not in known:
            pyspiel.register_game(game_type(each), type("SpielGame", (SpielGame,), {"named": each}))


register()
