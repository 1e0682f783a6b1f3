"""The planner's value of a position."""

import pytest

from stavka.engine.kinds import hexes_in, units_in
from stavka.games.traces.agents import value
from stavka.games.traces.agents.sense import Sense
from stavka.games.traces.game import load
from stavka.games.traces.rules.c07_luftwaffe import DrawingMarkers
from stavka.games.traces.rules.c09_movement import movement_allowance
from stavka.games.traces.rules.c10_combat.attacks import ratio_column
from stavka.games.traces.rules.c12_special_rules.control import take_crossing
from stavka.games.traces.state import AXIS, ELIMINATED, SOVIET, Position, lift, put
from stavka.hexes import Hex

GAME = load()


def opening(scenario: str) -> Position:
    """The set-up in Turn 2, when nobody can be attacked without having been warned, with a full cup."""
    s = GAME.new(scenario)
    s.turn = 2
    for kind in GAME.chit_kinds[SOVIET][:3]:
        s.cup[kind] = 1
    return s


def test_a_game_that_is_over_is_worth_its_result() -> None:
    s = opening("race")
    for result, worth in (("soviet automatic", 1.0), ("soviet points", 1.0), ("axis points", 0.0)):
        s.result = result
        assert value.soviet_chance(GAME, s, SOVIET) == worth


def test_turns_that_are_left_count_the_soviet_chits_in_the_cup() -> None:
    """Turn 2 of 4 with three of six chits drawn."""
    assert value.turns_left(GAME, opening("race")) == pytest.approx(4 - 2 + 3 / 6)


def test_at_the_beginning_of_a_turn_all_of_it_is_left() -> None:
    s = opening("campaign")
    s.cup[:] = bytes(len(s.cup))
    s.stack.append(DrawingMarkers())
    assert value.turns_left(GAME, s) == pytest.approx(8 - 2 + 1)


def test_what_is_reached_with_the_moves_that_are_left_is_reached_every_other_time() -> None:
    assert value.arrival(2 * value.STRIDE, 2.0) == pytest.approx(0.5)
    assert value.arrival(1, 2.0) > 0.85
    assert value.arrival(50, 2.0) < 0.01


def test_a_crossing_point_is_worth_more_when_it_is_taken() -> None:
    s = opening("race")
    before = value.soviet_chance(GAME, s, SOVIET)
    take_crossing(s, GAME.crossings & -GAME.crossings, "12.3c")
    assert value.soviet_chance(GAME, s, SOVIET) > before


@pytest.mark.parametrize("scenario", ["race", "campaign"])
def test_losses_speak_for_the_other_side(scenario: str) -> None:
    plain = value.soviet_chance(GAME, opening(scenario), SOVIET)
    for side in (SOVIET, AXIS):
        s = opening(scenario)
        own = [u for u in units_in(GAME.side_units[side] & GAME.combat_units) if s.place[u] >= 0]
        ordered = [u for u in own if not s.orders >> s.place[u] & 1]
        for unit in ordered[:6]:
            lift(GAME, s, unit, ELIMINATED)
            s.steps[unit] = 0
        worth = value.soviet_chance(GAME, s, SOVIET)
        assert worth < plain if side == SOVIET else worth > plain


def test_a_city_under_an_order_that_may_fall_is_a_danger() -> None:
    """An empty city with Soviet tanks at its gates: one attack takes it, which happens with the chance FALL."""
    s = opening("campaign")
    city = hexes_in(s.orders)[0]
    for unit in units_in(s.at.get(city, 0)):
        lift(GAME, s, unit, ELIMINATED)
    tank = next(u for u in units_in(GAME.side_units[SOVIET] & GAME.mechanised) if s.place[u] >= 0)
    near = next(hex_ for hex_, _ in GAME.attack_sides[city] if not s.at.get(hex_))
    lift(GAME, s, tank, Hex(near))
    put(GAME, s, tank, Hex(near))
    assert value.fall_chance(Sense(GAME, s, AXIS, value.PLAIN)) >= value.FALL
    s.orders = 0
    assert value.fall_chance(Sense(GAME, s, AXIS, value.PLAIN)) == 0


