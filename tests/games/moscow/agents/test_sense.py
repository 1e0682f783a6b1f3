"""What a wargamer would do: small positions of Drive on Mtsensk in which the levels must show sense, from both sides.

A few units stand on the map of the scenario. One side has drawn an AM, and Officer leads the operation; dice are fixed.
What is demanded follows from the rules and the few units that are there, and is worked out beside each position."""

from collections.abc import Iterable
from random import Random

import pytest

from stavka.agents.planner import Planner
from stavka.engine.kinds import Side, Unit
from stavka.engine.offer import ROLL
from stavka.games import opponents
from stavka.games.moscow.game import load
from stavka.games.moscow.rules.c01_introduction.victory import hex_points, victory_points
from stavka.games.moscow.rules.c03_basic_concepts.control import settle_control
from stavka.games.moscow.rules.c04_playing_the_game.sequence import Playing
from stavka.games.moscow.rules.c07_operations.markers import Choosing, OperationsSegment
from stavka.games.moscow.state import CUP, ELIMINATED, GERMAN, GONE, HAND, SOVIET, Position, lift, put, shelve
from stavka.studies.play import weighted

GAME = load()
AT, UNIT_OF = GAME.grid.index, GAME.unit_index
LAST = 4
"""The last turn of the scenario."""
PERVY, VTOROY, GOLOVLEVO, SHEINO, DUMCHINO = "MT2415", "MT2513", "MT2612", "MT2912", "MT2814"
VOLKOVO, MTSENSK = "MT3109", "MT3406"
NORTH = ((MTSENSK, 6), (VOLKOVO, 3))
"""The Soviet rear: everything around Mtsensk and Volkovo."""


def laid(
    side: Side,
    formation: str,
    places: dict[str, str],
    *,
    soviet: Iterable[tuple[str, int]] = NORTH,
    turn: int = 2,
    edge: int = 0,
    enemy: str = "",
) -> Position:
    """These units and no others. The Soviets control what is within some hexes of some places, the Germans the rest;
    `formation` is drawn, and one AM of `enemy` is in the other cup. As things are, the Germans would have `edge` VPs
    more than they need: with 0 they just win, with -1 they just lose."""
    s = GAME.new("mtsensk")
    for unit in map(Unit, range(len(GAME.units))):
        if s.place[unit] >= 0:
            lift(GAME, s, unit, ELIMINATED)
        shelve(s, unit, ELIMINATED)
    for name, hex_ in places.items():
        s.steps[UNIT_OF(name)] = GAME.full_steps[UNIT_OF(name)]
        put(GAME, s, UNIT_OF(name), AT(hex_))
    s.turn = turn
    s.german = GAME.map_hexes["MT"]
    for hex_, far in soviet:
        s.german &= ~GAME.grid.range(AT(hex_), far)
    settle_control(GAME, s)
    s.points = GAME.scenarios["mtsensk"].threshold + edge - hex_points(GAME, s)
    s.markers = bytearray([GONE] * len(s.markers))
    s.markers[GAME.markers_of(GAME.formation_ids.index(formation))[0]] = HAND
    if enemy:
        s.markers[GAME.markers_of(GAME.formation_ids.index(enemy))[0]] = CUP
    s.stack = [Playing(), OperationsSegment(Side(1 - side)), Choosing(side)]
    return s


