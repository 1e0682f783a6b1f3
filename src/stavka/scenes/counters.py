"""Counters as a front end draws them, the same in every game: their colours, what is printed, what they show now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from stavka.engine.machine import Game
from stavka.engine.offer import members
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
"""The size of a unit in the last place of a symbol code of MIL-STD-2525C."""


def bands(formations: Iterable[str]) -> dict[str, str]:
    """A colour for each formation, in the order in which they come."""
    return {formation: BANDS[n % len(BANDS)] for n, formation in enumerate(dict.fromkeys(formations))}


def bands_by_side(g: Any) -> dict[tuple[str, str], str]:
    """A colour for each formation by side and id, those of each side in the order in which they come."""
    found = {}
    for side in g.sides:
        own = bands(unit.formation or "" for unit in g.units if unit.side == side)
        found.update({(side, formation): colour for formation, colour in own.items()})
    return found


def formation_names(*names: str | None) -> str:
    """Those that a unit belongs to, from the smallest."""
    return ", ".join(dict.fromkeys(name for name in names if name))


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
    """All counters of a game, which says of each: its symbol's code, ground and ink, whom it belongs to below its
    formation; what formations are called and which bands they have, if it is not as their labels and sides say."""
    if names is None:
        names = {formation.id: formation.label for formation in v.g.formations}
    if band is None:
        band = bands_by_side(v.g)
    found: dict[str, BoardUnit] = {}
    for unit in v.g.units:
        ground, ink = colours(unit)
        found[unit.id] = {
            "label": unit.label,
            "name": v.unit_name(unit.name),
            "side": unit.side,
            "nation": unit.nation,
            "type": unit.type,
            "symbol": symbol(unit),
            "echelon": unit.size or "",
            "formation": formation_names(above(unit), names.get(unit.formation or "", "")),
            "ground": ground,
            "ink": ink,
            "band": band[unit.side, unit.formation or ""],
        }
    return found


# -- what they show now -----------------------------------------------------------------------------------------------


def scene_units(
    g: Game[Any], stacks: Iterable[Sequence[int]], show: Callable[[int, int], SceneUnit]
) -> dict[str, SceneUnit]:
    """All units; `show` makes one of its number and its place in its stack."""
    tops = {unit: n for stack in stacks for n, unit in enumerate(stack)}
    return {name: show(unit, tops.get(unit, 0)) for unit, name in enumerate(g.unit_ids)}


def flags_by_unit(states: Mapping[str, int]) -> dict[int, list[str]]:
    """The flags of each unit that has one, in the order of the states; each state is a set of units."""
    found: dict[int, list[str]] = {}
    for name, units in states.items():
        for unit in members(units):
            found.setdefault(unit, []).append(name)
    return found


def scene_unit(
    g: Any, s: Any, unit: int, top: int, *, place: int, box: str, factors: str, flags: list[str]
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
