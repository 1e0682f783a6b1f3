"""The looks of counters, buttons and overlays: symbols, colours, keys; and the board, which never changes."""

from __future__ import annotations

from typing import Final

from stavka.games.luki.files import Unit
from stavka.games.luki.scene.voice import Voice
from stavka.scenes.counters import ECHELONS, GROUNDS, board_units
from stavka.scenes.parts import OverlayPlan
from stavka.scenes.scene import BoardUnit

# -- counters ---------------------------------------------------------------------------------------------------------

FUNCTIONS: Final = {
    "commando": "GPUCIL--",
    "motorized engineer": "GPUCECO-",
    "armored/mechanized infantry": "GPUCIZ--",
    "motorized infantry": "GPUCIM--",
    "armored reconnaissance": "GPUCRVA-",
    "tank": "GPUCA---",
    "alarm": "GPUCI---",
    "engineer": "GPUCE---",
    "partially motorized engineer": "GPUCE---",
    "infantry": "GPUCI---",
    "partially motorized infantry": "GPUCIM--",
    "mountain infantry": "GPUCIO--",
    "parachute": "GPUCIA--",
    "security infantry": "GPUUL---",
    "partially motorized security infantry": "GPUUL---",
    "ski": "GPUCIL--",
    "strongpoint": "GPUCI---",
}
"""The code of each type of unit in a symbol code of MIL-STD-2525C."""
KAMPFGRUPPE: Final = "G"


def symbol(unit: Unit) -> str:
    """The code from which milsymbol draws a unit. All units have the friendly frame; the counter's colour shows their
    side."""
    return f"SF{FUNCTIONS[unit.type]}-{ECHELONS.get(unit.size, KAMPFGRUPPE)}"


def colours(unit: Unit) -> tuple[str, str]:
    """Ground and ink of a counter (2.44)."""
    return GROUNDS["german" if unit.nation == "wehrmacht" else unit.nation]


def units(v: Voice) -> dict[str, BoardUnit]:
    return board_units(v, symbol=symbol, colours=colours)


# -- buttons ----------------------------------------------------------------------------------------------------------

OVERLAYS: Final = (
    OverlayPlan("zone", "z", "zone", "side"),
    OverlayPlan("supply", "y", "supply", "side"),
    OverlayPlan("rail", "j", "range", "side"),
    OverlayPlan("odds", "o", "odds", "side"),
    OverlayPlan("control", "c", "control"),
)
HOVER: Final = {"movement": "reach", "move": "reach", "infiltrate": "reach"}
"""The overlay that a unit shows under the pointer, by the step that asks."""
KEYS: Final = {
    "done": "d",
    "stop": "t",
    "pass": "n",
    "all": "w",
    "attack": "a",
    "arrange": "g",
    "move-fight": "m",
    "fight-move": "f",
    "box": "b",
    "wait": "k",
    "draw": "e",
    "release": "r",
    "convert": "p",
    "refuse": "r",
    "stand": "s",
    "infiltrate": "i",
    "guide": "l",
    "spend-0": "n",
    "spend-1": "1",
    "spend-2": "2",
    "spend-3": "3",
    "retreat-0": "n",
    "retreat-1": "1",
    "retreat-2": "2",
}
"""The keys of options. Options that can be offered together have different keys, and none has the key of an overlay or
of the page."""
