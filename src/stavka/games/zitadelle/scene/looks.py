"""The looks of counters, buttons and overlays: symbols, colours, keys; and the board, which never changes."""

from __future__ import annotations

from typing import Final

from stavka.games.zitadelle.counters import BOMBARDMENT, ENGINEERS
from stavka.games.zitadelle.files import Unit
from stavka.games.zitadelle.scene.voice import Voice
from stavka.scenes.counters import ECHELONS, GROUNDS, board_units
from stavka.scenes.parts import OverlayPlan
from stavka.scenes.scene import BoardUnit

# -- counters ---------------------------------------------------------------------------------------------------------

FUNCTIONS: Final = {
    "panzer regiment": "GPUCA---",
    "panzer battalion": "GPUCA---",
    "heavy panzer battalion": "GPUCATH-",
    "tiger company": "GPUCATH-",
    "heavy tank destroyer battalion": "GPUCAAA-",
    "assault gun battalion": "GPUCFHE-",
    "assault panzer battalion": "GPUCFHE-",
    "tank brigade": "GPUCA---",
    "guards tank brigade": "GPUCA---",
    "panzergrenadier regiment": "GPUCIZ--",
    "ss panzergrenadier regiment": "GPUCIZ--",
    "motorized infantry regiment": "GPUCIM--",
    "motorized rifle brigade": "GPUCIM--",
    "guards motorized rifle brigade": "GPUCIM--",
    "mechanized rifle brigade": "GPUCIZ--",
    "guards mechanized rifle brigade": "GPUCIZ--",
    "infantry regiment": "GPUCI---",
    "rifle regiment": "GPUCI---",
    "guards rifle regiment": "GPUCI---",
    "jaeger battalion": "GPUCIL--",
    "guards airborne regiment": "GPUCIA--",
    "artillery brigade": "GPUCF---",
    "multiple rocket artillery regiment": "GPUCFR--",
    "heavy multiple rocket artillery regiment": "GPUCFR--",
    "panzer engineer company": "GPUCECT-",
    "dive bomber": "APMFA---",
    "level bomber": "APMFB---",
    "front hq": "GPU-----",
}
"""The code of each type of unit (without its vehicle) in a symbol code of MIL-STD-2525C."""


def symbol(unit: Unit) -> str:
    """The code from which milsymbol draws a unit. All units have the friendly frame; the counter's colour shows their
    side."""
    function = FUNCTIONS[unit.type.partition(" (")[0]]
    return f"SF{function}{'A' if unit.type == 'front hq' else '-'}{ECHELONS[unit.size]}"


def colours(unit: Unit) -> tuple[str, str]:
    """Ground and ink of a counter (2.25)."""
    if unit.side == "german" and (unit.type in BOMBARDMENT or unit.type == ENGINEERS):
        return GROUNDS["german support"]
    return GROUNDS["german" if unit.nation == "wehrmacht" else unit.nation]


def units(v: Voice) -> dict[str, BoardUnit]:
    return board_units(v, symbol=symbol, colours=colours, above=lambda unit: unit.parent)


# -- buttons ----------------------------------------------------------------------------------------------------------

OVERLAYS: Final = (
    OverlayPlan("zone", "z", "zone", "side"),
    OverlayPlan("interdiction", "i", "range"),
    OverlayPlan("morale", "p", "formation", "side"),
    OverlayPlan("odds", "o", "odds", "side"),
    OverlayPlan("control", "c", "control"),
    OverlayPlan("deployment", "e", "range", "side"),
)
HOVER: Final = {"movement": "reach", "move": "reach"}
"""The overlay that a unit shows under the pointer, by the step that asks."""
KEYS: Final = {
    "done": "d",
    "stop": "t",
    "attack": "a",
    "all": "w",
    "historical": "h",
    "rest": "r",
    "model": "m",
    "no-model": "n",
    "standard": "s",
    "alternative": "l",
    "bomb-13a": "1",
    "bomb-70a": "2",
    "bomb-2ta": "3",
    "bomb-6ga": "1",
    "bomb-7ga": "2",
    "bomb-69a": "3",
    "bomb-1ta": "4",
}
"""The keys of options. Options that can be offered together have different keys, and none has the key of an overlay or
of the page."""
