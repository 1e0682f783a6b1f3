"""Odd input, which no honest client sends, is refused with a sentence, on both databases alike."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

import pytest
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, played
from stavka.engine import chance
from stavka.engine.state import Json
from stavka.server.settings import Settings
from stavka.server.viewer import encoded

Change = Callable[[str], str]


def with_seed(seed: str) -> Change:
    """A record that is true in itself: the dice are those of the seed, and so is the commitment."""

    def change(_: str) -> str:
        session = played(0, seed=seed)
        return session.record.write()

    return change


def header(key: str, value: str) -> Change:
    def change(text: str) -> str:
        return "\n".join(f"{key}: {value}" if line.startswith(f"{key}:") else line for line in text.split("\n"))

    return change


def move(number: int, line: str) -> Change:
    """The record with another line in place of a move. Moves are numbered from 1."""

    def change(text: str) -> str:
        return "\n".join(line if each.startswith(f"{number} ") else each for each in text.split("\n"))

    return change


def added(line: str) -> Change:
    return lambda text: text + line + "\n"


LONG = "x" * 100_000
MUTATIONS: dict[str, Change] = {
    "seed of 65": with_seed("s" * 65),
    "seed of 5000": with_seed("s" * 5000),
    "seed with NUL": with_seed("a\0b"),
    "seed of two words": with_seed("two words"),
    "seed in another script": with_seed("сталь"),
    "no seed": lambda text: "\n".join(line for line in text.split("\n") if not line.startswith("seed:")),
    "NUL in a comment": added("# \0"),
    "NUL alone": lambda _: "\0",
    "NUL in a move": move(1, "1 axis \0"),
    "NUL in a game": header("game", "tra\0ces"),
    "NUL in a scenario": header("scenario", "race\0"),
    "long game": header("game", LONG),
    "long scenario": header("scenario", LONG),
    "long overlay": header("overlay", LONG),
    "long data": header("data", LONG),
    "long rules": header("rules", LONG),
    "long commitment": header("commitment", LONG),
    "long who": move(1, f"1 {LONG} 1731"),
    "long what": move(1, f"1 axis {LONG}"),
    "what of 65": move(1, f"1 axis {'x' * 65}"),
    "what of many digits": move(1, f"1 axis {'1' * 5000}"),
    "superscript what": move(1, "1 axis ²"),
    "number in another script": move(1, "\u0661 axis 1731"),
    "options not of the game": header("options", '{"moon": true}'),
    "options of another kind": header("options", '{"hq_conversion": "yes"}'),
    "options as a number": header("options", '{"hq_conversion": 1}'),
    "options null": header("options", '{"hq_conversion": null}'),
    "options a list": header("options", "[]"),
    "options deep": header("options", '{"hq_conversion": ' + "[" * 50_000 + "]" * 50_000 + "}"),
    "options huge": header("options", json.dumps({f"option{n}": True for n in range(20_000)})),
    "options with NUL": header("options", '{"hq_conversion\\u0000": true}'),
    "options with half a letter": header("options", '{"\\ud800": true}'),
    "options not a number": header("options", '{"hq_conversion": NaN}'),
    "options a long number": header("options", '{"hq_conversion": ' + "9" * 5000 + "}"),
    "options twice": lambda text: text.replace("overlay:", "options: {}\noverlay:"),
    "scenario of another game": header("scenario", "mtsensk"),
    "a side that there is not": move(1, "1 moon 1731"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_record_that_cannot_be_stored_is_refused_with_a_sentence(house: House, name: str) -> None:
    text = MUTATIONS[name](played(6).record.write())
    reply = house.client.post("/api/records", json={"record": text, "seats": HOT_SEAT})
    assert reply.status_code == 400, reply.text[:300]
    assert 10 < len(reply.json()["error"]) < 400


def test_a_seed_of_64_and_options_that_there_are_can_be_brought(house: House) -> None:
    for change in (with_seed("s" * 64), with_seed("a.B_c-9"), header("options", '{"hq_conversion": false}')):
        reply = house.client.post("/api/records", json={"record": change(played(0).record.write()), "seats": HOT_SEAT})
        assert reply.status_code == 201, reply.text
        assert house.facts(reply.json())["result"] == ""


def test_half_a_letter_in_a_body_is_refused(house: House) -> None:
    for body in (
        b'{"record": "\\ud800", "seats": {}}',
        b'{"record": "", "seats": {}, "\\ud800": 1}',
        b'{"game": "\\ud800", "scenario": "race", "seats": {}}',
        b'{"game": "traces", "scenario": "race", "seats": {"\\ud800": "me"}}',
    ):
        path = "/api/records" if b"record" in body else "/api/tables"
        reply = house.client.post(path, content=body, headers={"Content-Type": "application/json"})
        assert reply.status_code in (400, 422) and reply.json()["error"]


# -- WebSocket ------------------------------------------------------------------------------------------------------

HALF = "\\ud800"


@pytest.mark.parametrize(
    ("text", "id_"),
    [
        (f'{{"do": "skip", "id": "{HALF}"}}', None),
        (f'{{"do": "moon", "id": "x{HALF}"}}', None),
        (f'{{"do": "chat", "text": "{HALF}", "id": "a"}}', "a"),
        (f'{{"do": "pick", "state": 0, "pick": "{HALF}", "id": 7}}', 7),
        (f'{{"do": "ask", "what": "odds", "more": "{HALF}", "id": 7}}', 7),
        (f'{{"do": "ask", "what": "odds", "{HALF}": 1, "id": 7}}', 7),
        ('{"do": "moon", "id": "' + "x" * 65 + '"}', None),
        ('{"do": "moon", "id": ' + "9" * 5000 + "}", None),
        ("[" * 7000, None),
        ("²", None),
    ],
)
def test_half_a_letter_does_not_silence_a_connection(house: House, text: str, id_: str | int | None) -> None:
    seat = house.sit(house.make(FRIENDS), "axis")
    seat.socket.send_text(text)
    heard = seat.hear()
    assert (heard["is"], heard["id"]) == ("refused", id_) and heard["text"]
    assert seat.pick(seat.picks()[0])["is"] == "answer"


def test_a_message_that_cannot_be_written_is_noted_and_the_next_is_sent(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    made = house.make(FRIENDS)
    seat = house.sit(made, "axis")
    (viewer,) = house.desk.tables[made["table"]].viewers
    with caplog.at_level(logging.ERROR):
        for text in ("\ud800", object()):
            assert house.client.portal is not None
            house.client.portal.call(viewer.push, {"is": "chat", "text": text})
        assert seat.pick(seat.picks()[0])["is"] == "answer"
    kinds = [record.getMessage().partition(" at ")[0] for record in caplog.records]
    assert kinds == ["sending chat: UnicodeEncodeError", "sending chat: TypeError"]
    assert encoded({"is": "chat", "text": "é"}) == '{"is":"chat","text":"é"}'


@pytest.mark.parametrize("since", ["²", "%C2%B2", "-1", "1e9", "9" * 5000, "", "٣", "1.5", "%00", "%ED%A0%80"])
def test_an_odd_number_of_entries_is_none(house: House, since: str) -> None:
    seat = house.sit(house.make(FRIENDS), "axis", since=since)
    assert seat.pick(seat.picks()[0])["is"] == "answer"


@pytest.mark.parametrize("lang", ["²", "xx", "e" * 2000, "%00", "EN", ""])
def test_an_odd_language_is_english(house: House, lang: str) -> None:
    seat = house.sit(house.make(FRIENDS), lang=lang)
    assert seat.say("pick", state=0, pick="x")["text"] == "You are only watching this game."


@pytest.mark.parametrize("key", ["²", "%00", "x" * 3000, "x", "a b" * 10, "%ED%A0%80", "'--", "é" * 30])
def test_an_odd_key_is_a_wrong_key(house: House, key: str) -> None:
    made = house.make(FRIENDS)
    assert closed(house, f"/api/tables/{made['table']}/play?key={key}") == 4403


@pytest.mark.parametrize("table", ["%00", "x" * 33, "x" * 3000, "a%20b", "²", "a.b", "%ED%A0%80"])
def test_an_odd_table_is_no_table(house: House, table: str) -> None:
    assert closed(house, f"/api/tables/{table}/play") == 4404


def closed(house: House, address: str) -> int:
    """The code with which a connection is closed."""
    with pytest.raises(WebSocketDisconnect) as end, house.client.websocket_connect(address) as socket:
        socket.receive_json()
    return end.value.code


def test_the_form_of_a_seed_is_the_same_for_a_new_table_and_a_record(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    for seed in ("s" * 65, "two words", "", "a\0b"):
        wanted: Json = {"game": "traces", "scenario": "race", "seats": HOT_SEAT, "seed": seed}
        assert house.client.post("/api/tables", json=wanted).status_code == 422
    assert chance.commitment("s" * 64)


def test_a_refusal_repeats_no_long_name_and_no_line_break(house: House) -> None:
    seat = house.sit(house.make(HOT_SEAT), "axis")
    asked = {"what": "overlay", "overlay": "z" * 500}, {"what": "y" * 5000}, {"what": "overlay", "side": "x" * 5000}
    for question in (*asked, {"what": "odds", "hex": "9" * 5000}, {"what": "overlay", "unit": "a\nb" * 1000}):
        text = seat.say("ask", **question)["text"]
        assert len(text) < 100 and "\n" not in text, text
