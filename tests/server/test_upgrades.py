"""A server that is upgraded changes no game behind the players' backs, and loses none."""

from __future__ import annotations

import io
import json
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text

from server.conftest import OpenHouse
from server.seats import FRIENDS, GAME, HOT_SEAT, House, Seat, play_on
from stavka import games
from stavka.engine.machine import Game
from stavka.engine.record import read_record
from stavka.engine.session import replay
from stavka.engine.state import Json
from stavka.server import admin, backup, programs
from stavka.server.datasets import DataSets
from stavka.server.rows import DataSetRow, TableRow
from stavka.server.settings import Settings
from stavka.server.store import Store

OTHER = "0123456789abcdef"


def change(house: House, statement: str, **values: Any) -> None:
    with house.desk.store.writer.begin() as connection:
        connection.execute(text(statement), values)


def begun_with_other(house: House, made: Json, which: str = "data") -> None:
    """Simulate an upgrade of the server: the game began with other data or rules."""
    assert which in ("data", "rules")
    change(house, f"UPDATE tables SET {which}_hash = '{OTHER}' WHERE id = :id", id=made["table"])


def reopened(open_house: OpenHouse, settings: Settings, house: House) -> House:
    house.__exit__(None, None, None)
    return open_house(settings)


@pytest.fixture
def begun(open_house: OpenHouse, settings: Settings) -> tuple[House, Json]:
    """A game of two friends, some picks old."""
    house = open_house(settings)
    made = house.make(FRIENDS)
    play_on([house.sit(made, "soviet"), house.sit(made, "axis")], Random(3), 12)
    return house, made


def both(house: House, made: Json) -> tuple[Seat, Seat]:
    return house.sit(made, "soviet"), house.sit(made, "axis")


def changed(seat: Seat) -> Json | None:
    found: Json | None = seat.catch_up().facts["table"]["changed"]
    return found


def asked(*seats: Seat) -> Seat:
    return next(seat for seat in seats if seat.catch_up().picks())


# -- a game that was begun with something else -----------------------------------------------------------------------


def test_a_game_remembers_the_data_and_rules_with_which_it_began(house: House) -> None:
    row = house.desk.store.table(house.make()["table"])
    assert row is not None and (row.data_hash, row.rules_hash) == (GAME.data_hash, GAME.rules_hash)


@pytest.mark.parametrize("which", ["data", "rules"])
def test_with_other_data_or_rules_nobody_plays_on_unasked(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json], which: str
) -> None:
    house, made = begun
    begun_with_other(house, made, which)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    told = changed(soviet)
    assert told is not None and told["what"] == [which] and told["agreed"] == []
    hand = asked(soviet, axis)
    state = hand.state
    reply = hand.pick(hand.picks()[0])
    assert reply["is"] == "refused" and which in reply["text"] and hand.catch_up().state == state
    assert hand.say("undo", state=state)["is"] == "refused"
    assert soviet.say("takeback")["is"] == "refused"
    assert soviet.say("chat", text="shall we?")["is"] == "answer"


def test_the_game_goes_on_when_every_player_agrees_and_its_record_says_so(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    begun_with_other(house, made)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert house.sit(made).say("agree")["is"] == "refused", "an onlooker has no say"
    assert soviet.say("agree")["is"] == "answer"
    told = changed(axis)
    assert told is not None and told["agreed"] == ["soviet"]
    hand = asked(soviet, axis)
    assert hand.pick(hand.picks()[0])["is"] == "refused"
    assert axis.say("agree")["is"] == "answer"
    assert changed(soviet) is None and changed(axis) is None
    assert axis.say("agree")["is"] == "refused", "nothing has changed"
    play_on([soviet, axis], Random(5), 4)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert changed(soviet) is None, "it is agreed for good"
    axis.say("resign")
    record = house.client.get(f"/api/tables/{made['table']}/record").text
    assert f"data: {OTHER}\n" in record, "the data with which it began"
    assert f"# from here on with data {GAME.data_hash} and rules {GAME.rules_hash}, as agreed\n" in record


def test_a_program_waits_until_its_opponent_has_agreed(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "random", "axis": "me"})
    seat = house.sit(made, "axis")
    while seat.catch_up().picks():
        seat.play(Random(1))
        if not seat.scene["offer"]:
            break
    begun_with_other(house, made)
    house = reopened(open_house, lite, house)
    seat = house.sit(made, "axis")
    state = seat.state
    before = len(house.desk.store.moves(made["table"]))
    assert seat.catch_up().state == state and len(house.desk.store.moves(made["table"])) == before
    assert seat.say("agree")["is"] == "answer"
    assert changed(seat) is None


