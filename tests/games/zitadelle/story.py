"""Games of Zitadelle: Duel for Kursk, set up as in history and then played at random."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import Any

from page.walks import Stroll, Walk, anything, step_of
from stavka import games
from stavka.engine.offer import Pick
from stavka.engine.session import Session

GAME = games.load("zitadelle")
HISTORICAL = "historical"


def as_in_history(offered: Mapping[str, Pick], rng: Random) -> Pick:
    return offered.get(HISTORICAL) or anything(offered, rng)


STROLL = Stroll("campaign", 6, as_in_history, 2600)


def walk(seed: int, until: Callable[[Session[Any]], bool]) -> str:
    """The record of a game up to a point."""
    return Walk(GAME, "campaign", seed, as_in_history).go(until).record()


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