class Led:
    """An operation that Officer has led: the position after it, whether there was a fight, and the Sequence."""

    def __init__(self, s: Position, side: Side, seed: int = 1) -> None:
        player, script, rng = opponents.make("officer", GAME, seed), opponents.make("scripted", GAME, 1), Random(seed)
        assert isinstance(player, Planner)
        over = player.craft.until(s, side, 0)
        self.s, self.has_fought, self.sequence = s, False, 0
        while not s.result and not over(s):
            offer = GAME.offers(s)[0]
            if offer.chance is not None:
                self.has_fought |= s.stack[-1].step in ("combat_die", "overrun_die")
                GAME.apply(s, offer.seat, (ROLL, weighted(rng, offer.chance)))
                continue
            pick = (player if offer.seat == side else script).choose(GAME.see(s, offer.seat), offer)
            GAME.apply(s, offer.seat, pick)
            self.sequence = s.sequence or self.sequence

    def at(self, name: str) -> str:
        place = self.s.place[UNIT_OF(name)]
        return GAME.grid.number(place) if place >= 0 else "gone"

    def far(self, name: str, hex_: str) -> int:
        """The distance of a unit from a hex; 99 if it is lost."""
        place = self.s.place[UNIT_OF(name)]
        return GAME.grid.distance(place, AT(hex_)) if place >= 0 else 99

    def holds(self, side: Side, hex_: str) -> bool:
        return bool(self.s.german >> AT(hex_) & 1) == (side == GERMAN)

    @property
    def points(self) -> int:
        """The Germans' VPs; they need 3."""
        return victory_points(GAME, self.s)


SEEDS = pytest.mark.parametrize("seed", [1, 2])


# -- the German side --------------------------------------------------------------------------------------------------


@SEEDS
def test_an_empty_objective_that_wins_the_game_is_taken(seed: int) -> None:
    """Dumchino (1 VP) is three hexes away and empty, and a VP is missing."""
    places = {"ax.sa.i33": "MT2617", "ax.fuel.0": "MT2617", "so.6gd.i4": MTSENSK}
    s = laid(GERMAN, "saucken", places, soviet=(*NORTH, (DUMCHINO, 0)), edge=-1, enemy="6gd")
    assert victory_points(GAME, s) == 2
    led = Led(s, GERMAN, seed)
    assert led.holds(GERMAN, DUMCHINO) and led.points >= 3


@SEEDS
def test_two_battalions_take_two_empty_objectives(seed: int) -> None:
    """Golovlevo and Sheino are empty, each within three hexes of a stack of two battalions, in the last turn."""
    places = {"ax.sa.i33": "MT2812", "ax.sa.ii33": "MT2812", "ax.fuel.0": "MT2812"}
    s = laid(GERMAN, "saucken", places, soviet=(*NORTH, (SHEINO, 0), (GOLOVLEVO, 0)), turn=LAST, edge=-1, enemy="6gd")
    led = Led(s, GERMAN, seed)
    assert led.holds(GERMAN, SHEINO) and led.holds(GERMAN, GOLOVLEVO) and led.points >= 3


@SEEDS
def test_overwhelming_strength_attacks_the_objective_that_is_needed(seed: int) -> None:
    """Two companies of tanks, motorcyclists and infantry (19) beside two battalions' worth of nothing: II/201 holds
    Dumchino with 4, and Dumchino is the VP that is missing."""
    places = {"ax.eb.i35": "MT2715", "ax.eb.ii35": "MT2715", "ax.eb.i12": "MT2714", "ax.eb.k34": "MT2714"}
    s = laid(
        GERMAN,
        "eberbach",
        {**places, "ax.fuel.0": "MT2715", "so.5ab.ii201": DUMCHINO},
        soviet=(*NORTH, (DUMCHINO, 1)),
        edge=-1,
        enemy="5ab",
    )
    assert Led(s, GERMAN, seed).has_fought


@SEEDS
def test_in_the_last_turn_what_is_still_missing_is_attacked(seed: int) -> None:
    """The same force beside Golovlevo, which one battalion holds, when nothing else can be taken any more."""
    places = {"ax.eb.i35": "MT2513", "ax.eb.ii35": "MT2513", "ax.eb.i12": "MT2613", "ax.eb.k34": "MT2613"}
    s = laid(
        GERMAN,
        "eberbach",
        {**places, "ax.fuel.0": "MT2513", "so.5ab.ii201": GOLOVLEVO},
        soviet=(*NORTH, (GOLOVLEVO, 0)),
        turn=LAST,
        edge=-1,
        enemy="5ab",
    )
    assert Led(s, GERMAN, seed).has_fought


