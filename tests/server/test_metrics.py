"""What operators watch: the counts are right, strangers cannot read them, and they name nobody."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from prometheus_client.parser import text_string_to_metric_families

from server.conftest import OpenHouse
from server.postgres import free_port
from server.seats import FRIENDS, HOT_SEAT, House, play_on
from stavka.server.faults import tell_fault
from stavka.server.metrics import COUNTED, MetricsError, address_of, check_free, nth_address, told_at
from stavka.server.settings import Settings


def read(house: House) -> tuple[str, dict[str, float]]:
    """The text that an operator reads, and the value of each of its lines."""
    with told_at("127.0.0.1:0", house.desk) as port, urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as reply:
        text = str(reply.read(), "utf-8")
    found = {}
    for family in text_string_to_metric_families(text):
        for name, labels, value, *_ in family.samples:
            found[" ".join([name, *(f"{key}={labels[key]}" for key in sorted(labels))])] = value
    return text, found


def test_what_is_played_is_counted(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    _, before = read(house)
    made = house.make(FRIENDS, by_hand=True)
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    house.sit(made)
    play_on(seats, Random(1), 5)
    _, after = read(house)

    def more(line: str) -> float:
        return after[line] - before.get(line, 0)

    picks = [row for row in house.desk.store.moves(made["table"]) if row.kind == "pick"]
    assert more("stavka_picks_total by=person game=traces") == len(picks) > 0
    assert more("stavka_answer_seconds_count do=pick") >= len(picks)
    assert more("stavka_store_seconds_count") >= len(picks)
    assert more("stavka_request_seconds_count method=POST status=201") == 2, "the table, and the friend's key"
    assert after["stavka_tables"] == 1
    assert (after["stavka_connections as=player"], after["stavka_connections as=onlooker"]) == (2, 1)
    assert after["process_resident_memory_bytes"] > 10_000_000
    house.clear()


def test_computer_players_are_timed(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    _, before = read(house)
    soviet = house.sit(house.make({"soviet": "me", "axis": "scripted"}), "soviet")
    while not soviet.catch_up().picks():
        pass
    _, after = read(house)
    for line in (
        "stavka_picks_total by=program game=traces",
        "stavka_thinking_seconds_count game=traces player=scripted",
        "stavka_queue_seconds_count",
    ):
        assert after[line] > before.get(line, 0), line
    assert after["stavka_workers"] == 1


def test_faults_and_errors_of_the_database_are_counted_by_kind(
    open_house: OpenHouse, lite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house(lite)
    _, before = read(house)
    tell_fault("table 77", KeyError("the marker of Popov"))
    made = house.make(HOT_SEAT)
    seat = house.sit(made, "axis")
    house.desk.store.engine.dispose()
    (lite.data_folder / "stavka.sqlite3").rename(lite.data_folder / "away")
    (lite.data_folder / "stavka.sqlite3").mkdir()
    assert seat.pick(seat.picks()[0])["is"] == "refused"
    text, after = read(house)
    assert after["stavka_faults_total kind=KeyError"] - before.get("stavka_faults_total kind=KeyError", 0) == 1
    assert after["stavka_database_errors_total kind=OperationalError"] > 0
    assert "Popov" not in text and "77" not in re.findall(r'"([^"]*)"', text)


def test_nothing_in_them_names_a_table_a_player_or_a_secret(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    credentials = {"name": "Rokossovsky", "password": "a very long password of words"}
    assert house.client.post("/api/account", json=credentials).status_code == 201
    made = house.make(FRIENDS, seed="thesecretseed")
    seats = [house.sit(made, "soviet"), house.sit(made, "axis")]
    seats[0].say("chat", text="Attack at Rzhev")
    house.client.request("ROKOSSOVSKY", f"/api/tables/{made['table']}")
    play_on(seats, Random(1), 20)
    row = house.desk.store.table(made["table"])
    assert row is not None
    text, _ = read(house)
    secrets = [made["table"], made["host"], *made["keys"].values(), row.host_hash, row.seed, row.program_seed]
    for word in (*secrets, "Rokossovsky", "ROKOSSOVSKY", "Rzhev", "testclient", "testserver"):
        assert word not in text, word


def test_strangers_find_no_metrics_on_the_port_of_the_page(open_house: OpenHouse, lite: Settings) -> None:
    house = open_house(lite)
    for address in ("/metrics", "/api/metrics", "/health/metrics"):
        assert house.client.get(address).status_code == 404


@pytest.mark.parametrize("text", ["9464", ":9464", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "127.0.0.1:²"])
def test_a_wrong_address_gets_a_sentence(text: str) -> None:
    with pytest.raises(MetricsError, match=re.escape(f"STAVKA_METRICS={text}: expected an address and a port")):
        address_of(text)


def test_an_address_that_is_in_use_stops_the_server_with_a_sentence(lite: Settings, open_house: OpenHouse) -> None:
    house = open_house(lite)
    with told_at("127.0.0.1:0", house.desk) as port:
        words = ["serve", "--port", str(free_port()), "--data-folder", str(lite.data_folder)]
        ran = subprocess.run(
            [sys.executable, "-c", "from stavka.cli import main; main()", *words],
            env=os.environ | {"STAVKA_METRICS": f"127.0.0.1:{port}"},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    said = f"stavka: STAVKA_METRICS=127.0.0.1:{port}: port {port} cannot be listened on (Address already in use)\n"
    assert (ran.returncode, ran.stderr) == (2, said)


def test_each_of_several_processes_has_a_port_of_its_own() -> None:
    assert [nth_address("127.0.0.1:9464", number) for number in range(3)] == [
        ("127.0.0.1", 9464),
        ("127.0.0.1", 9465),
        ("127.0.0.1", 9466),
    ]
    assert nth_address("127.0.0.1:0", 2) == ("127.0.0.1", 0), "any free port"
    with pytest.raises(MetricsError, match="expected a port with 1 more above it"):
        nth_address("127.0.0.1:65535", 1)


def test_several_processes_do_not_begin_where_a_port_is_taken() -> None:
    check_free("", 3)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(MetricsError, match=f"port {port} cannot be listened on"):
            check_free(f"127.0.0.1:{port}", 2)


def test_every_metric_is_in_the_documentation(open_house: OpenHouse, lite: Settings) -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text("utf-8")
    text, _ = read(open_house(lite))
    ours = set(re.findall(r"^# TYPE (stavka_\S+)", text, re.MULTILINE))
    assert len(ours) >= 14 and {family.name for family in COUNTED.collect()}
    for name in ours:
        assert f"`{name}`" in page, name
