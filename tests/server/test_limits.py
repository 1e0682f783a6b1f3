"""Rate limits, sizes, and the headers for browsers."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from server.conftest import OpenHouse
from server.seats import FRIENDS
from stavka.cli import run
from stavka.server.limits import Limiter, Limits, client_of
from stavka.server.settings import Settings, data_folder, driver

FOR_EVER = 1e9


def test_a_limiter_fills_with_time() -> None:
    limiter = Limiter(3, 30)
    assert [limiter.allow("a", 0) for _ in range(4)] == [True, True, True, False]
    assert limiter.allow("b", 0)
    assert not limiter.allow("a", 9.9) and limiter.allow("a", 11.0) and not limiter.allow("a", 11.1)


@pytest.mark.parametrize(
    ("path", "body", "allowed"),
    [
        ("/api/tables", {"game": "traces", "scenario": "race", "seats": FRIENDS}, 201),
        ("/api/account", {"name": "petrov", "password": "petrov-petrov"}, 400),
        ("/api/records", {"record": "x", "seats": FRIENDS}, 400),
    ],
)
def test_what_costs_much_is_limited(
    open_house: OpenHouse, lite: Settings, path: str, body: object, allowed: int
) -> None:
    house = open_house(lite)
    limits = house.desk.limits
    limits.tables = limits.accounts = limits.imports = Limiter(2, FOR_EVER)
    codes = [house.client.post(path, json=body).status_code for _ in range(3)]
    assert codes == [allowed, allowed, 429]


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_clients_are_told_apart_by_their_network(address: str, client: str) -> None:
    """A client with one address of IPv6 has 2 to the power of 64 of them."""
    assert client_of({"client": (address, 1)}) == client
    assert client_of({"client": None}) == "-"


def test_far_fewer_records_can_be_imported_than_tables_made() -> None:
    limits = Limits(1)
    assert [limits.imports.allow("a", 0) for _ in range(7)] == [True] * 6 + [False]
    assert not limits.imports.allow("a", 9) and limits.imports.allow("a", 11), "one in ten seconds"


def test_requests_of_one_client_are_limited(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    house.desk.limits.requests = Limiter(3, FOR_EVER)
    replies = [house.client.get("/api/health") for _ in range(4)]
    assert [reply.status_code for reply in replies] == [200, 200, 200, 429]
    assert replies[-1].json()["error"] and replies[-1].headers["retry-after"]
    assert replies[-1].headers["x-content-type-options"] == "nosniff"


def test_messages_of_one_connection_are_limited(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(lite)
    made = house.make()
    monkeypatch.setattr(house.desk.limits, "messages", lambda: Limiter(3, FOR_EVER))
    seat = house.sit(made, "axis")
    assert [seat.say("skip")["is"] for _ in range(2)] == ["answer", "answer"]
    seat.socket.send_json({"do": "skip"})
    assert "Too many" in seat.hear()["text"]


def test_large_requests_and_messages_are_refused(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    big = json.dumps({"game": "x" * 70_000})
    headers = {"Content-Type": "application/json"}
    assert house.client.post("/api/tables", content=big, headers=headers).status_code == 413
    pieces = iter([b"x" * 40_000] * 3)
    assert house.client.post("/api/tables", content=pieces, headers=headers).status_code == 413
    assert house.client.post("/api/records", content=big, headers=headers).status_code == 422
    seat = house.sit(house.make(), "axis")
    seat.socket.send_text("x" * 9_000)
    assert "moderate length" in seat.hear()["text"]
    seat.socket.send_bytes(b"{}")
    assert "JSON" in seat.hear()["text"]
    assert seat.pick(seat.picks()[0])["is"] == "answer"


def test_every_answer_has_the_headers_that_protect_it(open_house: OpenHouse, lite: Settings) -> None:
    client = open_house(lite).client
    for reply in (client.get("/"), client.get("/api/games"), client.get("/api/nothing"), client.post("/api/tables")):
        policy = reply.headers["content-security-policy"]
        assert "script-src 'self'" in policy and "unsafe" not in policy and "default-src 'none'" in policy
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert reply.headers["referrer-policy"] == "no-referrer"
        assert "max-age" in reply.headers["strict-transport-security"]
    assert client.get("/api/games").headers["cache-control"] == "no-store"


def test_the_page_is_served_when_it_is_built(open_house: OpenHouse, lite: Settings, tmp_path: Path) -> None:
    house = open_house(lite)
    assert "has not been built" in house.client.get("/").text
    (lite.web_folder / "assets").mkdir(parents=True)
    (lite.web_folder / "index.html").write_text("<!doctype html>the page")
    (lite.web_folder / "assets" / "a.js").write_text("1")
    (tmp_path / "secret.txt").write_text("secret")
    assert "the page" in house.client.get("/").text
    script = house.client.get("/assets/a.js")
    assert script.text == "1" and "immutable" in script.headers["cache-control"]
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "/none.js"):
        reply = house.client.get(path)
        assert reply.status_code == 404 and "secret" not in reply.text, path
    assert house.client.get("/api/none").status_code == 404


def test_settings_come_from_the_environment() -> None:
    environ = {"HOME": "/home/me", "STAVKA_DATABASE_URL": "postgresql://me@db/stavka", "STAVKA_WORKERS": "3"}
    found = Settings.read(environ)
    assert found.data_folder == data_folder(environ)
    home = Path(environ["HOME"])
    assert data_folder(environ, "linux") == home / ".local/share/stavka"
    assert data_folder(environ, "darwin") == home / "Library/Application Support/stavka"
    assert data_folder(environ | {"LOCALAPPDATA": "local"}, "win32") == Path("local/stavka")
    assert found.database == "postgresql+psycopg://me@db/stavka" and found.workers == 3
    assert (
        Settings.read({"HOME": "/home/me", "STAVKA_DATA_FOLDER": "/data"}).database == "sqlite:////data/stavka.sqlite3"
    )
    for name, value in (("STAVKA_WORKERS", "0"), ("STAVKA_PACE", "fast"), ("STAVKA_THINK_SECONDS", "inf")):
        with pytest.raises(ValueError, match=name):
            Settings.read({"HOME": "/home/me", name: value})


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/h"}, "/h/.local/share/stavka"),
        ("linux", {"HOME": "/h", "XDG_DATA_HOME": "/x"}, "/x/stavka"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/stavka"),
        ("win32", {"HOME": "/h", "LOCALAPPDATA": "/l"}, "/l/stavka"),
    ],
)
def test_data_lies_where_the_system_wants_it(platform: str, environ: dict[str, str], expected: str) -> None:
    assert data_folder(environ, platform) == Path(expected)


def test_a_database_is_named_as_people_write_it() -> None:
    assert driver("postgres://a/b") == driver("postgresql://a/b") == "postgresql+psycopg://a/b"
    assert driver("sqlite:///x") == "sqlite:///x"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("STAVKA_DATABASE_URL", "moon"),
        ("STAVKA_DATABASE_URL", "moon://here"),
        ("STAVKA_DATABASE_URL", "oracle://here/stavka"),
        ("STAVKA_DATABASE_URL", "sqlite:////proc/none/x.sqlite3"),
        ("STAVKA_PACE", "fast"),
    ],
)
def test_a_server_that_cannot_start_says_why(
    name: str, value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert run(["serve", "--port", "0", "--data-folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("stavka: ") and len(said.splitlines()) == 1


def test_a_driver_that_is_missing_is_named_with_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("STAVKA_DATABASE_URL", "postgresql://me:secret@127.0.0.1/stavka")
    assert run(["serve", "--port", "0", "--data-folder", str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert said.startswith("stavka: STAVKA_DATABASE_URL: ") and len(said.splitlines()) == 1
    assert "pip install stavka[postgres]" in said and "secret" not in said
