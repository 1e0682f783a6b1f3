"""Positions in which a wargamer knows what to do, from both sides: the script of Velikye Luki does that.

The answers were worked out by hand. Hexes of the map: Weljkopolje 2005 (2 VP), Melenka 2015 (7), Ostrian 2419 and
Shiripino 2917 (2 each); the city is 2312-2313, 2412-2413 and 2512-2513, Nowosokolniki 2423-2424 (1 VP a hex)."""

from typing import Any

import pytest

from agents.sense import Stand
from stavka.games import opponents
from stavka.games.luki.agents.scripted import LukiPlayer
from stavka.games.luki.rules.c10_movement.moves import FREE
from stavka.games.luki.rules.c11_combat.combat_phase import CombatPhase
from stavka.games.luki.state import SOVIET

CITY = [
    "2313 ge.wl.brau",
    "2312 ge.wl.kolb",
    "2413 ge.wl.zitad",
    "2412 ge.wl.wien",
    "2513 ge.wl.bay",
    "2512 ge.wl.brom",
]
JUNCTION = ["2423 ge.no.1", "2424 ge.no.2"]
VILLAGES = ["2005 so.tr27", "2015 so.381.1259", "2419 so.tr36", "2917 so.tr37"]
DIVISION = ["so.28.88", "so.28.144", "so.28.235"]
"""34 CF."""


def stand(side: str, phase: str, units: list[str], who: str = "scripted", **spec: Any) -> Stand:
    return Stand(
        "luki",
        side,
        lambda game: opponents.make(who, game, 1),
        units=units,
        phase=f"{side} {phase}",
        **{"turn": 3, "ap": 4, **spec},
    )


def attacked(picks: list[str]) -> str:
    """The first hex that is attacked; nothing if the phase ends without an attack."""
    return picks[0] if picks and picks[0] != "done" else ""


def distance(a: Stand, one: str, other: str) -> int:
    found: int = a.game.grid.distance(a.game.grid.index(one), a.game.grid.index(other))
    return found


# -- what is held is kept -------------------------------------------------------------------------------------------


def test_melenka_is_not_left_to_two_battalions() -> None:
    """7 VP a turn, two battalions two hexes away, nothing to win elsewhere: the regiment stays."""
    at = stand("soviet", "movement", [*CITY, *JUNCTION, "2015 so.28.88", "2017 ge.83.i-257", "2117 ge.83.ii-257"])
    at.play()
    assert at.where("so.28.88") == "2015"


def test_weljkopolje_is_not_left_to_the_battalion_beside_it() -> None:
    """2 VP a turn: a battalion is two hexes away, and the next Soviet objective is a week's march off."""
    units = ["2005 so.28.88", "2007 ge.83.i-257", "2306 ge.83.ii-257"]
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *units])
    at.play()
    assert at.where("so.28.88") == "2005"


def test_one_unit_stays_and_the_rest_may_go() -> None:
    """Four units are in Melenka and a battalion is near: whatever leaves, somebody is there in the end."""
    units = [f"2015 {unit}" for unit in (*DIVISION, "so.tr34")]
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *units, "2018 ge.83.i-257"], ap=2)
    at.play()
    assert "2015" in {at.where(unit) for unit in (*DIVISION, "so.tr34")}


def test_in_the_last_turn_melenka_is_kept_as_well() -> None:
    """Only the last check is left: 7 VP are nowhere else to be had."""
    units = ["2015 so.381.1259", "2017 ge.83.i-257", "2117 ge.83.ii-257"]
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *units], turn=9, ap=9)
    at.play()
    assert at.where("so.381.1259") == "2015"


@pytest.mark.parametrize("turn", [5, 9])
def test_the_junction_keeps_a_battalion_in_the_threatened_hex(turn: int) -> None:
    """A regiment stands two hexes from Nowosokolniki: 2424 keeps the battalion that is in it."""
    units = ["2421 so.28.88", "2424 ge.83.i-257", "2423 ge.83.ii-257"]
    at = stand("german", "movement", [*CITY, *units], turn=turn)
    at.play()
    assert at.where("ge.83.i-257") == "2424"