def test_clocks_stand_while_players_are_asked(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    made = house.make(FRIENDS, clock={"start": 1000, "increment": 0})
    play_on([*both(house, made)], Random(3), 2)
    begun_with_other(house, made)
    change(house, "UPDATE moves SET at = at - 5000 WHERE table_id = :id", id=made["table"])
    change(house, "UPDATE tables SET created = created - 5000 WHERE id = :id", id=made["table"])
    house = reopened(open_house, lite, house)
    soviet, axis = both(house, made)
    assert not soviet.catch_up().scene["result"], "nobody has lost on time meanwhile"
    soviet.say("agree")
    axis.say("agree")
    left = [seat["seconds"] for seat in soviet.catch_up().facts["table"]["seats"]]
    assert all(900 < seconds <= 1000 for seconds in left)


def test_a_table_from_before_there_were_fingerprints_goes_on(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    change(house, "UPDATE tables SET data_hash = NULL, rules_hash = NULL WHERE id = :id", id=made["table"])
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert changed(soviet) is None
    play_on([soviet, axis], Random(5), 2)
    row = house.desk.store.table(made["table"])
    assert row is not None and row.data_hash == GAME.data_hash, "taken when it was first opened"


# -- a game that cannot be played through any more -------------------------------------------------------------------


def broken(house: House, made: Json) -> None:
    begun_with_other(house, made)
    change(house, "UPDATE moves SET digest = '0000000000000000' WHERE table_id = :id AND n = 2", id=made["table"])


def test_the_record_of_a_finished_game_can_always_be_downloaded(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    house.sit(made, "axis").say("resign")
    address = f"/api/tables/{made['table']}/record"
    before = house.client.get(address)
    assert replay(GAME, read_record(before.text)).result == ""
    broken(house, made)
    house = reopened(open_house, settings, house)
    after = house.client.get(address)
    assert after.status_code == 200
    named = before.text.replace(f"data: {GAME.data_hash}", f"data: {OTHER}")
    assert [line.split(" = ")[0] for line in after.text.splitlines()] == [
        line.split(" = ")[0] for line in named.splitlines()
    ]
    facts = house.client.get(f"/api/tables/{made['table']}")
    assert facts.status_code == 409 and "other data" in facts.json()["error"]


def test_the_log_of_any_game_can_be_read_by_those_who_saw_it(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json]
) -> None:
    house, made = begun
    seats = dict(zip(("soviet", "axis", ""), (*both(house, made), house.sit(made)), strict=True))
    expected = {side: "".join(f"{entry['text']}\n" for entry in seat.log) for side, seat in seats.items()}
    assert expected["axis"] and len(set(expected.values())) > 1, "each sees something else"

    def read(house: House) -> dict[str, str]:
        address = f"/api/tables/{made['table']}/log"
        keys = {side: {"Authorization": f"Bearer {key}"} for side, key in made["keys"].items()} | {"": {}}
        return {side: house.client.get(address, headers=headers).text for side, headers in keys.items()}

    assert read(house) == expected
    broken(house, made)
    house = reopened(open_house, settings, house)
    assert read(house) == expected, "it was stored as it was told"


def test_a_stored_record_leaves_out_what_was_taken_back(house: House) -> None:
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    rng = Random(2)
    for _ in range(20):
        seat.play(rng)
        offer = seat.catch_up().scene["offer"]
        if rng.random() < 0.4 and offer and offer["undo"]:
            assert seat.say("undo", state=seat.state)["is"] == "answer"
    match = house.desk.tables[made["table"]].match
    seat.say("resign")
    text = house.client.get(f"/api/tables/{made['table']}/record").text
    assert read_record(text).moves and [(move.who, move.what, move.digest) for move in read_record(text).moves] == [
        (move.who, move.what, move.digest) for move in match.record().moves
    ]


# -- data that were kept with their tables ---------------------------------------------------------------------------

UNIT, FORMER, PRESENT = "ax.gd", 9, 8
"""A unit, its attack strength in the data of this version, and in those of a later one."""


@pytest.fixture
def upgraded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[], Game[Any]]:
    """Bring in a later version, in which the strength of a unit has been corrected."""

    def upgrade(changes: str = f"attack = {FORMER}, defence = 7", to: str = f"attack = {PRESENT}, defence = 7") -> Any:
        folder = tmp_path / "later"
        shutil.copytree(games.folder(GAME.key) / "data", folder)
        units = (folder / "units.toml").read_text("utf-8")
        assert units.count(changes) == 1
        (folder / "units.toml").write_text(units.replace(changes, to), "utf-8")
        later = games.load(GAME.key, data=folder)
        opened = games.opened
        monkeypatch.setattr(games, "opened", lambda key: later if key == GAME.key else opened(key))
        monkeypatch.setattr(games, "prepared", games.opened)
        return later

    return upgrade


def strength(house: House, made: Json) -> int:
    """The strength of the unit at a table, as its own game knows it."""
    game: Any = house.desk.tables[made["table"]].game
    return int(next(unit.attack for unit in game.files.units if unit.id == UNIT))


def test_a_game_goes_on_with_the_data_with_which_it_began_and_a_new_one_begins_with_the_new(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json], upgraded: Callable[[], Game[Any]]
) -> None:
    house, made = begun
    house.__exit__(None, None, None)
    later = upgraded()
    house = open_house(settings)
    soviet, axis = both(house, made)
    facts = soviet.catch_up().facts["table"]
    assert changed(soviet) is None, "nobody has to agree to anything"
    assert facts["data"] == GAME.data_hash and facts["newer"] == {"what": ["data"], "agreed": []}
    assert strength(house, made) == FORMER
    play_on([soviet, axis], Random(5), 6)
    fresh = house.make(FRIENDS)
    facts = house.sit(fresh, "soviet").catch_up().facts["table"]
    assert strength(house, fresh) == PRESENT and facts["data"] is None and facts["newer"] is None
    row = house.desk.store.table(fresh["table"])
    assert row is not None and row.data_hash == later.data_hash
    house = reopened(open_house, settings, house)
    both(house, made)
    assert strength(house, made) == FORMER
    board, old = (house.client.get(f"/api/games/traces/map.svg{data}") for data in ("", f"?data={GAME.data_hash}"))
    assert board.status_code == old.status_code == 200


