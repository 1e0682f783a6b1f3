"""`stavka sim`: play many games between programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from stavka import games
from stavka.cli.common import (
    AsJson,
    BadInputError,
    Jobs,
    Options,
    Overlay,
    Ray,
    console,
    leave,
    progress,
    read_options,
    read_overlay,
    spread_over,
    write_json,
)
from stavka.engine.state import Json
from stavka.studies import players as studied
from stavka.studies.simulate import Series, own_values, save_faults, simulate


def add_to(app: typer.Typer) -> None:
    app.command("sim")(sim)


def sim(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    players: Annotated[str, typer.Option("--players", metavar="A,B", help="One a side, in the game's order of sides.")],
    number: Annotated[int, typer.Option("--games", metavar="N", min=1, help="The number of games.")] = 1,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = "0",
    jobs: Jobs = 0,
    ray: Ray = "",
    only: Annotated[int, typer.Option("--only", metavar="I", help="Only game I of the series.")] = -1,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The file that keeps the games.")] = None,
    records: Annotated[Path, typer.Option("--records", metavar="DIR", help="The folder for records of faults.")] = Path(
        "records"
    ),
    option: Options = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Let programs play. Exit code 1 if a game breaks off; its record is kept to reproduce the fault.

    Games in the file of --out are not played again."""
    series = read_series(game, scenario, players, seed, option, overlay)
    numbers = [only] if only >= 0 else range(number)
    with progress("Playing", len(numbers), silent=as_json) as one_more:
        summary = simulate(series, numbers, spread_over(jobs, ray), lambda _: one_more(), out)
    save_faults(summary, records)
    found = summary.as_json()
    if as_json:
        write_json(found)
    else:
        show(found)
    leave(1 if found["faults"] else 0)


def read_series(
    game: str, scenario: str, players: str, seed: str, option: list[str] | None, overlay: Path | None
) -> Series:
    about = games.about(game)
    known = [item["key"] for item in about["scenarios"]]
    if scenario not in known:
        raise BadInputError(f"no scenario {scenario!r} in {about['title']}; there are {', '.join(known)}")
    names = tuple(players.split(","))
    if len(names) != len(about["sides"]):
        raise BadInputError(f"--players {players}: expected a player for each of {','.join(about['sides'])}")
    for name in names:
        studied.check(name, game)
    return Series(
        game, scenario, names, seed, read_options(option, about["options"]), own_values(read_overlay(overlay))
    )


def show(found: Json) -> None:
    screen = console()
    players = ", ".join(f"{side} {name}" for side, name in found["players"].items())
    screen.print(
        f"{games.GAMES[found['game']].title}, {found['scenario']}: {players}; seed {found['seed']}", style="bold"
    )
    for result, count in found["results"].items():
        screen.print(f"  {result:20}{count:6}  {count / found['finished']:4.0%}")
    for side, wins in found["wins"].items():
        rate = found["win_rates"][side]
        if rate:
            screen.print(
                f"  {side} wins {wins} of {found['finished']}: {rate['rate']:.1%}, "
                f"95 % interval {rate['low']:.1%} to {rate['high']:.1%}"
            )
    for what, spread in (found["lengths"] | found["figures"]).items():
        if spread:
            low, high, middle, mean = (spread[key] for key in ("min", "max", "median", "mean"))
            screen.print(f"  {what:20} {low:g} to {high:g}, median {middle:g}, mean {mean:g}")
    screen.print(
        f"{found['finished']} of {found['games']} games finished in {found['seconds']:.1f} s: {found['picks']} picks, "
        f"{found['picks_per_second']:.0f} a second and process."
    )
    for forfeit in found["forfeits"]:
        screen.print(f"Game {forfeit['game']} was forfeited: {forfeit['sentence']}", style="red", markup=False)
    for fault in found["faults"]:
        screen.print(f"Game {fault['game']} broke off: {fault['error']}; see {fault['record']}", style="red")
