"""`stavka show`: show a position that is written as one line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from stavka.cli.common import AsJson, BadInputError, Overlay, console, read_overlay, write_file, write_json


def add_to(app: typer.Typer) -> None:
    app.command("show")(show)


def show(
    position: Annotated[
        str, typer.Argument(metavar="POSITION", help="A line that begins with `stavka1:`; `-` reads it from the input.")
    ],
    seat: Annotated[str, typer.Option("--seat", metavar="SIDE", help="Show only what this side sees.")] = "",
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", help="Draw it to a .svg or .png.", show_default=False),
    ] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Show a position: the side to decide, the possible picks, and the map."""
    from stavka import api

    found = api.position(sys.stdin.read() if position == "-" else position, read_overlay(overlay))
    if seat and seat not in found.game.sides:
        raise BadInputError(f"--seat {seat}: the sides of {found.game.key} are {', '.join(found.game.sides)}")
    picture = found.draw(seat or None)
    if output is not None:
        if output.suffix not in (".svg", ".png"):
            raise BadInputError(f"-o {output}: expected a name that ends in .svg or .png")
        write_file(output, picture.png if output.suffix == ".png" else picture.svg)
    if as_json:
        write_json(found.view(seat or None))
        return
    screen, scene = console(), picture.scene
    turn = scene["turn"]
    screen.print(
        f"{found.game.title}, {scene['title']}: turn {turn['number']} of {turn['of']}, {scene['phase']}", style="bold"
    )
    screen.print(f"Result: {found.result}" if found.result else f"Deciding: {', '.join(scene['waiting']) or 'chance'}")
    for offer in found.offers:
        if offer.seat == seat:
            screen.print(offer.prompt)
            screen.print(f"    {', '.join(offer)}", soft_wrap=True)
    print(picture.ansi if screen.is_terminal and not screen.no_color else picture)
