"""A fifth game touches nothing outside its folder: installed, it is listed, checked, played and served as ours are."""

from __future__ import annotations

import ast
import json
import re
import sys
import zipfile
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from websockets.sync.client import ClientConnection

from examples.conftest import PluggedServer
from examples.installed import PACKAGE, ROOT, Plugged
from server.seats import Seat
from stavka import games
from stavka.engine.state import Json

KEY = "skirmish"
BOTH = {"league": "me", "crown": "me"}
GENERAL = (
    "catalogues",
    "explanations",
    "fingerprints",
    "guides",
    "keeping",
    "languages",
    "loading",
    "scenes",
    "situations",
    "translations",
    "unit_names",
)
"""Tests that ask every game there is."""


# -- the folder -----------------------------------------------------------------------------------------------------


def test_nothing_outside_its_folder_names_it() -> None:
    files = [path for folder in ("src", "web/src") for path in (ROOT / folder).rglob("*") if path.is_file()]
    texts = (path for path in files if path.suffix in (".py", ".toml", ".json", ".ts", ".tsx", ".txt"))
    assert [path for path in texts if re.search(rf"\b{KEY}\b|\bOrle\b", path.read_text("utf-8"))] == []


def test_it_imports_what_a_game_may_import() -> None:
    """The parts below the games, the standard library, and itself."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(node.module or "")
    parts = {name.split(".")[1] for name in found if name.startswith("stavka.")}
    assert parts == {"hexes", "engine", "data", "scenes", "assurance", "agents"}
    others = {name.split(".")[0] for name in found} - {"stavka", KEY}
    assert others <= sys.stdlib_module_names


def test_the_wheel_holds_the_whole_folder(plugged: Plugged) -> None:
    ours = {path.relative_to(PACKAGE.parent).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}
    with zipfile.ZipFile(plugged.wheel) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == {name for name in ours if "__pycache__" not in name}


def test_it_is_small_enough_to_be_read() -> None:
    """An example that grows beyond this is too large: its rules, and everything with scenes and checks."""
    lines = {path: path.read_text("utf-8").count("\n") for path in PACKAGE.rglob("*.py")}
    assert sum(number for path, number in lines.items() if path.parent.name == "rules") <= 750
    assert sum(lines.values()) <= 2400


# -- commands -------------------------------------------------------------------------------------------------------


def test_it_stands_on_the_shelf(plugged: Plugged) -> None:
    listed = json.loads(plugged.stavka("games", "--json"))
    assert [game["key"] for game in listed] == [KEY, *(key for key in games.GAMES if key != KEY)]
    assert plugged.stavka("games").startswith("skirmish  The Fords of Orle: league against crown\n")


def test_every_rule_is_carried_out_and_shown(plugged: Plugged) -> None:
    found = json.loads(plugged.stavka("rules", KEY, "--coverage", "--json"))
    assert found["not_done"] == []
    assert found["implemented"] == found["shown"] == found["total"] - found["descriptive"]
    assert "ZOC" in plugged.stavka("rules", KEY, "4.2", "--lang", "fr")


def test_its_situations_pass(plugged: Plugged) -> None:
    assert plugged.stavka("check", str(PACKAGE / "situations")).endswith(" 0 failed.\n")


def test_its_map_is_drawn_with_its_counters(plugged: Plugged) -> None:
    plugged.stavka("map", "draw", KEY, "--setup", "-o", "map.svg")
    picture = (plugged.folder / "map.svg").read_text("utf-8")
    assert "Orle" in picture and "#7fa3c7" in picture and "#9c3f48" in picture


def test_a_turn_is_played_in_the_terminal(plugged: Plugged) -> None:
    lines = "north\nmap\nLG 0404\nwhy 0101\ndone\n0405 LG\nstop\ndone\nlog 30\nquit\n"
    said = plugged.stavka("play", KEY, "--crown", "random", "--seed", "3", lines=lines)
    assert "League: Choose in secret where your column arrives." in said
    assert "LG moves via 0403-0404." in said
    assert "Turn 2 begins." in said
    assert "*C1" in said and "LG 6-4" in said


@pytest.mark.parametrize(("players", "winner"), [("scripted,random", "league"), ("random,scripted", "crown")])
def test_the_script_beats_random(plugged: Plugged, players: str, winner: str) -> None:
    words = ("--players", players, "--games", "30", "--jobs", "1", "--json")
    found = json.loads(plugged.stavka("sim", KEY, "crossing", *words))
    assert found["faults"] == [] and found["finished"] == 30
    assert found["wins"][winner] >= 28


def test_random_games_have_no_fault_and_show_no_secret(plugged: Plugged) -> None:
    for study, number in (("soak", "40"), ("peek", "6"), ("loops", "4")):
        ran = plugged.run("-m", f"stavka.studies.{study}", "--game", KEY, "--games", number, "--seed", "1")
        assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.fixture(scope="module")
def asked(plugged: Plugged) -> str:
    """The results of the tests for all games, run once with the example installed, and for it alone."""
    files = [str(ROOT / "tests" / "games" / f"test_{name}.py") for name in GENERAL]
    words = ("-q", "-n", "0", "-p", "no:cacheprovider", "-k", KEY, "-rA", "-c", str(ROOT / "pyproject.toml"))
    ran = plugged.run("-m", "pytest", *words, *files)
    return ran.stdout + ran.stderr


@pytest.mark.parametrize("name", GENERAL)
def test_what_is_asked_of_every_game_is_asked_of_it(asked: str, name: str) -> None:
    said = re.findall(rf"^(\w+) \S*\btest_{name}\.py::", asked, re.MULTILINE)
    assert set(said) == {"PASSED"}, asked


# -- the server -----------------------------------------------------------------------------------------------------


class Socket:
    """A real connection, as a `Seat` uses that of the test client."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def send_json(self, message: Json) -> None:
        self.connection.send(json.dumps(message))

    def receive_json(self) -> Any:
        return json.loads(self.connection.recv(timeout=60))


def test_the_server_lists_it(plugged_server: PluggedServer) -> None:
    first = plugged_server.get("games")[0]
    assert (first["key"], first["title"]) == (KEY, "The Fords of Orle")
    board = plugged_server.get(f"games/{KEY}/board?lang=es")
    assert [side["name"] for side in board["sides"]] == ["Liga", "Corona"]


def test_a_whole_game_is_played_at_a_table(plugged_server: PluggedServer) -> None:
    made = plugged_server.get("tables", {"game": KEY, "scenario": "crossing", "seats": BOTH, "seed": "1"})
    dice = Random(1)
    with ExitStack() as stack:
        seats = {side: Seat(Socket(stack.enter_context(plugged_server.sit(made, side)))) for side in BOTH}  # type: ignore[arg-type]
        for _ in range(3000):
            for seat in seats.values():
                seat.catch_up()
            if seats["league"].scene["result"]:
                break
            seat = next(seat for seat in seats.values() if seat.picks())
            words = seat.picks()
            told = seat.pick("done" if "done" in words and dice.random() < 0.3 else dice.choice(words))
            assert told["is"] == "answer", told
        scene = seats["league"].scene
    assert scene["result"]["winner"] in BOTH
    assert scene["turn"]["number"] >= 1
