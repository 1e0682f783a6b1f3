"""Everything acknowledged is on disk, in one form, on both databases."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from random import Random

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError
from starlette.websockets import WebSocketDisconnect

from server.conftest import OpenHouse
from server.seats import FRIENDS, HOT_SEAT, House, Seat, play_on
from stavka.engine.state import Json
from stavka.server.accounts import Accounts, hashed
from stavka.server.match import BrokenTableError
from stavka.server.migrating import migrate
from stavka.server.rows import Base, MoveRow
from stavka.server.settings import Settings
from stavka.server.store import Change, Store, make_engine


def test_the_migrations_give_the_tables_that_the_code_expects(bare: Settings) -> None:
    store = Store(bare.database)
    store.migrate()
    store.migrate()
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
        connection.execute(text("ALTER TABLE tables DROP COLUMN takeback_by"))
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) != []
        connection.rollback()
    store.close()


def test_who_was_logged_in_before_sessions_had_names_stays_so(bare: Settings) -> None:
    """Two sessions of the form of step 0003 get different names, and the day on which they began."""
    store = Store(bare.database)
    migrate(store.engine, "0003")
    expires = 4e9
    with store.writing() as rows:
        rows.execute(text("INSERT INTO accounts VALUES (1, 'Ivan', 'ivan', 'x', 5)"))
        for token in ("one", "two"):
            values = {"hash": hashed(token), "expires": expires}
            rows.execute(text("INSERT INTO logins VALUES (:hash, 1, 'csrf', :expires)"), values)
    store.migrate()
    accounts = Accounts(store)
    logins = [accounts.login("one"), accounts.login("two")]
    assert [login and login.name for login in logins] == ["Ivan", "Ivan"]
    assert logins[0] and logins[1] and logins[0].id != logins[1].id
    assert [session.created for session in accounts.sessions(logins[0])] == [expires - 30 * 86400] * 2
    accounts.close()
    store.close()


def at_once(tasks: Iterable[Callable[[], object]]) -> list[Exception]:
    """The errors when threads do all of these at once."""
    every = list(tasks)
    faults: list[Exception] = []
    gate = threading.Barrier(len(every))

    def start(task: Callable[[], object]) -> None:
        gate.wait()
        try:
            task()
        except Exception as error:
            faults.append(error)

    threads = [threading.Thread(target=start, args=(task,)) for task in every]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def test_two_servers_that_start_at_once_migrate_one_after_the_other(settings: Settings) -> None:
    stores = [Store(settings.database) for _ in range(3)]
    assert at_once(store.migrate for store in stores) == []
    for store in stores:
        store.close()


def connect(engine: Engine) -> None:
    engine.connect().close()


def test_a_new_file_can_be_opened_by_many_at_once(tmp_path: Path) -> None:
    """Before, one in seventy got "database is locked": all of them change the file so that it is written ahead."""
    for number in range(60):
        engines = [make_engine(f"sqlite:///{tmp_path}/{number}.db") for _ in range(6)]
        assert at_once(partial(connect, engine) for engine in engines) == []
        for engine in engines:
            engine.dispose()


def test_sqlite_writes_ahead_and_waits_for_the_disk(lite: Settings) -> None:
    store = Store(lite.database)
    with store.engine.connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")
        }
    store.close()
    assert found == {"journal_mode": "wal", "synchronous": 2}


def test_games_outlive_the_server(open_house: OpenHouse, settings: Settings) -> None:
    house = open_house(settings)
    made = house.make(FRIENDS)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    play_on(seats, Random(3), 50)
    seats[0].say("chat", text="see you tomorrow")
    before = [(seat.catch_up().scene, seat.state, seat.log) for seat in seats]
    house.__exit__(None, None, None)
    house = open_house(settings)
    again = [house.sit(made, "soviet"), house.sit(made, "axis")]
    assert [(seat.scene, seat.state, seat.log) for seat in again] == before
    assert again[1].said[-1]["text"] == "see you tomorrow"
    play_on(again, Random(4), 10)


def test_nothing_is_acknowledged_that_is_not_stored(
    open_house: OpenHouse, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the database fails, the pick is refused: the cache in memory is dropped, and the game continues as
    stored."""
    house = open_house(settings)
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.pick(seat.picks()[0])
    word = seat.picks()[0]

    def fail(*_: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.desk.store, "append", fail)
        assert is_not_stored(seat, word)
    again = house.sit(made, "axis")
    assert again.state == 1 and word in again.picks()
    assert again.pick(word)["is"] == "answer"


def is_not_stored(seat: Seat, word: str) -> bool:
    """Whether a pick is refused because it could not be saved, and the connection closed."""
    answer = seat.pick(word)
    with pytest.raises(WebSocketDisconnect) as end:
        seat.hear()
    return answer["is"] == "refused" and "could not be saved" in answer["text"] and end.value.code == 1012


def test_the_same_move_cannot_be_written_twice(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    assert seat.pick(seat.picks()[0])["is"] == "answer"
    with pytest.raises(IntegrityError):
        house.desk.store.append([Change(made["table"], [move(made["table"])])])


def test_a_cache_cannot_be_written_after_what_came_to_nothing(house: House) -> None:
    """A pick and its undo become one row, so the number of the next move alone would not tell."""
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.pick(seat.picks()[0])
    assert seat.say("undo", state=seat.state)["is"] == "answer"
    house.desk.store.append([Change(made["table"], values={"version": 3})])  # as another server would do it
    assert is_not_stored(seat, seat.picks()[1])
    again = house.sit(made, "axis")
    assert again.state == 2 and again.pick(again.picks()[1])["is"] == "answer"


def move(table: str, n: int = 0) -> Json:
    values: Json = dict.fromkeys(MoveRow.__table__.columns.keys())
    return values | {
        "table_id": table,
        "n": n,
        "change": 1,
        "kind": "pick",
        "seat": 1,
        "what": "x",
        "digest": "",
        "at": 0,
    }


def tampered(house: House, statement: str) -> str:
    """A table whose stored moves were changed by hand."""
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    seat.play(Random(1), 6)
    house.clear()
    house.client.portal.call(house.desk.tables.pop(made["table"]).close)  # type: ignore[union-attr]
    with house.desk.store.writing() as rows:
        rows.execute(text(statement), {"table": made["table"]})
    table: str = made["table"]
    return table


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moves SET what = 'moon' WHERE table_id = :table AND n = 1",
        "UPDATE moves SET digest = '0123456789abcdef' WHERE table_id = :table AND n = 2",
        "UPDATE moves SET what = 'defensive' WHERE table_id = :table AND kind = 'chance' AND what = 'offensive'",
        "UPDATE tables SET scenario = 'campaign' WHERE id = :table",
        "UPDATE tables SET scenario = 'moon' WHERE id = :table",
        "UPDATE tables SET game = 'chess' WHERE id = :table",
    ],
)
def test_rows_that_cannot_be_played_again_are_reported_and_hurt_nobody(house: House, statement: str) -> None:
    table = tampered(house, statement)
    reply = house.client.get(f"/api/tables/{table}")
    assert reply.status_code == 409 and "cannot be opened" in reply.json()["error"]
    with pytest.raises(BrokenTableError):
        house.desk.load(table)
    assert house.make()