def test_a_headquarters_walks_into_a_city_that_is_left_empty() -> None:
    """No Soviet Combat Unit is near, but an HQ within its movement: it takes an empty city, not one with a garrison."""
    s = opening("race")
    city = hexes_in(s.orders)[0]
    for unit in units_in(GAME.side_units[SOVIET] | s.at.get(city, 0)):
        if s.place[unit] >= 0:
            lift(GAME, s, unit, ELIMINATED)
    hq = units_in(GAME.hq_units & GAME.side_units[SOVIET])[0]
    allowance = movement_allowance(GAME, s, hq)
    for away, fears in ((allowance, True), (allowance + 1, False)):
        hex_ = next(h for h in hexes_in(GAME.grid.all) if GAME.grid.distance(h, city) == away and not s.at.get(h))
        put(GAME, s, hq, hex_)
        sense = Sense(GAME, s, AXIS, value.PLAIN)
        assert sense.is_open(city) is fears
        assert (value.fall_chance(sense) >= value.FALL) is fears
        lift(GAME, s, hq, ELIMINATED)
    garrison = next(u for u in units_in(GAME.side_units[AXIS] & GAME.combat_units) if s.place[u] >= 0)
    lift(GAME, s, garrison, ELIMINATED)
    put(GAME, s, garrison, city)
    put(GAME, s, hq, Hex(next(hex_ for hex_, _ in GAME.attack_sides[city] if not s.at.get(hex_))))
    sense = Sense(GAME, s, AXIS, value.PLAIN)
    assert not sense.is_open(city)
    assert value.fall_chance(sense) == 0


def test_a_garrison_is_worn_down_by_one_attack_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """Column 3-1 has no effect, R and RR on two faces each, and an order turns retreats into losses. Two steps fall at
    once in 2/6; in two attacks in 2/6 + 2/6 * 4/6 (one step lost, then one or two) + 2/6 * 2/6 = 2/3. A garrison that
    has lost half its steps has half its defence."""
    sense = Sense(GAME, opening("campaign"), AXIS, value.PLAIN)
    asked: set[int] = set()

    def column_against(hex_: Hex, defence: int) -> int:
        asked.add(defence)
        return ratio_column(GAME, 9, 3)

    monkeypatch.setattr(sense, "column_against", column_against)
    city = hexes_in(sense.s.orders)[0]
    assert sense.fall_chance(city, 5, 2) == pytest.approx(1 / 3)
    assert sense.fall_chance(city, 5, 2, 2) == pytest.approx(2 / 3)
    assert sense.fall_chance(city, 5, 2, 0) == 0
    assert asked == {5, 3}


def test_hope_and_fear_of_a_fall(monkeypatch: pytest.MonkeyPatch) -> None:
    """A city that falls if nobody saves it: the Soviets count on it in the last turn, by half in the one before, and
    hardly in Turn 2; the Axis always fears it in the Race."""
    monkeypatch.setattr(value, "fall_chance", lambda sense: 1.0)
    monkeypatch.setattr(value, "race_points", lambda sense, turns, course: -1000.0)
    s = opening("race")
    for turn, hope in ((4, 1.0), (3, 0.5), (2, 0.12), (1, 0.12)):
        s.turn = turn
        assert value.soviet_chance(GAME, s, SOVIET) == pytest.approx(hope)
        assert value.soviet_chance(GAME, s, AXIS) == pytest.approx(1.0)


def test_attacks_that_a_city_must_expect() -> None:
    """Three Soviet chits in the cup and LATER more, each an attack with the chance FALL; in the last turn the three."""
    s = opening("race")
    assert sum(n * share for n, share in value.expected_attacks(Sense(GAME, s, AXIS, value.PLAIN))) == pytest.approx(
        (3 + value.LATER) * value.FALL
    )
    s.turn = 4
    found = dict(value.expected_attacks(Sense(GAME, s, AXIS, value.PLAIN)))
    assert found[3] == pytest.approx(value.FALL**3) and max(found) == 3


def test_a_soviet_unit_nearer_to_the_river_is_worth_more() -> None:
    """A unit is moved ten hexes nearer. As the Soviets see it far hexes count too: ten of them 0.16 VP."""
    s = opening("race")
    sense = Sense(GAME, s, AXIS, value.PLAIN)
    course = value.COURSES[SOVIET]._replace(units=0.0)
    before = value.race_points(sense, 2.0, course)
    to_bank = sense.chart.around(sense.chart.bank)
    unit = next(
        u
        for u in units_in(GAME.side_units[SOVIET] & GAME.combat_units)
        if s.place[u] >= 0 and to_bank[s.place[u]] >= 12
    )
    near = next(
        hex_ for hex_ in range(len(to_bank)) if to_bank[hex_] == to_bank[s.place[unit]] - 10 and hex_ not in s.at
    )
    lift(GAME, s, unit, Hex(near))
    put(GAME, s, unit, Hex(near))
    assert value.race_points(Sense(GAME, s, AXIS, value.PLAIN), 2.0, course) - before >= 10 * course.away - 1e-9
