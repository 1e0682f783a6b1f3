"""The log helps an operator and tells no secret: ids of requests, one form for people and one for programs."""

from __future__ import annotations

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse, quick
from server.process import Server
from server.seats import FRIENDS, House
from stavka.engine.state import Json
from stavka.server.faults import LOG, LogStyle, logging_in, tell_fault
from stavka.server.settings import Settings

PASSWORD = "nine unrelated grey bicycles"
SAID = "Attack at Rzhev before dawn"
MAIL = "zhukov@example.org"
SEED = "thesecretseed"
NAME = "Rokossovsky"


class Log:
    """What `stavka serve` would write to standard error."""

    def __init__(self, style: LogStyle) -> None:
        setting = logging_in(style)
        setting["handlers"]["stderr"]["stream"] = self.text = io.StringIO()
        setting["loggers"]["httpx2"] = {"level": "WARNING"}  # the client of the tests
        self.before = list(logging.root.handlers), logging.root.level
        logging.config.dictConfig(setting)

    def close(self) -> str:
        logging.root.handlers, logging.root.level = self.before
        for name in ("alembic", "httpx2", "uvicorn"):
            logging.getLogger(name).setLevel(logging.NOTSET)
        return self.text.getvalue()

    def lines(self) -> list[Json]:
        return [json.loads(line) for line in self.text.getvalue().splitlines()]


@pytest.fixture
def log() -> Iterator[Log]:
    made = Log("json")
    yield made
    made.close()


# -- ids of requests --------------------------------------------------------------------------------------------------


