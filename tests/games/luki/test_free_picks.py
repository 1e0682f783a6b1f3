"""The seat that decides is known without an offer, and picks declared free can be taken back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from games.luki.walks import GAME, choose, collected, encircled, posed, walk
from stavka.engine.machine import HEXES, OPTIONS, UNITS, Step
from stavka.engine.offer import CHANCE, HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, Session
from stavka.games.luki.rules.c13_miscellaneous.garrison import BreakingOut
from stavka.games.luki.state import Position

KINDS = {UNITS: UNIT, HEXES: HEX, OPTIONS: OPTION}
SAMPLE = 8


def seats(s: Position) -> tuple[int, ...]:
    frame = s.stack[-1]
    return GAME.steps[frame.step].seats(GAME, s, frame)


def free_picks(s: Position, offer: Offer) -> list[Pick]:
    frame = s.stack[-1]
    return list(GAME.steps[frame.step].free_picks(GAME, s, frame, offer))


def session_at(s: Position | None, seed: int) -> Session[Position]:
    session = Session(GAME, "campaign", seed=str(seed))
    if s is not None:
        session.state = s.clone()
        session.state.events = []
        session.answer_chance()
    return session


def some(picks: list[Pick], kind: int, rng: Random) -> list[Pick]:
    """All picks of a kind, or some of them."""
    found = [pick for pick in picks if pick[0] == KINDS[kind]]
    return rng.sample(found, min(SAMPLE, len(found)))


@cache
def tried(seed: int) -> Counter[tuple[str, int]]:
    """Play a random game and try what is free in every fifth position: how often, by step and kind."""
    rng, found = Random(seed), Counter[tuple[str, int]]()
    for start, number in ((None, 1500), (encircled(seed), 1000)):
        session = session_at(start, seed)
        for at in range(number):
            if session.state.result:
                break
            if at % 5 == 0:
                found += try_free(session, rng)
            offer = rng.choice(session.offers())
            session.play(offer.seat, choose(GAME, offer, rng))
    return found


def try_free(session: Session[Position], rng: Random) -> Counter[tuple[str, int]]:
    """Try the picks that are free here. The seat's own sight must declare the same picks free."""
    s, found = session.state, Counter[tuple[str, int]]()
    step = s.stack[-1].step
    for offer in session.offers():
        free = free_picks(session.known_to(offer.seat), offer)
        assert free_picks(GAME.see(s, offer.seat).position, offer) == free, step
        for kind in KINDS:
            for pick in some(free, kind, rng):
                assert session.contract(offer.seat, pick) == FREE, (step, GAME.write_pick(pick), s.stack)
                found[step, kind] += 1
    return found


def positions() -> Iterator[Position]:
    for seed in range(2):
        yield from walk(seed)
    for found in collected().values():
        yield from found


def test_the_seats_of_a_step_are_those_of_its_offers() -> None:
    met = set()
    for s in positions():
        if not s.result:
            offers = GAME.offers(s)
            assert seats(s) == tuple(offer.seat for offer in offers), s.stack[-1]
            assert [offer.chance is not None for offer in offers] == [seat == CHANCE for seat in seats(s)], s.stack[-1]
            met.add(s.stack[-1].step)
    assert met == {name for name, step in GAME.steps.items() if waits(step)}


def waits(step: Step[Any, Position, Any]) -> bool:
    return type(step).offer is not Step.offer or type(step).offers is not Step.offers


def test_every_step_that_waits_says_who_decides_without_an_offer() -> None:
    for name, step in GAME.steps.items():
        says = type(step).seat is not Step.seat or type(step).seats is not Step.seats
        assert says == waits(step), name


@pytest.mark.parametrize("seed", range(3))
def test_what_is_free_can_be_taken_back(seed: int) -> None:
    assert sum(tried(seed).values()) > 300


def test_what_is_free_is_met_wherever_there_are_many_picks() -> None:
    met = {key for seed in range(3) for key in tried(seed)}
    assert {("reinforce", UNITS), ("place", HEXES), ("movement", UNITS), ("move", HEXES), ("move", OPTIONS)} <= met
    assert {("fighting", HEXES), ("attack", UNITS), ("from_box", HEXES), ("to_box", UNITS)} <= met
    assert ("chits", OPTIONS) in met


def test_what_is_free_in_rare_positions_can_be_taken_back() -> None:
    for found in collected().values():
        for number, s in enumerate(found):
            session = session_at(s, number)
            if not session.state.result:
                try_free(session, Random(number))


@pytest.mark.parametrize("steps", [2, 5, 12])
def test_what_is_free_in_a_breakout_can_be_taken_back(steps: int) -> None:
    s, found = posed("conversion").clone(), Counter[tuple[str, int]]()
    s.stack[-1] = BreakingOut(steps, hexes=1 << s.place[GAME.unit_index("ge.wl.wien")], units=0)
    session, rng = session_at(s, steps), Random(steps)
    while session.state.stack[-1].step == "breakout":
        found += try_free(session, rng)
        offer = session.offers()[0]
        session.play(offer.seat, choose(GAME, offer, rng))
    assert found["breakout", UNITS]
