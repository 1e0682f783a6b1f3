"""Programs over a pipe at tables: an operator names them, and what one does wrong costs it its own game only."""

from __future__ import annotations

import json
import shlex
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from server.conftest import OpenHouse
from server.seats import House, Seat
from stavka import games
from stavka.engine.state import Json
from stavka.server.piping import Listed, read_programs
from stavka.server.settings import Settings

ROOT = Path(__file__).parents[2]
MARCHER = f"node {ROOT / 'examples' / 'agents' / 'marcher.mjs'}"
LUKI: Json = {"game": "luki", "scenario": "cut-the-line"}
SAYS = "import os, sys, time\nask = lambda: sys.stdin.readline()\nsay = lambda what: print(what, flush=True)\n"
READY = SAYS + "ask(); say('ready'); ask()\n"
PATIENCE = 60.0


def python(code: str) -> str:
    """The command that runs some Python."""
    return f"{sys.executable} -c {shlex.quote(code)}"


def listed(*commands: str, keys: tuple[str, ...] = ("luki",)) -> dict[str, Listed]:
    """Programs one, two and so on with these commands."""
    return {name: Listed(command, keys) for name, command in zip(("one", "two"), commands, strict=False)}


def until(seat: Seat, is_so: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, (seat.heard[-3:], seat.scene["waiting"])
        time.sleep(0.02)
        seat.catch_up()


def over(house: House, made: Json) -> Seat:
    """An onlooker at a table whose game is over."""
    seat = house.sit(made)
    until(seat, lambda: seat.scene["result"])
    return seat


# -- playing --------------------------------------------------------------------------------------------------------


def test_the_lobby_has_an_operators_program_for_its_games(open_house: OpenHouse, lite: Settings) -> None:
    first, *_, last = (key for key in games.GAMES if key != "luki")
    house = open_house(lite, programs={"marcher": Listed(MARCHER, (first, "luki"))})
    players = {game["key"]: game["players"] for game in house.client.get("/api/games").json()}
    assert {key for key, known in players.items() if "marcher" in known} == {first, "luki"}
    assert players["luki"][:2] == ["marcher", "random"]
    seats = dict(zip(games.load(last).sides, ("me", "marcher"), strict=True))
    wanted = {"game": last, "scenario": games.GAMES[last].cover.scenario, "seats": seats}
    refused = house.client.post("/api/tables", json=wanted)
    assert refused.status_code == 400 and "No such player" in refused.text


def test_a_program_in_another_language_plays_a_whole_game(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite, programs={"marcher": Listed(MARCHER, ("luki",))})
    made = house.make({"soviet": "marcher", "german": "random"}, seed="m", **LUKI)
    seat = over(house, made)
    assert [line["text"] for line in seat.said] == [], "nobody has done anything wrong"
    moves = house.desk.store.moves(made["table"])
    assert {move.seat for move in moves} == {-1, 0, 1} and len(moves) > 200
    until(seat, lambda: not house.desk.pipes.seated)


def test_a_program_is_told_what_its_seat_sees_and_no_setting(
    open_house: OpenHouse, lite: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAVKA_WEBHOOK_SECRET", "secret")
    monkeypatch.setenv("OTHER", "told")
    heard = tmp_path / "heard"
    code = SAYS + (
        f"out = open({str(heard)!r}, 'w')\n"
        "print([name for name in os.environ if name == 'OTHER' or name.startswith('STAVKA_')], file=out, flush=True)\n"
        "print(ask(), end='', file=out, flush=True); say('ready')\n"
        "print(ask(), end='', file=out, flush=True); time.sleep(600)"
    )
    house = open_house(lite, programs=listed(python(code)), think_seconds=600)
    made = house.make({"soviet": "me", "german": "one"}, seed="s", **LUKI)
    seat = house.sit(made, "soviet")
    while seat.catch_up().picks():
        assert seat.pick(seat.picks()[0])["is"] == "answer"
    until(seat, lambda: heard.exists() and len(heard.read_text().splitlines()) >= 3)
    environ, hello, decide = heard.read_text().splitlines()[:3]
    assert environ == "['OTHER']"
    table = house.desk.tables[made["table"]]
    game, position = table.game, table.match.session.state
    said = json.loads(decide.removeprefix("decide "))
    assert json.loads(hello.removeprefix("hello "))["side"] == "german"
    assert said["position"] == json.loads(json.dumps(game.see(position, 1).plain()))
    assert said["position"] != json.loads(json.dumps(position.to_json())), "this position holds secrets"


# -- what goes wrong ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "does"),
    [
        ("raise SystemExit(3)", "ended or could not be started, and"),
        (SAYS + "ask(); time.sleep(600)", "did not answer in time and"),
        (READY + "say('pick guide'); ask()", "gave an answer that is not allowed, and"),
        (READY + "say('pick done\\n' * 999999)", "wrote more than it was asked for, and"),
    ],
)
def test_a_program_that_does_wrong_loses_its_own_game_only(
    open_house: OpenHouse, lite: Settings, code: str, does: str
) -> None:
    house = open_house(lite, programs=listed(python(code), MARCHER), think_seconds=2)
    good = house.make({"soviet": "two", "german": "me"}, seed="g", **LUKI)
    mine = house.sit(good, "german")
    bad = house.make({"soviet": "one", "german": "me"}, seed="b", **LUKI)
    seat = house.sit(bad, "german")
    until(seat, lambda: seat.scene["result"])
    assert [line["text"] for line in seat.said] == [f"The Soviet program {does} loses the game."]
    assert house.desk.tables[bad["table"]].match.result == "german resignation"
    until(mine, mine.picks)
    assert mine.scene["result"] is None and mine.said == []


def test_a_game_whose_program_the_operator_has_taken_away_waits(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite, programs=listed(MARCHER))
    pipes = house.desk.pipes
    made = house.make({"soviet": "me", "german": "one"}, seed="w", **LUKI)
    known, pipes.known = pipes.known, {}
    seat = house.sit(made, "soviet")
    while seat.catch_up().picks():
        assert seat.pick(seat.picks()[0])["is"] == "answer"
    until(seat, lambda: any(message["is"] == "queued" for message in seat.heard))
    (queued, *_) = (message for message in seat.heard if message["is"] == "queued")
    assert queued["text"] == (
        "This server no longer has the program one. The game waits until the operator brings it back."
    )
    assert seat.scene["result"] is None and not pipes.seated
    pipes.known = known
    house.client.portal.call(house.desk.tables[made["table"]].wake)  # type: ignore[union-attr]
    until(seat, lambda: 1 in {move.seat for move in house.desk.store.moves(made["table"])})


def test_only_so_many_programs_run_and_the_others_are_started_again(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite, programs=listed(MARCHER))
    house.desk.pipes.most = 1
    seats = []
    for seed in "ab":
        made = house.make({"soviet": "one", "german": "me"}, seed=seed, **LUKI)
        seats.append(house.sit(made, "german"))
        until(seats[-1], seats[-1].picks)
        assert len(house.desk.pipes.seated) == 1
    first = seats[0]
    until(first, lambda: not first.picks() or first.pick(first.picks()[0])["is"] != "answer")
    until(first, first.picks)
    assert len(house.desk.pipes.seated) == 1 and first.said == []


def test_closing_ends_programs_whatever_they_are_doing(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite, programs=listed(python(SAYS + "ask(); time.sleep(600)")), think_seconds=600)
    pipes = house.desk.pipes
    made = house.make({"soviet": "one", "german": "me"}, seed="c", **LUKI)
    seat = house.sit(made, "german")
    until(seat, lambda: pipes.seated and all(each.player.process for each in pipes.seated.values()))
    (seated,) = pipes.seated.values()
    process = seated.player.process
    assert process is not None and process.poll() is None
    pipes.close()
    assert process.returncode == -9 and not pipes.seated


# -- the file -------------------------------------------------------------------------------------------------------


def test_the_file_names_programs_and_their_games(tmp_path: Path) -> None:
    file = tmp_path / "programs.toml"
    file.write_text("[marcher]\ncommand = 'node m.mjs'\n[other-2]\ncommand = 'x'\ngames = ['luki']\n")
    programs = Settings.read({"STAVKA_PROGRAMS": str(file)}, tmp_path).programs
    assert programs == {"marcher": Listed("node m.mjs", tuple(games.GAMES)), "other-2": Listed("x", ("luki",))}
    assert Settings.read({}, tmp_path).programs == {}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[a", "Expected"),
        ("[Marcher]\ncommand = 'x'", "Marcher: a name is up to 32 small letters, digits and hyphens"),
        ("[scripted]\ncommand = 'x'", "scripted: the name is taken"),
        ("[friend]\ncommand = 'x'", "friend: the name is taken"),
        ("a = 1", "a: expected a table with `command`"),
        ("[a]\ncommand = 'x'\nseconds = 3", "a: expected a table with `command`"),
        ("[a]\ngames = ['luki']", "a: expected a command"),
        ("[a]\ncommand = ' '", "a: expected a command"),
        ("[a]\ncommand = 'x'\ngames = ['chess']", "a: games are among "),
        ("[a]\ncommand = 'x'\ngames = []", "a: games are among "),
    ],
)
def test_a_wrong_file_is_refused_with_one_sentence(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "programs.toml"
    file.write_text(text)
    with pytest.raises(ValueError, match=says) as error:
        read_programs(file)
    assert str(file) in str(error.value)
    with pytest.raises(ValueError, match="No such file"):
        read_programs(tmp_path / "none.toml")
