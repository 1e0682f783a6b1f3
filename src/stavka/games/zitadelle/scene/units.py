"""Units as they are shown: ratings, flags, stacks, a line for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.offer import members
from stavka.games.zitadelle.game import Zitadelle
from stavka.games.zitadelle.rules.c07_assault.morale import (
    armour_value,
    at_strength,
    combat_strength,
    level,
    movement_allowance,
)
from stavka.games.zitadelle.rules.c07_assault.retreat import Retreating, Withdrawing
from stavka.games.zitadelle.rules.c09_german_air_units import target_of
from stavka.games.zitadelle.scene.voice import Voice
from stavka.games.zitadelle.state import PLACE_NAMES, Position
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("disrupted", "fired", "moved", "fought", "defended", "retreated", "tigers")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "reduced")


def factors(g: Zitadelle, s: Position, unit: int) -> str:
    """AT strength, armour value and combat strength as they are now (2.21); bombardment units have a factor."""
    bit = 1 << unit
    if g.bombardment & bit:
        return str(g.factor[unit])
    if g.dive_bombers & bit:
        return str(g.dive_bomber_at)
    if not g.combat_units & bit:
        return ""
    armour = str(armour_value(g, s, unit)) if (g.armoured | s.tigers) & bit else "*"
    return f"{at_strength(g, s, unit)}-{armour}-{combat_strength(g, s, unit)}"


def states(s: Position, unit: int) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def hex_of(s: Position, unit: int) -> int:
    """Where a unit is shown: a retreating one is lifted off the map while its way is chosen, and shown on the way."""
    return retreating(s).get(unit, s.place[unit])


def retreating(s: Position) -> dict[int, int]:
    """The units that are being retreated, and how far they have come."""
    frame = s.stack[-1]
    ways = frame.lifted if isinstance(frame, Withdrawing) else frame.ways if isinstance(frame, Retreating) else []
    return {way[0]: way[-1] for way in ways}


def stack(g: Zitadelle, s: Position, hex_: int) -> list[int]:
    """The units in a hex, the one to show first: air units, then who can still act, armour, strength."""
    return ordered(g, s, in_hexes(g, s).get(hex_, 0))


def in_hexes(g: Zitadelle, s: Position) -> dict[int, int]:
    """The units that are shown in each hex: those in it, those that retreat into it, and dive bombers."""
    found = s.at.copy()
    bombers = {unit: s.place[unit] for unit in members(g.dive_bombers) if s.place[unit] >= 0}
    for unit, hex_ in {**retreating(s), **bombers}.items():
        found[hex_] = found.get(hex_, 0) | 1 << unit
    return found


def ordered(g: Zitadelle, s: Position, here: int) -> list[int]:
    if here & (here - 1) == 0:
        return list(members(here))

    def weight(unit: int) -> tuple[bool, bool, int, int]:
        spent = (s.moved | s.fought | s.fired | s.disrupted) >> unit & 1
        strength = combat_strength(g, s, unit) if g.combat_units >> unit & 1 else -1
        return bool(g.air >> unit & 1), not spent, g.armour[s.steps[unit]][unit], strength

    return sorted(members(here), key=weight, reverse=True)


def stacks(g: Zitadelle, s: Position) -> Iterator[list[int]]:
    return (ordered(g, s, here) for here in in_hexes(g, s).values())


def where(v: Voice, s: Position, unit: int) -> str:
    """The place of a unit in words."""
    army = target_of(s, unit)
    if army >= 0:
        return v("over", formation=v.formation(army))
    place = hex_of(s, unit)
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: int) -> str:
    """A unit in one line: name, type, ratings, steps, morale, movement, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [f"{g.labels[unit]}: {v.unit_name(counter.name)}", v.word("type", counter.type), factors(g, s, unit)]
    if counter.steps:
        parts.append(v("steps", steps=s.steps[unit], of=counter.steps))
    if g.combat_units >> unit & 1:
        parts.append(v("morale and moves", level=level(g, s, unit), points=movement_allowance(g, s, unit)))
    parts.append(where(v, s, unit))
    return ", ".join([part for part in parts if part] + [v.word("state", state) for state in states(s, unit)])


def scene_units(g: Zitadelle, s: Position) -> dict[str, SceneUnit]:
    on_the_way = retreating(s)
    flags = scene_counters.flags_by_unit({name: getattr(s, name) for name in STATES})

    def show(unit: int, top: int) -> SceneUnit:
        place = on_the_way.get(unit, s.place[unit])
        return scene_counters.scene_unit(
            g,
            s,
            unit,
            top,
            place=place,
            box=PLACE_NAMES.get(place, "over"),
            factors=factors(g, s, unit),
            flags=flags.get(unit, []),
        )

    return scene_counters.scene_units(g, stacks(g, s), show)
