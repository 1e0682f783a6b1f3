"""Nobody sees hidden things, and positions dealt out from a view could be the true one."""

import gc
import json
from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from games.traces.walks import GAME, Walk, collected
from stavka.assurance.invariants import first_difference, play_some, view_faults
from stavka.engine.kinds import options_in
from stavka.engine.offer import OPTION, Pick
from stavka.engine.session import Session
from stavka.engine.state import Event
from stavka.games.traces.checks.invariants import Watch, shuffled
from stavka.games.traces.state import AXIS, SOVIET, Position

EACH = 10
STEPS = sorted({name for name, step in GAME.steps.items() if {"offer", "offers"} & vars(type(step)).keys()} | {"over"})


def at(step: str) -> list[Position]:
    return collected().get(step, [])[:EACH]


# -- views do not depend on secrets ---------------------------------------------------------------------------------


@pytest.mark.parametrize("step", STEPS)
def test_views_hold_nothing_hidden(step: str) -> None:
    """In positions of every step: views from samples, from sights, and with secrets exchanged by hand, are the same."""
    rng = Random(step)
    for s in at(step):
        for _ in range(3):
            assert list(view_faults(GAME, s, rng, shuffled)) == []


def test_the_exchange_of_secrets_exchanges_something() -> None:
    """Otherwise the test above would prove nothing: each secret column changes often, and each is seen by its owner."""
    changed = {"cup": 0, "hand": 0, "air": 0, "stack": 0, "airborne_selected": 0}
    rng = Random(5)
    for step in ("add_chits", "mode", "select_chits", "bid", "movement"):
        for s in collected()[step]:
            for seat in (None, 0, 1):
                for _ in range(5):
                    other = shuffled(GAME, s, seat, rng)
                    for name in changed:
                        changed[name] += getattr(other, name) != getattr(s, name)
    assert all(count >= 10 for count in changed.values()), changed


def picks_of(s: Position, seat: int) -> list[Pick]:
    offer = GAME.offer(s, seat)
    return list(offer) if offer is not None else []


def after(s: Position, seat: int, pick: Pick) -> tuple[Position, list[Event]]:
    c = s.clone()
    c.events = []
    GAME.apply(c, seat, pick)
    return c, c.events


def seen_by(events: list[Event], seat: int | None) -> list[Event]:
    return [event for event in events if event.seats is None or seat in event.seats]


@pytest.mark.parametrize("step", ["select_chits", "bid"])
def test_a_secret_choice_changes_nothing_for_the_others(step: str) -> None:
    """During the step neither the other seat nor an onlooker can tell that anything has been chosen."""
    compared = 0
    for s in at(step):
        for offer in GAME.offers(s):
            for pick in offer:
                c, events = after(s, offer.seat, pick)
                if c.stack[-1].step != step or events:
                    continue
                for seat in {None, 0, 1} - {offer.seat}:
                    assert first_difference(GAME.view(s, seat), GAME.view(c, seat)) == ""
                    compared += 1
                assert GAME.view(s, offer.seat) != GAME.view(c, offer.seat)
    assert compared > 50


def test_nobody_sees_which_chit_the_axis_player_adds() -> None:
    compared = 0
    for s in at("add_chits"):
        axis = GAME.seat(s, AXIS)
        adding = [pick for pick in picks_of(s, axis) if 1 << pick[1] != GAME.DRAW]
        results = [after(s, axis, pick) for pick in adding]
        for (a, said), (b, also_said) in pairwise(results):
            if a.stack[-1].step != b.stack[-1].step:
                continue
            for seat in {None, 0, 1} - {axis}:
                assert first_difference(GAME.view(a, seat), GAME.view(b, seat)) == ""
                assert seen_by(said, seat) == seen_by(also_said, seat)
                compared += 1
            assert GAME.view(a, axis) != GAME.view(b, axis)
    assert compared > 5


def test_nobody_but_the_axis_player_sees_which_marker_is_drawn() -> None:
    compared = 0
    for s in at("luftwaffe"):
        (offer,) = GAME.offers(s)
        results = [after(s, offer.seat, pick) for pick in offer]
        axis = GAME.seat(s, AXIS)
        for (a, said), (b, also_said) in pairwise(results):
            for seat in {None, 0, 1} - {axis}:
                assert first_difference(GAME.view(a, seat), GAME.view(b, seat)) == ""
                assert seen_by(said, seat) == seen_by(also_said, seat)
                compared += 1
            assert GAME.view(a, axis) != GAME.view(b, axis)
    assert compared > 5


def test_the_names_of_secret_columns_are_in_no_view() -> None:
    for step in STEPS:
        for s in at(step)[:2]:
            for seat in (None, 0, 1):
                view = GAME.view(s, seat)
                assert not {"cup", "hand", "air"} & view["state"].keys()
                side = None if seat is None else GAME.side_of(s, seat)
                wanted = {None: set(), SOVIET: {"cup_own"}, AXIS: {"cup_own", "hand_own", "air_own"}}[side]
                assert set(view["chits"]) == {"cup", "hand", "air"} | wanted
                own = view["chits"].get("cup_own", [])
                assert all(
                    side is not None and kind in GAME.chit_kinds[side] for kind, count in enumerate(own) if count
                )