@SEEDS
def test_two_against_eight_is_not_attacked(seed: int) -> None:
    """Only a quarter of the strength in Sheino, the game is won as it is, and this is the last turn."""
    places = {"ax.eb.aa7": "MT2913", "ax.fuel.0": "MT2913", "so.6gd.i4": SHEINO, "so.6gd.ii4": SHEINO}
    s = laid(GERMAN, "eberbach", places, soviet=(*NORTH, (SHEINO, 0)), turn=LAST, enemy="6gd")
    assert not Led(s, GERMAN, seed).has_fought


@SEEDS
def test_hqs_and_guns_do_not_go_next_to_the_enemy(seed: int) -> None:
    """Two Guards battalions in Dumchino could overrun what stands there alone with 1."""
    places = {"ax.eb.i12": "MT2715", "ax.eb.hq": "MT2717", "ax.eb.i103": "MT2717", "ax.fuel.0": "MT2717"}
    s = laid(
        GERMAN,
        "eberbach",
        {**places, "so.6gd.i4": DUMCHINO, "so.6gd.ii4": DUMCHINO},
        soviet=(*NORTH, (DUMCHINO, 1)),
        enemy="6gd",
    )
    led = Led(s, GERMAN, seed)
    for name in ("ax.eb.hq", "ax.eb.i103"):
        assert min(led.far(name, led.at(enemy)) for enemy in ("so.6gd.i4", "so.6gd.ii4")) > 1


@SEEDS
def test_with_nobody_near_the_advance_goes_on(seed: int) -> None:
    """The enemy is at Mtsensk, the battalion behind Pervy Voin, with three turns to go: it comes nearer."""
    places = {"ax.eb.i12": "MT2019", "ax.fuel.0": "MT2019", "so.6gd.i4": MTSENSK}
    s = laid(GERMAN, "eberbach", places, soviet=(*NORTH, (SHEINO, 1)), turn=1, enemy="6gd")
    before = GAME.grid.distance(AT("MT2019"), AT(SHEINO))
    assert Led(s, GERMAN, seed).far("ax.eb.i12", SHEINO) < before


@SEEDS
def test_what_holds_the_last_objective_does_not_leave_it_to_the_enemy(seed: int) -> None:
    """Zheleznitsa (1 VP) is all that is held, Soviets are next to it, and it is the last turn: who left would lose."""
    places = {"ax.sa.i33": "MT2213", "ax.sa.ii33": "MT2213", "ax.fuel.0": "MT2213", "so.5ab.i201": "MT2212"}
    soviet = (*NORTH, (PERVY, 1), (VTOROY, 1), (GOLOVLEVO, 1), (DUMCHINO, 1))
    s = laid(GERMAN, "saucken", places, soviet=soviet, turn=LAST, enemy="5ab")
    led = Led(s, GERMAN, seed)
    assert led.holds(GERMAN, "MT2213") and led.points >= 3


# -- the Soviet side --------------------------------------------------------------------------------------------------


@SEEDS
def test_the_garrison_of_mtsensk_keeps_what_it_guards(seed: int) -> None:
    """A battalion alone, an enemy next to the town, and the game is won if nothing changes: no attack at 4 to 4."""
    places = {"so.6gd.i4": MTSENSK, "ax.eb.i12": "MT3208", "ax.fuel.0": "MT3208"}
    led = Led(laid(SOVIET, "6gd", places, turn=LAST, edge=-1, enemy="eberbach"), SOVIET, seed)
    assert not led.has_fought and led.holds(SOVIET, MTSENSK) and led.holds(SOVIET, "MT3307")


@SEEDS
def test_three_battalions_behind_an_empty_town_go_into_it(seed: int) -> None:
    """I/12 could be in Mtsensk next: somebody is there first, and the station and the south stay Soviet."""
    guards = {"so.6gd.i4": "MT3504", "so.6gd.ii4": "MT3504", "so.6gd.iii4": "MT3504"}
    places = {**guards, "ax.eb.i12": "MT3209", "ax.fuel.0": "MT3209"}
    led = Led(laid(SOVIET, "6gd", places, turn=LAST, edge=-1, enemy="eberbach"), SOVIET, seed)
    assert min(led.far(name, MTSENSK) for name in guards) <= 1
    assert all(led.holds(SOVIET, hex_) for hex_ in (MTSENSK, "MT3505", "MT3307"))


