"""Units as they are shown: strength and movement, what they have done, a line for each."""

from __future__ import annotations

from typing import Final

from skirmish.game import Skirmish
from skirmish.rules.c02_units import strength
from skirmish.scene.voice import Voice
from skirmish.state import PLACE_NAMES, Position
from stavka.engine.offer import members
from stavka.scenes import counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("moved", "fought", "unsupplied")
FLAGS: Final = (*STATES, "reduced")


def factors(g: Skirmish, s: Position, unit: int) -> str:
    """Strength and Movement Allowance, as they are printed on the side that lies up."""
    return f"{g.combat[unit][s.steps[unit] or g.full_steps[unit]]}-{g.allowance[unit]}"


def states(s: Position, unit: int) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def stack(g: Skirmish, s: Position, hex_: int) -> list[int]:
    """The units in a hex, the strongest on top."""
    return sorted(members(s.at.get(hex_, 0)), key=lambda unit: (-strength(g, s, unit), unit))


def unit_line(v: Voice, s: Position, unit: int) -> str:
    """A unit in one line."""
    counter = v.g.units[unit]
    named = f"{counter.label}: {v.unit_name(counter.name)}"
    steps = v("steps", steps=s.steps[unit], of=v.g.full_steps[unit])
    flags = [v.word("state", state) for state in states(s, unit)]
    return ", ".join([named, v.word("type", counter.type), factors(v.g, s, unit), steps, *flags])


def scene_units(g: Skirmish, s: Position) -> dict[str, SceneUnit]:
    def show(unit: int, top: int) -> SceneUnit:
        place = s.place[unit]
        box, printed, flags = PLACE_NAMES.get(place, ""), factors(g, s, unit), states(s, unit)
        return counters.scene_unit(g, s, unit, top, place=place, box=box, factors=printed, flags=flags)

    return counters.scene_units(g, (stack(g, s, hex_) for hex_ in s.at), show)
