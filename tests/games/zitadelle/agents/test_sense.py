"""Positions in which a wargamer knows what to do, from both sides: the script of Zitadelle does that.

The answers were worked out by hand. Belgorod is S2723 and costs the German side 20 VP; victory hexes of the South are
S1419 (5 VP), S1722 (4), S1928 (3) and S3528 (4)."""

from typing import Any

import pytest

from agents.sense import Stand
from stavka.games import opponents
from stavka.games.zitadelle.agents.scripted import ZitadellePlayer
from stavka.games.zitadelle.rules.c12_victory.victory_points import total
from stavka.games.zitadelle.state import GERMAN

BELGOROD = "S2723"


def stand(side: str, phase: str, units: list[str], held: list[str], turn: int = 5, **spec: Any) -> Stand:
    return Stand(
        "zitadelle",
        side,
        lambda game: opponents.make("scripted", game, 1),
        units=units,
        phase=f"{side} {phase}",
        held=held,
        turn=turn,
        **spec,
    )


def moved(side: str, units: list[str], held: list[str], turn: int = 5) -> Stand:
    """The position after a side's Movement Phase."""
    at = stand(side, "movement", units, held, turn)
    at.play()
    return at


def distance(at: Stand, one: str, other: str) -> int:
    found: int = at.game.grid.distance(at.game.grid.index(one), at.game.grid.index(other))
    return found


# -- Belgorod -------------------------------------------------------------------------------------------------------


def test_the_garrison_of_belgorod_stays_while_the_enemy_is_near() -> None:
    at = moved("german", [f"{BELGOROD} ax.lah.pz", "S2523 so.81grd.233", "S2524 so.81grd.235"], [BELGOROD], 4)
    assert at.where("ax.lah.pz") == BELGOROD


def test_the_garrison_of_belgorod_does_not_leave_for_spoils_in_the_last_turns() -> None:
    """4 VP at S1722 are in reach of two turns; Belgorod costs 20 if the regiment two hexes off walks in."""
    at = moved("german", [f"{BELGOROD} ax.lah.pz", "S2524 so.81grd.233"], [BELGOROD], 8)
    assert at.where("ax.lah.pz") == BELGOROD


def test_an_empty_belgorod_is_manned_when_the_enemy_comes() -> None:
    at = moved("german", ["S2821 ax.lah.pz", "S2524 so.81grd.233"], [BELGOROD], 4)
    assert at.where("ax.lah.pz") == BELGOROD


def test_armour_mans_belgorod_rather_than_infantry() -> None:
    """No assault drives armour out; a regiment would have to assault whoever comes next to it."""
    at = moved("german", ["S2721 ax.106id.239", "S2619 ax.lah.pz", "S2524 so.81grd.233"], [BELGOROD], 4)
    assert at.where("ax.lah.pz") == BELGOROD


def test_infantry_mans_belgorod_if_there_is_nobody_else() -> None:
    """The last turn: two regiments are in reach of the town, one of ours is nearer."""
    at = moved("german", ["S2721 ax.106id.239", "S2623 so.81grd.233", "S2524 so.81grd.235"], [BELGOROD], 9)
    assert at.where("ax.106id.239") == BELGOROD


def test_a_regiment_walks_into_an_empty_belgorod_in_the_last_turn() -> None:
    at = moved("soviet", ["S2521 so.81grd.233", "S2019 ax.lah.pz"], [BELGOROD], 9)
    assert at.where("so.81grd.233") == BELGOROD


# -- victory hexes: the German side ---------------------------------------------------------------------------------


def test_in_the_last_turn_panzers_take_the_victory_hex_in_reach() -> None:
    """From S1920 both S1419 (5 VP) and S1722 (4) are in reach: the dearer one."""
    assert moved("german", ["S1920 ax.lah.pz"], [BELGOROD], 9).where("ax.lah.pz") == "S1419"


def test_of_two_victory_hexes_the_dearer_one_is_taken() -> None:
    """From S1620 both S1419 (5 VP) and S1722 (4) are two hexes away."""
    assert moved("german", ["S1620 ax.lah.pz"], [BELGOROD], 9).where("ax.lah.pz") == "S1419"


def test_the_garrison_stays_and_the_panzers_go_on() -> None:
    """S1722 is taken and a regiment is near: the infantry stays, the panzers take S1419."""
    units = ["S1722 ax.106id.239", "S1922 ax.lah.pz", "S1524 so.81grd.233"]
    at = moved("german", units, ["S1722", BELGOROD], 6)
    assert (at.where("ax.106id.239"), at.where("ax.lah.pz")) == ("S1722", "S1419")


