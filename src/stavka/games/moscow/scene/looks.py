"""The looks of counters, buttons and overlays: symbols, colours, keys; and the board, which never changes."""

from __future__ import annotations

from typing import Final

from stavka.games.moscow.files import Unit
from stavka.games.moscow.scene.voice import Voice
from stavka.games.moscow.state import Position
from stavka.scenes.counters import ECHELONS, GROUNDS, board_units
from stavka.scenes.parts import OverlayPlan
from stavka.scenes.scene import BoardUnit, Part

# -- counters ---------------------------------------------------------------------------------------------------------

FUNCTIONS: Final = {
    "reconnaissance": "GPUCRV--",
    "motorcycle infantry": "GPUCRVM-",
    "bicycle infantry": "GPUCIL--",
    "motorized infantry": "GPUCIM--",
    "infantry": "GPUCI---",
    "motorized engineers": "GPUCECO-",
    "engineers": "GPUCE---",
    "cavalry": "GPUCRH--",
    "anti-aircraft": "GPUCD---",
    "heavy anti-aircraft": "GPUCDG--",
    "anti-tank": "GPUCAA--",
    "field artillery": "GPUCF---",
    "rocket artillery": "GPUCFR--",
    "hq": "GPU-----",
    "armor": "GPUCA---",
    "armored car": "GPUCRVA-",
    "leader": "GPU-----",
    "fuel": "GPUSSC--",
    "air": "APMFA---",
}
"""The code of each type of unit in a symbol code of MIL-STD-2525C."""


def symbol(unit: Unit) -> str:
    """The code from which milsymbol draws a unit. All units have the friendly frame; the counter's colour shows their
    side."""
    return f"SF{FUNCTIONS[unit.type]}{'A' if unit.type == 'hq' else '-'}{ECHELONS.get(unit.size or '', '-')}"


def colours(unit: Unit) -> tuple[str, str]:
    """Ground and ink of a counter; Army units are darker than those of Formations."""
    if unit.nation == "german" and unit.formation is None:
        return GROUNDS["german support"]
    return GROUNDS[unit.nation]


def units(v: Voice) -> dict[str, BoardUnit]:
    return board_units(v, symbol=symbol, colours=colours, above=lambda unit: unit.parent)


# -- buttons ----------------------------------------------------------------------------------------------------------

OVERLAYS: Final = (
    OverlayPlan("zone", "z", "zone", "side"),
    OverlayPlan("supply", "y", "supply", "side"),
    OverlayPlan("range", "r", "range", "unit"),
    OverlayPlan("odds", "o", "odds", "side"),
    OverlayPlan("control", "c", "control"),
    OverlayPlan("formation", "f", "formation", "unit"),
)
HOVER: Final = {
    "movement": "reach",
    "move": "reach",
    "reaction": "reach",
    "react": "reach",
    "react_move": "reach",
    "guns": "range",
}
"""The overlay that a unit shows under the pointer, by the step that asks."""
KEYS: Final = {
    "done": "d",
    "stop": "t",
    "all": "w",
    "roll": "k",
    "mobile": "m",
    "assault": "a",
    "pass": "n",
    "pooled": "p",
    "combine-drawn": "b",
    "combine-pooled": "g",
    "attack-mobile": "m",
    "attack-assault": "a",
    "call-1": "1",
    "call-2": "2",
    "call-3": "3",
}
"""The keys of options. Options that can be offered together have different keys, and none has the key of an overlay or
of the page."""


def part(v: Voice, s: Position) -> Part:
    """The map of the scenario, one of the two that are on the board."""
    return v.maps[v.g.scenarios[s.scenario].map]
