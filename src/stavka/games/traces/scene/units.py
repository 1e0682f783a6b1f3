"""Units as they are shown: factors, flags, stacks, a line for each."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Unit, units_in
from stavka.games.traces.game import Traces
from stavka.games.traces.rules import c09_movement as movement
from stavka.games.traces.rules.c02_components.headquarters import in_command_range
from stavka.games.traces.rules.c10_combat import attacks as combat
from stavka.games.traces.scene.voice import Voice
from stavka.games.traces.state import PLACE_NAMES, Position
from stavka.hexes import Hex
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("oos", "isolated", "activated", "moved", "fought")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "reduced")


def strengths(g: Traces, s: Position, unit: Unit) -> str:
    return f"{combat.attack_strength(g, s, unit)}-{combat.defence_strength(g, s, unit)}"


def factors(g: Traces, s: Position, unit: Unit) -> str:
    """Attack, defence and movement as they are now."""
    return f"{strengths(g, s, unit)}-{movement.movement_allowance(g, s, unit)}"


def states(s: Position, unit: Unit) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def units_in_range(g: Traces, s: Position, hq: Unit) -> int:
    """The number of Combat Units that an HQ would activate."""
    return (in_command_range(g, s, hq) & g.combat_units).bit_count() if s.place[hq] >= 0 else 0


def stack(g: Traces, s: Position, hex_: Hex) -> list[Unit]:
    """The units in a hex, the one to show first: who can still act, then Combat Units, then by strength."""
    here = s.at.get(hex_, 0)
    if here & (here - 1) == 0:
        return list(units_in(here))

    def weight(unit: Unit) -> tuple[bool, bool, int]:
        ready = bool(s.activated & ~s.moved & ~s.fought & 1 << unit)
        return ready, bool(g.combat_units >> unit & 1), combat.attack_strength(g, s, unit)

    return sorted(units_in(here), key=weight, reverse=True)


def where(v: Voice, s: Position, unit: Unit) -> str:
    place = s.place[unit]
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: Unit) -> str:
    """A unit in one line: name, type, factors, steps, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [
        v.about(f"{v.label(s, unit)} ({counter.id})", v.unit_name(counter.name)),
        v.word("type", counter.type),
        factors(g, s, unit),
    ]
    if counter.range:
        parts.append(v("range", range=g.values[s.converted].range[unit], number=units_in_range(g, s, unit)))
    parts += [v("steps", steps=s.steps[unit], of=counter.steps), where(v, s, unit)]
    return ", ".join([*parts, *(v.word("state", state) for state in states(s, unit))])


def looks(g: Traces, s: Position) -> scene_counters.Looks:
    return scene_counters.Looks(s.place, (s.steps,), {name: getattr(s, name) for name in STATES}, whole=(s.converted,))


def in_hexes(g: Traces, s: Position) -> dict[Hex, int]:
    return s.at


def scene_unit(g: Traces, s: Position, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
    box = PLACE_NAMES.get(place, "")
    shown = scene_counters.scene_unit(g, s, unit, top, place=place, box=box, factors=factors(g, s, unit), flags=flags)
    if s.converted and g.units[unit].ukrainian:
        shown["label"] = str(g.label(s, unit))
    return shown
