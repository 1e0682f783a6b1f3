"""Commands are run in this process, with whatever they read from standard input."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.command import Ran
from stavka.cli import run

Stavka = Callable[..., Ran]


@pytest.fixture
def stavka(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Stavka:
    def command(*arguments: str | Path, lines: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        code = run([str(argument) for argument in arguments])
        return Ran(code, *capsys.readouterr())

    return command
