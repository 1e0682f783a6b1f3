"""Random games end without a fault on the way, and a planted fault is noticed."""

from __future__ import annotations

import re
from typing import Any

import pytest

from games.zitadelle.walks import GAME, walk
from stavka.engine.kinds import Unit, numbered
from stavka.games.zitadelle import state as position
from stavka.games.zitadelle import view
from stavka.games.zitadelle.checks.invariants import Watch
from stavka.games.zitadelle.rules.c08_movement import unit_moves as movement
from stavka.games.zitadelle.state import COMING, ELIMINATED, SOVIET, Position
from stavka.hexes import Hex
from stavka.studies import soak

PLAN = soak.Plan("zitadelle", "tests", check=500, replay=3)


@pytest.mark.parametrize("number", [0, 683, 1366, 2047])
def test_a_random_game_without_a_fault(number: int) -> None:
    played = soak.play(PLAN, number)
    assert played.fault == ""
    assert played.result in {name for name, _ in GAME.victories}


def middle() -> Position:
    return next(s for s in walk(11) if s.turn == 2 and s.stack[-1].step == "movement").clone()


def faults(s: Position) -> str:
    watch = Watch(GAME, s)
    return "; ".join([*watch.faults(s), *watch.deep_faults(s)])


def test_a_sound_position_has_no_faults() -> None:
    assert faults(middle()) == ""


@pytest.mark.parametrize(
    ("says", "break_it"),
    [
        ("which is no place", lambda s, unit: s.place.__setitem__(unit, -50)),
        ("with 0 steps", lambda s, unit: s.steps.__setitem__(unit, 0)),
        ("is eliminated with", lambda s, unit: s.place.__setitem__(unit, ELIMINATED)),
        ("derived column", lambda s, unit: s.occupied.__setitem__(SOVIET, 0)),
        ("the morale of", lambda s, unit: s.morale.__setitem__(0, 0)),
        ("are not held", lambda s, unit: setattr(s, "held", GAME.scoring & s.occupied[SOVIET])),
        ("are disrupted and off the map", lambda s, unit: setattr(s, "disrupted", off_map(s))),
        ("German steps are lost", lambda s, unit: setattr(s, "lost", s.lost + 1)),
        ("no morale has fallen", lambda s, unit: setattr(s, "fallen", 1)),
        ("chits are dealt", lambda s, unit: s.chits.__setitem__(0, 1)),
    ],
)
def test_what_is_wrong_is_noticed(says: str, break_it) -> None:  # type: ignore[no-untyped-def]
    s = middle()
    unit = next(u for u in range(len(s.place)) if s.place[Unit(u)] >= 0 and GAME.combat_units >> u & 1)
    if says == "are not held":
        hex_ = next(iter(GAME.values))
        s.occupied[SOVIET] |= 1 << hex_
    break_it(s, unit)
    assert says in faults(s)


# -- faults that are planted in the rules ---------------------------------------------------------------------------

CASES = soak.cases("zitadelle")
VARIABLE = next(i for i, case in enumerate(CASES) if [n for n, on in case.options.items() if on] == ["variable_entry"])
"""The number of a game in which nothing is out of the ordinary but the variable entry."""


def forgets_full_hexes(g: Any, s: Position, unit: Unit, place: Hex) -> None:
    """A unit that leaves a hex in which there was no room leaves no room behind."""
    full = list(s.full)
    LIFT(g, s, unit, place)
    s.full = full


LIFT = position.lift
PLANTED = {
    "full hexes stay full": (position, "lift", forgets_full_hexes, "the derived column full"),
    "anybody may move to anybody": (movement, "crowded", lambda *_: 0, "together in|too many in|several divisions"),
    "chits lie open": (view, "redacted", lambda g, s, seat: s.clone(), "sees what it cannot know"),
}


@pytest.mark.parametrize(("module", "name", "wrong", "says"), PLANTED.values(), ids=PLANTED)
def test_a_fault_in_the_rules_is_found(
    module: Any, name: str, wrong: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, wrong)
    assert re.search(says, soak.play(PLAN, VARIABLE).fault)


def off_map(s: Position) -> int:
    return next(1 << unit for unit, place in numbered(s.place) if place == COMING)
