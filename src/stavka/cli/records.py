"""`stavka replay`: replay records."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Annotated, Any

import typer

from stavka import games
from stavka.cli.common import (
    AsJson,
    BadInputError,
    Overlay,
    console,
    leave,
    read_overlay,
    read_text,
    working,
    write_json,
)
from stavka.engine.machine import Game
from stavka.engine.notation import write_position
from stavka.engine.record import Record, RecordError, read_record
from stavka.engine.session import replay as replay_record
from stavka.engine.session import verify_dice
from stavka.engine.state import Json


def add_to(app: typer.Typer) -> None:
    app.command("replay")(replay)


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record.")],
    verify: Annotated[
        bool, typer.Option("--verify", help="Compare every position, and the dice with the seed.")
    ] = False,
    position: Annotated[
        int | None,
        typer.Option(
            "--position", metavar="N", min=0, help="The position after N moves, as one line.", show_default=False
        ),
    ] = None,
    overlay: Overlay = None,
    as_json: AsJson = False,
) -> None:
    """Replay a record, move by move. Exit code 1 if the result differs from the record."""
    record = open_record(file)
    game = open_game(record, overlay, file.name)
    if position is not None:
        if position > len(record.moves):
            raise BadInputError(f"--position {position}: the record has {len(record.moves)} moves")
        print(write_position(game, replay_record(game, dataclasses.replace(record, moves=record.moves[:position]))))
        return
    with working("Replaying the record", silent=as_json):
        found = examined(game, record, file.name)
    if as_json:
        write_json(found)
    elif verify:
        console().print(verdict(found))
    else:
        tell(game, record, found)
    leave(0 if found["identical"] else 1)


def open_record(file: Path) -> Record:
    """A record whose game and scenario exist."""
    record = read_record(read_text(file), file.name)
    about = games.about(record.game)
    if record.scenario not in [scenario["key"] for scenario in about["scenarios"]]:
        raise RecordError(file.name, 1, f"{about['title']} has no scenario {record.scenario!r}")
    strange = [
        key for key, value in record.options.items() if key not in about["options"] or value not in (True, False)
    ]
    if strange:
        raise RecordError(
            file.name, 1, f"{about['title']} has no option {strange[0]!r}, or it is neither true nor false"
        )
    return record


def open_game(record: Record, overlay: Path | None, name: str) -> Game[Any]:
    """The game of a record, with the same data and rules."""
    if record.overlay and overlay is None:
        raise BadInputError(f"{name}: the game was played with the overlay {record.overlay}; name it with --overlay")
    game = games.load(record.game, read_overlay(overlay))
    for which, ours in (("data", game.data_hash), ("rules", game.rules_hash)):
        if getattr(record, which) != ours:
            made = f"was made with other {which} ({getattr(record, which)}) than these ({ours})"
            raise BadInputError(f"{name}: the record {made}")
    return game


def examined(game: Game[Any], record: Record, name: str) -> Json:
    """The check of a record: every position against its fingerprint, and the dice against the seed if it is known."""
    rolls = sum(move.who == "chance" for move in record.moves)
    found: Json = {
        "picks": len(record.moves) - rolls,
        "chance": rolls,
        "states": sum(bool(move.digest) for move in record.moves),
        "identical": True,
        "result": "",
        "dice": None,
        "fault": None,
    }
    try:
        found["result"] = replay_record(game, record, name).result
        if record.seed:
            found["identical"] = found["dice"] = verify_dice(game, record)
    except RecordError as error:
        return found | {"identical": False, "fault": str(error)}
    except Exception as error:  # the record shows a fault in the rules: that is its purpose
        return found | {"identical": False, "fault": f"{name}: the rules fail, {type(error).__name__}: {error}"}
    if found["dice"] is False:
        found["fault"] = f"{name}: the dice are not those of the seed"
    return found


def verdict(found: Json) -> str:
    if found["fault"]:
        return f"Not identical. {found['fault']}."
    dice = "the dice are those of the seed" if found["dice"] else "the seed is not known, so the dice are not checked"
    result = found["result"] or "the game goes on"
    return (
        f"Identical: {found['picks']} picks and {found['chance']} rolls and draws, {found['states']} positions "
        f"compared; {dice}. Result: {result}."
    )


def tell(game: Game[Any], record: Record, found: Json) -> None:
    """Print the game as sentences, as far as it can be played."""
    screen = console()
    state = game.new(record.scenario, record.options)
    state.events = []
    names = {-1: "chance"} | dict(enumerate(game.sides))
    for number, move in enumerate(record.moves, 1):
        offer = next((offer for offer in game.offers(state) if names[offer.seat] == move.who), None)
        screen.print(f"{number:5} {move.who} {move.what}", style="bold" if move.who != "chance" else "dim")
        try:
            assert offer is not None
            game.apply(state, offer.seat, game.read_pick(move.what, offer))
        except Exception:  # `found` says what is wrong
            break
        for event in state.events:
            screen.print(f"        {game.say(state, event)}  [{', '.join(event.rules)}]")
        state.events.clear()
    screen.print(verdict(found))
