"""Games between programs, without record or log, for speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from stavka.engine.agent import Agent, ForfeitError
from stavka.engine.machine import Game
from stavka.engine.offer import ROLL, Outcomes
from stavka.engine.state import State

MOST_PICKS = 200_000
"""A game with more picks than this is a fault: it repeats itself without end."""

FORFEIT: Final = "forfeit"
"""The second word of the result of a game that a player has forfeited."""


class Outcome(NamedTuple):
    result: str
    picks: int
    rolls: int
    turn: int
    figures: Mapping[str, float]
    """The figures that the game counts: `Game.figures`."""
    forfeit: str = ""
    """The sentence that says why a player lost the game without finishing it; empty if the game was played to its
    end."""


def weighted(rng: Random, outcomes: Outcomes) -> int:
    at = rng.random() * sum(weight for _, weight in outcomes)
    for index, (_, weight) in enumerate(outcomes):
        at -= weight
        if at < 0:
            return index
    return max(i for i, (_, weight) in enumerate(outcomes) if weight)


def play_out(
    game: Game[Any],
    state: State,
    agents: Sequence[Agent],
    rng: Random,
    watch: Callable[[Any], None] | None = None,
) -> Outcome:
    """Play a position to its end. Faults (no picks, no end) are AssertionErrors. A player that forfeits loses."""
    try:
        return _play_out(game, state, agents, rng, watch)
    finally:
        for agent in agents:
            agent.close(state.result)


def _play_out(
    game: Game[Any], state: State, agents: Sequence[Agent], rng: Random, watch: Callable[[Any], None] | None
) -> Outcome:
    picks = rolls = 0
    forfeit = ""
    offers, apply, see = game.offers, game.apply, game.see
    while not state.result:
        offer = offers(state)[0]
        seat = offer.seat
        if seat < 0:
            assert offer.chance is not None
            apply(state, seat, (ROLL, weighted(rng, offer.chance)))
            rolls += 1
        else:
            agent = agents[seat]
            try:
                pick = agent.choose(None if agent.blind else see(state, seat), offer)
            except ForfeitError as error:
                forfeit = str(error)
                state.result = forfeited(game, state, seat)
                break
            assert agent.blind or pick in offer, f"{type(agent).__name__} picks {pick}, which is not offered"
            apply(state, seat, pick)
            picks += 1
            assert picks < MOST_PICKS, "the game does not end"
        if watch is not None:
            watch(state)
    return Outcome(state.result, picks, rolls, getattr(state, "turn", 0), game.figures(state), forfeit)


def forfeited(game: Game[Any], state: State, seat: int) -> str:
    """The result of a game that a seat forfeits: the other side wins."""
    return f"{game.sides[1 - game.side_of(state, seat)]} {FORFEIT}"
