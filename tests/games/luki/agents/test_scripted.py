"""The scripted player of Velikye Luki: it picks only what is offered, decides the same again, and hidden things do not
move it."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

import pytest

from agents import walks
from stavka.agents.missions import Body, Mission, assign
from stavka.engine.frames import Frame
from stavka.engine.kinds import Option, hexes_in, units_in
from stavka.engine.offer import OPTION, Offer, Pick
from stavka.games import opponents
from stavka.games.luki.agents.chart import Effect, Spread, chart_of, left
from stavka.games.luki.agents.german import GermanCommander
from stavka.games.luki.agents.guess import guessed
from stavka.games.luki.agents.scripted import LukiPlayer
from stavka.games.luki.agents.soviet import SovietCommander
from stavka.games.luki.agents.value import Value
from stavka.games.luki.agents.weights import Weights
from stavka.games.luki.game import load
from stavka.games.luki.rules.c06_supply.supply_lines import supplied
from stavka.games.luki.rules.c09_reinforcements import SCHEDULED, DrawingUnits, Placing
from stavka.games.luki.rules.c13_miscellaneous.garrison import Converting, Releasing
from stavka.games.luki.state import DUE, GERMAN, SOVIET, UNSEEN, Position, derive, put
from stavka.hexes import Hex

GAME = load()
HEX = GAME.grid.index
Decision = tuple[Position, Offer, Pick]


# -- who plays ------------------------------------------------------------------------------------------------------


def test_it_is_the_opponent_that_is_offered() -> None:
    assert opponents.names("luki")[:2] == ("random", "scripted")
    assert isinstance(opponents.make("scripted", GAME, 1), LukiPlayer)


# -- a turn ---------------------------------------------------------------------------------------------------------


def walk(scenario: str, seed: int, turns: int) -> Iterator[Decision]:
    """A game between two scripted players up to a turn: positions, offers, what was picked."""
    return walks.walk(GAME, GAME.new(scenario), [LukiPlayer(GAME, 1), LukiPlayer(GAME, 2)], seed, turns)


@cache
def one_turn() -> list[Decision]:
    """The introductory segment and the first turn."""
    return [(s.clone(), offer, pick) for s, offer, pick in walk("cut-the-line", 3, 1)]


def test_it_picks_what_is_offered_from_the_first_segment_on() -> None:
    steps = {s.stack[-1].step for s, _, _ in one_turn()}
    assert {"reinforce", "place", "movement", "move", "fighting", "attack", "chits", "declare", "spend"} <= steps
    for s, offer, pick in one_turn():
        assert pick in offer, s.stack[-1]


def test_the_same_dice_give_the_same_turn() -> None:
    assert [pick for _, _, pick in walk("cut-the-line", 3, 1)] == [pick for _, _, pick in one_turn()]


def test_what_is_hidden_does_not_change_a_pick() -> None:
    """Two equal players, one of them with everything that the seat does not see dealt out again at every decision."""
    agents, rng = [LukiPlayer(GAME, 1), LukiPlayer(GAME, 2)], Random(9)
    different = 0
    for s, offer, pick in one_turn():
        other = GAME.see(s, offer.seat).sample(rng)
        different += other.place != s.place
        assert agents[offer.seat].choose(GAME.see(other, offer.seat), offer) == pick, s.stack[-1]
    assert different > 50, "nothing was hidden"


def test_the_introductory_segment_takes_the_village_on_the_creek() -> None:
    """Weljkopolje is held by one battalion, and everything that comes first may attack it for nothing."""
    attacked = [
        GAME.grid.number(pick[1]) for s, _, pick in one_turn() if s.stack[-1].step == "fighting" and pick[0] == 1
    ]
    assert "2005" in attacked[:3]


# -- what it expects ------------------------------------------------------------------------------------------------


def test_chances_of_a_column_are_those_of_the_table() -> None:
    """5-1 at no modifier: 2 to 4 are 2/1 (6 of 36), 5 to 9 are 1/2 (24), 10 is 1/3 (3), 11 and 12 are 0/3 (3)."""
    chart, column = chart_of(GAME), GAME.crt_names.index("5-1")
    assert dict(chart.cells(column, 0)) == pytest.approx(
        {(2, 1): 6 / 36, (1, 2): 24 / 36, (1, 3): 3 / 36, (0, 3): 3 / 36}
    )
    assert dict(chart.cells(-1, 3)) == {(4, 0): 1.0}


def test_of_the_chits_that_are_drawn_the_best_are_played() -> None:
    """Two of three are drawn and one is played: the 3 in two of three draws, else the 1."""
    spread = chart_of(GAME).spread((Effect(drm=1), Effect(drm=3)), 1, 2, 1)
    assert spread.parts == {Effect(): pytest.approx({3: 2 / 3, 1: 1 / 3})}


def test_chits_change_hits_in_the_better_order() -> None:
    """Of 3 hits, one taken off and the rest halved leaves 1; of 2, halved first and one taken off leaves 0."""
    own = Effect(fewer=1, halved=1)
    assert [left(hits, own) for hits in (4, 3, 2, 0)] == [1, 1, 0, 0]


def test_hits_are_averaged_over_the_chits_of_both_sides() -> None:
    """5-1: +5 against nothing makes 2 to 12 rows 7 to 14: 2 to 4 are 1/2, 5 is 1/3, 6 and 7 are 0/3, the rest 0/4;
    one hit more for the defender."""
    chart, column = chart_of(GAME), GAME.crt_names.index("5-1")
    found = chart.work_out(column, 0, Spread([(Effect(drm=5, more=1), 1.0)]), Spread([(Effect(), 1.0)]))
    assert {(a, d): chance for a, d, chance in found} == pytest.approx(
        {(1, 3): 6 / 36, (1, 4): 4 / 36, (0, 4): 11 / 36, (0, 5): 15 / 36}
    )


def test_a_point_a_turn_counts_less_later() -> None:
    """1 + 0.85 + 0.7225."""
    value = Value(GAME, Weights(lasting=0.85))
    assert value.lasting(3) == pytest.approx(2.5725)
    assert value.lasting(0) == 0


# -- what is below the top ------------------------------------------------------------------------------------------


def stacked(places: dict[str, str]) -> Position:
    """The set-up with some more units."""
    s = GAME.new("campaign")
    for unit, hex_ in places.items():
        s.place[GAME.unit_index(unit)] = HEX(hex_)
    derive(GAME, s)
    return s


def test_strongpoints_are_where_they_were_set_up() -> None:
    s = stacked({})
    seen = GAME.see(s, SOVIET).position
    assert seen.place[GAME.unit_index("ge.wl.bud")] == UNSEEN or seen.place[GAME.unit_index("ge.wl.zitad")] == UNSEEN
    whole = guessed(GAME, seen, SOVIET)
    assert {GAME.unit_ids[unit] for unit in units_in(whole.at[HEX("2413")])} == {"ge.wl.zitad", "ge.wl.bud"}


def test_a_formation_lies_together() -> None:
    """Two stacks are seen, one of 28 RD: its other regiments are below it, and nobody is lost."""
    s = stacked(
        {"so.28.88": "2004", "so.28.144": "2004", "so.28.235": "2004", "so.257.943": "2504", "so.257.948": "2504"}
    )
    whole = guessed(GAME, GAME.see(s, GERMAN).position, GERMAN)
    assert whole.at[HEX("2004")] == s.at[HEX("2004")]
    assert whole.at[HEX("2504")] == s.at[HEX("2504")]
    assert UNSEEN not in whole.place


# -- what it decides ------------------------------------------------------------------------------------------------


def test_a_need_that_is_met_calls_nobody_else() -> None:
    """Two bodies stand next to a task that one of them meets: the other goes to the further one."""
    near, far = Mission(1 << HEX("2010"), 1.0, 10), Mission(1 << HEX("2014"), 1.0, 10)
    bodies = [Body(1, HEX("2010"), 1, 10), Body(2, HEX("2009"), 1, 10)]
    assert assign(chart_of(GAME).roads(0), [near, far], bodies, 0.02) == {1: near, 2: far}


def option_of(s: Position, frame: Frame, options: int) -> int:
    """The pick of a fresh German player when a step asks for one of some options."""
    s.stack.append(frame)
    pick = LukiPlayer(GAME, 1).choose(GAME.see(s, GERMAN), Offer(GERMAN, options=options))
    assert pick[0] == OPTION
    return 1 << pick[1]


@pytest.mark.parametrize(("turn", "segment", "converts"), [(8, 6, False), (9, 2, True), (9, 6, True)])
def test_strongpoints_are_converted_in_the_last_turn(turn: int, segment: int, converts: bool) -> None:
    """Breakout units score in turn 9 only, and have three segments then to get away."""
    s = GAME.new("campaign")
    s.turn, s.segment, s.released = turn, segment, 1
    chosen = option_of(s, Converting(), GAME.CONVERT | GAME.PASS)
    assert chosen == (GAME.CONVERT if converts else GAME.PASS)


def test_the_garrison_is_released_if_it_can_be_and_reserves_are_drawn() -> None:
    assert option_of(GAME.new("campaign"), Releasing(), GAME.RELEASE | GAME.PASS) == GAME.RELEASE
    assert option_of(GAME.new("campaign"), DrawingUnits(1), GAME.DRAW | GAME.DONE) == GAME.DRAW


@pytest.mark.parametrize(("points", "segment", "most"), [(8, 1, 3), (5, 3, 3), (2, 5, 2), (4, 1, 2), (0, 1, 0)])
def test_c3i_points_are_shared_out_over_the_segments_of_a_turn(points: int, segment: int, most: int) -> None:
    """A third of the points, rounded up, then a half, then the rest; never more than three."""
    s = GAME.new("campaign")
    s.segment, s.c3i[SOVIET] = segment, points
    assert LukiPlayer(GAME, 1).commanders[SOVIET].most(s) == most


def test_the_unit_with_the_cheapest_step_takes_the_loss() -> None:
    """A tank brigade of four steps loses 2 CF by its first one, a full rifle regiment 6."""
    s = stacked({"so.28.88": "2004"})
    units = [GAME.unit_index("so.28.88"), GAME.unit_index("so.tb184")]
    put(GAME, s, units[1], HEX("2004"))
    commander = LukiPlayer(GAME, 1).commanders[SOVIET]
    assert commander.cheapest(s, sum(1 << unit for unit in units)) == units[1]


# -- where it stands ------------------------------------------------------------------------------------------------


def soviet() -> SovietCommander:
    commander = LukiPlayer(GAME, 1).commanders[SOVIET]
    assert isinstance(commander, SovietCommander)
    return commander


def numbers(hexes: Iterable[Hex]) -> set[str]:
    return {GAME.grid.number(hex_) for hex_ in hexes}


def test_every_ring_shuts_all_twelve_gates_of_the_city() -> None:
    """By hand: a post shuts itself and the gates next to it, so at least four are needed; three sets of four
    qualify."""
    rings = [numbers(posts) for posts in soviet().rings()]
    assert {"2213", "2414", "2411", "2613"} in rings
    assert sum(len(posts) == 4 for posts in rings) == 3
    assert min(len(posts) for posts in rings) == 4


def test_posts_are_not_where_the_enemy_is() -> None:
    """Two of the sets of four have an enemy in them when battalions are in 2414 and 2514: neither of these is
    chosen."""
    s = stacked({"ge.83.i-257": "2414", "ge.83.ii-257": "2514"})
    assert not {"2414", "2514"} & numbers(soviet().posts(s))


def test_a_ring_is_worth_more_the_fewer_gaps_it_has() -> None:
    """One unit in 2414 shuts 2314, 2414 and 2514, of twelve; one in 2213 also shuts 2212, 2213 and 2214."""
    value = Value(GAME, Weights())
    assert value.closed(stacked({"so.28.88": "2414"})) == pytest.approx(3 / 12)
    assert value.closed(stacked({"so.28.88": "2414", "so.28.144": "2213"})) == pytest.approx(6 / 12)


def test_a_german_unit_keeps_its_gate_open() -> None:
    """The unit negates the ZOC in its own hex: of 2314, 2414 and 2514 two are shut."""
    s = stacked({"so.28.88": "2414", "ge.83.i-257": "2314"})
    assert Value(GAME, Weights()).closed(s) == pytest.approx(2 / 12)


def test_no_way_leads_from_one_zone_of_a_strongpoint_into_another() -> None:
    """2311 and 2212 are both next to the city: back to 2211 (2 halves), then in again (2 and the rest of a move, 6)."""
    forts = GAME.grid.hexes(hexes_in(GAME.luki))
    assert chart_of(GAME).roads(forts).toward(1 << HEX("2212"), 1)[HEX("2311")] == 2 + 2 + 6


def test_who_goes_where_is_counted_in_moves() -> None:
    """Both are eight MP away from a task that one of them meets: one move for tanks, two for a brigade on foot."""
    task, other = Mission(1 << HEX("2008"), 1.0, 10), Mission(1 << HEX("2010"), 0.2, 10)
    slow, quick = Body(1, HEX("2000"), 1, 10, 8), Body(2, HEX("2000"), 1, 10, 16)
    assert assign(chart_of(GAME).roads(0), [task, other], [slow, quick], 0.08)[2] == task


def test_a_village_is_garrisoned_by_the_weaker_of_two() -> None:
    """Six CF are wanted; what a division has beyond them would be wasted there."""
    village, field = Mission(1 << HEX("2005"), 1.0, 6), Mission(1 << HEX("2010"), 1.0, 40)
    division, regiment = Body(1, HEX("2006"), 1, 34), Body(2, HEX("2006"), 1, 6)
    assert assign(chart_of(GAME).roads(0), [village, field], [division, regiment], 0.08, 0.01) == {1: field, 2: village}


# -- by the box -----------------------------------------------------------------------------------------------------


def test_a_group_that_is_left_behind_goes_by_the_box() -> None:
    """28 RD stands on the east edge, 257 RD before the city, and Weljkopolje has a garrison: by the box 28 RD is there
    in two segments."""
    far = {f"so.28.{number}": "2000" for number in (88, 144, 235)}
    near = {f"so.257.{number}": "2309" for number in (943, 948, 953)}
    s = stacked({**far, **near, "so.sb44": "2005", "ge.83.183": "2422"})
    s.turn, s.segment = 2, 1
    able = sum(1 << GAME.unit_index(unit) for unit in far)
    commander = soviet()
    assert commander.strayed(commander.read(s), able) == able


def test_who_holds_a_village_is_not_taken_away_from_it() -> None:
    """28 RD holds Weljkopolje alone: a tank regiment is to take its place and comes by road, but is not there yet."""
    far = {f"so.28.{number}": "2005" for number in (88, 144, 235)}
    near = {f"so.257.{number}": "2113" for number in (943, 948, 953)}
    s = stacked({**far, **near, "so.tr34": "2001", "ge.83.183": "2422"})
    s.turn, s.segment = 2, 1
    able = sum(1 << GAME.unit_index(unit) for unit in far)
    commander = soviet()
    assert commander.strayed(commander.read(s), able) == 0
    put(GAME, s, GAME.unit_index("so.tr36"), HEX("2005"))
    assert commander.strayed(commander.read(s), able) == able


@pytest.mark.parametrize(("front", "picked"), [("2113", "box"), ("2600", "2603")])
def test_reinforcements_come_by_the_box_where_trains_end_far_behind_the_front(front: str, picked: str) -> None:
    """By rail a regiment of 9 GRD comes to 2603 at best, by the box next to a division that is over the Lowat: three
    moves are saved. Where that division is still on the edge there is nothing to save."""
    near = {f"so.257.{number}": front for number in (943, 948, 953)}
    s = stacked({**near, "so.sb44": "2005", "ge.83.183": "2422"})
    s.turn, s.segment = 2, 0
    unit = GAME.unit_index("so.9.18")
    s.place[unit] = DUE
    s.stack.append(Placing(unit, SCHEDULED))
    rail = sum(1 << HEX(number) for number in ("2600", "2601", "2602", "2603"))
    offer = Offer(SOVIET, hexes=rail, options=GAME.BOX | GAME.WAIT)
    kind, index = LukiPlayer(GAME, 1).choose(GAME.see(s, SOVIET), offer)
    assert (GAME.option_names[Option(index)] if kind == OPTION else GAME.grid.number(Hex(index))) == picked


def test_a_railway_is_worth_more_the_more_stacks_cut_it() -> None:
    """Nine turns count 5.1225; of what comes after the first 0.6 is sure with one stack, 0.84 with two."""
    value = Value(GAME, Weights(lasting=0.85, reopened=0.4))
    one, two = stacked({"so.28.88": "1723"}), stacked({"so.28.88": "1723", "so.28.144": "3126"})
    assert value.railway(one, [], 9) == pytest.approx(1 + 4.1225 * 0.6, abs=1e-3)
    assert value.railway(two, [], 9) == pytest.approx(1 + 4.1225 * 0.84, abs=1e-3)


# -- what the German side is set to ---------------------------------------------------------------------------------


def german_missions(s: Position) -> list[Mission]:
    commander = LukiPlayer(GAME, 1).commanders[GERMAN]
    assert isinstance(commander, GermanCommander)
    return commander.missions(commander.read(s))


def test_whoever_cuts_the_railway_is_to_be_driven_off() -> None:
    """A regiment of 12 CF on the railway: half as much again is wanted next to it, whatever else is there."""
    around = GAME.near[HEX("1923")]
    assert not [mission for mission in german_missions(stacked({})) if mission.hexes == around]
    (mission,) = [m for m in german_missions(stacked({"so.28.88": "1923"})) if m.hexes == around]
    assert mission.need == 18


def test_objectives_that_were_lost_are_to_be_retaken_from_around() -> None:
    """11 CF in Melenka: 16, and nobody can be sent into the hex itself."""
    found = german_missions(stacked({"so.28.144": "2015"}))
    assert any(mission.hexes == GAME.near[HEX("2015")] and mission.need == 16 for mission in found)
    assert not any(mission.hexes == 1 << HEX("2015") for mission in found)


def test_breakout_units_go_to_where_there_is_supply() -> None:
    s = stacked({"ge.wl.jorek": "2312"})
    commander = LukiPlayer(GAME, 1).commanders[GERMAN]
    assert isinstance(commander, GermanCommander)
    commander.share_out(commander.read(s))
    goal = commander.tasks.get(GAME.unit_index("ge.wl.jorek"))
    assert goal is not None
    assert goal.hexes == supplied(GAME, s, GERMAN) & ~GAME.luki
