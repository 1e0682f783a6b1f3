"""Orders in all games: units are taken, moved and put down by ordinary picks, and nothing else happens."""

from __future__ import annotations

from typing import Any

import pytest

from games.ordered import GAMES, moved, picked, places, session_of, units
from stavka import games
from stavka.engine.choosing import pick_again
from stavka.engine.kinds import Unit, hexes_in, units_in
from stavka.engine.offer import HEX, UNIT
from stavka.engine.orders import NOWHERE, Order, carry_out, hand_of, held_by, picks_in_hand
from stavka.engine.session import FREE, Session

EACH = pytest.mark.parametrize("key", GAMES)


@EACH
def test_a_unit_that_is_put_down_has_not_moved(key: str) -> None:
    session, seat = session_of(key)
    before, offer = session.state.digest(), session.offer(seat)
    assert offer is not None
    for unit in list(units_in(offer.units))[:12]:
        assert picks_in_hand(session, seat) == 0 and held_by(session, seat) == (0, False, offer.units)
        session.play(seat, (UNIT, unit))
        held = held_by(session, seat)
        assert held is not None and held.units == 1 << unit and not held.ends
        assert held.others == offer.units & ~(1 << unit)
        for _ in range(picks_in_hand(session, seat)):
            session.undo(seat)
        assert session.state.digest() == before


@EACH
def test_an_order_for_another_unit_puts_the_first_down_unmoved(key: str) -> None:
    session, seat = session_of(key)
    offer, start = session.offer(seat), len(session.record.moves)
    assert offer is not None
    first, other = list(units_in(offer.units))[:2]
    carry_out(session, seat, Order((first,)))
    assert carry_out(session, seat, Order((other,))) == []
    assert picked(session, start) == [session.game.unit_ids[other]]


@EACH
def test_taking_another_unit_ends_the_move_of_one_that_has_set_out(key: str) -> None:
    session, seat = session_of(key)
    offer = session.offer(seat)
    assert offer is not None
    for unit in units_in(offer.units):
        trial = session.clone()
        carry_out(trial, seat, Order((unit,)))
        for hex_ in hexes_in(trial.offers()[0].hexes):
            if trial.contract(seat, (HEX, hex_)) != "free":
                continue
            there = trial.clone()
            there.play(seat, (HEX, hex_))
            hand, held = hand_of(there, seat), held_by(there, seat)
            if hand is not None and held is not None and hand.units:
                assert hand.has_set_out and held.ends and not picks_in_hand(there, seat)
                other = units_in(held.others)[0]
                assert carry_out(there, seat, Order((other,))) == []
                assert picked(there, len(trial.record.moves) + 1) == ["stop", there.game.unit_ids[other]]
                assert moved(there) >> unit & 1 and not moved(there) >> other & 1
                return
    pytest.fail("no unit has points left after a move")


def test_a_stack_of_two_moves_unit_by_unit_in_traces() -> None:
    session, seat = session_of("traces")
    names, start = ("so.2gmc", "so.4gmc"), len(session.record.moves)
    assert places(session, *names) == ["1243", "1243"]
    assert carry_out(session, seat, Order(units(session, *names), session.game.grid.index("1344"))) == []
    assert places(session, *names) == ["1344", "1344"]
    assert picked(session, start) == ["so.2gmc", "1344", "stop", "so.4gmc", "1344"]


def test_what_cannot_go_along_says_why_and_the_others_go() -> None:
    session, seat = session_of("traces")
    goal = session.game.grid.index("1344")
    left = carry_out(session, seat, Order(units(session, "so.49rc", "so.2gmc", "so.54rc"), goal))
    assert [(session.game.unit_ids[each.unit], each.reason.rule) for each in left] == [
        ("so.49rc", "4.3.1a"),  # of another front
        ("so.54rc", "9.1b"),  # a corps on foot, three hexes away
    ]
    assert places(session, "so.2gmc") == ["1344"]
    assert not moved(session) >> units(session, "so.54rc")[0] & 1


