"""What planners of Zitadelle know of the game: when a phase is planned, what can be varied, how good a position is."""

from collections.abc import Sequence
from math import exp
from typing import Any

import pytest

from agents.sense import Stand
from stavka.agents.craft import FROZEN
from stavka.engine.kinds import units_in
from stavka.engine.offer import Offer
from stavka.games.zitadelle.agents import value
from stavka.games.zitadelle.agents.craft import GOAL, TEMPER, ZitadelleCraft
from stavka.games.zitadelle.agents.german import GermanCommander
from stavka.games.zitadelle.agents.scripted import ZitadellePlayer
from stavka.games.zitadelle.agents.weights import SCRIPTED, SCRIPTED_1
from stavka.games.zitadelle.game import load
from stavka.games.zitadelle.state import GERMAN, SOVIET, Position
from stavka.hexes import NO_HEX

GAME = load()
CRAFT = ZitadelleCraft(GAME, 1)
HEX = GAME.grid.index
BELGOROD = "S2723"
PANZERS = ["S1616 ax.lah.pz", "S1616 ax.lah.1", "S1617 ax.lah.2"]
"""II SS Panzer Corps, corps 7."""


def stand(phase: str, units: list[str], turn: int = 5, held: tuple[str, ...] = (BELGOROD,), **spec: Any) -> Stand:
    side = phase.partition(" ")[0]
    return Stand(
        "zitadelle",
        side,
        lambda game: ZitadellePlayer(game, 1),
        units=units,
        phase=phase,
        turn=turn,
        held=list(held),
        **spec,
    )


def played(at: Stand, **way: Any) -> Stand:
    """The position after a Movement Phase that is led in a way."""
    at.player = CRAFT.commander(GERMAN if at.side == GERMAN else SOVIET, tuple(sorted(way.items())))  # type: ignore[assignment]  # a leader decides as a player does
    at.play()
    return at


def goals_from(at: Stand, first: int = NO_HEX) -> Sequence[int]:
    """The distance of the goals from each hex, for vehicles."""
    leader = CRAFT.commander(GERMAN, ((GOAL, first),) if first >= 0 else ())
    assert isinstance(leader, GermanCommander)
    return leader.goals(at.s, 0, leader.read(at.s))


# -- when -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "share"), [("german movement", 1.0), ("soviet movement", 1.0), ("german fire", 0.0)])
def test_a_movement_phase_is_planned_before_its_first_move(phase: str, share: float) -> None:
    at = stand(phase, [*PANZERS, "S1516 so.6tc.22", "S1517 so.81grd.233"])
    assert CRAFT.opens(at.s) == share
    at.s.moved = 1
    assert CRAFT.opens(at.s) == 0.0


def test_an_assault_phase_is_planned_with_less_effort_before_its_first_assault() -> None:
    at = stand("german assault", [*PANZERS, "S1517 so.81grd.233"])
    assert CRAFT.opens(at.s) == 0.4
    at.s.fought = 1
    assert CRAFT.opens(at.s) == 0.0


def test_the_first_stage_ends_with_the_phase_and_the_second_with_the_next_own_movement() -> None:
    start = stand("german movement", PANZERS).s
    first, second, third = (CRAFT.until(start, GERMAN, stage) for stage in range(3))
    assert not first(start) and not second(start)
    theirs = stand("soviet movement", [*PANZERS, "S1027 so.81grd.233"]).s
    assert first(theirs) and not second(theirs) and third(theirs)
    later = stand("german movement", PANZERS, turn=6).s
    assert second(later) and not third(later)


# -- what -----------------------------------------------------------------------------------------------------------


def genes(s: Position, side: int) -> dict[str, list[Any]]:
    found = CRAFT.genes(s, GERMAN if side == GERMAN else SOVIET, Offer(0))
    return {name: list(values) for name, values in found.items()}


def test_only_corps_near_the_enemy_are_told_what_to_do() -> None:
    """II SS Panzer Corps (7) is two hexes from a regiment, 106 ID (corps 9) twelve."""
    units = [*PANZERS, "S2721 ax.106id.239", "S1417 so.81grd.233"]
    found = genes(stand("german movement", units).s, GERMAN)
    assert [name for name in found if name.startswith("corps")] == ["corps 7"]
    assert found["corps 7"] == ["hold", "push", "back"]


def test_the_german_side_may_choose_a_goal_and_the_dearer_of_two_equally_near_ones_comes_first() -> None:
    """Two hexes from S1419 (5 VP) and from S1722 (4)."""
    s = stand("german movement", ["S1620 ax.lah.pz"]).s
    found = genes(s, GERMAN)[GOAL]
    assert found.index(HEX("S1419")) < found.index(HEX("S1722"))
    assert GOAL not in genes(stand("soviet movement", ["S1620 ax.lah.pz", "S1027 so.81grd.233"]).s, SOVIET)


def test_what_has_been_taken_is_no_goal() -> None:
    s = stand("german movement", ["S1620 ax.lah.pz"], held=(BELGOROD, "S1419")).s
    assert HEX("S1419") not in genes(s, GERMAN)[GOAL]


def test_before_an_assault_only_the_risk_is_chosen() -> None:
    s = stand("german assault", [*PANZERS, "S1517 so.81grd.233"]).s
    assert genes(s, GERMAN).keys() == {TEMPER}


