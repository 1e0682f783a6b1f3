"""Lines from a person: editing, completion, the end of input."""

from collections.abc import Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from stavka.terminal.keyboard import Person, Suggestions
from stavka.terminal.reader import Completion


@pytest.fixture
def typed() -> Iterator[PipeInput]:
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        yield keys


def suggest(before: str) -> list[Completion]:
    return [Completion("17Pz", "17th Panzer Division"), Completion("2634", "Kharkiv")] if before in ("", "why ") else []


def test_a_line_is_read(typed: PipeInput) -> None:
    typed.send_text(" 17Pz 2634 \r")
    assert Person().read("> ", suggest) == "17Pz 2634"


@pytest.mark.parametrize(
    ("line", "words"),
    [("17", ["17Pz"]), ("why khar", ["2634"]), ("why x", []), ("why ", ["17Pz", "2634"]), ("a b", [])],
)
def test_words_are_completed_by_name_and_by_meaning(line: str, words: list[str]) -> None:
    found = list(Suggestions(suggest).get_completions(Document(line), CompleteEvent()))
    assert [suggestion.text for suggestion in found] == words
    assert all(suggestion.start_position == -len(line.rpartition(" ")[2]) for suggestion in found)


def test_control_d_is_the_end_and_control_c_drops_the_line(typed: PipeInput) -> None:
    typed.send_text("something\x03")
    assert Person().read("> ") == ""
    typed.send_text("\x04")
    assert Person().read("> ") is None
