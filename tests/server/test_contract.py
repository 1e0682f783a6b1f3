"""The interface is what OpenAPI says it is, and nothing that comes over a WebSocket breaks it."""

from __future__ import annotations

import json
import tempfile
import threading
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.generation.feedback import FeedbackSources
from schemathesis.pytest._test_builder import build_operation_test
from schemathesis.specs.openapi.checks import positive_data_acceptance
from uvicorn import Config, Server

from server.conftest import quick
from server.postgres import free_port
from server.seats import FRIENDS, House, Seat, play_on
from stavka import games
from stavka.engine.state import Json
from stavka.server import messages
from stavka.server.app import make_app
from stavka.server.typescript import types_of

DESCRIBED = make_app(quick(Path("unused"), "sqlite://")).openapi()


@cache
def schema() -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_dict(DESCRIBED)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder, House(quick(Path(folder))) as house:
        yield house


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server that listens."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        config = Config(make_app(quick(Path(folder))), port=port, log_config=None, ws="none", access_log=False)
        server = Server(config)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
        server.should_exit = True
        thread.join()


@settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)
def answer_is_described(case: schemathesis.Case[Any], address: str) -> None:
    """A schema cannot say which games there are, so what fits it may be refused all the same."""
    reply = case.call(base_url=address)
    case.validate_response(reply, excluded_checks=[positive_data_acceptance])


@pytest.mark.parametrize(
    "label", [f"{method.upper()} {path}" for path, each in DESCRIBED["paths"].items() for method in each]
)
def test_every_answer_is_described(label: str, address: str) -> None:
    """`schema().parametrize()` does this too, but builds the cases of all operations in each process that collects."""
    operation = schema().find_operation_by_label(label)
    assert operation is not None
    test = build_operation_test(
        config=schema().config,
        operation=operation,
        test_func=answer_is_described,
        given_kwargs={},
        feedback=FeedbackSources(),
    )
    test(address=address)


@pytest.fixture(scope="module")
def busy(fuzzed: House) -> Seat:
    made = fuzzed.make(FRIENDS)
    seats = [fuzzed.sit(made, "soviet"), fuzzed.sit(made, "axis")]
    play_on(seats, Random(1), 20)
    return seats[0]


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
DOINGS = ("pick", "undo", "why", "ask", "show", "chat", "draw", "takeback", "pace", "skip", "hurry", "sit", "moon")
WORDS = st.sampled_from(["1731", "done", "so.hq.step", "all", "", "x" * 70, "1731 ", "\x00"]) | JUNK
ALMOST = st.fixed_dictionaries(
    {"do": st.sampled_from(DOINGS)},
    optional={
        "state": st.integers(-2, 60) | JUNK,
        "pick": WORDS,
        "what": WORDS,
        "text": WORDS,
        "since": st.integers(-3, 10**9) | JUNK,
        "ms": st.integers(-1, 70_000),
        "side": st.sampled_from(["soviet", "axis", "moon"]) | JUNK,
        "answer": JUNK,
        "id": st.integers() | st.text(max_size=70) | JUNK,
        "more": JUNK,
    },
)


def written(message: Any) -> str:
    return json.dumps(message)


@settings(max_examples=100, suppress_health_check=list(HealthCheck), deadline=None)
@given(text=st.text(max_size=200) | JUNK.map(written) | ALMOST.map(written) | ALMOST.map(written))
def test_whatever_is_said_is_answered_in_the_described_form(text: str, busy: Seat) -> None:
    busy.socket.send_text(text)
    start, answered = len(busy.heard), len(busy.replies)
    busy.catch_up()
    said = busy.heard[start:]
    for message in said:
        messages.FROM_SERVER.validate_python(message)
    assert len(busy.replies) == answered + 2
    assert not any("went wrong" in message.get("text", "") for message in said)


def test_what_is_sent_has_the_described_form(fuzzed: House) -> None:
    made = fuzzed.make(FRIENDS, clock={"start": 100})
    seats = [fuzzed.sit(made, "soviet"), fuzzed.sit(made, "axis")]
    play_on(seats, Random(1), 30)
    seats[0].say("chat", text="x")
    seats[0].say("why", pick="1731")
    seats[0].say("resign")
    kinds = set()
    for message in seats[0].catch_up().heard:
        messages.FROM_SERVER.validate_python(message)
        kinds.add(message["is"])
    assert kinds == {"update", "answer", "refused", "chat", "table"}


