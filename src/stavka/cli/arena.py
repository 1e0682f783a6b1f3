"""`stavka arena`: programs play each other from both sides until it is clear which is stronger."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.table import Table

from stavka import games
from stavka.cli.common import AsJson, BadInputError, Ray, console, spread_over, write_file, write_json
from stavka.engine.state import Json
from stavka.studies import players as studied
from stavka.studies import seeds
from stavka.studies.arena import Arena, Played, read
from stavka.studies.ladder import between, decided, picture, share


def add_to(app: typer.Typer) -> None:
    app.command("arena")(play_arena)


def play_arena(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    players: Annotated[list[str], typer.Argument(metavar="A B C", help="Programs; the first is the yardstick.")],
    number: Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="The most seeds to play.")] = 50,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The family of the seeds.")] = seeds.REPORTING,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The file that keeps the games.")] = None,
    plot: Annotated[Path | None, typer.Option("--plot", metavar="FILE.svg", help="A picture of the ratings.")] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="J", min=1, help="Processes.")] = 1,
    ray: Ray = "",
    as_json: AsJson = False,
) -> None:
    """Let programs play each other on the same seeds with the sides swapped, and rate them.

    Games in the file of --out are not played again. A pair stops when a sequential test has decided."""
    arena = read_arena(game, scenario, players, seed)
    if out is not None:
        arena.take(known_games(out))
    with live(arena, silent=as_json) as one_more:
        arena.run(number, out, spread_over(jobs, ray), one_more)
    found = arena.as_json()
    if plot is not None:
        write_file(plot, picture(found))
    if as_json:
        write_json(found)
    else:
        screen = console()
        for table in tables(found):
            screen.print(table)
        for sentence in found["forfeits"]:
            screen.print(f"Forfeited: {sentence}", style="red", markup=False)


def read_arena(game: str, scenario: str, players: list[str], seed: str) -> Arena:
    about = games.about(game)
    known = [item["key"] for item in about["scenarios"]]
    if scenario not in known:
        raise BadInputError(f"no scenario {scenario!r} in {about['title']}; there are {', '.join(known)}")
    for name in players:
        studied.check(name, game)
    if len(set(players)) < len(players) or len(players) < 2:
        raise BadInputError(f"{' '.join(players)}: expected two or more programs, each once")
    return Arena(game, scenario, players, seed)


def known_games(path: Path) -> list[Played]:
    try:
        return read(path)
    except (LookupError, OSError) as error:
        raise BadInputError(str(error)) from None


@contextmanager
def live(arena: Arena, *, silent: bool) -> Iterator[Callable[[], None]]:
    """Show the ratings on the terminal as they change; elsewhere show nothing."""
    screen = console(stderr=True)
    if silent or not screen.is_terminal:
        yield lambda: None
        return
    with Live(console=screen, transient=True, auto_refresh=False) as shown:
        yield lambda: shown.update(tables(arena.as_json())[0], refresh=True)


def tables(found: Json) -> list[Table]:
    """The tables of ratings, of pairs, and of all players compared with the yardstick, side by side."""
    ratings = Table(title=f"{found['game']} {found['scenario']}, seeds {found['seed']}: {found['games']} games")
    for name in ("player", "rating", "ms a decision", "slowest"):
        ratings.add_column(name)
    for player, rating in sorted(found["ratings"].items(), key=lambda item: -item[1]["elo"]):
        times = found["times"][player]
        spent = [f"{times['milliseconds_a_decision']:.1f}", f"{times['slowest']:.2f} s"] if times else ["", ""]
        ratings.add_row(player, between(rating), *spent)
    pairs = Table()
    for name in ("pair", "points", "VP a game", "decided"):
        pairs.add_column(name)
    for pair in found["pairs"]:
        pairs.add_row(
            f"{pair['player']} against {pair['against']}",
            f"{pair['points']:g} of {pair['games']}: {share(pair['rate'])}",
            between(pair["vp"], "+.1f"),
            decided(pair).replace("`", ""),
        )
    base = Table()
    for name in (f"against {found['players'][0]}", "points", f"{found['players'][0]} itself", "VP gained"):
        base.add_column(name)
    for row in found["beside_yardstick"]:
        base.add_row(
            f"{row['player']}, {row['side']}",
            f"{row['points']:g} of {row['games']}: {share(row['rate'])}",
            f"{row['yardstick_points']:g}",
            between(row["vp_gained"], "+.1f"),
        )
    return [ratings, pairs, base]
