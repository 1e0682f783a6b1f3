"""A backup holds one moment of a server that is used, and the games go on from it in an empty place."""

from __future__ import annotations

import resource
import shutil
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, text

from server.conftest import OpenHouse, new_name, quick
from server.postgres import new_database
from server.seats import FRIENDS, HOT_SEAT, House, ending, play_on, until_over
from stavka.cli import run
from stavka.engine.record import read_record
from stavka.engine.session import replay, verify_dice
from stavka.server.rows import Base
from stavka.server.settings import Settings, driver
from stavka.server.store import Store

Command = Callable[..., str]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command on a database, and return what it says; a refusal begins with "stavka:"."""

    def say(settings: Settings, *words: str) -> str:
        monkeypatch.setenv("STAVKA_DATABASE_URL", settings.database_url)
        capsys.readouterr()
        code = run([*words, "--data-folder", str(settings.data_folder)])
        out, err = capsys.readouterr()
        assert code == (2 if err else 0) and bool(out) != bool(err)
        return (out + err).rstrip("\n")

    return say


@pytest.fixture
def empty(tmp_path: Path, request: pytest.FixtureRequest) -> dict[str, Settings]:
    """An empty place of each kind; the first has not even a file."""
    url = driver(new_database(request.getfixturevalue("postgres_server"), new_name()))
    return {"sqlite": Settings(tmp_path / "elsewhere"), "postgresql": Settings(tmp_path / "pg", url)}


def contents(settings: Settings) -> dict[str, list[tuple[object, ...]]]:
    """Every row of a database, without the servers that run and the tables that they lead."""
    store = Store(settings.database)
    with store.engine.connect() as connection:
        found = {
            table.name: [
                tuple(row)
                for row in connection.execute(
                    select(*(column for column in table.c if column.name != "leader")).order_by(*table.primary_key)
                )
            ]
            for table in Base.metadata.sorted_tables
            if table.name != "servers"
        }
    store.close()
    return found


def reopened(settings: Settings) -> Settings:
    """The settings of the tests, at a database that was restored."""
    shutil.copytree(settings.data_folder, folder := settings.data_folder.with_name(new_name()), dirs_exist_ok=True)
    return quick(folder, settings.database_url)


@pytest.mark.parametrize("to", ["sqlite", "postgresql"])
def test_games_go_on_where_they_were_in_another_place(
    open_house: OpenHouse, settings: Settings, empty: dict[str, Settings], command: Command, tmp_path: Path, to: str
) -> None:
    house = open_house(settings)
    house.client.post("/api/account", json={"name": "Konev", "password": "nine unrelated grey bicycles"})
    over = house.client.post("/api/records", json={"record": ending(), "seats": HOT_SEAT}).json()
    running = house.make(FRIENDS)
    until_over([house.sit(over, "axis")], Random(4))
    seats = [house.sit(running, "soviet"), house.sit(running, "axis")]
    play_on(seats, Random(5), 10)
    seats[0].say("chat", text="До завтра")
    scenes = [seat.catch_up().scene for seat in seats]
    file = tmp_path / "backup file?.stavka"
    moves = len(house.desk.store.moves(over["table"])) + len(house.desk.store.moves(running["table"]))
    counts = f"2 tables, {moves} moves and 1 account"
    assert command(settings, "backup", str(file)) == f"Wrote {counts} to {file}."
    assert file.stat().st_mode & 0o077 == 0, "nobody else on the machine may read it"
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith((".stavka-backup", "backup file"))] == [
        file.name
    ]
    seats[0].play(Random(6), 3)
    assert command(empty[to], "restore", str(file)) == f"Restored {counts} from {file}."
    again = open_house(quick(empty[to].data_folder, empty[to].database_url) if to != "sqlite" else reopened(empty[to]))
    back = [again.sit(running, "soviet"), again.sit(running, "axis")]
    assert [seat.scene for seat in back] == scenes
    play_on(back, Random(7), 10)
    back[0].say("chat", text="numbers go on")
    assert [line["text"] for line in back[0].said][-2:] == ["До завтра", "numbers go on"]
    game = again.desk.shelf.game("traces")
    record = read_record(again.client.get(f"/api/tables/{over['table']}/record").text)
    replay(game, record)
    assert verify_dice(game, record)


def test_a_backup_of_a_backup_is_the_same(
    open_house: OpenHouse, settings: Settings, empty: dict[str, Settings], command: Command, tmp_path: Path
) -> None:
    house = open_house(settings)
    seat = house.sit(house.make(HOT_SEAT), "axis")
    seat.play(Random(1), 20)
    house.__exit__(None, None, None)
    command(settings, "backup", str(tmp_path / "one"))
    for place in empty.values():
        command(place, "restore", str(tmp_path / "one"))
        assert contents(place) == contents(settings)


def test_a_backup_holds_one_moment(
    open_house: OpenHouse, settings: Settings, empty: dict[str, Settings], command: Command, tmp_path: Path
) -> None:
    """While one thread changes two rows together again and again, no backup holds one without the other."""
    house = open_house(settings)
    made = house.make(HOT_SEAT)
    done = threading.Event()

    def change() -> None:
        number = 0
        while not done.is_set():
            number += 1
            with house.desk.store.writing() as rows:
                for seat in (0, 1):
                    rows.execute(text(f"UPDATE seats SET email = 'n{number}' WHERE seat = {seat}"))
                rows.execute(text(f"UPDATE tables SET pace = {number}"))

    changing = threading.Thread(target=change)
    changing.start()
    try:
        for number in range(5):
            file = tmp_path / f"backup{number}"
            assert command(settings, "backup", str(file)).startswith("Wrote 1 table")
            with sqlite3.connect(file) as found:
                (pace,) = found.execute("SELECT pace FROM tables").fetchone()
                mails = found.execute("SELECT email FROM seats").fetchall()
            found.close()
            assert mails == ([(f"n{pace}",)] * 2 if pace else [(None,)] * 2)
    finally:
        done.set()
        changing.join()
    assert house.sit(made, "axis").picks()


# -- what is wrong ----------------------------------------------------------------------------------------------------


@pytest.fixture
def backup(open_house: OpenHouse, lite: Settings, command: Command, tmp_path: Path) -> Path:
    """A backup of a server with one table."""
    house: House = open_house(lite)
    house.make(HOT_SEAT)
    house.__exit__(None, None, None)
    file = tmp_path / "backup"
    command(lite, "backup", str(file))
    return file


def test_a_backup_overwrites_nothing(lite: Settings, command: Command, backup: Path, tmp_path: Path) -> None:
    before = backup.read_bytes()
    sentence = "there is already something of this name, and a backup overwrites nothing"
    assert command(lite, "backup", str(backup)) == f"stavka: {backup}: {sentence}"
    assert backup.read_bytes() == before
    dangling = tmp_path / "dangling"
    dangling.symlink_to(tmp_path / "nowhere")
    assert command(lite, "backup", str(dangling)) == f"stavka: {dangling}: {sentence}"


def test_a_folder_that_is_not_there_gets_a_sentence(lite: Settings, command: Command, tmp_path: Path) -> None:
    file = tmp_path / "none" / "backup"
    assert command(lite, "backup", str(file)) == f"stavka: {file}: there is no folder {file.parent}"


def test_no_database_gets_a_sentence(command: Command, tmp_path: Path) -> None:
    place = Settings(tmp_path / "none")
    other = "--data-folder or STAVKA_DATABASE_URL names another"
    assert command(place, "backup", str(tmp_path / "b")) == (
        f"stavka: there is no database at {tmp_path}/none/stavka.sqlite3; {other}"
    )
    assert not (tmp_path / "b").exists() and not (tmp_path / "none").exists()


def test_a_place_that_is_not_empty_is_left_as_it_is(lite: Settings, command: Command, backup: Path) -> None:
    before = contents(lite)
    assert command(lite, "restore", str(backup)) == (
        "stavka: the database is not empty (1 row in tables): restore into an empty one"
    )
    assert contents(lite) == before


def spoil(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 : 4096 + 400] = b"\xff" * 400
    file.write_bytes(content)


def newer(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()


def other(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE letters (a)")
    connection.close()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (Path.unlink, "there is no such file"),
        (lambda file: (file.unlink(), file.mkdir()), "this is a folder"),
        (lambda file: file.write_text("A backup, honestly"), "this is not a backup of Stavka"),
        (lambda file: file.write_text(""), "this is not a backup of Stavka"),
        (other, "this is an SQLite database, but not a backup of Stavka"),
        (newer, "the database is of a newer version of Stavka (revision 9999); start that version"),
        (spoil, "the file is damaged ("),
        (lambda file: file.write_bytes(file.read_bytes()[:20000]), "the file is damaged ("),
    ],
)
def test_a_file_that_is_no_backup_gets_a_sentence_and_leaves_nothing(
    command: Command, backup: Path, tmp_path: Path, change: Callable[[Path], object], sentence: str
) -> None:
    change(backup)
    place = Settings(tmp_path / "elsewhere")
    said = command(place, "restore", str(backup))
    assert said.startswith(f"stavka: {backup}: {sentence}") and "\n" not in said
    assert not (tmp_path / "elsewhere").exists() or list((tmp_path / "elsewhere").iterdir()) == []


def test_a_full_disk_gets_a_sentence_and_leaves_nothing(lite: Settings, backup: Path, tmp_path: Path) -> None:
    """The process may write files of 100 kB only."""
    limit = resource.RLIMIT_FSIZE, (100_000, 100_000)
    words = ["backup", str(tmp_path / "other"), "--data-folder", str(lite.data_folder)]
    ran = subprocess.run(
        [sys.executable, "-c", "from stavka.cli import main; main()", *words],
        preexec_fn=lambda: resource.setrlimit(*limit),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (2, "stavka: the backup cannot be written: the disk is full\n")
    assert not (tmp_path / "other").exists()
    assert [each for each in tmp_path.iterdir() if each.name.startswith(".stavka-backup")] == []