def test_every_answer_has_an_id_of_its_own(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    addresses = ("/api/games", "/api/games/traces/map.svg", "/nowhere", "/health/live", "/api/tables/none")
    ids = [house.client.get(address).headers["x-request-id"] for address in (*addresses, *addresses)]
    assert len(set(ids)) == len(ids) and all(len(id_) == 16 for id_ in ids)


def test_an_id_that_a_client_sends_is_not_taken(open_house: OpenHouse, lite: Settings) -> None:
    reply = open_house(lite).client.get("/api/games", headers={"X-Request-ID": "mine"})
    assert reply.headers["x-request-id"] != "mine"


def test_a_fault_is_found_by_the_id_in_its_answer(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    house = open_house(lite)

    def fail(*_: object) -> None:
        raise ValueError(SAID)

    monkeypatch.setattr(house.desk.store, "tables_of", fail)
    answer = house.client.get("/api/tables", headers={"Authorization": "Bearer x"})
    (line,) = log.lines()
    assert answer.status_code == 500
    assert (line["request"], line["kind"], line["where"], line["level"]) == (
        answer.headers["x-request-id"],
        "ValueError",
        "GET /api/tables",
        "error",
    )
    assert "test_log.py" in line["place"] and line["message"] == f"GET /api/tables: ValueError at {line['place']}"


def test_a_fault_of_a_call_is_logged_without_its_address(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    house = open_house(lite)

    def fail(*_: object) -> None:
        raise ValueError

    monkeypatch.setattr(house.desk.store, "table", fail)
    monkeypatch.setattr(house.app.router.default, "answer", fail)
    assert house.client.get("/api/tables/Rokossovsky").status_code == 500
    assert house.client.get("/Rokossovsky%0aINFO").status_code == 500
    assert house.client.request("ROKOSSOVSKY", "/Rokossovsky").status_code == 500
    assert [line["where"] for line in log.lines()] == ["GET /api/tables/{table}", "GET elsewhere", "other elsewhere"]
    assert "okossovsky" not in log.text.getvalue().lower().replace("test_log.py", "")


def test_a_connection_has_an_id_too(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch, log: Log
) -> None:
    house = open_house(lite)
    made = house.make()
    axis = house.sit(made, "axis")
    sent: Any = axis.socket.extra_headers
    id_ = dict(sent)[b"x-request-id"].decode()

    def fail(*_: object, **__: object) -> None:
        raise ValueError

    monkeypatch.setattr(house.desk.tables[made["table"]].match, "do", fail)
    assert axis.pick(axis.picks()[0])["is"] == "refused"
    assert [line["request"] for line in log.lines()] == [id_]


def test_a_line_for_people_ends_with_the_id(open_house: OpenHouse, lite: Settings) -> None:
    log = Log("plain")
    try:
        house = open_house(lite)
        answer = house.client.get("/api/games")
        LOG.warning("before any request")
    finally:
        text = log.close()
    assert answer.status_code == 200
    assert text.endswith("WARNING stavka.server: before any request\n")


def test_a_wrong_style_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="STAVKA_LOG=xml: expected plain or json"):
        Settings.read({"STAVKA_LOG": "xml"}, tmp_path)
    assert [Settings.read({"STAVKA_LOG": style}, tmp_path).log for style in ("json", "")] == ["json", "plain"]


# -- secrets ----------------------------------------------------------------------------------------------------------

PLACES = (
    ("store", "append"),
    ("store", "chat"),
    ("store", "set_seat"),
    ("store", "tables_of"),
    ("store", "add_table"),
    ("presenter", "ask"),
    ("presenter", "scene"),
    ("accounts", "login"),
    ("accounts", "claim"),
    ("accounts", "named"),
    ("programs", "ask"),
)
"""Where errors are planted: each call there may raise one."""


def plant(house: House, secrets: list[str], rng: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    for owner, name in PLACES:
        real = getattr(getattr(house.desk, owner), name)

        def broken(*given: Any, real: Any = real, **more: Any) -> Any:
            if rng.random() < 0.2:
                raise rng.choice((ValueError, RuntimeError, KeyError, OSError))(" ".join(secrets))
            return real(*given, **more)

        monkeypatch.setattr(getattr(house.desk, owner), name, broken)


def live_with(house: House, made: Json, rng: Random) -> None:
    """Everything that players do, with what they write, whether or not it succeeds."""
    auth = {"Authorization": f"Bearer {made['keys']['axis']}"}
    for _ in range(4):
        table = f"/api/tables/{made['table']}"
        house.client.put(f"{table}/notify", json={"email": MAIL}, headers=auth)
        house.client.put(f"{table}/notify", json={"email": f"{MAIL} {SAID}"}, headers=auth)
        house.client.get("/api/tables", headers=auth)
        house.client.get(f"/{SAID}")
        house.client.post("/api/account/login", json={"name": NAME, "password": PASSWORD})
        house.client.post("/api/account/seats", json={"keys": [made["keys"]["axis"]]})
        house.client.post("/api/records", json={"record": f"{SAID} {SEED}", "seats": FRIENDS})
        try:
            seat = house.sit(made, "axis")
            for _ in range(10):
                seat.say("chat", text=SAID)
                seat.say("ask", what=SAID)
                seat.say(SAID)
                picks = seat.picks()
                seat.pick(rng.choice(picks) if picks else SAID)
        except WebSocketDisconnect:
            continue


def secrets_of(house: House, made: Json) -> list[str]:
    row = house.desk.store.table(made["table"])
    assert row is not None
    cookies = list(house.client.cookies.values())
    keys = [made["host"], *made["keys"].values(), *made["invitations"].values()]
    return [*keys, *cookies, row.seed, row.program_seed, row.host_hash, PASSWORD, SAID, MAIL, NAME]


@pytest.mark.parametrize("style", get_args(LogStyle))
@given(seed=st.integers(0, 2**32))
@settings(
    max_examples=5,
    deadline=None,
    phases=(Phase.generate,),  # a smaller game would say nothing more
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_the_log_of_a_game_with_planted_errors_holds_no_secret(
    style: LogStyle, seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rng = Random(seed)
    log = Log(style)
    try:
        with (
            House(quick(tmp_path_factory.mktemp("log"))) as house,
            pytest.MonkeyPatch.context() as monkeypatch,
        ):
            house.client.post("/api/account", json={"name": NAME, "password": PASSWORD})
            made = house.make({"soviet": "scripted", "axis": "me"}, seed=SEED) | {"invitations": {}}
            secrets = secrets_of(house, made)
            plant(house, secrets, rng, monkeypatch)
            live_with(house, made, rng)
    finally:
        text = log.close()
    assert text.count("Error at") >= 5, "errors were planted, and logged"
    assert [word for word in secrets if word in text] == []


def test_a_real_server_writes_json_lines(lite: Settings, tmp_path: Path) -> None:
    server = Server(lite, tmp_path / "log", STAVKA_LOG="json", STAVKA_SMTP_URL="smtp://nowhere.invalid:25")
    try:
        made = server.get("tables", {"game": "traces", "scenario": "race", "seats": FRIENDS, "seed": SEED})
        with server.sit(made) as connection:
            connection.send(json.dumps({"do": "chat", "id": 1, "text": SAID}))
            connection.recv(timeout=20)
    finally:
        server.process.terminate()
        server.process.wait(30)
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines() if not line.startswith("Stavka at")]
    assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
    assert [word for word in (SEED, SAID, made["host"], *made["keys"].values()) if word in text] == []


def test_a_fault_in_words_of_players_is_logged_without_them(log: Log) -> None:
    try:
        raise ValueError(f"{MAIL}\n{SAID}")
    except ValueError as error:
        tell_fault("here", error)
        LOG.exception("and here")
    assert [line["message"].partition(" at ")[0] for line in log.lines()] == [
        "here: ValueError",
        "and here (ValueError)",
    ]
    assert MAIL not in log.text.getvalue()
