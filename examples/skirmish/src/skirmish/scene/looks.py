"""The looks of counters, buttons and overlays."""

from __future__ import annotations

from typing import Final

from skirmish.files import Unit
from skirmish.scene.voice import Voice
from stavka.scenes.counters import DARK, ECHELONS, LIGHT, board_units
from stavka.scenes.parts import OverlayPlan
from stavka.scenes.scene import BoardUnit

COLOURS: Final = {"league": ("#7fa3c7", DARK), "crown": ("#9c3f48", LIGHT)}
"""Ground and ink of the counters of each side."""
FUNCTIONS: Final = {"infantry": "GPUCI---", "grenadiers": "GPUCIL--", "cavalry": "GPUCRH--"}
"""The code of each type of unit in a symbol code of MIL-STD-2525C."""
OVERLAYS: Final = (
    OverlayPlan("zone", "z", "zone", "side"),
    OverlayPlan("supply", "y", "supply", "side"),
    OverlayPlan("odds", "o", "odds", "side"),
)
HOVER: Final = {"movement": "reach", "move": "reach"}
"""The overlay that a unit shows under the pointer, by the step that asks."""
KEYS: Final = {"done": "d", "stop": "t", "attack": "a", "north": "n", "south": "s"}


def symbol(unit: Unit) -> str:
    return f"SF{FUNCTIONS[unit.type]}-{ECHELONS[unit.size]}"


def units(v: Voice) -> dict[str, BoardUnit]:
    return board_units(v, symbol=symbol, colours=lambda unit: COLOURS[unit.side])
