"""The scripted player of Roads to Moscow: it picks only what is offered, decides the same again, and hidden things do
not move it."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from agents import walks
from stavka.engine.frames import Frame
from stavka.engine.kinds import last_option
from stavka.engine.offer import HEX, OPTION, UNIT, Offer, Pick
from stavka.games import opponents
from stavka.games.moscow.agents.chart import FOOT, MOTORIZED, chart_of
from stavka.games.moscow.agents.fights import Fights
from stavka.games.moscow.agents.lifelines import lifelines
from stavka.games.moscow.agents.moves import Moves
from stavka.games.moscow.agents.places import Places
from stavka.games.moscow.agents.scripted import MoscowPlayer, frozen
from stavka.games.moscow.agents.weights import ATTACKER_WEIGHTS, DEFENDER_WEIGHTS, Weights
from stavka.games.moscow.files import parse_result
from stavka.games.moscow.game import load
from stavka.games.moscow.rules.c03_basic_concepts.control import settle_control
from stavka.games.moscow.rules.c04_playing_the_game.sequence import Playing
from stavka.games.moscow.rules.c05_strategic_segment.reinforcements import CallingGroups, Entering
from stavka.games.moscow.rules.c06_supply.fuel import Fuelling
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import MovementPhase
from stavka.games.moscow.rules.c09_pre_combat_actions.declaration import Declaring
from stavka.games.moscow.rules.c09_pre_combat_actions.refusal import RefusalRetreat
from stavka.games.moscow.rules.c10_combat.battleframe import Fighting
from stavka.games.moscow.rules.c11_combat_results.advance import Advancing, SecondAdvance
from stavka.games.moscow.rules.c11_combat_results.results import Losing
from stavka.games.moscow.state import (
    ASSAULT,
    DUE,
    GERMAN,
    MOBILE,
    SOVIET,
    Position,
    blank,
    put,
    shelve,
    shift,
    spend,
)
from stavka.hexes import NO_HEX, Hex

GAME = load()
AT = GAME.grid.index
UNIT_OF = GAME.unit_index
Decision = tuple[Position, Offer, Pick]


# -- who plays ------------------------------------------------------------------------------------------------------


def test_it_is_the_opponent_that_is_offered() -> None:
    assert "scripted" in opponents.names("moscow")
    assert isinstance(opponents.make("scripted", GAME, 1), MoscowPlayer)


# -- a turn ---------------------------------------------------------------------------------------------------------


def walk(scenario: str, seed: int, turns: int) -> Iterator[Decision]:
    """A game between two scripted players up to a turn: positions, offers, what was picked."""
    return walks.walk(GAME, GAME.new(scenario), [MoscowPlayer(GAME, 1), MoscowPlayer(GAME, 2)], seed, turns)


@cache
def one_turn() -> list[Decision]:
    """The first turn of a scenario in which the Soviet player leaves an AM out of his cup, in secret."""
    return [(s.clone(), offer, pick) for s, offer, pick in walk("artemki", 3, 1)]


def test_it_picks_what_is_offered() -> None:
    steps = {s.stack[-1].step for s, _, _ in one_turn()}
    assert {"opening", "cup", "choose", "army", "movement", "move", "declare", "attack"} <= steps
    for s, offer, pick in one_turn():
        assert pick in offer, s.stack[-1]


def test_the_same_dice_give_the_same_turn() -> None:
    assert [pick for _, _, pick in walk("artemki", 3, 1)] == [pick for _, _, pick in one_turn()]


def test_what_is_hidden_does_not_change_a_pick() -> None:
    """Two equal players, one of them with the enemy's AMs dealt out again at every decision."""
    agents, rng = [MoscowPlayer(GAME, 1), MoscowPlayer(GAME, 2)], Random(9)
    different = 0
    for s, offer, pick in one_turn():
        other = GAME.see(s, offer.seat).sample(rng)
        different += other.markers != s.markers
        assert agents[offer.seat].choose(GAME.see(other, offer.seat), offer) == pick, s.stack[-1]
    assert different > 20, "nothing was hidden"


# -- what it expects ------------------------------------------------------------------------------------------------


def test_chances_of_a_column_are_those_of_the_table() -> None:
    """1-1 on the Assault table: ten results without a modifier; with +5 rolls of 11 and more are half of all."""
    chart, column = chart_of(GAME), GAME.crt_names[0].index("1-1")
    plain = dict(chart.cells(0, column, 0))
    texts = ("D1R", "DR*", "Dd", "A1/D1*", "A1/Dd", "A1", "A1d", "A1R*", "A1Rd", "A2d")
    assert plain == pytest.approx({parse_result(text): 0.1 for text in texts})
    worse = {parse_result(text): 0.1 for text in texts[5:]} | {parse_result("A2R"): 0.5}
    assert dict(chart.cells(0, column, 5)) == pytest.approx(worse)
    assert dict(chart.cells(1, -1, 0)) == {parse_result("A2R"): 1.0}