@EACH
def test_units_go_as_near_as_they_can_and_nothing_is_rolled(key: str) -> None:
    session, seat = session_of(key)
    grid, offer = session.game.grid, session.offer(seat)
    assert offer is not None
    group = [unit for unit in units_in(offer.units) if session.state.place[unit] >= 0][:6]
    goal = max(
        grid.bits(grid.all & ~session.state.occupied[1 - seat]),
        key=lambda hex_: (grid.sheet(hex_) == grid.sheet(session.state.place[group[0]]), -hex_),
    )
    before, rolled = {unit: session.state.place[unit] for unit in group}, session.rolled
    left = {each.unit for each in carry_out(session, seat, Order(tuple(group), goal, is_towards=True))}
    assert session.rolled == rolled
    gone = {unit for unit in group if session.state.place[unit] != before[unit]}
    there = {unit for unit in group if session.state.place[unit] == goal}
    assert gone and left == set(group) - there, "who has not come to the hex says why"


def test_a_unit_that_cannot_come_nearer_stays_where_it_is() -> None:
    """54 RC is next to the enemy in 1541: every other hex is as far away, or farther."""
    session, seat = session_of("traces")
    carry_out(session, seat, Order(units(session, "so.54rc"), session.game.grid.index("1541"), is_towards=True))
    assert places(session, "so.54rc") == ["1642"]


def test_a_drawn_way_is_taken_if_it_costs_no_more() -> None:
    """From 1243 two hexes over open ground: there are two ways, by 1343 and by 1244."""
    session, seat = session_of("traces")
    index, number = session.game.grid.index, session.game.grid.number
    (unit,) = units(session, "so.2gmc")
    ways = set()
    for by in ("1343", "1244", "1242"):
        trial = session.clone()
        assert carry_out(trial, seat, Order((unit,), index("1344"), via=(index(by),))) == []
        events = trial.state.events or []
        ways.add(
            tuple(
                number(hex_)
                for event in events[session.known() :]
                if event.name == "moves"
                for hex_ in event.values["path"]
            )
        )
        assert places(trial, "so.2gmc") == ["1344"]
    assert len(ways) == 2, ways


@EACH
def test_looking_at_an_order_plays_only_what_can_be_taken_back(key: str) -> None:
    session, seat = session_of(key)
    offer = session.offer(seat)
    assert offer is not None
    start = session.clone()
    for goal in list(hexes_in(session.game.grid.spread(session.state.occupied[seat])))[::9]:
        trial = session.clone()
        carry_out(trial, seat, Order(tuple(units_in(offer.units))[:4], goal, is_towards=True), free=True)
        assert trial.rolled == start.rolled and trial.offer(seat) is not None
        while trial.record.moves != start.record.moves:
            trial.undo(seat)
        assert trial.state.digest() == start.state.digest()


def test_nothing_is_in_hand_before_a_movement_phase() -> None:
    session: Session[Any] = Session(games.load("traces"), "race", seed="open")
    (offer,) = session.offers()
    assert held_by(session, offer.seat) is None and Order((Unit(0),)).to == NOWHERE


@EACH
def test_taking_something_back_makes_no_pick_that_is_final(key: str) -> None:
    """Dropping a unit made the later picks again, also those that dice follow."""
    session, seat = session_of(key)
    offer = session.offer(seat)
    assert offer is not None
    free = [pick for pick in offer if session.contract(seat, pick) == FREE]
    final = [pick for pick in offer if session.contract(seat, pick) != FREE]
    assert free
    before = len(session.record.moves)
    pick_again(session, seat, final)
    assert len(session.record.moves) == before
    pick_again(session, seat, [free[0], *final])
    assert [move.what for move in session.record.moves[before:]] == [session.game.write_pick(free[0], offer)]


@EACH
def test_units_sent_towards_a_hex_are_nearer_to_it_afterwards(key: str) -> None:
    """As the crow flies: a hex next door that is closed is not approached by going round it."""
    session, seat = session_of(key)
    grid, offer = session.game.grid, session.offer(seat)
    assert offer is not None
    for unit in [unit for unit in units_in(offer.units) if session.state.place[unit] >= 0][:8]:
        here = session.state.place[unit]
        for goal in list(grid.bits(grid.ring(here, 1) | grid.ring(here, 2)))[::2]:
            trial = session.clone()
            carry_out(trial, seat, Order((unit,), goal, is_towards=True), free=True)
            there = trial.state.place[unit]
            assert there in (here, goal) or grid.distance(there, goal) < grid.distance(here, goal)
