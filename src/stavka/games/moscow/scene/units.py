"""Units as they are shown: ratings, flags, stacks, a line for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.kinds import Unit, members, units_in
from stavka.games.moscow.game import Moscow
from stavka.games.moscow.rules.c03_basic_concepts.values import attack, command, defence, er
from stavka.games.moscow.rules.c07_operations.activation import active_units, formation_now
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import PLACE_NAMES, Position
from stavka.hexes import Hex
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

COLUMNS: Final = (
    "moved",
    "fought",
    "fired",
    "spent",
    "twice",
    "disrupted",
    "emergency",
    "oos",
    "low_fuel",
    "building",
)
"""The columns of a position that are shown on counters."""
FLAGS: Final = ("activated", *COLUMNS, "reserve", "burning", "reduced")
"""The flags of counters; `burning` is a Fuel unit that is being spent."""
TOLD: Final = ("once", "fed", "silent", "arrived")
"""Further columns in the line about a unit."""


def factors(g: Moscow, s: Position, unit: Unit) -> str:
    """The printed values: attack, defence and MA; support and range of artillery; CP; CAS."""
    bit = 1 << unit
    move = g.move_halves[unit] // 2
    if g.air & bit:
        return f"CAS {g.cas[unit]}"
    if g.leaders & bit:
        return f"{command(g, s, unit)}CP {move}"
    if g.fuel_units & bit:
        return f"{move}"
    if g.guns & bit and not s.fired & bit:
        return f"{g.support[unit]}/{g.range_of[unit]}-{move}"
    if g.hqs & bit:
        return f"{command(g, s, unit)}CP {defence(g, s, unit)}-{move}"
    return f"{attack(g, s, unit)}-{defence(g, s, unit)}-{move}"


def rating(g: Moscow, s: Position, unit: Unit) -> str:
    """The present ER of a unit; Fuel units do not have one."""
    return str(er(g, s, unit)) if g.printed_er[unit][-1] else ""


def shown_states(g: Moscow, s: Position) -> dict[str, int]:
    """The flags of counters, each with its units."""
    found = {"activated": active_units(g, s), **{name: getattr(s, name) for name in COLUMNS}}
    resting = sum(g.formation_units[formation] for formation in members(g.reserve_formations(s)))
    found["reserve"] = resting & s.placed
    found["burning"] = s.burning & g.fuel_units
    return found


def states(known: dict[str, int], unit: Unit) -> list[str]:
    return [name for name, units in known.items() if units >> unit & 1]


def stack(g: Moscow, s: Position, hex_: Hex) -> list[Unit]:
    """The units in a hex, the one to show first: those that fight before Leaders, HQs and Fuel."""
    here = s.at.get(hex_, 0)
    if here & (here - 1) == 0:
        return list(units_in(here))

    def weight(unit: Unit) -> tuple[bool, bool, int, int, int]:
        bit = 1 << unit
        fights = bool(g.combat & ~g.hqs & bit)
        return fights, bool(fights and not g.guns & bit), s.steps[unit], attack(g, s, unit), -unit

    return sorted(units_in(here), key=weight, reverse=True)


def where(v: Voice, s: Position, unit: Unit) -> str:
    """The place of a unit in words."""
    place = s.place[unit]
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def belongs(v: Voice, s: Position, unit: Unit) -> str:
    """The Formation of a unit; an Army unit may be active with one."""
    g = v.g
    if g.formation[unit] >= 0:
        return v.formation(g.formation[unit])
    if not g.army >> unit & 1:
        return ""
    joined = formation_now(g, s, unit)
    return v("army unit with", formation=v.formation(joined)) if joined >= 0 else v("army unit")


def ratings(v: Voice, s: Position, unit: Unit) -> Iterator[str]:
    """The numbers of a unit, each with its name."""
    g, bit = v.g, 1 << unit
    if g.combat & bit:
        yield v("strengths", attack=attack(g, s, unit), defence=defence(g, s, unit))
    if g.guns & bit:
        yield v("support and range", support=g.support[unit], range=g.range_of[unit])
    if g.cas[unit]:
        yield v("cas", points=g.cas[unit])
    if g.command_points[unit]:
        yield v("command points", points=command(g, s, unit), of=g.command_points[unit])
    if g.printed_er[unit][-1]:
        yield v("er", er=er(g, s, unit))
    if g.move_halves[unit]:
        yield v("ma", points=g.move_halves[unit] // 2)
    if g.full_steps[unit]:
        yield v("steps", steps=s.steps[unit], of=g.full_steps[unit])


def unit_line(v: Voice, s: Position, unit: Unit) -> str:
    """A unit in one line: name, type, numbers, Formation, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [v.about(v.label(s, unit), v.unit_name(counter.name)), v.word("type", counter.type), *ratings(v, s, unit)]
    parts += [belongs(v, s, unit), where(v, s, unit)]
    parts += [v.word("state", state) for state in states(shown_states(g, s), unit)]
    parts += [v.word("state", name) for name in TOLD if getattr(s, name) >> unit & 1]
    return ", ".join(part for part in parts if part)


def looks(g: Moscow, s: Position) -> scene_counters.Looks:
    return scene_counters.Looks(s.place, (s.steps,), shown_states(g, s), sets=(s.fed,))


def in_hexes(g: Moscow, s: Position) -> dict[Hex, int]:
    return s.at


def scene_unit(g: Moscow, s: Position, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
    box, printed = PLACE_NAMES.get(place, ""), factors(g, s, unit)
    shown = scene_counters.scene_unit(g, s, unit, top, place=place, box=box, factors=printed, flags=flags)
    shown["rating"] = rating(g, s, unit)
    return shown
