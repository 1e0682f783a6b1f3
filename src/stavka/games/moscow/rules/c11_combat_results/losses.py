"""Chapter 11.2: steps lost, units eliminated, and their value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stavka.engine.kinds import Unit, units_in
from stavka.games.moscow.state import ELIMINATED, GERMAN, GONE, OFF, POOL, Position, attach, lift, shelve, spend

if TYPE_CHECKING:
    from stavka.games.moscow.game import Moscow

MARKS = (
    "disrupted",
    "emergency",
    "oos",
    "low_fuel",
    "fed",
    "fired",
    "spent",
    "once",
    "twice",
    "moved",
    "building",
    "fought",
    "silent",
    "arrived",
)


def forget(s: Position, unit: Unit) -> None:
    """Take every marker off a unit."""
    keep = ~(1 << unit)
    for name in MARKS:
        setattr(s, name, getattr(s, name) & keep)
    attach(s, unit, -1)
    spend(s, unit, -1)


def lose_step(g: Moscow, s: Position, unit: Unit) -> None:
    """A unit loses a step: it is reduced, or eliminated with its last."""
    if s.steps[unit] > 1:
        s.steps[unit] -= 1  # [11.21a2]
        before = s.points
        score(g, s, unit, steps=1)
        s.tell("step lost", ("11.21a2",), unit=unit, hex=s.place[unit], points=s.points - before)
    else:
        eliminate(g, s, unit)  # [11.21a1]


def eliminate(g: Moscow, s: Position, unit: Unit) -> None:
    """A unit leaves the game for good; a Fuel unit goes back to the pool."""
    before = s.points
    score(g, s, unit, steps=s.steps[unit])
    s.tell("eliminated", ("11.21c",), unit=unit, hex=max(s.place[unit], -1), points=s.points - before)
    place = POOL if g.fuel_units >> unit & 1 else ELIMINATED  # [6.42, 11.21c]
    hex_ = s.place[unit]
    if hex_ >= 0:
        lift(g, s, unit, place)
        if not s.occupied[g.side[unit]] >> hex_ & 1:
            s.holding &= ~(1 << hex_)  # [9.45c]
    else:
        shelve(s, unit, place)
    s.steps[unit] = 0
    forget(s, unit)
    s.forget()
    for attack in s.attacks:
        attack[1] &= ~(1 << unit)
    if not g.air >> unit & 1:
        check_formation(g, s, g.formation[unit])


def score(g: Moscow, s: Position, unit: Unit, steps: int) -> None:
    """VP for armor steps and rocket units."""
    losses = g.loss_values[s.scenario]
    if g.armor >> unit & 1:
        side = "german" if g.side[unit] == GERMAN else "soviet"
        s.points += steps * losses.get(f"{side} armor step", 0)  # [1.2b]
    elif g.rockets >> unit & 1:
        s.points += losses.get("rocket unit", 0)  # [16.36]


def give_up_works(s: Position, units: int) -> None:
    """Units stop building their Strongpoints."""
    given_up = s.building & units
    s.building &= ~units
    if given_up:
        s.tell("works given up", ("14.33",), units=given_up)


def check_formation(g: Moscow, s: Position, formation: int) -> None:
    """The AMs of a Formation without units leave the game."""
    if formation < 0 or any(s.place[unit] not in (OFF, ELIMINATED) for unit in units_in(g.formation_units[formation])):
        return
    for marker in g.markers_of(formation):
        s.markers[marker] = GONE  # [4.26]