def test_a_temper_multiplies_weights_and_leaves_the_others() -> None:
    plain = SCRIPTED["german", "campaign"]
    led = CRAFT.weights(GERMAN, ((TEMPER, "careful"),))
    factors = {"german_step": 1.6, "forced": 1.6, "least_attack": 1.5}
    assert led == plain._replace(**{name: getattr(plain, name) * factor for name, factor in factors.items()})
    assert CRAFT.weights(GERMAN) == plain


def test_roles_are_those_of_whole_corps() -> None:
    manner = CRAFT.manner((("corps 7", "push"), ("corps 9", "back")), is_quick=False)
    assert GAME.unit_index("ax.lah.pz") in list(units_in(manner.push))
    assert {GAME.formation[unit] for unit in units_in(manner.push)} == {7}
    assert {GAME.formation[unit] for unit in units_in(manner.back)} == {9}
    assert not manner.hold


def test_a_corps_pushes_on_stays_about_where_it_is_or_falls_back() -> None:
    """Nobody is near: a corps that holds only looks for better ground."""
    far = {}
    for role in ("push", "hold", "back"):
        at = stand("german movement", ["S2017 ax.lah.pz"])
        field, unit = goals_from(at), at.unit("ax.lah.pz")
        far[role] = field[played(at, **{"corps 7": role}).s.place[unit]]
    assert far["push"] < far["hold"] < far["back"]


def test_the_goal_that_comes_first_is_nearer_than_all_others() -> None:
    """S1722 (4 VP) is 16 MP behind the dearest goal (15 VP): 1.5 for each VP. If it comes first, it is not, and all
    others are 25 farther."""
    at = stand("german movement", ["S3525 ax.6pz.4"])
    assert goals_from(at)[HEX("S1722")] == 16
    assert goals_from(at, HEX("S1722"))[HEX("S1722")] == 0
    assert goals_from(at, HEX("S1722"))[HEX("N3410")] == 25


def test_a_soviet_army_that_falls_back_does() -> None:
    """81 Guards (7th Guards Army, 16) is two hexes from a panzer corps, in the open."""
    units = [*PANZERS, "S1416 so.81grd.233"]
    at = played(stand("soviet movement", units), **{"corps 16": "back"})
    hexes = [at.game.grid.distance(at.s.place[at.unit("so.81grd.233")], HEX(line[:5])) for line in PANZERS]
    assert min(hexes) >= 4


def test_who_leads_shares_what_was_really_seen() -> None:
    one, other = CRAFT.commander(GERMAN, ()), CRAFT.commander(GERMAN, ((TEMPER, "bold"),))
    model = CRAFT.model(GERMAN, ())
    assert isinstance(one, GermanCommander) and isinstance(other, GermanCommander)
    assert isinstance(model, GermanCommander)
    assert one.foresight is other.foresight is not model.foresight
    assert one.trail is other.trail is not model.trail
    assert not model.is_foreseen and one.is_foreseen


# -- how good -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [0, 15, 40])
def test_a_finished_game_is_graded_around_the_middle_of_the_levels(lost: int) -> None:
    """-14 VP are a Soviet tactical victory, -15 an operational one; 16 VP are one step of the scale."""
    s = stand("german movement", PANZERS, turn=9).s
    s.lost, s.result = lost, "over"
    assert value.expected(GAME, s) == -lost
    assert CRAFT.worth(s, GERMAN) == pytest.approx(1 / (1 + exp(-(14.5 - lost) / 16)))
    assert CRAFT.worth(s, SOVIET) == pytest.approx(1 - CRAFT.worth(s, GERMAN))


def test_an_empty_belgorod_with_enemies_near_costs_two_fifths_of_its_price() -> None:
    """20 VP; S2623 is next to it. Manned, or with the enemy seven hexes off, it costs nothing."""
    near = stand("german movement", ["S2821 ax.lah.pz", "S2623 so.81grd.233"]).s
    far = stand("german movement", ["S2821 ax.lah.pz", "S2023 so.81grd.233"]).s
    manned = stand("german movement", [f"{BELGOROD} ax.lah.pz", "S2623 so.81grd.233"]).s
    assert value.is_bare(GAME, near) and not value.is_bare(GAME, far) and not value.is_bare(GAME, manned)
    assert value.BARE * GAME.belgorod_vp == 8.0


def test_strength_and_armour_count_beyond_the_usual() -> None:
    """LAH's panzer regiment: 4 CF and armour 4; a Soviet regiment: 3 CF. In turn 5 four turns are left."""
    none = stand("german movement", ["S3525 ax.106id.239"]).s
    one = stand("german movement", ["S3525 ax.106id.239", "S1616 ax.lah.pz"]).s
    assert value.force(GAME, one, 4) - value.force(GAME, none, 4) == pytest.approx(0.1 * 4 + 0.35 * 4)
    assert value.force(GAME, one, 1) - value.force(GAME, none, 1) == pytest.approx(0.1 * 4 + 0.35 * 4 / 3)
    foe = stand("german movement", ["S3525 ax.106id.239", "S1027 so.81grd.233"]).s
    assert value.force(GAME, foe, 4) - value.force(GAME, none, 4) == pytest.approx(-0.3 * 3)


def test_in_every_other_future_the_enemy_plays_with_the_frozen_weights() -> None:
    assert [CRAFT.foe(future) == FROZEN for future in range(3)] == [True, False, True]
    for side, name in ((GERMAN, "german"), (SOVIET, "soviet")):
        row = name, "campaign"
        assert CRAFT.weights(side, FROZEN) == SCRIPTED_1[row] != SCRIPTED[row] == CRAFT.weights(side)
