"""Draw a part of the map in text, with the chart for its kind of grid."""

from __future__ import annotations

from typing import Any

from rich.text import Text

from stavka.engine.agent import Sight
from stavka.terminal import chart, columns
from stavka.terminal.chart import Chart, Marks, Window
from stavka.terminal.face import Face


def draw(face: Face, sight: Sight[Any], part: Window, marks: Marks, *, colour: bool, plain: bool) -> list[Text]:
    """Draw a part of the map. `colour`: the terminal has colours; `plain`: it has only letters and digits."""
    is_afar = part.cell == 2
    if face.game.grid.orientation == "rows":
        kind: type[Chart] = chart.Afar if is_afar else chart.Close
    else:
        kind = columns.Afar if is_afar else columns.Close
    return kind(face, sight, part, marks, colour=colour, plain=plain).drawn()
