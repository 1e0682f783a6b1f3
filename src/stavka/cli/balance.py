"""`stavka balance`: how balanced a scenario is, as a page with plots."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

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
    spread_over,
    working,
    write_file,
    write_json,
)
from stavka.cli.sim import read_series
from stavka.engine.state import Json

REPORT, PAGE = "report.json", "report.html"


def add_to(app: typer.Typer) -> None:
    app.command("balance")(balance)


def balance(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key, as `stavka games` lists it.")],
    scenario: Annotated[str, typer.Argument(metavar="SCENARIO")],
    out: Annotated[Path, typer.Option("-o", "--out", metavar="FOLDER", help="The folder of the report and the games.")],
    players: Annotated[
        str, typer.Option("--players", metavar="A,B", help="One a side, in the game's order of sides.")
    ] = "scripted,scripted",
    number: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Games of the scenario as it is.")] = 100,
    vary: Annotated[
        list[str] | None,
        typer.Option("--vary", metavar="NAME=LOW..HIGH", help="A value to experiment with; several are possible."),
    ] = None,
    seeds: Annotated[
        int, typer.Option("--seeds", metavar="N", min=2, help="Games of each run of the experiment.")
    ] = 20,
    seed: Annotated[str, typer.Option("--seed", metavar="S", help="The same seed plays the same games.")] = "balance",
    jobs: Jobs = 0,
    ray: Ray = "",
    option: Options = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Study the balance of a scenario: FOLDER/report.html and report.json.

    Games in the folder are not played again, so a study can be interrupted. Exit code 1 if a game breaks off."""
    from stavka.studies.balance import Study

    plan = read_plan(read_series(game, scenario, players, seed, option, overlay), number, vary or [], seeds)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInputError(f"{out}: {error.strerror or error}") from None
    with working("Checking the values", silent=as_json):
        plan.check()
    study = Study(plan, out)
    with progress("Playing", plan.total, silent=as_json) as one_more:
        study.play(spread_over(jobs, ray), one_more)
    found = study.report()
    write_report(out, found, silent=as_json)
    if as_json:
        write_json(found)
    else:
        show(found, out)
    leave(1 if found["faults"] or found["experiment"].get("faults") else 0)


def read_plan(series: Any, number: int, vary: list[str], seeds: int) -> Any:
    from stavka.studies.balance import Plan
    from stavka.studies.designs import MOST
    from stavka.studies.factors import FactorError, read_factor

    if vary and series.overlay:
        raise BadInputError("--vary changes our values: it cannot be combined with --overlay")
    if len(vary) > MOST:
        raise BadInputError(f"--vary: expected at most {MOST} values, found {len(vary)}")
    try:
        factors = tuple(read_factor(text, series.game) for text in vary)
    except FactorError as error:
        raise BadInputError(f"--vary {error}") from None
    return Plan(series, number, factors, seeds if factors else 0)


def write_report(out: Path, found: Json, *, silent: bool) -> None:
    from stavka.studies.balance_page import page

    with working("Drawing the report", silent=silent):
        write_file(out / REPORT, json.dumps(found, indent=1, ensure_ascii=False) + "\n")
        write_file(out / PAGE, page(found))


def show(found: Json, out: Path) -> None:
    screen = console()
    screen.print(f"{found['title']}, {found['scenario_title']}: {found['finished']} games", style="bold")
    for side, wins in found["wins"].items():
        if "rate" in wins:
            screen.print(
                f"  {side} wins {wins['number']}: {wins['rate']:.1%}, 95 % interval {wins['low']:.1%} to "
                f"{wins['high']:.1%}"
            )
    experiment = found["experiment"]
    for value, effect in zip(experiment.get("values", ()), experiment.get("effects", {}).get("win", ()), strict=False):
        clear = "" if effect["clear"] else "  (not clear)"
        screen.print(
            f"  {value['name']}, {value['low']} to {value['high']}: {effect['mean']:+.2f} points a game "
            f"({effect['low']:+.2f} to {effect['high']:+.2f}){clear}"
        )
    for fault in found["faults"]:
        screen.print(f"Game {fault['game']} broke off: {fault['error']}", style="red")
    screen.print(f"The report is {out / PAGE}; {REPORT} beside it holds its figures.")
