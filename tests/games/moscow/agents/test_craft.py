"""The craft of Roads to Moscow: where a plan begins, what it varies, and how its end is judged."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from agents import walks
from stavka.agents.craft import FIRST, FROZEN
from stavka.agents.playout import Luck, play_on
from stavka.agents.search import SCRIPT
from stavka.engine.kinds import Side, last_option, units_in
from stavka.engine.offer import OPTION, UNIT, Offer
from stavka.games.moscow.agents import value
from stavka.games.moscow.agents.command import Commander, Style
from stavka.games.moscow.agents.craft import POINTS, TEMPERS, MoscowCraft, table_of
from stavka.games.moscow.agents.scripted import MoscowPlayer
from stavka.games.moscow.agents.tasks import missions
from stavka.games.moscow.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.moscow.counters import NO_FORMATION
from stavka.games.moscow.game import load
from stavka.games.moscow.rules.c03_basic_concepts.control import settle_control
from stavka.games.moscow.rules.c04_playing_the_game.sequence import Playing
from stavka.games.moscow.rules.c07_operations.activation import markers_at
from stavka.games.moscow.rules.c07_operations.markers import Choosing, Combining, PlayingMarkers, Revealing
from stavka.games.moscow.state import ASSAULT, CUP, GERMAN, HAND, MOBILE, PASSED, PLAYED, SOVIET, Position, shift

GAME = load()
CRAFT = MoscowCraft(GAME, 1)
AT = GAME.grid.index


def walked(scenario: str, turns: int) -> Iterator[tuple[Position, Offer, Any]]:
    return walks.walk(GAME, GAME.new(scenario), [MoscowPlayer(GAME, 1), MoscowPlayer(GAME, 2)], 3, turns)


@pytest.fixture(scope="module")
def choices() -> list[tuple[Position, Offer]]:
    """What is done with the AMs of two turns of the first scenario."""
    return [(s.clone(), offer) for s, offer, _ in walked("mtsensk", 2) if CRAFT.opens(s)]


def option(bit: int) -> tuple[int, int]:
    return OPTION, last_option(bit)


def test_a_plan_begins_with_each_am_and_lasts_as_long_as_its_operation() -> None:
    """Reactions of the enemy included; the operation after it is another moment."""
    seen: list[tuple[str, str, int]] = []
    for s, _, _ in walked("mtsensk", 2):
        step = s.stack[-1].step
        assert CRAFT.opens(s) == (step == "choose")
        if s.sequence or step == "choose":
            seen.append((step, repr(CRAFT.moment(s)), s.sequence))
    begun = [at for at, (step, _, _) in enumerate(seen) if step == "choose"]
    operations = [seen[a:b] for a, b in zip(begun, [*begun[1:], len(seen)], strict=True)]
    assert len(operations) > 10 and max(map(len, operations)) > 20
    assert all(len({moment for _, moment, _ in each}) == 1 for each in operations)
    moments = [each[0][1] for each in operations]
    assert all(a != b for a, b in pairwise(moments))


def test_the_first_stage_is_the_operation_and_the_second_the_enemys(choices: list[tuple[Position, Offer]]) -> None:
    """After each stage one AM more of the side that acted has been played or passed."""
    for start, offer in choices[:3]:
        side, s = Side(offer.seat), start.clone()
        players = {seat: CRAFT.model(Side(seat), SCRIPT) for seat in range(2)}
        luck, turn = Luck("stages"), s.turn
        for stage, acting in ((0, side), (1, Side(1 - side))):
            before, other = CRAFT.acted(s, acting), CRAFT.acted(s, Side(1 - acting))
            play_on(GAME, s, players, luck, CRAFT.until(s, side, stage))
            assert s.turn == turn and s.stack[-1].step in ("draw", "choose")
            assert sum(CRAFT.acted(s, acting)) == sum(before) + 1
            assert stage or CRAFT.acted(s, Side(1 - acting)) == other


def chosen(side: Side, hand: str, pool: str = "") -> Position:
    """A position of The Tula Road in which a side has drawn one AM and has another in its Pool. any: the special AM."""
    s = GAME.new("tula")
    for marker, owner in enumerate(GAME.marker_side):
        if owner == side:
            s.markers[marker] = PLAYED
    for name, place in ((hand, HAND), (pool, PASSED)):
        if name:
            formation = NO_FORMATION if name == "any" else GAME.formation_ids.index(name)
            found = (m for m, kind in enumerate(GAME.marker_of) if kind == formation and GAME.marker_side[m] == side)
            s.markers[next(found)] = place
    s.stack = [Playing(), Choosing(side)]
    return s


def test_every_pick_is_a_gene_and_a_sequence_where_it_is_still_open() -> None:
    s = chosen(SOVIET, "4t")
    (offer,) = GAME.offers(s)
    genes = CRAFT.genes(s, SOVIET, offer)
    assert set(genes[FIRST]) == set(offer)
    assert {"sequence", "formation", "arko"} & set(genes) == set()
    s = chosen(SOVIET, "any", "5ab")
    (offer,) = GAME.offers(s)
    genes = CRAFT.genes(s, SOVIET, offer)
    assert list(genes["sequence"]) == [MOBILE, ASSAULT]
    assert GAME.formation_ids.index("4t") in genes["formation"]
    assert GAME.formation_ids.index("3pz") not in genes["formation"]


def test_the_main_effort_is_near_those_who_may_act() -> None:
    """4 Tank Brigade stands at Pervy Voin and around; Mtsensk (11 hexes) is none of its four goals."""
    s = GAME.new("mtsensk")
    s.markers[GAME.markers_of(GAME.formation_ids.index("4t"))[0]] = HAND
    goals = CRAFT.goals(s, SOVIET)
    assert len(goals) == 4 and AT("MT2415") in goals and AT("MT3406") not in goals


def test_tempers_and_manners_differ_from_the_script() -> None:
    for names, gene in ((TEMPERS, "temper"), (POINTS, "points")):
        rows = [table_of(((gene, name),))["german", "tula"] for name in names]
        assert len({SCRIPTED["german", "tula"], *rows}) == len(names) + 1
    both = table_of((("points", "mean"), ("temper", "still")))["soviet", "mtsensk"]
    assert (both.least_attack, both.command) == (99.0, 0.25)
    assert table_of(SCRIPT) == SCRIPTED and table_of(FROZEN) == SCRIPTED_1


def test_a_commander_does_what_its_style_says() -> None:
    def decided(s: Position, frame: Any, style: Style) -> Any:
        s.stack = [Playing(), frame]
        (offer,) = GAME.offers(s)
        return Commander(GAME, frame.side, style=style).choose(GAME.see(s, frame.side), offer)

    s = chosen(SOVIET, "4t")
    for sequence, bit in ((MOBILE, GAME.MOBILE_SEQUENCE), (ASSAULT, GAME.ASSAULT_SEQUENCE)):
        assert decided(s, PlayingMarkers(SOVIET, []), Style(sequence=sequence)) == option(bit)
    s = chosen(SOVIET, "any")
    for name in ("4t", "5ab"):
        formation = GAME.formation_ids.index(name)
        s.markers[GAME.markers_of(formation)[0]] = PLAYED
        pick = decided(s, Revealing(SOVIET, ASSAULT), Style(formation=formation))
        assert pick == option(GAME.formation_options(1 << formation))


def test_leaders_help_to_combine_formations() -> None:
    """Lelyushenko is with the HQ of 4 Tank Brigade."""
    s = GAME.new("mtsensk")
    hand, pool = (GAME.markers_of(GAME.formation_ids.index(name))[0] for name in ("4t", "5ab"))
    s.markers[hand], s.markers[pool] = HAND, PASSED
    leader, hq = GAME.unit_index("so.lelyushenko"), GAME.unit_index("so.4t.hq")
    shift(GAME, s, leader, s.place[hq])
    s.stack = [Playing(), Combining(SOVIET, leaders=0, shown=hand)]
    (offer,) = GAME.offers(s)
    assert Commander(GAME, SOVIET).choose(GAME.see(s, SOVIET), offer) == (UNIT, leader)


def test_a_main_effort_counts_three_times() -> None:
    commander = Commander(GAME, GERMAN)
    s = GAME.new("mtsensk")
    commander.begin(s)
    fights, goal = commander.read(s), 1 << AT("MT2612")
    plain = {mission.hexes: mission for mission in missions(fights, GERMAN)}
    for mission in missions(fights, GERMAN, goal):
        before = plain[mission.hexes]
        factor = 3 if mission.hexes & goal else 1
        assert mission.weight == pytest.approx(factor * before.weight)
        assert mission.need == int(factor * before.need)


# -- how good a position is -------------------------------------------------------------------------------------------


def test_chances_of_both_sides_add_up_and_the_end_is_certain(choices: list[tuple[Position, Offer]]) -> None:
    for s, _ in choices[:3]:
        mine, its = (value.chance(GAME, s, side) for side in (GERMAN, SOVIET))
        assert mine + its == pytest.approx(1) and 0 < mine < 1
        over = s.clone()
        over.result = "soviet"
        assert (value.chance(GAME, over, GERMAN), value.chance(GAME, over, SOVIET)) == (0.0, 1.0)


def test_a_point_more_is_a_better_chance_and_counts_most_at_the_end() -> None:
    gains = []
    for turn in (1, 4):
        s = GAME.new("mtsensk")
        s.turn = turn
        over = value.par(GAME, "mtsensk", value.time_left(GAME, s)) - value.expected_points(
            GAME, s, value.time_left(GAME, s)
        )
        s.points += round(over)
        before = value.chance(GAME, s, GERMAN)
        s.points += 1
        gains.append(value.chance(GAME, s, GERMAN) - before)
    assert 0 < gains[0] < gains[1]


def test_a_turn_runs_out_as_its_markers_are_played() -> None:
    """Three turns are left after the first of four; of the turn itself the share of the AMs still to be played."""
    s = GAME.new("mtsensk")
    markers = [m for m, kind in enumerate(GAME.marker_of) if kind != NO_FORMATION][:6]
    s.turn, s.sequence = 1, 0
    for marker in range(len(s.markers)):
        s.markers[marker] = PLAYED
    assert value.time_left(GAME, s) == 3
    for marker in markers[:3]:
        s.markers[marker] = CUP
    half = value.time_left(GAME, s)
    for marker in markers:
        s.markers[marker] = CUP
    assert 3 < half < value.time_left(GAME, s) <= 4


def test_who_is_stronger_and_nearer_takes_a_hex_more_likely() -> None:
    s = GAME.new("mtsensk")
    hex_ = AT("MT2612")
    far = value.taken(GAME, s, GERMAN, hex_, 3.0)
    for unit in units_in(GAME.formation_units[GAME.formation_ids.index("eberbach")] & GAME.combat & s.placed):
        shift(GAME, s, unit, AT("MT2513"))
    near = value.taken(GAME, s, GERMAN, hex_, 3.0)
    assert 0 <= far < near < 1
    assert value.taken(GAME, s, GERMAN, hex_, 0.0) == 0.0


def test_an_objective_is_worth_less_to_the_attacker_as_the_enemy_comes_near() -> None:
    s = GAME.new("mtsensk")
    s.german = GAME.map_hexes["MT"]
    settle_control(GAME, s)
    brigade = GAME.formation_units[GAME.formation_ids.index("4t")] & GAME.combat & s.placed
    expected = {}
    for hex_ in ("MT2515", "MT3903"):  # beside Pervy Voin, and in the far corner
        for unit in units_in(brigade):
            shift(GAME, s, unit, AT(hex_))
        expected[hex_] = value.expected_points(GAME, s, 1.0)
    assert expected["MT2515"] < expected["MT3903"] - 0.1


def test_markers_in_secret_places_are_not_told_apart(choices: list[tuple[Position, Offer]]) -> None:
    """The moment names how many there are: it is the same for what a seat sees and for what is."""
    for s, offer in choices:
        seen = GAME.see(s, offer.seat).position
        assert CRAFT.moment(seen) == CRAFT.moment(s)
        assert len(markers_at(GAME, seen, Side(offer.seat), HAND)) == 1
        assert GAME.see(s, offer.seat).sample(Random(1)).markers.count(CUP) == s.markers.count(CUP)
