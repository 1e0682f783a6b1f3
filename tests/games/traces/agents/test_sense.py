"""What a wargamer would do: small positions of the Race in which the levels must show sense, from both sides.

A few units stand on the map. One HQ is activated, and Officer leads the activation; dice are fixed. What is demanded
follows from the rules and the few units that are there, and is worked out beside each position."""

from collections.abc import Iterable
from random import Random

import pytest

from stavka.agents.planner import Planner
from stavka.engine.kinds import Unit
from stavka.engine.offer import ROLL
from stavka.games import opponents
from stavka.games.traces.game import load
from stavka.games.traces.rules.c04_sequence_of_play.game_turn import (
    ActionPhase,
    EndingTurn,
    PlayingTurns,
    activate_hq,
)
from stavka.games.traces.state import ELIMINATED, Position, lift, put
from stavka.studies.play import weighted

GAME = load()
AT, UNIT_OF = GAME.grid.index, GAME.unit_index
RED, GREY = UNIT_OF("so.hq.step"), UNIT_OF("ax.hq.8a")
"""The HQs that lead: of the Steppe Front, and of the 8th Army."""
KYIV, DNIPRO, CHERKASY = "2918", "1631", "2223"
"""Kyiv and Dnipropetrovsk on the river, and the Crossing Point at 2223."""


def laid(places: dict[str, str], *, orders: Iterable[str] = (), turn: int = 2) -> Position:
    """These units and no others. One chit of either of the two HQs is still in the cup."""
    s = GAME.new("race")
    for unit in map(Unit, range(len(GAME.unit_ids))):
        if s.place[unit] >= 0:
            lift(GAME, s, unit, ELIMINATED)
        s.place[unit] = ELIMINATED
    for name, hex_ in places.items():
        s.steps[UNIT_OF(name)] = GAME.full_steps[UNIT_OF(name)]
        put(GAME, s, UNIT_OF(name), AT(hex_))
    s.turn, s.orders = turn, GAME.grid.from_numbers(*orders)
    s.cup = bytearray(len(GAME.chits))
    s.played, s.hand = bytearray(len(GAME.chits)), bytearray(len(GAME.chits))
    for kind, chit in enumerate(GAME.chits):
        if chit.hq in (RED, GREY) and s.place[chit.hq] >= 0:
            s.cup[kind] = 1
    return s


class Led:
    """An activation that Officer has led: the position after it, and the hexes that were attacked."""

    def __init__(self, s: Position, hq: Unit, seed: int = 1) -> None:
        player, script, rng = opponents.make("officer", GAME, seed), opponents.make("scripted", GAME, 1), Random(seed)
        assert isinstance(player, Planner)
        self.s, self.attacked, seat = s, set[str](), GAME.seat(s, GAME.side[hq])
        s.stack = [PlayingTurns(0), EndingTurn(), ActionPhase()]
        activate_hq(GAME, s, hq)
        over = player.craft.until(s, GAME.side[hq], 0)
        while not s.result and not over(s):
            offer = GAME.offers(s)[0]
            self.attacked |= {GAME.grid.number(hex_) for hex_ in GAME.grid.bits(s.attacked)}
            if offer.chance is not None:
                GAME.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
            else:
                GAME.apply(
                    s, offer.seat, (player if offer.seat == seat else script).choose(GAME.see(s, offer.seat), offer)
                )

    def at(self, name: str) -> str:
        place = self.s.place[UNIT_OF(name)]
        return GAME.grid.number(place) if place >= 0 else "gone"

    def far(self, name: str, hex_: str) -> int:
        """The distance of a unit from a hex; 99 if it is lost."""
        place = self.s.place[UNIT_OF(name)]
        return GAME.grid.distance(place, AT(hex_)) if place >= 0 else 99

    def crosses(self) -> set[str]:
        """The Crossing Points that the Soviets have."""
        return {GAME.grid.number(hex_) for hex_ in GAME.grid.bits(self.s.crossings)}


SEEDS = pytest.mark.parametrize("seed", [1, 2])
FAR = {"ax.hq.8a": "2315", "ax.46": "2513"}
"""An HQ and a division of the Axis far behind the river."""


# -- the Soviet side --------------------------------------------------------------------------------------------------


@SEEDS
def test_an_open_crossing_point_is_taken(seed: int) -> None:
    """2223 and two others are empty, and a tank corps stands beside the river with no enemy within ten hexes."""
    s = laid({**FAR, "so.hq.step": "2326", "so.5gtc": "2225"})
    assert not s.crossings
    assert Led(s, RED, seed).crosses()


