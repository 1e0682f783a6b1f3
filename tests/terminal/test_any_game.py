"""Games that the terminal knows by their presenters only: prompts, picks, answers, maps whose columns run straight."""

import io
from types import SimpleNamespace
from typing import Any

from rich.console import Console

from stavka import games
from stavka.engine.kinds import Side
from stavka.engine.session import Session
from stavka.hexes import Grid, GridSpec
from stavka.terminal import columns
from stavka.terminal.chart import RULER, Marks, Window, window
from stavka.terminal.face import Face
from stavka.terminal.screen import Screen
from stavka.terminal.table import Table
from terminal.sitting import Typed

UPRIGHT = Grid(GridSpec(3, 4, orientation="columns", shifted="odd", numbering="column-row", up=False, prefix="M"))
WESTWARD = Grid(
    GridSpec(3, 4, orientation="columns", shifted="odd", numbering="column-row", up=False, westward=True, prefix="M")
)


def sit(key: str, scenario: str, *lines: str) -> str:
    game = games.load(key)
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=100, height=40, highlight=False, color_system=None)
    face = Face(game)
    Table(Session(game, scenario, seed="5"), face, {}, Typed(lines), Screen(face, console)).run()
    return file.getvalue()


def test_roads_to_moscow_is_asked_and_answered() -> None:
    shown = sit("moscow", "mtsensk", "done", "done", "vp", "look MT3406", "why MT2018", "quit", "quit")
    assert "German: Do you put Formations in Reserve?" in shown
    assert "Soviet: Do you put Formations in Reserve?" in shown
    assert "German: Choose the marker to play first." in shown
    assert "VP; the German player wins with 3; at present a Soviet victory" in shown
    assert "MT3406 Mtsensk, Town" in shown


def test_a_unit_picked_up_and_put_down_is_not_in_the_record() -> None:
    """Ten times; the undo that follows takes back the pick before."""
    game = games.load("moscow")
    lines = ["done", "done", "formation-eberbach", "mobile", "done", "done", *["ax.eb.hq stop"] * 10]
    for more, step, picks in (((), "movement", 6), (("undo",), "army", 5)):
        session: Session[Any] = Session(game, "mtsensk", seed="t")
        console = Console(file=io.StringIO(), force_terminal=True, width=100, height=40, color_system=None)
        face = Face(game)
        Table(session, face, {}, Typed([*lines, *more]), Screen(face, console)).run()
        assert session.state.stack[-1].step == step
        assert sum(move.who != "chance" for move in session.record.moves) == picks


def test_columns_stand_one_line_lower_in_turn() -> None:
    """Odd columns are the lower ones; a cell of six by two, after the ruler and the line above."""
    part = window(UPRIGHT, [], 80, 40, 6)
    assert part == Window(1, 1, 3, 4, 6, 0)
    face: Any = SimpleNamespace(game=SimpleNamespace(grid=UPRIGHT))
    sight: Any = None
    drawn = columns.Close(face, sight, part, Marks(Side(0)), colour=False, plain=True)
    assert [drawn.corner(1, column) for column in (1, 2, 3)] == [(RULER, 2), (RULER + 6, 1), (RULER + 12, 2)]
    assert drawn.corner(3, 2) == (RULER + 6, 5)


def test_columns_from_the_east_run_to_the_left() -> None:
    part = window(WESTWARD, [], 80, 40, 6)
    face: Any = SimpleNamespace(game=SimpleNamespace(grid=WESTWARD))
    sight: Any = None
    drawn = columns.Close(face, sight, part, Marks(Side(0)), colour=False, plain=True)
    assert [drawn.corner(1, column)[0] for column in (1, 4)] == [RULER + 18, RULER]
