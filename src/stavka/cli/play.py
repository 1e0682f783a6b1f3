"""`stavka play`: play in the terminal."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

import typer

from stavka import games
from stavka.cli.common import BadInputError, Options, Overlay, console, read_options, read_overlay
from stavka.cli.records import open_game, open_record
from stavka.engine import chance
from stavka.engine.agent import Agent
from stavka.engine.machine import Game
from stavka.engine.session import Session
from stavka.games import opponents
from stavka.studies.simulate import number

HUMAN = "human"


Player = Annotated[
    str,
    typer.Option(
        metavar="PLAYER", help="human, or a program: random, scripted, or a level (recruit, officer, staff, marshal)."
    ),
]


def add_to(app: typer.Typer) -> None:
    app.command("play")(with_sides(play))


def with_sides(command: Callable[..., None]) -> Callable[..., None]:
    """A command with an option for every side of every game, in place of its parameter `players`."""
    sides = list(dict.fromkeys(side for manifest in games.GAMES.values() for side in manifest.sides))
    signature = inspect.signature(command, eval_str=True)
    own = [each for name, each in signature.parameters.items() if name != "players"]
    added = [inspect.Parameter(side, inspect.Parameter.KEYWORD_ONLY, default="", annotation=Player) for side in sides]

    def called(**words: Any) -> None:
        command(players={side: words.pop(side) for side in sides}, **words)

    called.__doc__ = command.__doc__
    called.__annotations__ = {each.name: each.annotation for each in (*own, *added)}
    setattr(called, "__signature__", inspect.Signature([*own, *added]))  # noqa: B010 (functions have no such attribute)
    return called


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")],
    scenario: Annotated[str, typer.Argument(metavar="[SCENARIO]", help="By default the game's first one.")] = "",
    seed: Annotated[str, typer.Option("--seed", metavar="SEED", help="Of the dice; random if not given.")] = "",
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    option: Options = None,
    overlay: Overlay = None,
    players: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Play in the terminal, against a person or a program. Type `help` at the prompt for the commands."""
    from stavka.terminal.face import Face
    from stavka.terminal.keyboard import keyboard
    from stavka.terminal.screen import Screen
    from stavka.terminal.table import Table

    seats = players_of(game, players)
    for name in seats.values():
        if name != HUMAN:
            opponents.check(name, game)
    session = resumed(game, load, overlay) if load else begun(game, scenario, seed, option, overlay)
    face = Face(session.game)
    screen = Screen(face, console())
    Table(session, face, seated(session.game, seats, session.seed), keyboard(), screen).run()


def players_of(game: str, named: Mapping[str, str]) -> dict[str, str]:
    """The players of each side: by default you have the first side and a program has the others."""
    sides = games.about(game)["sides"]
    strange = [side for side, player in named.items() if player and side not in sides]
    if strange:
        raise BadInputError(f"--{strange[0]}: the sides of {game} are {', '.join(sides)}")
    return {side: named[side] or (HUMAN if side == sides[0] else opponents.usual(game)) for side in sides}


def seated(game: Game[Any], players: Mapping[str, str], seed: str) -> dict[int, Agent]:
    """The programs at the table, by seat."""
    return {
        seat: opponents.make(players[side], game, number(seed, 0, side))
        for seat, side in enumerate(game.sides)
        if players[side] != HUMAN
    }


def begun(game: str, scenario: str, seed: str, option: list[str] | None, overlay: Path | None) -> Session[Any]:
    about = games.about(game)
    known = [item["key"] for item in about["scenarios"]]
    if scenario and scenario not in known:
        raise BadInputError(f"no scenario {scenario!r} in {about['title']}; there are {', '.join(known)}")
    options = read_options(option, about["options"])
    path = read_overlay(overlay)
    return Session(games.load(game, path), scenario or known[0], options, seed=seed or chance.new_seed(), overlay=path)


def resumed(game: str, file: Path, overlay: Path | None) -> Session[Any]:
    record = open_record(file)
    if record.game != game:
        raise BadInputError(f"{file}: this is a game of {record.game}, not of {game}")
    return Session.resume(open_game(record, overlay, file.name), record, overlay=overlay, name=file.name)
