"""Games of Roads to Moscow, cut where something happens that is worth seeing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from page.walks import Cut, Stroll, Walk, anything, step_of
from stavka.engine.kinds import last_hex
from stavka.engine.offer import Pick
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.games.moscow.game import load
from stavka.games.moscow.rules.c08_ground_movement.overrun import targets

GAME = load()
IDLE = frozenset({"done", "stop", "pass"})
BUSY = 0.9


def busily(offered: Mapping[str, Pick], rng: Random) -> Pick:
    """Usually an action rather than a pick that does nothing, but seldom a Formation in Reserve."""
    active = {word: pick for word, pick in offered.items() if word not in IDLE}
    if "done" in offered and any(word.startswith("formation-") for word in offered):
        return offered["done"] if rng.random() < BUSY else anything(offered, rng)
    return anything(active if active and rng.random() < BUSY else offered, rng)


STROLL = Stroll("mtsensk", 9, busily, 1600)


@cache
def movement() -> str:
    """A German movement phase."""
    return Walk(GAME, "mtsensk", 9, busily).go(lambda session: step_of(session) == ("german", "movement")).record()


@cache
def combining(seed: int = 9) -> Cut:
    """A player has drawn a marker, another lies in his Pool: their Formations can be tried together. With seed 9 the
    first die makes the attempt succeed; with seed 15 it fails."""

    def can_combine(session: Session[Any]) -> bool:
        (offer, *_) = session.offers()
        return step_of(session)[1] == "choose" and bool(offer.options & GAME.COMBINE_DRAWN)

    walk = Walk(GAME, "mtsensk", seed, busily).go(can_combine)
    return Cut(walk.record(), step_of(walk.session)[0], "combine-drawn")


@cache
def overrunning(seed: int = 43) -> Cut:
    """A stack is on the move and can overrun the enemy in a hex."""

    def reached(session: Session[Any]) -> int:
        s = session.state
        return session.offers()[0].hexes & targets(GAME, s, s.stack[-1]) if s.stack[-1].step == "move" else 0

    walk = Walk(GAME, "mtsensk", seed, busily).go(lambda session: bool(reached(session)))
    hexes = reached(walk.session)
    return Cut(walk.record(), step_of(walk.session)[0], GAME.grid.number(last_hex(hexes)))


REFUSES, HOLDS = "MZ2112", "MZ1718"
"""In the game of artemki.txt: a hex that can refuse combat, and one that can hold when somebody has come to it to
react."""


@cache
def attacks() -> str:
    """The Germans at Artemki have declared attacks, HOLDS among them, and may declare one on REFUSES. Units are near
    enough to react, and both sides have aircraft and guns."""
    session: Session[Any] = Session(GAME, "artemki", seed="50")
    for word in (Path(__file__).parent / "artemki.txt").read_text().split():
        (offer, *_) = session.offers()
        session.play(offer.seat, {GAME.write_pick(pick, offer): pick for pick in offer}[word])
    return replace(session.record, seed=session.seed).write()


def refusal() -> str:
    """Declare that too; the Soviet side is asked whether it refuses combat."""
    return gone_on(frozenset({"refusal"}))


def check() -> str:
    """A unit checks, and an HQ can help it."""
    return gone_on(frozenset({"cas_check", "gun_check", "ground_check"}))


@cache
def gone_on(steps: frozenset[str]) -> str:
    """From there on to one of some steps, with the attack on REFUSES and whatever comes first at each question."""
    session: Session[Any] = Session.resume(GAME, read_record(attacks()))
    while session.state.stack[-1].step not in steps:
        (offer, *_) = session.offers()
        words = {GAME.write_pick(pick, offer): pick for pick in offer}
        pick = words.get(REFUSES) or words.get("all") or next(iter(offer))
        session.play(offer.seat, pick)
    return replace(session.record, seed=session.seed).write()


@cache
def fuel() -> str:
    """The first German Formation of a game of scripts is about to be given fuel: one Fuel unit reaches all of it."""
    session: Session[Any] = Session(GAME, "mtsensk", seed="page")
    script = opponents.make("scripted-1", GAME, 1)
    while session.state.stack[-1].step != "fuel":
        offer = session.offers()[0]
        session.play(offer.seat, script.choose(GAME.see(session.state, offer.seat), offer))
    return replace(session.record, seed=session.seed).write()