@SEEDS
def test_an_objective_that_turns_the_game_is_retaken(seed: int) -> None:
    """The Germans just win and hold Vtoroy Voin with nobody: a battalion that comes next to it takes it (2 VP)."""
    places = {"so.6gd.i4": "MT2612", "ax.eb.i12": "MT2019"}
    s = laid(SOVIET, "6gd", places, soviet=(*NORTH, (GOLOVLEVO, 0)), turn=LAST, enemy="eberbach")
    assert victory_points(GAME, s) == 3
    assert Led(s, SOVIET, seed).points < 3


@SEEDS
def test_three_against_thirteen_is_not_attacked(seed: int) -> None:
    """Sheino is full of Germans; elsewhere objectives lie empty."""
    places = {"so.5ab.i201": "MT2913", "ax.eb.i35": SHEINO, "ax.eb.i12": SHEINO, "ax.eb.pi79": SHEINO}
    led = Led(laid(SOVIET, "5ab", places, turn=LAST, enemy="eberbach"), SOVIET, seed)
    assert not led.has_fought and led.points < 3


@SEEDS
def test_an_isolated_company_among_tanks_is_destroyed(seed: int) -> None:
    """15 against 2 from two sides."""
    tanks = {"so.4t.i": "MT3009", "so.4t.mr": "MT3009", "so.4t.ii": "MT3209", "so.4t.kv": "MT3209"}
    s = laid(SOVIET, "4t", {**tanks, "ax.eb.aa7": VOLKOVO}, soviet=((MTSENSK, 9),), enemy="eberbach")
    led = Led(s, SOVIET, seed)
    assert led.has_fought and led.at("ax.eb.aa7") == "gone"


@SEEDS
def test_rockets_and_hqs_keep_away_from_tanks(seed: int) -> None:
    """A rocket battery is worth 2 VP to the Germans, and three battalions are within their reach."""
    places = {"so.4t.hq": "MT3207", "so.mt.rk1": "MT3207", "so.4t.mr": "MT3208"}
    germans = {"ax.eb.i35": "MT2910", "ax.eb.ii35": "MT2910", "ax.eb.i12": "MT2910", "ax.fuel.0": "MT2910"}
    led = Led(laid(SOVIET, "4t", {**places, **germans}, edge=-1, enemy="eberbach"), SOVIET, seed)
    assert led.far("so.4t.hq", "MT2910") > 2 and led.far("so.mt.rk1", "MT2910") > 2


@SEEDS
def test_a_heavy_tank_company_does_not_throw_itself_away(seed: int) -> None:
    """Its step is a VP; it has 2 against 6, and the last turn."""
    places = {"so.4t.kv": "MT2913", "ax.eb.i35": SHEINO, "ax.eb.ii35": SHEINO}
    led = Led(laid(SOVIET, "4t", places, turn=LAST, edge=-1, enemy="eberbach"), SOVIET, seed)
    assert not led.has_fought and led.at("so.4t.kv") != "gone"


@SEEDS
def test_pervy_voin_is_not_given_up_while_it_can_be_kept(seed: int) -> None:
    """Pioneers (3) two hexes away, tanks and anti-tank guns in the village, the last turn, and the game is won."""
    places = {"so.4t.kv": PERVY, "so.4t.at": PERVY, "ax.sa.2pi79": "MT2217", "ax.fuel.0": "MT2217"}
    s = laid(SOVIET, "4t", places, soviet=(*NORTH, (PERVY, 1)), turn=LAST, edge=-1, enemy="saucken")
    led = Led(s, SOVIET, seed)
    assert led.holds(SOVIET, PERVY) and led.points < 3
