"""Orders: here a stack moves as one, and units enter the map."""

from typing import Any

from games.ordered import picked, places, session_of, units
from page.inputs import before, turn_named
from stavka import games
from stavka.engine.choosing import Drop, chosen_so_far, drop_of, dropped
from stavka.engine.kinds import hexes_in, units_in
from stavka.engine.offer import UNIT, Pick
from stavka.engine.orders import Order, carry_out
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.games import opponents


def test_a_stack_moves_as_one_where_the_rules_have_it_so() -> None:
    session, seat = session_of("moscow")
    names, start = ("ax.sa.i33", "ax.sa.ii103", "ax.sa.2pi79"), len(session.record.moves)
    trial = session.clone()
    carry_out(trial, seat, Order(units(trial, *names)))
    assert picked(trial, start) == list(names)
    goal = hexes_in(trial.offers()[0].hexes)[0]
    assert carry_out(session, seat, Order(units(session, *names), goal)) == []
    assert picked(session, start) == [*names, session.game.grid.number(goal)]
    assert len(set(places(session, *names))) == 1


def test_units_enter_the_map_and_go_on_with_one_order() -> None:
    """Three Fuel units of Roads to Moscow: each was chosen, brought onto the map and sent on."""
    fuel = ("ax.fuel.3", "ax.fuel.4", "ax.fuel.5")
    session: Session[Any] = Session.resume(games.load("moscow"), read_record(before(turn_named("moscow"), fuel[0])))
    start = len(session.record.moves)
    order = Order(units(session, *fuel), session.game.grid.index("MT1224"), is_towards=True)
    assert carry_out(session, session.offers()[0].seat, order) == []
    assert places(session, *fuel) == ["MT1224"] * 3
    assert [word for word in picked(session, start) if word != "stop"] == [
        word for unit in fuel for word in (unit, "MT0332", "MT1224")
    ]


def test_a_unit_says_why_it_stopped_where_it_entered() -> None:
    """Tula: the HQ of the 11th Tank Brigade enters in the south-east, which ends its move, and is sent far on."""
    session = Session[Any](games.load("moscow"), "tula", seed="page")
    script = opponents.make("scripted-1", session.game, 1)
    unit = units(session, "so.11t.hq")[0]
    while not ((offer := session.offers()[0]).units >> unit & 1 and session.state.place[unit] < 0):
        session.play(offer.seat, script.choose(session.game.see(session.state, offer.seat), offer))
    order = Order((unit,), session.game.grid.index("MT0101"), is_towards=True)
    ((left, reason),) = carry_out(session, offer.seat, order)
    assert (left, places(session, "so.11t.hq")) == (unit, ["MT3001"])
    assert reason == ("8.13", "Its move ended in MT3001: it can go no farther.")
    spanish = session.game.words.translate(reason.text, "es")
    assert spanish == "Su movimiento terminó en MT3001: no puede ir más lejos."


def test_units_that_all_has_chosen_are_dropped_one_by_one() -> None:
    """The option was one pick: a click on one of its units took back nothing."""
    turn = turn_named("moscow attack")
    session: Session[Any] = Session.resume(games.load("moscow"), read_record(before(turn, "ax.sa.2pi79")))
    (offer,) = session.offers()
    units: list[Pick] = [(UNIT, unit) for unit in units_in(offer.units)]
    assert len(units) == 5
    session.play(0, session.game.read_pick("all", offer))
    assert chosen_so_far(session, 0)[1:] == units
    one, *others = units
    assert drop_of(session, 0, [one]) == Drop(1, tuple(others))
    left = dropped(session, 0, [one])
    assert chosen_so_far(left, 0)[1:] == others
    (again,) = left.offers()
    assert units_in(again.units) == (one[1],)
