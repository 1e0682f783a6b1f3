"""What an operator does with `stavka admin`, beside a server that runs."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat, play_on
from stavka.cli import run
from stavka.engine.record import read_record
from stavka.engine.session import replay
from stavka.engine.state import Json
from stavka.server.settings import Settings

PASSWORD = "nine unrelated grey bicycles"
Admin = Callable[..., str]


@pytest.fixture
def admin(settings: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Admin:
    """Run a command on the database of the test, and return what it says; a refusal begins with "stavka:"."""
    monkeypatch.setenv("STAVKA_DATABASE_URL", settings.database_url)
    monkeypatch.setenv("STAVKA_DATA_FOLDER", str(settings.data_folder))

    def say(*words: str) -> str:
        capsys.readouterr()
        code = run(["admin", *words])
        out, err = capsys.readouterr()
        assert code == (2 if err else 0) and bool(out) != bool(err)
        return (out + err).rstrip("\n")

    return say


@pytest.fixture
def house(open_house: OpenHouse, settings: Settings) -> House:
    return open_house(settings)


def register(house: House, name: str = "Rokossovsky") -> Json:
    """A new account, logged in; the headers of what it changes."""
    credentials = {"name": name, "password": PASSWORD}
    assert house.client.post("/api/account", json=credentials).status_code == 201
    found = house.client.post("/api/account/login", json=credentials)
    return {"X-CSRF-Token": found.json()["csrf"]}


def end_of(seat: Seat) -> int:
    """The code with which a connection is closed."""
    with pytest.raises(WebSocketDisconnect) as end:
        while True:
            seat.hear()
    return end.value.code


# -- tables -----------------------------------------------------------------------------------------------------------


def test_tables_are_listed_and_shown_without_secrets(house: House, admin: Admin) -> None:
    made = house.make({"soviet": "scripted", "axis": "me"}, seed="thesecretseed")
    house.sit(made, "axis").say("chat", text="Attack at Rzhev")
    listed, facts = admin("tables", "list"), admin("tables", "show", made["table"])
    assert made["table"] in listed and "scripted, person" in listed and "race" in listed
    assert "traces, race" in facts and "axis           a key" in facts and "lines of chat" in facts
    (line,) = json.loads(admin("tables", "list", "--json"))
    assert (line["id"], line["players"], line["result"]) == (made["table"], "scripted, person", "")
    row = house.desk.store.table(made["table"])
    assert row is not None
    for word in (row.seed, row.program_seed, row.host_hash, made["host"], made["keys"]["axis"], "Rzhev"):
        assert word not in listed + facts


def test_a_game_that_an_operator_ends_is_over_for_those_who_play_it(house: House, admin: Admin) -> None:
    made = house.make(FRIENDS)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(1), 8)
    assert admin("tables", "end", made["table"]) == f"Ended table {made['table']}; nobody wins."
    assert [end_of(seat) for seat in seats] == [1012, 1012]
    again = house.sit(made, "axis")
    assert again.scene["result"]["winner"] == "draw" and again.facts["table"]["result"] == "draw stopped"
    assert again.said[-1]["text"] == "The operator of the server has ended this game."
    assert again.pick("done")["is"] == "refused"
    record = read_record(house.client.get(f"/api/tables/{made['table']}/record").text)
    replay(house.desk.shelf.game("traces"), record)
    assert "draw stopped" in house.client.get(f"/api/tables/{made['table']}/record").text
    assert admin("tables", "list") == "There are no tables."
    assert made["table"] in admin("tables", "list", "--all")
    assert admin("tables", "end", made["table"]) == f"stavka: table {made['table']} is over already (draw stopped)"


def test_a_revoked_key_opens_the_seat_no_more_and_the_host_invites_again(house: House, admin: Admin) -> None:
    made = house.make(FRIENDS)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    table = made["table"]
    assert admin("seats", "revoke", table, "axis") == f"Revoked the key of the seat axis at table {table}."
    assert [end_of(seat) for seat in seats] == [1012, 1012]
    with pytest.raises(WebSocketDisconnect) as end:
        house.sit(made, "axis")
    assert end.value.code == 4403
    assert house.sit(made, "soviet").facts["mine"] == ["soviet"]
    auth = {"Authorization": f"Bearer {made['host']}"}
    reply = house.client.post(f"/api/tables/{table}/seats/axis/invitation", headers=auth)
    assert reply.status_code == 201
    assert admin("seats", "revoke", table, "axis") == f"stavka: nobody has the seat axis of table {table}"


# -- people -----------------------------------------------------------------------------------------------------------


def test_a_banned_account_is_shut_out_at_once_and_after_a_restart(
    open_house: OpenHouse, settings: Settings, house: House, admin: Admin
) -> None:
    made = house.make(HOT_SEAT)
    auth = register(house)
    assert house.client.post("/api/account/seats", json={"keys": [made["keys"]["axis"]]}, headers=auth).is_success
    by_key, by_login = house.sit(made, "axis"), seat_by_cookie(house, made)
    assert admin("accounts", "ban", "rokossovsky") == "Banned Rokossovsky: ended 1 session, closed 2 seats."
    assert (end_of(by_login), end_of(by_key)) == (4401, 4403)
    credentials = {"name": "Rokossovsky", "password": PASSWORD}
    check_banned(house, made, credentials)
    house.__exit__(None, None, None)
    server = open_house(settings)
    check_banned(server, made, credentials)
    assert admin("accounts", "ban", "Rokossovsky") == "stavka: the account Rokossovsky is banned already"
    assert admin("accounts", "unban", "Rokossovsky") == (
        "Rokossovsky may log in again, and the keys of its seats work again."
    )
    assert admin("accounts", "unban", "Rokossovsky") == "stavka: the account Rokossovsky is not banned"
    until(lambda: not server.desk.barred)
    assert server.client.post("/api/account/login", json=credentials).status_code == 200
    assert server.sit(made, "axis").facts["mine"] == ["soviet", "axis"]


def check_banned(server: House, made: Json, credentials: Json) -> None:
    """The account opens nothing, neither by its password nor by its session, nor by the keys of its seats."""
    answer = server.client.post("/api/account/login", json=credentials)
    assert (answer.status_code, answer.json()) == (403, {"error": "This account has been banned from this server."})
    wrong = server.client.post("/api/account/login", json=credentials | {"password": "wrong password"})
    assert wrong.status_code == 401, "who does not know the password learns nothing"
    assert server.client.get("/api/account").status_code == 401
    with pytest.raises(WebSocketDisconnect) as end:
        server.sit(made, "axis")
    assert end.value.code == 4403
    keys = {"Authorization": f"Bearer {made['keys']['axis']}"}
    assert server.client.get("/api/tables", headers=keys).status_code == 401
    assert server.client.delete(f"/api/tables/{made['table']}/seats/axis/key", headers=keys).status_code == 403


def seat_by_cookie(house: House, made: Json) -> Seat:
    address = f"wss://testserver/api/tables/{made['table']}/play"
    socket = house.client.websocket_connect(address, headers={"origin": "https://testserver"})
    seat = Seat(house.stack.enter_context(socket))
    assert seat.facts["mine"] == ["soviet", "axis"], "the account has the seats"
    return seat


def until(fact: Callable[[], bool]) -> None:
    for _ in range(600):
        if fact():
            return
        time.sleep(0.05)
    raise AssertionError("it did not come to pass")


def test_a_deleted_account_leaves_its_seats(house: House, admin: Admin) -> None:
    made = house.make(HOT_SEAT)
    auth = register(house)
    house.client.post("/api/account/seats", json={"keys": [made["keys"]["axis"]]}, headers=auth)
    seat = seat_by_cookie(house, made)
    assert admin("accounts", "delete", "Rokossovsky") == "Deleted the account Rokossovsky and ended 1 session."
    assert end_of(seat) == 4401
    until(lambda: all(each.account_id is None for each in house.desk.tables[made["table"]].seats))
    assert house.client.get("/api/account").status_code == 401
    assert house.sit(made, "axis").facts["mine"] == ["soviet", "axis"]
    assert admin("accounts", "list") == "There are no accounts."


def test_accounts_and_sessions_are_listed_and_a_session_is_revoked(house: House, admin: Admin) -> None:
    made = house.make(HOT_SEAT)
    auth = register(house)
    house.client.post("/api/account/seats", json={"keys": [made["keys"]["axis"]]}, headers=auth)
    (account,) = json.loads(admin("accounts", "list", "--json"))
    assert (account["name"], account["sessions"], account["seats"], account["banned"]) == ("Rokossovsky", 1, 2, None)
    (session,) = json.loads(admin("sessions", "list", "Rokossovsky", "--json"))
    assert session["account"] == "Rokossovsky" and session["agent"]
    seat = seat_by_cookie(house, made)
    said = admin("accounts", "list") + admin("sessions", "list")
    assert session["id"] in said
    with house.desk.store.engine.connect() as connection:
        (secret,) = connection.execute(text("SELECT password FROM accounts")).scalars()
        hashes = connection.execute(text("SELECT token_hash FROM logins")).scalars().all()
    assert [word for word in (secret, *hashes, *house.client.cookies.values()) if word in said] == []
    assert admin("sessions", "revoke", session["id"]) == f"Ended the session {session['id']} of Rokossovsky."
    assert end_of(seat) == 4401
    assert house.client.get("/api/account").status_code == 401
    assert admin("sessions", "list") == "There are no sessions."


# -- tidying, and what is wrong ---------------------------------------------------------------------------------------


def test_vacuum_removes_what_has_expired_and_nothing_else(house: House, admin: Admin) -> None:
    made = house.make(HOT_SEAT)
    register(house)
    register(house, "Konev")
    with house.desk.store.writing() as rows:
        old = text("UPDATE logins SET expires = 5 WHERE account_id = (SELECT id FROM accounts WHERE folded = 'konev')")
        rows.execute(old)
        rows.execute(text("INSERT INTO acts (kind, about, what, at) VALUES ('table', '', 'x', 5)"))
    said = admin("vacuum")
    assert said.startswith("Removed 1 expired session, 0 forgotten devices, 0 outdated notices and 1 old deed; the ")
    assert [session["account"] for session in json.loads(admin("sessions", "list", "--json"))] == ["Rokossovsky"]
    assert house.sit(made, "axis").play(Random(1), 2) == 2, "the server goes on"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("tables", "show", "none"), "there is no table none; `stavka admin tables list --all` lists them"),
        (("tables", "end", "none"), "there is no table none; `stavka admin tables list --all` lists them"),
        (("seats", "revoke", "none", "axis"), "there is no table none; `stavka admin tables list --all` lists them"),
        (("accounts", "ban", "Konev"), "there is no account 'Konev'; `stavka admin accounts list` lists them"),
        (("accounts", "delete", "Konev"), "there is no account 'Konev'; `stavka admin accounts list` lists them"),
        (("sessions", "revoke", "x"), "there is no session x; `stavka admin sessions list` lists them"),
    ],
)
def test_what_does_not_exist_gets_a_sentence(house: House, admin: Admin, words: tuple[str, ...], sentence: str) -> None:
    assert admin(*words) == f"stavka: {sentence}"


def test_a_side_that_cannot_be_revoked_gets_a_sentence(house: House, admin: Admin) -> None:
    table = house.make({"soviet": "scripted", "axis": "me"})["table"]
    assert admin("seats", "revoke", table, "x") == f"stavka: table {table} has no side 'x'; its sides are soviet, axis"
    assert (
        admin("seats", "revoke", table, "soviet") == f"stavka: a computer player has the seat soviet of table {table}"
    )


def test_a_database_that_is_not_there_or_not_ours_gets_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(url: str = "") -> str:
        monkeypatch.setenv("STAVKA_DATABASE_URL", url)
        assert run(["admin", "tables", "list", "--data-folder", str(tmp_path)]) == 2
        return capsys.readouterr().err

    file = tmp_path / "stavka.sqlite3"
    other = "; --data-folder or STAVKA_DATABASE_URL names another\n"
    assert said() == f"stavka: there is no database at {file}{other}"
    assert not file.exists(), "a question makes nothing"
    file.write_text("hello")
    assert said() == f"stavka: {file} is not an SQLite database\n"
    file.write_text("")
    assert said() == "stavka: the database is empty: `stavka serve` makes its tables\n"
    assert said("nonsense") == "stavka: STAVKA_DATABASE_URL: expected sqlite:///FILE or postgresql://...\n"
    assert said("postgresql://x@127.0.0.1:1/none") == "stavka: the database cannot be used: OperationalError\n"