@pytest.mark.parametrize("turn", [3, 9])
def test_who_cuts_the_railway_stays_on_it(turn: int) -> None:
    """All villages are held and nothing else is in reach: the tank brigade earns its VP every turn where it is."""
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *VILLAGES, "1923 so.tb33"], turn=turn, ap=1)
    at.play()
    assert at.where("so.tb33") == "1923"


# -- what is open is taken ------------------------------------------------------------------------------------------


def test_the_last_move_goes_into_the_empty_objective() -> None:
    """One AP, the last turn, Ostrian empty and in reach: 2 VP for a move, and nothing else to earn."""
    units = ["2005 so.tr27", "2015 so.381.1259", "2917 so.tr37", "1923 so.tb33", "2416 so.28.88"]
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *units], turn=9, ap=1)
    at.play()
    assert at.where("so.28.88") == "2419"


@pytest.mark.parametrize("turn", [3, 9])
def test_a_tank_brigade_near_the_railway_cuts_it(turn: int) -> None:
    """From 1920 the railway is three hexes away, over open ground, and the villages are held: on it or beside it."""
    at = stand("soviet", "movement", [*CITY, *JUNCTION, *VILLAGES, "1920 so.tb33"], turn=turn, ap=1)
    at.play()
    hex_ = at.s.place[at.unit("so.tb33")]
    railway = at.game.railway
    assert (railway | at.game.grid.spread(railway)) >> hex_ & 1


def test_the_last_german_move_takes_ostrian_back() -> None:
    """A tank regiment beside Ostrian controls it alone; a battalion in it ends that, and costs the enemy 2 VP."""
    at = stand("german", "movement", [*CITY, *JUNCTION, "2417 so.tr27", "2420 ge.83.i-257"], turn=9, ap=1)
    at.play()
    assert at.where("ge.83.i-257") == "2419"


def test_a_battalion_goes_back_into_shiripino_before_the_enemy_does() -> None:
    """A regiment is three hexes from the empty village, a battalion as near from the other side, and it moves first."""
    at = stand("german", "movement", [*CITY, *JUNCTION, "2914 so.28.88", "2920 ge.83.i-257"], ap=1)
    at.play()
    assert at.where("ge.83.i-257") == "2917"


# -- what was lost is retaken ---------------------------------------------------------------------------------------


def test_four_battlegroups_beside_lost_ostrian_attack_it() -> None:
    """48 CF against 6: 8-1."""
    units = ["2419 so.tr36", "2420 ge.8pd.kg8", "2420 ge.8pd.kg28", "2519 ge.20m.kg90", "2519 ge.20m.kg76"]
    at = stand("german", "combat", [*CITY, *JUNCTION, *units], ap=8)
    assert attacked(at.play()) == "2419"


def test_battlegroups_come_up_to_retake_the_junction() -> None:
    """A tank regiment of 6 CF alone in 2424; 48 CF are three hexes away and there are AP for two moves and the attack
    (6 AP). Afterwards at least two of the four are beside the city hex."""
    kg = ["ge.8pd.kg8", "ge.8pd.kg28", "ge.20m.kg90", "ge.20m.kg76"]
    units = ["2424 so.tr36", "2423 ge.no.2", f"2427 {kg[0]}", f"2427 {kg[1]}", f"2527 {kg[2]}", f"2527 {kg[3]}"]
    at = stand("german", "movement", [*CITY, *units], turn=5, ap=13)
    at.s.stack.insert(1, CombatPhase(at.s.stack[-1].side, FREE))
    at.play()
    assert sum(distance(at, at.where(unit), "2424") == 1 for unit in kg) >= 2


def test_two_battlegroups_drive_a_tank_regiment_off_the_railway() -> None:
    """24 CF against 6 in the open: 4-1, and the railway is open again."""
    units = ["1723 so.tr34", "1724 ge.8pd.kg8", "1724 ge.8pd.kg28"]
    at = stand("german", "combat", [*CITY, *JUNCTION, *units], turn=5, ap=3)
    assert attacked(at.play()) == "1723"