def test_openapi_describes_the_messages_too(fuzzed: House) -> None:
    shapes = fuzzed.client.get("/api/openapi.json").json()["components"]["schemas"]
    assert {"ClientMessage", "ServerMessage", "PickMessage", "UpdateSent", "TableInfo"} <= set(shapes)


def test_the_client_s_types_are_those_of_the_description(fuzzed: House) -> None:
    """`python -m stavka.server.typescript > web/src/schema.ts` makes them again."""
    kept = Path(__file__).parents[2] / "web" / "src" / "schema.ts"
    assert kept.read_text("utf-8") == types_of(fuzzed.client.get("/api/openapi.json").json())


def test_scenes_boards_and_answers_have_the_described_shapes(fuzzed: House) -> None:
    described = fuzzed.client.get("/api/openapi.json").json()

    def fits(shape: str, found: Json) -> None:
        jsonschema_rs.validator_for(
            {"$ref": f"#/components/schemas/{shape}", "components": described["components"]}
        ).validate(found)

    fits("Board", fuzzed.client.get("/api/games/traces/board?lang=fr").json())
    for key in games.GAMES:
        scenario = games.about(key)["scenarios"][-1]["key"]
        fits("Guide", fuzzed.client.get(f"/api/games/{key}/guide?scenario={scenario}&lang=fr").json())
    made = fuzzed.make(FRIENDS, seed="shapes")
    seats = [fuzzed.sit(made, "soviet"), fuzzed.sit(made, "axis"), fuzzed.sit(made)]
    play_on(seats[:2], Random(4), 150)
    for seat in seats:
        for scene in seat.catch_up().scenes:
            fits("Scene", scene)
        fits("UpdateSent", [message for message in seat.heard if "log" in message][-1])
        fits("UpdateSent", [message for message in seat.heard if "patch" in message][-1])
    assert any("roll" in entry for entry in seats[0].log)
    shown = seats[0].scene["units"]
    unit, hex_ = next((unit, each["hex"]) for unit, each in shown.items() if "hex" in each)
    there = next(iter(seats[0].say("ask", what="reach", unit=unit)["hexes"]))
    foes = {each["hex"] for name, each in shown.items() if "hex" in each and name[:2] != unit[:2]}
    foe = next(foe for foe in sorted(foes) if seats[0].say("ask", what="odds", hex=foe)["is"] == "answer")
    answers = {
        "Reach": {"what": "reach", "unit": unit},
        "Path": {"what": "path", "unit": unit, "hex": there},
        "Odds": {"what": "odds", "hex": foe},
        "Overlay": {"what": "overlay", "overlay": "supply", "side": "axis"},
        "HexAnswer": {"what": "hex", "hex": hex_},
    }
    for shape, question in answers.items():
        reply = seats[0].say("ask", **question)
        assert reply["is"] == "answer", reply
        fits(shape, {name: value for name, value in reply.items() if name not in ("is", "id", "what")})
    for do, shape in (({"do": "why", "pick": hex_}, "WhyAnswer"), ({"do": "past", "at": 3}, "PastAnswer")):
        reply = seats[0].say(**do)
        fits(shape, {name: value for name, value in reply.items() if name not in ("is", "id")})


def test_the_lobby_is_told_of_games_in_its_language(fuzzed: House) -> None:
    (game,) = (each for each in fuzzed.client.get("/api/games?lang=es").json() if each["key"] == "traces")
    assert [side["name"] for side in game["sides"]] == ["Soviéticos", "Eje"]
    assert [each["title"] for each in game["scenarios"]] == ["Carrera hacia el Dnipro", "Campaña de Traces of War"]
    assert all(each["about"] for each in [game, *game["scenarios"], *game["options"]])
    rule = fuzzed.client.get("/api/games/traces/rules/14.2?lang=fr").json()
    assert rule["title"] == "Conversion des QG soviétiques"
