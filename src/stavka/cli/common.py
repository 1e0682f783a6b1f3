"""Helpers for all commands: how they print, and how they refuse input."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import Annotated, Any, Final, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from stavka.studies.pool import Spread

PLAIN_WIDTH: Final = 120
"""The number of columns for output that goes to a pipe or a file."""


class BadInputError(Exception):
    """The user typed something that cannot be used; the text is one sentence."""


AsJson = Annotated[bool, typer.Option("--json", help="Write JSON for a program to read.")]
Overlay = Annotated[
    Path | None, typer.Option("--overlay", metavar="FILE", help="Your own values in place of ours.", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=true|false", help="An optional rule; `stavka games` lists them."),
]

Jobs = Annotated[int, typer.Option("--jobs", metavar="J", min=0, help="Processes; 0: one for each core.")]
Ray = Annotated[
    str,
    typer.Option(
        "--ray", metavar="auto|ADDRESS", help="Play on a Ray cluster, with all its cores.", show_default=False
    ),
]


def spread_over(jobs: int, ray: str) -> Spread:
    """Where games are played; 0 jobs are one for each core of this machine."""
    return Spread(jobs or os.cpu_count() or 1, ray)


def console(*, stderr: bool = False) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    return Console(stderr=stderr, width=None if stream.isatty() else PLAIN_WIDTH, highlight=False, markup=False)


def write_json(data: Any) -> None:
    """Print plain data as JSON; it may contain read-only mappings."""
    print(json.dumps(data, indent=2, ensure_ascii=False, default=dict))


def indented(screen: Console, text: str, style: str = "", by: int = 4) -> None:
    """A paragraph with an indent."""
    for line in wrap(text, max(20, screen.width - by)):
        screen.print(" " * by + line, style=style)


def leave(code: int) -> NoReturn:
    raise typer.Exit(code)


def readable(path: Path) -> Path:
    """The path, if there is a file at it."""
    if not path.is_file():
        raise BadInputError(f"{path}: {'this is a folder' if path.is_dir() else 'there is no such file'}")
    return path


def read_text(path: Path) -> str:
    try:
        return readable(path).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInputError(f"{path}: {error}") from None


def write_file(path: Path, content: str | bytes) -> None:
    try:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    except OSError as error:
        raise BadInputError(f"{path}: {error.strerror or error}") from None


def read_overlay(path: Path | None) -> Path | None:
    return None if path is None else readable(path)


def read_options(words: Iterable[str] | None, known: Iterable[str]) -> dict[str, bool]:
    """Read options such as `hq_conversion=true`."""
    options = {}
    for word in words or ():
        name, _, value = word.partition("=")
        if value not in ("true", "false") or name not in known:
            raise BadInputError(f"--option {word}: expected NAME=true or NAME=false for one of {', '.join(known)}")
        options[name] = value == "true"
    return options


@contextmanager
def working(what: str, *, silent: bool = False) -> Iterator[None]:
    """Show on the terminal that something is being done, if its progress cannot be counted."""
    screen = console(stderr=True)
    if silent or not screen.is_terminal:
        yield
        return
    with screen.status(what):
        yield


@contextmanager
def progress(what: str, total: int, *, silent: bool = False) -> Iterator[Callable[[], None]]:
    """Show a progress bar on the terminal, and nothing elsewhere; the function that this returns counts one."""
    screen = console(stderr=True)
    if silent or not screen.is_terminal:
        yield lambda: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)
