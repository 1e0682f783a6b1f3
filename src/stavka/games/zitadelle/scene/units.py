"""Units as they are shown: ratings, flags, stacks, a line for each."""

from __future__ import annotations

from typing import Final

from stavka.engine.kinds import Unit, units_in
from stavka.engine.state import places
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
from stavka.hexes import Hex
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("disrupted", "fired", "moved", "fought", "defended", "retreated", "tigers")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "reduced")


def factors(g: Zitadelle, s: Position, unit: Unit) -> str:
    """The present AT strength, armour value and combat strength (2.21); bombardment units have a factor."""
    bit = 1 << unit
    if g.bombardment & bit:
        return str(g.factor[unit])
    if g.dive_bombers & bit:
        return str(g.dive_bomber_at)
    if not g.combat_units & bit:
        return ""
    armour = str(armour_value(g, s, unit)) if (g.armoured | s.tigers) & bit else "*"
    return f"{at_strength(g, s, unit)}-{armour}-{combat_strength(g, s, unit)}"


def states(s: Position, unit: Unit) -> list[str]:
    return [name for name in STATES if getattr(s, name) >> unit & 1]


def hex_of(s: Position, unit: Unit) -> Hex:
    """The hex where a unit is shown: a retreating unit is lifted off the map while its way is chosen, and shown on the
    way."""
    return retreating(s).get(unit, s.place[unit])


def retreating(s: Position) -> dict[Unit, Hex]:
    """The units that are being retreated, and how far they have come."""
    frame = s.stack[-1]
    ways = frame.lifted if isinstance(frame, Withdrawing) else frame.ways if isinstance(frame, Retreating) else []
    return {way[0]: way[-1] for way in ways}


def in_hexes(g: Zitadelle, s: Position) -> dict[Hex, int]:
    """The units that are shown in each hex: those in it, those that retreat into it, and dive bombers."""
    found = s.at.copy()
    bombers = {unit: s.place[unit] for unit in units_in(g.dive_bombers) if s.place[unit] >= 0}
    for unit, hex_ in {**retreating(s), **bombers}.items():
        found[hex_] = found.get(hex_, 0) | 1 << unit
    return found


def stack(g: Zitadelle, s: Position, hex_: Hex) -> list[Unit]:
    """The units in a hex, the one to show first: air units, then who can still act, armour, strength."""
    here = in_hexes(g, s).get(hex_, 0)
    if here & (here - 1) == 0:
        return list(units_in(here))

    def weight(unit: Unit) -> tuple[bool, bool, int, int]:
        spent = (s.moved | s.fought | s.fired | s.disrupted) >> unit & 1
        strength = combat_strength(g, s, unit) if g.combat_units >> unit & 1 else -1
        return bool(g.air >> unit & 1), not spent, g.armour[s.steps[unit]][unit], strength

    return sorted(units_in(here), key=weight, reverse=True)


def where(v: Voice, s: Position, unit: Unit) -> str:
    """The place of a unit in words."""
    army = target_of(s, unit)
    if army >= 0:
        return v("over", formation=v.formation(army))
    place = hex_of(s, unit)
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: Unit) -> str:
    """A unit in one line: name, type, ratings, steps, morale, movement, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [v.about(v.label(s, unit), v.unit_name(counter.name)), v.word("type", counter.type), factors(g, s, unit)]
    if counter.steps:
        parts.append(v("steps", steps=s.steps[unit], of=counter.steps))
    if g.combat_units >> unit & 1:
        parts.append(v("morale and moves", level=level(g, s, unit), points=movement_allowance(g, s, unit)))
    parts.append(where(v, s, unit))
    return ", ".join([part for part in parts if part] + [v.word("state", state) for state in states(s, unit)])


def looks(g: Zitadelle, s: Position) -> scene_counters.Looks:
    shown = s.place
    if on_the_way := retreating(s):
        shown = places(shown)
        for unit, hex_ in on_the_way.items():
            shown[unit] = hex_
    return scene_counters.Looks(shown, (s.steps,), {name: getattr(s, name) for name in STATES})


def scene_unit(g: Zitadelle, s: Position, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
    box, shown = PLACE_NAMES.get(place, "over"), factors(g, s, unit)
    return scene_counters.scene_unit(g, s, unit, top, place=place, box=box, factors=shown, flags=flags)
