"""The deciding seats and the free picks, found without an offer and without a trial.

Picks that a step declares free are compared with what `Session.contract` finds by trying them."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.traces.walks import CASES, GAME, collected, starved, wild
from stavka.engine.kinds import last_hex
from stavka.engine.machine import Game
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.engine.session import FREE, Session
from stavka.games.traces.game import Traces
from stavka.games.traces.rules.c09_movement import Moving
from stavka.games.traces.state import SOVIET, Position

TRIED = 8
"""Picks of one kind that are tried."""
GAMES = {"real": GAME, "wild": wild(), "starved": starved()}


def session_at(game: Traces, s: Position) -> Session[Position]:
    """A session at a position, as if it had been played to there."""
    case = CASES[0]
    session: Session[Position] = Session(game, case.scenario, case.options, seed="free")
    session.state = s.clone()
    session.state.events = []
    session.entries.clear()
    return session


def free_of(game: Game[Position], s: Position, offer: Offer) -> list[Pick]:
    """The picks that are declared free; s is what the seat of the offer knows."""
    frame = s.stack[-1]
    return list(game.steps[frame.step].free_picks(game, s, frame, offer))


def free_hexes(s: Position) -> list[Pick]:
    (offer,) = GAME.offers(s)
    return [pick for pick in free_of(GAME, s, offer) if pick[0] == HEX]


def wrong_picks(session: Session[Position], rng: Random, tried: Counter[tuple[str, int]]) -> list[str]:
    """Picks that are declared free and are not, among a sample of those that are offered."""
    game, s = session.game, session.state
    step, wrong = s.stack[-1].step, []
    for offer in game.offers(s):
        if offer.chance is not None:
            continue
        free = free_of(game, session.known_to(offer.seat), offer)
        for kind in (UNIT, HEX, OPTION):
            picks = [pick for pick in free if pick[0] == kind]
            for pick in rng.sample(picks, min(TRIED, len(picks))):
                tried[step, kind] += 1
                if session.contract(offer.seat, pick) != FREE:
                    wrong.append(f"{s.stack}: {game.write_pick(pick, offer)}")
    return wrong


@cache
def positions(which: str) -> list[Position]:
    """Some positions of every step of random games."""
    return [
        s for name, found in collected(games=16, each=60, game=GAMES[which]).items() if name != "over" for s in found
    ]


@pytest.mark.parametrize("which", GAMES)
def test_the_seats_are_those_that_are_offered_something(which: str) -> None:
    game = GAMES[which]
    for s in positions(which):
        frame = s.stack[-1]
        seats = game.steps[frame.step].seats(game, s, frame)
        assert seats == tuple(offer.seat for offer in game.offers(s)), frame


@pytest.mark.parametrize("which", GAMES)
def test_what_is_declared_free_can_be_taken_back(which: str) -> None:
    rng, tried = Random(which), Counter[tuple[str, int]]()
    for s in positions(which):
        assert wrong_picks(session_at(GAMES[which], s), rng, tried) == []
    steps = {step for step, _ in tried}
    assert {"movement", "move", "combat", "attack", "mode", "choose_hq", "reinforcements", "place"} <= steps
    assert sum(tried.values()) > 1000


def test_most_moves_are_declared_free() -> None:
    """A page with a unit on the move has to try nothing for them."""
    moves = [s for s in positions("real") if isinstance(s.stack[-1], Moving)]
    assert sum(bool(free_hexes(s)) for s in moves) > 0.7 * len(moves)


def test_a_move_through_a_city_whose_fall_wins_the_game_is_not_free() -> None:
    """[13.1] The same move is free without the order: other units can still move after it."""
    seen = 0
    for s in positions("real"):
        prizes = GAME.offers(s)[0].hexes & GAME.cities & ~s.cities
        if not isinstance(s.stack[-1], Moving) or GAME.side[s.stack[-1].unit] != SOVIET or not prizes:
            continue
        city = last_hex(prizes)
        without, under = s.clone(), s.clone()
        without.orders, under.orders = 0, 1 << city
        assert free_hexes(under) == []
        assert session_at(GAME, under).contract(GAME.seat(s, SOVIET), (HEX, city)) != FREE
        seen += free_hexes(without) != []
    assert seen


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_free_depends_on_nothing_that_a_seat_cannot_see(seat: int | None) -> None:
    """Where one seat decides, hidden things change nothing; where both do, the question uses what the seat sees."""
    for s in positions("real"):
        frame = s.stack[-1]
        if frame.step == "add_chits":  # numbers of chits, which are open, and which a sight keeps elsewhere
            continue
        for offer in GAME.offers(s) if not GAME.decide_together(s) else ():
            if offer.chance is None:
                assert free_of(GAME, GAME.see(s, seat).position, offer) == free_of(GAME, s, offer), frame


def test_chits_that_are_selected_in_secret_are_free() -> None:
    rng, tried = Random(5), Counter[tuple[str, int]]()
    for s in positions("real"):
        if s.stack[-1].step == "select_chits":
            assert wrong_picks(session_at(GAME, s), rng, tried) == []
    assert tried["select_chits", OPTION] > 20
