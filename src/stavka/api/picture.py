"""A position as a picture: on paper, in a terminal, or as shapes for a program that draws."""

from __future__ import annotations

from functools import cached_property
from io import StringIO
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stavka.engine.agent import Sight
from stavka.engine.kinds import Side
from stavka.scenes.scene import Moment, Scene

if TYPE_CHECKING:
    from stavka.api.game import Game
    from stavka.mapping.draw import Counter


class Picture:
    """A position as a seat sees it. Each form is made when you ask for it. A notebook shows the map by itself.

    >>> picture = stavka.load("traces").start("race", seed="1").draw("soviet")
    >>> picture.svg[:4], picture.scene["side"]
    ('<svg', 'soviet')
    """

    def __init__(self, game: Game, sight: Sight[Any], now: Moment, lang: str) -> None:
        """Use `Position.draw`."""
        self._game, self._sight, self._now, self._lang = game, sight, now, lang

    @cached_property
    def scene(self) -> Scene:
        """The scene that the browser client draws, as plain data: units, marks, tracks, boxes, the offer
        (`stavka.scenes.scene`)."""
        return self._game.presenter.scene(self._sight, self._now, self._lang)

    @cached_property
    def svg(self) -> str:
        """The printed map with the counters on it. Nothing in it refers to anything outside."""
        from stavka.mapping.draw import svg  # noqa: PLC0415 (slow to import, and not everybody draws)

        hexmap = self._game.engine.files.hexmap  # type: ignore[attr-defined]  # not declared by Game
        return svg(hexmap, counters=self.counters, language=self._lang)

    @property
    def counters(self) -> list[Counter]:
        """The counters on the map as `stavka.mapping.draw` lays them, those on top last."""
        from stavka.mapping.draw import Counter  # noqa: PLC0415 (slow to import, and not everybody draws)

        board, units = self._game.presenter.board(self._lang)["units"], self.scene["units"]
        placed = sorted((each["top"], name) for name, each in units.items() if "hex" in each)
        return [
            Counter(
                units[name]["hex"],
                units[name].get("label") or board[name]["label"],
                board[name]["ground"],
                board[name]["ink"],
            )
            for _, name in reversed(placed)
        ]

    @property
    def png(self) -> bytes:
        """The map as PNG."""
        from stavka.mapping.draw import png  # noqa: PLC0415 (slow to import, and not everybody draws)

        return png(self.svg)

    @cached_property
    def ansi(self) -> str:
        """The map in the colours and letters of a terminal, from afar: two characters a hex."""
        return self._drawn(colour=True)

    def save(self, path: str | PathLike[str]) -> None:
        """Write the map to a file: .svg, .png or .txt."""
        file = Path(path)
        if file.suffix == ".svg":
            file.write_text(self.svg, "utf-8")
        elif file.suffix == ".png":
            file.write_bytes(self.png)
        elif file.suffix == ".txt":
            file.write_text(f"{self}\n", "utf-8")
        else:
            raise ValueError(f"{file}: expected a name that ends in .svg, .png or .txt")

    def __str__(self) -> str:
        return self._drawn(colour=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def _drawn(self, *, colour: bool) -> str:
        from rich.console import Console  # noqa: PLC0415 (slow to import, and not everybody draws)
        from rich.text import Text  # noqa: PLC0415 (slow to import, and not everybody draws)

        from stavka.terminal.chart import RULER, Marks, window  # noqa: PLC0415 (slow to import, and not everybody draws)
        from stavka.terminal.drawing import draw  # noqa: PLC0415 (slow to import, and not everybody draws)
        from stavka.terminal.face import Face  # noqa: PLC0415 (slow to import, and not everybody draws)

        face, out = Face(self._game.engine), StringIO()
        lines: list[Text] = []
        for sheet, spec in enumerate(self._game.engine.grid.sheets):
            grid = self._game.engine.grid
            on_it = [hex_ for hex_ in grid.bits(grid.all) if grid.sheet(hex_) == sheet]
            part = window(grid, on_it, RULER + 2 * spec.columns + 2, spec.rows + 2, 2)
            lines += draw(face, self._sight, part, Marks(Side(0)), colour=colour, plain=False)
        width = max(line.cell_len for line in lines)
        console = Console(
            file=out, width=width, force_terminal=colour, color_system="256" if colour else None, highlight=False
        )
        for line in lines:
            line.rstrip()
            console.print(line, soft_wrap=True)
        return out.getvalue().rstrip("\n")
