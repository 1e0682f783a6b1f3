"""Views: everything is open except the activation markers and secret air units."""

from __future__ import annotations

from random import Random
from unittest.mock import patch

from games.moscow.walks import GAME, walk
from stavka.data.schema import changed
from stavka.games.moscow.rules.c07_operations.markers import Choosing, Combining
from stavka.games.moscow.rules.c13_air_units import SendingAirInSecret
from stavka.games.moscow.state import ASIDE, CUP, GERMAN, HAND, NOT_YET, PASSED, SOVIET, Position


def drawn() -> Position:
    """The German player has drawn a marker, with at least two Formations left that it could be."""
    for s in walk("artemki", 5):
        cup = {GAME.marker_of[m] for m, place in enumerate(s.markers) if place == CUP and GAME.marker_side[m] == GERMAN}
        if s.stack[-1] == Choosing(GERMAN) and s.turn > 1 and cup:
            return s.clone()
    raise AssertionError("nobody ever draws")


def places(s: Position, seat: int | None) -> list[int]:
    seen: list[int] = GAME.view(s, seat)["state"]["markers"]
    return seen


def test_the_owner_knows_what_he_has_drawn_and_the_enemy_only_that_he_has() -> None:
    s = drawn()
    assert places(s, GERMAN)[: len(s.markers)] != [] and places(s, GERMAN).count(HAND) == 1
    own = [m for m in range(len(s.markers)) if GAME.marker_side[m] == GERMAN]
    assert [places(s, GERMAN)[m] for m in own] == [s.markers[m] for m in own]
    secret = [m for m in own if s.markers[m] in (ASIDE, CUP, PASSED, HAND)]
    assert [places(s, SOVIET)[m] for m in secret] == sorted(s.markers[m] for m in secret)
    assert places(s, None) != list(s.markers) or [s.markers[m] for m in secret] == sorted(s.markers[m] for m in secret)


def test_what_is_dealt_out_is_any_marker_that_it_could_be() -> None:
    s = drawn()
    hands = {
        next(GAME.marker_of[m] for m, place in enumerate(dealt.markers) if place == HAND)
        for dealt in (GAME.see(s, SOVIET).sample(Random(seed)) for seed in range(40))
    }
    assert len(hands) > 1
    mine = {bytes(GAME.see(s, GERMAN).sample(Random(seed)).markers[:12]) for seed in range(10)}
    assert len(mine) == 1


def test_air_units_assigned_in_secret_are_seen_by_their_owner_alone() -> None:
    s = drawn()
    s.stack.append(SendingAirInSecret(1 << 5, 1 << 7, 0b10))
    frames = {seat: GAME.see(s, seat).position.stack[-1] for seat in (GERMAN, SOVIET, None)}
    assert frames[GERMAN] == SendingAirInSecret(german=1 << 5)
    assert frames[SOVIET] == SendingAirInSecret(soviet=1 << 7, finished=0b10)
    assert frames[None] == SendingAirInSecret()
    assert s.stack[-1] == SendingAirInSecret(1 << 5, 1 << 7, 0b10)


def test_the_first_marker_of_the_game_is_not_the_special_one_and_known_where_the_scenario_names_it() -> None:
    s = GAME.new("artemki")
    s.turn, s.first, s.stack = 1, GERMAN, [Choosing(GERMAN)]
    german = [m for m, side in enumerate(GAME.marker_side) if side == GERMAN and s.markers[m] != NOT_YET]
    special, mine = GAME.any_marker[GERMAN], next(m for m in german if GAME.marker_of[m] >= 0)
    for marker in german:
        s.markers[marker] = HAND if marker == mine else CUP
    s.markers[special] = CUP
    hands = [hand(dealt) for dealt in (GAME.see(s, SOVIET).sample(Random(seed)) for seed in range(60))]
    assert special not in hands
    assert len(set(hands)) > 1
    named = changed(GAME.scenarios["artemki"], first_marker=GAME.formation_ids[GAME.marker_of[mine]])
    with patch.dict(GAME.scenarios, {"artemki": named}):
        assert {hand(GAME.see(s, SOVIET).sample(Random(seed))) for seed in range(20)} == {mine}


def test_a_marker_in_the_pool_with_which_one_is_combined_is_of_another_formation() -> None:
    s = GAME.new("artemki")
    german = [m for m, side in enumerate(GAME.marker_side) if side == GERMAN]
    shown, twin = GAME.markers_of(GAME.formation_ids.index("10pz"))
    other = GAME.markers_of(GAME.formation_ids.index("ssr"))[0]
    for marker in german:
        s.markers[marker] = CUP
    s.markers[shown], s.markers[other], s.turn = HAND, PASSED, 2
    s.stack = [Combining(GERMAN, leaders=0, shown=shown)]
    pools = {
        dealt.markers.index(PASSED, german[0], german[-1] + 1)
        for dealt in (GAME.see(s, SOVIET).sample(Random(seed)) for seed in range(80))
    }
    assert not pools & {shown, twin, GAME.any_marker[GERMAN]}
    assert len(pools) > 1


def hand(s: Position) -> int:
    return next(m for m, place in enumerate(s.markers) if place == HAND and GAME.marker_side[m] == GERMAN)
