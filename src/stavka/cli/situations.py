"""`stavka check` and `stavka situations`: check situations, and list their words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from stavka import games
from stavka.assurance import vocabulary
from stavka.assurance.situations import Failure, Report, check_file
from stavka.cli.common import AsJson, BadInputError, console, leave, progress, readable, write_json


def add_to(app: typer.Typer) -> None:
    app.command("check")(check)
    app.command("situations")(situations)


def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Situations, or folders of them.")],
    as_json: AsJson = False,
) -> None:
    """Set up situations and check what the rules say about them. Exit code 1 if an answer is wrong."""
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


def situations(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help="One game; without it, all games as a page.")] = "",
) -> None:
    """List the words that situations know: phases, places, frames, options, picks, questions."""
    known = [games.vocabulary(key) for key in games.GAMES if game in ("", key)]
    if not known:
        raise games.UnknownGameError(game)
    print(vocabulary.of_game(known[0]) if game else vocabulary.page(known), end="\n" if game else "")


def situation_files(paths: list[Path]) -> Iterator[Path]:
    """The named files, and the files in the named folders."""
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
    for where, expected, got in failure.differences():
        screen.print(f"    {where}")
        screen.print(f"        expected {expected}", style="green")
        screen.print(f"        got      {got}", style="red")