def test_a_hex_is_worth_what_either_side_gains_by_it() -> None:
    """Mtsensk counts as a town (5) and as a bridge (2); Artemki is worth 2 to the side that holds it."""
    prizes = chart_of(GAME).prizes
    assert prizes["tula"][AT("MT3406")] == 7
    assert prizes["artemki"][AT("MZ1419")] == 2


def test_a_march_knows_roads_and_rivers() -> None:
    """Clear ground is an MP, or two halves; the river at MT0229 takes a whole move on foot, no vehicle gets over."""
    roads = chart_of(GAME).roads[GERMAN]
    assert [roads.toward(1 << AT("MT0425"), FOOT)[AT(hex_)] for hex_ in ("MT0425", "MT0426", "MT0225")] == [0, 2, 4]
    assert roads.toward(1 << AT("MT0229"), FOOT)[AT("MT0128")] == 10
    assert roads.toward(1 << AT("MT0229"), MOTORIZED)[AT("MT0128")] > 50


def test_a_march_keeps_to_where_supply_can_come() -> None:
    """No bridge leads over the Oka to MT0723: a step there is taken for five MP in place of one."""
    for roads in chart_of(GAME).roads:
        assert roads.toward(1 << AT("MT0723"), MOTORIZED)[AT("MT0623")] == 10


HIGHWAY = (
    *("MT0332", "MT0331", "MT0431", "MT0530", "MT0529", "MT0629", "MT0628", "MT0727", "MT0726", "MT0826", "MT0925"),
    *("MT1025", "MT1124", "MT1224", "MT1323", "MT1423", "MT1522", "MT1622", "MT1721", "MT1821", "MT1820", "MT1919"),
    *("MT2019", "MT2018", "MT2017", "MT2116", "MT2216", "MT2215", "MT2314", "MT2415"),
)
"""From Orel to Pervy Voin, by Ivanovskoye (MT1224) and Kamenevo (MT2116)."""


def advanced(places: dict[str, str]) -> Position:
    """I/12 in Pervy Voin; nothing but the highway behind it is German."""
    s = blank(GAME, "tula")
    s.turn, s.german = 3, GAME.grid.from_numbers(*HIGHWAY)
    for unit, hex_ in {"ax.eb.i12": "MT2415", **places}.items():
        s.steps[UNIT_OF(unit)] = 2
        put(GAME, s, UNIT_OF(unit), AT(hex_))
    settle_control(GAME, s)
    return s


def test_a_road_that_was_lost_is_to_be_taken_back() -> None:
    """An empty Soviet hex on the highway keeps a battalion (0.5) from supply, and all that is to be taken (41 VP) but
    Ivanovskoye (2), which lies before it."""
    s = advanced({})
    assert AT("MT1423") not in lifelines(GAME, s, GERMAN).gaps
    s.german &= ~(1 << AT("MT1423"))
    before = s.to_json()
    found = lifelines(GAME, s, GERMAN)
    assert found.bars == {}
    assert found.gaps[AT("MT1423")] == 39.5
    assert s.to_json() == before


def test_enemies_who_bar_a_road_together_share_what_they_keep_from_supply() -> None:
    """Both bar what lies behind the second (39.5); Ivanovskoye can be supplied past the first, over open country."""
    s = advanced({"so.5ab.i201": "MT1025", "so.5ab.ii201": "MT1622"})
    assert lifelines(GAME, s, GERMAN).bars == {AT("MT1025"): 19.75, AT("MT1622"): 19.75}


def test_a_road_in_an_enemy_zone_is_to_be_held_where_he_need_not_be_driven_off() -> None:
    """I/201 beside the highway: units that stood in the two hexes of it in its zone would supply the same 39.5."""
    found = lifelines(GAME, advanced({"so.5ab.i201": "MT1422"}), GERMAN)
    assert found.bars == {}
    assert [found.gaps[AT(hex_)] for hex_ in ("MT1423", "MT1522")] == [39.5, 39.5]
    assert AT("MT1323") not in found.gaps


