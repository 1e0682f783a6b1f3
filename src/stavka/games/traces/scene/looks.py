"""The looks of counters, buttons and overlays: symbols, colours, keys; and the board, which never changes."""

from __future__ import annotations

from typing import Final

from stavka.games.traces.files import Unit
from stavka.games.traces.scene.voice import Voice
from stavka.scenes.counters import ECHELONS, GROUNDS, bands, board_units
from stavka.scenes.parts import OverlayPlan
from stavka.scenes.scene import BoardUnit

# -- counters ---------------------------------------------------------------------------------------------------------

FUNCTIONS: Final = {
    "infantry": "UCI---",
    "mountain infantry": "UCIO--",
    "cavalry": "UCRH--",
    "airborne": "UCIA--",
    "security division": "UCS---",
    "armour": "UCA---",
    "mechanised infantry": "UCIZ--",
    "hq": "U-----",
}
"""The function of each type of unit in a symbol code of MIL-STD-2525C."""


def symbol(unit: Unit) -> str:
    """The code from which milsymbol draws a unit. All units have the friendly frame; the counter's colour shows their
    side."""
    return f"SFGP{FUNCTIONS[unit.type]}{'A' if unit.type == 'hq' else '-'}{ECHELONS[unit.size]}"


def colours(unit: Unit) -> tuple[str, str]:
    """Ground and ink of a counter."""
    if "SS" in unit.name.split():
        return GROUNDS["ss"]
    if unit.nation == "german" and ("Luftwaffe" in unit.name or unit.type == "airborne"):
        return GROUNDS["luftwaffe"]
    return GROUNDS[unit.nation]


# -- buttons ----------------------------------------------------------------------------------------------------------

OVERLAYS: Final = (
    OverlayPlan("zone", "z", "zone", "side"),
    OverlayPlan("supply", "s", "supply", "side"),
    OverlayPlan("range", "r", "range", "unit"),
    OverlayPlan("control", "c", "control"),
    OverlayPlan("odds", "o", "odds", "side"),
)
HOVER: Final = {"movement": "reach", "move": "reach"}
"""The overlay that a unit shows under the pointer, by the step that asks."""
KEYS: Final = {
    "done": "d",
    "stop": "t",
    "stay": "y",
    "strategic": "g",
    "relocate": "l",
    "movement-combat": "m",
    "combat-movement": "b",
    "attack": "a",
    "all": "w",
    "air-support": "f",
    "no-air-support": "n",
    "interrupt": "i",
    "pass": "n",
    "draw": "d",
    "hq-activation": "h",
    "okh-command": "k",
    "negotiation": "n",
    "vrnz": "1",
    "step": "2",
    "sw": "3",
    "sth": "4",
    "reinforcement": "5",
    "airborne": "6",
    "stavka": "7",
    "4pza": "1",
    "8a": "2",
    "1pza": "3",
    "6a": "4",
    "okh": "5",
    "hold-4pza": "a",
    "hold-8a": "b",
    "hold-1pza": "e",
    "hold-6a": "f",
    "hold-okh": "g",
}
"""Keys of options, no two of which can be offered together, and none of which is that of an overlay or `u` for undo.
Bids have none: they are typed."""


# -- the board --------------------------------------------------------------------------------------------------------


def units(v: Voice) -> dict[str, BoardUnit]:
    """The units of the board; each formation has its own name and its own band, on either side."""
    colour = bands(unit.formation for unit in v.g.units)
    names = {formation: formation for formation in colour}
    band: dict[tuple[str, str], str] = {(unit.side, unit.formation): colour[unit.formation] for unit in v.g.units}
    return board_units(v, symbol=symbol, colours=colours, names=names, band=band)
