"""Games of Zitadelle: Duel for Kursk, played at random in this process and cut where a test wants to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

from stavka import games
from stavka.engine.session import Session

GAME = games.load("zitadelle")
HISTORICAL = "historical"


def step_of(session: Session[Any]) -> tuple[str, str]:
    """Who is asked, and in which step."""
    return GAME.sides[session.offers()[0].seat], session.state.stack[-1][0]


def walk(seed: int, until: Callable[[Session[Any]], bool]) -> str:
    """The record of a game, set up as in history and then played at random. The same seed gives the same game."""
    session: Session[Any] = Session(GAME, "campaign", seed=str(seed))
    rng = Random(seed)
    while not until(session):
        offer = rng.choice(session.offers())
        named = {GAME.write_pick(pick, offer): pick for pick in offer}
        session.play(offer.seat, named.get(HISTORICAL) or rng.choice(list(named.values())))
    return replace(session.record, moves=list(session.record.moves), seed=session.seed).write()


@cache
def set_up() -> str:
    """Both sides are set up; the Germans assign their air units."""
    return walk(6, lambda session: step_of(session) == ("german", "air"))


@cache
def german_fire() -> str:
    """Soviet armour is next to German guns."""
    return walk(6, lambda session: step_of(session) == ("german", "fire"))


@cache
def attack(seed: int = 6) -> str:
    """A German assault: the hex is named, units are not."""
    return walk(seed, lambda session: step_of(session) == ("german", "attack"))


@cache
def movement() -> str:
    return walk(6, lambda session: step_of(session) == ("german", "movement"))