def laid(places: dict[str, str], *, active: str = "eberbach", sequence: int = ASSAULT, turn: int = 1) -> Position:
    """Units on the map of the first scenario, with a Formation active."""
    s = blank(GAME, "mtsensk")
    s.turn, s.sequence = turn, sequence
    for unit, hex_ in places.items():
        number = UNIT_OF(unit)
        s.steps[number] = GAME.full_steps[number]
        put(GAME, s, number, AT(hex_))
    s.active = 1 << GAME.formation_ids.index(active)
    settle_control(GAME, s)
    return s


def units(*names: str) -> int:
    return sum(1 << UNIT_OF(name) for name in names)


def fights(s: Position, weights: Weights = ATTACKER_WEIGHTS) -> Fights:
    return Fights(GAME, s, weights)


def combat(names: tuple[str, ...], hex_: str, table: int, leads: tuple[str, str]) -> Fighting:
    b = Fighting(0, AT(hex_), units(*names), table, UNIT_OF(leads[0]), UNIT_OF(leads[1]))
    return b


def test_an_attack_out_of_one_hex_is_rolled_in_one_way() -> None:
    """5 and 3 to 4 in the open is 2-1; ER 7 against 6 is -1; there is nothing to check."""
    s = laid({"ax.eb.i12": "MT0404", "ax.eb.pi79": "MT0404", "so.5ab.i201": "MT0405"})
    b = combat(("ax.eb.i12", "ax.eb.pi79"), "MT0405", 0, ("ax.eb.i12", "so.5ab.i201"))
    assert fights(s).spread(b) == pytest.approx({(GAME.crt_names[0].index("2-1"), -1): 1.0})


def test_an_attack_of_two_hexes_on_the_mobile_table_has_to_coordinate() -> None:
    """5 and 5 to 4 is 2-1; ER and combined arms -1 each. Mobile adds 1: ER 7 passes with 1 to 6; else +2."""
    s = laid({"ax.eb.i12": "MT0404", "ax.eb.i35": "MT0304", "so.5ab.i201": "MT0405"}, sequence=MOBILE)
    b = combat(("ax.eb.i12", "ax.eb.i35"), "MT0405", 1, ("ax.eb.i12", "so.5ab.i201"))
    column = GAME.crt_names[1].index("2-1")
    assert fights(s).spread(b) == pytest.approx({(column, -2): 0.6, (column, 0): 0.4})


def test_who_is_hemmed_in_is_lost_when_he_has_to_retreat() -> None:
    around = ("MT0404", "MT0504", "MT0505", "MT0406", "MT0305", "MT0304")
    names = ("ax.eb.i35", "ax.eb.ii35", "ax.eb.k34", "ax.eb.i12", "ax.eb.pi79", "ax.eb.aa7")
    s = laid({"so.5ab.i201": "MT0405", **dict(zip(names, around, strict=True))})
    lost, _ = fights(s).fate(units("so.5ab.i201"), AT("MT0405"), 1, NO_HEX)
    assert lost == pytest.approx(fights(s).unit_worth(UNIT_OF("so.5ab.i201")))
    free = laid({"so.5ab.i201": "MT0405", "ax.eb.i35": "MT0404"})
    assert fights(free).fate(units("so.5ab.i201"), AT("MT0405"), 1, NO_HEX) == (0.0, 0.0)


def test_a_step_of_armor_is_a_point_for_the_enemy() -> None:
    """In the last of four turns units count a fifth: AA 7 is 2-2 with ER 7, the KV are 2-3 with ER 7 and a VP."""
    f = fights(laid({"ax.eb.aa7": "MT0404", "so.4t.kv": "MT0408"}, turn=4))
    assert f.life == pytest.approx(0.2)
    assert f.step_worth(UNIT_OF("ax.eb.aa7"), 1) == pytest.approx(0.2 * (0.1 * 2 * 7 / 6 + 0.1))
    assert f.step_worth(UNIT_OF("so.4t.kv"), 1) == pytest.approx(0.2 * (0.1 * 2.5 * 7 / 6 + 0.1) + 1)


def test_what_is_scored_depends_on_who_would_control_a_hex() -> None:
    """The whole map is German except Dumchino, where I/12 is imagined to stand: 30 VP, and nothing is changed."""
    s = laid({"ax.eb.i12": "MT2814"})
    s.german = before = GAME.map_hexes["MT"] & ~(1 << AT("MT2814"))
    assert fights(s).standing(GERMAN) == 30
    assert fights(s).standing(SOVIET) == -30
    assert s.german == before


def test_supply_concerns_who_has_to_win_points_and_asking_changes_nothing() -> None:
    s = GAME.new("artemki")
    before = s.to_json()
    assert lifelines(GAME, s, GERMAN) == ({}, {})
    assert all(s.occupied[GERMAN] >> hex_ & 1 for hex_ in lifelines(GAME, s, SOVIET).bars)
    assert s.to_json() == before


