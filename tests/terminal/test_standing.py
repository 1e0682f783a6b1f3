"""Standing answers at the terminal: listed, given, taken back."""

import io
from typing import Any

import pytest
from rich.console import Console

from games.moscow.story import GAME, fuel, refusal
from stavka import games
from stavka.engine.offer import UNIT
from stavka.engine.record import read_record
from stavka.engine.session import Session
from stavka.terminal.face import Face
from stavka.terminal.keyboard import Pipe
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
    without = sum(not question.default for question in GAME.standing.values())
    assert (first.count("  * ask "), second.count("  * ask ")) == (without - 1, without)


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


@pytest.mark.parametrize("key", games.GAMES)
def test_every_game_has_the_question_with_one_answer(key: str) -> None:
    session = Session[Any](games.load(key), games.about(key)["scenarios"][0]["key"], seed="5")
    shown = sit(session, "standing", "standing one answer ask", "standing", "quit", "quit")
    first, second = (text.split("one answer: A question with only one answer")[1] for text in halves(shown))
    assert "  * at once " in first and "  * ask " in second


def halves(shown: str) -> tuple[str, str]:
    """What the first and the second list of questions say."""
    title = "one answer: A question with only one answer"
    before, first, second = shown.split(title)
    return before + title + first, title + second


# -- defaults ----------------------------------------------------------------------------------------------------------


FUEL = "ax.fuel.2"
"""A Fuel unit that reaches the whole Formation."""


def test_what_a_default_has_answered_is_taken_back_with_the_pick_before_it() -> None:
    session: Session[Any] = Session.resume(GAME, read_record(fuel()))
    moves = len(session.record.moves)
    sit(session, FUEL, "quit", "quit")
    assert [move.what for move in session.record.moves[moves:]] == [FUEL, "done"]
    assert session.state.stack[-1].step != "fuel"
    session = Session.resume(GAME, read_record(fuel()))
    sit(session, FUEL, "undo", "quit", "quit")
    assert len(session.record.moves) == moves and session.state.stack[-1].step == "fuel"


def test_nothing_is_answered_between_a_takeback_and_the_next_pick() -> None:
    """The spending of the first Fuel unit cannot be taken back any more; what the default picked then can."""
    session: Session[Any] = Session.resume(GAME, read_record(fuel()))
    session.play(session.offers()[0].seat, (UNIT, GAME.unit_index(FUEL)))
    session.entries.clear()
    moves = len(session.record.moves)
    sit(session, "undo", "quit", "quit")
    assert len(session.record.moves) == moves and session.state.stack[-1].step == "fuel"


def test_a_script_makes_every_pick_itself() -> None:
    session: Session[Any] = Session.resume(GAME, read_record(fuel()))
    moves = len(session.record.moves)
    face = Face(session.game)
    screen = Screen(face, Console(file=io.StringIO(), width=100, height=40))
    Table(session, face, {}, Pipe(io.StringIO(f"{FUEL}\nlist\nquit\n")), screen).run()
    assert [move.what for move in session.record.moves[moves:]] == [FUEL]
    assert session.state.stack[-1].step == "fuel"