# -- attacks that pay, and others -----------------------------------------------------------------------------------


def test_a_division_attacks_a_lone_battalion() -> None:
    """34 CF against 5 in the open: 6-1."""
    units = [f"2009 {unit}" for unit in DIVISION]
    at = stand("soviet", "combat", [*units, "2010 ge.83.i-257"], ap=6)
    assert attacked(at.play()) == "2010"


def test_a_division_comes_up_to_attack_a_weak_village() -> None:
    """3 CF in Weljkopolje, a division three hexes off, AP for a move and an attack: all of it goes beside it."""
    units = [f"2002 {unit}" for unit in DIVISION]
    at = stand("soviet", "movement", ["2005 ge.sich1", *units], ap=8)
    at.s.stack.insert(1, CombatPhase(at.s.stack[-1].side, FREE))
    at.play()
    assert [distance(at, at.where(unit), "2005") for unit in DIVISION] == [1, 1, 1]


def test_a_regiment_alone_does_not_attack_the_city() -> None:
    """12 CF, halved, against a strongpoint of 6 that cannot be driven out: 1-1 for 6 AP."""
    at = stand("soviet", "combat", [*CITY, *JUNCTION, "2314 so.28.88"], ap=6)
    assert attacked(at.play()) == ""


@pytest.mark.parametrize(
    ("side", "units"),
    [
        ("soviet", ["2015 so.tr34", "2016 ge.8pd.kg8", "2016 ge.8pd.kg28"]),  # 6 to 24: 1-4
        ("german", [*(f"2015 {unit}" for unit in DIVISION), "2016 ge.83.i-257"]),  # 5 to 34: 1-6
        ("german", ["1723 so.tb33", "1724 ge.83.i-257"]),  # 5 to 10: 1-2
    ],
)
def test_nobody_attacks_the_stronger(side: str, units: list[str]) -> None:
    assert attacked(stand(side, "combat", [*CITY, *JUNCTION, *units], ap=6).play()) == ""


def test_a_lone_regiment_does_not_leave_melenka_to_raid_a_panzer_division() -> None:
    """48 CF stand four hexes away: the regiment would win nothing there and lose the village."""
    units = ["2019 ge.8pd.kg8", "2019 ge.8pd.kg28", "2020 ge.20m.kg90", "2020 ge.20m.kg76"]
    at = stand("soviet", "movement", [*CITY, *JUNCTION, "2015 so.28.88", *units], ap=8)
    at.play()
    assert at.where("so.28.88") == "2015"


# -- to and fro -----------------------------------------------------------------------------------------------------


def after_a_move(way: tuple[str, str], units: list[str], **spec: Any) -> str:
    """Where 28 RD's first regiment is after the next move, if its last one was this."""
    at = stand("soviet", "movement", [*CITY, *units], **spec)
    unit = at.unit("so.28.88")
    start, end = (at.game.grid.index(number) for number in way)
    assert isinstance(at.player, LukiPlayer) and at.s.place[unit] == end
    at.player.commanders[SOVIET].trail.note((unit,), start, end)
    at.play()
    return at.where("so.28.88")


def test_a_regiment_does_not_go_back_for_next_to_nothing() -> None:
    """All villages are held: from 2416 the regiment would go on to 2420, but not if it has just come from there."""
    units = [*JUNCTION, *VILLAGES, "2416 so.28.88"]
    assert after_a_move(("2410", "2416"), units, ap=1) == "2420"
    assert after_a_move(("2420", "2416"), units, ap=1) != "2420"


def test_a_move_back_that_earns_it_is_made() -> None:
    """The last turn: the regiment has left the town hex 2424, which counts 1 VP for whoever is in it, and goes back."""
    units = [*VILLAGES, "2423 ge.no.1", "2425 so.28.88"]
    assert after_a_move(("2424", "2425"), units, ap=1, turn=9) == "2424"
