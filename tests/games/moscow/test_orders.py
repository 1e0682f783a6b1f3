"""Orders: here a stack moves as one."""

from games.ordered import picked, places, session_of, units
from stavka.engine.kinds import hexes_in
from stavka.engine.orders import Order, carry_out


def test_a_stack_moves_as_one_where_the_rules_have_it_so() -> None:
    session, seat = session_of("moscow")
    names, start = ("ax.sa.i33", "ax.sa.ii103", "ax.sa.2pi79"), len(session.record.moves)
    trial = session.clone()
    carry_out(trial, seat, Order(units(trial, *names)))
    assert picked(trial, start) == list(names)
    goal = next(hexes_in(trial.offers()[0].hexes))
    assert carry_out(session, seat, Order(units(session, *names), goal)) == []
    assert picked(session, start) == [*names, session.game.grid.number(goal)]
    assert len(set(places(session, *names))) == 1
