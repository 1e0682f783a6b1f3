"""Standing answers at the terminal: listed, given, taken back."""

import io
from typing import Any

import pytest
from rich.console import Console

from games.moscow.story import GAME, refusal
from stavka import games
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.terminal.face import Face
from stavka.terminal.screen import Screen
from stavka.terminal.table import Table
from terminal.sitting import Typed


def sit(session: Session[Any], *lines: str) -> str:
    file = io.StringIO()
    console = Console(file=file, force_terminal=True, width=100, height=40, highlight=False, color_system=None)
    face = Face(session.game)
    Table(session, face, {}, Typed(lines), Screen(face, console)).run()
    return file.getvalue()


@pytest.fixture
def attacked() -> Session[Any]:
    """The Soviet side is asked whether it refuses combat."""
    session = Session.resume(GAME, read_record(refusal()))
    assert session.state.stack[-1].step == "refusal"
    return session


def test_whoever_never_refuses_is_not_asked_any_more(attacked: Session[Any]) -> None:
    before = len(attacked.record.moves)
    sit(attacked, "standing refusal never", "quit", "quit")
    made = [move for move in attacked.record.moves[before:] if move.who == "soviet"]
    assert made and made[0].what == "done"
    assert attacked.state.stack[-1].step != "refusal"


def test_the_list_marks_what_has_been_answered(attacked: Session[Any]) -> None:
    lines = ("standing no retreat always", "standing", "standing no retreat ask", "standing")
    shown = sit(attacked, *lines, "quit", "quit")
    first, second = shown.split(f"{next(iter(GAME.standing))}: ")[1:]
    assert "  * always " in first and "  * always " not in second
    assert (first.count("  * ask "), second.count("  * ask ")) == (len(GAME.standing) - 1, len(GAME.standing))


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("standing refusal perhaps", "no answer 'perhaps' to refusal; there are never, recon, always"),
        ("standing weather never", "no question 'weather'; there are fuel, refusal"),
        ("standing refusal", "no question ''; there are fuel, refusal"),
    ],
)
def test_what_makes_no_sense_is_refused(attacked: Session[Any], line: str, sentence: str) -> None:
    assert sentence in sit(attacked, line, "quit", "quit")


def test_a_game_without_such_questions_says_so() -> None:
    key = next(key for key in games.GAMES if not games.load(key).standing)
    shown = sit(Session(games.load(key), games.about(key)["scenarios"][0]["key"], seed="5"), "standing", "quit", "quit")
    assert f"{games.GAMES[key].title} does not have questions with standing answers" in shown