def test_an_offer_is_shown_to_the_seat_that_has_it_and_to_nobody_else() -> None:
    for step in STEPS:
        for s in at(step)[:4]:
            deciding = {offer.seat: offer for offer in GAME.offers(s)}
            for seat in (None, 0, 1):
                view = GAME.view(s, seat)
                assert (view["offer"] is not None) == (seat in deciding)
                assert bool(view["prompt"]) == (seat in deciding)
                if seat in deciding:
                    shown = [word for kind in ("units", "hexes", "options") for word in view["offer"][kind]]
                    assert sorted(shown) == sorted(GAME.write_pick(pick) for pick in deciding[seat])


# -- the log --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_the_log_of_a_seat_names_no_secret_chit_or_marker(seed: int) -> None:
    """Chits are named when they are drawn or played, markers when they are used; never when they are held."""
    walk = Walk(seed)
    session = Session(GAME, walk.case.scenario, walk.case.options, seed=str(seed))
    public = {"chit drawn", "interrupt", "air support"}
    for _ in range(600):
        if not session.offers():
            break
        offer = walk.rng.choice(session.offers())
        session.play(offer.seat, walk.choose(offer))
        over = bool(session.state.result)
        for seat in () if over else (None, GAME.seat(session.state, SOVIET)):
            for event in session.log(seat)[-8:]:
                assert event.name in public or not {"chit", "kind"} & event.values.keys(), event
                assert GAME.say(session.state, event)


# -- what is dealt out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [step for step in STEPS if step != "over"])
def test_what_is_dealt_out_is_a_legal_position_that_can_be_played_on(step: str) -> None:
    rng = Random(step)
    for s in at(step)[:6]:
        for seat in (0, 1):
            for c in (GAME.see(s, seat).sample(rng), GAME.sample_state(GAME.view(s, seat), rng)):
                watch = Watch(GAME, c)
                assert list(watch.faults(c)) == []
                assert list(watch.deep_faults(c)) == []
                for _ in range(12):
                    play_some(GAME, c, rng, 1)
                    assert list(watch.faults(c)) == []


def test_whatever_is_hidden_is_dealt_out_in_more_than_one_way() -> None:
    rng = Random(11)
    for seat, names in ((0, ("hand", "cup", "air")), (1, ("cup",))):
        dealt: dict[str, set[bytes]] = {name: set() for name in names}
        for s in at("mode") + at("interrupt") + at("add_chits"):
            if s.swapped:
                continue
            sight = GAME.see(s, seat)
            for _ in range(20):
                c = sight.sample(rng)
                for name in names:
                    dealt[name].add(bytes(getattr(c, name)))
        assert all(len(kinds) > 3 for kinds in dealt.values()), dealt


def test_the_truth_can_be_dealt_out() -> None:
    """If it never were, the deal would be wrong about something."""
    rng = Random(2)
    told = 0
    chosen = [s for s in at("mode") if 2 <= sum(s.cup) <= 6][:4]
    for s in chosen:
        for seat in (0, 1):
            sight = GAME.see(s, seat)
            told += any(sight.sample(rng) == s for _ in range(600))
    assert told == 2 * len(chosen) > 0


def reachable(start: Any, beyond: set[int]) -> Iterator[Any]:
    """Every object that can be reached from one, except those through `beyond`."""
    seen, todo = set(beyond), [start]
    while todo:
        thing = todo.pop()
        if id(thing) in seen or isinstance(thing, type):
            continue
        seen.add(id(thing))
        yield thing
        todo.extend(gc.get_referents(thing))


def test_a_sight_does_not_lead_to_the_real_position() -> None:
    for step in ("mode", "movement", "select_chits", "bid"):
        s = at(step)[0].clone()
        frames = [
            value
            for frame in s.stack
            if frame.clone() is not frame  # immutable objects may be shared
            for value in (frame, *frame.values())
            if not isinstance(value, int | str)
        ]
        columns = [s, s.stack, *frames, s.cup, s.hand, s.air, s.place, s.steps, s.at]
        for seat in (0, 1):
            sight = GAME.see(s, seat)
            assert sight.seat == seat
            found = {id(thing) for thing in reachable(sight, {id(GAME), id(vars(GAME)), id(type(GAME))})}
            assert not [column for column in columns if id(column) in found]


# -- an onlooker ----------------------------------------------------------------------------------------------------


def test_an_onlooker_sees_what_both_sides_see_and_no_more() -> None:
    for step in STEPS:
        for s in at(step)[:3]:
            onlooker = GAME.view(s, None)
            for seat in (0, 1):
                view = GAME.view(s, seat)
                assert onlooker["chits"].items() <= view["chits"].items()
                assert json.dumps(onlooker["points"]) == json.dumps(view["points"])


def test_the_airborne_chit_is_known_when_it_has_been_drawn() -> None:
    """Its selection is the Soviets' secret until then."""
    known = unknown = 0
    for step in STEPS:
        for s in at(step):
            shown = GAME.view(s, GAME.seat(s, AXIS))["state"]["airborne_selected"]
            if s.airborne_selected and s.cup[GAME.airborne_chit] and not s.shown[GAME.airborne_chit]:
                assert shown == 0
                unknown += 1
            else:
                assert shown == s.airborne_selected
                known += shown
            assert GAME.view(s, GAME.seat(s, SOVIET))["state"]["airborne_selected"] == s.airborne_selected
    assert known > 3 and unknown > 3


def test_options_are_shown_by_name() -> None:
    s = at("mode")[0]
    (offer,) = GAME.offers(s)
    names = [GAME.write_pick((OPTION, i)) for i in options_in(offer.options)]
    assert GAME.view(s, offer.seat)["offer"]["options"] == names == ["movement-combat", "combat-movement"]
