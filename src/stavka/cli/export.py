"""`stavka export`: games as data for those who study and train."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stavka.cli.common import BadInputError, Jobs, Options, Overlay, Ray, console, progress, spread_over
from stavka.cli.sim import read_series


def add_to(app: typer.Typer) -> None:
    app.command("export")(export)


def export(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER", help="The folder of the data.")],
    players: Annotated[
        str, typer.Option("--players", metavar="A,B", help="One a side, in the game's order of sides.")
    ] = "scripted,scripted",
    number: Annotated[int, typer.Option("--games", metavar="N", min=1, help="The number of games.")] = 100,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = "export",
    observations: Annotated[
        bool, typer.Option("--observations", help="Add the observation of the seat to each decision.")
    ] = False,
    jobs: Jobs = 0,
    ray: Ray = "",
    option: Options = None,
    overlay: Overlay = None,
) -> None:
    """Write games as Parquet, a row for each decision, with a schema and a data card.

    Games in the folder are not played again."""
    try:
        from stavka.research.export import BrokenGameError, Export, write
    except ImportError as error:
        raise BadInputError(f"the data cannot be written here ({error}); stavka[data] installs what it needs") from None
    series = read_series(game, scenario, players, seed, option, overlay)
    with progress("Playing", number) as one_more:

        def tell(games: int) -> None:
            for _ in range(games):
                one_more()

        try:
            write(Export(series, observations), out, number, spread_over(jobs, ray), tell)
        except (BrokenGameError, OSError) as error:
            raise BadInputError(f"{out}: {error}") from None
    console().print(f"The data are in {out}; README.md there says what they hold.")
