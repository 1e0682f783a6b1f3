"""The start of the server: which databases it accepts, who may read them, which proxies it trusts."""

from __future__ import annotations

import logging
import socket
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from server.seats import HOT_SEAT, House
from stavka.cli import run
from stavka.server.running import listen, warning
from stavka.server.settings import Settings
from stavka.server.store import Store


def serve(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """The output of `stavka serve` when it cannot start."""
    monkeypatch.setenv("STAVKA_DATABASE_URL", settings.database_url)
    assert run(["serve", "--port", "0", "--data-folder", str(settings.data_folder)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and len(said.err.splitlines()) == 1
    return said.err


def test_a_database_of_a_newer_version_is_named(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    store = Store(settings.database)
    store.migrate()
    with store.writing() as rows:
        rows.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    said = serve(settings, monkeypatch, capsys)
    assert said.startswith("stavka: the database is of a newer version of Stavka (revision 9999)")
    store = Store(settings.database)
    with store.reading() as rows:
        assert rows.execute(text("SELECT version_num FROM alembic_version")).scalar() == "9999"
    store.close()


@pytest.mark.parametrize("content", [b"this is not a database\n" * 100, b"SQLite format 3\0" + b"x" * 5000])
def test_a_file_that_is_no_database_is_named(
    lite: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = lite.data_folder / "stavka.sqlite3"
    file.write_bytes(content)
    file.chmod(0o644)
    said = serve(lite, monkeypatch, capsys)
    assert said == f"stavka: {file} is not an SQLite database\n"
    assert file.read_bytes() == content
    assert stat.S_IMODE(file.stat().st_mode) == (0o600 if content.startswith(b"SQLite") else 0o644)


def test_a_folder_in_place_of_the_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "stavka.sqlite3").mkdir()
    assert serve(Settings(tmp_path), monkeypatch, capsys).startswith("stavka: ")


# -- who may read the file ------------------------------------------------------------------------------------------


def modes(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in sorted(folder.iterdir()) if file.is_file()}


PRIVATE = {"stavka.sqlite3": 0o600, "stavka.sqlite3-shm": 0o600, "stavka.sqlite3-wal": 0o600}


def test_only_its_owner_can_read_a_new_database(tmp_path: Path) -> None:
    folder = tmp_path / "more" / "data"
    with House(Settings(folder, workers=1)) as house:
        house.make(HOT_SEAT)
        assert modes(folder) == PRIVATE
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_database_that_others_could_read_is_closed_to_them(lite: Settings, caplog: pytest.LogCaptureFixture) -> None:
    file = lite.data_folder / "stavka.sqlite3"
    held = sqlite3.connect(file)
    held.execute("PRAGMA journal_mode = WAL")
    held.execute("CREATE TABLE other (n INTEGER)")
    for each in lite.data_folder.iterdir():
        each.chmod(0o644)
    with caplog.at_level(logging.WARNING):
        store = Store(lite.database)
    assert modes(lite.data_folder) == PRIVATE
    said = [record.getMessage() for record in caplog.records]
    assert (
        len(said) == 3 and said[0] == f"{file} could be read by others on this machine; now only its owner can read it"
    )
    caplog.clear()
    Store(lite.database).close()
    assert not caplog.records
    store.close()
    held.close()


# -- proxies --------------------------------------------------------------------------------------------------------


def address(request: Request) -> PlainTextResponse:
    return PlainTextResponse(f"{request.client.host if request.client else ''} {request.url.scheme}")


def ask(proxies: str, peers: list[str], headers: dict[str, str]) -> list[str]:
    """The address that the server assumes for a player who comes through each of these."""
    served: Any = Starlette(routes=[Route("/", address)])
    app: Any = warning(ProxyHeadersMiddleware(served, proxies), proxies)
    return [TestClient(app, client=(peer, 1)).get("/", headers=headers).text for peer in peers]


def test_a_proxy_that_is_not_named_is_told_of_once(caplog: pytest.LogCaptureFixture) -> None:
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    with caplog.at_level(logging.WARNING):
        found = ask("127.0.0.1", ["10.0.0.5"] * 3, headers)
    assert found == ["10.0.0.5 http"] * 3
    (said,) = [record.getMessage() for record in caplog.records]
    assert "10.0.0.5" in said and "STAVKA_PROXIES" in said and "203.0.113.7" not in said


def test_a_proxy_that_is_named_is_believed_and_players_are_no_proxies(caplog: pytest.LogCaptureFixture) -> None:
    headers = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
    with caplog.at_level(logging.WARNING):
        assert ask("127.0.0.1, 10.0.0.0/8", ["10.0.0.5", "127.0.0.1"], headers) == ["203.0.113.7 https"] * 2
        assert ask("127.0.0.1", ["10.0.0.5"], {}) == ["10.0.0.5 http"]
    assert not caplog.records


def test_connections_send_at_once() -> None:
    """Answers in two parts waited up to 40 ms between them: the kernel held the second one back for a receipt."""
    with listen("127.0.0.1", None) as listening, socket.create_connection(listening.getsockname()):
        connection, _ = listening.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
