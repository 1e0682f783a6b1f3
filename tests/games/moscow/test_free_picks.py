"""The statements of steps about their picks without an offer or a trial: who decides, and what is free."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

from games.moscow.walks import EVERY_OPTION, GAME, choose
from stavka.engine.machine import Step
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, Session
from stavka.games.moscow.game import STEPS
from stavka.games.moscow.rules.c08_ground_movement.going import Moving
from stavka.games.moscow.rules.c08_ground_movement.moves import outlook
from stavka.games.moscow.state import Position

TRIED = 8  # picks of a kind, in each position that is looked at
KINDS = {UNIT: "unit", HEX: "hex", OPTION: "option"}
ALWAYS = {"movement": {"unit", "hex"}, "declare": {"hex"}, "attack": {"unit"}, "retreat": {"unit"}}


class Found(NamedTuple):
    """The findings in random games, by step and kind of pick."""

    seats: Counter[str]
    """Positions in which the seats were compared."""
    free: Counter[tuple[str, str]]
    """Free picks that were tried."""
    wrong: list[str]


def top(s: Position) -> Step[Any, Position, Any]:
    return STEPS[s.stack[-1].step]


def free_picks(s: Position, offer: Offer, rng: Random) -> list[Pick]:
    """Some of the picks that are said to be free; s is what the seat of the offer knows."""
    free = top(s).free_picks(GAME, s, s.stack[-1], offer)
    found: list[Pick] = []
    for kind in KINDS:
        picks = [pick for pick in free if pick[0] == kind]
        found += rng.sample(picks, min(TRIED, len(picks)))
    return found


@cache
def played(games: int = 8, length: int = 900) -> Found:
    found = Found(Counter(), Counter(), [])
    for number in range(games):
        rng = Random(number)
        scenario = list(GAME.scenarios)[number % len(GAME.scenarios)]
        session = Session(GAME, scenario, EVERY_OPTION if number % 3 else {}, seed=str(number))
        looked: Counter[str] = Counter()
        for _ in range(length):
            offers = session.offers()
            if not offers:
                break
            s, name = session.state, session.state.stack[-1].step
            found.seats[name] += 1
            if top(s).seats(GAME, s, s.stack[-1]) != tuple(offer.seat for offer in offers):
                found.wrong.append(f"{name}: other seats decide than it says")
            offer = rng.choice(offers)
            looked[name] += 1
            if looked[name] < 8 or looked[name] % 9 == 0:
                for pick in free_picks(session.known_to(offer.seat), offer, rng):
                    found.free[name, KINDS[pick[0]]] += 1
                    if session.contract(offer.seat, pick) != FREE:
                        found.wrong.append(f"{name}: {GAME.write_pick(pick, offer)} is not free")
            session.play(offer.seat, choose(GAME, s, offer, rng))
    return found


def test_steps_say_who_decides_and_what_can_be_taken_back() -> None:
    assert played().wrong == []


def test_every_step_that_waits_says_itself_who_decides() -> None:
    """The step does not make an offer for that."""
    assert len(played().seats) > 25
    for name in played().seats:
        step = type(STEPS[name])
        assert step.seat is not Step.seat or step.seats is not Step.seats, name


@pytest.mark.parametrize("name", ALWAYS)
def test_what_is_always_free(name: str) -> None:
    assert {KINDS[kind] for kind in KINDS if STEPS[name].free >> kind & 1} == ALWAYS[name]


def test_the_picks_of_which_there_are_most_have_been_found_free() -> None:
    move = [("set_up", "hex"), ("movement", "unit"), ("move", "hex"), ("move", "option"), ("enter", "hex")]
    other = [("fuel", "unit"), ("army", "unit"), ("army", "option"), ("engineering", "unit"), ("declare", "hex")]
    for name, kind in [*move, *other, ("attack", "unit"), ("react_move", "hex")]:
        assert played().free[name, kind] >= 5, (name, kind)


def test_only_overruns_are_tried_where_a_move_can_go_on() -> None:
    """[8.52] A hex that can be overrun leaves the other hexes of the move free."""
    for number in range(20):
        rng = Random(f"overruns {number}")
        session = Session(GAME, list(GAME.scenarios)[number % len(GAME.scenarios)], seed=str(number))
        for _ in range(700):
            offers = session.offers()
            if not offers:
                break
            s, frame = session.state, session.state.stack[-1]
            overruns = outlook(GAME, s, frame).overruns if isinstance(frame, Moving) else 0
            free = top(s).free_picks(GAME, s, frame, offers[0]) if overruns else None
            if free is not None and free.hexes:
                assert free.hexes == offers[0].hexes & ~overruns
                return
            session.play(offers[0].seat, choose(GAME, s, offers[0], rng))
    raise AssertionError("nobody can overrun")
