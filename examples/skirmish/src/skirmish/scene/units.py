"""Units as they are shown: strength and movement, what they have done, a line for each."""

from __future__ import annotations

from typing import Final

from skirmish.game import Skirmish
from skirmish.rules.c02_units import strength
from skirmish.scene.voice import Voice
from skirmish.state import PLACE_NAMES, Position
from stavka.engine.kinds import Unit, units_in
from stavka.hexes import Hex
from stavka.scenes import counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("moved", "fought", "unsupplied")
FLAGS: Final = (*STATES, "reduced")


def factors(g: Skirmish, s: Position, unit: Unit) -> str:
    """Strength and Movement Allowance, as they are printed on the side that lies up."""
    return f"{g.combat[unit][s.steps[unit] or g.full_steps[unit]]}-{g.allowance[unit]}"


def states(s: Position, unit: Unit) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def stack(g: Skirmish, s: Position, hex_: Hex) -> list[Unit]:
    """The units in a hex, the strongest on top."""
    return sorted(units_in(s.at.get(hex_, 0)), key=lambda unit: (-strength(g, s, unit), unit))


def unit_line(v: Voice, s: Position, unit: Unit) -> str:
    """A unit in one line."""
    counter = v.g.units[unit]
    named = v.about(counter.label, v.unit_name(counter.name))
    steps = v("steps", steps=s.steps[unit], of=v.g.full_steps[unit])
    flags = [v.word("state", state) for state in states(s, unit)]
    return ", ".join([named, v.word("type", counter.type), factors(v.g, s, unit), steps, *flags])


def looks(g: Skirmish, s: Position) -> counters.Looks:
    return counters.Looks(s.place, (s.steps,), {name: getattr(s, name) for name in STATES})


def in_hexes(g: Skirmish, s: Position) -> dict[Hex, int]:
    return s.at


def scene_unit(g: Skirmish, s: Position, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
    box, printed = PLACE_NAMES.get(place, ""), factors(g, s, unit)
    return counters.scene_unit(g, s, unit, top, place=place, box=box, factors=printed, flags=flags)
