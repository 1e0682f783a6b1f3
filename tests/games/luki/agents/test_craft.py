"""What planners of Velikye Luki know of the game: when a segment is planned, what can be varied, how good it is."""

from math import tanh
from random import Random
from typing import Any

import pytest

from agents.sense import Stand
from stavka.agents.craft import FROZEN
from stavka.agents.playout import Imagined
from stavka.engine.offer import Offer
from stavka.games.luki.agents.craft import AIM, FOCUS, ORDER, POINTS, RISK, LukiCraft
from stavka.games.luki.agents.scripted import LukiPlayer
from stavka.games.luki.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.luki.game import load
from stavka.games.luki.rules.c07_c3i import Declaring, Spending
from stavka.games.luki.rules.c10_movement.movement_phase import MovementPhase
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.state import ELIMINATED, GERMAN, INTRODUCTORY, LIMITED, SOVIET, Position, derive

GAME = load()
CRAFT = LukiCraft(GAME, 1)
HEX = GAME.grid.index


def at(turn: int, segment: int, scenario: str = "cut-the-line") -> Position:
    s = GAME.new(scenario)
    s.turn, s.segment = turn, segment
    return s


def declaring(side: int, **c3i: int) -> Position:
    s = at(2, 1 if side == SOVIET else 2)
    s.stack.append(Declaring(SOVIET if side == SOVIET else GERMAN))
    s.c3i[SOVIET], s.c3i[GERMAN] = c3i.get("soviet", 0), c3i.get("german", 0)
    return s


# -- when -----------------------------------------------------------------------------------------------------------


def test_a_segment_is_planned_when_its_phases_are_declared() -> None:
    assert CRAFT.opens(declaring(SOVIET)) == 1.0
    s = declaring(SOVIET)
    s.stack[-1] = Spending(SOVIET, 1)
    assert CRAFT.opens(s) == 0.0


@pytest.mark.parametrize(
    ("segment", "moved", "share"), [(INTRODUCTORY, 0, 0.5), (LIMITED, 0, 0.5), (LIMITED, 4, 0.0), (3, 0, 0.0)]
)
def test_a_free_movement_phase_is_planned_before_its_first_move(segment: int, moved: int, share: float) -> None:
    s = at(1, segment)
    s.moved = moved
    s.stack.append(MovementPhase(SOVIET, FREE))
    assert CRAFT.opens(s) == share


def test_the_first_stage_ends_with_the_segment_and_the_second_when_the_side_declares_again() -> None:
    start = declaring(SOVIET)
    first, second = CRAFT.until(start, SOVIET, 0), CRAFT.until(start, SOVIET, 1)
    assert not first(start) and not second(start)
    after = declaring(GERMAN)
    assert first(after) and not second(after)
    again = declaring(SOVIET)
    again.segment = 3
    assert second(again)
    again.stack[-1] = Declaring(GERMAN)
    assert not second(again)


# -- what -----------------------------------------------------------------------------------------------------------


def genes(s: Position, side: int) -> dict[str, list[Any]]:
    found = CRAFT.genes(s, SOVIET if side == SOVIET else GERMAN, Offer(0))
    return {name: list(values) for name, values in found.items()}


def test_c3i_points_are_varied_as_far_as_there_are_any() -> None:
    """At most three may be spent in a segment; two are there."""
    assert genes(declaring(SOVIET, soviet=9), SOVIET)[POINTS] == [3, 2, 1, 0]
    assert genes(declaring(GERMAN, soviet=9, german=2), GERMAN)[POINTS] == [2, 1, 0]


def test_only_the_besieger_may_put_the_city_first() -> None:
    assert "city" in genes(declaring(SOVIET), SOVIET)[AIM]
    assert "city" not in genes(declaring(GERMAN), GERMAN)[AIM]


def test_the_soviet_side_goes_for_what_it_does_not_hold_and_the_german_side_for_what_it_has_lost() -> None:
    """Of twelve objectives a regiment in Melenka holds one."""
    s = declaring(SOVIET)
    s.place[GAME.unit_index("so.28.88")] = HEX("2015")
    derive(GAME, s)
    assert genes(s, GERMAN)[FOCUS] == [HEX("2015")]
    assert len(genes(s, SOVIET)[FOCUS]) == 11 and HEX("2015") not in genes(s, SOVIET)[FOCUS]


def test_in_a_free_phase_there_is_nothing_to_order_or_to_pay() -> None:
    s = at(1, LIMITED)
    s.stack.append(MovementPhase(SOVIET, FREE))
    assert not {ORDER, POINTS} & genes(s, SOVIET).keys()


def test_a_way_changes_what_its_genes_say_and_nothing_else() -> None:
    plain = SCRIPTED["soviet", "campaign"]
    led = CRAFT.commander(SOVIET, ((AIM, "ring"), (RISK, "bold"))).table["soviet", "campaign"]
    assert led == plain._replace(
        to_ring=2.5,
        soviet_cf=plain.soviet_cf * 0.5,
        last_step=plain.last_step * 0.5,
        menaced=plain.menaced * 0.5,
        ap=plain.ap * 0.7,
    )
    assert CRAFT.commander(GERMAN, ()).table["german", "campaign"] == SCRIPTED["german", "campaign"]


