"""Units as they are shown: factors, flags, stacks, a line for each."""

from __future__ import annotations

from typing import Final

from stavka.engine.offer import members
from stavka.games.traces.game import Traces
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import PLACE_NAMES, Position
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("oos", "isolated", "activated", "moved", "fought")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "reduced")


def strengths(g: Traces, s: Position, unit: int) -> str:
    return f"{combat.attack_strength(g, s, unit)}-{combat.defence_strength(g, s, unit)}"


def factors(g: Traces, s: Position, unit: int) -> str:
    """Attack, defence and movement as they are now."""
    return f"{strengths(g, s, unit)}-{movement.movement_allowance(g, s, unit)}"


def states(s: Position, unit: int) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def units_in_range(g: Traces, s: Position, hq: int) -> int:
    """How many Combat Units an HQ would activate."""
    return (in_command_range(g, s, hq) & g.combat_units).bit_count() if s.place[hq] >= 0 else 0


def stack(g: Traces, s: Position, hex_: int) -> list[int]:
    """The units in a hex, the one to show first: who can still act, then Combat Units, then by strength."""
    here = s.at.get(hex_, 0)
    if here & (here - 1) == 0:
        return list(members(here))

    def weight(unit: int) -> tuple[bool, bool, int]:
        ready = bool(s.activated & ~s.moved & ~s.fought & 1 << unit)
        return ready, bool(g.combat_units >> unit & 1), combat.attack_strength(g, s, unit)

    return sorted(members(here), key=weight, reverse=True)


def where(v: Voice, s: Position, unit: int) -> str:
    place = s.place[unit]
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: int) -> str:
    """A unit in one line: name, type, factors, steps, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [
        f"{g.label(s, unit)} ({counter.id}): {v.unit_name(counter.name)}",
        v.word("type", counter.type),
        factors(g, s, unit),
    ]
    if counter.range:
        parts.append(v("range", range=g.values[s.converted].range[unit], number=units_in_range(g, s, unit)))
    parts += [v("steps", steps=s.steps[unit], of=counter.steps), where(v, s, unit)]
    return ", ".join([*parts, *(v.word("state", state) for state in states(s, unit))])


def scene_units(g: Traces, s: Position) -> dict[str, SceneUnit]:
    stacks = (stack(g, s, hex_) for hex_ in s.at)
    flags = scene_counters.flags_by_unit({name: getattr(s, name) for name in STATES})
    return scene_counters.scene_units(g, stacks, lambda unit, top: scene_unit(g, s, unit, top, flags.get(unit, [])))


def scene_unit(g: Traces, s: Position, unit: int, top: int, flags: list[str]) -> SceneUnit:
    place = s.place[unit]
    box = PLACE_NAMES.get(place, "")
    shown = scene_counters.scene_unit(g, s, unit, top, place=place, box=box, factors=factors(g, s, unit), flags=flags)
    if s.converted and g.units[unit].ukrainian:
        shown["label"] = g.label(s, unit)
    return shown
