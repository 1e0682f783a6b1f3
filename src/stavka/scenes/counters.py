"""Counters as a front end draws them, the same in every game: their colours, their print, their present state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, Protocol

from stavka.engine.columns import differences
from stavka.engine.kinds import Unit, numbered, units_in
from stavka.engine.machine import Game
from stavka.engine.state import State
from stavka.hexes import Column, Hex
from stavka.scenes.keeping import Drawing, Shared
from stavka.scenes.scene import BoardUnit, SceneUnit
from stavka.scenes.voice import Voice

# -- colours ----------------------------------------------------------------------------------------------------------

DARK, LIGHT = "#1d1a16", "#f4efe2"
GROUNDS: Final = {
    "german": ("#a9aea4", DARK),
    "german support": ("#7f867c", DARK),
    "ss": ("#2f3133", LIGHT),
    "luftwaffe": ("#9fb6c6", DARK),
    "romanian": ("#b9b286", DARK),
    "hungarian": ("#a3a878", DARK),
    "soviet": ("#c9a27a", DARK),
    "guards": ("#b5543f", LIGHT),
}
"""Ground and ink of counters, the same in every game of this war."""
BANDS: Final = (
    "#6d7f5c", "#8a6a9c", "#b08a3c", "#4f7c8a", "#8c5a4a", "#7a7a7a", "#5b6fa0", "#9a7b52", "#5f8f76", "#a05f7c",
)  # fmt: skip
"""Colours of formations."""
ECHELONS: Final = {"I": "E", "II": "F", "III": "G", "X": "H", "XX": "I", "XXX": "J", "XXXX": "K", "XXXXX": "L"}
"""The unit size in the last place of a symbol code of MIL-STD-2525C."""


def bands(formations: Iterable[str]) -> dict[str, str]:
    """A colour for each formation, in the given order."""
    return {formation: BANDS[n % len(BANDS)] for n, formation in enumerate(dict.fromkeys(formations))}


def bands_by_side(g: Any) -> dict[tuple[str, str], str]:
    """A colour for each formation by side and id, those of each side in the given order."""
    found = {}
    for side in g.sides:
        own = bands(unit.formation or "" for unit in g.units if unit.side == side)
        found.update({(side, formation): colour for formation, colour in own.items()})
    return found


def formation_names(v: Voice[Any], *names: str | None) -> str:
    """The formations of a unit, from the smallest, in the language of the voice."""
    return ", ".join(dict.fromkeys(v.unit_name(name) for name in names if name))


# -- what is printed --------------------------------------------------------------------------------------------------


def board_units(
    v: Voice[Any],
    *,
    symbol: Callable[[Any], str],
    colours: Callable[[Any], tuple[str, str]],
    above: Callable[[Any], str | None] = lambda unit: None,
    names: Mapping[str, str] | None = None,
    band: Mapping[tuple[str, str], str] | None = None,
) -> dict[str, BoardUnit]:
    """All counters of a game. The game gives for each: its symbol's code, ground and ink, and its parent below the
    formation; and the names and bands of formations, if they do not follow from labels and sides."""
    if names is None:
        names = {formation.id: formation.label for formation in v.g.formations}
    if band is None:
        band = bands_by_side(v.g)
    found: dict[str, BoardUnit] = {}
    for unit in v.g.units:
        ground, ink = colours(unit)
        found[unit.id] = {
            "label": v.unit_name(unit.label),
            "name": v.unit_name(unit.name),
            "side": unit.side,
            "nation": unit.nation,
            "type": unit.type,
            "symbol": symbol(unit),
            "echelon": unit.size or "",
            "formation": formation_names(v, above(unit), names.get(unit.formation or "", "")),
            "ground": ground,
            "ink": ink,
            "band": band[unit.side, unit.formation or ""],
        }
    return found


# -- what they show now -----------------------------------------------------------------------------------------------


class Looks(NamedTuple):
    """Everything that decides how the counters of a position look and where they lie."""

    places: Column[Unit, Hex]
    """The place where each unit is shown: a hex, or a negative number for a place off the map."""
    rows: tuple[Column[Unit, int], ...]
    """Columns with a number for each unit, such as its steps."""
    states: Mapping[str, int]
    """The flags that counters show, each with the units that show it."""
    sets: tuple[int, ...] = ()
    """Other sets of units that affect numbers on counters, or the order of a stack."""
    whole: tuple[object, ...] = ()
    """Values that may change the look of any counter."""


class Counters(Protocol):
    """The interface of a game's scene/units.py: the visible state of its counters in a position."""

    def looks(self, g: Any, s: Any, /) -> Looks: ...
    def in_hexes(self, g: Any, s: Any, /) -> Mapping[Hex, int]:
        """The units that are shown in each hex."""

    def stack(self, g: Any, s: Any, hex_: Hex, /) -> list[Unit]:
        """The units in a hex, the top one first."""

    def scene_unit(self, g: Any, s: Any, unit: Unit, place: Hex, top: int, flags: list[str], /) -> SceneUnit:
        """A unit in its place, with `top` units above it in its stack. It depends only on the unit's own values among
        the `Looks` and on `whole`."""


