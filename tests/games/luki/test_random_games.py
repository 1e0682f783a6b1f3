"""Random games end without a fault on the way, and a planted fault is noticed."""

from __future__ import annotations

import pytest

from games.luki.walks import GAME, encircled, walk
from stavka.engine.kinds import Unit, numbered
from stavka.games.luki.checks.invariants import Watch
from stavka.games.luki.rules.c11_combat.fight import fight_of
from stavka.games.luki.state import COMING, ELIMINATED, OFF, POOL, SOVIET, UNSEEN, Position
from stavka.studies import soak

PLAN = soak.Plan("luki", "tests", check=150, replay=2)
RESULTS = {level.id for scenario in GAME.scenarios.values() for level in scenario.victory}


@pytest.mark.parametrize("number", range(6))
def test_a_random_game_without_a_fault(number: int) -> None:
    played = soak.play(PLAN, number)
    assert played.fault == ""
    assert played.result in RESULTS


@pytest.mark.parametrize("seed", range(3))
def test_games_in_which_the_city_is_surrounded(seed: int) -> None:
    start = encircled(seed)
    watch, met = Watch(GAME, start), set()
    for i, s in enumerate(walk(seed, s=start)):
        assert list(watch.faults(s)) == []
        if i % 60 == 0:
            assert list(watch.deep_faults(s)) == []
        met.add(s.stack[-1].step)
    assert s.result in RESULTS
    assert {"combat_dice", "chits", "losses", "advance"} <= met


def middle() -> Position:
    return next(s for s in walk(11) if s.turn == 2 and s.stack[-1].step == "movement").clone()


def in_combat() -> Position:
    return next(s for s in walk(11) if s.stack[-1].step == "chits").clone()


def faults(s: Position) -> str:
    watch = Watch(GAME, s)
    return "; ".join([*watch.faults(s), *watch.deep_faults(s)])


def test_a_sound_position_has_no_faults() -> None:
    assert faults(middle()) == ""
    assert faults(in_combat()) == ""


@pytest.mark.parametrize(
    ("says", "break_it"),
    [
        ("which is no place", lambda s, unit: s.place.__setitem__(unit, -50)),
        ("which nobody is", lambda s, unit: s.place.__setitem__(unit, UNSEEN)),
        ("with 0 steps", lambda s, unit: s.steps.__setitem__(unit, 0)),
        ("is eliminated with", lambda s, unit: s.place.__setitem__(unit, ELIMINATED)),
        ("in the cup and not variable", lambda s, unit: s.place.__setitem__(unit, POOL)),
        ("is nowhere", lambda s, unit: s.place.__setitem__(unit, OFF)),
        ("derived column", lambda s, unit: s.occupied.__setitem__(SOVIET, 0)),
        ("are not those next to", lambda s, unit: s.zones.__setitem__(SOVIET, 1)),
        ("in a Kessel in space", lambda s, unit: s.kessel.__setitem__(unit, 3)),
        ("AP in part", lambda s, unit: setattr(s, "ap", -1)),
        ("before the garrison", lambda s, unit: setattr(s, "converted", 1)),
        ("is in the cup in turn", lambda s, unit: setattr(s, "cup", (1 << len(GAME.chits)) - 1)),
        ("of units that are not seen", lambda s, unit: setattr(s, "zoned", 1)),
        ("the strongpoint", lambda s, unit: s.place.__setitem__(GAME.unit_index("ge.no.1"), s.place[unit])),
        ("still to come with", lambda s, unit: s.steps.__setitem__(coming(s), 1)),
    ],
)
def test_what_is_wrong_is_noticed(says: str, break_it) -> None:  # type: ignore[no-untyped-def]
    s = middle()
    break_it(s, next(u for u in range(len(s.place)) if s.place[Unit(u)] >= 0))
    assert says in faults(s)


def coming(s: Position) -> int:
    return next(unit for unit, place in numbered(s.place) if place == COMING and s.steps[unit] > 1)


@pytest.mark.parametrize(("says", "chits"), [("drawn chits that are not", "drawn"), ("plays chits", "played")])
def test_wrong_chits_are_noticed(says: str, chits: str) -> None:
    s = in_combat()
    setattr(fight_of(s), chits, [(1 << len(GAME.chits)) - 1] * 2)
    assert says in faults(s)


def test_too_many_units_in_a_hex_are_noticed() -> None:
    s = next(s for s in walk(3) if s.turn == 2 and s.stack[-1].step == "declare").clone()
    units = [u for u in range(len(s.place)) if GAME.side[Unit(u)] == SOVIET and s.place[Unit(u)] >= 0][:5]
    for unit in units[1:]:
        s.place[Unit(unit)] = s.place[Unit(units[0])]
    assert "too many" in faults(s)