@SEEDS
def test_in_the_last_turn_everybody_who_can_goes_over_the_river(seed: int) -> None:
    """Two corps at the river: units on the west bank are VP, and there is no later."""
    led = Led(laid({**FAR, "so.hq.step": "2326", "so.5gtc": "2324", "so.27a": "2225"}, turn=4), RED, seed)
    for name in ("so.5gtc", "so.27a"):
        assert GAME.west_bank >> AT(led.at(name)) & 1


@SEEDS
def test_a_second_crossing_point_is_not_left_lying(seed: int) -> None:
    """Three corps and three empty Crossing Points within their reach, in the last turn: two of them fall at least."""
    places = {"so.hq.step": "2326", "so.5gtc": "2324", "so.5gmc": "2324", "so.27a": "2225"}
    assert len(Led(laid({**FAR, **places}, turn=4), RED, seed).crosses()) >= 2


@SEEDS
@pytest.mark.parametrize(
    ("city", "places"),
    [
        ("2634", {"so.hq.step": "2635", "so.5gtc": "2636"}),
        (KYIV, {"so.hq.step": "2921", "so.5gtc": "2920", "so.27a": "2920"}),
    ],
)
def test_an_empty_city_under_an_order_is_entered_for_the_game(city: str, places: dict[str, str], seed: int) -> None:
    """It is two hexes away, nobody bars the way, and its fall wins at once."""
    assert Led(laid({**FAR, **places}, orders=[city]), RED, seed).s.result == "soviet automatic"


@SEEDS
def test_three_against_thirteen_is_not_attacked(seed: int) -> None:
    """Grossdeutschland and Das Reich (7 and 7 in defence) stand together; the corps has 3."""
    places = {"so.hq.step": "2433", "so.50rc": "2532", "ax.gd": "2531", "ax.2ss": "2531"}
    assert not Led(laid({**FAR, **places}), RED, seed).attacked


@SEEDS
def test_a_garrisoned_city_is_not_attacked_by_one_weak_corps(seed: int) -> None:
    places = {"so.hq.step": "2635", "so.50rc": "2635", "ax.gd": "2634", "ax.2ss": "2634"}
    assert not Led(laid({**FAR, **places}, orders=["2634"]), RED, seed).attacked


@SEEDS
def test_the_front_hq_does_not_stay_before_panzers(seed: int) -> None:
    """The HQ is two hexes from Grossdeutschland, and may move."""
    places = {"so.hq.step": "2532", "so.27a": "2532", "ax.gd": "2530", "ax.2ss": "2630"}
    led = Led(laid({**FAR, **places}), RED, seed)
    assert led.far("so.hq.step", "2530") > 2 and led.far("so.hq.step", "2630") > 2


@SEEDS
def test_with_nobody_near_the_armies_go_for_the_river(seed: int) -> None:
    """Behind the lines in Turn 2, with the enemy twenty hexes away: each unit ends nearer to the Dnipro."""
    s = laid({**FAR, "so.hq.step": "2535", "so.27a": "2535", "so.5gmc": "2535"})
    before = GAME.grid.distance(AT("2535"), AT(DNIPRO))
    led = Led(s, RED, seed)
    for name in ("so.27a", "so.5gmc", "so.hq.step"):
        assert led.far(name, DNIPRO) < before


# -- the Axis side ----------------------------------------------------------------------------------------------------

REAR = {"so.hq.step": "2638"}


@SEEDS
@pytest.mark.parametrize(
    ("city", "places", "turn"),
    [
        ("2634", {"ax.hq.8a": "2629", "ax.68": "2631", "so.hq.step": "2638", "so.5gtc": "2637"}, 2),
        (KYIV, {"ax.hq.8a": "2915", "ax.68": "2916", "so.hq.step": "2923", "so.5gtc": "2922"}, 4),
    ],
)
def test_an_empty_city_under_an_order_gets_a_garrison(city: str, places: dict[str, str], turn: int, seed: int) -> None:
    """A tank corps is within a move of it, and its fall would lose the game; one division is near enough."""
    assert Led(laid(places, orders=[city], turn=turn), GREY, seed).at("ax.68") == city


@SEEDS
def test_the_garrison_of_a_threatened_city_stays(seed: int) -> None:
    """Grossdeutschland alone in Kharkiv with two tank corps next to it."""
    places = {"so.hq.step": "2534", "so.50rc": "2533", "ax.hq.8a": "2631", "ax.gd": "2634"}
    led = Led(laid({**places, "so.5gtc": "2635", "so.5gmc": "2535"}, orders=["2634"]), GREY, seed)
    assert led.at("ax.gd") == "2634"