SHARED: Final[Shared[SceneUnit]] = Shared(1 << 16)
"""Counters as they are shown. Tables have most of them in common."""


def shared(shown: SceneUnit) -> SceneUnit:
    """The counter that shows the same and was made first."""
    content = (*shown, *(tuple(each) if isinstance(each, list) else each for each in shown.values()))
    return SHARED.one(content, lambda: shown)


def scene_units(counters: Counters, g: Game[Any], s: State, drawing: Drawing | None = None) -> dict[str, SceneUnit]:
    """All units of a position. A drawing keeps the units that look as before: only those that have changed are made
    again, with the units in the same places. If another seat sees all of them so, its units are taken over."""
    drawing = drawing or Drawing()
    before: Looks | None = drawing.looks
    now = counters.looks(g, s)
    everything = (1 << len(g.unit_ids)) - 1
    changed = everything if before is None else changes(before, now) & everything
    if not changed:
        return drawing.units
    for other in drawing.beside:
        if other.looks == now:
            drawing.looks, drawing.units = other.looks, other.units
            return drawing.units
    units, tops = drawing.units.copy(), dict[Unit, int]()
    in_hexes = counters.in_hexes(g, s)
    places = [now.places, before.places] if before is not None else [now.places]
    for hex_ in {place[unit] for unit in units_in(changed) for place in places} & in_hexes.keys():
        changed |= in_hexes[hex_]
        tops.update((unit, n) for n, unit in enumerate(counters.stack(g, s, hex_)))
    flags = flags_by_unit(now.states, changed)
    for unit in units_in(changed):
        name = g.unit_ids[unit]
        made = counters.scene_unit(g, s, unit, now.places[unit], tops.get(unit, 0), flags.get(unit, []))
        if units.get(name) != made:
            units[name] = shared(made)
    drawing.looks, drawing.units = now, units
    return units


def changes(before: Looks, now: Looks) -> int:
    """The units that have changed; all (-1) if something has changed that affects all."""
    if before.whole != now.whole:
        return -1
    different = differences(before.places, now.places)
    for column, column_now in zip(before.rows, now.rows, strict=True):
        different += differences(column, column_now)
    found = 0
    for unit in different:
        found |= 1 << unit
    sets, sets_now = (*before.states.values(), *before.sets), (*now.states.values(), *now.sets)
    for units, units_now in zip(sets, sets_now, strict=True):
        found |= units ^ units_now
    return found


def flags_by_unit(states: Mapping[str, int], units: int) -> dict[int, list[str]]:
    """The flags of each of some units that has any, in the order of the states; each state is a set of units."""
    found: dict[int, list[str]] = {}
    for name, showing in states.items():
        for unit in units_in(showing & units):
            found.setdefault(unit, []).append(name)
    return found


def scene_unit(
    g: Any, s: Any, unit: Unit, top: int, *, place: Hex, box: str, factors: str, flags: list[str]
) -> SceneUnit:
    """A unit in a hex, or in a box."""
    steps, of = s.steps[unit], g.full_steps[unit]
    if 0 < steps < of:
        flags = [*flags, "reduced"]
    shown: SceneUnit = {"steps": steps, "of": of, "factors": factors, "flags": flags, "top": top}
    if place >= 0:
        shown["hex"] = g.grid.number(place)
    else:
        shown["box"] = box
    return shown


def off_map(s: Any) -> dict[int, int]:
    """The units in each place off the map."""
    found: dict[int, int] = {}
    for unit, place in numbered(s.place):
        if place < 0:
            found[place] = found.get(place, 0) | 1 << unit
    return found