def test_players_may_agree_to_go_on_with_the_new_data(
    open_house: OpenHouse, settings: Settings, begun: tuple[House, Json], upgraded: Callable[[], Game[Any]]
) -> None:
    house, made = begun
    house.__exit__(None, None, None)
    later = upgraded()
    house = open_house(settings)
    soviet, axis = both(house, made)
    assert soviet.say("agree")["is"] == "answer"
    assert axis.catch_up().facts["table"]["newer"] == {"what": ["data"], "agreed": ["soviet"]}
    play_on([soviet, axis], Random(5), 2)
    assert strength(house, made) == FORMER, "one has not agreed"
    assert axis.say("agree")["is"] == "answer"
    house.clear()
    soviet, axis = both(house, made)
    facts = soviet.catch_up().facts["table"]
    assert (facts["data"], facts["newer"], facts["changed"]) == (None, None, None)
    assert strength(house, made) == PRESENT
    play_on([soviet, axis], Random(6), 4)
    house = reopened(open_house, settings, house)
    soviet, axis = both(house, made)
    assert strength(house, made) == PRESENT and changed(soviet) is None, "it is agreed for good"
    assert "0 unused data sets" in admin.vacuum(house.desk.store), "the data that were agreed to are used too"
    assert house.desk.store.has_data(later.data_hash) and house.desk.store.has_data(GAME.data_hash)
    axis.say("resign")
    record = house.client.get(f"/api/tables/{made['table']}/record").text
    assert f"data: {GAME.data_hash}\n" in record
    assert f"# from here on with data {later.data_hash} and rules {later.rules_hash}, as agreed\n" in record


def test_new_data_with_which_the_game_would_have_gone_differently_are_refused(
    open_house: OpenHouse, lite: Settings, begun: tuple[House, Json], upgraded: Callable[..., Game[Any]]
) -> None:
    house, made = begun
    settings = house.desk.settings
    house.__exit__(None, None, None)
    upgraded('hex = "2831"', 'hex = "2832"')
    house = open_house(settings)
    soviet, axis = both(house, made)
    reply = soviet.say("agree")
    assert reply["is"] == "refused" and "gone differently" in reply["text"]
    play_on([soviet, axis], Random(5), 4)


