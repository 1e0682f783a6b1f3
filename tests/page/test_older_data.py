"""A game that goes on with older data: the page shows the board of these data, and its players may agree to the new."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from page.people import People, serve
from server.process import Server
from stavka import games
from stavka.server.datasets import DataSets
from stavka.server.store import Store

NEWER = "The server has newer map, counter or table data."


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = serve(tmp_path)
    yield server
    server.kill()


def begun_with_older(server: Server, table: str, folder: Path) -> str:
    """Let a table have begun with data in which a division has another name. Return their fingerprint."""
    shutil.copytree(games.folder("traces") / "data", folder)
    units = (folder / "units.toml").read_text("utf-8")
    assert units.count('name = "88th Infantry Division"') == 1
    changed = units.replace('name = "88th Infantry Division"', 'name = "88th Division of old"')
    (folder / "units.toml").write_text(changed, "utf-8")
    older = games.load("traces", data=folder)
    store = Store(server.settings.database)
    DataSets(store, folder / "sets").keep(older)
    with store.writing() as rows:
        rows.execute(
            text("UPDATE tables SET data_hash = :data WHERE id = :table"), {"data": older.data_hash, "table": table}
        )
    store.close()
    return older.data_hash


def test_the_page_shows_the_data_with_which_a_game_began_until_its_players_agree_to_the_new(
    people: People, server: Server, tmp_path: Path
) -> None:
    seats = {"soviet": "random", "axis": "me"}
    made = server.get("tables", {"game": "traces", "scenario": "campaign", "seats": seats})
    server.kill()
    older = begun_with_older(server, made["table"], tmp_path / "older")
    server.start()

    hand = people.come(home=server.address)
    boards: list[str] = []
    hand.page.on("response", lambda reply: boards.append(reply.url) if "/board" in reply.url else None)
    hand.sit(made, "axis")
    expect(hand.page.get_by_role("status").filter(has_text=NEWER)).to_be_visible()
    assert [url.split("data=")[1:] for url in boards] == [[older]]
    board = server.get(f"games/traces/board?data={older}")["units"]
    assert board["ax.88"]["name"] == "88th Division of old"
    with hand.page.expect_response(lambda reply: "/board" in reply.url and "data=" not in reply.url):
        hand.page.get_by_role("button", name="Continue with the new version").click()
    expect(hand.page.get_by_text(NEWER)).to_have_count(0)
    expect(hand.table).to_be_visible()
    hand.settle()
    assert server.get(f"tables/{made['table']}")["data"] is None
    assert boards[-1].split("data=")[1:] == []
    people.forgive("WebSocket connection")
    people.forgive("404")  # a key that comes by a link is tried as an invitation first
