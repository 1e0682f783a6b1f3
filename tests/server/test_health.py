"""Health tells the truth: whether the process lives, and whether a pick could be stored now."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import HOT_SEAT, House
from stavka.server import health
from stavka.server.health import Prober
from stavka.server.settings import Settings

PLACES = ("/api/health", "/health")


@pytest.fixture(autouse=True)
def always_new(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every question is checked again: no answer is kept."""
    monkeypatch.setattr(health, "FRESH", 0.0, raising=False)


def wrong(house: House) -> list[str]:
    """The faults that every address reports."""
    answers = [house.client.get(f"{place}/ready") for place in PLACES]
    told = [answer.json()["wrong"] for answer in answers]
    assert told[0] == told[1]
    found: list[str] = told[0]
    assert [answer.status_code for answer in answers] == [503 if found else 200] * 2
    assert [answer.json()["ok"] for answer in answers] == [not found] * 2
    assert house.client.get("/api/health").json()["ok"] is not bool(found)
    assert [house.client.get(f"{place}/live").status_code for place in PLACES] == [200, 200]
    return found


def test_a_server_that_can_store_is_ready(open_house: OpenHouse, settings: Settings) -> None:
    house = open_house(settings)
    assert wrong(house) == []
    assert house.client.get("/health/live").json() == {"ok": True}


@contextmanager
def read_only(house: House) -> Iterator[None]:
    """A database that can be read and not written."""
    store = house.desk.store
    if store.engine.dialect.name == "postgresql":
        name = store.engine.url.database
        with administrator(house) as connection:
            connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on'.encode())
            hang_up(connection, name)
            yield
            connection.execute(f'ALTER DATABASE "{name}" RESET default_transaction_read_only'.encode())
            hang_up(connection, name)
        return

    def query_only(connection: Any, _record: object, _proxy: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    engines = (store.engine, house.desk.prober.engine)
    for engine in engines:
        event.listen(engine, "checkout", query_only)
    yield
    for engine in engines:
        event.remove(engine, "checkout", query_only)
        engine.dispose()


@contextmanager
def dead(house: House) -> Iterator[None]:
    """A database that is not there."""
    store = house.desk.store
    if store.engine.dialect.name == "postgresql":
        name = store.engine.url.database
        with administrator(house) as connection:
            connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false'.encode())
            hang_up(connection, name)
            yield
            connection.execute(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true'.encode())
        return
    folder = Path(str(store.engine.url.database)).parent
    store.engine.dispose()
    away = folder.with_name("away")
    folder.rename(away)
    folder.write_text("in the way")
    yield
    folder.unlink()
    away.rename(folder)


@contextmanager
def administrator(house: House) -> Iterator[psycopg.Connection[Any]]:
    url = make_url(house.desk.settings.database).set(drivername="postgresql", database="postgres")
    with psycopg.connect(url.render_as_string(hide_password=False), autocommit=True) as connection:
        yield connection


def hang_up(connection: psycopg.Connection[Any], name: str | None) -> None:
    connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))


Trouble = Callable[[House], Any]


@pytest.mark.parametrize(("trouble", "words"), [(read_only, ["database is read-only"]), (dead, ["database"])])
def test_a_database_in_trouble_is_told_and_so_is_its_recovery(
    open_house: OpenHouse, settings: Settings, tmp_path: Path, trouble: Trouble, words: list[str]
) -> None:
    house = open_house(settings, data_folder=tmp_path / "data")
    assert wrong(house) == []
    with trouble(house):
        assert wrong(house) == words
    assert wrong(house) == []


@pytest.mark.parametrize("trouble", [read_only, dead])
def test_a_pick_that_cannot_be_stored_is_answered_with_a_sentence_and_nothing_is_lost(
    open_house: OpenHouse, settings: Settings, tmp_path: Path, trouble: Trouble
) -> None:
    house = open_house(settings, data_folder=tmp_path / "data")
    made = house.make(HOT_SEAT)
    seat, other = house.sit(made, "axis"), house.sit(made, lang="fr")
    seat.pick(seat.picks()[0])
    word = seat.picks()[0]
    with trouble(house):
        answer = seat.say("chat", text="is anybody there?")
        assert answer["is"] == "refused" and "could not be saved" in answer["text"]
        answer = seat.pick(word)
        assert answer["is"] == "refused" and "could not be saved" in answer["text"]
        with pytest.raises(WebSocketDisconnect) as end:
            seat.hear()
        assert end.value.code == 1012
        told = [other.hear()["is"]]
        with pytest.raises(WebSocketDisconnect) as end:
            while True:
                told.append(other.hear()["is"])
        assert "refused" in told and "enregistr" in other.heard[-1]["text"] and other.heard[-1]["id"] is None
        reply = house.client.post("/api/tables", json={"game": "traces", "scenario": "race", "seats": HOT_SEAT})
        assert reply.status_code == 503 and "database" in reply.json()["error"]
        if trouble is dead:
            with pytest.raises(WebSocketDisconnect) as end:
                house.sit(made, "axis")
            assert end.value.code == 1012
    again = house.sit(made, "axis")
    assert again.state == 1 and again.pick(word)["is"] == "answer"


def test_a_full_disk_and_a_game_that_cannot_be_loaded_are_told(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(lite)
    usage = shutil.disk_usage(lite.data_folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=1000))
    assert wrong(house) == ["disk"]
    house.desk.shelf.unloaded["traces"] = "DataError"
    assert wrong(house) == ["disk", "game traces"]
    monkeypatch.undo()
    monkeypatch.setattr(health, "FRESH", 0.0)
    assert wrong(house) == ["game traces"]


def test_probes_do_not_wear_the_database_out(
    open_house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(settings)
    monkeypatch.setattr(health, "FRESH", 1000.0)
    written: list[str] = []
    event.listen(house.desk.prober.engine, "after_cursor_execute", lambda *of: written.append(of[2]))
    for _ in range(20):
        assert house.client.get("/health/ready").status_code == 200
    assert sum(statement.startswith("UPDATE") for statement in written) == 1


def test_a_database_that_does_not_answer_does_not_hold_the_probe(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that accepts and says nothing. Only one attempt is made at a time, however many ask."""
    house = open_house(lite)
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        house.desk.prober = Prober(f"postgresql+psycopg://stavka@127.0.0.1:{port}/none")
        assert wrong(house) == ["database"]
        assert wrong(house) == ["database"]
        assert sum(thread.name == "probe" for thread in threading.enumerate()) <= 1