@pytest.mark.parametrize(("first", "option"), [(True, "fight-move"), (False, "move-fight")])
def test_the_order_of_the_phases_is_what_the_way_says(first: bool, option: str) -> None:
    units = ["2009 so.28.88", "2010 ge.83.i-257"]
    stand = Stand(
        "luki", "soviet", lambda game: LukiPlayer(game, 1), units=units, phase="soviet segment", c3i={"soviet": 3}
    )
    while stand.s.stack[-1].step != "declare":
        stand.game.apply(stand.s, 0, stand.ask())
    offer = stand.game.offers(stand.s)[0]
    leader = CRAFT.commander(SOVIET, ((ORDER, first), (POINTS, 2)))
    pick = leader.choose(stand.game.see(stand.s, SOVIET), offer)
    assert stand.game.write_pick(pick, offer) == option
    stand.game.apply(stand.s, SOVIET, pick)
    offer = stand.game.offers(stand.s)[0]
    pick = leader.choose(stand.game.see(stand.s, SOVIET), offer)
    assert stand.game.write_pick(pick, offer) == "spend-2"


# -- how good -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", [0, 14, 18, 22, 40])
def test_a_finished_game_is_worth_its_distance_from_both_borders(points: int) -> None:
    """*Cut the line!* is drawn from 14 VP on and won from 22: each border half a VP early, over 2.5 VP."""
    s = at(3, LIMITED)
    s.points, s.result = points, "over"
    expected = 0.25 * (2 + tanh((points - 13.5) / 2.5) + tanh((points - 21.5) / 2.5))
    assert CRAFT.worth(s, SOVIET) == pytest.approx(expected)
    assert CRAFT.worth(s, GERMAN) == pytest.approx(1 - expected)


def test_vp_count_one_for_one_and_lost_strength_by_the_turns_left() -> None:
    """A German battalion of 6 CF gone in turn 3: 6 x 0.08 for the 1 - 1/8 turns that are left. 83 % of what else the
    position promises by that lasts."""
    s = at(3, 1)
    before = CRAFT.expected(s)
    s.points += 7
    assert CRAFT.expected(s) == pytest.approx(before + 7)
    assert CRAFT.lost(s, GERMAN) == 0
    unit = GAME.unit_index("ge.3g.i-138")
    lost = s.clone()
    lost.place[unit], lost.steps[unit] = ELIMINATED, 0
    derive(GAME, lost)
    assert CRAFT.lost(lost, GERMAN) == 6
    change = CRAFT.values["cut-the-line"](lost) - CRAFT.values["cut-the-line"](s)
    assert CRAFT.expected(lost) - CRAFT.expected(s) == pytest.approx(0.83 * change + 6 * 0.08 * 0.875)


def test_a_c3i_point_that_is_kept_is_worth_a_vp_in_the_first_turn_and_little_in_the_last() -> None:
    for turn, worth in ((1, 1.0), (2, 0.8), (3, 0.3)):
        s = at(turn, 1)
        before = CRAFT.expected(s)
        s.c3i[SOVIET] += 3
        s.c3i[GERMAN] += 1
        assert CRAFT.expected(s) == pytest.approx(before + 2 * worth)


def test_equal_positions_have_the_same_sign_and_others_not() -> None:
    s = at(2, 1)
    assert CRAFT.sign(s) == CRAFT.sign(s.clone())
    other = s.clone()
    other.points += 1
    assert CRAFT.sign(other) != CRAFT.sign(s)


def test_imagined_commanders_leave_no_trail_behind() -> None:
    """Only what is really played is remembered, whoever leads."""
    one, other = CRAFT.commander(SOVIET, ()), CRAFT.commander(SOVIET, ((RISK, "bold"),))
    assert one.trail is other.trail
    assert CRAFT.model(SOVIET, ()).trail is not one.trail


def test_what_is_rehearsed_does_not_depend_on_what_was_dealt_out() -> None:
    """A division lies below its top in one of three stacks. Dealt out anew it lies elsewhere, but the plan of the
    segment stays the same; a model that sees everything plans otherwise in one of the deals."""
    units = [f"2009 {unit}" for unit in ("so.28.88", "so.28.144", "so.28.235")]
    enemy = ["2010 ge.83.i-257", "2010 ge.83.ii-257", "2010 ge.83.iii-257", "2110 ge.83.i-251", "1910 ge.83.ii-251"]
    at = Stand("luki", "soviet", lambda game: LukiPlayer(game, 1), units=[*units, *enemy], phase="soviet combat", ap=6)
    sight = at.game.see(at.s, SOVIET)
    deals = [sight.sample(Random(seed)) for seed in range(12)]
    assert len({tuple(deal.place) for deal in deals}) > 1, "nothing was hidden"
    rehearsed, knowing = set(), set()
    for deal in deals:
        offer = at.game.offers(deal)[0]
        rehearsed.add(CRAFT.rehearser(SOVIET, ()).choose(Imagined(deal), offer))
        knowing.add(CRAFT.model(SOVIET, ()).choose(Imagined(deal), offer))
    assert len(rehearsed) == 1 < len(knowing)


def test_in_every_other_future_the_enemy_plays_with_the_frozen_weights() -> None:
    assert [CRAFT.foe(future) == FROZEN for future in range(3)] == [True, False, True]
    for way, table in ((FROZEN, SCRIPTED_1), ((), SCRIPTED)):
        row = "german", "cut-the-line"
        assert CRAFT.model(GERMAN, way).table[row] == table[row]
    assert SCRIPTED_1["german", "cut-the-line"] != SCRIPTED["german", "cut-the-line"]