@SEEDS
def test_two_divisions_do_not_leave_a_city_that_one_could_not_hold(seed: int) -> None:
    """Four and four in Kharkiv, two tank corps three hexes away: either division alone would be 2-1 and worse."""
    places = {"ax.hq.8a": "2332", "ax.68": "2634", "ax.255": "2634", "so.5gtc": "2637", "so.5gmc": "2637"}
    led = Led(laid({**REAR, **places}, orders=["2634"]), GREY, seed)
    assert led.at("ax.68") == led.at("ax.255") == "2634"


@SEEDS
def test_a_division_does_not_attack_two_tank_corps(seed: int) -> None:
    """4 against 8, in the open; the division goes back instead."""
    places = {"ax.hq.8a": "2628", "ax.68": "2631", "so.5gtc": "2632", "so.5gmc": "2632"}
    led = Led(laid({**REAR, **places}), GREY, seed)
    assert not led.attacked and led.far("ax.68", "2632") > 1


@SEEDS
def test_panzer_divisions_throw_back_a_corps_alone(seed: int) -> None:
    """Grossdeutschland, Das Reich and 46 (22) around a rifle corps of 3, with nobody else near."""
    places = {"ax.hq.8a": "2629", "ax.gd": "2631", "ax.2ss": "2631", "ax.46": "2532", "so.50rc": "2632"}
    assert Led(laid({**REAR, **places}), GREY, seed).attacked == {"2632"}


@SEEDS
def test_the_army_hq_withdraws_from_tanks(seed: int) -> None:
    """The HQ stands next to a tank corps, and the only division is not with it."""
    places = {"ax.hq.8a": "2631", "ax.68": "2530", "so.5gtc": "2632"}
    assert Led(laid({**REAR, **places}), GREY, seed).far("ax.hq.8a", "2632") > 2


@SEEDS
def test_a_division_between_three_corps_gets_out(seed: int) -> None:
    """Tanks in front and on both sides, the way back is open: it leaves before the ring is closed."""
    places = {"ax.hq.8a": "2628", "ax.68": "2632", "so.5gtc": "2633", "so.5gmc": "2732", "so.3gmc": "2532"}
    led = Led(laid({**REAR, **places}), GREY, seed)
    assert all(led.far("ax.68", hex_) > 1 for hex_ in ("2633", "2732", "2532"))


@SEEDS
def test_a_crossing_point_before_the_enemy_gets_a_garrison(seed: int) -> None:
    """Turn 3: tanks are six hexes from the empty Crossing Point at 2223, a division two on the other side."""
    places = {"ax.hq.8a": "2320", "ax.68": "2321", "so.5gtc": "2229", "so.hq.sw": "2231"}
    led = Led(laid({**REAR, **places}, turn=3), GREY, seed)
    assert led.at("ax.68") == CHERKASY


def with_all_crossings(s: Position) -> Position:
    """The position with all Crossing Points lost, so that nobody is sent to garrison one."""
    s.crossings = GAME.crossings
    return s


@SEEDS
def test_a_division_before_the_river_goes_behind_it(seed: int) -> None:
    """Turn 3: a division alone in the steppe before Kherson, tanks five hexes away. It stops nobody where it is; behind
    the Dnipro it does."""
    places = {"ax.hq.8a": "0824", "ax.68": "0831", "so.5gtc": "0836", "so.5gmc": "0836"}
    led = Led(with_all_crossings(laid({**REAR, **places}, turn=3)), GREY, seed)
    assert GAME.west_bank >> AT(led.at("ax.68")) & 1


BEND = {"0726": "0727", "0827": "0727 0828", "0927": "0828 0928", "1028": "0928", "1029": "0928 0929 1030"}
"""Hexes of the west bank below Nikopol, with the hexes across the river."""


@SEEDS
def test_two_divisions_shut_what_they_can_of_the_river(seed: int) -> None:
    """Turn 3, tanks behind the lower Dnipro. Two divisions in 0827 and 1029 bar their own hexes and, because nobody
    crosses from ZOC to ZOC, all between and 0726 too. Both in one hex leave half of the sides open."""
    places = {"ax.hq.8a": "0823", "ax.68": "0825", "ax.255": "0825", "so.5gtc": "0729"}
    led = Led(with_all_crossings(laid({**REAR, **places}, turn=3)), GREY, seed)

    def is_near(hex_: str) -> bool:
        return min(led.far("ax.68", hex_), led.far("ax.255", hex_)) < 2

    for west, across in BEND.items():
        assert west in (led.at("ax.68"), led.at("ax.255")) or all(is_near(each) for each in (west, *across.split()))
