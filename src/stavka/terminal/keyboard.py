"""The source of lines: a person at a terminal, or a pipe."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.completion import Completion as Suggestion
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory

from stavka.terminal.face import key
from stavka.terminal.reader import Completion

Suggest = Callable[[str], Iterable[Completion]]
"""The words that may follow those before the cursor."""


class Keyboard(ABC):
    is_person: bool

    @abstractmethod
    def sit_down(self, seat: int) -> None:
        """Another player types from now on."""

    @abstractmethod
    def read(self, prompt: str, suggest: Suggest = lambda _: ()) -> str | None:
        """The next line; None if there are no more."""


class Pipe(Keyboard):
    """Lines from a file or another program. They are repeated in the output, which then reads like a session."""

    is_person = False

    def __init__(self, lines: TextIO | None = None) -> None:
        self.lines = lines or sys.stdin

    def sit_down(self, seat: int) -> None:
        """Nothing changes: all lines come from the same place."""

    def read(self, prompt: str, suggest: Suggest = lambda _: ()) -> str | None:
        line = self.lines.readline()
        if not line:
            return None
        print(f"{prompt}{line.rstrip()}")
        return line.strip()


class Person(Keyboard):
    """A person at a terminal, with line editing, history, and completion with Tab."""

    is_person = True

    def __init__(self) -> None:
        self.sessions: dict[int, PromptSession[str]] = {}
        self.sit_down(-1)

    def sit_down(self, seat: int) -> None:
        """Switch to the player's own history: what was typed behind the curtain stays there."""
        new: PromptSession[str] = PromptSession(history=InMemoryHistory(), complete_while_typing=False)
        self.session = self.sessions.setdefault(seat, new)

    def read(self, prompt: str, suggest: Suggest = lambda _: ()) -> str | None:
        try:
            return self.session.prompt(prompt, completer=Suggestions(suggest)).strip()
        except EOFError:
            return None
        except KeyboardInterrupt:
            return ""


class Suggestions(Completer):
    def __init__(self, suggest: Suggest) -> None:
        self.suggest = suggest

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Suggestion]:
        before = document.text_before_cursor
        word = "" if before.endswith(" ") else before.split(" ")[-1]
        for completion in self.suggest(before[: len(before) - len(word)]):
            if any(key(part).startswith(key(word)) for part in (completion.word, completion.meaning)):
                yield Suggestion(completion.word, -len(word), display_meta=completion.meaning)


def keyboard() -> Keyboard:
    return Person() if sys.stdin.isatty() and sys.stdout.isatty() else Pipe()
