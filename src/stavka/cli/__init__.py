"""The command `stavka`. Bad input gives one sentence and exit code 2; a failed check gives exit code 1."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from stavka import __version__
from stavka.assurance.situations import SituationError
from stavka.cli import (
    admin,
    analysis,
    arena,
    balance,
    bench,
    catalogue,
    maps,
    play,
    records,
    serve,
    show,
    sim,
    situations,
)
from stavka.cli.common import BadInputError
from stavka.data.errors import DataError
from stavka.engine.catalogue import TranslationError
from stavka.engine.notation import PositionError
from stavka.engine.record import RecordError
from stavka.games import UnknownGameError
from stavka.games.opponents import UnknownPlayerError
from stavka.studies.lines import OtherSeriesError
from stavka.studies.pool import WorkersLostError

BAD_INPUT = (
    BadInputError,
    DataError,
    OtherSeriesError,
    PositionError,
    RecordError,
    SituationError,
    TranslationError,
    UnknownGameError,
    UnknownPlayerError,
    WorkersLostError,
)
"""The errors that a command raises when the user asks for something that does not exist or cannot be read."""

app = typer.Typer(pretty_exceptions_enable=False, rich_markup_mode=None)
for part in (catalogue, play, serve, admin, sim, arena, balance, records, analysis, show, situations, maps, bench):
    part.add_to(app)


@app.callback(invoke_without_command=True)
def stavka(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
) -> None:
    """Operational hex-and-counter wargames: play them, check them, let programs play them."""
    if version:
        print(f"stavka {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Carry out a command line and return the exit code."""
    try:
        code = app(list(arguments), prog_name="stavka", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except BAD_INPUT as error:
        return refuse(str(error))
    except typer.TyperException as error:
        return refuse(error.format_message())
    except (KeyboardInterrupt, typer.Abort):
        return 130


def refuse(sentence: str) -> int:
    print(f"stavka: {' '.join(sentence.split())}", file=sys.stderr)
    return 2


def main() -> None:
    sys.exit(run(sys.argv[1:]))
