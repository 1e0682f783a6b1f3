"""A table with a keyboard that types what a test says, and a screen that keeps what is shown."""

import io
from collections.abc import Iterable, Mapping
from typing import Any

from rich.console import Console

from stavka import games
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.terminal.face import Face
from stavka.terminal.keyboard import Keyboard, Suggest
from stavka.terminal.screen import Screen
from stavka.terminal.table import Table

CLEARED = "\x1b[3J"
"""The code that a curtain sends to the terminal: forget the scrollback."""


class Typed(Keyboard):
    """Lines typed by a person."""

    is_person = True

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines = iter(lines)
        self.prompts: list[str] = []

    def sit_down(self, seat: int) -> None:
        self.prompts.append(f"seat {seat}")

    def read(self, prompt: str, suggest: Suggest = lambda _: ()) -> str | None:
        self.prompts.append(prompt)
        if prompt.endswith("Press Enter. "):
            return ""
        return next(self.lines, None)


class Sitting:
    """A game of Traces of War at a terminal of 100 x 40, played until the lines run out."""

    def __init__(
        self,
        *lines: str,
        programs: Mapping[int, str] | None = None,
        session: Session[Any] | None = None,
        keyboard: Keyboard | None = None,
        width: int = 100,
        height: int = 40,
        colours: bool = True,
        options: Mapping[str, bool] | None = None,
    ) -> None:
        game = games.load("traces")
        self.session = session or Session(game, "race", options, seed="5")
        self.file = io.StringIO()
        console = Console(
            file=self.file,
            force_terminal=True,
            width=width,
            height=height,
            highlight=False,
            markup=False,
            color_system="256" if colours else None,
        )
        agents = {seat: opponents.make(name, game, seat) for seat, name in (programs or {}).items()}
        self.keyboard = keyboard or Typed(lines)
        face = Face(game)
        self.table = Table(self.session, face, agents, self.keyboard, Screen(face, console))

    def play(self) -> str:
        """Play, and return everything that was shown."""
        self.table.run()
        return self.file.getvalue()
