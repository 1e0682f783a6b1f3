"""Random games end without a fault on the way, and a planted fault is noticed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from games.moscow.walks import EVERY_OPTION, GAME, walk
from stavka.assurance.invariants import copy_faults, offer_faults, view_faults
from stavka.engine.kinds import Unit
from stavka.games.moscow.checks.invariants import Watch, shuffled
from stavka.games.moscow.rules.c03_basic_concepts.zones_of_control import zone
from stavka.games.moscow.rules.c08_ground_movement.front import front
from stavka.games.moscow.rules.c08_ground_movement.movement_phase import MovementPhase
from stavka.games.moscow.state import ELIMINATED, GERMAN, SOVIET, Position


@pytest.mark.parametrize(
    ("scenario", "seed", "every"),
    [("mtsensk", 11, False), ("artemki", 12, True), ("tula", 13, False), ("borodino", 14, True)],
)
def test_a_random_game_without_a_fault(scenario: str, seed: int, *, every: bool) -> None:
    rng = Random(seed)
    watch: Watch | None = None
    picks = 0
    for picks, s in enumerate(walk(scenario, seed, EVERY_OPTION if every else None)):
        watch = watch or Watch(GAME, s)
        assert list(offer_faults(GAME, s, GAME.offers(s))) == []
        assert list(watch.faults(s)) == []
        if picks % 97 == 0:
            assert list(watch.deep_faults(s)) == []
            assert list(copy_faults(GAME, s, rng)) == []
            assert list(view_faults(GAME, s, rng, shuffled)) == []
        assert picks < watch.longest
    assert s.result in GAME.sides


@cache
def middle() -> Position:
    return next(s.clone() for s in walk("artemki", 11) if s.turn == 2 and isinstance(s.stack[-1], MovementPhase))


def faults(s: Position) -> str:
    watch = Watch(GAME, s)
    return "; ".join([*watch.faults(s), *watch.deep_faults(s)])


def unsettle(s: Position) -> None:
    """A hex next to nobody but a German unit is noted as Soviet, and as settled."""
    alone = zone(GAME, s, GERMAN) & ~zone(GAME, s, SOVIET) & ~s.occupied[GERMAN]
    s.german &= ~(alone & -alone)
    s.settled = s.german


def mark(s: Position, unit: Unit, *flags: str) -> None:
    for flag in flags:
        setattr(s, flag, 1 << unit)


def test_a_sound_position_has_no_faults() -> None:
    assert faults(middle().clone()) == ""


@pytest.mark.parametrize(
    ("says", "break_it"),
    [
        ("which is no place", lambda s, unit: s.place.__setitem__(unit, -50)),
        ("with 0 steps", lambda s, unit: s.steps.__setitem__(unit, 0)),
        ("is eliminated with", lambda s, unit: s.place.__setitem__(unit, ELIMINATED)),
        ("derived column", lambda s, unit: s.occupied.__setitem__(SOVIET, 0)),
        ("are not those around its units", lambda s, unit: s.zones.__setitem__(GERMAN, 1)),
        ("the moves of side 0", lambda s, unit: setattr(front(GAME, s, GERMAN), "contact", 1)),
        ("said to be settled", lambda s, unit: unsettle(s)),
        ("is not controlled by", lambda s, unit: setattr(s, "german", s.german ^ 1 << s.place[unit])),
        ("have both supply markers", lambda s, unit: mark(s, unit, "oos", "emergency")),
        ("out of supply and Low Fuel", lambda s, unit: mark(s, unit, "oos", "low_fuel")),
        ("cannot happen to them", lambda s, unit: setattr(s, "disrupted", GAME.leaders)),
        ("Fired or Spent", lambda s, unit: setattr(s, "fired", GAME.hqs)),
        ("in a hex without units", lambda s, unit: setattr(s, "holding", 1 << GAME.grid.index("MZ0101"))),
        ("Strongpoints of both sides", lambda s, unit: setattr(s, "forts", [1 << 9, 1 << 9])),
        ("where there is none", lambda s, unit: setattr(s, "lines_down", 1 << GAME.grid.index("MZ0101"))),
        ("more than one marker in its Pool", lambda s, unit: s.markers.__setitem__(slice(0, 2), bytes([3, 3]))),
        ("markers in hand", lambda s, unit: s.markers.__setitem__(slice(0, 3), bytes([4, 4, 4]))),
        ("of both sides are active", lambda s, unit: setattr(s, "active", 1 | 1 << 12)),
        ("that is not active", lambda s, unit: s.joined.__setitem__(unit, 19)),
        ("is on the other map", lambda s, unit: s.place.__setitem__(unit, GAME.grid.index("MT2020"))),
    ],
)  # fmt: skip
def test_what_is_wrong_is_noticed(says: str, break_it: Callable[[Position, int], object]) -> None:
    s = middle().clone()
    unit = next(u for u in range(len(s.place)) if s.place[Unit(u)] >= 0 and GAME.combat >> u & 1)
    break_it(s, unit)
    assert says in faults(s)
