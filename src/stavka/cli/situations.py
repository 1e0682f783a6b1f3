"""`stavka check`: situations."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from stavka import games
from stavka.cli.common import AsJson, BadInputError, console, leave, progress, readable, write_json
from stavka.engine.situations import Failure, Report, check_file


def add_to(app: typer.Typer) -> None:
    app.command("check")(check)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Situations, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Set up situations and check what the rules say of them. Exit code 1 when an answer is wrong."""
    report = Report()
    builders = {key: games.builder(key) for key in games.GAMES}
    paths = list(situation_files(files))
    with progress("Checking", len(paths), silent=as_json) as one_more:
        for path in paths:
            check_file(path, builders, report)
            one_more()
    if as_json:
        write_json(report.as_json())
    else:
        show(report)
    leave(1 if report.failed else 0)


def situation_files(paths: list[Path]) -> Iterator[Path]:
    """The files named, and those in the folders named."""
    for path in paths:
        if not path.is_dir():
            yield readable(path)
            continue
        inside = sorted(path.rglob("*.toml"))
        if not inside:
            raise BadInputError(f"{path}: there are no situations (*.toml) in this folder")
        yield from inside


def show(report: Report) -> None:
    screen = console()
    for failure in report.failed:
        show_failure(screen, failure)
    screen.print(f"{report.checks} checks, {report.passed} passed, {len(report.failed)} failed.")


def show_failure(screen: Console, failure: Failure) -> None:
    screen.print(f"{failure.file}: {failure.name} [{', '.join(failure.rule)}]", style="bold red")
    for question in failure.expected:
        for where, expected, got in differences(failure.expected[question], failure.got[question], question):
            screen.print(f"    {where}")
            screen.print(f"        expected {plain(expected)}", style="green")
            screen.print(f"        got      {plain(got)}", style="red")


def differences(expected: Any, got: Any, where: str) -> Iterator[tuple[str, Any, Any]]:
    """The smallest parts of an answer that differ, each with where it stands."""
    if isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        for key in expected:
            yield from differences(expected[key], got[key], f"{where} {key}")
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for at, (one, other) in enumerate(zip(expected, got, strict=True), 1):
            yield from differences(one, other, f"{where}, {at}.")
    elif expected != got:
        yield where, expected, got


def plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(plain, value)) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)