# -- what it decides ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("scenario", "takers"), [("mtsensk", {GERMAN}), ("artemki", {GERMAN, SOVIET})])
def test_who_has_objectives_to_take_plays_for_them(scenario: str, takers: set[int]) -> None:
    """The Soviet side of Artemki attacks, and Artemki, Utitsy and Borodino are what the German side can take."""
    for side in (GERMAN, SOVIET):
        commander = frozen(GAME, 1).commanders[side]
        commander.begin(blank(GAME, scenario))
        assert commander.w == (ATTACKER_WEIGHTS if side in takers else DEFENDER_WEIGHTS)


def decided(s: Position, *frames: Frame) -> Pick:
    """The pick of a fresh player when a step asks."""
    s.stack = [Playing(), *frames]
    offer = GAME.offers(s)[0]
    return MoscowPlayer(GAME, 1).choose(GAME.see(s, offer.seat), offer)


def option(bit: int) -> Pick:
    return OPTION, last_option(bit)


def test_it_attacks_an_objective_in_strength_and_not_in_weakness() -> None:
    """II/201 (2) alone in Dumchino: 19 against 2 is an attack; 2 against 4 and 4 is not."""
    strong = {"ax.eb.i35": "MT2813", "ax.eb.ii35": "MT2813", "ax.eb.i12": "MT2815", "ax.eb.k34": "MT2815"}
    s = laid({**strong, "so.5ab.ii201": "MT2814"})
    assert decided(s, Declaring(GERMAN)) == (HEX, AT("MT2814"))
    weak = laid({"ax.eb.aa7": "MT2813", "so.5ab.i201": "MT2814", "so.6gd.i4": "MT2814"})
    assert decided(weak, Declaring(GERMAN)) == option(GAME.DONE)


def test_infantry_pays_before_armor_whose_steps_are_points() -> None:
    s = laid({"ax.eb.i35": "MT0404", "ax.eb.i12": "MT0404"})
    both = units("ax.eb.i35", "ax.eb.i12")
    assert decided(s, Losing(GERMAN, 1, both)) == (UNIT, UNIT_OF("ax.eb.i12"))


def test_where_there_is_room_for_one_of_two_who_refuse_the_better_one_goes() -> None:
    """In MT0103, the only hex that is open to them, there are eight points; each of the two has one."""
    full = dict.fromkeys(("ax.sa.i33", "ax.sa.ii33", "ax.sa.ii12", "ax.sa.ii103"), "MT0103")
    s = laid({"ax.eb.aa7": "MT0101", "ax.eb.pi79": "MT0101", **full, "so.6gd.i4": "MT0201", "so.6gd.i10": "MT0303"})
    both = units("ax.eb.aa7", "ax.eb.pi79")
    assert decided(s, RefusalRetreat(both, AT("MT0101"))) == (UNIT, UNIT_OF("ax.eb.pi79"))


def test_fuel_that_would_be_lost_is_spent_first_and_one_unit_only() -> None:
    s = laid({"ax.eb.i35": "MT0332", "ax.fuel.0": "MT0332"})
    shelve(s, UNIT_OF("ax.fuel.1"), DUE)
    formation = GAME.formation_ids.index("eberbach")
    assert decided(s, Fuelling(formation)) == (UNIT, UNIT_OF("ax.fuel.1"))
    spend(s, UNIT_OF("ax.fuel.1"), formation)
    assert decided(s, Fuelling(formation)) == option(GAME.DONE)


def test_fuel_goes_to_those_whom_it_reaches() -> None:
    """I/35 is far from the edge where one unit is due, and stacked with another; alone it is given none."""
    s = laid({"ax.eb.i35": "MT2620", "ax.fuel.0": "MT2620"})
    shelve(s, UNIT_OF("ax.fuel.1"), DUE)
    formation = GAME.formation_ids.index("eberbach")
    assert decided(s, Fuelling(formation)) == (UNIT, UNIT_OF("ax.fuel.0"))
    s = laid({"ax.eb.i35": "MT2620"})
    shelve(s, UNIT_OF("ax.fuel.1"), DUE)
    assert decided(s, Fuelling(formation)) == option(GAME.DONE)


@pytest.mark.parametrize(("turn", "called"), [("6AM", True), ("9AM", True), ("11AM", False)])
def test_an_attacker_calls_an_optional_group_unless_it_comes_too_late(turn: str, called: bool) -> None:
    """11AM is the last turn but one."""
    s = GAME.new("tula")
    s.turn = GAME.turn_number("tula", turn)
    assert decided(s, CallingGroups(GERMAN)) == option(GAME.CALL[0] if called else GAME.DONE)


