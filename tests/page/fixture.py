"""What the unit tests of the page draw: `make fixture` writes web/tests/fixtures/traces.json.

A program that picks at random plays Traces of War until a Soviet unit in the corner around Belgorod is being moved,
and moves it. All shapes are the server's own; the map and what lies on it are cut to that corner. The same seed gives
the same file, and a test compares the file in the tree with what this makes."""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from page.story import GAME, Story
from stavka.engine.session import Session
from stavka.engine.state import Json
from stavka.server.match import NotAllowedError
from stavka.server.patches import changes
from stavka.server.presenting import ScenePresenter

FILE: Final = Path(__file__).parents[2] / "web" / "tests" / "fixtures" / "traces.json"
CORNER: Final = frozenset(f"{row}{column}" for row in range(30, 35) for column in range(32, 38))
SOVIET: Final = GAME.sides.index("soviet")
FIELDS_BY_HEX: Final = ("terrain", "names")
COLUMN: Final = "4-1"
FEW: Final = 8
SHOW: Final = ScenePresenter()


def made() -> str:
    """The text of the file."""
    session = position()
    scene, odds, entries = corner_of_scene(scene_of(session)), odds_of(session), log_of(session)
    board = corner_of_board(SHOW.board(GAME, "en"), scene)
    move_on(session)
    later = corner_of_scene(scene_of(session))
    shapes = {
        "board": board,
        "scene": scene,
        "odds": odds,
        "entries": entries,
        "patch": changes(scene, later),
        "later": later,
    }
    return json.dumps(shapes, ensure_ascii=False, indent=1) + "\n"


def position() -> Session[Any]:
    """A position in which a unit of the corner is being moved, after a combat and a move of others."""
    story = Story("page", "random")
    story.play(until=is_wanted)
    assert not story.session.state.result, "the game ended, and there was no such position in it"
    return story.session


def is_wanted(session: Session[Any]) -> bool:
    if session.state.stack[-1].step != "move" or session.offer(SOVIET) is None:
        return False
    scene, log = scene_of(session), log_of(session)
    (unit,) = scene["offer"]["chosen"]["units"]
    return (
        scene["units"][unit]["hex"] in CORNER
        and sum(pick["pick"] in CORNER for pick in scene["offer"]["picks"]) >= FEW
        and any("roll" in entry for entry in log)
        and any(len(entry["hexes"]) > 1 and entry["units"] for entry in log)
        and odds_of(session) is not None
    )


def move_on(session: Session[Any]) -> None:
    """Move the unit to a hex of the corner."""
    offer = session.offer(SOVIET)
    assert offer is not None
    session.play(SOVIET, next(pick for pick in offer if GAME.write_pick(pick, offer) in CORNER))


def scene_of(session: Session[Any]) -> Json:
    return SHOW.scene(session, SOVIET, len(session.record.moves), "en")


def log_of(session: Session[Any]) -> list[Json]:
    """The log of the Soviet player."""
    return [{"n": n} | entry for n, entry in enumerate(SHOW.sentences(session, session.log(SOVIET), "en"))]


def odds_of(session: Session[Any]) -> Json | None:
    """The odds of the first hex that are in the column of the tests and in which support can change only the die."""
    places = {unit["hex"] for unit in scene_of(session)["units"].values() if unit.get("hex")}
    for hex_ in sorted(places):
        with suppress(NotAllowedError):  # the hex cannot be attacked
            odds = SHOW.ask(session, SOVIET, {"what": "odds", "hex": hex_}, "en")
            if odds["column"] == COLUMN and {each["column"] for each in odds["support"]} == {COLUMN}:
                return odds
    return None


def corner_of_board(board: Json, scene: Json) -> Json:
    grid = board["grid"] | {"hexes": only_corner(board["grid"]["hexes"])}
    here = {id_ for id_, unit in scene["units"].items() if unit.get("hex") in CORNER}
    units = {id_: unit for id_, unit in board["units"].items() if id_ in here}
    return board | {"grid": grid, "units": units} | {field: only_corner(board[field]) for field in FIELDS_BY_HEX}


def corner_of_scene(scene: Json) -> Json:
    offer = scene["offer"]
    picks = [pick for pick in offer["picks"] if pick["kind"] != "hex" or pick["pick"] in CORNER]
    return scene | {
        "units": {id_: unit for id_, unit in scene["units"].items() if unit.get("hex") in CORNER},
        "owners": only_corner(scene["owners"]),
        "marks": only_corner(scene["marks"]),
        "offer": offer | {"picks": picks},
    }


def only_corner(by_hex: Json) -> Json:
    return {hex_: what for hex_, what in by_hex.items() if hex_ in CORNER}


if __name__ == "__main__":
    sys.stdout.write(made())