def test_a_lone_garrison_stays_in_a_taken_victory_hex() -> None:
    at = moved("german", ["S1722 ax.106id.239", "S1524 so.81grd.233"], ["S1722", BELGOROD], 6)
    assert at.where("ax.106id.239") == "S1722"


def test_in_the_last_turn_a_taken_victory_hex_is_not_left() -> None:
    """Enemies on both sides of S1419, and nothing else in reach that is worth 5 VP."""
    units = ["S1419 ax.lah.pz", "S1820 ax.106id.239", "S1318 so.6tc.22", "S1320 so.81grd.233"]
    at = moved("german", units, ["S1419", BELGOROD], 9)
    assert at.where("ax.lah.pz") == "S1419"


def test_panzers_shoot_at_the_brigade_that_one_hit_destroys() -> None:
    """Both brigades have armour 2; that in S1712 has one step, that in S1713 two."""
    at = stand("german", "fire", ["S1812 ax.lah.pz", "S1712 so.6tc.22", "S1713 so.2gtc.4g"], [BELGOROD], 4)
    assert at.play()[:2] == ["ax.lah.pz", "S1712"]


# -- victory hexes: the Soviet side ---------------------------------------------------------------------------------


def test_a_regiment_mans_the_victory_hex_before_the_panzers_come() -> None:
    at = moved("soviet", ["S1524 so.81grd.233", "S1920 ax.lah.pz"], [BELGOROD])
    assert at.where("so.81grd.233") == "S1722"


@pytest.mark.parametrize(("hex_", "enemy"), [("S1722", "S2021 ax.lah.pz"), ("S3528", "S3325 ax.6pz.4")])
def test_a_garrison_stays_where_panzers_are_near(hex_: str, enemy: str) -> None:
    assert moved("soviet", [f"{hex_} so.81grd.233", enemy], [BELGOROD]).where("so.81grd.233") == hex_


def test_of_two_regiments_one_stays_in_the_victory_hex() -> None:
    at = moved("soviet", ["S1928 so.81grd.233", "S1928 so.81grd.235", "S2125 ax.6pz.4"], [BELGOROD])
    assert "S1928" in {at.where("so.81grd.233"), at.where("so.81grd.235")}


def test_in_the_last_turn_an_empty_taken_hex_is_taken_back_or_cut_off() -> None:
    """S1722 is empty and counts 4 VP as long as a line leads there: one regiment beside it or in it ends that."""
    at = stand("soviet", "movement", ["S1524 so.81grd.233", "S2019 ax.lah.pz"], ["S1722", BELGOROD], 9)
    assert total(at.game, at.s) == 4
    at.play()
    assert total(at.game, at.s) == 0


def test_in_the_last_turn_the_free_regiment_goes_for_the_victory_hex_in_reach() -> None:
    """S1722 is empty and next to the regiment; panzers are three hexes away."""
    at = moved("soviet", ["S1622 so.81grd.233", "S1422 ax.lah.pz"], ["S1722", BELGOROD], 9)
    assert at.where("so.81grd.233") == "S1722" or total(at.game, at.s) == 0


def test_a_reserve_goes_to_the_spearhead() -> None:
    """A corps has broken through at S1616; a regiment stands eleven hexes away."""
    at = moved("soviet", ["S1027 so.81grd.233", "S1616 ax.lah.pz", "S1616 ax.lah.1"], [BELGOROD], 4)
    assert distance(at, at.where("so.81grd.233"), "S1616") < distance(at, "S1027", "S1616")


# -- to and fro -----------------------------------------------------------------------------------------------------


def test_a_regiment_does_not_go_back_for_next_to_nothing() -> None:
    """Nobody is near: from S1510 the regiment would go on to S1314, but not if it has just come from there."""
    found = []
    for start in ("S1706", "S1314"):
        at = stand("german", "movement", ["S1510 ax.106id.239"], [BELGOROD])
        unit, here = at.unit("ax.106id.239"), at.game.grid.index("S1510")
        assert isinstance(at.player, ZitadellePlayer)
        at.player.commanders[GERMAN].trail.note((unit,), at.game.grid.index(start), here)
        at.play()
        found.append(at.where("ax.106id.239"))
    assert found[0] == "S1314" != found[1]


def test_a_garrison_goes_back_into_belgorod() -> None:
    """It has just come out, and an enemy is there now: 20 VP earn a move back."""
    at = stand("german", "movement", ["S2821 ax.lah.pz", "S2524 so.81grd.233"], [BELGOROD], 4)
    unit, index = at.unit("ax.lah.pz"), at.game.grid.index
    assert isinstance(at.player, ZitadellePlayer)
    at.player.commanders[GERMAN].trail.note((unit,), index(BELGOROD), index("S2821"))
    at.play()
    assert at.where("ax.lah.pz") == BELGOROD