def test_whoever_comes_in_takes_the_way_to_the_front() -> None:
    """From MT0332 or MT0432 it is 6.5 MP to Ivanovskoye; no vehicle gets there from beyond the Oka."""
    s = GAME.new("tula")
    s.turn, s.active = 2, 1 << GAME.formation_ids.index("saucken")
    shelve(s, UNIT_OF("ax.sa.i33"), DUE)
    kind, hex_ = decided(s, MovementPhase(GERMAN), Entering(UNIT_OF("ax.sa.i33")))
    assert kind == HEX
    assert GAME.grid.number(Hex(hex_)) in ("MT0332", "MT0432")


def test_somebody_goes_into_an_objective_that_has_been_emptied() -> None:
    s = laid({"ax.eb.i12": "MT2813", "so.5ab.i201": "MT2816"})
    frame = Advancing(GERMAN, units("ax.eb.i12"), AT("MT2814"), is_double=0, is_counted=1)
    assert decided(s, frame) == (UNIT, UNIT_OF("ax.eb.i12"))


def test_a_leader_follows_his_stack_to_the_second_hex_and_is_not_left_alone_in_the_first() -> None:
    """The tanks have gone on through Dumchino; where they came from the Leader is alone, and Germans are near."""
    s = laid({"so.4t.ii": "MT2815", "so.lelyushenko": "MT2813", "ax.eb.i12": "MT2711"}, active="4t")
    leader, start, through, end = UNIT_OF("so.lelyushenko"), AT("MT2813"), AT("MT2814"), AT("MT2815")
    frame = Advancing(SOVIET, 1 << leader, through, is_double=1, is_counted=0, has_begun=1, followed=[[start, end]])
    assert decided(s, frame) == (UNIT, leader)
    shift(GAME, s, leader, through)
    assert decided(s, frame, SecondAdvance(leader, start, is_counted=0)) == (HEX, end)


def test_a_leader_does_not_take_an_objective_by_himself() -> None:
    """The tanks of his stack have gone on, and he cannot follow them beyond Dumchino."""
    s = laid({"so.4t.ii": "MT2815", "so.lelyushenko": "MT2813", "ax.eb.i12": "MT2711"}, active="4t")
    frame = Advancing(SOVIET, units("so.lelyushenko"), AT("MT2814"), is_double=0, is_counted=0, has_begun=1)
    assert decided(s, frame) == option(GAME.DONE)


def test_an_empty_objective_is_taken() -> None:
    """Dumchino lies three hexes away, and nobody is near."""
    s = laid({"ax.sa.i33": "MT2817"}, active="saucken", sequence=MOBILE)
    s.stack = [Playing(), MovementPhase(GERMAN)]
    player = MoscowPlayer(GAME, 1)
    for _ in range(2):
        offer = GAME.offers(s)[0]
        GAME.apply(s, GERMAN, player.choose(GAME.see(s, GERMAN), offer))
    assert s.german >> AT("MT2814") & 1


def test_nobody_is_sent_where_there_is_no_room() -> None:
    """Five battalions of two points in the plan: the fifth is one too many for nine."""
    s = laid({"ax.sa.i33": "MT0404", "ax.sa.ii33": "MT0405", "ax.sa.ii12": "MT0405", "ax.eb.i12": "MT0405"})
    put(GAME, s, UNIT_OF("ax.eb.k34"), AT("MT0405"))
    moves = Moves(fights(s), GERMAN, 0, lambda unit, hex_: 0.0)
    assert moves.is_full(s, units("ax.sa.i33"), AT("MT0405"))
    moves.ends[UNIT_OF("ax.eb.k34")] = AT("MT0406")
    assert not moves.is_full(s, units("ax.sa.i33"), AT("MT0405"))


def test_strength_is_gathered_next_to_an_enemy_until_it_is_enough() -> None:
    """4 in the open takes 8: the first 5 count whole, of the next 5 only 3, and a third unit adds nothing."""
    s = laid({"so.5ab.i201": "MT0405", "ax.eb.i12": "MT0404", "ax.eb.i35": "MT0408"})
    places = Places(fights(s), GERMAN, {})
    worth, need = places.worth_of(AT("MT0405"))
    assert need == 8
    assert places.siege(UNIT_OF("ax.eb.i12"), AT("MT0405")) == pytest.approx(ATTACKER_WEIGHTS.siege * worth * 5 / 8)
    assert places.siege(UNIT_OF("ax.eb.i35"), AT("MT0405")) == pytest.approx(ATTACKER_WEIGHTS.siege * worth * 3 / 8)
