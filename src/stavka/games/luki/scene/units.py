"""Units as they are shown: ratings, flags, stacks, a line for each."""

from __future__ import annotations

from typing import Final

from stavka.engine.columns import nonzero
from stavka.engine.kinds import Unit, units_in
from stavka.games.luki.game import Luki
from stavka.games.luki.rules.c06_supply.kessel import condition
from stavka.games.luki.rules.c08_stacking import top
from stavka.games.luki.rules.c11_combat.odds import combat_factor
from stavka.games.luki.scene.voice import Voice
from stavka.games.luki.state import PLACE_NAMES, Position
from stavka.hexes import Hex
from stavka.scenes import counters as scene_counters
from stavka.scenes.scene import SceneUnit

STATES: Final = ("used", "moved", "fought", "struck", "posted")
"""The columns of a position that are shown as flags."""
FLAGS: Final = (*STATES, "isolated", "reduced")


def factors(g: Luki, s: Position, unit: Unit) -> str:
    """CF, TV and MA (2.41a)."""
    move = g.allowance[unit] // 2
    return f"{combat_factor(g, s, unit)}-{g.tactical[unit]}-{move or '*'}"


def states(s: Position, unit: Unit) -> list[str]:
    found = [name for name in STATES if getattr(s, name) >> unit & 1]
    return [*found, "isolated"] if s.kessel[unit] else found


def stack(g: Luki, s: Position, hex_: Hex) -> list[Unit]:
    """The units in a hex, the one on top first."""
    here = s.at.get(hex_, 0)
    if not here:
        return []
    first = top(g, s, here)
    rest = sorted(units_in(here & ~(1 << first)), key=lambda unit: (g.rank[unit], -combat_factor(g, s, unit), unit))
    return [first, *rest]


def where(v: Voice, s: Position, unit: Unit) -> str:
    """The place of a unit in words."""
    place = s.place[unit]
    return v.hex(place) if place >= 0 else v.word("where", PLACE_NAMES[place])


def unit_line(v: Voice, s: Position, unit: Unit) -> str:
    """A unit in one line: name, type, ratings, steps, formation, place, state."""
    g = v.g
    counter = g.units[unit]
    parts = [v.about(v.unit_name(counter.label), v.unit_name(counter.name)), v.word("type", counter.type)]
    parts.append(factors(g, s, unit))
    parts.append(v("steps", steps=s.steps[unit], of=counter.steps))
    parts += [v.formation(unit), where(v, s, unit)]
    parts += [v.word("state", state) for state in states(s, unit) if state != "isolated"]
    if s.kessel[unit]:
        parts.append(v("in kessel", condition=v.condition(condition(g, s, unit))))
    return ", ".join(part for part in parts if part)


def looks(g: Luki, s: Position) -> scene_counters.Looks:
    states = {name: getattr(s, name) for name in STATES} | {"isolated": nonzero(s.kessel)}
    return scene_counters.Looks(s.place, (s.steps,), states, sets=(s.front,))


def in_hexes(g: Luki, s: Position) -> dict[Hex, int]:
    return s.at


def scene_unit(g: Luki, s: Position, unit: Unit, place: Hex, top: int, flags: list[str]) -> SceneUnit:
    box, shown = PLACE_NAMES.get(place, ""), factors(g, s, unit)
    return scene_counters.scene_unit(g, s, unit, top, place=place, box=box, factors=shown, flags=flags)