def test_a_computer_player_plays_with_the_data_of_its_table(
    open_house: OpenHouse, lite: Settings, upgraded: Callable[[], Game[Any]]
) -> None:
    house = open_house(lite)
    made = house.make({"soviet": "random", "axis": "me"})
    house.__exit__(None, None, None)
    later = upgraded()
    house = open_house(lite)
    seat = house.sit(made, "axis")
    for _ in range(3):
        seat.play(Random(1))
    table = house.desk.tables[made["table"]]
    assert pickled(table.game).data_hash == GAME.data_hash and strength(house, made) == FORMER
    assert pickled(later).data_hash == later.data_hash, "from the folder of the data, not of the package"


def pickled(game: Game[Any]) -> Game[Any]:
    """A game as it comes to a worker."""
    buffer = io.BytesIO()
    programs.GamePickler(buffer).dump(game)
    found: Game[Any] = programs.GameUnpickler(io.BytesIO(buffer.getvalue())).load()
    return found


def test_data_are_stored_once_and_kept_as_long_as_a_table_uses_them(
    open_house: OpenHouse, settings: Settings, upgraded: Callable[[], Game[Any]], tmp_path: Path
) -> None:
    house = open_house(settings)
    first, second = house.make(), house.make()

    def kept() -> set[str]:
        with house.desk.store.reading() as rows:
            return set(rows.scalars(select(DataSetRow.hash)))

    assert kept() == {GAME.data_hash}
    house.__exit__(None, None, None)
    later = upgraded()
    house = open_house(settings)
    third = house.make()
    assert kept() == {GAME.data_hash, later.data_hash}
    assert "0 unused data sets" in admin.vacuum(house.desk.store)
    with house.desk.store.writing() as rows:
        for made in (first, second):
            rows.delete(rows.get_one(TableRow, made["table"]))
    assert "1 unused data set" in admin.vacuum(house.desk.store)
    assert kept() == {later.data_hash}
    backup.back_up(settings.database, tmp_path / "copy")
    copy = Store(f"sqlite:///{tmp_path / 'copy'}")
    found = DataSets(copy, tmp_path / "elsewhere").game(GAME, later.data_hash)
    assert found.data_hash == later.data_hash and house.desk.store.table(third["table"]) is not None
    copy.close()


def test_tables_of_a_version_that_kept_no_data_get_them_at_the_next_start(
    open_house: OpenHouse, settings: Settings
) -> None:
    house = open_house(settings)
    house.make()
    change(house, "DELETE FROM data_sets")
    house = reopened(open_house, settings, house)
    house.desk.shelf.thread.join()
    assert house.desk.store.has_data(GAME.data_hash)


def test_data_that_this_version_cannot_read_stop_the_game_as_other_rules_do(
    open_house: OpenHouse,
    settings: Settings,
    begun: tuple[House, Json],
    upgraded: Callable[[], Game[Any]],
    tmp_path: Path,
) -> None:
    house, made = begun
    change(house, "UPDATE data_sets SET content = :content", content=zlib.compress(b'{"units.toml": "unit = 3"}'))
    house.__exit__(None, None, None)
    upgraded()
    house = open_house(settings)
    house.desk.data.folder = tmp_path / "elsewhere"  # this process has read those of the first folder
    soviet, _ = both(house, made)
    told = changed(soviet)
    assert told is not None and told["what"] == ["data"]


def test_files_that_were_changed_in_the_data_folder_are_not_believed(lite: Settings) -> None:
    store = Store(lite.database)
    sets = DataSets(store, lite.data_folder)
    sets.keep(GAME)
    row = store.data_set(GAME.data_hash)
    assert row is not None
    files = json.loads(zlib.decompress(row.content))
    place = sets.written(GAME.data_hash, files)
    (place / "units.toml").write_text("unit = []", "utf-8")
    assert sets.written(GAME.data_hash, files) == place
    assert (place / "units.toml").read_text("utf-8") == files["units.toml"]
    assert sorted(each.name for each in sets.folder.iterdir()) == [GAME.data_hash]
    store.close()
