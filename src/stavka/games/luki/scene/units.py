"""Units as they are shown: ratings, flags, stacks, a line for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stavka.engine.offer import members
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c06_supply.kessel import condition
from stavka.games.luki.rules.c08_stacking import top
from stavka.games.luki.rules.c11_combat.odds import combat_factor
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import PLACE_NAMES, Position
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("used", "moved", "fought", "struck", "posted")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "isolated", "reduced")


def factors(g: Luki, s: Position, unit: int) -> str:
    """CF, TV and MA (2.41a)."""
    move = g.allowance[unit] // 2
    return f"{combat_factor(g, s, unit)}-{g.tactical[unit]}-{move or '*'}"


def states(s: Position, unit: int) -> list[str]:
    found = [name for name in STATES if getattr(s, name) >> unit & 1]
    return [*found, "isolated"] if s.kessel[unit] else found


def stack(g: Luki, s: Position, hex_: int) -> list[int]:
    """The units in a hex, the one on top first."""
    here = s.at.get(hex_, 0)
    if not here:
        return []
    first = top(g, s, here)
    rest = sorted(members(here & ~(1 << first)), key=lambda unit: (g.rank[unit], -combat_factor(g, s, unit), unit))
    return [first, *rest]


def stacks(g: Luki, s: Position) -> Iterator[list[int]]:
    return (stack(g, s, hex_) for hex_ in s.at)


def where(v: Voice, s: Position, unit: int) -> str:
    """The place of a unit in words."""
    place = s.place[unit]
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: int) -> str:
    """A unit in one line: name, type, ratings, steps, formation, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [f"{g.labels[unit]}: {v.unit_name(counter.name)}", v.word("type", counter.type), factors(g, s, unit)]
    parts.append(v("steps", steps=s.steps[unit], of=counter.steps))
    parts += [v.formation(unit), where(v, s, unit)]
    parts += [v.word("state", state) for state in states(s, unit) if state != "isolated"]
    if s.kessel[unit]:
        parts.append(v("in kessel", condition=v.condition(condition(g, s, unit))))
    return ", ".join(part for part in parts if part)


def scene_units(g: Luki, s: Position) -> dict[str, SceneUnit]:
    isolated = sum(1 << unit for unit, kessel in enumerate(s.kessel) if kessel)
    flags = scene_counters.flags_by_unit({name: getattr(s, name) for name in STATES} | {"isolated": isolated})

    def show(unit: int, top: int) -> SceneUnit:
        place = s.place[unit]
        return scene_counters.scene_unit(
            g,
            s,
            unit,
            top,
            place=place,
            box=PLACE_NAMES.get(place, ""),
            factors=factors(g, s, unit),
            flags=flags.get(unit, []),
        )

    return scene_counters.scene_units(g, stacks(g, s), show)
