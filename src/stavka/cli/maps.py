"""`stavka map`: build maps from geography, and draw them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from stavka import games
from stavka.cli.common import BadInputError, console, read_text, readable, working, write_file

if TYPE_CHECKING:
    from stavka.data.hexmap import HexMap
    from stavka.mapping.draw import Counter

COLOURS: Final = {
    "german": ("#a9aea4", "#1c1c1a"),
    "wehrmacht": ("#a9aea4", "#1c1c1a"),
    "ss": ("#2f3133", "#f4ead8"),
    "luftwaffe": ("#9fb6c6", "#1c1c1a"),
    "romanian": ("#c8b98a", "#1c1c1a"),
    "hungarian": ("#b7c4a1", "#1c1c1a"),
    "soviet": ("#c2705c", "#1c1c1a"),
    "guards": ("#9c3b2e", "#f4ead8"),
}
"""Paper and ink of the counters of a nation."""

Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The file to write.")]

app = typer.Typer(rich_markup_mode=None)


def add_to(parent: typer.Typer) -> None:
    parent.add_typer(app, name="map")


@app.callback(invoke_without_command=True)
def map_(context: typer.Context) -> None:
    """Build maps from geography, and draw them."""
    if context.invoked_subcommand is None:
        print(context.get_help())


@app.command()
def build(
    theatre: Annotated[Path, typer.Argument(metavar="THEATRE", help="A theatre file.")],
    output: Output,
) -> None:
    """Build the map of hexes of a theatre file."""
    from stavka.data.hexmap import write
    from stavka.mapping import build

    with working("Building the map"):
        made = build(readable(theatre))
    write_file(output, write(made))
    console().print(f"{made.title}: {len(made.terrain)} hexes, {len(made.places)} places, written to {output}.")


@app.command()
def draw(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, or a map file.")],
    output: Output,
    setup: Annotated[bool, typer.Option("--setup", help="Add the counters at the start.")] = False,
    language: Annotated[str, typer.Option("--language", help="The language of the names: en, es, fr.")] = "en",
) -> None:
    """Draw a map as a picture: .svg or .png."""
    from stavka.mapping.draw import png, svg

    if output.suffix not in (".svg", ".png"):
        raise BadInputError(f"-o {output}: expected a name that ends in .svg or .png")
    hexmap, counters = subject(game, setup=setup)
    with working("Drawing the map"):
        picture = svg(hexmap, counters=counters, language=language)
        write_file(output, png(picture) if output.suffix == ".png" else picture)
    console().print(f"{hexmap.title}, drawn to {output}.")


def subject(game: str, *, setup: bool) -> tuple[HexMap, list[Counter]]:
    """The map of a game, or the one in a file, and the counters to draw on it."""
    if game in games.GAMES:
        files = games.files(game)
        return files.hexmap, start(game, files.units) if setup else []
    if not Path(game).is_file():
        raise BadInputError(f"{game}: expected a game ({', '.join(games.GAMES)}) or a map file")
    if setup:
        raise BadInputError("--setup needs a game: a map file does not have counters")
    from stavka.data.hexmap import read

    return read(read_text(Path(game)), game), []


def start(game: str, units: object) -> list[Counter]:
    """The counters at the start: in their printed hexes if they have them, else as in the first scenario. Counters of
    an unknown nation have the colours of the game's board."""
    from stavka import api
    from stavka.mapping.draw import Counter

    assert isinstance(units, tuple)
    if not hasattr(units[0], "hex"):
        return api.load(game).start(seed=0).draw().counters
    board = games.presenter(game, games.load(game)).board("en")["units"]
    colours = {unit.id: COLOURS.get(unit.nation, (board[unit.id]["ground"], board[unit.id]["ink"])) for unit in units}
    return [Counter(unit.hex, unit.label, *colours[unit.id]) for unit in units if unit.hex]
