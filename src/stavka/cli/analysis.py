"""`stavka analyse`: what won and lost a recorded game."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from stavka.agents.analysis import Depth
from stavka.agents.levels import LEVELS, USUAL
from stavka.cli.common import AsJson, BadInputError, Overlay, console, write_json
from stavka.cli.records import open_game, open_record
from stavka.engine.agent import Patience
from stavka.studies.analysis import NoJudgementError, analyse, begin, told


def add_to(app: typer.Typer) -> None:
    app.command("analyse")(analyse_record)


class Stoppable(Patience):
    """A patience that is over when the time is up or somebody has pressed Ctrl-C."""

    def __init__(self, seconds: float, tell: Callable[[float], None]) -> None:
        super().__init__(seconds, tell)
        self.is_stopped = False

    def is_over(self) -> bool:
        return self.is_stopped or super().is_over()

    def stop(self, _number: int, _frame: FrameType | None) -> None:
        self.is_stopped = True


def analyse_record(
    file: Annotated[Path, typer.Argument(metavar="RECORD", help="A record.")],
    level: Annotated[
        str, typer.Option("--level", metavar="L", help=f"Whose plans to compare: {', '.join(LEVELS)}.")
    ] = USUAL,
    side: Annotated[
        str, typer.Option("--side", metavar="SIDE", help="Only as this side saw it, without the truth and the dice.")
    ] = "",
    futures: Annotated[int, typer.Option("--futures", metavar="N", min=2, max=100, help="Futures of a decision.")] = 8,
    seconds: Annotated[
        float | None, typer.Option("--seconds", metavar="S", min=1, help="Stop after this time.", show_default=False)
    ] = None,
    most: Annotated[int, typer.Option("--most", metavar="N", min=1, help="Decisions and throws to list.")] = 5,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Show what won and lost a recorded game: the chance to win, luck and skill, best and worst decisions.

    Ctrl-C stops it; it then prints what it has found."""
    record = open_record(file)
    game = open_game(record, overlay, file.name)
    if level not in LEVELS:
        raise BadInputError(f"--level {level}: expected one of {', '.join(LEVELS)}")
    if side and side not in game.sides:
        raise BadInputError(f"--side {side}: {game.title} has {' and '.join(game.sides)}")
    seats = (game.sides.index(side),) if side else tuple(range(len(game.sides)))
    with shown() as tell, stoppable(inf if seconds is None else seconds, tell) as patience:
        try:
            analysis = begin(game, Depth(level, futures), patience, seats=seats, whole=not side)
        except NoJudgementError as error:
            raise BadInputError(f"{file.name}: {error}") from None
        analyse(analysis, record, file.name)
    found = analysis.as_json()
    if as_json:
        write_json(found)
    else:
        screen = console()
        for line in told(found, most):
            screen.print(line)


@contextmanager
def stoppable(seconds: float, tell: Callable[[float], None]) -> Iterator[Stoppable]:
    """A patience that Ctrl-C ends."""
    patience = Stoppable(seconds, tell)
    before = signal.signal(signal.SIGINT, patience.stop)
    try:
        yield patience
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def shown() -> Iterator[Callable[[float], None]]:
    """Progress on standard error: a bar in a terminal, a line for every tenth elsewhere."""
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda share: screen.print(f"Analysing: {100 * share:.0f}%")
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task("Analysing", total=1.0)
        yield lambda share: bar.update(task, completed=share)
